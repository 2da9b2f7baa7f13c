// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recorders that are opened and closed beside threads that hit markers, and beside each other.
 */
#include "crew.h"

#include "marker/named_probe.h"
#include "probes/record/record.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 60

static char dir[] = "/tmp/test_core_record-XXXXXX";
static unsigned long bad;

static __attribute__((noinline)) void hit(void)
{
	MARK(recorded_words, "a %d b %p c %ld", 1, (void *)2, 3L);
	MARK(recorded_text, "s %s d %f", "some text", 0.5);
}

/* Not as fast as it could: that would be gigabytes. */
static void keep_hitting(void *unused)
{
	unsigned int i;

	for (i = 0; i < 100; i++)
		hit();
	usleep(100);
}

static void *open_recorder(const char *options)
{
	char arg[128];
	void *recorder = NULL;

	snprintf(arg, sizeof(arg), "%s%s", dir, options);
	if (marker_record_named.open(arg, &recorder))
		add_one(&bad);
	return recorder;
}

/* How many sites: a line may be compiled to more than one. */
static int connect_to(void *recorder, const char *glob)
{
	struct marker_probe probe = {
		.name = glob,
		.func = marker_record_named.func,
		.private_data = recorder,
		.attach = marker_record_named.attach,
	};

	return (marker_probe_connect)(&probe, NULL);
}

static void close_recorder(void *recorder)
{
	if (marker_probe_unregister_all(marker_record_named.func, recorder) != 1)
		add_one(&bad);
	marker_synchronize();
	marker_record_named.close(recorder);
}

/* How many bytes of events the traces have. */
static unsigned long remove_traces(const char *path)
{
	DIR *home = opendir(path);
	unsigned long bytes = 0;
	struct dirent *entry;

	/* cppcheck-suppress readdirCalled */
	while (home && (entry = readdir(home))) {
		char name[512];
		struct stat stat;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		if (lstat(name, &stat))
			continue;
		if (S_ISDIR(stat.st_mode)) {
			bytes += remove_traces(name);
			rmdir(name);
			continue;
		}
		bytes += entry->d_name[0] == 'T' ? stat.st_size : 0;
		unlink(name);
	}
	if (home)
		closedir(home);
	return bytes;
}

static void opened_and_closed_beside_hits(void **state)
{
	static const char *const options[] = { "", ";flight=256k", ";limit=300k" };
	static struct crew runners;
	unsigned int i;

	crew_start(&runners, 2, keep_hitting, NULL);
	for (i = 0; i < ROUNDS; i++) {
		void *recorder = open_recorder(options[i % 3]);

		assert_true(connect_to(recorder, "recorded_*") >= 2);
		hit();
		close_recorder(recorder);
		assert_true(remove_traces(dir) > 0);
	}
	crew_stop(&runners);
	assert_int_equal(bad, 0);
}

static void two_at_a_time(void **state)
{
	static struct crew runners;
	unsigned int i;

	crew_start(&runners, 2, keep_hitting, NULL);
	for (i = 0; i < ROUNDS; i++) {
		void *all = open_recorder(""), *words = open_recorder(""),
		     *flight = open_recorder(";flight=256k");

		assert_true(connect_to(all, "recorded_*") >= 2);
		assert_true(connect_to(words, "recorded_words") >= 1);
		assert_true(connect_to(flight, "recorded_*") >= 2);
		hit();
		close_recorder(all);
		hit();
		close_recorder(flight);
		close_recorder(words);
		remove_traces(dir);
	}
	crew_stop(&runners);
	assert_int_equal(bad, 0);
}

static void *short_life(void *unused)
{
	hit();
	return NULL;
}

static void threads_that_end(void **state)
{
	void *recorder = open_recorder("");
	pthread_t threads[4];
	unsigned int i, j;

	assert_true(connect_to(recorder, "recorded_*") >= 2);
	for (i = 0; i < ROUNDS; i++) {
		for (j = 0; j < 4; j++)
			assert_int_equal(pthread_create(&threads[j], NULL, short_life, NULL), 0);
		for (j = 0; j < 4; j++)
			pthread_join(threads[j], NULL);
	}
	close_recorder(recorder);
	assert_true(remove_traces(dir) > 0);
	assert_int_equal(bad, 0);
}

/* A program that closes every descriptor, and opens one of its own in the place of the recorder's. */
static void descriptors_are_closed(void **state)
{
	void *recorder = open_recorder("");
	int fd, foreign = open("/dev/null", O_RDWR);
	unsigned int i;

	assert_true(connect_to(recorder, "recorded_words") >= 1);
	for (fd = 200; fd < 210; fd++)
		assert_true(dup2(foreign, fd) == fd);
	for (i = 0; i < 20000; i++)
		hit();
	for (fd = 200; fd < 210; fd++)
		assert_true(fcntl(fd, F_GETFD) >= 0);
	close_recorder(recorder);
	/* The file of 64 KiB was followed by others, which needs the directory. */
	assert_true(remove_traces(dir) > 200 << 10);
	for (fd = 200; fd < 210; fd++)
		close(fd);
	close(foreign);
}

static void errno_is_kept(void **state)
{
	void *recorder = open_recorder(";limit=1k");
	unsigned int i;

	assert_true(connect_to(recorder, "recorded_*") >= 2);
	for (i = 0; i < 100; i++) {
		errno = 12345;
		hit();
		assert_int_equal(errno, 12345);
	}
	close_recorder(recorder);
	remove_traces(dir);
}

static int setup(void **state)
{
	return mkdtemp(dir) ? 0 : -1;
}

static int teardown(void **state)
{
	remove_traces(dir);
	return rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opened_and_closed_beside_hits),
		cmocka_unit_test(two_at_a_time),
		cmocka_unit_test(threads_that_end),
		cmocka_unit_test(descriptors_are_closed),
		cmocka_unit_test(errno_is_kept),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
