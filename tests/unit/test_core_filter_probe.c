// SPDX-License-Identifier: GPL-2.0-only
/*
 * The filter between markers and a probe: what comes through, what is counted, what the probe gets.
 */
#include "core_test.h"
#include "probes/filter/filter.h"
#include "probes/filter/code.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WHY	     160
#define spec_of(...) (&(struct marker_filter_spec){ __VA_ARGS__ })

static struct {
	unsigned int nr;
	int len[64];
	const char *text;
	const void *private_data;
	unsigned int attached;
} seen;

static void note(void *private_data, const struct marker_info *marker, va_list *args)
{
	unsigned int nr = __atomic_fetch_add(&seen.nr, 1, __ATOMIC_RELAXED);

	seen.private_data = private_data;
	if (marker->nfields < 2 || nr >= 64)
		return;
	seen.len[nr] = va_arg(*args, int);
	seen.text = va_arg(*args, const char *);
}

static const struct marker_named_probe inner = { .name = "note", .func = note };

static struct marker_filter *open_filter(const struct marker_filter_spec *spec,
					 const struct marker_named_probe *probe)
{
	struct marker_filter *filter = NULL;
	char why[WHY] = "";
	int err = marker_filter_open(spec, probe, &seen, &filter, why, sizeof(why));

	if (err)
		fail_msg("error %d: %s", err, why);
	return filter;
}

static int connect_filter(const char *glob, struct marker_filter *filter)
{
	struct marker_probe probe = {
		.name = glob,
		.func = marker_filter_probe,
		.private_data = filter,
		.attach = marker_filter_attach,
	};

	return marker_probe_connect(&probe, NULL);
}

static struct marker_filter_counts close_filter(struct marker_filter *filter)
{
	struct marker_filter_counts counts;

	assert_true(marker_probe_unregister_all(marker_filter_probe, filter) > 0);
	assert_int_equal(marker_synchronize(), 0);
	marker_filter_count(filter, &counts);
	marker_filter_close(filter);
	return counts;
}

static __attribute__((noinline)) void hit(int len, const char *text)
{
	MARK(fprobe_one, "len %d text %s", len, text);
}

static __attribute__((noinline)) void hit_other(int len)
{
	MARK(fprobe_other, "len %d", len);
}

static int setup(void **state)
{
	memset(&seen, 0, sizeof(seen));
	return 0;
}

static void a_condition(void **state)
{
	struct marker_filter *filter =
		open_filter(spec_of(.condition = "len > 3 && text ~ \"a*\""), &inner);
	struct marker_filter_counts counts;
	int i;

	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	for (i = 0; i < 10; i++)
		hit(i, i & 1 ? "abc" : "xyz");
	counts = close_filter(filter);
	assert_int_equal(seen.nr, 3);
	/* Its list of arguments is a whole one. */
	assert_int_equal(seen.len[0], 5);
	assert_int_equal(seen.len[2], 9);
	assert_string_equal(seen.text, "abc");
	assert_ptr_equal(seen.private_data, &seen);
	assert_int_equal(counts.condition, 7);
	assert_int_equal(counts.tid + counts.every + counts.rate, 0);
	hit(9, "abc");
	assert_int_equal(seen.nr, 3);
}

static void nothing_asked_lets_all_through(void **state)
{
	struct marker_filter *filter = open_filter(spec_of(.tid = 0), &inner);

	assert_int_equal(connect_filter("fprobe_*", filter), sites_matched("fprobe_*"));
	hit(1, "");
	hit_other(2);
	assert_int_equal(close_filter(filter).condition, 0);
	assert_int_equal(seen.nr, 2);
}

