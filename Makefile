# SPDX-License-Identifier: GPL-2.0-only
#
# The user-space build.  Plain make; everything it writes is under $(O), "build" unless told.
#
#	make			libmarker, markctl, markdiff, markbench
#	make help		every target
#	make V=1		show the commands
#	make O=build/asan SAN=address,undefined
#
# One rule per kind of product; a new .c file in a folder below is picked up by itself.

O  ?= build
V  ?= 0
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := $(if $(findstring clang,$(CC)),clang++,$(CC:%gcc=%g++))
endif
# The archiver that goes with the compiler: gcc-ar knows LTO objects, plain ar does for the rest.
ifeq ($(origin AR),default)
AR := $(if $(findstring gcc,$(CC)),$(CC)-ar,ar)
endif

MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
ARCH    := $(if $(filter x86_64-%,$(MACHINE)),x86,$(if $(filter aarch64-%,$(MACHINE)),arm64,generic))

# OPT is the user's; the rest is the project's.
OPT      ?= -O2 -g
SAN      ?=
WARN     := -Wall -Wextra -Werror -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
	    -Wno-unused-parameter -Wvla -Wundef
SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
BASE     := -std=gnu11 -D_GNU_SOURCE -I. $(OPT) $(SANFLAGS) $(EXTRA_CFLAGS)
CFLAGS_ALL  = $(BASE) $(WARN) -MMD -MP
LDFLAGS_ALL = $(SANFLAGS) $(EXTRA_LDFLAGS)

ifeq ($(V),0)
Q    := @
MAKEFLAGS += --no-print-directory
say   = @printf '  %-8s%s\n' "$(1)" "$(patsubst $(O)/%,%,$(2))"
else
say   = @:
endif

.DEFAULT_GOAL := all
.SECONDARY:
.DELETE_ON_ERROR:

# ---- products ----------------------------------------------------------------------------------

KERNEL_ONLY   := $(wildcard marker/*_kernel.c marker/kmod.c marker/named.c marker/debugfs.c probes/*_kernel.c probes/*/*_kernel.c)
HIT_SRC       := marker/arch/hit.c marker/arch/$(ARCH)_hit.c
MARKER_SRC    := $(filter-out $(KERNEL_ONLY),$(wildcard marker/*.c marker/agent/*.c probes/*.c probes/*/*.c)) \
		 marker/arch/$(ARCH).c marker/arch/$(ARCH)_user.c \
		 $(if $(wildcard marker/arch/$(ARCH)_hit.c),$(HIT_SRC) marker/arch/$(ARCH)_keep.S) \
		 $(wildcard probes/record/quick_$(ARCH).S)
MARKER_OBJ    := $(patsubst %.S,$(O)/obj/%.o,$(MARKER_SRC:%.c=$(O)/obj/%.o))
# What loads plug-ins is not for static programs.
SHARED_OBJ    := $(filter-out %/plugin_none.o,$(MARKER_OBJ))
ARCHIVE_OBJ   := $(filter-out %/plugin.o,$(MARKER_OBJ))
MARKER_LIBS   := -lurcu-bp -lpthread -ldl
TOOL_DIRS     := user/elf user/lib user/ctf user/page user/pprof user/stats user/symbols user/perfdata user/markctl \
		 user/markdiff bench/counter bench/doc bench/size bench
