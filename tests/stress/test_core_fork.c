// SPDX-License-Identifier: GPL-2.0-only
/*
 * fork() of a program with threads, in the middle of what they do: the child is whole.
 */
#include "crew.h"

#include <sys/wait.h>
#include <unistd.h>

#define FORKS 60

static unsigned long hits, bad;

static void count_shared(void *private_data, const struct marker_info *marker, va_list *args)
{
	add_one(private_data);
}

/* One row a line, whatever is inlined. */
static __attribute__((noinline)) void hit_forked(void)
{
	MARK(forked_jump, "%d", 1);
	MARK_GENERIC(forked_generic, "%d", 1);
}

static void keep_hitting(void *unused)
{
	hit_forked();
}

static void keep_registering(void *data)
{
	if (marker_probe_register("forked_*", "%d", count_shared, data) != 2)
		add_one(&bad);
	if (marker_probe_unregister("forked_*", count_shared, data))
		add_one(&bad);
	marker_synchronize();
}

/* The child's exit status: 0, or what went wrong. */
static int register_and_hit(unsigned long *count)
{
	unsigned long before;

	if (marker_probe_register("forked_*", "%d", count_shared, count) != 2)
		return 1;
	before = *count;
	hit_forked();
	if (*count != before + 2)
		return 2;
	if (marker_probe_unregister("forked_*", count_shared, count))
		return 3;
	if (marker_synchronize())
		return 4;
	before = *count;
	hit_forked();
	return *count == before ? 0 : 5;
}

/* A child that waits for ever for a lock or a grace period is ended by its alarm. */
static void child(void)
{
	unsigned long own = 0;

	alarm(60);
	_exit(register_and_hit(&own));
}

static void fork_and_wait(void)
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid)
		child();
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void t39_fork_beside_registrations_and_hits(void **state)
{
	static struct crew runners, writer;
	unsigned long own = 0;
	unsigned int i;

	crew_start(&runners, 2, keep_hitting, NULL);
	crew_start(&writer, 1, keep_registering, &hits);
	for (i = 0; i < FORKS; i++)
		fork_and_wait();
	crew_stop(&writer);
	crew_stop(&runners);
	assert_int_equal(bad, 0);
	assert_int_equal(register_and_hit(&own), 0);
}

/* What is connected stays connected on both sides, and each has its own sites. */
static void t39_connections_are_inherited(void **state)
{
	unsigned long count = 0;
	int status;
	pid_t pid;

	assert_int_equal(marker_probe_register("forked_*", "%d", count_shared, &count), 2);
	pid = fork();
	if (!pid) {
		alarm(60);
		hit_forked();
		marker_probe_unregister("forked_*", count_shared, &count);
		hit_forked();
		_exit(count == 2 ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(count, 0);
	hit_forked();
	assert_int_equal(count, 2);
	assert_int_equal(marker_probe_unregister("forked_*", count_shared, &count), 0);
}

/* A child that forks again, and one that just leaves. */
static void t39_children_of_children(void **state)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		alarm(60);
		pid = fork();
		if (!pid)
			child();
		_exit(waitpid(pid, &status, 0) == pid && status == 0 ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t39_fork_beside_registrations_and_hits),
		cmocka_unit_test(t39_connections_are_inherited),
		cmocka_unit_test(t39_children_of_children),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
