// SPDX-License-Identifier: GPL-2.0-only
/*
 * failing_core.c - the core in a world where every allocation and every write can fail (os_test.h),
 * and where grace periods and synchronisations are counted
 *
 * A test includes this file: the core is compiled a second time into its program, against that
 * world.  Hence the .c files, and hence no two static functions of the core may share a name.
 */
#include "os_test.h"

#include "os_test.c"
#include "marker/call.c"
#include "marker/connect.c"
#include "marker/connection.c"
#include "marker/disconnect.c"
#include "marker/format.c"
#include "marker/glob.c"
#include "marker/image.c"
#include "marker/patch.c"
#include "marker/probe.c"
#include "marker/registry.c"
#include "marker/switch.c"
#include OS_TEST_ARCH

#include "core_sites.h"
#include "core_test.h"

/* In the place of env.c. */
void marker_startup(void)
{
}

/* ---- objects --------------------------------------------------------------------------------- */

static struct fake_object *object;

static inline void add_line(const char *name, const char *format)
{
	u8 *at = object->text + 64 * object->nr_rows;

	if (site_forms[0].name)
		fake_object_add_form(object, &site_forms[0], name, format, at);
	else
		fake_object_add_generic(object, name, format);
}

static inline void create(unsigned int max_rows)
{
	object = fake_object_create(max_rows, 64 * max_rows + 64);
}

static inline void skip_without_text(void)
{
	if (!site_forms[0].name)
		skip();
}

/* Nothing is left behind but the table of buckets, which is made once. */
static inline void setup_object(const char *const *names)
{
	create(64);
	for (; *names; names += 2)
		add_line(names[0], names[1]);
	fake_object_load(object);
}

#define SETUP(...) setup_object((const char *const[]){ __VA_ARGS__, NULL })

static inline void teardown(void)
{
	fake_object_unload(object);
	object = NULL;
	marker_synchronize();
}

/* ---- what there is, as text ------------------------------------------------------------------ */

struct snapshot {
	char text[4096];
	u8 sites[4096];
	unsigned int connections, live;
};

static inline int describe(const struct marker_status *status, void *data)
{
	char *text = data;

	sprintf(text + strlen(text), "%s|%s on %u probes %u missed %lu\n", status->info.name,
		status->info.format, status->on, status->probes, status->missed);
	return 0;
}

/* Frees what is retired first, so that what lives can be compared. */
static inline struct snapshot take_snapshot(void)
{
	struct snapshot snapshot;

	memset(&snapshot, 0, sizeof(snapshot));
	assert_int_equal(marker_for_each(describe, snapshot.text), 0);
	assert_int_equal(marker_synchronize(), 0);
	memcpy(snapshot.sites, object->text, 4096);
	snapshot.connections = marker_nr_connections;
	snapshot.live = os_test.live;
	return snapshot;
}

static inline void check_snapshot(const struct snapshot *before)
{
	struct snapshot now = take_snapshot();

	assert_string_equal(now.text, before->text);
	assert_memory_equal(now.sites, before->sites, sizeof(now.sites));
	assert_int_equal(now.connections, before->connections);
	assert_int_equal(now.live, before->live);
}

/* ---- hits, counts ---------------------------------------------------------------------------- */

static UNUSED unsigned int hits[8];

static inline void hit(unsigned int row)
{
	if (marker_site_state(&object->rows[row]) == MARKER_ON)
		marker_call(marker_row_slot(&object->rows[row]), 1);
}

static inline void check_hits(unsigned int row, unsigned int who, unsigned int expected)
{
	memset(hits, 0, sizeof(hits));
	hit(row);
	assert_int_equal(hits[who], expected);
}

static inline void forget_counts(void)
{
	os_test.syncs = os_test.writes = os_test.begins = os_test.grace_periods = 0;
}

/* ---- between the tests ----------------------------------------------------------------------- */

static inline int forget_failures(void **state)
{
	os_test.fail_alloc = os_test.fail_write = 0;
	os_test.fail_begin = os_test.fail_end = os_test.fail_synchronize = 0;
	os_test.gone = NULL;
	return 0;
}

/* The table of buckets is made once and stays. */
static inline int warm_up(void **state)
{
	SETUP("warm", "%d");
	seek("warm", NULL);
	teardown();
	return 0;
}

#define TEST(name) cmocka_unit_test_setup(name, forget_failures)
