// SPDX-License-Identifier: GPL-2.0-only
/*
 * A marker's arguments as bytes: every conversion of printf, strings, bounds.
 */
#include "core_test.h"

#include "marker/registry.h"
#include "probes/ctf/ctf.h"

#include <sys/mman.h>
#include <unistd.h>

static u8 bytes[4096];
static struct marker_ctf_layout layout;

static size_t write_list(size_t room, const char *format, ...)
{
	struct marker_field fields[MARKER_FIELDS_MAX];
	struct marker_info info = { .name = "m", .format = format, .fields = fields };
	int nr = marker_format_parse(format, fields, MARKER_FIELDS_MAX);
	va_list args;
	size_t len;

	assert_true(nr >= 0);
	info.nfields = nr;
	assert_int_equal(marker_ctf_layout_init(&layout, &info), 0);
	memset(bytes, 0xee, sizeof(bytes));
	va_start(args, format);
	len = marker_ctf_write(&layout, bytes, room, &args);
	va_end(args);
	return len;
}

#define WRITE(...) write_list(sizeof(bytes) - 1, __VA_ARGS__)

static void *at(size_t offset)
{
	return bytes + offset;
}

#define assert_value(type, offset, value)              \
	do {                                           \
		type got;                              \
		memcpy(&got, at(offset), sizeof(got)); \
		assert_true(got == (type)(value));     \
	} while (0)

static void untouched_from(size_t offset)
{
	for (; offset < sizeof(bytes); offset++)
		assert_int_equal(bytes[offset], 0xee);
}

static void ints_are_four_bytes(void **state)
{
	static const char *const formats[] = {
		"%d",  "%i",   "%c",  "%u",   "%o",   "%x",  "%X",
		"%hd", "%hhd", "%hu", "%hhx", "%-5d", "%#x", "%08x"
	};
	unsigned int i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		assert_int_equal(WRITE(formats[i], -2), 4);
		assert_value(int, 0, -2);
		untouched_from(4);
		assert_true(layout.words);
		assert_int_equal(layout.fixed, 4);
		assert_int_equal(layout.max, 4);
	}
}

static void longs_are_eight_bytes(void **state)
{
	static const char *const formats[] = { "%ld", "%lld", "%jd", "%zd", "%td", "%qd", "%lu",
					       "%zu", "%llx", "%lo", "%jX", "%p",  "%li" };
	unsigned int i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		assert_int_equal(WRITE(formats[i], -0x123456789abcdefL), 8);
		assert_value(long, 0, -0x123456789abcdefL);
		untouched_from(8);
		assert_true(layout.words);
	}
}

static void doubles_are_eight_bytes(void **state)
{
	static const char *const formats[] = {
		"%f", "%F", "%e", "%E", "%g", "%G", "%a", "%A", "%lf"
	};
	unsigned int i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (marker_format_parse(formats[i], (struct marker_field[1]){}, 1) < 0)
			continue;
		assert_int_equal(WRITE(formats[i], -0.1), 8);
		assert_value(double, 0, -0.1);
		untouched_from(8);
		assert_false(layout.words);
	}
	assert_int_equal(WRITE("%Lf", 1.5L), 8);
	assert_value(double, 0, 1.5);
}

/* An int and a pointer are 12 bytes, whatever their alignment would be. */
static void there_is_no_padding(void **state)
{
	assert_int_equal(WRITE("len %d skb %p", 7, at(1)), 12);
	assert_value(int, 0, 7);
	assert_value(void *, 4, at(1));
	assert_int_equal(WRITE("%d %f %d %s %ld", 1, 2.5, 3, "abc", 4L), 4 + 8 + 4 + 4 + 8);
	assert_value(int, 0, 1);
	assert_value(double, 4, 2.5);
	assert_value(int, 12, 3);
	assert_string_equal(at(16), "abc");
	assert_value(long, 20, 4L);
	untouched_from(24 + 256);
	assert_int_equal(layout.fixed, 24);
	assert_int_equal(layout.max, 24 + 256);
}

/* More of each kind than there are registers. */
static void twelve_arguments(void **state)
{
	unsigned int i;

	assert_int_equal(WRITE("%d %ld %f %d %ld %f %d %ld %f %d %ld %f", 0, 1L, 2.0, 3, 4L, 5.0, 6,
			       7L, 8.0, 9, 10L, 11.0),
			 4 * 20);
	for (i = 0; i < 4; i++) {
		assert_value(int, 20 * i, 3 * i);
		assert_value(long, 20 * i + 4, 3 * i + 1);
		assert_value(double, 20 * i + 12, 3 * i + 2);
	}
	assert_int_equal(WRITE("%f %f %f %f %f %f %f %f %f %f", 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0,
			       7.0, 8.0, 9.0),
			 80);
	for (i = 0; i < 10; i++)
		assert_value(double, 8 * i, i);
}

static void no_arguments(void **state)
{
	assert_int_equal(WRITE(""), 0);
	assert_int_equal(WRITE("100 %%"), 0);
	untouched_from(0);
	assert_true(layout.words);
}

static void what_is_no_format_has_no_fields(void **state)
{
	struct marker_info info = { .name = "m", .format = "%n", .nfields = 0 };

	assert_int_equal(marker_ctf_layout_init(&layout, &info), 0);
	assert_int_equal(layout.nr, 0);
	assert_int_equal(layout.max, 0);
	info.nfields = MARKER_CTF_FIELDS + 1;
	assert_int_equal(marker_ctf_layout_init(&layout, &info), -EINVAL);
}

