// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_probe_count.c - the probe "count": its table, its totals, its files
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probes/count.h"

static void hit(void *counter, const struct marker_info *marker, ...)
{
	va_list args;

	va_start(args, marker);
	marker_count_probe(counter, marker, &args);
	va_end(args);
}

static struct marker_counter *open_counter(const char *path)
{
	void *counter = NULL;

	assert_int_equal(marker_count_named.open(path, &counter), 0);
	return counter;
}

/* The hits of a marker; -1 if the region has no line for it. */
static long hits_of(const struct marker_counter *counter, const char *name, const char *format)
{
	struct marker_count_total *totals;
	long hits = -1;
	int i, nr = marker_count_totals(counter->region, &totals);

	assert_true(nr >= 0);
	for (i = 0; i < nr; i++) {
		if (strcmp(totals[i].name, name) || strcmp(totals[i].format, format))
			continue;
		assert_int_equal(hits, -1); /* one line a marker */
		hits = totals[i].hits;
	}
	os_free(totals);
	return hits;
}

/* Closes without the table on standard error. */
static void close_counter(struct marker_counter *counter)
{
	int saved = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);

	dup2(null, STDERR_FILENO);
	marker_count_named.close(counter);
	dup2(saved, STDERR_FILENO);
	close(saved);
	close(null);
}

static void counts_by_name_and_format(void **state)
{
	struct marker_counter *counter = open_counter(NULL);
	struct marker_info a = { .name = "a", .format = "x %d" };
	struct marker_info other_format = { .name = "a", .format = "" };
	struct marker_info b = { .name = "b", .format = "" };

	hit(counter, &a);
	hit(counter, &a);
	hit(counter, &other_format);
	hit(counter, &b);
	assert_int_equal(hits_of(counter, "a", "x %d"), 2);
	assert_int_equal(hits_of(counter, "a", ""), 1);
	assert_int_equal(hits_of(counter, "b", ""), 1);
	close_counter(counter);
}

/* After a dlclose() the memory of a marker may be another marker's. */
static void address_is_used_again(void **state)
{
	struct marker_counter *counter = open_counter(NULL);
	struct marker_info info = { .name = "before", .format = "" };

	hit(counter, &info);
	info.name = "after";
	hit(counter, &info);
	hit(counter, &info);
	info.name = "before";
	hit(counter, &info);
	assert_int_equal(hits_of(counter, "before", ""), 2);
	assert_int_equal(hits_of(counter, "after", ""), 2);
	close_counter(counter);
}

/* Two texts that are equal as far as there is room for them. */
static void long_texts(void **state)
{
	struct marker_counter *counter = open_counter(NULL);
	char first[1000], second[1000];
	struct marker_info info = { .name = first, .format = "x" };
	struct marker_count_total *totals;

	memset(first, 'n', sizeof(first) - 1);
	first[sizeof(first) - 1] = '\0';
	strcpy(second, first);
	second[900] = 'm';
	hit(counter, &info);
	hit(counter, &info);
	info.name = second;
	hit(counter, &info);
	/* What is shown of them is the same, so they are one line; none is lost. */
	assert_int_equal(marker_count_totals(counter->region, &totals), 1);
	assert_int_equal(totals[0].hits, 3);
	os_free(totals);
	assert_int_equal(counter->region->header.lost.hits, 0);
	close_counter(counter);
}

static void full_table_counts_what_is_lost(void **state)
{
	struct marker_counter *counter = open_counter(NULL);
	struct marker_count_total *totals;
	char name[32];
	struct marker_info info = { .name = name, .format = "" };
	unsigned long sum;
	int i, nr;

	for (i = 0; i < 3 * MARKER_COUNT_ENTRIES; i++) {
		snprintf(name, sizeof(name), "m%d", i);
		hit(counter, &info);
	}
	nr = marker_count_totals(counter->region, &totals);
	assert_true(nr > MARKER_COUNT_ENTRIES / 2 && nr <= MARKER_COUNT_ENTRIES);
	for (sum = 0, i = 0; i < nr; i++)
		sum += totals[i].hits;
	os_free(totals);
	assert_int_equal(sum + counter->region->header.lost.hits, 3 * MARKER_COUNT_ENTRIES);
	close_counter(counter);
}

