// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * registry.c - markers by name and format
 *
 * A marker exists while any object that is loaded has a site of it.  Two formats under one name are
 * two markers, so a probe connects to exactly those sites whose arguments it understands.
 *
 * Locking: os_lock() is held by all callers.
 */
#include "registry.h"

static struct marker **buckets;
static unsigned int nr_buckets, nr_markers;

static u32 hash_name(const char *name)
{
	u32 hash = 2166136261u; /* FNV-1a, Fowler, Noll and Vo */

	while (*name)
		hash = (hash ^ (u8)*name++) * 16777619u;
	return hash;
}

static struct marker **bucket_of(const char *name)
{
	return &buckets[hash_name(name) & (nr_buckets - 1)];
}

/* Doubles when there are as many markers as buckets. */
static int grow(void)
{
	unsigned int i, wanted = nr_buckets ? 2 * nr_buckets : 64;
	struct marker **old = buckets, **new, *marker;

	if (nr_markers < nr_buckets)
		return 0;
	new = os_alloc(wanted * sizeof(*new));
	if (!new)
		return buckets ? 0 : -ENOMEM;
	buckets = new;
	for (i = 0; i < nr_buckets; i++) {
		while ((marker = old[i])) {
			struct marker **to = &new[hash_name(marker->info.name) & (wanted - 1)];

			old[i] = marker->next;
			marker->next = *to;
			*to = marker;
		}
	}
	nr_buckets = wanted;
	os_free(old);
	return 0;
}

/** marker_buckets_free() - the core goes; there are no markers any more */
void marker_buckets_free(void)
{
	os_free(buckets);
	buckets = NULL;
	nr_buckets = 0;
}

static struct marker *first_from(unsigned int bucket)
{
	for (; bucket < nr_buckets; bucket++)
		if (buckets[bucket])
			return buckets[bucket];
	return NULL;
}

/** marker_first() - the first marker of a walk over all, in no order */
struct marker *marker_first(void)
{
	return first_from(0);
}

/** marker_next() - the one after it, NULL at the end */
struct marker *marker_next(const struct marker *marker)
{
	return marker->next ? marker->next :
			      first_from((bucket_of(marker->info.name) - buckets) + 1);
}

static struct marker *find_from(struct marker *marker, const char *name)
{
	while (marker && strcmp(marker->info.name, name))
		marker = marker->next;
	return marker;
}

/** marker_find_name() - the first marker of a name; the others by marker_same_name() */
struct marker *marker_find_name(const char *name)
{
	return nr_buckets ? find_from(*bucket_of(name), name) : NULL;
}

/** marker_same_name() - the next marker of that name, with another format */
struct marker *marker_same_name(const struct marker *marker)
{
	return find_from(marker->next, marker->info.name);
}

/*
 * One block: the marker, its fields, its name and format.  They are copies, because the strings of
 * an object go with it while a reader may still look at the marker.
 */
static struct marker *marker_alloc(const char *name, const char *format)
{
	struct marker_field fields[MARKER_FIELDS_MAX], *own;
	size_t name_size = strlen(name) + 1, format_size = strlen(format) + 1;
	int nr = marker_format_parse(format, fields, MARKER_FIELDS_MAX), count = nr > 0 ? nr : 0;
	struct marker *marker;
	char *strings;

	marker = os_alloc(sizeof(*marker) + count * sizeof(*own) + name_size + format_size);
	if (!marker)
		return NULL;
	own = (struct marker_field *)(marker + 1);
	strings = memcpy(own + count, name, name_size);
	marker->info.name = strings;
	marker->info.format = memcpy(strings + name_size, format, format_size);
	if (nr >= 0) {
		marker_format_parse(marker->info.format, own, count);
		marker->info.fields = own;
		marker->info.nfields = nr;
		marker_format_direct(&marker->info, &marker->direct_mask);
	}
	marker->sites_end = &marker->sites;
	marker->query = format[0] == '\1';
	marker->none.entry = marker_nothing;
	marker->none.marker = marker;
	marker->probes = &marker->none;
	return marker;
}

