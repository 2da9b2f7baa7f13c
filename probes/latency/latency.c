// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * latency.c - what a hit of a begin or of an end does
 *
 * Writes atomic words only; any context.
 */
#include "../filter/code.h"
#include "latency.h"

static struct latency_shard *own_shard(const struct latency_pair *pair)
{
	u64 key = os_context() * 0x9e3779b97f4a7c15ull; /* Fibonacci hashing */

	return &pair->histogram->shards[key >> 61];
}

void marker_latency_hit(const struct latency_pair *pair, bool end, unsigned int set, u64 key,
			u64 now)
{
	struct latency_shard *shard = own_shard(pair);
	enum latency_opened opened;
	u64 since;

	if (!end) {
		opened = marker_latency_open(pair->table, set, key, now);
		if (opened == LATENCY_EVICTED)
			__atomic_fetch_add(&shard->evicted, 1, __ATOMIC_RELAXED);
		if (opened == LATENCY_MISSED)
			__atomic_fetch_add(&shard->missed, 1, __ATOMIC_RELAXED);
		return;
	}
	since = marker_latency_close(pair->table, set, key);
	if (!since)
		__atomic_fetch_add(&shard->ends, 1, __ATOMIC_RELAXED);
	else
		marker_latency_add(shard, now > since ? now - since : 0);
}

static u64 hash_text(const char *text, u64 room)
{
	u64 hash = 0xcbf29ce484222325ull; /* FNV-1a */
	unsigned int i;

	for (i = 0; text && i < LATENCY_TEXT_MAX && i < room && text[i]; i++)
		hash = (hash ^ (u8)text[i]) * 0x100000001b3ull;
	return hash;
}

/* One argument as a number; a text as its address. */
static u64 take(const struct marker_field *field, va_list *args)
{
	switch (field->type) {
	case MARKER_INT:
		return (long long)va_arg(*args, int);
	case MARKER_UINT:
		return va_arg(*args, unsigned int);
	case MARKER_LONG:
	case MARKER_ULONG:
		return va_arg(*args, unsigned long long);
	case MARKER_POINTER:
	case MARKER_STRING:
		return (uintptr_t)va_arg(*args, void *);
	case MARKER_DOUBLE:
		return va_arg(*args, double) != 0;
	default:
		return va_arg(*args, long double) != 0;
	}
}

/* By value; a text by a hash of 64 bits, as far as its precision goes. */
static u64 key_of(const struct latency_point *point, const struct marker_info *marker,
		  va_list *args)
{
	const struct marker_field *field = &marker->fields[point->key];
	u64 value = 0, before = ~0ull;
	unsigned int i;

	for (i = 0; i <= point->key; i++) {
		before = value;
		value = take(&marker->fields[i], args);
	}
	if (field->type != MARKER_STRING)
		return value;
	if (!point->star)
		before = field->precision < 0 ? ~0ull : (u64)field->precision;
	/* A negative precision is none, and is a large number here. */
	return hash_text((const char *)(uintptr_t)value, before);
}

void marker_latency_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	const struct latency_point *point = private_data;
	u64 now = point->end ? marker_latency_now() : 0;
	unsigned int set;
	u64 key;

	if (point->by_thread) {
		key = marker_latency_thread();
		set = key % LATENCY_SETS;
	} else {
		key = key_of(point, marker, args);
		set = key * 0x9e3779b97f4a7c15ull >> 54;
	}
	/* What the probe itself takes is not in between. */
	if (!point->end)
		now = marker_latency_now();
	marker_latency_hit(point->pair, point->end, set, key, now);
}
