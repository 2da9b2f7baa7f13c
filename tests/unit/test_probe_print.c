// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_probe_print.c - the probe "print": its lines and where they go
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <unistd.h>

#include "probes/print.h"

/* Something that is not NULL: the format is one of printf's. */
static const struct marker_field some_field;

static char line[MARKER_PRINT_MAX + 1];

static size_t format(const struct marker_info *marker, ...)
{
	va_list args;
	size_t len;

	va_start(args, marker);
	len = marker_print_line(line, marker, &args);
	va_end(args);
	line[len] = '\0';
	return len;
}

static void prints_name_and_text(void **state)
{
	struct marker_info info = {
		.name = "net_rx", .format = "len %d dev %s", .fields = &some_field, .nfields = 2
	};

	format(&info, 42, "eth0");
	assert_string_equal(line, "net_rx: len 42 dev eth0\n");
}

static void prints_a_name_alone(void **state)
{
	struct marker_info info = { .name = "tick", .format = "", .fields = &some_field };

	format(&info);
	assert_string_equal(line, "tick\n");
}

static void is_one_line(void **state)
{
	struct marker_info info = {
		.name = "m", .format = "%s", .fields = &some_field, .nfields = 1
	};

	format(&info, "a\nb\n");
	assert_string_equal(line, "m: a b\n");
}

static void does_not_follow_what_is_no_format(void **state)
{
	struct marker_info info = { .name = "m", .format = "%n%s%s" };

	format(&info);
	assert_string_equal(line, "m: %n%s%s\n");
}

/* Around the length at which a line is cut. */
static void cuts_long_lines(void **state)
{
	struct marker_info info = {
		.name = "m", .format = "%s", .fields = &some_field, .nfields = 1
	};
	char text[2 * MARKER_PRINT_MAX];
	size_t len;

	for (len = MARKER_PRINT_MAX - 10; len < MARKER_PRINT_MAX + 10; len++) {
		bool cut = len + strlen("m: ") + 1 > MARKER_PRINT_MAX;

		memset(text, 'x', len);
		text[len] = '\0';
		assert_int_equal(format(&info, text), cut ? MARKER_PRINT_MAX : len + 4);
		assert_int_equal(strcmp(line + strlen(line) - 4, "...\n") == 0, cut);
	}
}

static void cuts_long_names(void **state)
{
	char name[2 * MARKER_PRINT_MAX];
	struct marker_info info = { .name = name, .format = "%d", .fields = &some_field };

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(format(&info, 1), MARKER_PRINT_MAX);
	assert_string_equal(line + MARKER_PRINT_MAX - 4, "...\n");
}

static void hit(void *printer, const struct marker_info *marker, ...)
{
	va_list args;

	va_start(args, marker);
	marker_print_named.func(printer, marker, &args);
	va_end(args);
}

static void appends_to_a_file_and_keeps_errno(void **state)
{
	struct marker_info info = {
		.name = "m", .format = "%d", .fields = &some_field, .nfields = 1
	};
	char path[] = "/tmp/test_probe_print-XXXXXX", text[64] = "";
	int fd = mkstemp(path);
	void *printer;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, "old\n", 4), 4);
	assert_int_equal(marker_print_named.open(path, &printer), 0);
	errno = 12345;
	hit(printer, &info, 7);
	assert_int_equal(errno, 12345);
	marker_print_named.close(printer);
	assert_true(pread(fd, text, sizeof(text) - 1, 0) > 0);
	assert_string_equal(text, "old\nm: 7\n");
	close(fd);
	unlink(path);
	assert_int_equal(marker_print_named.open("/nonexistent/f", &printer), -ENOENT);
}

/* A program closes all descriptors and opens a file of its own: that one is left alone. */
static void leaves_a_foreign_descriptor_alone(void **state)
{
	struct marker_info info = { .name = "m", .format = "" };
	char path[] = "/tmp/test_probe_print-XXXXXX", other[] = "/tmp/test_probe_print-XXXXXX";
	int fd = mkstemp(path), foreign = mkstemp(other), at;
	void *printer;

	assert_int_equal(marker_print_named.open(path, &printer), 0);
	at = *(int *)printer;
	assert_true(at > 2);
	assert_int_equal(dup2(foreign, at), at);
	hit(printer, &info);
	assert_int_equal(lseek(foreign, 0, SEEK_END), 0);
	assert_int_equal(lseek(fd, 0, SEEK_END), 0);
	marker_print_named.close(printer);
	assert_int_equal(close(at), 0);
	close(fd);
	close(foreign);
	unlink(path);
	unlink(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prints_name_and_text),
		cmocka_unit_test(prints_a_name_alone),
		cmocka_unit_test(is_one_line),
		cmocka_unit_test(does_not_follow_what_is_no_format),
		cmocka_unit_test(cuts_long_lines),
		cmocka_unit_test(cuts_long_names),
		cmocka_unit_test(appends_to_a_file_and_keeps_errno),
		cmocka_unit_test(leaves_a_foreign_descriptor_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