static void one_of_n_for_each_marker(void **state)
{
	struct marker_filter *filter =
		open_filter(spec_of(.condition = "len < 100", .every = 5), &inner);
	struct marker_filter_counts counts;
	int i;

	assert_int_equal(connect_filter("fprobe_*", filter), sites_matched("fprobe_*"));
	for (i = 0; i < 12; i++) {
		hit(i, "");
		hit(1000, ""); /* is not counted as one of the five */
	}
	hit_other(1);
	counts = close_filter(filter);
	assert_int_equal(seen.nr, 4);
	assert_int_equal(seen.len[0], 0);
	assert_int_equal(seen.len[1], 5);
	assert_int_equal(seen.len[2], 10);
	assert_int_equal(counts.condition, 12);
	assert_int_equal(counts.every, 9);
}

static void *hit_in_thread(void *argument)
{
	hit(7, "");
	*(u32 *)argument = gettid();
	return NULL;
}

static void one_thread(void **state)
{
	struct marker_filter *filter = open_filter(spec_of(.tid = gettid()), &inner);
	pthread_t thread;
	u32 other = 0;

	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	assert_int_equal(pthread_create(&thread, NULL, hit_in_thread, &other), 0);
	pthread_join(thread, NULL);
	assert_int_not_equal(other, gettid());
	assert_int_equal(seen.nr, 0);
	hit(1, "");
	assert_int_equal(seen.nr, 1);
	assert_int_equal(close_filter(filter).tid, 1);
}

