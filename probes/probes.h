/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * probes.h - the probes that have names: MARKER_ENABLE="GLOB:NAME[=ARG]"
 *
 * A new one is a file of its own and one line of the table in probes.c.
 */
#ifndef MARKER_PROBES_H
#define MARKER_PROBES_H

#include <marker/marker.h>

/**
 * struct marker_named_probe - a probe that can be asked for by name
 * @name:	its name
 * @func:	called for each hit
 * @open:	called once for each time it is asked for, with what came after "=" (NULL if nothing
 *		did); gives the private data of @func.  0 or -errno; may be NULL
 * @close:	called at exit, when @func runs no more; may be NULL
 */
struct marker_named_probe {
	const char *name;
	marker_probe_fn *func;
	int (*open)(const char *arg, void **private_data);
	void (*close)(void *private_data);
};

/* The table, ended by a NULL. */
extern const struct marker_named_probe *const marker_named_probes[];

#endif
