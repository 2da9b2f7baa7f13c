// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the kernel's flight recorder gives at a moment becomes a trace: up to one moment of all CPUs, without a gap.
 */
#include "fake_debugfs.h"
#include "fake_records.h"

#include <sys/syscall.h>

#include "probes/ctf/ctf.h"
#include "user/markctl/kernel/snapshot.h"
#include "user/markctl/kernel/stream.h"

static char why[512];

/* ---- a debugfs whose snapshots say no ---- */

static int refusal;

int open(const char *path, int flags, ...);
int open(const char *path, int flags, ...)
{
	va_list args;
	int mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, int) : 0;
	va_end(args);
	if (refusal && strstr(path, "/record/snapshot2")) {
		errno = refusal;
		return -1;
	}
	return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static int begin(void **state)
{
	if (fake_begin(state))
		return -1;
	refusal = 0;
	records_clear();
	fake_text("marker/record/lost", "0 0\n2 0\n");
	fake_text("marker/record/events", "1\tone\t\"n %d\"\n40\tone\t\"far %d\"\n");
	fake_text("marker/record/clock", "source counter\ncounter 5000\nrealtime_ns 3000000000\n"
					 "monotonic_ns 7\nraw_ns 200000000\nfirst_counter 1000\n"
					 "first_raw_ns 100000000\n");
	fake_text("marker/record/snapshot0", "");
	fake_text("marker/record/snapshot2", "");
	return 0;
}

/* What was added so far is what that CPU has. */
static void give(const char *name)
{
	fake_write(name, records.at, records.len);
	records_clear();
}

static int take(struct kernel_record_result *result)
{
	char directory[256];

	why[0] = '\0';
	strcpy(directory, fake_path("out"));
	return kernel_snapshot(directory, result, why, sizeof(why));
}

/* The packet of a file that is not larger than the first one of a stream. */
static void read_packet(const char *name, struct marker_ctf_packet *packet)
{
	FILE *in = fopen(fake_path(name), "r");

	assert_non_null(in);
	assert_int_equal(fread(packet, sizeof(*packet), 1, in), 1);
	fclose(in);
}

static bool is_there(const char *name)
{
	return !access(fake_path(name), F_OK);
}

/* A long header and as many short ones, and an int each. */
static u64 content(u64 events)
{
	return 8 * (MARKER_CTF_PACKET + MARKER_CTF_LONG + (events - 1) * MARKER_CTF_SHORT +
		    events * sizeof(int));
}

/* ---- what it gives ---- */

static void one_cpu(void **state)
{
	struct kernel_record_result result;
	struct marker_ctf_packet packet;

	add_lost(1010, 5);
	add_int(1, 1000, 11);
	add_int(1, 1001, 12);
	add_int(1, 1010, 13);
	give("marker/record/snapshot2");
	assert_int_equal(take(&result), 0);
	assert_string_equal(result.folder, "kernel");
	assert_int_equal(result.events, 3);
	assert_int_equal(result.lost, 5);
	assert_int_equal(result.dropped, 0);
	read_packet("out/kernel/C2-0", &packet);
	assert_int_equal(packet.of, 2);
	assert_int_equal(packet.timestamp_begin, 1000);
	assert_int_equal(packet.timestamp_end, 1010);
	assert_int_equal(packet.content_size, content(3));
	assert_int_equal(packet.events_discarded, 5);
	assert_false(is_there("out/kernel/C0-0"));
	assert_non_null(strstr(fake_read("out/kernel/metadata"), "name = \"one\";\n\tid = 40;"));
	assert_int_equal(take(&result), 0);
	assert_string_equal(result.folder, "kernel-2");
}

/* Of several gaps the last one: what is between two is not what was there at the moment. */
static void behind_the_last_gap(void **state)
{
	struct kernel_record_result result;
	struct marker_ctf_packet packet;

	add_lost(2000, 5);
	add_int(1, 1000, 1);
	add_lost(1000, 7);
	add_int(1, 1500, 2);
	add_lost(1500, 90);
	add_int(1, 1900, 3);
	add_int(1, 1901, 4);
	give("marker/record/snapshot0");
	assert_int_equal(take(&result), 0);
	assert_int_equal(result.events, 2);
	assert_int_equal(result.lost, 90);
	read_packet("out/kernel/C0-0", &packet);
	assert_int_equal(packet.timestamp_begin, 1900);
	assert_int_equal(packet.timestamp_end, 1901);
	assert_int_equal(packet.content_size, content(2));
	assert_int_equal(packet.events_discarded, 90);
}

/* The moment of CPU 0, which was opened first: what CPU 2 has later is left out. */
static void up_to_one_moment(void **state)
{
	struct kernel_record_result result;
	struct marker_ctf_packet packet;

	add_lost(1000, 0);
	add_int(1, 999, 1);
	add_int(1, 1000, 2);
	give("marker/record/snapshot0");
	add_lost(1003, 1);
	add_int(1, 998, 3);
	add_int(1, 1000, 4);
	add_int(1, 1001, 5);
	add_int(1, 1003, 6);
	give("marker/record/snapshot2");
	assert_int_equal(take(&result), 0);
	assert_int_equal(result.events, 4);
	assert_int_equal(result.lost, 1);
	read_packet("out/kernel/C0-0", &packet);
	assert_int_equal(packet.timestamp_end, 1000);
	read_packet("out/kernel/C2-0", &packet);
	assert_int_equal(packet.timestamp_begin, 998);
	assert_int_equal(packet.timestamp_end, 1000);
	assert_int_equal(packet.content_size, content(2));
}

