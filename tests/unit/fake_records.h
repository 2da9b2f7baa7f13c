/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fake_records.h - records as the kernel's cpuN and snapshotN have them (probes/record/record_kernel.h)
 */
#ifndef TESTS_FAKE_RECORDS_H
#define TESTS_FAKE_RECORDS_H

#include "fake_debugfs.h"

#include "marker/os.h"

static struct {
	u8 *at;
	size_t len;
} records;

static __attribute__((unused)) void records_clear(void)
{
	free(records.at);
	records.at = NULL;
	records.len = 0;
}

static __attribute__((unused)) void add_record(u16 id, u64 time, const void *payload, u16 len)
{
	u8 *to;
	u16 bytes = 12 + len;

	records.at = realloc(records.at, records.len + bytes);
	assert_non_null(records.at);
	to = records.at + records.len;
	memcpy(to, &bytes, 2);
	memcpy(to + 2, &id, 2);
	memcpy(to + 4, &time, 8);
	memcpy(to + 12, payload, len);
	records.len += bytes;
}

static __attribute__((unused)) void add_int(u16 id, u64 time, int value)
{
	add_record(id, time, &value, sizeof(value));
}

static __attribute__((unused)) void add_lost(u64 time, u64 lost)
{
	add_record(0, time, &lost, sizeof(lost));
}

#endif
