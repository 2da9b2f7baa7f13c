// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_probes.c - connections: order, lists, identity
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ktest.h"

static noinline void hit(void)
{
	MARK(probe_one, "a %d b %s c %ld", 1, "two", 3l);
}

static noinline void hit_others(void)
{
	MARK_IMMEDIATE(probe_two, "a %d", 1);
	MARK_GENERIC(probe_three, "a %d", 1);
	MARK_NOARGS(probe_none);
}

/* ---- order --------------------------------------------------------------------------------- */

static char order[16];

static void note_order(void *private_data, const struct marker_info *marker, va_list *args)
{
	size_t len = strlen(order);

	if (len < sizeof(order) - 1)
		order[len] = *(const char *)private_data;
}

static void connect_note(const char *letter, int priority)
{
	struct marker_probe probe = { .name = "probe_one",
				      .func = note_order,
				      .private_data = (void *)letter,
				      .priority = priority };

	expect_eq(marker_probe_connect(&probe, NULL), 1);
}

static const char *order_of_a_hit(void)
{
	memset(order, 0, sizeof(order));
	hit();
	return order;
}

static void order_of_registration_and_priorities(void)
{
	static const char *const letters = "abcde";
	int i;

	connect_note(letters + 0, 0);
	connect_note(letters + 1, 0);
	connect_note(letters + 2, 0);
	expect(!strcmp(order_of_a_hit(), "abc"));
	connect_note(letters + 3, 5);
	connect_note(letters + 4, -5);
	expect(!strcmp(order_of_a_hit(), "dabce"));
	expect_eq(marker_probe_unregister("probe_one", note_order, (void *)(letters + 1)), 0);
	expect(!strcmp(order_of_a_hit(), "dace"));
	connect_note(letters + 1, 0);
	expect(!strcmp(order_of_a_hit(), "dacbe"));
	for (i = 0; i < 5; i++)
		expect_eq(marker_probe_unregister("probe_one", note_order, (void *)(letters + i)),
			  0);
	expect(!*order_of_a_hit());
	marker_synchronize();
}

/* ---- lists --------------------------------------------------------------------------------- */

static int read_an_int(va_list *args)
{
	return va_arg(*args, int);
}

static void take_all(void *private_data, const struct marker_info *marker, va_list *args)
{
	expect_eq(read_an_int(args), 1);
	expect(!strcmp(va_arg(*args, const char *), "two"));
	expect_eq(va_arg(*args, long), 3);
	atomic_inc(private_data);
}

static void each_probe_has_its_own_list(void)
{
	atomic_t hits[3] = { ATOMIC_INIT(0), ATOMIC_INIT(0), ATOMIC_INIT(0) };
	int i;

	for (i = 0; i < 3; i++)
		expect_eq(marker_probe_register("probe_one", NULL, take_all, &hits[i]), 1);
	hit();
	for (i = 0; i < 3; i++) {
		expect_eq(atomic_read(&hits[i]), 1);
		expect_eq(marker_probe_unregister("probe_one", take_all, &hits[i]), 0);
	}
	marker_synchronize();
}

/* Whatever was in the registers may be read, and is not followed. */
static void read_too_much(void *private_data, const struct marker_info *marker, va_list *args)
{
	va_list copy;

	va_copy(copy, *args);
	(void)va_arg(copy, long);
	(void)va_arg(copy, long);
	va_end(copy);
	expect_eq(marker->nfields, 0);
	expect(!*marker->format);
	atomic_inc(private_data);
}

static void no_arguments_is_a_valid_list(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("probe_none", "", read_too_much, &hits), 1);
	hit_others();
	expect_eq(atomic_read(&hits), 1);
	marker_probe_unregister("probe_none", read_too_much, &hits);
	marker_synchronize();
}

/* ---- identity ------------------------------------------------------------------------------ */

static void same_pair_is_refused(void)
{
	atomic_t a = ATOMIC_INIT(0), b = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("probe_one", NULL, count_hit, &a), 1);
	expect_eq(marker_probe_register("probe_one", NULL, count_hit, &a), -EEXIST);
	expect_eq(marker_probe_register("probe_one", NULL, count_hit, &b), 1);
	hit();
	expect_eq(atomic_read(&a), 1);
	expect_eq(atomic_read(&b), 1);
	expect_eq(marker_probe_unregister("probe_one", count_hit, &b), 0);
	expect_eq(marker_probe_unregister("probe_one", count_hit, &a), 0);
	marker_synchronize();
}

