// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_toggle.c - every value that is read beside toggles is checked
 *
 * One writer switches an immediate site; a generation counter says what may be read meanwhile:
 *
 *	generation % 4	0	1		2	3
 *	the site is	off	going on	on	going off
 *	a read gives	0	0 or 1		1	0 or 1
 *
 * A read that began and ended in one even generation is checked: its value, and that the probe was
 * called exactly if it was 1.  The writer lets no even generation go by without such a read of each
 * reader.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "crew.h"

static unsigned int toggles = 2000;
module_param(toggles, uint, 0444);
MODULE_PARM_DESC(toggles, "how often the site is switched");

static unsigned int limit = 400;
module_param(limit, uint, 0444);
MODULE_PARM_DESC(limit, "after how many seconds it has been often enough");

static unsigned int generation;

static void called(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct reader *reader = va_arg(*args, struct reader *);

	reader->calls++;
}

static void check(struct reader *reader, unsigned int before, unsigned int after, bool value,
		  unsigned long calls)
{
	if (before != after || before & 1)
		return;
	if (value != (before >> 1 & 1) || calls != value)
		reader->wrong++;
	WRITE_ONCE(reader->checked, reader->checked + 1);
}

static int read_values(void *data)
{
	struct reader *reader = data;

	while (!kthread_should_stop()) {
		/* Pair with next_generation(): this one, and the barrier below. */
		unsigned int before = smp_load_acquire(&generation), after;
		unsigned long calls = reader->calls;
		bool value = false;

		MARK_IMMEDIATE(toggle_value, "reader %p %d", reader, value = true);
		smp_rmb();
		after = READ_ONCE(generation);
		check(reader, before, after, value, reader->calls - calls);
		breathe(++reader->reads);
	}
	return 0;
}

static void next_generation(void)
{
	/* Pair with read_values(). */
	smp_mb();
	WRITE_ONCE(generation, generation + 1);
	smp_mb();
}

static void await_checked_reads(void)
{
	unsigned int i;

	for (i = 0; i < nr_crew; i++) {
		unsigned long seen = READ_ONCE(crew[i].checked);

		while (READ_ONCE(crew[i].checked) == seen)
			cond_resched();
	}
}

static bool toggle(bool on)
{
	int ret;

	next_generation();
	ret = on ? marker_probe_register("toggle_value", "reader %p %d", called, NULL) :
		   marker_probe_unregister("toggle_value", called, NULL);
	next_generation();
	return ret == on;
}

static void every_value_is_right(void)
{
	ktime_t start = ktime_get(), end = ktime_add_ms(start, limit * 1000ll);
	unsigned int i;

	generation = 0;
	if (num_online_cpus() < 2) {
		skip("there is one CPU");
		return;
	}
	expect_eq(start_crew(read_values, wanted_readers()), 0);
	for (i = 0; i < toggles && !*ktest_why && ktime_before(ktime_get(), end); i++) {
		expect(toggle(!(i & 1)));
		await_checked_reads();
		cond_resched();
	}
	stop_crew();
	if (i & 1)
		marker_probe_unregister("toggle_value", called, NULL);
	marker_synchronize();
	tell(i, ktime_ms_delta(ktime_get(), start));
}

static const struct ktest tests[] = {
	{ "K3 every value read beside toggles is right", every_value_is_right },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: values read beside toggles");
MODULE_LICENSE("GPL");