/* A process was killed between the claim of an entry and its publication. */
static void crashed_claimer_stops_nobody(void **state)
{
	struct marker_counter *counter = open_counter(NULL);
	struct marker_info info = { .name = "a", .format = "" };
	unsigned int i, taken = 0;

	hit(counter, &info);
	for (i = 0; i < MARKER_COUNT_ENTRIES; i++)
		if (counter->region->entries[i].state == COUNT_READY)
			taken = i;
	counter->region->entries[(taken + 1) % MARKER_COUNT_ENTRIES].state = COUNT_CLAIMED;
	counter->region->entries[taken].state = COUNT_CLAIMED;
	memset(counter->hints, 0, sizeof(counter->hints));
	hit(counter, &info);
	hit(counter, &info);
	assert_int_equal(hits_of(counter, "a", ""), 2);
	/* It was slow and not dead: both entries count. */
	counter->region->entries[taken].state = COUNT_READY;
	assert_int_equal(hits_of(counter, "a", ""), 3);
	close_counter(counter);
}

static void two_globs_count_once(void **state)
{
	struct marker_counter *first = open_counter(NULL), *second = open_counter(NULL);
	struct marker_info both = { .name = "both", .format = "" };
	struct marker_info one = { .name = "one", .format = "" };

	assert_ptr_equal(first->region, second->region);
	hit(first, &both);
	hit(second, &both);
	hit(second, &one);
	assert_int_equal(hits_of(first, "both", ""), 1);
	assert_int_equal(hits_of(first, "one", ""), 1);
	close_counter(first);
	close_counter(second);
}

#define NR_THREADS 4
#define NR_HITS	   200000
#define NR_NAMES   50

static void *many_hits(void *counter)
{
	char names[NR_NAMES][16];
	struct marker_info infos[NR_NAMES];
	int i;

	for (i = 0; i < NR_NAMES; i++) {
		snprintf(names[i], sizeof(names[i]), "m%d", i);
		infos[i] = (struct marker_info){ .name = names[i], .format = "" };
	}
	for (i = 0; i < NR_HITS; i++)
		hit(counter, &infos[i % NR_NAMES]);
	return NULL;
}

static void threads_lose_nothing(void **state)
{
	struct marker_counter *counter = open_counter(NULL);
	pthread_t threads[NR_THREADS];
	char name[16];
	int i;

	for (i = 0; i < NR_THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, many_hits, counter), 0);
	for (i = 0; i < NR_THREADS; i++)
		pthread_join(threads[i], NULL);
	for (i = 0; i < NR_NAMES; i++) {
		snprintf(name, sizeof(name), "m%d", i);
		assert_int_equal(hits_of(counter, name, ""), NR_THREADS * NR_HITS / NR_NAMES);
	}
	close_counter(counter);
}

static struct marker_counter *signal_counter;
static volatile sig_atomic_t nr_signals;

static void on_timer(int sig)
{
	static const struct marker_info info = { .name = "m0", .format = "" };

	hit(signal_counter, &info);
	nr_signals++;
}

/* The handler interrupts hits and the adding of entries, of the same marker too. */
static void signal_handlers_lose_nothing(void **state)
{
	struct itimerval timer = { .it_interval.tv_usec = 50, .it_value.tv_usec = 50 };
	struct itimerval off = { .it_interval.tv_usec = 0 };
	int i;

	signal_counter = open_counter(NULL);
	signal(SIGALRM, on_timer);
	setitimer(ITIMER_REAL, &timer, NULL);
	for (i = 0; i < 5; i++)
		many_hits(signal_counter);
	setitimer(ITIMER_REAL, &off, NULL);
	signal(SIGALRM, SIG_DFL);
	assert_int_equal(hits_of(signal_counter, "m0", ""), 5 * NR_HITS / NR_NAMES + nr_signals);
	close_counter(signal_counter);
}