/* Overwritten as fast as it was read: nothing but the number, which is no error. */
static void nothing_left(void **state)
{
	struct kernel_record_result result;

	add_lost(1000, 3);
	add_int(1, 999, 1);
	add_lost(999, 4000);
	give("marker/record/snapshot2");
	assert_int_equal(take(&result), 0);
	assert_int_equal(result.events, 0);
	assert_int_equal(result.lost, 4000);
	assert_true(is_there("out/kernel/metadata"));
	assert_false(is_there("out/kernel/C2-0"));
}

/* CPUs that were never there. */
static void empty_files(void **state)
{
	struct kernel_record_result result;

	assert_int_equal(take(&result), 0);
	assert_int_equal(result.events, 0);
	assert_int_equal(result.lost, 0);
	assert_true(is_there("out/kernel/metadata"));
}

/* More than is read at once, and more than there is room for at first. */
static void many_records(void **state)
{
	struct kernel_record_result result;
	struct marker_ctf_packet packet;
	unsigned int i;

	add_lost(100000, 0);
	for (i = 0; i < 70000; i++)
		add_int(1, i, i);
	give("marker/record/snapshot0");
	assert_int_equal(take(&result), 0);
	assert_int_equal(result.events, 70000);
	read_packet("out/kernel/C0-0", &packet);
	assert_int_equal(packet.timestamp_begin, 0);
	read_packet("out/kernel/C0-3", &packet);
	assert_int_equal(packet.packet_seq_num, 3);
	assert_int_equal(packet.timestamp_end, 69999);
}

/* ---- what it cannot give ---- */

static void refuses(int err, const char *sentence)
{
	struct kernel_record_result result = { .events = 1 };

	assert_int_equal(take(&result), -err);
	assert_string_equal(why, sentence);
	assert_int_equal(result.events, 0);
	assert_false(is_there("out/kernel"));
}

static void no_sense(void **state)
{
	static const char sentence[] = "CPU 2: what the kernel has recorded makes no sense";

	add_lost(1000, 0);
	add_record(0, 2, "abc", 3);
	give("marker/record/snapshot2");
	refuses(EPROTO, sentence);
	add_lost(1000, 0);
	add_int(1, 1, 1);
	records.len--;
	give("marker/record/snapshot2");
	refuses(EPROTO, sentence);
	add_lost(1000, 0);
	add_int(1, 1, 1);
	add_int(7, 2, 2);
	give("marker/record/snapshot2");
	refuses(EPROTO, sentence);
}

/* What is not in the trace may be of a recording that is gone. */
static void unknown_before_a_gap(void **state)
{
	struct kernel_record_result result;

	add_lost(1000, 0);
	add_int(7, 1, 1);
	add_lost(1, 2);
	add_int(1, 2, 2);
	add_int(7, 1001, 3);
	give("marker/record/snapshot2");
	assert_int_equal(take(&result), 0);
	assert_int_equal(result.events, 1);
}

static void says_why(void **state)
{
	refusal = EOPNOTSUPP;
	refuses(EOPNOTSUPP,
		"the kernel is recorded, but not by a flight recorder: copy its directory, "
		"markctl record --snapshot DIR");
	refusal = ENODATA;
	refuses(ENODATA, "the kernel is not being recorded");
	refusal = ESTALE;
	refuses(ESTALE, "the recording has ended, or somebody else reads record/cpu2 of debugfs");
	refusal = EBUSY;
	refuses(EBUSY, "CPU 2 does nothing but record");
	refusal = EACCES;
	refuses(EACCES, "the kernel's markers are for root alone");
	refusal = 0;
	unlink(fake_path("marker/record/snapshot2"));
	assert_int_equal(mkdir(fake_path("marker/record/snapshot2"), 0700), 0);
	refuses(EISDIR, "CPU 2: Is a directory");
}

static void another_version(void **state)
{
	struct kernel_record_result result;

	unlink(fake_path("marker/record/snapshot2"));
	assert_int_equal(take(&result), -ENOENT);
	assert_non_null(
		strstr(why, "record/snapshot2 is not there: marker.ko is of another version"));
	assert_false(is_there("out"));
}

/* Descriptors that were opened before something was wrong are closed. */
static void leaves_nothing_open(void **state)
{
	int before = dup(0), after;

	close(before);
	refusal = ESTALE;
	refuses(ESTALE, "the recording has ended, or somebody else reads record/cpu2 of debugfs");
	refusal = 0;
	fake_text("marker/record/events", "1\tone\n");
	assert_int_equal(take(&(struct kernel_record_result){ 0 }), -EPROTO);
	assert_false(is_there("out/kernel"));
	after = dup(0);
	close(after);
	assert_int_equal(after, before);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, fake_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_cpu),	       TEST(behind_the_last_gap),  TEST(up_to_one_moment),
		TEST(nothing_left),    TEST(empty_files),	   TEST(many_records),
		TEST(no_sense),	       TEST(unknown_before_a_gap), TEST(says_why),
		TEST(another_version), TEST(leaves_nothing_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
