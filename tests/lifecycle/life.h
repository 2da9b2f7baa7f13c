/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * life.h - what the life-cycle programs share: results as lines, a probe that counts, sites by name
 */
#ifndef LIFE_H
#define LIFE_H

#include <marker/marker.h>

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int life_failures;

static inline __attribute__((format(printf, 2, 3), unused)) int ok(int holds, const char *name, ...)
{
	char text[512];
	va_list args;

	va_start(args, name);
	vsnprintf(text, sizeof(text), name, args);
	va_end(args);
	printf("%s - %s\n", holds ? "ok" : "not ok", text);
	fflush(stdout);
	life_failures += !holds;
	return holds;
}

/* The probe: counts in its private data and adds up the first argument. */
struct hits {
	unsigned long count;
	unsigned long sum;
};

static inline __attribute__((unused)) void
count_hit(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct hits *hits = private_data;
	unsigned long value = 0;

	if (marker->nfields)
		value = va_arg(*args, int);
	__atomic_fetch_add(&hits->count, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&hits->sum, value, __ATOMIC_RELAXED);
}

struct life_find {
	const char *name;
	struct marker_status status;
	int found;
};

static inline int life_visit(const struct marker_status *status, void *data)
{
	struct life_find *find = data;

	if (strcmp(status->info.name, find->name))
		return 0;
	find->status = *status;
	find->found = 1;
	return 1;
}

/* The status of a marker; all zero if there is none. */
static inline __attribute__((unused)) struct marker_status status_of(const char *name)
{
	struct life_find find = { .name = name };

	marker_for_each(life_visit, &find);
	return find.status;
}

static inline __attribute__((unused)) int is_listed(const char *name)
{
	struct life_find find = { .name = name };

	marker_for_each(life_visit, &find);
	return find.found;
}

/*
 * The instruction of the first site of a marker of this object, out of the table (marker/site.h): what
 * a debugger or a uprobe is to sit on.  In the mov form the table has the address of the immediate.
 */
extern const int32_t life_table[] __asm__("__start___marker_sites")
	__attribute__((visibility("hidden")));
extern const int32_t life_table_end[] __asm__("__stop___marker_sites")
	__attribute__((visibility("hidden")));

static inline __attribute__((unused)) unsigned char *site_of(const char *name)
{
	const int32_t *row;

	for (row = life_table; row < life_table_end; row += 4)
		if (row[0] && !strcmp((const char *)&row[2] + row[2], name))
			return (unsigned char *)&row[0] + row[0] -
			       (((uintptr_t)&row[3] + row[3]) % 8 == MARKER_KIND_IMMEDIATE);
	return NULL;
}

#endif
