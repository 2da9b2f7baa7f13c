/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * format.h - where a term stands in the attribute of an event
 *
 *	"config:0-7,32-35"	twelve bits: the value's low eight in bits 0 to 7 of config, its
 *				high four in bits 32 to 35
 */
#ifndef BENCH_COUNTER_FORMAT_H
#define BENCH_COUNTER_FORMAT_H

#include <linux/perf_event.h>
#include <stdint.h>

/**
 * struct format - of one term
 * @field:	0 for config, 1 for config1, 2 for config2
 * @mask:	its bits there; the lowest takes the value's lowest, and so on upwards
 */
struct format {
	unsigned int field;
	uint64_t mask;
};

int format_parse(const char *text, struct format *format);
uint64_t format_max(const struct format *format);
void format_set(const struct format *format, uint64_t value, struct perf_event_attr *attr);
uint64_t format_get(const struct format *format, const struct perf_event_attr *attr);

#endif
