// SPDX-License-Identifier: GPL-2.0-only
/*
 * Named probes that come and go by name.
 */
#include "core_test.h"
#include "marker/named_user.h"

#include <sys/wait.h>
#include <unistd.h>

static struct marker_result result;

static int enable(const char *glob, const char *probe, const char *arg, bool later)
{
	const struct marker_named_request request = {
		.glob = glob,
		.probe = marker_named_find(probe),
		.arg = arg,
		.later = later,
	};

	return marker_named_enable(&request, &result);
}

static __attribute__((noinline)) void hit(int value)
{
	MARK(named_one, "value %d", value);
	MARK(named_two, "value %d", value);
}

static unsigned int count_connections(void)
{
	const struct marker_named_connection *connection;
	unsigned int nr = 0;

	marker_named_lock();
	for (connection = marker_named_first(); connection; connection = connection->next)
		nr++;
	marker_named_unlock();
	return nr;
}

/* What the first connection has seen. */
static unsigned long hits_of_first(void)
{
	struct marker_named_status status;

	marker_named_lock();
	assert_int_equal(marker_named_status(marker_named_first(), NULL, &status), 0);
	marker_named_unlock();
	return status.hits;
}

static void names(void **state)
{
	char list[256], cut[8];

	assert_non_null(marker_named_find("count"));
	assert_null(marker_named_find("coun"));
	marker_named_list(list, sizeof(list));
	assert_non_null(strstr(list, "count, "));
	assert_non_null(strstr(list, "print"));
	marker_named_list(cut, sizeof(cut));
	assert_int_equal(strlen(cut), sizeof(cut) - 1);
}

static void enabled_and_disabled(void **state)
{
	assert_int_equal(enable("named_*", "count", NULL, false), sites_matched("named_*"));
	assert_int_equal(result.matched, sites_matched("named_*"));
	hit(1);
	hit(2);
	assert_int_equal(hits_of_first(), 4);
	assert_int_equal(enable("named_*", "count", NULL, false), -EEXIST);
	assert_int_equal(marker_named_disable("named_*", "print"), -ENOENT);
	assert_int_equal(marker_named_disable("named_one", NULL), -ENOENT);
	assert_int_equal(marker_named_disable("named_*", "count"), 1);
	assert_int_equal(count_connections(), 0);
	hit(3);
}

/* Of two connections to one glob, by one probe. */
static void disabled_by_argument(void **state)
{
	assert_int_equal(enable("named_one", "count", NULL, false), sites_matched("named_one"));
	assert_int_equal(enable("named_one", "count", "/dev/null/none", false), -ENOTDIR);
	assert_int_equal(enable("named_*", "count", NULL, false), sites_matched("named_*"));
	assert_int_equal(marker_named_disable("named_one", "count=x"), -ENOENT);
	assert_int_equal(marker_named_disable("*", "coun="), -ENOENT);
	assert_int_equal(marker_named_disable("named_one", "count="), 1);
	assert_int_equal(marker_named_disable("*", "count="), 1);
	assert_int_equal(marker_named_disable("*", "count"), -ENOENT);
}

static void disabled_by_pattern(void **state)
{
	assert_int_equal(enable("named_one", "count", NULL, false), sites_matched("named_one"));
	assert_int_equal(enable("named_two", "empty", NULL, false), sites_matched("named_two"));
	assert_int_equal(enable("other", "empty", NULL, true), 0);
	assert_int_equal(marker_named_disable("named_*", NULL), 2);
	assert_int_equal(marker_named_disable("*", NULL), 1);
	assert_int_equal(marker_named_disable("*", NULL), -ENOENT);
}

static void nothing_matches(void **state)
{
	assert_int_equal(enable("named_three", "count", NULL, false), -ENOENT);
	assert_int_equal(result.pending, 1);
	assert_int_equal(count_connections(), 0);
	assert_int_equal(enable("named_three", "count", NULL, true), 0);
	assert_int_equal(count_connections(), 1);
	assert_int_equal(marker_named_disable("named_three", NULL), 1);
}

static void arguments_tell_apart(void **state)
{
	assert_int_equal(enable("named_one", "print", "/dev/null", false),
			 sites_matched("named_one"));
	assert_int_equal(enable("named_one", "print", "/dev/null", false), -EEXIST);
	assert_int_equal(enable("named_one", "print", "/dev/zero", false),
			 sites_matched("named_one"));
	assert_int_equal(enable("named_one", "print", "/nonexistent/x", false), -ENOENT);
	assert_int_equal(result.pending, 0);
	assert_int_equal(marker_named_disable("named_one", "print"), 2);
}

static void filters(void **state)
{
	struct marker_named_request request = {
		.glob = "named_one",
		.probe = marker_named_find("count"),
		.filtered = true,
		.condition = "value > 3",
		.filter_text = "if=\"value > 3\"",
	};
	int i;

	assert_int_equal(marker_named_enable(&request, &result), sites_matched("named_one"));
	for (i = 0; i < 10; i++)
		hit(i);
	assert_int_equal(hits_of_first(), 6);
	marker_named_lock();
	assert_int_equal(marker_named_stopped(marker_named_first()), 4);
	marker_named_unlock();
	assert_int_equal(marker_named_enable(&request, &result), -EEXIST);
	request.condition = "value >";
	request.filter_text = "if=\"value >\"";
	assert_int_equal(marker_named_enable(&request, &result), -EINVAL);
	assert_true(result.reason[0]);
	request.condition = "nothing > 3";
	request.filter_text = "if=\"nothing > 3\"";
	assert_int_equal(marker_named_enable(&request, &result), sites_matched("named_one"));
	assert_non_null(strstr(result.reason, "nothing"));
	assert_int_equal(marker_named_disable("*", NULL), 2);
}

static void as_many_as_there_may_be(void **state)
{
	char glob[32];
	unsigned int i;

	for (i = 0; i < MARKER_NAMED_MAX; i++) {
		snprintf(glob, sizeof(glob), "many_%u", i);
		assert_int_equal(enable(glob, "empty", NULL, true), 0);
	}
	assert_int_equal(enable("one_more", "empty", NULL, true), -ENOSPC);
	assert_int_equal(marker_named_disable("many_*", NULL), MARKER_NAMED_MAX);
}

/* The child has the connection, and may take it away from itself. */
static void inherited(void **state)
{
	int status = 0;
	pid_t child;

	assert_int_equal(enable("named_*", "empty", NULL, false), sites_matched("named_*"));
	child = fork();
	if (!child) {
		bool held = count_connections() == 1 && marker_named_first()->inherited;

		_exit(held && marker_named_disable("*", NULL) == 1 ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(count_connections(), 1);
	assert_int_equal(marker_named_disable("*", NULL), 1);
}

/* The last: nothing can be enabled after it. */
static void finished(void **state)
{
	assert_int_equal(enable("named_*", "count", NULL, false), sites_matched("named_*"));
	marker_named_finish();
	assert_int_equal(count_connections(), 0);
	assert_int_equal(enable("named_*", "count", NULL, false), -ESHUTDOWN);
	marker_named_finish();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(enabled_and_disabled),
		cmocka_unit_test(disabled_by_argument),
		cmocka_unit_test(disabled_by_pattern),
		cmocka_unit_test(nothing_matches),
		cmocka_unit_test(arguments_tell_apart),
		cmocka_unit_test(filters),
		cmocka_unit_test(as_many_as_there_may_be),
		cmocka_unit_test(inherited),
		cmocka_unit_test(finished),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
