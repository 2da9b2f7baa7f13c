// SPDX-License-Identifier: GPL-2.0-only
/*
 * The life of a handle.  A directory (perf record --threads) is its file "data", which has the
 * header, and data.0, data.1, ..., which have records only.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

#define MAX_FILES 4096

int fail(struct perfdata_error *error, int err, uint64_t offset, const char *format, ...)
{
	va_list args;

	error->err = err;
	error->offset = offset;
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return err;
}

static int fail_open(struct perfdata_error *error, int err, bool directory)
{
	const char *hint = "check the path";

	if (err == -ESPIPE)
		return fail(error, err, PERFDATA_NO_OFFSET,
			    "is neither a file nor a pipe; record with perf record -o FILE");
	if (err == -ENOENT && directory)
		return fail(error, err, PERFDATA_NO_OFFSET,
			    "is a directory without a recording's file \"data\"; %s", hint);
	if (err == -EACCES || err == -EPERM)
		hint = "perf record writes files for their owner only; ask the owner or use sudo";
	if (err == -EMFILE || err == -ENFILE)
		hint = "allow more with ulimit -n";
	return fail(error, err, PERFDATA_NO_OFFSET, "cannot be opened: %s; %s", strerror(-err),
		    hint);
}

static int fail_read(struct perfdata_error *error, int err)
{
	if (err == -ENOMEM)
		return fail(error, err, PERFDATA_NO_OFFSET,
			    "needs more memory than there is; compare fewer files at once");
	return fail(error, err, PERFDATA_NO_OFFSET, "cannot be read: %s; check the disk",
		    strerror(-err));
}

static int input_add(struct perfdata *pd, const struct input *in)
{
	struct input *inputs = realloc(pd->inputs, (pd->nr_inputs + 1) * sizeof(*inputs));

	if (!inputs)
		return -ENOMEM;
	pd->inputs = inputs;
	inputs[pd->nr_inputs++] = *in;
	return 0;
}

static int file_open(struct perfdata *pd, const char *path)
{
	struct input in;
	int err = input_open(&in, path);

	if (err)
		return err;
	err = input_add(pd, &in);
	if (err)
		input_close(&in);
	return err;
}

static int directory_open(struct perfdata *pd, const char *path)
{
	char *name;
	int err, i;

	pd->directory = true;
	if (asprintf(&name, "%s/data", path) < 0)
		return -ENOMEM;
	err = file_open(pd, name);
	free(name);
	for (i = 0; !err && i < MAX_FILES; i++) {
		if (asprintf(&name, "%s/data.%d", path, i) < 0)
			return -ENOMEM;
		err = file_open(pd, name);
		free(name);
	}
	/* The numbers end where there is no next file. */
	return err == -ENOENT && i ? 0 : err;
}

/* Each file's records; where the first one's are, its header will say. */
static int segments_make(struct perfdata *pd)
{
	char name[24];
	uint32_t i;
	int err = 0;

	pd->segments = calloc(pd->nr_inputs, sizeof(*pd->segments));
	if (!pd->segments)
		return -ENOMEM;
	for (i = 0; i < pd->nr_inputs && !err; i++) {
		pd->segments[i].input = &pd->inputs[i];
		pd->segments[i].end = pd->inputs[i].size;
		if (!pd->directory)
			continue;
		snprintf(name, sizeof(name), i ? "data.%u" : "data", i - 1);
		err = strings_add(&pd->strings, name, &pd->segments[i].name);
	}
	pd->nr_segments = pd->nr_inputs;
	return err;
}

static int build(struct perfdata *pd)
{
	/* Its names and ids first: records refer to them. */
	int err = features_read(pd);

	if (!err)
		err = side_read(pd);
	if (!err)
		err = build_ids_apply(pd);
	if (!err)
		err = comms_build(pd);
	if (!err)
		err = spaces_build(pd);
	free(pd->side);
	pd->side = NULL;
	return err;
}

/* What was read is only worth something if there are samples, or if nothing is missing. */
static int check_usable(const struct perfdata *pd, struct perfdata_error *error)
{
	static const char *const why[] = {
		[PERFDATA_UNFINISHED] = "the recording was killed before it wrote a sample; "
					"record again and end perf record with Ctrl-C",
		[PERFDATA_TRUNCATED] = "the file is cut off before its first whole sample; copy "
				       "it again or record again",
		[PERFDATA_CORRUPT] = "the records make no sense from here on and no sample comes "
				     "before; record again",
	};

	if (pd->damage != PERFDATA_WHOLE && !pd->counts.samples)
		return fail(error, -EBADMSG, pd->damage_offset, "%s", why[pd->damage]);
	if (!pd->nr_events)
		return fail(error, -EINVAL, PERFDATA_NO_OFFSET,
			    "describes no event; copy it again or record again");
	return 0;
}