/**
 * marker_get() - find a marker or make it
 * @name:	its name
 * @format:	its format
 * @new:	set if it was made
 *
 * Return: NULL if there is no memory.
 */
struct marker *marker_get(const char *name, const char *format, bool *new)
{
	struct marker *marker, **bucket;

	*new = false;
	if (grow())
		return NULL;
	bucket = bucket_of(name);
	for (marker = find_from(*bucket, name); marker; marker = marker_same_name(marker))
		if (!strcmp(marker->info.format, format))
			return marker;
	marker = marker_alloc(name, format);
	if (!marker)
		return NULL;
	marker->next = *bucket;
	*bucket = marker;
	nr_markers++;
	*new = true;
	return marker;
}

/** marker_put() - the last site of a marker has gone: readers may see it for a grace period more */
void marker_put(struct marker *marker)
{
	struct marker **at = bucket_of(marker->info.name);

	while (*at != marker)
		at = &(*at)->next;
	*at = marker->next;
	nr_markers--;
	if (marker->probes != &marker->none)
		marker_retire(&marker->probes->retired);
	marker_retire(&marker->retired);
}

static unsigned int count_on(const struct marker *marker)
{
	const struct marker_site *site;
	unsigned int on = 0;

	for (site = marker->sites; site; site = site->next)
		on += marker_site_state(site->row) == MARKER_ON;
	return on;
}

static void fill_status(struct marker_status *status, const struct marker *marker)
{
	const struct marker_site *site;

	memset(status, 0, sizeof(*status));
	status->marker = marker;
	status->info = marker->info;
	for (site = marker->sites; site; site = site->next)
		status->sites[marker_row_kind(site->row)]++;
	status->on = count_on(marker);
	status->probes = marker->live;
	status->missed = READ_ONCE(marker->missed);
}

static int by_name(const void *a, const void *b)
{
	const struct marker *const *x = a, *const *y = b;
	int order = strcmp((*x)->info.name, (*y)->info.name);

	return order ? order : strcmp((*x)->info.format, (*y)->info.format);
}

static int visit_sorted(int (*visit)(const struct marker_status *, void *), void *data)
{
	struct marker **all = os_alloc((nr_markers + 1) * sizeof(*all)), *marker;
	struct marker_status status;
	unsigned int i, nr = 0;
	int ret = 0;

	if (!all)
		return -ENOMEM;
	for (marker = marker_first(); marker; marker = marker_next(marker))
		if (!marker->query)
			all[nr++] = marker;
	os_sort(all, nr, sizeof(*all), by_name);
	for (i = 0; i < nr && !ret; i++) {
		fill_status(&status, all[i]);
		ret = visit(&status, data);
	}
	os_free(all);
	return ret;
}

int marker_for_each(int (*visit)(const struct marker_status *status, void *data), void *data)
{
	int ret;

	if (os_in_probe())
		return -EDEADLK;
	os_lock();
	ret = marker_bind_images(NULL);
	if (!ret)
		ret = visit_sorted(visit, data);
	os_unlock();
	return ret;
}

const char *marker_patch_mode(void)
{
	const char *mode;

	os_lock();
	mode = os_text_mode();
	os_unlock();
	return mode;
}

const char *marker_kind_name(unsigned int kind)
{
	static const char *const names[MARKER_NR_KINDS] = {
		[MARKER_KIND_GENERIC] = "generic",
		[MARKER_KIND_IMMEDIATE] = "immediate",
		[MARKER_KIND_IMMEDIATE_CLC] = "immediate-clc",
		[MARKER_KIND_JUMP] = "jump",
		[MARKER_KIND_JUMP_NOP8] = "jump-nop8",
		[MARKER_KIND_STATIC_KEY] = "static-key",
	};

	return kind < MARKER_NR_KINDS ? names[kind] : NULL;
}
