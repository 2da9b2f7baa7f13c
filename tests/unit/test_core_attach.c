// SPDX-License-Identifier: GPL-2.0-only
/*
 * A probe that is told of each marker it is connected to, and says what is called there.
 */
#include "core_test.h"
#include "fake_object.h"

static struct {
	char told[64];
	char hit[64];
	const char *fail_at;
} seen;

static void note_hit(void *private_data, const struct marker_info *marker, va_list *args)
{
	strncat(seen.hit, private_data, 1);
}

static void note_upper(void *private_data, const struct marker_info *marker, va_list *args)
{
	char upper[] = { *(const char *)private_data - 'a' + 'A', '\0' };

	strcat(seen.hit, upper);
}

/* The last letter of a marker's name is its data; "b" has a function of its own. */
static int attach(void *private_data, const struct marker_info *marker,
		  struct marker_attached *attached)
{
	const char *last = marker->name + strlen(marker->name) - 1;
	static char letters[26];
	char *own = &letters[*last - 'a'];

	if (attached->func != note_hit || attached->private_data != private_data)
		strcat(seen.told, "!");
	if (seen.fail_at && !strcmp(seen.fail_at, last))
		return -ENOMEM;
	strcat(seen.told, last);
	*own = *last;
	attached->private_data = own;
	if (*last == 'b')
		attached->func = note_upper;
	return 0;
}

static int connect_to(const char *name)
{
	struct marker_probe probe = {
		.name = name,
		.func = note_hit,
		.private_data = &seen,
		.attach = attach,
	};

	return marker_probe_connect(&probe, NULL);
}

static __attribute__((noinline)) void hit_all(void)
{
	seen.hit[0] = '\0';
	MARK(attach_a, "x %d", 1);
	MARK(attach_b, "x %d", 2);
	MARK(attach_c, "x %d", 3);
}

static int setup(void **state)
{
	memset(&seen, 0, sizeof(seen));
	return 0;
}

static void each_marker_has_its_own(void **state)
{
	assert_int_equal(connect_to("attach_*"), sites_matched("attach_*"));
	assert_int_equal(strlen(seen.told), 3);
	assert_null(strchr(seen.told, '!'));
	hit_all();
	assert_string_equal(seen.hit, "aBc");
	assert_int_equal(connect_to("attach_*"), -EEXIST);
	assert_int_equal(strlen(seen.told), 3);
	assert_int_equal(marker_probe_unregister("attach_*", note_hit, &seen), 0);
	hit_all();
	assert_string_equal(seen.hit, "");
}

static void beside_another_probe(void **state)
{
	unsigned int hits = 0;

	assert_int_equal(connect_to("attach_b"), sites_matched("attach_b"));
	assert_int_equal(marker_probe_register("attach_b", NULL, count_hit, &hits),
			 sites_matched("attach_b"));
	hit_all();
	assert_string_equal(seen.hit, "B");
	assert_int_equal(hits, 1);
	/* The copy of an array has what was said, and nobody is asked again. */
	assert_string_equal(seen.told, "b");
	assert_int_equal(marker_probe_unregister_all(note_hit, &seen), 1);
	hit_all();
	assert_string_equal(seen.hit, "");
	assert_int_equal(hits, 2);
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits), 1);
}

static void a_failure_is_the_registrations(void **state)
{
	seen.fail_at = "c";
	assert_int_equal(connect_to("attach_*"), -ENOMEM);
	hit_all();
	assert_string_equal(seen.hit, "");
	seen.fail_at = NULL;
	assert_int_equal(connect_to("attach_*"), sites_matched("attach_*"));
	hit_all();
	assert_string_equal(seen.hit, "aBc");
	assert_int_equal(marker_probe_unregister_all(note_hit, &seen), 1);
}

static void one_that_arrives_is_told_of(void **state)
{
	struct fake_object *object;

	assert_int_equal(connect_to("attach_z"), 0);
	assert_string_equal(seen.told, "");
	object = LOAD(LINE("attach_z", "x %d"));
	assert_string_equal(seen.told, "z");
	fake_object_unload(object);
	assert_int_equal(marker_probe_unregister_all(note_hit, &seen), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(each_marker_has_its_own, setup),
		cmocka_unit_test_setup(beside_another_probe, setup),
		cmocka_unit_test_setup(a_failure_is_the_registrations, setup),
		cmocka_unit_test_setup(one_that_arrives_is_told_of, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
