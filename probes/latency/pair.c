// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * pair.c - which markers are a pair
 *
 * A marker is told of once, when it is attached; its point then knows the pair, the side and where
 * the key is.  Points and pairs stay until the connection is closed.
 *
 * Locking: the registry's lock; hits read points and change none.
 */
#include "../filter/code.h"
#include "latency.h"

static const char *const endings[][2] = {
	{ "_begin", "_end" },
	{ "_enter", "_exit" },
	{ "_start", "_done" },
};

static void ignore(void *private_data, const struct marker_info *marker, va_list *args)
{
}

static bool ends_with(const char *name, const char *ending)
{
	size_t len = strlen(name), ending_len = strlen(ending);

	return len > ending_len && !strcmp(name + len - ending_len, ending);
}

/* Which side of a pair a name is, 0 or 1, with the names of both; or a negative errno. */
static int side_by_ending(const char *name, char **begin, char **end)
{
	unsigned int i, side;

	for (i = 0; i < sizeof(endings) / sizeof(endings[0]) * 2; i++) {
		const char *const *pair = endings[i / 2];
		int stem;

		side = i % 2;
		if (!ends_with(name, pair[side]))
			continue;
		stem = strlen(name) - strlen(pair[side]);
		if (asprintf(begin, "%.*s%s", stem, name, pair[0]) < 0)
			return -ENOMEM;
		if (asprintf(end, "%.*s%s", stem, name, pair[1]) < 0) {
			free(*begin);
			return -ENOMEM;
		}
		return side;
	}
	return -ENOENT;
}

static int side_by_name(const struct latency *latency, const char *name, char **begin, char **end)
{
	bool is_begin = !strcmp(name, latency->begin);

	if (!is_begin && strcmp(name, latency->end) != 0)
		return -ENOENT;
	*begin = strdup(latency->begin);
	*end = strdup(latency->end);
	if (*begin && *end)
		return !is_begin;
	free(*begin);
	free(*end);
	return -ENOMEM;
}

static void free_pair(struct latency_pair *pair)
{
	marker_latency_unmap(pair->histogram, sizeof(*pair->histogram));
	marker_latency_unmap(pair->table, sizeof(*pair->table));
	os_free(pair);
}

static struct latency_pair *make_pair(struct latency *latency, const char *begin, const char *end)
{
	const size_t begin_size = strlen(begin) + 1, end_size = strlen(end) + 1;
	struct latency_pair *pair = os_alloc(sizeof(*pair) + begin_size + end_size), **link;

	if (!pair)
		return NULL;
	pair->histogram = marker_latency_map(sizeof(*pair->histogram), true);
	pair->table = marker_latency_map(sizeof(*pair->table), false);
	if (!pair->histogram || !pair->table) {
		free_pair(pair);
		return NULL;
	}
	pair->begin = memcpy(pair->text, begin, begin_size);
	pair->end = memcpy(pair->text + begin_size, end, end_size);
	/* In the order of names. */
	for (link = &latency->pairs; *link; link = &(*link)->next)
		if (strcmp((*link)->begin, begin) > 0)
			break;
	pair->next = *link;
	/* Release: latency_status() may be on its way along the list. */
	__atomic_store_n(link, pair, __ATOMIC_RELEASE);
	return pair;
}

static struct latency_pair *get_pair(struct latency *latency, const char *begin, const char *end)
{
	struct latency_pair *pair;

	for (pair = latency->pairs; pair; pair = pair->next)
		if (!strcmp(pair->begin, begin) && !strcmp(pair->end, end))
			return pair;
	return make_pair(latency, begin, end);
}

static bool can_be_key(const struct marker_field *field)
{
	return field->type != MARKER_DOUBLE && field->type != MARKER_LONG_DOUBLE;
}

static bool find_key(struct latency_point *point, const struct latency *latency,
		     const struct marker_info *marker)
{
	int key;

	point->by_thread = !latency->key;
	if (!latency->key)
		return true;
	key = marker_filter_find_field(marker, latency->key);
	if (key < 0 || !can_be_key(&marker->fields[key]))
		return false;
	point->key = key;
	point->star = marker_filter_has_star(marker, &marker->fields[point->key]);
	return true;
}

static struct latency_point *find_point(const struct latency *latency,
					const struct marker_info *marker)
{
	struct latency_point *point;

	for (point = latency->points; point; point = point->next)
		if (!strcmp(point->text, marker->name) && !strcmp(point->format, marker->format))
			break;
	return point;
}

static struct latency_point *make_point(struct latency *latency, const struct marker_info *marker,
					struct latency_pair *pair, bool end)
{
	const size_t name_size = strlen(marker->name) + 1, format_size = strlen(marker->format) + 1;
	struct latency_point *point = os_alloc(sizeof(*point) + name_size + format_size);

	if (!point)
		return NULL;
	memcpy(point->text, marker->name, name_size);
	point->format = memcpy(point->text + name_size, marker->format, format_size);
	point->end = end;
	pair->found[end] = true;
	if (find_key(point, latency, marker))
		point->pair = pair;
	else
		pair->no_key = true;
	point->next = latency->points;
	latency->points = point;
	return point;
}

/* A negative errno, or 0; without a point for a name that is of no pair. */
static int get_point(struct latency *latency, const struct marker_info *marker,
		     struct latency_point **point)
{
	struct latency_pair *pair;
	char *begin, *end;
	int side;

	*point = find_point(latency, marker);
	if (*point)
		return 0;
	side = latency->begin ? side_by_name(latency, marker->name, &begin, &end) :
				side_by_ending(marker->name, &begin, &end);
	if (side < 0)
		return side == -ENOENT ? 0 : side;
	pair = get_pair(latency, begin, end);
	if (pair)
		*point = make_point(latency, marker, pair, side);
	free(begin);
	free(end);
	return *point ? 0 : -ENOMEM;
}

int marker_latency_attach(void *data, const struct marker_info *marker,
			  struct marker_attached *attached)
{
	struct latency_point *point;
	int err = get_point(data, marker, &point);

	if (err)
		return err;
	attached->func = point && point->pair ? marker_latency_probe : ignore;
	attached->private_data = point;
	return 0;
}

void marker_latency_free(struct latency *latency)
{
	struct latency_point *point;
	struct latency_pair *pair;

	while ((point = latency->points)) {
		latency->points = point->next;
		os_free(point);
	}
	while ((pair = latency->pairs)) {
		latency->pairs = pair->next;
		free_pair(pair);
	}
	os_free(latency->text);
	os_free(latency);
}
