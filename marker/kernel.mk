# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The kernel modules.  Kbuild says what they are made of; this says where they are built: in a folder
# of $(O), of links to the sources, because kbuild leaves its objects beside what it compiles.
#
#	make modules				for the running kernel, or else for the newest 6.1
#	make modules KDIR=DIR			for that kernel; they are in $(O)/kernel/NAME-OF-DIR
#	make modules KDIR=DIR FLAVOUR=NAME	they are in $(O)/kernel/NAME
#	make modules ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- KDIR=DIR
#	make modules W=1 C=1			kbuild's own: warnings, sparse

kdirs = $(wildcard /lib/modules/$(shell uname -r)/build) \
	$(shell ls -d /usr/src/linux-headers-6.1.*[0-9]-$(shell dpkg --print-architecture) 2>/dev/null | sort -rV)
KDIR ?= $(firstword $(kdirs))

MODULE_SOURCES := $(wildcard Kbuild marker probes bench/kernel Documentation/examples/module tests/kernel)
MODULE_DIR      = $(abspath $(O))/kernel/$(or $(FLAVOUR),$(notdir $(realpath $(KDIR))))

# What was said on the command line and means something to kbuild.  Not CC, which is the user-space
# build's: a module needs the compiler that its kernel was built with, and kbuild knows it.
KBUILD_NAMES = ARCH CROSS_COMPILE W C CF CHECK LLVM KCFLAGS
KBUILD_ARGS  = $(foreach n,$(KBUILD_NAMES),$(if $(filter command,$(firstword $(origin $(n)))),'$(n)=$($(n))')) \
	       $(if $(filter-out 0,$(V)),V=$(V)) $(if $(findstring s,$(filter-out --%,$(firstword $(MAKEFLAGS)))),-s)

# Two of them in one folder would write the same files, so the second waits, and then finds all built.
modules: ## the kernel modules, for the kernel whose build or headers are KDIR=DIR
	$(Q)test -e '$(KDIR)/Makefile' || \
		{ echo "marker: no kernel headers in '$(KDIR)': give KDIR=, or install linux-headers-amd64" >&2; exit 1; }
	$(Q)mkdir -p $(MODULE_DIR) && flock $(MODULE_DIR)/.lock $(MAKE) modules-locked

# MAKEFLAGS is emptied, or kbuild would take our O= and CC= for its own.
modules-locked:
	$(Q)find $(MODULE_DIR) -type l -delete
	$(Q)for s in $(MODULE_SOURCES); do \
		mkdir -p "$(MODULE_DIR)/$$(dirname $$s)" && \
		cp -rs "$(CURDIR)/$$s" "$(MODULE_DIR)/$$(dirname $$s)/" || exit 1; \
	done
	$(Q)MAKEFLAGS= $(MAKE) --no-print-directory -j$$(nproc) -C $(KDIR) M=$(MODULE_DIR) $(KBUILD_ARGS) modules

check-kernel: deps ## the tests of the kernel modules only, under QEMU
	@tests/run $(O) '$(CC)' kernel

# Not of make check: each builds kernels, the first time, for half an hour.
check-debug-kernel: deps ## the same tests in kernels with KASAN, lockdep and KCSAN, built for it
	@tests/kernel/debug-kernel.sh $(O)

macro-kernel: deps ## what markers cost a kernel: two are built, and their instructions counted
	@CC='$(CC)' bench/macro/kernel.sh

.PHONY: modules modules-locked check-kernel check-debug-kernel macro-kernel
