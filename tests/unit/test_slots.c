// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arrays that grow, and the hash of what is in them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "user/lib/array.h"
#include "user/lib/slots.h"

#define MANY 20000

struct words {
	uint64_t *at;
	uint32_t nr, cap;
	struct slots slots;
	uint64_t hash_mask; /* 0: all have the same hash */
};

static uint64_t hash_of(const void *of, uint32_t number)
{
	const struct words *words = of;

	assert_true(number < words->nr);
	return words->at[number] & words->hash_mask;
}

static bool is_word(const void *of, uint32_t number, const void *word)
{
	const struct words *words = of;

	assert_true(number < words->nr);
	return words->at[number] == *(const uint64_t *)word;
}

static uint32_t find(const struct words *words, uint64_t word)
{
	return slots_find(&words->slots, word & words->hash_mask, is_word, words, &word);
}

static void add(struct words *words, uint64_t word)
{
	assert_int_equal(find(words, word), SLOTS_NONE);
	assert_int_equal(array_room(words->at, words->nr, words->cap), 0);
	assert_int_equal(
		slots_add(&words->slots, word & words->hash_mask, words->nr, hash_of, words), 0);
	words->at[words->nr++] = word;
	assert_int_equal(find(words, word), words->nr - 1);
	assert_true(2 * (uint64_t)words->nr <= (uint64_t)words->slots.mask + 1);
}

static void words_free(struct words *words)
{
	free(words->at);
	slots_free(&words->slots);
	assert_null(words->slots.at);
}

/* Numbers in a row, and such as differ in their upper bits alone. */
static void finds_all(void **state)
{
	struct words words = { .hash_mask = UINT64_MAX };
	uint32_t i;

	assert_int_equal(find(&words, 7), SLOTS_NONE);
	for (i = 0; i < MANY; i++)
		add(&words, i % 2 ? i : (uint64_t)i << 40);
	for (i = 0; i < MANY; i++)
		assert_int_equal(find(&words, i % 2 ? i : (uint64_t)i << 40), i);
	assert_int_equal(find(&words, MANY + 1), SLOTS_NONE);
	words_free(&words);
}

static void one_hash_for_all(void **state)
{
	struct words words = { .hash_mask = 0 };
	uint32_t i;

	for (i = 0; i < 500; i++)
		add(&words, i);
	for (i = 0; i < 500; i++)
		assert_int_equal(find(&words, i), i);
	assert_int_equal(find(&words, 500), SLOTS_NONE);
	words_free(&words);
}

/* A hash that is spread, of words that are not: the longest way to one is short. */
static void spreads(void **state)
{
	static const unsigned int shifts[] = { 0, 4, 12, 32, 48 };
	uint32_t i, s, way, longest;
	struct words words;

	for (s = 0; s < sizeof(shifts) / sizeof(shifts[0]); s++) {
		words = (struct words){ .hash_mask = UINT64_MAX };
		for (i = 0; i < 4096; i++)
			add(&words, (uint64_t)i << shifts[s]);
		for (i = way = longest = 0; i <= words.slots.mask; i++) {
			way = words.slots.at[i] ? way + 1 : 0;
			longest = way > longest ? way : longest;
		}
		assert_true(longest < 64);
		words_free(&words);
	}
}

static void arrays(void **state)
{
	char(*large)[10000] = NULL;
	uint32_t room = 0, nr;
	size_t before;

	for (nr = 0; nr < 100; nr++) {
		assert_int_equal(array_room(large, nr, room), 0);
		assert_true(nr < room);
		large[nr][0] = nr;
		large[nr][9999] = 1;
	}
	for (nr = 0; nr < 100; nr++)
		assert_int_equal(large[nr][0], nr);
	/* More than can be numbered. */
	before = UINT32_MAX;
	assert_null(array_grow(large, &before, 1));
	assert_int_equal(before, UINT32_MAX);
	assert_int_equal(large[99][0], 99);
	free(large);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_all),
		cmocka_unit_test(one_hash_for_all),
		cmocka_unit_test(spreads),
		cmocka_unit_test(arrays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
