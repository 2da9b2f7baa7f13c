// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a path to bytes, and the life of a handle.  A plain file is mapped; a directory
 * (perf record --threads) is its file "data", which has the header, and data.0, data.1, ...,
 * which have records only.
 */
#include "user/perfdata/perfdata.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
			    "is not a regular file; record with perf record -o FILE");
	if (err == -ENOENT && directory)
		return fail(error, err, PERFDATA_NO_OFFSET,
			    "is a directory without a recording's file \"data\"; %s", hint);
	if (err == -EACCES || err == -EPERM)
		hint = "perf record writes files for their owner only; ask the owner or use sudo";
	return fail(error, err, PERFDATA_NO_OFFSET, "cannot be opened: %s; %s", strerror(-err),
		    hint);
}

static int bytes_map(int fd, size_t size, struct bytes *bytes)
{
	void *data = NULL;

	if (size) {
		data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (data == MAP_FAILED)
			return -errno;
		madvise(data, size, MADV_WILLNEED);
	}
	*bytes = (struct bytes){ .data = data, .size = size, .mapped = true };
	return 0;
}

static int bytes_open(const char *path, struct bytes *bytes, bool *directory)
{
	struct stat st;
	int fd, err = 0;

	*directory = false;
	memset(bytes, 0, sizeof(*bytes));
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0)
		err = -errno;
	else if (S_ISDIR(st.st_mode))
		*directory = true;
	else if (!S_ISREG(st.st_mode))
		err = -ESPIPE;
	else
		err = bytes_map(fd, st.st_size, bytes);
	close(fd);
	return err;
}

static int file_add(struct perfdata *pd, const struct bytes *bytes)
{
	struct bytes *files = realloc(pd->files, (pd->nr_files + 1) * sizeof(*files));

	if (!files)
		return -ENOMEM;
	pd->files = files;
	files[pd->nr_files++] = *bytes;
	return 0;
}

static int file_open(struct perfdata *pd, const char *path)
{
	struct bytes bytes;
	bool directory;
	int err;

	err = bytes_open(path, &bytes, &directory);
	if (err)
		return err;
	if (directory)
		return -EISDIR;
	err = file_add(pd, &bytes);
	if (err && bytes.data)
		munmap((void *)bytes.data, bytes.size);
	return err;
}

static int directory_open(struct perfdata *pd, const char *path)
{
	char *name;
	int err, i;

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

static int segments_add(struct perfdata *pd)
{
	uint64_t origin = pd->segments[0].origin + pd->segments[0].size;
	struct segment *segments;
	uint32_t i;

	segments = realloc(pd->segments, pd->nr_files * sizeof(*segments));
	if (!segments)
		return -ENOMEM;
	pd->segments = segments;
	for (i = 1; i < pd->nr_files; i++) {
		segments[i].data = pd->files[i].data;
		segments[i].size = pd->files[i].size;
		segments[i].origin = origin;
		origin += pd->files[i].size;
	}
	pd->nr_segments = pd->nr_files;
	return 0;
}

static int build(struct perfdata *pd)
{
	int err = segments_add(pd);

	if (!err)
		err = ids_read(pd);
	if (!err)
		err = order_build(pd);
	if (!err)
		err = comms_build(pd);
	if (!err)
		err = spaces_build(pd);
	free(pd->side);
	pd->side = NULL;
	/* After the objects exist: the build-ids are theirs. */
	if (!err)
		err = features_read(pd);
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

	if (error->err || pd->damage == PERFDATA_WHOLE || pd->counts.samples)
		return error->err;
	return fail(error, -EBADMSG, pd->damage_offset, "%s", why[pd->damage]);
}

static int finish_open(struct perfdata *pd, struct perfdata **out, struct perfdata_error *error)
{
	int err = header_read(pd, error);

	if (!err) {
		err = build(pd);
		if (err == -EOPNOTSUPP)
			fail(error, err, pd->damage_offset,
			     "compressed records (perf record -z) are not read; record without -z");
		else if (err)
			fail(error, err, PERFDATA_NO_OFFSET, "%s", strerror(-err));
		err = check_usable(pd, error);
	}
	if (err)
		perfdata_close(pd);
	else
		*out = pd;
	return err;
}

int perfdata_open(const char *path, struct perfdata **out, struct perfdata_error *error)
{
	struct perfdata *pd = calloc(1, sizeof(*pd));
	bool directory;
	int err;

	memset(error, 0, sizeof(*error));
	if (!pd)
		return fail(error, -ENOMEM, PERFDATA_NO_OFFSET, "%s", strerror(ENOMEM));
	err = file_open(pd, path);
	directory = err == -EISDIR;
	if (directory)
		err = directory_open(pd, path);
	if (err) {
		fail_open(error, err, directory);
		perfdata_close(pd);
		return err;
	}
	return finish_open(pd, out, error);
}

int perfdata_open_memory(const void *data, size_t size, struct perfdata **out,
			 struct perfdata_error *error)
{
	struct perfdata *pd = calloc(1, sizeof(*pd));
	struct bytes bytes = { .data = data, .size = size };

	memset(error, 0, sizeof(*error));
	if (!pd || file_add(pd, &bytes)) {
		free(pd);
		return fail(error, -ENOMEM, PERFDATA_NO_OFFSET, "%s", strerror(ENOMEM));
	}
	return finish_open(pd, out, error);
}

void perfdata_close(struct perfdata *pd)
{
	uint32_t i;

	if (!pd)
		return;
	for (i = 0; i < pd->nr_files; i++)
		if (pd->files[i].mapped && pd->files[i].data)
			munmap((void *)pd->files[i].data, pd->files[i].size);
	for (i = 0; i < pd->nr_events; i++)
		free(pd->events[i].made_name);
	idmap_free(&pd->id_index);
	idmap_free(&pd->object_index);
	free(pd->files);
	free(pd->segments);
	free(pd->events);
	free(pd->ids);
	free(pd->objects);
	free(pd->side);
	free(pd->maps);
	free(pd->spaces);
	free(pd->by_pid);
	free(pd->comms);
	free(pd->recent);
	free(pd->recent_pids);
	free(pd);
}
