// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_formats.c - what travels through a site: arguments in lists and in registers, and formats
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ktest.h"

/* ---- arguments --------------------------------------------------------------------------- */

#define TWELVE "%d %ld %p %c %s %llu %hd %zu %x %hhu %i %lx"

static void take_twelve(void *private_data, const struct marker_info *marker, va_list *args)
{
	expect_eq(marker->nfields, 12);
	expect_eq(va_arg(*args, int), -1);
	expect_eq(va_arg(*args, long), LONG_MIN);
	expect(va_arg(*args, void *) == (void *)marker_synchronize);
	expect_eq(va_arg(*args, int), 'c');
	expect(!strcmp(va_arg(*args, const char *), "text"));
	expect(va_arg(*args, unsigned long long) == ULLONG_MAX);
	expect_eq(va_arg(*args, int), -7);
	expect_eq(va_arg(*args, size_t), 1ul << 40);
	expect_eq(va_arg(*args, unsigned int), 0xfedcba98u);
	expect_eq(va_arg(*args, int), 250);
	expect_eq(va_arg(*args, int), INT_MIN);
	expect_eq(va_arg(*args, unsigned long), 0x123456789abcdef0ul);
	atomic_inc(private_data);
}

static noinline void hit_twelve(void)
{
	MARK(format_twelve, TWELVE, -1, LONG_MIN, (void *)marker_synchronize, 'c', "text",
	     ULLONG_MAX, (short)-7, (size_t)1 << 40, 0xfedcba98u, (unsigned char)250, INT_MIN,
	     0x123456789abcdef0ul);
}

static void twelve_arguments_in_a_list(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("format_twelve", TWELVE, take_twelve, &hits), 1);
	hit_twelve();
	expect_eq(atomic_read(&hits), 1);
	marker_probe_unregister("format_twelve", take_twelve, &hits);
	marker_synchronize();
}

static void direct_0(void *hits)
{
	atomic_inc(hits);
}

static void direct_1(void *hits, int a)
{
	expect_eq(a, -5);
	atomic_inc(hits);
}

static void direct_2(void *hits, long a, signed char b)
{
	expect_eq(a, LONG_MAX);
	expect_eq(b, -128);
	atomic_inc(hits);
}

static void direct_3(void *hits, const char *a, unsigned char b, short c)
{
	expect(!strcmp(a, "three"));
	expect_eq(b, 255);
	expect_eq(c, -32768);
	atomic_inc(hits);
}

static void direct_4(void *hits, unsigned long long a, int b, void *c, char d)
{
	expect(a == ULLONG_MAX - 1);
	expect_eq(b, 17);
	expect(c == hits);
	expect_eq(d, 'd');
	atomic_inc(hits);
}

static void direct_5(void *hits, char a, long b, void *c, unsigned int d, unsigned long e)
{
	expect_eq(a, 'a');
	expect_eq(b, -2);
	expect(!c);
	expect_eq(d, 0xffffffffu);
	expect_eq(e, 1ul << 63);
	atomic_inc(hits);
}

static noinline void hit_direct(void *self)
{
	MARK_NOARGS(format_direct_0);
	MARK(format_direct_1, "%d", -5);
	MARK_IMMEDIATE(format_direct_2, "%ld %hhd", LONG_MAX, (signed char)-128);
	MARK_GENERIC(format_direct_3, "%s %hhu %hd", "three", (unsigned char)255, (short)-32768);
	MARK(format_direct_4, "%llu %d %p %c", ULLONG_MAX - 1, 17, self, 'd');
	MARK_IMMEDIATE(format_direct_5, "%c %ld %p %u %lu", 'a', -2l, NULL, 0xffffffffu, 1ul << 63);
}

static int register_direct(atomic_t *hits)
{
	return marker_probe_register_direct("format_direct_0", "", direct_0, hits) +
	       marker_probe_register_direct("format_direct_1", "%d", direct_1, hits, int) +
	       marker_probe_register_direct("format_direct_2", "%ld %hhd", direct_2, hits, long,
					    signed char) +
	       marker_probe_register_direct("format_direct_3", "%s %hhu %hd", direct_3, hits,
					    const char *, unsigned char, short) +
	       marker_probe_register_direct("format_direct_4", "%llu %d %p %c", direct_4, hits,
					    unsigned long long, int, void *, char) +
	       marker_probe_register_direct("format_direct_5", "%c %ld %p %u %lu", direct_5, hits,
					    char, long, void *, unsigned int, unsigned long);
}

static void unregister_direct(atomic_t *hits)
{
	expect_eq(marker_probe_unregister_all((marker_probe_fn *)(void *)direct_0, hits), 1);
	expect_eq(marker_probe_unregister_all((marker_probe_fn *)(void *)direct_1, hits), 1);
	expect_eq(marker_probe_unregister_all((marker_probe_fn *)(void *)direct_2, hits), 1);
	expect_eq(marker_probe_unregister_all((marker_probe_fn *)(void *)direct_3, hits), 1);
	expect_eq(marker_probe_unregister_all((marker_probe_fn *)(void *)direct_4, hits), 1);
	expect_eq(marker_probe_unregister_all((marker_probe_fn *)(void *)direct_5, hits), 1);
	marker_synchronize();
}

static void none_to_five_arguments_directly(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(register_direct(&hits), 6);
	hit_direct(&hits);
	expect_eq(atomic_read(&hits), 6);
	unregister_direct(&hits);
	hit_direct(&hits);
	expect_eq(atomic_read(&hits), 6);
}

