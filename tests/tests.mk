# SPDX-License-Identifier: GPL-2.0-only
#
# The tests: what is built for them.  tests/run says in which order they run, and counts.

UNIT_SRC   := $(wildcard tests/unit/test_*.c)
STRESS_SRC := $(wildcard tests/stress/test_*.c)
FUZZ_SRC   := $(wildcard tests/fuzz/fuzz_*.c)
UNIT       := $(UNIT_SRC:%.c=$(O)/%)
STRESS     := $(STRESS_SRC:%.c=$(O)/%)
FUZZ       := $(FUZZ_SRC:%.c=$(O)/%)
# What the scripts of tests/e2e need to run; none of it is a test itself.
E2E        := $(O)/tests/e2e/recording $(O)/tests/e2e/json_check
TRACED     := $(O)/tests/e2e/traced
PAGE       := $(O)/tests/e2e/page_write
E2E_MORE   := $(PAGE) $(O)/bench/timed $(O)/bench/interval $(O)/tests/kernel/talk
TEST_ARCHIVES := $(call archives,$(TOOL_DIRS)) $(O)/libmarker.a

# liburcu's readers are where their type may not be (Makefile); this one asks them in line.
$(O)/obj/tests/unit/test_core_general.o: EXTRA = $(if $(SAN),-fno-sanitize=alignment)

# The tests of the core need nothing but the core, so that they run on any target.
CORE_UNIT  := $(patsubst %.c,$(O)/%,$(wildcard tests/unit/test_core_*.c))
CORE_STRESS := $(patsubst %.c,$(O)/%,$(wildcard tests/stress/test_core_*.c))

test-programs: $(UNIT) $(STRESS) $(E2E) $(TRACED) $(E2E_MORE)
core-test-programs: $(CORE_UNIT) $(CORE_STRESS)
fuzz-programs: $(FUZZ)

$(CORE_UNIT) $(CORE_STRESS): $(O)/tests/%: $(O)/obj/tests/%.o $(O)/libmarker.a
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -rdynamic -o $@ $^ -lcmocka $(MARKER_LIBS)

$(E2E): $(O)/%: $(O)/obj/%.o
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ -ljson-c

$(TRACED): $(O)/%: $(O)/obj/%.o $(O)/libmarker.so
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< -L$(O) -Wl,-rpath,'$$ORIGIN/../..' -lmarker -lpthread

$(PAGE): $(O)/%: $(O)/obj/%.o $(call archives,user/page)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^

# For guests of QEMU, which have no libraries.
$(O)/tests/kernel/talk: $(O)/obj/tests/kernel/talk.o $(call archives,user/markctl user/lib) $(O)/libmarker.a
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) $(if $(SAN),,-static) -o $@ $^ $(MARKER_LIBS)

$(filter-out $(CORE_UNIT) $(CORE_STRESS),$(UNIT) $(STRESS)): $(O)/tests/%: $(O)/obj/tests/%.o $(TEST_ARCHIVES)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS_ALL) -rdynamic -o $@ -Wl,--start-group $^ -Wl,--end-group \
		-lcmocka $(TOOL_LIBS) -lbabeltrace2 $(BENCH_LIBS) $(MARKER_LIBS)

# Nothing of the rows of markbench, which take as long to compile as all else.
$(O)/tests/fuzz/fuzz_compare: $(patsubst %.c,$(O)/obj/%.o,$(wildcard bench/compare/*.c)) \
	$(patsubst %,$(O)/obj/bench/%.o,json run/difference run/difference_counts run/stat)
$(FUZZ): $(O)/tests/%: $(O)/obj/tests/%.o $(filter-out $(O)/obj/bench/all.a,$(TEST_ARCHIVES))
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -fsanitize=fuzzer $(LDFLAGS_ALL) -rdynamic -o $@ -Wl,--start-group $^ -Wl,--end-group \
		$(TOOL_LIBS) -lbabeltrace2 $(BENCH_LIBS) $(MARKER_LIBS)

check: deps ## all tests; ends with "N passed, N failed, N skipped"
	@tests/run $(O) '$(CC)'

check-long: deps ## all tests, those that have a long form in that
	@MARKER_LONG=1 tests/run $(O) '$(CC)'

check-matrix: deps lib ## the marked program under every compiler, option and linker (make check has most)
	@tests/e2e/test_build_matrix.sh $(O) .

check-verdicts: deps lib tools ## how often markdiff's verdicts of 60 recordings are right (some minutes; needs a quiet machine)
	@tests/verdicts/rates.sh $(O)

lint: $(PPROF_CODE) ## clang-format, clang-tidy, cppcheck, and the house rules that a script can check
	@tests/lint $(O)

.PHONY: check-long check-matrix check-verdicts test-programs core-test-programs fuzz-programs check lint
