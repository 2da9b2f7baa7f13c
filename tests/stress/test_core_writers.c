// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several who register, beside several who run: what a call has returned is true on every core.
 */
#include "crew.h"

#define ROUNDS 300

/* ---- visible after return -------------------------------------------------------------------- */

/* Counts up, so that a thread that slept through some does not take one for another. */
enum {
	CHANGING,
	ON,
	OFF,
	NR_PHASES
};

static unsigned long phase;
static __thread bool mine;
static unsigned long missed_on, hit_off, seen_on, seen_off;

static void note_mine(void *private_data, const struct marker_info *marker, va_list *args)
{
	mine = true;
}

/* One row a line, whatever is inlined. */
static __attribute__((noinline)) void hit_jump(void)
{
	MARK(visible_jump, "%d", 1);
}

static __attribute__((noinline)) void hit_generic(void)
{
	MARK_GENERIC(visible_generic, "%d", 1);
}

static __attribute__((noinline)) void hit_immediate(void)
{
	MARK_IMMEDIATE(visible_immediate, "%d", 1);
}

/* A hit that begins after a call has returned goes by what the call did. */
static void check_visible(void (*hit)(void))
{
	unsigned long before = __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
	unsigned int what = before % NR_PHASES;

	mine = false;
	hit();
	if (what == CHANGING || __atomic_load_n(&phase, __ATOMIC_ACQUIRE) != before)
		return;
	add_one(what == ON ? &seen_on : &seen_off);
	if (what == ON && !mine)
		add_one(&missed_on);
	if (what == OFF && mine)
		add_one(&hit_off);
}

static void check_all_visible(void *unused)
{
	check_visible(hit_jump);
	check_visible(hit_generic);
	check_visible(hit_immediate);
}

/* The call has returned: from now on it counts.  Waits until some hits went by it. */
static void enter_phase(unsigned int i, unsigned int what, const unsigned long *seen)
{
	unsigned long before = read_word(seen);

	__atomic_store_n(&phase, i * NR_PHASES + what, __ATOMIC_RELEASE);
	while (read_word(seen) == before)
		sched_yield();
	__atomic_store_n(&phase, i * NR_PHASES + CHANGING, __ATOMIC_RELEASE);
}

static void t50_visible_on_every_core_after_return(void **state)
{
	static struct crew crew;
	unsigned int i;

	crew_start(&crew, 2, check_all_visible, NULL);
	for (i = 0; i < ROUNDS; i++) {
		assert_int_equal(marker_probe_register("visible_*", "%d", note_mine, NULL), 3);
		enter_phase(i, ON, &seen_on);
		assert_int_equal(marker_probe_unregister("visible_*", note_mine, NULL), 0);
		enter_phase(i, OFF, &seen_off);
	}
	crew_stop(&crew);
	assert_int_equal(missed_on, 0);
	assert_int_equal(hit_off, 0);
}

/* ---- two at a time --------------------------------------------------------------------------- */

static unsigned long unseen, refused;
static __thread unsigned int own;

/* Hits of the thread that registered it alone: the others' come when they come. */
static void count_own(void *private_data, const struct marker_info *marker, va_list *args)
{
	own += private_data == &own;
}

static __attribute__((noinline)) void hit_second(void)
{
	MARK(second_caller, "%d", 1);
}

/* Whoever comes second while the first is still patching must not return before it is done. */
static void register_and_hit(void *unused)
{
	own = 0;
	if (marker_probe_register("second_caller", "%d", count_own, &own) < 0)
		add_one(&refused);
	hit_second();
	if (own != 1)
		add_one(&unseen);
	if (marker_probe_unregister("second_caller", count_own, &own))
		add_one(&refused);
	hit_second();
	if (own != 1)
		add_one(&unseen);
}

static void t42_second_caller_returns_when_it_is_on(void **state)
{
	static struct crew crew;
	unsigned int i;

	crew_start(&crew, 1, register_and_hit, NULL);
	for (i = 0; i < ROUNDS; i++)
		register_and_hit(NULL);
	crew_stop(&crew);
	assert_int_equal(unseen, 0);
	assert_int_equal(refused, 0);
}

/* ---- writers, runners, readers of the list --------------------------------------------------- */

static unsigned long bad_calls, deliveries, listed;

static void probe_that_checks(void *private_data, const struct marker_info *marker, va_list *args)
{
	const char *prefix = private_data;

	if (strncmp(marker->name, prefix, strlen(prefix)) != 0 || va_arg(*args, int) != 7)
		add_one(&bad_calls);
	add_one(&deliveries);
}

static void hit_crowd(void *unused)
{
	MARK(crowd_a_one, "%d", 7);
	MARK_GENERIC(crowd_a_two, "%d", 7);
	MARK_IMMEDIATE(crowd_b_one, "%d", 7);
	MARK(crowd_b_two, "%d %s", 7, "more");
	if (mark_enabled(crowd_a_one))
		MARK(crowd_asked, "%d", 7);
}

/* One pattern, one probe: connected whole, withdrawn whole. */
static void toggle(const char *pattern, const char *prefix)
{
	if (marker_probe_register(pattern, NULL, probe_that_checks, (void *)prefix) <= 0)
		add_one(&bad_calls);
	if (marker_probe_unregister(pattern, probe_that_checks, (void *)prefix))
		add_one(&bad_calls);
}

static void toggle_other(void *unused)
{
	static const char prefix[] = "crowd_b";

	toggle("crowd_b_*", prefix);
	toggle("crowd_[b]*", prefix);
	toggle("crowd_b_two", prefix);
}

static int visit(const struct marker_status *status, void *data)
{
	if (status->on > 64 || status->probes > 64 || !status->info.name || !status->info.format)
		add_one(&bad_calls);
	add_one(&listed);
	return 0;
}

static void list_and_refresh(void *unused)
{
	if (marker_for_each(visit, NULL) || marker_refresh(NULL) < 0)
		add_one(&bad_calls);
	sched_yield();
}

static void t44_two_writers_and_many_runners(void **state)
{
	static const char prefix_a[] = "crowd_a", prefix_all[] = "crowd_";
	static struct crew runners, writer, reader;
	unsigned int i;

	crew_start(&runners, 3, hit_crowd, NULL);
	crew_start(&writer, 1, toggle_other, NULL);
	crew_start(&reader, 1, list_and_refresh, NULL);
	for (i = 0; i < ROUNDS; i++) {
		toggle("crowd_a_*", prefix_a);
		toggle("crowd_*", prefix_all);
		toggle("crowd_?_one", prefix_all);
		if (i % 16 == 0)
			marker_synchronize();
	}
	crew_stop(&reader);
	crew_stop(&writer);
	crew_stop(&runners);
	assert_int_equal(bad_calls, 0);
	assert_true(deliveries > 0);
}

/* The list is walked under the lock: no entry is torn or seen after it went. */
static void t15_listing_beside_writers(void **state)
{
	struct sought sought;

	assert_true(listed > 0);
	sought = seek("crowd_a_one", NULL);
	assert_int_equal(sought.found, 1);
	assert_int_equal(sought.status.on, 0);
	assert_int_equal(sought.status.probes, 0);
	assert_int_equal(marker_nr_connections, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t50_visible_on_every_core_after_return),
		cmocka_unit_test(t42_second_caller_returns_when_it_is_on),
		cmocka_unit_test(t44_two_writers_and_many_runners),
		cmocka_unit_test(t15_listing_beside_writers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