/* Beside another probe the arguments come through a list, and out of it into registers again. */
static void direct_probes_beside_others(void)
{
	atomic_t hits = ATOMIC_INIT(0), all = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("format_direct_*", NULL, count_hit, &all), 6);
	expect_eq(register_direct(&hits), 6);
	hit_direct(&hits);
	expect_eq(atomic_read(&hits), 6);
	expect_eq(atomic_read(&all), 6);
	expect_eq(marker_probe_unregister("format_direct_*", count_hit, &all), 0);
	hit_direct(&hits);
	expect_eq(atomic_read(&hits), 12);
	unregister_direct(&hits);
}

static void six(void *private_data, int a, int b, int c, int d, int e, int f)
{
}

static void six_arguments_do_not_go_directly(void)
{
	expect_eq(marker_probe_register_direct("format_six", "%d %d %d %d %d %d", six, NULL, int,
					       int, int, int, int, int),
		  -EINVAL);
}

/* ---- formats ------------------------------------------------------------------------------- */

static noinline void hit_formats(void)
{
	MARK(format_two, "a %d", 1);
	MARK_IMMEDIATE(format_two, "b %s", "b");
	MARK_GENERIC(format_two, "b %s", "c");
	MARK(format_text, "\"quoted\" \\ %% , 'n' %d\t{}", 1);
	MARK(format_odd, "%d %*d %.*s", 1, 2, 3, 4, "text");
}

static noinline void hit_key(void)
{
	MARK(format_key, "n %d", 1);
}

static void another_format_is_refused(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("format_key", "n %u", count_hit, &hits), -EINVAL);
	expect_eq(marker_probe_register("format_key", "n %d ", count_hit, &hits), -EINVAL);
	expect_eq(marker_probe_register("format_key", "", count_hit, &hits), -EINVAL);
	expect_eq(sites_on("format_key"), 0);
	hit_key();
	expect_eq(atomic_read(&hits), 0);
	expect_eq(marker_probe_unregister("format_key", count_hit, &hits), -ENOENT);
}

static void mismatched_sites_are_counted(void)
{
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_probe probe = {
		.name = "format_two", .format = "b %s", .func = count_hit, .private_data = &hits
	};
	struct marker_result result;

	expect_eq(marker_probe_connect(&probe, &result), 2);
	expect_eq(result.matched, 2);
	expect_eq(result.mismatched, 1);
	expect_eq(result.failed, 0);
	expect_eq(result.pending, 0);
	hit_formats();
	expect_eq(atomic_read(&hits), 2);
	marker_probe_unregister("format_two", count_hit, &hits);
	marker_synchronize();
}

static void no_format_takes_every_format(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("format_two", NULL, count_hit, &hits), 3);
	hit_formats();
	expect_eq(atomic_read(&hits), 3);
	marker_probe_unregister("format_two", count_hit, &hits);
	marker_synchronize();
}

static void any_text_in_a_format(void)
{
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_status status;

	expect_eq(marker_status_of("format_text", &status), 1);
	expect(!strcmp(status.info.format, "\"quoted\" \\ %% , 'n' %d\t{}"));
	expect_eq(status.info.nfields, 1);
	expect_eq(marker_probe_register("format_text", status.info.format, count_hit, &hits), 1);
	hit_formats();
	expect_eq(atomic_read(&hits), 1);
	marker_probe_unregister("format_text", count_hit, &hits);
	marker_synchronize();
}

static void take_odd(void *private_data, const struct marker_info *marker, va_list *args)
{
	expect_eq(marker->nfields, 5);
	expect_eq(va_arg(*args, int), 1);
	expect_eq(va_arg(*args, int), 2);
	expect_eq(va_arg(*args, int), 3);
	expect_eq(va_arg(*args, int), 4);
	expect(!strcmp(va_arg(*args, const char *), "text"));
	atomic_inc(private_data);
}

static void stars_take_arguments(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("format_odd", NULL, take_odd, &hits), 1);
	hit_formats();
	expect_eq(atomic_read(&hits), 1);
	marker_probe_unregister("format_odd", take_odd, &hits);
	marker_synchronize();
}

/* ---- mark_enabled() ------------------------------------------------------------------------ */

static noinline bool asked(void)
{
	return mark_enabled(format_two);
}

static void a_query_follows_every_format(void)
{
	atomic_t hits = ATOMIC_INIT(0), other = ATOMIC_INIT(0);

	expect(!asked());
	expect_eq(marker_probe_register("format_two", "a %d", count_hit, &hits), 1);
	expect(asked());
	expect_eq(marker_probe_register("format_two", "b %s", count_hit, &other), 2);
	marker_probe_unregister("format_two", count_hit, &hits);
	expect(asked());
	marker_probe_unregister("format_two", count_hit, &other);
	expect(!asked());
	marker_synchronize();
}

static const struct ktest tests[] = {
	{ "T24 twelve arguments of many types in a list", twelve_arguments_in_a_list },
	{ "none to five arguments directly", none_to_five_arguments_directly },
	{ "direct probes beside others", direct_probes_beside_others },
	{ "six arguments do not go directly", six_arguments_do_not_go_directly },
	{ "another format is -EINVAL and the site stays off", another_format_is_refused },
	{ "T21 mismatched sites are counted", mismatched_sites_are_counted },
	{ "T22 no format takes every format", no_format_takes_every_format },
	{ "T28 any text in a format", any_text_in_a_format },
	{ "stars in a format take arguments", stars_take_arguments },
	{ "mark_enabled() follows every format", a_query_follows_every_format },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: arguments and formats");
MODULE_LICENSE("GPL");
