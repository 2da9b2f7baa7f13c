# SPDX-License-Identifier: GPL-2.0-only
#
# The encoder of markdiff --pprof: protobuf-c's compiler makes it of pprof.proto.  Without Debian's
# packages for that (and zlib) it is left out, and --pprof says what to install.

# What is missing, in Debian's names; a file keeps it, so that the encoder is made when that changes.
PPROF_HAS      = $(shell $(CC) -E -include $(1) -x c /dev/null >/dev/null 2>&1 && echo yes)
PPROF_MISSING := $(if $(shell command -v protoc-c),,protobuf-c-compiler) \
		 $(if $(call PPROF_HAS,protobuf-c/protobuf-c.h),,libprotobuf-c-dev) \
		 $(if $(call PPROF_HAS,zlib.h),,zlib1g-dev)
PPROF_GEN     := $(O)/pprof

$(PPROF_GEN)/missing: FORCE
	@mkdir -p $(@D)
	@echo '$(strip $(PPROF_MISSING))' | cmp -s - $@ || echo '$(strip $(PPROF_MISSING))' >$@

ifeq ($(strip $(PPROF_MISSING)),)
LEFT_OUT      += user/pprof/none.c
PPROF_CODE    := $(PPROF_GEN)/pprof.pb-c.c
TOOL_LIBS     += -lprotobuf-c -lz

$(PPROF_CODE): user/pprof/pprof.proto $(PPROF_GEN)/missing
	$(call say,PROTO,$@)
	$(Q)protoc-c --c_out=$(@D) -Iuser/pprof $<
$(PPROF_GEN)/pprof.pb-c.h: $(PPROF_CODE)

$(O)/obj/user/pprof/encoder.o: $(PPROF_CODE) $(O)/.flags
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(BASE) -c -o $@ $<

$(O)/obj/user/pprof/write.o: EXTRA = -I$(PPROF_GEN)
$(O)/obj/user/pprof/write.o: $(PPROF_CODE)
$(O)/obj/user/pprof/all.a: $(O)/obj/user/pprof/encoder.o
else
LEFT_OUT      += user/pprof/write.c
# The tests read what was packed.
TOOL_LIBS     += $(if $(call PPROF_HAS,zlib.h),-lz)

$(PPROF_GEN)/said: $(PPROF_GEN)/missing
	@echo '  PPROF   left out: markdiff will have no --pprof, for want of $(strip $(PPROF_MISSING))'
	$(Q)touch $@
$(O)/obj/user/pprof/none.o: $(PPROF_GEN)/said
endif
