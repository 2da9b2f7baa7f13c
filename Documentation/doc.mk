# SPDX-License-Identifier: GPL-2.0-only
#
# The example programs, the man pages and the installation; included by the Makefile.

KV_SRC	 := $(wildcard Documentation/examples/kv/*.c)
KV_DEPS	 := $(KV_SRC) $(wildcard Documentation/examples/kv/*.h marker/*.h marker/arch/*.h)
# Always with optimisation and line numbers: the demo measures them and lists their markers.
KV_FLAGS := -std=gnu11 -D_GNU_SOURCE -I. -O2 -g -fno-omit-frame-pointer $(WARN) $(SANFLAGS)

demo-programs: $(O)/demo/kv $(O)/demo/kv-vanilla ## build the example, with markers and without

$(O)/demo/kv: $(KV_DEPS) $(O)/libmarker.so
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(KV_FLAGS) $(KV_SRC) -o $@ -L$(O) -Wl,-rpath,'$$ORIGIN/..' -lmarker -lpthread

$(O)/demo/kv-vanilla: $(KV_DEPS)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(KV_FLAGS) -DMARKER_DISABLE $(KV_SRC) -o $@ -lpthread

# ---- man pages -----------------------------------------------------------------------------------

MAN_RST	 := $(wildcard Documentation/man/*.rst)
RST2MAN	 := $(firstword $(shell command -v rst2man rst2man.py 2>/dev/null))
MAN_PAGES := $(if $(RST2MAN),$(MAN_RST:Documentation/man/%.rst=$(O)/man/%))

man: $(MAN_PAGES) ## the man pages, if there is rst2man
	$(if $(RST2MAN),,@echo 'man: no rst2man (package python3-docutils), no man pages')

$(O)/man/%: Documentation/man/%.rst
	$(call say,MAN,$@)
	@mkdir -p $(@D)
	$(Q)$(RST2MAN) --halt=warning $< >$@

# ---- installation --------------------------------------------------------------------------------

PREFIX	   ?= /usr/local
LIBDIR	   ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR	   ?= $(PREFIX)/bin
MANDIR	   ?= $(PREFIX)/share/man

PC_LINES = 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' '' 'Name: marker' \
	   'Description: static markers that cost a nop until somebody listens' \
	   'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lmarker' \
	   'Libs.private: $(MARKER_LIBS)'

install: all man ## install under PREFIX (/usr/local); DESTDIR goes before it
	$(Q)install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig \
		$(DESTDIR)$(INCLUDEDIR)/marker/arch
	$(Q)install -m 644 marker/marker.h marker/arch.h marker/named_probe.h $(DESTDIR)$(INCLUDEDIR)/marker
	$(Q)install -m 644 $(wildcard marker/arch/*.h) $(DESTDIR)$(INCLUDEDIR)/marker/arch
	$(Q)install -m 755 $(O)/libmarker.so.0 $(DESTDIR)$(LIBDIR)
	$(Q)ln -sf libmarker.so.0 $(DESTDIR)$(LIBDIR)/libmarker.so
	$(Q)install -m 644 $(O)/libmarker.a $(DESTDIR)$(LIBDIR)
	$(Q)printf '%s\n' $(PC_LINES) >$(DESTDIR)$(LIBDIR)/pkgconfig/marker.pc
	$(Q)install -m 755 $(TOOLS:%=$(O)/%) $(DESTDIR)$(BINDIR)
	$(Q)for page in $(MAN_PAGES); do \
		install -D -m 644 -t $(DESTDIR)$(MANDIR)/man$${page##*.} $$page || exit; done

.PHONY: demo-programs man install
