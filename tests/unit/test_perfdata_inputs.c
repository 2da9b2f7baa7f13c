// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where recordings come from: files, directories, pipes, standard input; files that shrink while
 * they are read; and every sentence that refuses one.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/perfdata_test.h"

static struct build b;
static struct seen seen;
static char dir[64];

static const char *path_of(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void write_file(const char *name, const void *bytes, size_t size)
{
	int fd = open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, size), size);
	close(fd);
}

static void open_all(const char *path)
{
	struct perfdata_error error;

	memset(&seen, 0, sizeof(seen));
	if (perfdata_open(path, &seen.pd, &error))
		fail_msg("%s: %s", path, error.text);
	assert_int_equal(perfdata_each_sample(seen.pd, take, &seen), 0);
}

static void build_three(void)
{
	build_way(&b, 1);
	build_events(&b, (const struct build_event[]){ { .type = 1 } }, 1);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/bin/prog", 2);
	for (int i = 0; i < 3; i++)
		build_sample(&b, 10, 3 + i, 0x400000 + i);
}

static void three_are_read(void)
{
	assert_int_equal(seen.nr, 3);
	assert_string_equal(seen.object[2], "/bin/prog");
	perfdata_close(seen.pd);
}

static void *feed(void *path)
{
	int fd = open(path, O_WRONLY);

	/* In pieces, as a program that records writes them. */
	for (size_t at = 0, n; at < b.size; at += n) {
		n = b.size - at < 50 ? b.size - at : 50;
		if (write(fd, b.bytes + at, n) < 0)
			break;
	}
	close(fd);
	return NULL;
}

static void reads_a_fifo(void **state)
{
	pthread_t thread;
	char path[128];

	build_three();
	snprintf(path, sizeof(path), "%s", path_of("fifo"));
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(pthread_create(&thread, NULL, feed, path), 0);
	open_all(path);
	pthread_join(thread, NULL);
	three_are_read();
}

static void reads_standard_input(void **state)
{
	int old = dup(0), fds[2], fd;

	build_three();
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], b.bytes, b.size), b.size);
	close(fds[1]);
	dup2(fds[0], 0);
	close(fds[0]);
	open_all("-");
	three_are_read();
	/* A file that was redirected is a file. */
	write_file("file", b.bytes, b.size);
	fd = open(path_of("file"), O_RDONLY);
	dup2(fd, 0);
	close(fd);
	open_all("-");
	three_are_read();
	/* Still open: it is not ours to close. */
	assert_true(fcntl(0, F_GETFD) >= 0);
	dup2(old, 0);
	close(old);
}

/* Records of one file of a directory change what an address of another one means. */
static void orders_a_directory_by_time(void **state)
{
	static struct build part;
	uint64_t offset;
	const char *file;

	build_way(&b, 0);
	build_events(&b, (const struct build_event[]){ { .type = 1 } }, 1);
	build_mmap(&b, 10, 0, 0x400000, 0x1000, 0, "/zero", 2);
	build_feature_begin(&b, 4);
	build_sized_string(&b, "6.1");
	build_feature_end(&b);
	build_finish(&b);
	mkdir(path_of("dir"), 0700);
	write_file("dir/data", b.bytes, b.size);
	build_way(&part, 0);
	build_events(&part, (const struct build_event[]){ { .type = 1 } }, 1);
	build_sample(&part, 10, 15, 0x400010);
	build_sample(&part, 10, 25, 0x400010);
	write_file("dir/data.0", part.bytes + part.data, part.size - part.data);
	part.size = part.data;
	build_mmap(&part, 10, 20, 0x400000, 0x1000, 0, "/twenty", 2);
	build_sample(&part, 10, 5, 0x400010);
	build_sample(&part, 10, 30, 0x400010);
	write_file("dir/data.1", part.bytes + part.data, part.size - part.data);
	open_all(path_of("dir"));
	assert_int_equal(seen.nr, 4);
	assert_string_equal(seen.object[0], "/zero");
	assert_string_equal(seen.object[1], "/twenty");
	assert_string_equal(seen.object[2], "/zero");
	assert_string_equal(seen.object[3], "/twenty");
	assert_string_equal(perfdata_info(seen.pd)->os_release, "6.1");
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), PERFDATA_WHOLE);
	perfdata_close(seen.pd);
	/* Damage of one file leaves the others. */
	part.bytes[part.data + 6] = 3;
	part.bytes[part.data + 7] = 0;
	write_file("dir/data.0", part.bytes + part.data, part.size - part.data);
	open_all(path_of("dir"));
	assert_int_equal(seen.nr, 2);
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), PERFDATA_CORRUPT);
	assert_string_equal(file, "data.0");
	assert_int_equal(offset, 0);
	perfdata_close(seen.pd);
}

static int count(void *ctx, const struct perfdata_sample *sample)
{
	uint64_t *nr = ctx;

	if (++*nr == 10)
		assert_int_equal(truncate(path_of("shrinks"), 300 << 10), 0);
	return 0;
}

