// SPDX-License-Identifier: GPL-2.0-only
/*
 * From what the kernel's debugfs gives to a trace: description, packets, numbers of lost events.
 */
#include "fake_debugfs.h"
#include "fake_records.h"

#include "probes/ctf/ctf.h"
#include "user/markctl/kernel/clock.h"
#include "user/markctl/kernel/record.h"
#include "user/markctl/kernel/stream.h"

static char why[512];

static int begin(void **state)
{
	if (fake_begin(state))
		return -1;
	records_clear();
	fake_text("marker/control", "");
	fake_text("marker/status", "last error: none\nlast note: column 1: no such field\n");
	fake_text("marker/markers",
		  "name\tformat\tkind\tmodule\tstate\tprobes\thits\tmissed\tsites\n"
		  "one\t\"n %d\"\tstatic-key\tfoo\toff\t0\t-\t0\t1\n");
	fake_text("marker/record/lost", "0 0\n2 0\n");
	fake_text("marker/record/events",
		  "1\tone\t\"n %d\"\n2\ttwo\t\"s %s \\042\"\n40\tone\t\"far %d\"\n");
	fake_text("marker/record/clock", "source counter\ncounter 5000\nrealtime_ns 3000000000\n"
					 "monotonic_ns 7\nraw_ns 200000000\nfirst_counter 1000\n"
					 "first_raw_ns 100000000\n");
	fake_text("marker/record/cpu0", "");
	fake_text("marker/record/cpu2", "");
	return 0;
}

static struct kernel_recorder *start(void)
{
	char *globs[] = { "one" };
	struct kernel_record_options options = { .globs = globs, .nr_globs = 1 };
	struct kernel_recorder *recorder;
	char directory[256];

	strcpy(directory, fake_path("out"));
	options.directory = directory;
	assert_int_equal(kernel_record_start(&options, &recorder, why, sizeof(why)), 0);
	return recorder;
}

static int record(struct kernel_record_result *result)
{
	char *globs[] = { "on*", "two" };
	struct kernel_record_options options = { .globs = globs, .nr_globs = 2 };
	struct kernel_recorder *recorder;
	char directory[256];
	int ret;

	strcpy(directory, fake_path("out"));
	options.directory = directory;
	fake_write("marker/record/cpu2", records.at, records.len);
	ret = kernel_record_start(&options, &recorder, why, sizeof(why));
	return ret ? ret : kernel_record_stop(recorder, result, why, sizeof(why));
}

/* The whole file; its length. */
static size_t read_file(const char *name, u8 *to, size_t size)
{
	FILE *in = fopen(fake_path(name), "r");
	size_t len;

	assert_non_null(in);
	len = fread(to, 1, size, in);
	fclose(in);
	return len;
}

static void nothing_is_a_trace(void **state)
{
	struct kernel_record_result result = { 0 };

	assert_int_equal(record(&result), 0);
	assert_string_equal(result.folder, "kernel");
	assert_int_equal(result.events, 0);
	assert_non_null(strstr(fake_read("out/kernel/metadata"), "domain = \"kernel\""));
	assert_int_equal(access(fake_path("out/kernel/C2-0"), F_OK), -1);
	assert_int_equal(record(&result), 0);
	assert_string_equal(result.folder, "kernel-2");
}

static void describes(void **state)
{
	struct kernel_record_result result = { 0 };
	const char *text;

	assert_int_equal(record(&result), 0);
	text = fake_read("out/kernel/metadata");
	assert_non_null(strstr(text, "name = \"one\";\n\tid = 1;"));
	assert_non_null(strstr(text, "name = \"two\";\n\tid = 2;"));
	assert_non_null(strstr(text, "name = \"one\";\n\tid = 40;"));
	/* 4000 ticks in 100 ms, and tick 5000 at 3 s: tick 0 was 125 ms earlier. */
	assert_non_null(strstr(text, "freq = 40000 "));
	assert_non_null(strstr(text, "offset_s = 2 "));
	assert_non_null(strstr(text, "offset = 35000 "));
	assert_non_null(strstr(text, "uint32_t cpu_id;"));
}

