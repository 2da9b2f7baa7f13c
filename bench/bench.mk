# SPDX-License-Identifier: GPL-2.0-only
#
# What of bench/ is built: what the processor can do, one file for each kind in a straight line, and
# the peers whose headers there are.

have_header = $(shell printf '\#include <%s>\n' $(1) | $(CC) -E -x c - >/dev/null 2>&1 && echo yes)

BENCH_LTTNG := $(if $(call have_header,lttng/tracepoint.h),lttng lttng_straight lttng_record lttng_session,no_lttng no_lttng_record)
BENCH_SDT   := $(if $(call have_header,sys/sdt.h),sdt sdt_straight sdtsem sdtsem_straight,no_sdt no_sdtsem)
BENCH_RCU   := rcu/bp rcu/memb rcu/mb rcu/qsbr
BENCH_LIBS  := -lurcu-memb -lurcu-mb -lurcu-qsbr

BENCH_MORE := machine/$(ARCH) machine/probed_$(ARCH) many/$(if $(filter generic,$(ARCH)),none,jump) \
	      $(BENCH_LTTNG:%=peer/%) $(BENCH_SDT:%=peer/%) $(BENCH_RCU) \
	      $(patsubst bench/%.c,%,$(foreach d,row run goal compare latency report straight nop8,$(wildcard bench/$(d)/*.c)))
BENCH_OBJ  := $(patsubst bench/%.c,$(O)/obj/bench/%.o,$(filter-out bench/main.c,$(wildcard bench/*.c))) \
	      $(BENCH_MORE:%=$(O)/obj/bench/%.o)

$(O)/obj/bench/all.a: $(BENCH_MORE:%=$(O)/obj/bench/%.o)

# Two functions with the same code stay two: the second copy of a base shows the noise floor.
BENCH_FLAGS := $(if $(findstring clang,$(CC)),,-fno-ipa-icf)
$(BENCH_OBJ): EXTRA = $(BENCH_FLAGS)

# The form of its sites is a whole file's.
$(patsubst bench/%.c,$(O)/obj/bench/%.o,$(wildcard bench/nop8/*.c)): EXTRA = $(BENCH_FLAGS) -DMARKER_JUMP_FORM=NOP8

# 4096 inlined sites a file: debug information would triple the time to compile them, a sanitizer
# would multiply it by a hundred.
BENCH_HUGE := $(patsubst bench/%.c,$(O)/obj/bench/%.o,$(wildcard bench/straight/*.c bench/peer/*_straight.c))
# liburcu puts its readers at addresses that their type is not aligned for.
$(O)/obj/bench/row/row_bare.o $(BENCH_RCU:%=$(O)/obj/bench/%.o): EXTRA = $(BENCH_FLAGS) -fno-sanitize=alignment
# The declarations of a tracepoint come with functions that only its provider uses.
$(O)/obj/bench/peer/lttng.o: EXTRA = $(BENCH_FLAGS) -Wno-unused-function
$(BENCH_HUGE): EXTRA = $(BENCH_FLAGS) -g0 -fno-sanitize=all -Wno-unused-function

# ---- recording ------------------------------------------------------------------------------------

# Loaded by rows of LTTng-UST that record, and by no other run (bench/peer/lttng_session.c).
ifneq ($(filter lttng,$(BENCH_LTTNG)),)
$(O)/markbench: | $(O)/bench/lttng-record.so
$(O)/bench/lttng-record.so: bench/peer/record/provider.c $(wildcard bench/peer/record/*.h) $(O)/.flags
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -Werror,$(BASE)) -fPIC -shared -o $@ $< -llttng-ust -ldl
endif

# ---- the start of a program -----------------------------------------------------------------------

$(O)/markbench: | $(O)/bench/start-marks $(O)/bench/start-none
$(O)/bench/start-marks: $(O)/obj/bench/start/start.o $(O)/libmarker.so
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< -L$(O) -lmarker -Wl,-rpath,'$$ORIGIN/..'
$(O)/obj/bench/start/none.o: EXTRA = -DMARKER_DISABLE
$(O)/bench/start-none: $(O)/obj/bench/start/none.o
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $<

# ---- 4096 functions of each kind ------------------------------------------------------------------

# One function is compiled to assembler and written 4096 times over (bench/many/functions/function.h).
BENCH_FUNCTIONS := none none2 immediate clc jump generic pfe \
		   $(filter sdt sdtsem,$(BENCH_SDT)) $(filter lttng,$(BENCH_LTTNG))
BENCH_FUNCTION_OBJ := $(BENCH_FUNCTIONS:%=$(O)/obj/bench/many/functions/%.o)

$(BENCH_FUNCTION_OBJ): %.o: %.s bench/many/functions/copies.awk
	$(call say,AS,$@)
	$(Q)awk -v nr=4096 -f bench/many/functions/copies.awk $< | $(CC) -c -o $@ -x assembler -

$(BENCH_FUNCTION_OBJ:.o=.s): $(O)/obj/%.s: %.c $(O)/.flags
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -MT $@ -g0 -fno-ident -fno-lto -fno-sanitize=all -Wno-unused-function -S -o $@ $<

$(O)/obj/bench/all.a: $(BENCH_FUNCTION_OBJ)

# What the figures were built from.  The commit changes without a file of the program changing, so it
# is in main.o alone, which is made again when it has; where there is no git it is unknown.
HOST_COMMIT  = $(shell [ -e .git ] && git --no-optional-locks describe --always --dirty 2>/dev/null || echo unknown)
HOST_CC     := $(shell $(CC) --version 2>/dev/null | head -n 1)
$(O)/obj/bench/host.o: EXTRA = $(BENCH_FLAGS) -DHOST_COMPILER='"$(HOST_CC)"' \
			       -DHOST_FLAGS='"$(strip -std=gnu11 $(OPT) $(SANFLAGS) $(EXTRA_CFLAGS))"'
$(O)/obj/bench/main.o: EXTRA = $(BENCH_FLAGS) -DHOST_COMMIT='"$(shell cat $(O)/.commit)"'
$(O)/obj/bench/main.o: $(O)/.commit
$(O)/.commit: FORCE
	@mkdir -p $(O)
	@echo '$(HOST_COMMIT)' | cmp -s - $@ || echo '$(HOST_COMMIT)' >$@

# ---- markbench size: functions in every kind, level and compiler, as object files ------------------

SIZE_DIR     := $(O)/size
SIZE_CC      := $(if $(findstring clang,$(CC)),clang,gcc)
SIZE_CC_$(SIZE_CC) := $(CC)
# The other compiler, too, if there is one, of this machine and not of another.
ifeq ($(SAN)$(filter-out gcc clang,$(CC)),)
SIZE_CC_gcc   ?= gcc
SIZE_CC_clang ?= clang
SIZE_CC      += $(foreach c,$(filter-out $(SIZE_CC),gcc clang),$(if $(shell command -v $(c)),$(c)))
endif
SIZE_LEVELS  := O0 O1 O2 O3 Os
SIZE_KINDS   := vanilla generic immediate immediate-clc jump $(if $(filter x86,$(ARCH)),jump-nop8)
SIZE_vanilla       := -DSIZE_MARK=MARK -DMARKER_DISABLE
SIZE_generic       := -DSIZE_MARK=MARK_GENERIC
SIZE_immediate     := -DSIZE_MARK=MARK_IMMEDIATE -DMARKER_IMMEDIATE_FORM=MOV
SIZE_immediate-clc := -DSIZE_MARK=MARK_IMMEDIATE -DMARKER_IMMEDIATE_FORM=CLC
SIZE_jump          := -DSIZE_MARK=MARK_JUMP
SIZE_jump-nop8     := -DSIZE_MARK=MARK_JUMP -DMARKER_JUMP_FORM=NOP8
SIZE_OBJ     := $(foreach c,$(SIZE_CC),$(foreach l,$(SIZE_LEVELS),$(SIZE_DIR)/$(c)/$(l)/vanilla/probe.o \
		$(foreach k,$(SIZE_KINDS),$(SIZE_DIR)/$(c)/$(l)/$(k)/open.o $(SIZE_DIR)/$(c)/$(l)/$(k)/leaf.o)))

# DIR/COMPILER/LEVEL/KIND/SOURCE.o: none of the user's options, so that the bytes are comparable.
size_path = $(subst /, ,$(patsubst $(SIZE_DIR)/%,%,$@))
$(SIZE_OBJ): $(wildcard bench/size/reference/*) $(wildcard marker/*.h marker/arch/*.h) $(O)/.flags
	@mkdir -p $(@D)
	$(Q)$(SIZE_CC_$(word 1,$(size_path))) -std=gnu11 -I. -g -$(word 2,$(size_path)) \
		$(SIZE_$(word 3,$(size_path))) -c -o $@ bench/size/reference/$(notdir $(@:.o=.c))

$(O)/size/objects.S: bench/size/objects.sh $(SIZE_OBJ)
	$(call say,GEN,$@)
	$(Q)bench/size/objects.sh $(SIZE_DIR) $(SIZE_OBJ) >$@
$(O)/obj/bench/size/objects.o: $(O)/size/objects.S
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -c -o $@ $<
$(O)/obj/bench/all.a: $(O)/obj/bench/size/objects.o

# ---- markdiff beside perf diff --------------------------------------------------------------------

$(O)/bench/timed: $(O)/obj/bench/diff/timed.o
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^

bench-diff: $(O)/markdiff $(O)/bench/timed ## measure markdiff beside perf diff, on recordings that it makes (ARGS="-n 100000 -r 3")
	@bench/diff/measure.sh $(ARGS) $(O)

# ---- whole programs -------------------------------------------------------------------------------

$(O)/bench/interval: $(O)/obj/bench/macro/user/interval.o $(O)/obj/bench/all.a
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ -lm

macro-user: deps all $(O)/bench/interval ## what markers cost Lua, SQLite and redis, off and on (ARGS=--quick)
	@CC='$(CC)' bench/macro/user.sh $(ARGS) $(O)

# ---- the document ---------------------------------------------------------------------------------

report: deps all ## measure everything and write build/report/report.html (ARGS=--quick)
	@bench/report/report.sh $(ARGS) $(O)

.PHONY: bench-diff macro-user report