/* More than a window, so that there is something to read after the file has become shorter. */
static void a_file_may_shrink_while_it_is_read(void **state)
{
	struct perfdata_error error;
	struct perfdata *pd;
	uint64_t nr = 0, offset, whole = 60000;
	const char *file;
	FILE *out;

	build_way(&b, 1);
	build_events(&b, (const struct build_event[]){ { .type = 1 } }, 1);
	out = fopen(path_of("shrinks"), "w");
	assert_non_null(out);
	fwrite(b.bytes, 1, b.size, out);
	b.size = b.data = 16;
	build_sample(&b, 10, 3, 0x1000);
	for (uint64_t i = 0; i < whole; i++)
		fwrite(b.bytes + 16, 1, b.size - 16, out);
	fclose(out);
	assert_int_equal(perfdata_open(path_of("shrinks"), &pd, &error), 0);
	assert_int_equal(perfdata_counts(pd)->samples, whole);
	assert_int_equal(perfdata_damage(pd, &offset, &file), PERFDATA_WHOLE);
	assert_int_equal(perfdata_each_sample(pd, count, &nr), 0);
	assert_in_range(nr, 100, whole - 1);
	assert_int_equal(perfdata_damage(pd, &offset, &file), PERFDATA_TRUNCATED);
	assert_in_range(offset, 200 << 10, 300 << 10);
	/* Again, of what is left. */
	nr = 10;
	assert_int_equal(perfdata_each_sample(pd, count, &nr), 0);
	perfdata_close(pd);
}

static void cannot_open(const char *path, int err, const char *words)
{
	struct perfdata_error error;
	struct perfdata *pd;

	assert_int_equal(perfdata_open(path, &pd, &error), err);
	assert_int_equal(error.err, err);
	assert_true(error.offset == PERFDATA_NO_OFFSET);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
}

static void says_why_it_cannot_open(void **state)
{
	cannot_open(path_of("nothing"), -ENOENT, "cannot be opened");
	cannot_open("/dev/null", -ESPIPE, "neither a file nor a pipe");
	mkdir(path_of("empty.dir"), 0700);
	cannot_open(path_of("empty.dir"), -ENOENT, "without a recording's file \"data\"");
	write_file("empty", "", 0);
	cannot_open(path_of("empty"), -ENODATA, "is empty");
	if (geteuid()) {
		write_file("secret", "PERFILE2", 8);
		chmod(path_of("secret"), 0);
		cannot_open(path_of("secret"), -EACCES, "owner");
	}
}

/* The sentence, and which byte is to blame. */
static void refused(size_t size, const char *words, uint64_t offset)
{
	struct perfdata_error error;
	struct perfdata *pd;
	int err = perfdata_open_memory(b.bytes, size, &pd, &error);

	assert_true(err < 0);
	assert_int_equal(error.err, err);
	assert_true(error.offset == offset);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
}

static void begin(int way)
{
	build_way(&b, way);
	build_events(&b, (const struct build_event[]){ { .type = 1 } }, 1);
	build_sample(&b, 10, 1, 0x1000);
}

static void says_what_is_wrong(void **state)
{
	for (int way = 0; way < NR_WAYS; way += 2) {
		begin(way);
		refused(0, "is empty; record again", PERFDATA_NO_OFFSET);
		refused(7, "is not a perf.data file", 0);
		refused(12, "ends inside its header", 0);
		refused(100, "ends inside its header", 0);
		build_set64(&b, 16, 79);
		refused(b.size, "event description has 79 bytes", 16);
		begin(way);
		build_set64(&b, 16, 65537);
		refused(b.size, "which no perf writes", 16);
		begin(way);
		build_set64(&b, 24, UINT64_MAX - 5);
		refused(b.size, "describes no event inside it", 24);
		begin(way);
		build_set64(&b, 32, 79);
		refused(b.size, "describes no event inside it", 24);
		begin(way);
		build_set64(&b, 40, b.size + 1);
		refused(b.size, "records lie outside of it", 40);
		begin(way);
		build_set64(&b, 40, 8);
		refused(b.size, "records lie outside of it", 40);
		begin(way);
		build_set64(&b, 48, 0);
		refused(b.data, "was killed before it wrote a sample", 48);
		begin(way);
		refused(b.size - 1, "cut off before its first whole sample", b.size - 1);
		begin(way);
		build_set16(&b, b.data + 6, 7);
		refused(b.size, "make no sense from here on", b.data);
		begin(way + 1);
		refused(16, "describes no event; copy", PERFDATA_NO_OFFSET);
		begin(way + 1);
		refused(b.size - 1, "cut off before its first whole sample", b.size - 40);
	}
	begin(0);
	memcpy(b.bytes, "PERFFILE", 8);
	refused(b.size, "before 2010", 0);
	memcpy(b.bytes, "ELIFFREP", 8);
	refused(b.size, "before 2010", 0);
}

/* Before 2.6.36 the header had no feature bits. */
static void reads_the_old_header(void **state)
{
	begin(0);
	build_set64(&b, 8, 72);
	memset(b.bytes + 72, 0xff, 32);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 1);
	assert_int_equal(perfdata_counts(seen.pd)->unknown_features, 0);
	perfdata_close(seen.pd);
}

static int make_dir(void **state)
{
	snprintf(dir, sizeof(dir), "/tmp/test_perfdata.XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	static const char *const names[] = {
		"dir/data", "dir/data.0", "dir/data.1", "dir",	     "fifo", "file",
		"shrinks",  "empty",	  "secret",	"empty.dir", ""
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		remove(path_of(names[i]));
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_a_fifo),
		cmocka_unit_test(reads_standard_input),
		cmocka_unit_test(orders_a_directory_by_time),
		cmocka_unit_test(a_file_may_shrink_while_it_is_read),
		cmocka_unit_test(says_why_it_cannot_open),
		cmocka_unit_test(says_what_is_wrong),
		cmocka_unit_test(reads_the_old_header),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
