// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_stress.c - two writers beside readers, and private data that is freed
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "crew.h"

#include <linux/cpu.h>
#include <linux/delay.h>

static unsigned int seconds = 2;
module_param(seconds, uint, 0444);
MODULE_PARM_DESC(seconds, "how long each case runs");

/* ---- two writers, many readers ------------------------------------------------------------- */

/* What a hit finds: a call of each writer's probe, or of another's data. */
struct heard {
	unsigned int calls[2], mixed;
};

static const char owners[2] = { 'a', 'b' };

static void probe_a(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct heard *heard = va_arg(*args, struct heard *);

	heard->calls[0]++;
	heard->mixed += private_data != &owners[0];
}

static void probe_b(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct heard *heard = va_arg(*args, struct heard *);

	heard->calls[1]++;
	heard->mixed += private_data != &owners[1];
}

static marker_probe_fn *const probes[2] = { probe_a, probe_b };

static noinline void hit_both(struct heard *heard)
{
	MARK_IMMEDIATE(stress_immediate, "heard %p", heard);
	MARK_GENERIC(stress_generic, "heard %p", heard);
}

static noinline void hit_key(struct heard *heard)
{
	MARK(stress_key, "heard %p", heard);
}

static int hit_for_ever(void *data)
{
	struct reader *reader = data;
	unsigned long last = jiffies;

	while (!kthread_should_stop()) {
		struct heard heard = { .mixed = 0 };

		hit_both(&heard);
		if (time_after(jiffies, last + 16)) {
			hit_key(&heard);
			last = jiffies;
		}
		reader->wrong += heard.mixed;
		reader->calls += heard.calls[0] + heard.calls[1];
		breathe(++reader->reads);
	}
	return 0;
}

struct writer {
	struct task_struct *thread;
	unsigned int nr, rounds;
	ktime_t end;
	bool wrong;
};

static void both_here(void *data)
{
	hit_both(data);
}

static void key_here(void *data)
{
	hit_key(data);
}

/* On this CPU and on all: what register and unregister have promised. */
static bool hits_are(smp_call_func_t here, unsigned int nr, unsigned int wanted)
{
	struct heard heard = { .mixed = 0 };
	unsigned int cpu, total, cpus = 1;

	here(&heard);
	total = heard.calls[nr];
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		memset(&heard, 0, sizeof(heard));
		smp_call_function_single(cpu, here, &heard, 1);
		total += heard.calls[nr];
		cpus++;
	}
	cpus_read_unlock();
	return total == cpus * wanted;
}

/* The markers of the pattern are the @wanted ones that @here hits. */
static bool write_round(const char *glob, smp_call_func_t here, unsigned int nr, int wanted)
{
	void *data = (void *)&owners[nr];

	if (marker_probe_register(glob, "heard %p", probes[nr], data) != wanted ||
	    !hits_are(here, nr, wanted))
		return false;
	return !marker_probe_unregister(glob, probes[nr], data) && hits_are(here, nr, 0);
}

static int write_for_a_time(void *data)
{
	struct writer *writer = data;

	while (!kthread_should_stop() && ktime_before(ktime_get(), writer->end)) {
		if (!write_round("stress_[ig]*", both_here, writer->nr, 2))
			writer->wrong = true;
		writer->rounds++;
		cond_resched_tasks_rcu_qs();
	}
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

static struct writer writers[2];

static void start_writers(void)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		writers[i] = (struct writer){
			.nr = i,
			.end = ktime_add_ms(ktime_get(), seconds * 1000),
		};

		writers[i].thread =
			kthread_run(write_for_a_time, &writers[i], "marker-writer/%u", i);
	}
}

static void stop_writers(void)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		kthread_stop(writers[i].thread);
		expect(!writers[i].wrong);
		expect(writers[i].rounds > 0);
	}
}

static int walk(const struct marker_status *status, void *data)
{
	expect(status->on <= 64);
	return 0;
}

static void two_writers_and_many_readers(void)
{
	ktime_t start = ktime_get();

	expect_eq(start_crew(hit_for_ever, wanted_readers() + 2), 0);
	start_writers();
	while (ktime_ms_delta(ktime_get(), start) < seconds * 1000) {
		expect_eq(marker_for_each(walk, NULL), 0);
		expect_eq(marker_refresh(NULL) < 0, 0);
		msleep(1);
	}
	stop_writers();
	stop_crew();
	marker_synchronize();
	tell(2 * (writers[0].rounds + writers[1].rounds), ktime_ms_delta(ktime_get(), start));
}

/* Few, for mod_fire.c's reason. */
static void keys_beside_readers(void)
{
	ktime_t start = ktime_get();
	unsigned int n;

	expect_eq(start_crew(hit_for_ever, wanted_readers()), 0);
	for (n = 0; ktime_ms_delta(ktime_get(), start) < seconds * 1000; n++) {
		expect(write_round("stress_key", key_here, 0, 1));
		msleep(20);
	}
	stop_crew();
	marker_synchronize();
	tell(2 * n, ktime_ms_delta(ktime_get(), start));
}

/* ---- private data that is freed ------------------------------------------------------------ */

#define LIVE 0x11fe11fe11fe11feul

static void live_data(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct heard *heard = va_arg(*args, struct heard *);

	heard->calls[0]++;
	heard->mixed += READ_ONCE(*(unsigned long *)private_data) != LIVE;
}

static bool come_and_go(unsigned int nr)
{
	unsigned long *data[4];
	unsigned int i;
	bool right = true;

	for (i = 0; i < nr; i++) {
		data[i] = kmalloc(sizeof(*data[i]), GFP_KERNEL);
		if (!data[i])
			return false;
		*data[i] = LIVE;
		right &= marker_probe_register("stress_[ig]*", NULL, live_data, data[i]) == 2;
	}
	for (i = 0; i < nr; i++)
		right &= !marker_probe_unregister("stress_[ig]*", live_data, data[i]);
	marker_synchronize();
	for (i = 0; i < nr; i++) {
		WRITE_ONCE(*data[i], 0xdeaddeaddeaddeadul);
		kfree(data[i]);
	}
	return right;
}

static void data_is_freed_after_synchronize(void)
{
	ktime_t start = ktime_get();
	unsigned int n = 0;

	expect_eq(start_crew(hit_for_ever, wanted_readers() + 1), 0);
	while (ktime_ms_delta(ktime_get(), start) < seconds * 1000)
		expect(come_and_go(1 + n++ % 3));
	stop_crew();
	tell(n, ktime_ms_delta(ktime_get(), start));
}

static const struct ktest tests[] = {
	{ "T01 T15 T42 T43 T44 T50 two writers and many readers", two_writers_and_many_readers },
	{ "T42 T50 static keys beside readers", keys_beside_readers },
	{ "T01 T03 T17 data is freed after marker_synchronize()", data_is_freed_after_synchronize },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: writers beside readers");
MODULE_LICENSE("GPL");
