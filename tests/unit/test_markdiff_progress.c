// SPDX-License-Identifier: GPL-2.0-only
/*
 * The line about files that are being read, and the counters that it is made from.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/build_perfdata.h"
#include "user/markdiff/profile/progress.h"

static void text_of_files(void **state)
{
	char *files[] = { "done", "half", "a/very/long/path/to/a/recording/of/mine/perf.data",
			  "none" };
	struct perfdata_progress counters[] = {
		{ 20, 20 }, { 5000000, 10000000 }, { 1, 100000000 }, { 0, 0 }
	};
	struct progress p = { .files = files, .counters = counters, .nr = 4 };
	char text[100];

	progress_text(&p, text, sizeof(text));
	assert_string_equal(text,
			    "  half 50 % of 5.0 MB  /a/recording/of/mine/perf.data 0 % of 50.0 MB  "
			    "none");
	p.nr = 1;
	progress_text(&p, text, sizeof(text));
	assert_string_equal(text, "");
}

/* What does not fit is left out as a whole. */
static void text_fits(void **state)
{
	char *files[] = { "first", "second" };
	struct perfdata_progress counters[] = { { 0, 2000000 }, { 0, 2000000 } };
	struct progress p = { .files = files, .counters = counters, .nr = 2 };
	char text[24];

	progress_text(&p, text, sizeof(text));
	assert_string_equal(text, "  first 0 % of 1.0 MB");
}

static int take(void *ctx, const struct perfdata_sample *sample)
{
	return 0;
}

static void reader_counts(void **state)
{
	struct perfdata_progress progress = { 0 };
	char path[] = "/tmp/test_progress.XXXXXX";
	int fd = mkstemp(path);
	struct perfdata_error error;
	static struct build b;
	struct perfdata *pd;

	build_begin(&b, build_cpu_clock, 1);
	for (int i = 0; i < 100; i++)
		build_sample(&b, 10, i, 0x1000);
	assert_int_equal(write(fd, b.bytes, b.size), b.size);
	close(fd);
	assert_int_equal(perfdata_open_watched(path, &progress, &pd, &error), 0);
	assert_int_equal(progress.total, 2 * b.size);
	assert_true(progress.done >= b.size - b.data && progress.done < progress.total);
	assert_int_equal(perfdata_each_sample(pd, take, NULL), 0);
	assert_true(progress.done >= 2 * (b.size - b.data));
	perfdata_close(pd);
	unlink(path);
}

static void shown_and_wiped_out(void **state)
{
	char *files[] = { "name" }, *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct progress p = { .out = out, .files = files, .nr = 1 };

	progress_start(&p);
	assert_non_null(p.counters);
	usleep(300000);
	progress_end(&p);
	fclose(out);
	assert_non_null(strstr(text, "\rReading  name "));
	assert_string_equal(text + size - 2, " \r");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_of_files),
		cmocka_unit_test(text_fits),
		cmocka_unit_test(reader_counts),
		cmocka_unit_test(shown_and_wiped_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