TOOL_LIBS     := -ldw -lelf -lzstd -llzma -liberty -ljson-c -lcapstone -ltraceevent -lRmath -lm
TOOLS         := $(patsubst user/%/main.c,%,$(wildcard user/*/main.c)) \
		 $(patsubst bench/main.c,markbench,$(wildcard bench/main.c))
VERSION       := 0.1

include user/pprof/pprof.mk

# What a folder of a tool is made of, and those in it, as an archive that tests link too (main.c is left to the
# tool).  Two of the folders in it may have a file of one name.
inner    = $(filter user/%,$(1:%=%/*/*.c))
objs     = $(patsubst %.c,$(O)/obj/%.o,$(filter-out %/main.c $(LEFT_OUT),$(wildcard $(1)/*.c $(inner))))
archives = $(foreach d,$(1),$(O)/obj/$(d)/all.a)

all: lib tools
lib: $(O)/libmarker.so $(O)/libmarker.a
tools: $(TOOLS:%=$(O)/%)

# The library's thread-local counters are reached without a call (marker/os_user.h), and its frame
# pointers let perf walk through it.  liburcu 0.13 places its readers at half the alignment that it
# declares for them, which the sanitizer would report as ours.
$(MARKER_OBJ): EXTRA = -fPIC -fvisibility=hidden -ftls-model=initial-exec -fno-omit-frame-pointer \
		       -DMARKER_LIBRARY $(if $(SAN),-fno-sanitize=alignment)

# What the slow path calls without keeping the vector registers (marker/arch/hit.c).
HIT_OBJ       := $(filter $(HIT_SRC:%.c=$(O)/obj/%.o),$(MARKER_OBJ))
GENERAL_OBJ   := $(if $(HIT_OBJ),$(HIT_OBJ) $(O)/obj/marker/probe.o \
		   $(patsubst %,$(O)/obj/probes/%.o,bench filter/filter filter/eval filter/number filter/text_user \
		     record/hot_user))
$(GENERAL_OBJ): EXTRA += -mgeneral-regs-only
# What is called at once and calls nothing needs no frame.
$(O)/obj/probes/record/hot_user.o: EXTRA += -fomit-frame-pointer
$(HIT_OBJ): EXTRA += $(if $(SAN),-fno-sanitize=all -DOS_SANITIZED)

$(O)/libmarker.so: $(O)/libmarker.so.0
	$(Q)ln -sf libmarker.so.0 $@
$(O)/libmarker.so.0: $(SHARED_OBJ) marker/libmarker.map
	$(call say,LD,$@)
	$(Q)$(CC) -shared $(LDFLAGS_ALL) -Wl,-soname,libmarker.so.0 -Wl,-z,nodelete,-z,now,-z,relro \
		-Wl,--version-script=marker/libmarker.map -o $@ $(SHARED_OBJ) $(MARKER_LIBS)
$(O)/libmarker.a: $(ARCHIVE_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $(ARCHIVE_OBJ)

define tool_dir
$(O)/obj/$(1)/all.a: $$(call objs,$(1))
	$$(call say,AR,$$@)
	@mkdir -p $$(@D)
	$$(Q)rm -f $$@ && $$(AR) qcs $$@ $$^
endef
$(foreach d,$(TOOL_DIRS),$(eval $(call tool_dir,$(d))))

$(O)/markctl:   $(O)/obj/user/markctl/main.o  $(call archives,user/markctl user/ctf user/elf user/lib user/symbols)
$(O)/markdiff:  $(O)/obj/user/markdiff/main.o $(call archives,user/markdiff user/elf user/lib user/page user/perfdata \
		    user/pprof user/stats user/symbols)
$(O)/markctl: TRACE_LIBS = -lbabeltrace2
$(O)/markbench: $(O)/obj/bench/main.o         $(call archives,bench bench/counter bench/doc bench/size user/elf user/lib)
$(TOOLS:%=$(O)/%): $(O)/libmarker.a
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS_ALL) -rdynamic -o $@ -Wl,--start-group $^ -Wl,--end-group \
		$(TOOL_LIBS) $(TRACE_LIBS) $(BENCH_LIBS) $(MARKER_LIBS)

-include bench/bench.mk
include user/page/page.mk

$(O)/obj/%.o: %.c $(O)/.flags
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(EXTRA) -c -o $@ $<

$(O)/obj/%.o: %.S $(O)/.flags
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(OPT) -c -o $@ $<

# Rebuild when the compiler or its options change, here or in a part's own file.
FLAGS = $(CC) $(BASE) $(WARN) $(shell cat Makefile bench/bench.mk user/page/page.mk user/pprof/pprof.mk | cksum)
$(O)/.flags: FORCE
	@mkdir -p $(O)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

-include $(shell find $(O)/obj -name '*.d' 2>/dev/null)

# ---- everything else ---------------------------------------------------------------------------

include marker/kernel.mk
include tests/tests.mk
include Documentation/doc.mk

deps: ## install the Debian packages that are missing
	@tests/deps.sh

demo: deps ## build, run, switch on, measure and compare a real program
	@$(MAKE) all
	@Documentation/examples/demo.sh $(O)

clean: ## remove everything that make made
	$(Q)rm -rf $(O)

help: ## this list
	@echo 'Targets:'
	@echo '  all          libmarker.so, libmarker.a, markctl, markdiff, markbench (the default)'
	@sed -n 's/^\([a-z][a-z0-9-]*\):[^#]*## \(.*\)/  \1	\2/p' $(MAKEFILE_LIST) | expand -t 15 | sort -u
	@echo 'Variables: O=DIR CC=gcc|clang|aarch64-linux-gnu-gcc OPT="-O2 -g" SAN=address,undefined|thread V=1'

FORCE:
.PHONY: all lib tools deps demo clean help FORCE