static void packets(void **state)
{
	struct kernel_record_result result = { 0 };
	struct marker_ctf_packet packet;
	u8 file[1 << 17];
	u8 *at = file + MARKER_CTF_PACKET;
	u32 word;

	add_int(1, 1000, 11);
	add_int(1, 1001, 12);
	add_lost(0, 3);
	add_int(40, 1002, 13);
	add_int(1, 1002 + (1u << 27), 14);
	assert_int_equal(record(&result), 0);
	assert_int_equal(result.events, 4);
	assert_int_equal(result.lost, 3);
	assert_int_equal(result.dropped, 0);
	assert_int_equal(read_file("out/kernel/C2-0", file, sizeof(file)), 65536);
	memcpy(&packet, file, sizeof(packet));
	assert_int_equal(packet.magic, MARKER_CTF_MAGIC);
	assert_int_equal(packet.of, 2);
	assert_int_equal(packet.timestamp_begin, 1000);
	assert_int_equal(packet.timestamp_end, 1002 + (1u << 27));
	assert_int_equal(packet.packet_size, 8 * 65536);
	assert_int_equal(packet.content_size, 8 * (MARKER_CTF_PACKET + 3 * 17 + 8));
	assert_int_equal(packet.events_discarded, 3);
	assert_int_equal(at[0], MARKER_CTF_LONG_ID);
	memcpy(&word, at + 17, 4);
	assert_int_equal(word, marker_ctf_short(1, 1001));
	memcpy(&word, at + 21, 4);
	assert_int_equal(word, 12);
	memcpy(&word, at + 25 + 1, 4);
	assert_int_equal(word, 40);
}

static void many_files(void **state)
{
	struct kernel_record_result result = { 0 };
	struct marker_ctf_packet packet;
	u8 file[1 << 18];
	u64 end = 0;
	unsigned int i, nr;
	char name[64];

	for (i = 0; i < 50000; i++)
		add_int(1, i, i);
	assert_int_equal(record(&result), 0);
	assert_int_equal(result.events, 50000);
	for (nr = 0; nr < 3; nr++) {
		snprintf(name, sizeof(name), "out/kernel/C2-%u", nr);
		assert_int_equal(read_file(name, file, sizeof(file)), 65536 << nr);
		memcpy(&packet, file, sizeof(packet));
		assert_int_equal(packet.packet_seq_num, nr);
		assert_int_equal(packet.stream_instance, 2);
		assert_int_equal(packet.timestamp_begin, end + !!nr);
		end = packet.timestamp_end;
	}
	assert_int_equal(end, 49999);
}

static void no_sense(void **state)
{
	struct kernel_record_result result = { 0 };

	add_int(1, 1, 1);
	add_record(0, 2, "abc", 3);
	assert_int_equal(record(&result), -EPROTO);
	assert_string_equal(why, "CPU 2: what the kernel has recorded makes no sense");
	assert_int_equal(result.events, 0);
	records.len -= 15;
	add_int(7, 1, 1);
	assert_int_equal(record(&result), -EPROTO);
	records.len -= 16 + 5;
	assert_int_equal(record(&result), -EPROTO);
}

static void lengths_that_lie(void **state)
{
	static const u8 zero[16] = { 0 }, small[16] = { 11, 0, 1 }, large[16] = { 17, 0, 1 };
	struct kernel_stream stream;

	kernel_stream_init(&stream, 0, -1, zero);
	assert_int_equal(kernel_stream_whole(zero, sizeof(zero)), -EPROTO);
	assert_int_equal(kernel_stream_whole(small, sizeof(small)), -EPROTO);
	assert_int_equal(kernel_stream_whole(large, sizeof(large)), 0);
	assert_int_equal(kernel_stream_write(&stream, large, sizeof(large)), -EPROTO);
	assert_int_equal(kernel_stream_write(&stream, zero, 5), -EPROTO);
}

static void a_place_that_there_is_not(void **state)
{
	static const u8 uuid[16];
	struct kernel_stream stream;

	kernel_stream_init(&stream, 0, -1, uuid);
	add_int(1, 1, 1);
	add_int(1, 2, 2);
	assert_int_equal(kernel_stream_write(&stream, records.at, records.len), -EBADF);
	assert_int_equal(stream.dropped, 2);
	assert_int_equal(stream.written, 0);
	kernel_stream_close(&stream);
}

static void an_error_leaves_nothing(void **state)
{
	struct kernel_record_result result = { 0 };

	fake_text("marker/record/events", "1\tone\t\"n %d\n");
	assert_int_equal(record(&result), 0);
	fake_text("marker/record/events", "1\tone\n");
	assert_int_equal(record(&result), -EPROTO);
	assert_int_equal(access(fake_path("out/kernel-2"), F_OK), -1);
	fake_text("marker/record/events", "65536\tone\t\"\"\n");
	assert_int_equal(record(&result), -EPROTO);
	unlink(fake_path("marker/record/cpu0"));
	assert_int_equal(record(&result), -ENOENT);
	unlink(fake_path("marker/record/lost"));
	assert_int_equal(record(&result), -ENOENT);
	assert_int_equal(access(fake_path("out/kernel-2"), F_OK), -1);
}

/* What is written of a new description finds no room. */
static void fill_disk(void)
{
	assert_int_equal(symlink("/dev/full", fake_path("out/kernel/.metadata")), 0);
}

