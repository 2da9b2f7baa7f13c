// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * open_user.c - record=DIR[;flight=SIZE][;limit=SIZE]: opened, told of markers, closed
 *
 * Locking: open, attach and close come one at a time (marker/env.c and the registry); what an event or a
 * fork may see is changed under record_lock().
 */
#include "clock_user.h"
#include "dir_user.h"
#include "sys_user.h"
#include "record_user.h"

#define SMALLEST_FLIGHT (4 * RECORD_FIRST_SIZE)

struct recorder *recorders;

struct options {
	char *dir;
	u64 flight;
	u64 limit;
};

/* ---- what was asked for ---- */

static int take_size(const char *text, u64 *size)
{
	*size = record_size(text);
	return *size ? 0 : -EINVAL;
}

static int parse_option(const char *option, struct options *options)
{
	if (!strncmp(option, "flight=", 7))
		return take_size(option + 7, &options->flight);
	if (!strncmp(option, "limit=", 6))
		return take_size(option + 6, &options->limit);
	return -EINVAL;
}

/* Splits @text in place. */
static int parse(char *text, struct options *options)
{
	char *rest = NULL, *option;
	int err = 0;

	*options = (struct options){ .dir = strtok_r(text, ";", &rest) };
	if (!options->dir)
		return -EINVAL;
	while (!err && (option = strtok_r(NULL, ";", &rest)))
		err = parse_option(option, options);
	if (err || (options->flight && options->limit) ||
	    (options->flight && options->flight < SMALLEST_FLIGHT))
		return -EINVAL;
	return 0;
}

/* ---- recorders ---- */

static struct recorder *find_recorder(const char *collection, const struct options *options)
{
	struct recorder *recorder;

	for (recorder = recorders; recorder; recorder = recorder->next)
		if (!strcmp(recorder->collection, collection) &&
		    recorder->flight == options->flight && recorder->limit == options->limit)
			return recorder;
	return NULL;
}

static size_t cells_size(const struct recorder *recorder)
{
	return recorder->flight / RECORD_FIRST_SIZE * sizeof(struct record_file);
}

static void free_recorder(struct recorder *recorder)
{
	record_text_free(&recorder->head);
	record_text_free(&recorder->events);
	if (recorder->cells)
		munmap(recorder->cells, cells_size(recorder));
	free(recorder->collection);
	os_free(recorder);
}

static int fill_recorder(struct recorder *recorder)
{
	int err = record_threads_init();

	if (!err && recorder->flight) {
		recorder->cells = sys_map_memory(cells_size(recorder));
		if (recorder->cells == MAP_FAILED) {
			recorder->cells = NULL;
			err = -ENOMEM;
		}
	}
	return err ? err : record_head_init(recorder);
}

static bool is_taken(unsigned int place)
{
	const struct recorder *recorder;

	for (recorder = recorders; recorder; recorder = recorder->next)
		if (recorder->place == place)
			return true;
	return false;
}

static unsigned int free_place(void)
{
	unsigned int place;

	for (place = 0; place < RECORD_NEAR && is_taken(place); place++)
		;
	return place;
}

/* Takes @collection. */
static int make_recorder(char *collection, const struct options *options, struct recorder **made)
{
	struct recorder *recorder = os_alloc(sizeof(*recorder));
	sigset_t saved;
	int err;

	if (!recorder) {
		free(collection);
		return -ENOMEM;
	}
	recorder->collection = collection;
	recorder->flight = options->flight;
	recorder->limit = options->limit;
	recorder->place = free_place();
	recorder->home_fd = -1;
	err = fill_recorder(recorder);
	if (!err) {
		record_lock(&saved);
		err = record_home_open(recorder);
		if (!err) {
			recorder->next = recorders;
			recorders = recorder;
		}
		record_unlock(&saved);
	}
	if (err)
		free_recorder(recorder);
	else
		*made = recorder;
	return err;
}

static int get_recorder(const struct options *options, struct recorder **recorder)
{
	char *collection;
	int err = record_dir_open(options->dir, &collection);

	if (err)
		return err;
	*recorder = find_recorder(collection, options);
	if (!*recorder)
		return make_recorder(collection, options, recorder);
	free(collection);
	return 0;
}

static int open_handle(const struct options *options, struct record_handle *handle)
{
	sigset_t saved;
	int err;

	record_clock_init();
	marker_ctf_strings_init();
	err = get_recorder(options, &handle->recorder);
	if (err)
		return err;
	record_lock(&saved);
	handle->next = handle->recorder->handles;
	handle->recorder->handles = handle;
	record_unlock(&saved);
	return 0;
}

static int record_open(const char *arg, void **private_data)
{
	struct record_handle *handle;
	struct options options;
	char *copy;
	int err;

	if (!arg || !*arg)
		return -EINVAL;
	copy = strdup(arg);
	handle = os_alloc(sizeof(*handle));
	err = copy && handle ? parse(copy, &options) : -ENOMEM;
	if (!err)
		err = open_handle(&options, handle);
	free(copy);
	if (err)
		os_free(handle);
	else
		*private_data = handle;
	return err;
}

/* ---- the end ---- */

static void close_recorder(struct recorder *recorder)
{
	struct recorder **link;
	sigset_t saved;

	record_lock(&saved);
	for (link = &recorders; *link != recorder; link = &(*link)->next)
		;
	*link = recorder->next;
	if (recorder->home_fd >= 0) {
		record_threads_close(recorder);
		record_files_end(recorder);
		record_clock_keep(recorder);
	}
	record_home_close(recorder);
	record_unlock(&saved);
	record_events_free(recorder);
	free_recorder(recorder);
}

static void record_close(void *private_data)
{
	struct record_handle *handle = private_data, **link;
	struct recorder *recorder = handle->recorder;
	sigset_t saved;

	record_lock(&saved);
	for (link = &recorder->handles; *link != handle; link = &(*link)->next)
		;
	*link = handle->next;
	record_events_disown(recorder, handle);
	record_unlock(&saved);
	record_markers_free(handle);
	os_free(handle);
	if (!recorder->handles)
		close_recorder(recorder);
}

/* How often one marker was recorded its trace knows; all handles of one recorder have its sum. */
static int record_status(void *private_data, const struct marker_info *info,
			 struct marker_named_status *status)
{
	const struct record_handle *handle = private_data;
	struct recorder *recorder = handle->recorder;
	sigset_t saved;

	if (info) {
		status->dropped = record_event_dropped(recorder, info);
		status->dropped_only = 1;
		return 0;
	}
	record_lock(&saved);
	status->dropped = READ_ONCE(recorder->dropped);
	status->hits = recorder->recorded + record_threads_events(recorder) + status->dropped;
	if (recorder->home_fd >= 0) {
		status->dir = recorder->collection;
		status->trace = recorder->home;
	}
	record_unlock(&saved);
	return 0;
}

const struct marker_named_probe marker_record_named = {
	.name = "record",
	.func = record_any,
	.open = record_open,
	.close = record_close,
	.attach = record_attach,
	.status = record_status,
};
