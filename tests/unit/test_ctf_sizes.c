// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_ctf_sizes.c - events walked over by their sizes: what marker_ctf_event() and marker_ctf_write() write
 * is what is understood here; heads of packets
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "probes/ctf/text.h"
#include "user/ctf/packet.h"
#include "user/ctf/sizes.h"

/* A marker of each size, and of strings at the beginning, in the middle, at the end. */
static struct marker_field mixed[] = {
	{ .name = "text", .name_len = 4, .type = MARKER_STRING, .conversion = 5, .precision = -1 },
	{ .name = "n", .name_len = 1, .type = MARKER_INT, .conversion = 10, .precision = -1 },
	{ .name = "p", .name_len = 1, .type = MARKER_POINTER, .conversion = 15, .precision = -1 },
	{ .name = "x", .name_len = 1, .type = MARKER_DOUBLE, .conversion = 20, .precision = -1 },
	{ .name = "more", .name_len = 4, .type = MARKER_STRING, .conversion = 28, .precision = -1 },
};
static const struct marker_info mixed_marker = {
	.name = "mixed",
	.format = "text %s n %d p %p x %f more %s",
	.fields = mixed,
	.nfields = 5,
};
static const struct marker_info empty_marker = { .name = "empty", .format = "" };

static void read_events(struct ctf_sizes *sizes, u32 mixed_id, u32 empty_id)
{
	FILE *file = tmpfile();

	assert_non_null(file);
	fputs("/* CTF 1.8 */\nevent_header { id = 5; }\n", file);
	assert_int_equal(marker_ctf_event(file, mixed_id, 0, &mixed_marker), 0);
	assert_int_equal(marker_ctf_event(file, empty_id, 0, &empty_marker), 0);
	rewind(file);
	assert_int_equal(ctf_sizes_read(sizes, file), 0);
	fclose(file);
}

static size_t put_head(u8 *to, u32 id)
{
	u32 head = marker_ctf_short(id, 99);

	if (id < MARKER_CTF_LONG_ID) {
		memcpy(to, &head, sizeof(head));
		return MARKER_CTF_SHORT;
	}
	marker_ctf_long(to, id, 99);
	return MARKER_CTF_LONG;
}

static size_t put_args(u8 *to, ...)
{
	struct marker_ctf_layout layout;
	va_list args;
	size_t size;

	assert_int_equal(marker_ctf_layout_init(&layout, &mixed_marker), 0);
	va_start(args, to);
	size = marker_ctf_write(&layout, to, layout.max, &args);
	va_end(args);
	return size;
}

/* How many events the data are, or -EINVAL if they do not end where one does. */
static int64_t count_events(const struct ctf_sizes *sizes, const u8 *data, size_t size)
{
	uint64_t counts[4096] = { 0 };
	int64_t events = 0;
	ssize_t whole;
	size_t i;

	assert_true(sizes->nr <= 4096);
	whole = ctf_sizes_walk(sizes, data, size, counts);
	for (i = 0; i < sizes->nr; i++)
		events += counts[i];
	return whole == (ssize_t)size ? events : -EINVAL;
}

static void counts(u32 mixed_id, u32 empty_id)
{
	struct ctf_sizes sizes;
	size_t size = 0, at;
	u8 data[8192];
	int i;

	read_events(&sizes, mixed_id, empty_id);
	for (i = 0; i < 10; i++) {
		size += put_head(data + size, mixed_id);
		size += put_args(data + size, i % 2 ? "" : "some text", i, data, 1.5, "end");
		size += put_head(data + size, empty_id);
	}
	assert_int_equal(count_events(&sizes, data, size), 20);
	assert_int_equal(count_events(&sizes, data, 0), 0);
	/* Cut anywhere: fewer events, or an error; never a byte behind the end. */
	for (at = 0; at < size; at++)
		assert_true(count_events(&sizes, data, at) < 20);
	ctf_sizes_free(&sizes);
}

/* Cut anywhere: what is whole is counted, each for itself, and the rest is left. */
static void leaves_what_is_not_whole(void **state)
{
	uint64_t counts[64] = { 0 };
	struct ctf_sizes sizes;
	size_t ends[3], at;
	u8 data[4096];

	read_events(&sizes, 7, 8);
	ends[0] = put_head(data, 8);
	ends[1] = ends[0] + put_head(data + ends[0], 7);
	ends[1] += put_args(data + ends[1], "x", 1, data, 1.5, "y");
	ends[2] = ends[1] + put_head(data + ends[1], 8);
	for (at = 0; at <= ends[2]; at++) {
		size_t whole = at < ends[0] ? 0 :
			       at < ends[1] ? ends[0] :
			       at < ends[2] ? ends[1] :
					      at;

		memset(counts, 0, sizeof(counts));
		assert_int_equal(ctf_sizes_walk(&sizes, data, at, counts), whole);
		assert_int_equal(counts[7], at >= ends[1]);
		assert_int_equal(counts[8], (at >= ends[0]) + (at >= ends[2]));
	}
	ctf_sizes_free(&sizes);
}

