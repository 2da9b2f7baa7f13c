// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's markers, spoken to by the protocol of processes: what the files of debugfs become.
 */
#include "fake_debugfs.h"

#include "user/markctl/kernel/control.h"

static char reply[65536], why[512];

static int ask(const char *command)
{
	FILE *out = fmemopen(reply, sizeof(reply), "w");
	void *handle = NULL;
	int ret;

	assert_non_null(out);
	why[0] = '\0';
	reply[0] = '\0';
	ret = kernel_control.open(&handle, 0, why, sizeof(why));
	if (!ret)
		ret = kernel_control.request(handle, command, out, why, sizeof(why));
	kernel_control.close(handle);
	fputc('\0', out);
	fclose(out);
	return ret;
}

#define HEADING "name\tformat\tkind\tmodule\tstate\tprobes\thits\tmissed\tsites\n"

static const char markers[] = HEADING
	"net_rx\t\"len %d skb %p\"\tstatic-key\tfoo\ton\t1\t12\t0\t2\n"
	"net_tx\t\"a\\011b \\042%s\\042 \\134\"\tgeneric+immediate\tfoo,bar\t1 of 3 on\t1\t-\t4\t3\n"
	"quiet\t\"\"\tstatic-key\tbar\toff\t0\t-\t0\t1\n";

static const char status[] = "patching: int3; static keys by the kernel\n"
			     "read side: preemption off, grace periods of RCU\n"
			     "markers: 3, sites: 6, on: 3, connections: 2\n"
			     "last error: enable net_*: error 16: the site has other bytes\n"
			     "last note: none\n";

static int begin(void **state)
{
	if (fake_begin(state))
		return -1;
	fake_text("marker/markers", markers);
	fake_text("marker/status", status);
	fake_text("marker/connections", "net_*\tcount\t\"\"\nnet_rx\trecord\t\"flight=64k\"\n");
	fake_text("marker/control", "");
	fake_text("marker/record/lost", "0 5\n1 0\n7 2\n");
	return 0;
}

static void lists(void **state)
{
	assert_int_equal(ask("list"), 0);
	assert_string_equal(
		reply,
		"marker name=\"net_rx\" format=\"len %d skb %p\" sites=2 on=2 probes=1 missed=0 "
		"kinds=static-key module=foo hits=12\n"
		"marker name=\"net_tx\" format=\"a\\tb \\\"%s\\\" \\\\\" sites=3 on=1 probes=1 missed=4 "
		"kinds=generic+immediate module=foo,bar\n"
		"marker name=\"quiet\" format=\"\" sites=1 on=0 probes=0 missed=0 "
		"kinds=static-key module=bar\n"
		"ok markers=3\n");
	assert_int_equal(ask("list net_r*"), 0);
	assert_non_null(strstr(reply, "ok markers=1\n"));
}

static void shows_status(void **state)
{
	assert_int_equal(ask("status"), 0);
	assert_non_null(strstr(reply, " patching=\"int3; static keys by the kernel\" "
				      "rcu=\"preemption off, grace periods of RCU\"\n"));
	assert_non_null(strstr(reply, "connection glob=\"net_*\" probe=\"count\" arg=\"\"\n"
				      "connection glob=\"net_rx\" probe=\"record\" "
				      "arg=\"flight=64k\" dropped=7\n"));
	assert_non_null(strstr(reply, "ok connections=2 markers=2\n"));
}

static void enables(void **state)
{
	assert_int_equal(ask("enable \"net_*\" record=64k"), 0);
	assert_string_equal(fake_read("marker/control"), "enable net_* record=64k");
	assert_string_equal(reply, "ok matched=3 mismatched=0 failed=0 pending=0\n");
	assert_int_equal(ask("disable net_* count"), 0);
	assert_non_null(strstr(fake_read("marker/control"), "disable net_* count"));
}

static void refuses(const char *command, int err, const char *sentence)
{
	fake_text("marker/control", "");
	assert_int_equal(ask(command), err);
	assert_string_equal(why, sentence);
	assert_string_equal(fake_read("marker/control"), "");
}

