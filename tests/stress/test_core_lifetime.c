// SPDX-License-Identifier: GPL-2.0-only
/*
 * A probe and its data: always the pair that was registered, and never after a grace period.
 */
#include "crew.h"

#define ROUNDS	4000
#define RUNNERS 2
#define FREED	0x6b6b6b6b6b6b6b6bull

/* What a probe is registered with: says whose it is, and that it is alive. */
struct pair {
	u64 magic;
	marker_probe_fn *func;
};

#define MAGIC 0x1234567890abcdefull

static unsigned long delivered, mispaired;

static void check_pair(const struct pair *pair, marker_probe_fn *func, va_list *args)
{
	if (READ_ONCE(pair->magic) != MAGIC || pair->func != func || va_arg(*args, int) != 42)
		add_one(&mispaired);
	add_one(&delivered);
}

static void probe_a(void *private_data, const struct marker_info *marker, va_list *args)
{
	check_pair(private_data, probe_a, args);
}

static void probe_b(void *private_data, const struct marker_info *marker, va_list *args)
{
	check_pair(private_data, probe_b, args);
}

static void hit_all(void *unused)
{
	MARK(life_jump, "%d", 42);
	MARK_GENERIC(life_generic, "%d", 42);
	MARK_IMMEDIATE(life_immediate, "%d", 42);
}

static const char *const names[] = { "life_jump", "life_generic", "life_immediate", "life_*" };

static struct pair *pair_create(unsigned int i)
{
	struct pair *pair = malloc(sizeof(*pair));

	assert_non_null(pair);
	pair->magic = MAGIC;
	pair->func = i % 2 ? probe_a : probe_b;
	return pair;
}

static void pair_free(struct pair *pair)
{
	pair->magic = FREED;
	pair->func = NULL;
	free(pair);
}

static void begin(struct crew *crew)
{
	delivered = mispaired = 0;
	crew_start(crew, RUNNERS, hit_all, NULL);
}

static void end(struct crew *crew)
{
	crew_stop(crew);
	assert_int_equal(read_word(&mispaired), 0);
	assert_true(read_word(&delivered) > 0);
	assert_int_equal(marker_nr_connections, 0);
}

/* One probe comes, goes, and its data is freed: 0, 1, 0. */
static void t03_data_is_freed_after_synchronize(void **state)
{
	static struct crew crew;
	unsigned int i;

	begin(&crew);
	for (i = 0; i < ROUNDS; i++) {
		struct pair *pair = pair_create(i);

		assert_true(marker_probe_register(names[i % 4], "%d", pair->func, pair) > 0);
		assert_int_equal(marker_probe_unregister(names[i % 4], pair->func, pair), 0);
		assert_int_equal(marker_synchronize(), 0);
		pair_free(pair);
	}
	end(&crew);
}

/* 1, 0, 1 with no grace period between: the old function must not get the new data. */
static void t01_function_and_data_change_together(void **state)
{
	struct pair *pairs[8];
	static struct crew crew;
	unsigned int i, k;

	begin(&crew);
	for (i = 0; i < ROUNDS / 4; i++) {
		for (k = 0; k < 8; k++) {
			pairs[k] = pair_create(k);
			assert_true(marker_probe_register(names[i % 4], "%d", pairs[k]->func,
							  pairs[k]) > 0);
			assert_int_equal(
				marker_probe_unregister(names[i % 4], pairs[k]->func, pairs[k]), 0);
		}
		assert_int_equal(marker_synchronize(), 0);
		for (k = 0; k < 8; k++)
			pair_free(pairs[k]);
	}
	end(&crew);
}

/* Between one and four probes at once, taken away in another order than they came. */
static void t01_many_probes_come_and_go(void **state)
{
	struct pair *pairs[4];
	static struct crew crew;
	unsigned int i, k;

	begin(&crew);
	for (i = 0; i < ROUNDS / 4; i++) {
		for (k = 0; k < 4; k++) {
			pairs[k] = pair_create(k);
			assert_true(connect_as(names[(i + k) % 4], "%d", k % 3, pairs[k]->func,
					       pairs[k], NULL) > 0);
		}
		for (k = 0; k < 4; k++) {
			struct pair *pair = pairs[(k + i) % 4];

			assert_int_equal(marker_probe_unregister_all(pair->func, pair), 1);
		}
		assert_int_equal(marker_synchronize(), 0);
		for (k = 0; k < 4; k++)
			pair_free(pairs[k]);
	}
	end(&crew);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t03_data_is_freed_after_synchronize),
		cmocka_unit_test(t01_function_and_data_change_together),
		cmocka_unit_test(t01_many_probes_come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
