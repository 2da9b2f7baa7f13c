// SPDX-License-Identifier: GPL-2.0-only
/*
 * counting.c - the probe "count" in a running process
 */
#include "user/markctl/read/counting.h"

#include <stdio.h>
#include <string.h>

#include "user/markctl/command.h"

static int enable(struct counting *counting, char *const *globs, size_t nr_globs, char *why,
		  size_t why_size)
{
	char probe[sizeof(counting->file.path) + 8];
	size_t i;
	int err = 0;

	snprintf(probe, sizeof(probe), "count=%s", counting->file.path);
	for (i = 0; i < nr_globs && !err; i++)
		err = attach_enable(&counting->attach, globs[i], probe, NULL, why, why_size);
	return err;
}

int counting_start(struct counting *counting, pid_t pid, char *const *globs, size_t nr_globs,
		   char *why, size_t why_size)
{
	int err, status = 0;
	char ignored[256];

	if (attach_open(&counting->attach, pid, why, why_size))
		return attach_status(&counting->attach);
	err = counts_create_for(&counting->file, pid);
	if (err) {
		snprintf(why, why_size, "no place for the counters in its /dev/shm or /tmp: %s",
			 strerror(-err));
		status = EXIT_SYSTEM;
		goto close_attach;
	}
	if (!enable(counting, globs, nr_globs, why, why_size)) {
		attach_pause(&counting->attach);
		return 0;
	}
	status = attach_status(&counting->attach);
	counts_remove(&counting->file);
close_attach:
	attach_close(&counting->attach, ignored, sizeof(ignored));
	return status;
}

int counting_pause(struct counting *counting, char *why, size_t why_size)
{
	return attach_close(&counting->attach, why, why_size) ? attach_status(&counting->attach) :
								0;
}

void counting_stop(struct counting *counting)
{
	counts_remove(&counting->file);
}