/* A forked child is another process, and its thread another thread. */
static void a_forked_child(void **state)
{
	struct marker_filter *filter = open_filter(spec_of(.tid = gettid()), &inner);
	char condition[64];
	int status;
	pid_t child;

	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	hit(1, "");
	assert_int_equal(seen.nr, 1);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		struct marker_filter *own;

		hit(2, "");
		snprintf(condition, sizeof(condition), "pid == %d && tid == %d", getpid(),
			 gettid());
		own = open_filter(spec_of(.condition = condition), &inner);
		if (connect_filter("fprobe_one", own) > 0)
			hit(3, "");
		_exit(seen.nr == 2 && seen.len[1] == 3 ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	hit(4, "");
	assert_int_equal(seen.nr, 2);
	assert_int_equal(close_filter(filter).tid, 0);
}

/* The bucket, at moments of our own. */
static void a_bucket_of_tokens(void **state)
{
	const u64 second = 1000000000, begin = 12345 * second;
	u64 bucket = 0;
	int i;

	for (i = 0; i < 10; i++)
		assert_true(marker_filter_rate(&bucket, 10, begin));
	assert_false(marker_filter_rate(&bucket, 10, begin));
	assert_false(marker_filter_rate(&bucket, 10, begin + second / 10 - 1));
	assert_true(marker_filter_rate(&bucket, 10, begin + second / 10));
	assert_false(marker_filter_rate(&bucket, 10, begin + second / 10));
	/* Two tokens have come. */
	assert_true(marker_filter_rate(&bucket, 10, begin + 3 * second / 10));
	assert_true(marker_filter_rate(&bucket, 10, begin + 3 * second / 10));
	assert_false(marker_filter_rate(&bucket, 10, begin + 3 * second / 10));
	/* The clock went back. */
	assert_false(marker_filter_rate(&bucket, 10, begin));
	/* It overflows: a long rest gives ten and no more. */
	for (i = 0; i < 10; i++)
		assert_true(marker_filter_rate(&bucket, 10, begin + 1000 * second));
	assert_false(marker_filter_rate(&bucket, 10, begin + 1000 * second));
	bucket = 0;
	assert_true(marker_filter_rate(&bucket, 1, begin));
	assert_false(marker_filter_rate(&bucket, 1, begin + second - 1));
	assert_true(marker_filter_rate(&bucket, 1, begin + second));
	bucket = 0;
	for (i = 0; i < 1000; i++)
		assert_true(marker_filter_rate(&bucket, MARKER_FILTER_RATE_MAX, begin + i));
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

/* Holds at any speed: what came through is bounded by the time it took. */
static void so_many_a_second(void **state)
{
	struct marker_filter *filter = open_filter(spec_of(.rate = 5), &inner);
	const double begin = now();
	struct marker_filter_counts counts;
	int i;

	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	for (i = 0; i < 10000; i++)
		hit(i, "");
	counts = close_filter(filter);
	assert_true(seen.nr >= 5);
	assert_true(seen.nr <= 5 + 5 * (now() - begin + 1)); /* the coarse clock may be late */
	assert_int_equal(counts.rate, 10000 - seen.nr);
}

static void a_marker_without_the_field(void **state)
{
	struct marker_filter *filter = open_filter(spec_of(.condition = "text == \"a\""), &inner);
	char why[WHY];

	assert_false(marker_filter_unmatched(filter, why, sizeof(why)));
	assert_int_equal(connect_filter("fprobe_other", filter), sites_matched("fprobe_other"));
	assert_true(marker_filter_unmatched(filter, why, sizeof(why)));
	assert_string_equal(why, "column 1: marker fprobe_other has no field 'text'; it has len");
	hit_other(1);
	assert_int_equal(seen.nr, 0);
	/* One that has it is enough to say nothing. */
	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	assert_false(marker_filter_unmatched(filter, why, sizeof(why)));
	hit(1, "a");
	hit_other(1);
	assert_int_equal(seen.nr, 1);
	assert_int_equal(close_filter(filter).condition, 2);
}

/* ---- the probe behind says what is to be called for a marker --------------------------------- */

static void note_longer(void *private_data, const struct marker_info *marker, va_list *args)
{
	seen.nr += 100;
	seen.private_data = private_data;
}

static int attach(void *private_data, const struct marker_info *marker,
		  struct marker_attached *attached)
{
	seen.attached++;
	if (attached->func != note || attached->private_data != &seen || attached->general != 1)
		return -EDOM;
	if (seen.text)
		return -ENOMEM;
	attached->func = note_longer;
	attached->private_data = &seen.nr;
	attached->general = 0;
	return 0;
}

static const struct marker_named_probe choosy = {
	.name = "choosy",
	.func = note,
	.attach = attach,
	.general = 1,
};

static void the_probe_behind_is_asked(void **state)
{
	struct marker_filter *filter = open_filter(spec_of(.condition = "len == 1"), &choosy);

	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	assert_int_equal(seen.attached, 1);
	hit(1, "");
	hit(2, "");
	assert_int_equal(seen.nr, 100);
	assert_ptr_equal(seen.private_data, &seen.nr);
	assert_int_equal(close_filter(filter).condition, 1);
}

static void its_failure_is_the_registrations(void **state)
{
	struct marker_filter *filter = open_filter(spec_of(.tid = 0), &choosy);

	seen.text = "fail";
	assert_int_equal(connect_filter("fprobe_one", filter), -ENOMEM);
	hit(1, "");
	assert_int_equal(seen.nr, 0);
	marker_filter_close(filter);
}

static unsigned int attach_as(const struct marker_named_probe *probe,
			      const struct marker_filter_spec *spec, void **point)
{
	static const struct marker_field len = { "len", 3, 4, MARKER_INT, -1 };
	const struct marker_info marker = { "told", "len %d", &len, 1 };
	struct marker_filter *filter = open_filter(spec, probe);
	struct marker_attached attached = { .func = marker_filter_probe, .private_data = filter };

	assert_int_equal(marker_filter_attach(filter, &marker, &attached), 0);
	assert_ptr_not_equal(attached.private_data, filter);
	*point = attached.private_data;
	/* Told of it again: the same point, that goes on counting. */
	assert_int_equal(marker_filter_attach(filter, &marker, &attached), 0);
	assert_ptr_equal(attached.private_data, *point);
	marker_filter_close(filter);
	return attached.general;
}

static void general_if_all_of_it_is(void **state)
{
	static const struct marker_named_probe general = { .name = "g",
							   .func = note,
							   .general = 1 };
	void *point;

	assert_int_equal(attach_as(&general, spec_of(.tid = 0), &point), 1);
	assert_int_equal(attach_as(&general, spec_of(.condition = "len > 1", .every = 3), &point),
			 1);
	assert_int_equal(attach_as(&general, spec_of(.condition = "len > 1.5"), &point), 0);
	assert_int_equal(attach_as(&general, spec_of(.rate = 3), &point), 0);
	assert_int_equal(attach_as(&inner, spec_of(.condition = "len > 1"), &point), 0);
	assert_int_equal(attach_as(&choosy, spec_of(.condition = "len > 1"), &point), 0);
}

/* ---- what cannot be opened ------------------------------------------------------------------- */

static int error_of(const struct marker_filter_spec *spec, const char *expected)
{
	struct marker_filter *filter = (void *)&seen;
	char why[WHY] = "";
	int err = marker_filter_open(spec, &inner, NULL, &filter, why, sizeof(why));

	assert_null(filter);
	assert_string_equal(why, expected);
	return err;
}

static void what_cannot_be_opened(void **state)
{
	char small[8];
	struct marker_filter *filter;

	assert_int_equal(error_of(spec_of(.condition = "len >"),
				  "column 6: a value is missing at the end"),
			 -EINVAL);
	assert_int_equal(error_of(spec_of(.rate = MARKER_FILTER_RATE_MAX + 1),
				  "at most 10000000 events a second can be told from all"),
			 -ERANGE);
	assert_int_equal(marker_filter_open(spec_of(.condition = "("), &inner, NULL, &filter, small,
					    8),
			 -EINVAL);
	assert_string_equal(small, "column ");
	marker_filter_close(NULL);
}

/* ---- any context ------------------------------------------------------------------------------ */

static void on_signal(int signal)
{
	hit(signal, "in a handler");
}

static void in_a_signal_handler(void **state)
{
	struct marker_filter *filter = open_filter(
		spec_of(.condition = "text ~ \"in*\" && comm != \"\" && pid > 0", .rate = 1000),
		&inner);

	signal(SIGUSR1, on_signal);
	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	errno = 7;
	raise(SIGUSR1);
	assert_int_equal(errno, 7);
	hit(1, "outside");
	assert_int_equal(close_filter(filter).condition, 1);
	assert_int_equal(seen.nr, 1);
	assert_int_equal(seen.len[0], SIGUSR1);
}

#define THREADS 4
#define HITS	20000

static void *hit_often(void *argument)
{
	int i;

	for (i = 0; i < HITS; i++)
		hit(i, "");
	return NULL;
}

static void nothing_is_lost_between_threads(void **state)
{
	struct marker_filter *filter =
		open_filter(spec_of(.condition = "len >= 10000", .every = 10), &inner);
	struct marker_filter_counts counts;
	pthread_t threads[THREADS];
	int i;

	assert_int_equal(connect_filter("fprobe_one", filter), sites_matched("fprobe_one"));
	for (i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, hit_often, NULL), 0);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	counts = close_filter(filter);
	assert_int_equal(seen.nr, THREADS * (HITS - 10000) / 10);
	assert_int_equal(counts.condition, THREADS * 10000);
	assert_int_equal(counts.every, THREADS * (HITS - 10000) / 10 * 9);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_condition, setup),
		cmocka_unit_test_setup(nothing_asked_lets_all_through, setup),
		cmocka_unit_test_setup(one_of_n_for_each_marker, setup),
		cmocka_unit_test_setup(one_thread, setup),
		cmocka_unit_test_setup(a_forked_child, setup),
		cmocka_unit_test_setup(a_bucket_of_tokens, setup),
		cmocka_unit_test_setup(so_many_a_second, setup),
		cmocka_unit_test_setup(a_marker_without_the_field, setup),
		cmocka_unit_test_setup(the_probe_behind_is_asked, setup),
		cmocka_unit_test_setup(its_failure_is_the_registrations, setup),
		cmocka_unit_test_setup(general_if_all_of_it_is, setup),
		cmocka_unit_test_setup(what_cannot_be_opened, setup),
		cmocka_unit_test_setup(in_a_signal_handler, setup),
		cmocka_unit_test_setup(nothing_is_lost_between_threads, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