static void what_is_absent_changes_nothing(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("probe_one", NULL, count_hit, &hits), 1);
	expect_eq(marker_probe_unregister("probe_one", count_hit, NULL), -ENOENT);
	expect_eq(marker_probe_unregister("probe_one", take_all, &hits), -ENOENT);
	expect_eq(marker_probe_unregister("probe_two", count_hit, &hits), -ENOENT);
	expect_eq(marker_probe_unregister("probe_*", count_hit, &hits), -ENOENT);
	expect_eq(marker_probe_unregister_all(take_all, &hits), -ENOENT);
	hit();
	expect_eq(atomic_read(&hits), 1);
	expect_eq(marker_probe_unregister("probe_one", count_hit, &hits), 0);
	expect_eq(marker_probe_unregister("probe_one", count_hit, &hits), -ENOENT);
	marker_synchronize();
}

static void unregister_all_takes_every_name(void)
{
	atomic_t hits = ATOMIC_INIT(0), other = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("probe_one", NULL, count_hit, &hits), 1);
	expect_eq(marker_probe_register("probe_two", NULL, count_hit, &hits), 1);
	expect_eq(marker_probe_register("probe_t*", NULL, count_hit, &hits), 2);
	expect_eq(marker_probe_register("probe_not_there", NULL, count_hit, &hits), 0);
	expect_eq(marker_probe_register("probe_two", NULL, count_hit, &other), 1);
	expect_eq(marker_probe_unregister_all(count_hit, &hits), 4);
	hit();
	hit_others();
	expect_eq(atomic_read(&hits), 0);
	expect_eq(atomic_read(&other), 1);
	expect_eq(marker_probe_unregister_all(count_hit, &other), 1);
	marker_synchronize();
}

static void nonsense_is_refused(void)
{
	static char name[4098];

	memset(name, 'n', sizeof(name) - 1);
	expect_eq(marker_probe_register(name, NULL, count_hit, NULL), -EINVAL);
	expect_eq(marker_probe_unregister(name, count_hit, NULL), -ENOENT);
	name[4096] = '\0';
	expect_eq(marker_probe_register(name, name, count_hit, NULL), 0);
	expect_eq(marker_probe_unregister(name, count_hit, NULL), 0);
	expect_eq(marker_probe_register("", NULL, count_hit, NULL), -EINVAL);
	expect_eq(marker_probe_register(NULL, NULL, count_hit, NULL), -EINVAL);
	expect_eq(marker_probe_register("probe_one", NULL, NULL, NULL), -EINVAL);
	expect_eq(marker_probe_unregister(NULL, count_hit, NULL), -ENOENT);
	expect_eq(marker_probe_unregister("probe_one", NULL, NULL), -ENOENT);
	expect_eq(marker_probe_unregister_all(NULL, NULL), -ENOENT);
}

static void connections_wait_for_their_markers(void)
{
	struct marker_probe probe = { .name = "probe_later", .func = count_hit };
	struct marker_result result;

	expect_eq(marker_probe_connect(&probe, &result), 0);
	expect_eq(result.pending, 1);
	expect_eq(result.matched, 0);
	expect_eq(marker_probe_unregister("probe_later", count_hit, NULL), 0);
}

static void many_rounds(void)
{
	atomic_t hits = ATOMIC_INIT(0);
	int i;

	for (i = 0; i < 500; i++) {
		expect_eq(marker_probe_register("probe_[to]*", NULL, count_hit, &hits), 3);
		hit();
		expect_eq(marker_probe_unregister("probe_[to]*", count_hit, &hits), 0);
	}
	expect_eq(atomic_read(&hits), 500);
	marker_synchronize();
}

static const struct ktest tests[] = {
	{ "the order of registration, and priorities", order_of_registration_and_priorities },
	{ "T26 T27 each probe has its own list", each_probe_has_its_own_list },
	{ "T25 no arguments is a valid list", no_arguments_is_a_valid_list },
	{ "T16 the same pair is refused, other data is taken", same_pair_is_refused },
	{ "T04 T18 what is absent changes nothing", what_is_absent_changes_nothing },
	{ "T08 unregister_all takes every name", unregister_all_takes_every_name },
	{ "T12 nonsense and long names are refused", nonsense_is_refused },
	{ "connections wait for their markers", connections_wait_for_their_markers },
	{ "T20 many rounds", many_rounds },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: connections");
MODULE_LICENSE("GPL");