static void strings_and_precisions(void **state)
{
	assert_int_equal(WRITE("%s", ""), 1);
	assert_string_equal(at(0), "");
	assert_int_equal(WRITE("%.3s", "abcdef"), 4);
	assert_string_equal(at(0), "abc");
	untouched_from(4);
	assert_int_equal(WRITE("%10s", "ab"), 3);
	assert_int_equal(WRITE("%.0s", "ab"), 1);
	assert_int_equal(WRITE("%.*s", 2, "abcdef"), 4 + 3);
	assert_value(int, 0, 2);
	assert_string_equal(at(4), "ab");
	assert_int_equal(WRITE("%.*s", -1, "abcdef"), 4 + 7);
	assert_int_equal(WRITE("%*s", 2, "abcdef"), 4 + 7);
	assert_int_equal(WRITE("%*.*s", 1, 3, "abcdef"), 8 + 4);
	assert_string_equal(at(8), "abc");
	assert_int_equal(WRITE("%*.2s", 1, "abcdef"), 4 + 3);
	assert_int_equal(WRITE("%*d", 5, 6), 8);
}

/* A precision lets printf off looking for an end, and so it does here. */
static void a_string_without_an_end(void **state)
{
	static const char no_end[3] = { 'a', 'b', 'c' };

	assert_int_equal(WRITE("%.3s", no_end), 4);
	assert_string_equal(at(0), "abc");
	assert_int_equal(WRITE("%.*s", 3, no_end), 8);
	assert_string_equal(at(4), "abc");
}

static void long_strings_are_cut(void **state)
{
	char text[600];
	size_t len;

	memset(text, 'x', sizeof(text));
	for (len = 250; len < 260; len++) {
		size_t kept = len < MARKER_CTF_STRING ? len : MARKER_CTF_STRING;

		text[len] = '\0';
		assert_int_equal(WRITE("%s", text), kept + 1);
		assert_int_equal(strlen(at(0)), kept);
		untouched_from(MARKER_CTF_STRING + 1);
		text[len] = 'x';
	}
	assert_int_equal(WRITE("%.500s", text), MARKER_CTF_STRING + 1);
	assert_int_equal(WRITE("%.*s", 500, text), 4 + MARKER_CTF_STRING + 1);
}

static void a_string_that_is_not_there(void **state)
{
	errno = 12345;
	assert_int_equal(WRITE("%s", (char *)NULL), sizeof("(null)"));
	assert_string_equal(at(0), "(null)");
	assert_int_equal(WRITE("%.3s", (char *)NULL), 4);
	assert_string_equal(at(0), "(nu");
	assert_int_equal(WRITE("%s", (char *)16), sizeof("(unreadable)"));
	assert_string_equal(at(0), "(unreadable)");
	assert_int_equal(WRITE("%s", (char *)-16), sizeof("(unreadable)"));
	assert_int_equal(errno, 12345);
}

/* Two pages, of which the second cannot be read. */
static void a_string_before_the_end_of_memory(void **state)
{
	/* cppcheck-suppress invalidFunctionArg */
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(pages, MAP_FAILED);
	assert_int_equal(mprotect(pages + 4096, 4096, PROT_NONE), 0);
	memcpy(pages + 4096 - 6, "hello", 6);
	assert_int_equal(WRITE("%s", pages + 4096 - 6), 6);
	assert_string_equal(at(0), "hello");
	memcpy(pages + 4096 - 6, "hello!", 6);
	assert_int_equal(WRITE("%s", pages + 4096 - 6), sizeof("(unreadable)"));
	assert_string_equal(at(0), "(unreadable)");
	assert_int_equal(WRITE("%.6s", pages + 4096 - 6), 7);
	assert_string_equal(at(0), "hello!");
	assert_int_equal(munmap(pages, 8192), 0);
}

/* At every room, what does not fit writes nothing behind it and says so. */
static void nothing_is_written_past_the_room(void **state)
{
	const size_t whole = 4 + 8 + 4 + 8;
	size_t room, len;

	for (room = 0; room < 40; room++) {
		len = write_list(room, "%d %ld %s %f", 1, 2L, "abc", 3.0);
		assert_int_equal(len <= room, room >= whole);
		if (len <= room)
			assert_int_equal(len, whole);
		untouched_from(room);
	}
}

static void headers(void **state)
{
	const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	const u64 time = 0x123456789abcdef0;
	const u32 low = 0x7ffffff, id = 0x12345678;
	u32 word = marker_ctf_short(30, time);
	u8 header[MARKER_CTF_LONG];

	assert_int_equal(little ? word & 31 : word >> 27, 30);
	assert_int_equal(little ? word >> 5 : word & low, time & low);
	marker_ctf_long(header, id, time);
	assert_int_equal(header[0], little ? 31 : 31 << 3);
	assert_memory_equal(header + 1, &id, 4);
	assert_memory_equal(header + 5, &time, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ints_are_four_bytes),
		cmocka_unit_test(longs_are_eight_bytes),
		cmocka_unit_test(doubles_are_eight_bytes),
		cmocka_unit_test(there_is_no_padding),
		cmocka_unit_test(twelve_arguments),
		cmocka_unit_test(no_arguments),
		cmocka_unit_test(what_is_no_format_has_no_fields),
		cmocka_unit_test(strings_and_precisions),
		cmocka_unit_test(a_string_without_an_end),
		cmocka_unit_test(long_strings_are_cut),
		cmocka_unit_test(a_string_that_is_not_there),
		cmocka_unit_test(a_string_before_the_end_of_memory),
		cmocka_unit_test(nothing_is_written_past_the_room),
		cmocka_unit_test(headers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