/* A description that is longer than a stream of stdio's keeps back. */
static void many_events(void)
{
	FILE *out = fopen(fake_path("marker/record/events"), "w");
	int id;

	assert_non_null(out);
	for (id = 1; id <= 1000; id++)
		fprintf(out, "%d\tone\t\"n %%d\"\n", id);
	assert_int_equal(fclose(out), 0);
}

/* Seen at the end, and there is no room to tell: the trace is no worse than it was. */
static void a_better_clock_and_a_full_disk(void **state)
{
	struct kernel_recorder *recorder;
	struct kernel_record_result result;

	many_events();
	recorder = start();
	fake_text("marker/record/clock", "source counter\ncounter 9001\nrealtime_ns 3100000000\n"
					 "monotonic_ns 7\nraw_ns 300000000\nfirst_counter 1000\n"
					 "first_raw_ns 100000000\n");
	fill_disk();
	assert_int_equal(kernel_record_stop(recorder, &result, why, sizeof(why)), 0);
	assert_non_null(strstr(fake_read("out/kernel/metadata"), "freq = 40000 "));
	assert_int_equal(access(fake_path("out/kernel/.metadata"), F_OK), -1);
	recorder = start();
	assert_int_equal(kernel_record_stop(recorder, &result, why, sizeof(why)), 0);
	assert_non_null(strstr(fake_read("out/kernel-2/metadata"), "freq = 40005 "));
}

/* Events that cannot be described are counted, until they can. */
static void a_new_marker_and_a_full_disk(void **state)
{
	struct kernel_recorder *recorder = start();
	struct kernel_record_result result;
	int tries = 0;

	fake_text("marker/record/events", "1\tone\t\"n %d\"\n41\tnew\t\"far %d\"\n");
	add_int(1, 1000, 11);
	add_int(41, 1001, 12);
	fill_disk();
	fake_write("marker/record/cpu2", records.at, records.len);
	while (!access(fake_path("out/kernel/.metadata"), F_OK) && ++tries < 30000)
		usleep(1000);
	add_int(41, 1002, 13);
	fake_write("marker/record/cpu2", records.at, records.len);
	assert_int_equal(kernel_record_stop(recorder, &result, why, sizeof(why)), 0);
	assert_int_equal(result.events, 1);
	assert_int_equal(result.dropped, 2);
	assert_non_null(strstr(fake_read("out/kernel/metadata"), "name = \"new\";\n\tid = 41;"));
}

/* The kernel takes a condition that fits none of the markers that are there, and has a note of that. */
static void a_condition_that_fits_none(void **state)
{
	char *globs[] = { "two", "on*" };
	struct kernel_record_options options = { .globs = globs, .nr_globs = 2, .filter = "if=x" };
	struct kernel_recorder *recorder;
	char directory[256];

	strcpy(directory, fake_path("out"));
	options.directory = directory;
	assert_int_equal(kernel_record_start(&options, &recorder, why, sizeof(why)), 0);
	assert_string_equal(why, "on*: the condition fits no marker: column 1: no such field");
	assert_int_equal(kernel_record_stop(recorder, NULL, why, sizeof(why)), 0);
	options.filter = NULL;
	assert_int_equal(kernel_record_start(&options, &recorder, why, sizeof(why)), 0);
	assert_string_equal(why, "");
	assert_int_equal(kernel_record_stop(recorder, NULL, why, sizeof(why)), 0);
}

static void clocks(void **state)
{
	const char *text = "source monotonic\ncounter 1\nrealtime_ns 2\nmonotonic_ns 1\nraw_ns 4\n"
			   "first_counter 0\nfirst_raw_ns 0\n";
	struct kernel_moment moment;
	bool counter = true;

	assert_int_equal(kernel_clock_parse(text, &counter, &moment), 0);
	assert_false(counter);
	assert_int_equal(moment.realtime_ns, 2);
	assert_int_equal(kernel_clock_parse("source counter\ncounter 1\n", &counter, &moment),
			 -EPROTO);
	assert_int_equal(kernel_clock_parse(text + 7, &counter, &moment), -EPROTO);
	assert_int_equal(kernel_clock_parse("", &counter, &moment), -EPROTO);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, fake_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_is_a_trace),
		TEST(describes),
		TEST(packets),
		TEST(many_files),
		TEST(no_sense),
		TEST(lengths_that_lie),
		TEST(a_place_that_there_is_not),
		TEST(an_error_leaves_nothing),
		TEST(a_better_clock_and_a_full_disk),
		TEST(a_new_marker_and_a_full_disk),
		TEST(a_condition_that_fits_none),
		TEST(clocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
