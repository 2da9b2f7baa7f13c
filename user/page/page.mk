# SPDX-License-Identifier: GPL-2.0-only
#
# The page of markdiff --html: its script, style and D3's modules in one file, which the program has in
# it.  Debian's packages build it (esbuild, node-d3-*); without them the file is empty, and --html says
# what to install.

PAGE_NODE    := /usr/share/nodejs
PAGE_D3	     := d3-hierarchy d3-scale
PAGE_SRC     := $(wildcard user/page/*.js) user/page/page.css user/page/page.html user/page/build.sh
# What is missing, in Debian's names; a file keeps it, so that the page is made when that changes.
PAGE_MISSING := $(if $(shell command -v esbuild),,esbuild) \
		$(foreach m,$(PAGE_D3),$(if $(wildcard $(PAGE_NODE)/$(m)/src),,node-$(m)))

$(O)/page/missing: FORCE
	@mkdir -p $(@D)
	@echo '$(strip $(PAGE_MISSING))' | cmp -s - $@ || echo '$(strip $(PAGE_MISSING))' >$@

ifeq ($(strip $(PAGE_MISSING)),)
$(O)/page/page.html.in: $(O)/page/missing $(PAGE_SRC)
	$(call say,PAGE,$@)
	$(Q)NODE_PATH=$(PAGE_NODE) user/page/build.sh $(@D) >$@
else
$(O)/page/page.html.in: $(O)/page/missing
	@echo '  PAGE    left out: markdiff will have no --html, for want of $(strip $(PAGE_MISSING))'
	$(Q): >$@
endif

$(O)/obj/user/page/asset.o: user/page/asset.S $(O)/page/page.html.in
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -I$(O)/page -c -o $@ $<
$(O)/obj/user/page/all.a: $(O)/obj/user/page/asset.o
