// SPDX-License-Identifier: GPL-2.0-only
/*
 * Marked lines as the compiler makes them: values, side effects, copies, queries, all kinds.
 */
#include "core_test.h"
#include "core_sites.h"

#include <alloca.h>
#include <pthread.h>

/* What a hit says, by printf itself: equal text is equal values, for every type. */
struct said {
	char text[512];
	unsigned int hits;
};

static void say(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct said *said = private_data;

	vsnprintf(said->text, sizeof(said->text), marker->format, *args);
	said->hits++;
}

static struct said said;

static void check_said(const char *expected, const char *macro)
{
	if (said.hits != 1 || strcmp(said.text, expected) != 0)
		fail_msg("%s: %u hits, \"%s\" for \"%s\"", macro, said.hits, said.text, expected);
	memset(&said, 0, sizeof(said));
}

#define CHECK_MACRO(macro, name, ...)         \
	do {                                  \
		macro(name, __VA_ARGS__);     \
		check_said(expected, #macro); \
	} while (0)

/* One line by each macro, off and on. */
#define CHECK(name, ...)                                                          \
	do {                                                                      \
		char expected[512];                                               \
                                                                                  \
		snprintf(expected, sizeof(expected), __VA_ARGS__);                \
		memset(&said, 0, sizeof(said));                                   \
		MARK(name, __VA_ARGS__);                                          \
		MARK_GENERIC(name, __VA_ARGS__);                                  \
		MARK_IMMEDIATE(name, __VA_ARGS__);                                \
		MARK_MOV(name, __VA_ARGS__);                                      \
		assert_int_equal(said.hits, 0);                                   \
		assert_true(marker_probe_register(#name, NULL, say, &said) >= 8); \
		CHECK_MACRO(MARK, name, __VA_ARGS__);                             \
		CHECK_MACRO(MARK_JUMP, name, __VA_ARGS__);                        \
		CHECK_MACRO(MARK_GENERIC, name, __VA_ARGS__);                     \
		CHECK_MACRO(MARK_IMMEDIATE, name, __VA_ARGS__);                   \
		CHECK_MACRO(MARK_MOV, name, __VA_ARGS__);                         \
		assert_int_equal(marker_probe_unregister(#name, say, &said), 0);  \
		MARK(name, __VA_ARGS__);                                          \
		assert_int_equal(said.hits, 0);                                   \
	} while (0)

/* ---- values ---------------------------------------------------------------------------------- */

static void integers(void **state)
{
	CHECK(v_int, "%d", -123456789);
	CHECK(v_char, "%c%c", 'a', (char)-1);
	CHECK(v_short, "%hd %hhu", (short)-3, (unsigned char)200);
	CHECK(v_unsigned, "%u %x %o", 4000000000u, 0xdeadbeefu, 0777u);
	CHECK(v_bool, "%d %d", true, (_Bool)0);
}

static void t24_sixty_four_bits(void **state)
{
	CHECK(v_long, "%ld %lu", INTPTR_MIN, ~0ul);
	CHECK(v_longlong, "%lld %llu", -(1LL << 62) - 5, ~0ULL);
	CHECK(v_size, "%zu %td %jd", sizeof(said), (ptrdiff_t)-1, (intmax_t)INTMAX_MIN);
	CHECK(v_mixed, "%d %ld %d %ld", 1, 1L << 33, -1, -(1L << 33));
}

static void pointers_and_strings(void **state)
{
	char array[] = "an array";

	CHECK(v_pointer, "%p %p", (void *)&said, (void *)NULL);
	CHECK(v_string, "%s %s %.3s", "text", array, "cut here");
	CHECK(v_function, "%p", (void *)(uintptr_t)&check_said);
}

static void doubles(void **state)
{
	CHECK(v_double, "%a %g", 1.0 / 3, -1e300);
	CHECK(v_float, "%a", 1.0f / 3);
	CHECK(v_double_many, "%g %g %g %g %g %g %g %g %g %g", 1., 2., 3., 4., 5., 6., 7., 8., 9.,
	      10.);
	CHECK(v_longdouble, "%La %d %La", 1.0L / 3, 5, 2.0L);
}

static void up_to_twelve_arguments(void **state)
{
	CHECK(n_1, "%d", 1);
	CHECK(n_2, "%d%d", 1, 2);
	CHECK(n_3, "%d%d%d", 1, 2, 3);
	CHECK(n_4, "%d%d%d%d", 1, 2, 3, 4);
	CHECK(n_5, "%d%d%d%d%d", 1, 2, 3, 4, 5);
	CHECK(n_6, "%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6);
	CHECK(n_7, "%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7);
	CHECK(n_8, "%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8);
	CHECK(n_9, "%d%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8, 9);
	CHECK(n_10, "%d%d%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
	CHECK(n_11, "%d%d%d%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
	CHECK(n_12, "%d%d%d%d%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
	CHECK(n_12_mixed, "%d %ld %g %s %p %c %u %lx %g %Lg %d %s", -1, -1L, .5, "s", (void *)&said,
	      'c', ~0u, ~0ul, .25, 1.5L, 2, "end");
	CHECK(n_stars, "%*d %-*.*f", 5, 1, 10, 2, 1.5);
}

static int comma(int a, int b)
{
	return a * 10 + b;
}

static void expressions(void **state)
{
	struct {
		unsigned int bits : 5;
		int sign : 3;
		char name[8];
	} s = { .bits = 31, .sign = -4, .name = "field" }, *p = &s;

	CHECK(x_bits, "%u %d %s", s.bits, p->sign, p->name);
	CHECK(x_commas, "%d %d", comma(1, 2), (comma(3, 4), comma(5, 6)));
	CHECK(x_compound, "%d", ((int[]){ 1, 2, 3 })[1]);
	CHECK(x_ternary, "%s", p ? "yes" : "no");
	CHECK(x_sizeof, "%zu", sizeof(int[3]));
}

static void t28_text_in_a_format(void **state)
{
	CHECK(t28, "say \"%d\", 100%% of \\n {%s}; 'x'\t%%d\x7f\xc3\xa9\n", 5, "a,b");
	CHECK(t28_no_arguments, "no argument, \"100%%\"");
}

/* ---- side effects ---------------------------------------------------------------------------- */

static unsigned int evaluated;

static int evaluate(void)
{
	return ++evaluated;
}

static void hit_evaluating(void)
{
	MARK(t29, "%d", evaluate());
	MARK_GENERIC(t29, "%d", evaluate());
	MARK_IMMEDIATE(t29, "%d", evaluate());
	MARK_MOV(t29, "%d", evaluate());
}

static void t29_arguments_are_evaluated_when_on_alone(void **state)
{
	unsigned int hits = 0;

	hit_evaluating();
	assert_int_equal(evaluated, 0);
	assert_true(marker_probe_register("t29", "%d", count_hit, &hits) >= 4);
	hit_evaluating();
	assert_int_equal(evaluated, 4);
	assert_int_equal(hits, 4);
	marker_probe_unregister("t29", count_hit, &hits);
	hit_evaluating();
	assert_int_equal(evaluated, 4);
}

/* A macro that is one statement and nothing more. */
static unsigned int branches(int which)
{
	if (which == 1)
		MARK(branch, "%d", which);
	else if (which == 2)
		MARK_GENERIC(branch, "%d", which);
	else if (which == 3)
		MARK_NOARGS(branch_none);
	else
		return 4;
	return which;
}

static void a_mark_is_one_statement(void **state)
{
	unsigned int hits = 0, i;

	assert_true(marker_probe_register("branch*", NULL, count_hit, &hits) >= 3);
	for (i = 1; i <= 4; i++) {
		assert_int_equal(branches(i), i);
		assert_int_equal(hits, i < 3 ? i : 3);
	}
	marker_probe_unregister("branch*", count_hit, &hits);
}

/* ---- kinds, spellings ------------------------------------------------------------------------ */

static unsigned int kind_of(const char *name)
{
	struct sought sought = seek(name, NULL);
	unsigned int kind, found = MARKER_NR_KINDS;

	assert_int_equal(sought.found, 1);
	for (kind = 0; kind < MARKER_NR_KINDS; kind++)
		if (sought.status.sites[kind]) {
			assert_int_equal(found, MARKER_NR_KINDS);
			found = kind;
		}
	return found;
}

static void each_macro_makes_its_kind(void **state)
{
	MARK(kind_best, "%d", 1);
	MARK_JUMP(kind_jump, "%d", 1);
	MARK_IMMEDIATE(kind_immediate, "%d", 1);
	MARK_MOV(kind_mov, "%d", 1);
	MARK_GENERIC(kind_generic, "%d", 1);
	MARK_NOARGS(kind_noargs);
	trace_mark(kind_trace, "%d", 1);
	_trace_mark(kind__trace, "%d", 1);
	MARK_OPTIMIZED(kind_optimized, "%d", 1);
	assert_int_equal(kind_of("kind_best"), KIND_OF_JUMP);
	assert_int_equal(kind_of("kind_jump"), KIND_OF_JUMP);
	assert_int_equal(kind_of("kind_immediate"), KIND_OF_IMMEDIATE);
	assert_int_equal(kind_of("kind_mov"), KIND_OF_MOV);
	assert_int_equal(kind_of("kind_generic"), MARKER_KIND_GENERIC);
	assert_int_equal(kind_of("kind_noargs"), KIND_OF_JUMP);
	assert_int_equal(kind_of("kind_trace"), KIND_OF_JUMP);
	assert_int_equal(kind_of("kind__trace"), MARKER_KIND_GENERIC);
	assert_int_equal(kind_of("kind_optimized"), KIND_OF_IMMEDIATE);
	assert_string_equal(seek("kind_noargs", NULL).status.info.format, "");
}

/* ---- queries --------------------------------------------------------------------------------- */

static bool asks(void)
{
	return mark_enabled(asked);
}

static void hit_asked(void)
{
	MARK(asked, "%d", 1);
	MARK(asked, "%s", "another format");
}

static void mark_enabled_follows_any_probe(void **state)
{
	unsigned int ints = 0, strings = 0;

	hit_asked();
	assert_false(asks());
	marker_probe_register("asked", "%d", count_hit, &ints);
	assert_true(asks());
	marker_probe_register("asked", "%s", count_hit, &strings);
	marker_probe_unregister("asked", count_hit, &ints);
	assert_true(asks());
	marker_probe_unregister("asked", count_hit, &strings);
	assert_false(asks());
	marker_probe_register("as*", NULL, count_hit, &ints);
	assert_true(asks());
	hit_asked();
	marker_probe_unregister("as*", count_hit, &ints);
	assert_false(asks());
	assert_int_equal(ints, 2);
	assert_int_equal(strings, 0);
}

static void a_query_is_no_marker(void **state)
{
	struct sought sought = seek("asked_alone", NULL);
	struct marker_result result;
	unsigned int hits;

	if (mark_enabled(asked_alone))
		fail();
	assert_int_equal(sought.found, 0);
	assert_int_equal(connect_as("asked_alone", NULL, 0, count_hit, &hits, &result), 0);
	assert_int_equal(result.pending, 1);
	assert_int_equal(result.matched, 0);
	assert_false(mark_enabled(asked_alone));
	assert_int_equal(marker_probe_unregister("asked_alone", count_hit, &hits), 0);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) void inlined(int i)
{
	MARK(copy_inlined, "%d", i);
}

static __attribute__((noinline)) void caller_one(void)
{
	inlined(1);
}

static __attribute__((noinline)) void caller_two(void)
{
	inlined(2);
}

static __attribute__((noinline)) void caller_three(void)
{
	inlined(3);
}

static void t59_every_inlined_copy_is_a_row(void **state)
{
	unsigned int hits = 0;
	int rows = marker_probe_register("copy_inlined", "%d", count_hit, &hits);

	assert_true(rows >= 3);
	assert_int_equal(sites_of("copy_inlined", NULL), rows);
	assert_int_equal(on_of("copy_inlined", NULL), rows);
	caller_one();
	assert_int_equal(hits, 1);
	caller_two();
	caller_three();
	assert_int_equal(hits, 3);
	marker_probe_unregister("copy_inlined", count_hit, &hits);
	caller_one();
	caller_two();
	caller_three();
	assert_int_equal(hits, 3);
}

static __attribute__((noinline)) int unrolled(int n)
{
	int i, sum = 0;

	UNROLL
	for (i = 0; i < n; i++) {
		sum += i;
		MARK(copy_unrolled, "%d", sum);
		MARK_GENERIC(copy_unrolled, "%d", sum);
		MARK_IMMEDIATE(copy_unrolled, "%d", sum);
	}
	return sum;
}

static void t59_every_unrolled_copy_is_switched(void **state)
{
	unsigned int hits = 0;

	assert_true(marker_probe_register("copy_unrolled", "%d", count_hit, &hits) >= 3);
	assert_int_equal(unrolled(1001), 500500);
	assert_int_equal(hits, 3003);
	marker_probe_unregister("copy_unrolled", count_hit, &hits);
	assert_int_equal(unrolled(1001), 500500);
	assert_int_equal(hits, 3003);
}

/* Two lines of one name in one line of source share a slot. */
#define TWO_LINES_OF_ONE_FORMAT          \
	do {                             \
		MARK(t58_same, "%d", 1); \
		MARK(t58_same, "%d", 2); \
	} while (0)
#define TWO_LINES_OF_TWO_FORMATS          \
	do {                              \
		MARK(t58_two, "%d", 1);   \
		MARK(t58_two, "%s", "2"); \
	} while (0)

static void t58_twice_on_one_line(void **state)
{
	unsigned int hits = 0;

	assert_true(marker_probe_register("t58_same", "%d", count_hit, &hits) >= 2);
	TWO_LINES_OF_ONE_FORMAT;
	assert_int_equal(hits, 2);
	marker_probe_unregister("t58_same", count_hit, &hits);
}

static void t58_two_formats_on_one_line(void **state)
{
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(connect_as("t58_two", NULL, 0, count_hit, &hits, &result), 1);
	assert_int_equal(result.mismatched, 1);
	TWO_LINES_OF_TWO_FORMATS;
	assert_int_equal(hits, 1);
	marker_probe_unregister("t58_two", count_hit, &hits);
}

/* ---- the code around ------------------------------------------------------------------------- */

static __attribute__((noinline)) long leaf(long a, long b)
{
	volatile long on_stack[12];
	unsigned int i;
	long sum = 0;

	for (i = 0; i < 12; i++)
		on_stack[i] = a * i + b;
	MARK(work_leaf, "a %ld b %ld", a, b);
	for (i = 0; i < 12; i++)
		sum += on_stack[i];
	return sum;
}

/* Would a return address be pushed onto what lies below the stack pointer, the sum told. */
static void t51_red_zone_of_a_leaf(void **state)
{
	long off = leaf(3, 5);

	assert_int_equal(off, 3 * 66 + 12 * 5);
	assert_true(marker_probe_register("work_leaf", NULL, say, &said) > 0);
	assert_int_equal(leaf(3, 5), off);
	assert_string_equal(said.text, "a 3 b 5");
	marker_probe_unregister("work_leaf", say, &said);
}

static __attribute__((noinline)) double many_live(long a, double x)
{
	long b = a * 3, c = b ^ a, d = c + b, e = d * 5, f = e - c, g = f ^ 0x55, h = g + a;
	double y = x * 3, z = y + x, u = z * y, v = u - z, w = v + .5;

	MARK(work_live, "%ld %ld %ld %g %g", a, c, e, y, u);
	MARK_IMMEDIATE(work_live, "%ld %ld %ld %g %g", b, d, f, z, v);
	MARK_MOV(work_live, "%ld %ld %ld %g %g", d, g, h, v, w);
	MARK_GENERIC(work_live, "%ld %ld %ld %g %g", a, g, h, x, w);
	return a + b + c + d + e + f + g + h + x + y + z + u + v + w;
}

static __attribute__((noinline)) long recursive(int depth)
{
	/* cppcheck-suppress allocaCalled */
	char *more = alloca(depth + 1);

	memset(more, depth, depth + 1);
	MARK(work_deep, "depth %d %p", depth, (void *)more);
	return depth ? recursive(depth - 1) + more[depth / 2] : 0;
}

/* Everything that the tests below switch; the result says whether values survive. */
static double work(void)
{
	double sum = 0;
	int i;

	for (i = 0; i < 5; i++)
		sum += many_live(i * 1234567, i + .25) + recursive(i) + leaf(i, 2 * i);
	return sum;
}

static void results_are_the_same_off_and_on(void **state)
{
	double off = work();

	assert_true(marker_probe_register("work_*", NULL, say, &said) >= 6);
	said.hits = 0;
	assert_true(work() == off);
	assert_int_equal(said.hits, 5 * 4 + 15 + 5);
	marker_probe_unregister("work_*", say, &said);
	assert_true(work() == off);
	assert_int_equal(said.hits, 5 * 4 + 15 + 5);
}

static void switch_row(struct marker_site *site, bool on)
{
	struct marker_batch batch;

	os_lock();
	site->marker->want_on = on;
	marker_batch_init(&batch);
	marker_batch_add(&batch, site);
	marker_batch_commit(&batch, NULL);
	os_unlock();
	assert_int_equal(batch.ok, 1);
}

static void switch_rows(struct marker *marker, bool on)
{
	struct marker_site *site;

	for (site = marker->sites; site; site = site->next)
		switch_row(site, on);
}

/* The hits of each row alone on, added up. */
static unsigned int hits_row_by_row(const char *name, double expected)
{
	struct marker *marker = marker_find_name(name);
	struct marker_site *site;

	said.hits = 0;
	switch_rows(marker, false);
	for (site = marker->sites; site; site = site->next) {
		switch_row(site, true);
		assert_true(work() == expected);
		switch_row(site, false);
	}
	switch_rows(marker, true);
	return said.hits;
}

/* However many copies the compiler made: no hit is lost, and none is told twice. */
static void t59_rows_alone_add_up_to_all(void **state)
{
	static const char *const names[] = { "work_live", "work_deep", "work_leaf" };
	unsigned int i, all;
	double off = work();

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_true(marker_probe_register(names[i], NULL, say, &said) > 0);
		said.hits = 0;
		work();
		all = said.hits;
		assert_true(all > 0);
		assert_int_equal(hits_row_by_row(names[i], off), all);
		marker_probe_unregister(names[i], say, &said);
	}
}

/* ---- a loop that is never left --------------------------------------------------------------- */

static bool heard[3];

static void hear(void *private_data, const struct marker_info *marker, va_list *args)
{
	*(bool *)private_data = true;
}

/* Nothing in these loops but the marker could end them. */
static void *wait_jump(void *unused)
{
	while (!heard[0])
		MARK(t31_jump, "%p", (void *)heard);
	return NULL;
}

static void *wait_immediate(void *unused)
{
	while (!heard[1])
		MARK_IMMEDIATE(t31_immediate, "%p", (void *)heard);
	return NULL;
}

static void *wait_generic(void *unused)
{
	while (!heard[2])
		MARK_GENERIC(t31_generic, "%p", (void *)heard);
	return NULL;
}

static void t31_a_running_loop_sees_it_turned_on(void **state)
{
	static void *(*const loops[])(void *) = { wait_jump, wait_immediate, wait_generic };
	static const char *const names[] = { "t31_jump", "t31_immediate", "t31_generic" };
	pthread_t thread;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		pthread_create(&thread, NULL, loops[i], NULL);
		assert_true(marker_probe_register(names[i], NULL, hear, &heard[i]) > 0);
		pthread_join(thread, NULL);
		marker_probe_unregister(names[i], hear, &heard[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),
		cmocka_unit_test(t24_sixty_four_bits),
		cmocka_unit_test(pointers_and_strings),
		cmocka_unit_test(doubles),
		cmocka_unit_test(up_to_twelve_arguments),
		cmocka_unit_test(expressions),
		cmocka_unit_test(t28_text_in_a_format),
		cmocka_unit_test(t29_arguments_are_evaluated_when_on_alone),
		cmocka_unit_test(a_mark_is_one_statement),
		cmocka_unit_test(each_macro_makes_its_kind),
		cmocka_unit_test(mark_enabled_follows_any_probe),
		cmocka_unit_test(a_query_is_no_marker),
		cmocka_unit_test(t59_every_inlined_copy_is_a_row),
		cmocka_unit_test(t59_every_unrolled_copy_is_switched),
		cmocka_unit_test(t58_twice_on_one_line),
		cmocka_unit_test(t58_two_formats_on_one_line),
		cmocka_unit_test(t51_red_zone_of_a_leaf),
		cmocka_unit_test(results_are_the_same_off_and_on),
		cmocka_unit_test(t59_rows_alone_add_up_to_all),
		cmocka_unit_test(t31_a_running_loop_sees_it_turned_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
