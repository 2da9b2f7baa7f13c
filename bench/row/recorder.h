/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recorder.h - a marker of the bench that is recorded into a folder of its own
 */
#ifndef BENCH_RECORDER_H
#define BENCH_RECORDER_H

#include "../../marker/named_probe.h"
#include "record.h"

/** struct recorder_row - the trace, and the probe that writes it */
struct recorder_row {
	struct record_folder folder;
	const struct marker_named_probe *probe;
	void *private_data;
};

int recorder_row_open(struct recorder_row *row, const char *marker, const char *options, char *why,
		      size_t len);
void recorder_row_close(struct recorder_row *row);

#endif