static void refuses_what_cannot_be(void **state)
{
	refuses("enable nonsuch_*", -ENOENT, "no marker matches 'nonsuch_*'");
	refuses("enable net_rx record later=2", -EINVAL, "later= is 0 or 1");
	refuses("enable \"net rx\" record", -ENOENT, "no marker matches 'net rx'");
	refuses("enable net_rx \"\"", -EINVAL, "a word for the kernel is empty");
	refuses("enable", -EINVAL, "no such command");
	refuses("disable a b c", -EINVAL, "no such command");
	refuses("engage net_rx", -EINVAL, "no such command");
	refuses("", -EINVAL, "no such command");
}

/* The kernel reads the lines that a process does; what it has to say of one that it takes is handed on. */
static void filters(void **state)
{
	assert_int_equal(ask("enable net_rx record=64k if=\"len > 100 && comm == \\\"a b\\\"\" "
			     "later=1 every=3"),
			 0);
	assert_string_equal(
		fake_read("marker/control"),
		"enable net_rx record=64k \"if=len > 100 && comm == \\\"a b\\\"\" every=3");
	assert_string_equal(reply, "ok matched=2 mismatched=0 failed=0 pending=0\n");
	fake_text("marker/status", "last note: marker net_rx has no field \"a\"\n");
	assert_int_equal(ask("enable net_rx record if=a"), 0);
	assert_string_equal(reply, "ok matched=2 mismatched=0 failed=0 pending=0 "
				   "reason=\"marker net_rx has no field \\\"a\\\"\"\n");
}

static void shows_filters(void **state)
{
	fake_text("marker/connections",
		  "net_*\tcount\t\"\"\t\"if=\\042a \\134\\134 b\\042 every=3\"\t17\n");
	assert_int_equal(ask("status"), 0);
	assert_non_null(strstr(reply, "connection glob=\"net_*\" probe=\"count\" arg=\"\" "
				      "filter=\"if=\\\"a \\\\\\\\ b\\\" every=3\" stopped=17\n"));
	fake_text("marker/connections", "net_*\tcount\t\"\"\t\"every=3\"\n");
	assert_int_equal(ask("status"), -EPROTO);
}

static void awaits_a_marker(void **state)
{
	assert_int_equal(ask("enable nonsuch_* count later=1"), 0);
	assert_string_equal(fake_read("marker/control"), "enable nonsuch_* count");
	assert_string_equal(reply, "ok matched=0 mismatched=0 failed=0 pending=1\n");
}

static void another_version(void **state)
{
	fake_text("marker/markers", "name\tformat\nnet_rx\t\"\"\n");
	assert_int_equal(ask("list"), -EPROTO);
	fake_text("marker/markers", HEADING "net_rx\t\"\"\n");
	assert_int_equal(ask("list"), -EPROTO);
	assert_non_null(strstr(why, "another version"));
}

static void no_module(void **state)
{
	assert_int_equal(fake_end(state), 0);
	setenv("MARKER_DEBUGFS", fake_root, 1);
	assert_int_equal(ask("list"), -ENOENT);
	assert_string_equal(why, "the kernel has no markers: marker.ko is not loaded");
	assert_int_equal(fake_begin(state), 0);
	assert_int_equal(ask("list"), -ENOENT);
	assert_non_null(strstr(why, "marker.ko is of another version"));
}

/* The folder is its owner's. */
static void for_root_alone(void **state)
{
	if (geteuid())
		assert_int_equal(chmod(fake_root, 0), 0);
	else
		assert_int_equal(seteuid(65534), 0);
	assert_int_equal(ask("list"), -EACCES);
	if (geteuid() != getuid())
		assert_int_equal(seteuid(getuid()), 0);
	assert_int_equal(chmod(fake_root, 0700), 0);
	assert_string_equal(why, "the kernel's markers are for root alone");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, fake_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(lists),	       TEST(shows_status),
		TEST(enables),	       TEST(refuses_what_cannot_be),
		TEST(awaits_a_marker), TEST(another_version),
		TEST(no_module),       TEST(for_root_alone),
		TEST(filters),	       TEST(shows_filters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
