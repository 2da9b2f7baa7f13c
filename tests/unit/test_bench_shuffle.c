// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_shuffle.c - random orders, and the sizes of caches
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/row/cache.h"
#include "bench/row/shuffle.h"

#define NR 4096

static void test_each_number_once(void **state)
{
	static unsigned int numbers[NR], seen[NR];
	struct stat_random random = { 1 };
	unsigned int i, moved = 0;

	shuffle(numbers, NR, &random);
	for (i = 0; i < NR; i++) {
		assert_true(numbers[i] < NR);
		assert_int_equal(seen[numbers[i]]++, 0);
		moved += numbers[i] != i;
	}
	assert_true(moved > NR - 32);
}

static void test_same_seed_same_order(void **state)
{
	static unsigned int a[NR], b[NR];
	struct stat_random random = { 7 }, again = { 7 };

	shuffle(a, NR, &random);
	shuffle(b, NR, &again);
	assert_memory_equal(a, b, sizeof(a));
	shuffle(b, NR, &again);
	assert_memory_not_equal(a, b, sizeof(a));
}

/* All six orders of three numbers come about equally often. */
static void test_no_order_is_preferred(void **state)
{
	struct stat_random random = { 2006 };
	unsigned int orders[27] = { 0 }, numbers[3], i, kinds = 0;

	for (i = 0; i < 60000; i++) {
		shuffle(numbers, 3, &random);
		orders[numbers[0] * 9 + numbers[1] * 3 + numbers[2]]++;
	}
	for (i = 0; i < 27; i++) {
		kinds += orders[i] != 0;
		assert_true(!orders[i] || (orders[i] > 9500 && orders[i] < 10500));
	}
	assert_int_equal(kinds, 6);
}

static void test_one_and_none(void **state)
{
	struct stat_random random = { 3 };
	unsigned int number = 77;

	shuffle(&number, 0, &random);
	assert_int_equal(number, 77);
	shuffle(&number, 1, &random);
	assert_int_equal(number, 0);
}

static void test_sizes_of_caches(void **state)
{
	assert_int_equal(cache_size_parse("512K\n"), 512 << 10);
	assert_int_equal(cache_size_parse("32M"), 32 << 20);
	assert_int_equal(cache_size_parse("32768"), 32768);
	assert_int_equal(cache_size_parse(""), 0);
	assert_int_equal(cache_size_parse("-1K"), 0);
	assert_int_equal(cache_size_parse("K"), 0);
	assert_int_equal(cache_size_parse("512KK"), 0);
	assert_int_equal(cache_size_parse("512G"), 0);
	assert_int_equal(cache_size_parse("1024M"), 0);
	assert_int_equal(cache_size_parse("99999999999999999999M"), 0);
}

static void make_file(const char *root, const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *file;
	char *at;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	for (at = strchr(path + strlen(root) + 1, '/'); at; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0777);
		*at = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void test_the_largest_is_taken(void **state)
{
	char root[] = "/tmp/test_bench_shuffle.XXXXXX", command[64];

	assert_non_null(mkdtemp(root));
	make_file(root, "cpu3/cache/index0/size", "32K\n");
	make_file(root, "cpu3/cache/index3/size", "8192K\n");
	make_file(root, "cpu3/cache/index2/size", "512K\n");
	make_file(root, "cpu4/cache/index0/size", "nonsense\n");
	assert_int_equal(cache_largest(root, 3), 8 << 20);
	assert_int_equal(cache_largest(root, 4), CACHE_UNKNOWN);
	assert_int_equal(cache_largest(root, 5), CACHE_UNKNOWN);
	snprintf(command, sizeof(command), "rm -r %s", root);
	assert_int_equal(system(command), 0);
}

static void test_walk(void **state)
{
	struct cache_walk walk;

	assert_int_equal(cache_walk_alloc(&walk, 64 << 10), 0);
	assert_int_equal(walk.size, 128 << 10);
	cache_walk(&walk);
	cache_walk_free(&walk);
	assert_null(walk.memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_number_once),
		cmocka_unit_test(test_same_seed_same_order),
		cmocka_unit_test(test_no_order_is_preferred),
		cmocka_unit_test(test_one_and_none),
		cmocka_unit_test(test_sizes_of_caches),
		cmocka_unit_test(test_the_largest_is_taken),
		cmocka_unit_test(test_walk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
