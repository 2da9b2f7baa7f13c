// SPDX-License-Identifier: GPL-2.0-only
/*
 * recorder.c - connects the named probe "record", as MARKER_ENABLE does it
 */
#include "recorder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../kinds.h"

static const struct marker_named_probe *find_probe(const char *name)
{
	unsigned int i;

	for (i = 0; marker_named_probes[i]; i++)
		if (!strcmp(marker_named_probes[i]->name, name))
			return marker_named_probes[i];
	return NULL;
}

static int connect_probe_of(const struct recorder_row *row, const char *marker)
{
	const struct marker_probe probe = {
		.name = marker,
		.format = BENCH_FORMAT,
		.func = row->probe->func,
		.private_data = row->private_data,
		.general = row->probe->general,
		.attach = row->probe->attach,
	};
	int ret = (marker_probe_connect)(&probe, NULL);

	return ret > 0 ? 0 : ret ? ret : -ENOENT;
}

static int open_probe(struct recorder_row *row, const char *marker, const char *options)
{
	char arg[sizeof(row->folder.path) + 64];
	int ret;

	snprintf(arg, sizeof(arg), "%s%s", row->folder.path, options);
	row->probe = find_probe("record");
	if (!row->probe)
		return -ENOSYS;
	ret = row->probe->open(arg, &row->private_data);
	if (ret)
		return ret;
	ret = connect_probe_of(row, marker);
	if (ret && row->probe->close)
		row->probe->close(row->private_data);
	return ret;
}

/**
 * recorder_row_open() - record a marker
 * @options:	behind the folder's name: "" or ";flight=8M"
 *
 * Return: 0, or a negative errno with a sentence.
 */
int recorder_row_open(struct recorder_row *row, const char *marker, const char *options, char *why,
		      size_t len)
{
	int ret = record_folder_make(&row->folder, !!strstr(options, "flight="), why, len);

	if (ret)
		return ret;
	ret = open_probe(row, marker, options);
	if (!ret)
		return 0;
	snprintf(why, len, "recording %s: %s", marker, strerror(-ret));
	record_folder_remove(&row->folder);
	return ret;
}

/** recorder_row_close() - disconnect it and remove the trace */
void recorder_row_close(struct recorder_row *row)
{
	marker_probe_unregister_all(row->probe->func, row->private_data);
	marker_synchronize();
	if (row->probe->close)
		row->probe->close(row->private_data);
	record_folder_remove(&row->folder);
}
