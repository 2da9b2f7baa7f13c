/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/events.h - the markers that the kernel records: marker/record/events of debugfs
 */
#ifndef MARKCTL_KERNEL_EVENTS_H
#define MARKCTL_KERNEL_EVENTS_H

#include "user/markctl/kernel/lines.h"
#include "marker/registry.h"
#include "probes/ctf/ctf.h"

struct kernel_event {
	u32 id;
	struct marker_info info; /* of the text below, and the fields */
	struct marker_field fields[MARKER_CTF_FIELDS];
};

/** struct kernel_events - all of them; the text is that of the lines */
struct kernel_events {
	struct kernel_event *events;
	size_t nr;
	struct kernel_lines lines;
};

/** kernel_events_read() - 0 or -errno with a sentence; kernel_events_free() in any case */
int kernel_events_read(struct kernel_events *events, char *why, size_t why_size);
void kernel_events_free(struct kernel_events *events);

/** kernel_events_has() - is there one with that number? */
bool kernel_events_has(const struct kernel_events *events, u32 id);

#endif