static int finish_open(struct perfdata *pd, struct perfdata **out, struct perfdata_error *error)
{
	int err = segments_make(pd);

	if (err)
		fail_read(error, err);
	else
		err = header_read(pd, error);
	if (!err) {
		err = build(pd);
		err = err ? fail_read(error, err) : check_usable(pd, error);
	}
	if (err)
		perfdata_close(pd);
	else
		*out = pd;
	return err;
}

static void watch(struct perfdata *pd, struct perfdata_progress *progress)
{
	uint64_t total = 0;
	uint32_t i;

	for (i = 0; i < pd->nr_inputs; i++) {
		pd->inputs[i].progress = progress;
		total += 2 * pd->inputs[i].size;
	}
	if (progress)
		__atomic_store_n(&progress->total, total, __ATOMIC_RELAXED);
}

int perfdata_open(const char *path, struct perfdata **out, struct perfdata_error *error)
{
	return perfdata_open_watched(path, NULL, out, error);
}

int perfdata_open_watched(const char *path, struct perfdata_progress *progress,
			  struct perfdata **out, struct perfdata_error *error)
{
	struct perfdata *pd = calloc(1, sizeof(*pd));
	bool directory;
	int err;

	memset(error, 0, sizeof(*error));
	if (!pd)
		return fail_read(error, -ENOMEM);
	err = file_open(pd, path);
	directory = err == -EISDIR;
	if (directory)
		err = directory_open(pd, path);
	if (err) {
		fail_open(error, err, directory);
		perfdata_close(pd);
		return err;
	}
	watch(pd, progress);
	return finish_open(pd, out, error);
}

int perfdata_open_memory(const void *data, size_t size, struct perfdata **out,
			 struct perfdata_error *error)
{
	struct perfdata *pd = calloc(1, sizeof(*pd));
	struct input in = { .memory = size ? data : (const void *)"", .size = size };

	memset(error, 0, sizeof(*error));
	if (!pd || input_add(pd, &in)) {
		free(pd);
		return fail_read(error, -ENOMEM);
	}
	return finish_open(pd, out, error);
}

void perfdata_close(struct perfdata *pd)
{
	uint32_t i;

	if (!pd)
		return;
	for (i = 0; i < pd->nr_inputs; i++)
		input_close(&pd->inputs[i]);
	idmap_free(&pd->id_index);
	idmap_free(&pd->last_index);
	idmap_free(&pd->object_index);
	strings_free(&pd->strings);
	free(pd->words);
	free(pd->inputs);
	free(pd->segments);
	free(pd->events);
	free(pd->ids);
	free(pd->last);
	free(pd->objects);
	free(pd->build_ids);
	free(pd->side);
	free(pd->maps);
	free(pd->spaces);
	free(pd->by_task);
	free(pd->comms);
	free(pd->recent);
	free(pd->recent_pids);
	free(pd->recent_comms);
	free(pd->cgroups);
	free(pd->namespaces);
	free(pd->sockets);
	tracing_free(&pd->tracing);
	free(pd);
}

uint32_t perfdata_nr_events(const struct perfdata *pd)
{
	return pd->nr_events;
}

const struct perfdata_event *perfdata_event(const struct perfdata *pd, uint32_t index)
{
	return &pd->events[index].pub;
}

uint32_t perfdata_nr_objects(const struct perfdata *pd)
{
	return pd->nr_objects;
}

const struct perfdata_object *perfdata_object(const struct perfdata *pd, uint32_t index)
{
	return &pd->objects[index];
}

const struct perfdata_counts *perfdata_counts(const struct perfdata *pd)
{
	return &pd->counts;
}

const struct perfdata_info *perfdata_info(const struct perfdata *pd)
{
	return &pd->info;
}

enum perfdata_damage perfdata_damage(const struct perfdata *pd, uint64_t *offset, const char **file)
{
	*offset = pd->damage_offset;
	*file = pd->damage_file;
	return pd->damage;
}