static void forked_child_counts_into_the_same_table(void **state)
{
	struct marker_counter *counter = open_counter(NULL);
	struct marker_info info = { .name = "a", .format = "" };
	pid_t pid;

	hit(counter, &info);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		hit(counter, &info);
		kill(getpid(), SIGKILL);
	}
	waitpid(pid, NULL, 0);
	assert_int_equal(hits_of(counter, "a", ""), 2);
	close_counter(counter);
}

/* ---- files ---- */

static int make_dir(void **state)
{
	char template[] = "/tmp/test_probe_count-XXXXXX";

	*state = mkdtemp(template) ? strdup(template) : NULL;
	return *state ? 0 : -1;
}

static int remove_dir(void **state)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/f", (char *)*state);
	unlink(path);
	rmdir(*state);
	free(*state);
	return 0;
}

static const char *file_path(void **state)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/f", (char *)*state);
	return path;
}

static void file_keeps_its_counts(void **state)
{
	struct marker_info info = { .name = "a", .format = "x" };
	struct marker_counter *counter;
	struct stat stat_buffer;
	int i;

	for (i = 0; i < 3; i++) {
		counter = open_counter(file_path(state));
		hit(counter, &info);
		assert_int_equal(hits_of(counter, "a", "x"), i + 1);
		close_counter(counter);
	}
	assert_int_equal(stat(file_path(state), &stat_buffer), 0);
	assert_int_equal(stat_buffer.st_mode & 0777, 0600);
	assert_int_equal(stat_buffer.st_size, sizeof(struct marker_count_region));
}

static void write_file(const char *path, const void *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_int_equal(write(fd, bytes, len), len);
	close(fd);
}

static void foreign_files_are_refused(void **state)
{
	struct marker_count_region *region = os_alloc(sizeof(*region));
	const char *path = file_path(state);
	void *counter;

	write_file(path, "hello", 5);
	assert_int_equal(marker_count_named.open(path, &counter), -EINVAL);
	marker_count_init(region);
	write_file(path, region, 4096); /* cut off */
	assert_int_equal(marker_count_named.open(path, &counter), -EINVAL);
	region->header.version++;
	write_file(path, region, sizeof(*region));
	assert_int_equal(marker_count_named.open(path, &counter), -EPROTO);
	assert_int_equal(marker_count_named.open("/nonexistent/f", &counter), -ENOENT);
	assert_int_equal(marker_count_named.open("/dev/null", &counter), -EINVAL);
	os_free(region);
}

/* An entry that another process has damaged is not followed. */
static void damaged_entries_are_left_out(void **state)
{
	struct marker_counter *counter = open_counter(file_path(state));
	struct marker_info info = { .name = "a", .format = "x" };
	struct marker_count_total *totals;
	unsigned int i;

	hit(counter, &info);
	for (i = 0; i < MARKER_COUNT_ENTRIES; i++)
		if (counter->region->entries[i].state == COUNT_READY)
			break;
	/* The first check is for people, the second for cppcheck. */
	assert_true(i < MARKER_COUNT_ENTRIES);
	if (i == MARKER_COUNT_ENTRIES)
		return;
	counter->region->entries[i].format_at = 100000;
	assert_int_equal(marker_count_totals(counter->region, &totals), 0);
	os_free(totals);
	counter->region->entries[i].format_at = 2;
	memset(counter->region->entries[i].text, 'x', MARKER_COUNT_TEXT);
	assert_int_equal(marker_count_totals(counter->region, &totals), 0);
	os_free(totals);
	close_counter(counter);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_by_name_and_format),
		cmocka_unit_test(address_is_used_again),
		cmocka_unit_test(long_texts),
		cmocka_unit_test(full_table_counts_what_is_lost),
		cmocka_unit_test(crashed_claimer_stops_nobody),
		cmocka_unit_test(two_globs_count_once),
		cmocka_unit_test(threads_lose_nothing),
		cmocka_unit_test(signal_handlers_lose_nothing),
		cmocka_unit_test(forked_child_counts_into_the_same_table),
		cmocka_unit_test_setup_teardown(file_keeps_its_counts, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(foreign_files_are_refused, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(damaged_entries_are_left_out, make_dir, remove_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