static void knows_names_and_formats(void **state)
{
	static const struct marker_info odd = { .name = "odd",
						.format = "a \"q\" \\ /* \n\t\001 \303\251" };
	FILE *file = tmpfile();
	struct ctf_sizes sizes;

	assert_int_equal(marker_ctf_event(file, 2, 0, &odd), 0);
	assert_int_equal(marker_ctf_event(file, 1, 0, &mixed_marker), 0);
	fputs("event {\nname = \"bare\";\nid = 3;\nfields := struct {\n};\n};\n", file);
	rewind(file);
	assert_int_equal(ctf_sizes_read(&sizes, file), 0);
	fclose(file);
	assert_string_equal(sizes.events[2].name, "odd");
	assert_string_equal(sizes.events[2].format, odd.format);
	assert_string_equal(sizes.events[1].name, "mixed");
	assert_string_equal(sizes.events[1].format, mixed_marker.format);
	assert_string_equal(sizes.events[3].name, "bare");
	assert_string_equal(sizes.events[3].format, "");
	assert_false(sizes.events[0].known);
	ctf_sizes_free(&sizes);
}

static void counts_short_and_long_heads(void **state)
{
	counts(0, 1);
	counts(30, 31);
	counts(1000, 5);
}

static void knows_what_it_does_not_know(void **state)
{
	struct ctf_sizes sizes;
	u8 data[64];

	read_events(&sizes, 3, 4);
	assert_int_equal(count_events(&sizes, data, put_head(data, 2)), -EINVAL);
	assert_int_equal(count_events(&sizes, data, put_head(data, 1u << 30)), -EINVAL);
	assert_int_equal(count_events(&sizes, data, put_head(data, 4)), 1);
	ctf_sizes_free(&sizes);
}

static int read_text(const char *text)
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct ctf_sizes sizes;
	int err = ctf_sizes_read(&sizes, file);

	fclose(file);
	ctf_sizes_free(&sizes);
	return err;
}

static void refuses_other_descriptions(void **state)
{
	assert_int_equal(read_text("event {\nid = 1;\nfields := struct {\nenum x;\n};\n};\n"),
			 -EINVAL);
	assert_int_equal(read_text("event {\nfields := struct {\n};\n};\n"), -EINVAL);
	assert_int_equal(read_text("event {\nid = -1;\n};\n"), -EINVAL);
	assert_int_equal(read_text("event {\nid = 99999999999;\n};\n"), -EINVAL);
	assert_int_equal(read_text("event {\nid = 7;\n};\n"), 0);
}

static const struct marker_ctf_packet good = {
	.magic = MARKER_CTF_MAGIC,
	.timestamp_begin = 5,
	.timestamp_end = 6,
	.content_size = (MARKER_CTF_PACKET + 16) * 8,
	.packet_size = 4096 * 8,
};

static void checks_packets(void **state)
{
	struct marker_ctf_packet packet = good;

	assert_null(ctf_packet_check(&packet, 4096));
	assert_non_null(ctf_packet_check(&packet, 4095));
	packet.packet_size = 0;
	assert_non_null(ctf_packet_check(&packet, 4096));
	packet.packet_size = 4096 * 8 - 1;
	assert_non_null(ctf_packet_check(&packet, 4096));
	packet = good;
	packet.content_size = packet.packet_size + 8;
	assert_non_null(ctf_packet_check(&packet, 4096));
	packet.content_size = MARKER_CTF_PACKET * 8 - 8;
	assert_non_null(ctf_packet_check(&packet, 4096));
	packet = good;
	packet.timestamp_end = 4;
	assert_non_null(ctf_packet_check(&packet, 4096));
}

static void reads_packets(void **state)
{
	struct marker_ctf_packet packet = good, read;
	FILE *file = tmpfile();
	int fd = fileno(file);

	assert_int_equal(pwrite(fd, &packet, sizeof(packet), 8), sizeof(packet));
	assert_int_equal(ctf_packet_read(fd, 8, &read), 0);
	assert_memory_equal(&read, &packet, sizeof(packet));
	assert_int_equal(ctf_packet_read(fd, 9, &read), -ENODATA);
	assert_int_equal(ctf_packet_read(fd, 0, &read), -EILSEQ);
	/* Of a machine of the other byte order. */
	packet.magic = __builtin_bswap32(packet.magic);
	packet.packet_size = __builtin_bswap64(packet.packet_size);
	assert_int_equal(pwrite(fd, &packet, sizeof(packet), 8), sizeof(packet));
	assert_int_equal(ctf_packet_read(fd, 8, &read), 0);
	assert_int_equal(read.packet_size, good.packet_size);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_short_and_long_heads),
		cmocka_unit_test(leaves_what_is_not_whole),
		cmocka_unit_test(knows_names_and_formats),
		cmocka_unit_test(knows_what_it_does_not_know),
		cmocka_unit_test(refuses_other_descriptions),
		cmocka_unit_test(checks_packets),
		cmocka_unit_test(reads_packets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
