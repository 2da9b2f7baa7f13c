/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * named_probe.h - probes that have names: MARKER_ENABLE="GLOB:NAME[=ARG]", or debugfs in the kernel
 *
 * A new one is a file of its own in probes/.
 */
#ifndef MARKER_NAMED_PROBE_H
#define MARKER_NAMED_PROBE_H

#include <marker/marker.h>

/**
 * struct marker_named_status - what a named probe says of itself
 * @hits:	that it has seen, dropped ones too
 * @dropped:	of these, that left no trace
 * @dropped_only:	1 if @hits is not known
 * @dir, @trace: of a probe that records: the directory, absolute, and the name of its trace there.  As long
 *		as the status is looked at; NULL if there is none
 */
struct marker_named_status {
	unsigned long hits;
	unsigned long dropped;
	unsigned int dropped_only;
	const char *dir;
	const char *trace;
};

/**
 * struct marker_named_probe - a probe that can be asked for by name
 * @name:	its name
 * @func:	called for each hit
 * @open:	called once for each time it is asked for, with what came after "=" (NULL if nothing
 *		did); gives the private data of @func.  0 or -errno; may be NULL
 * @close:	called at exit or when it is disconnected, when @func runs no more; may be NULL
 * @general:	1 if @func uses general registers only (struct marker_probe)
 * @attach:	as struct marker_probe has it; may be NULL
 * @status:	fills in @status, which is zeroed, for one marker, or for all that this connection has seen
 *		if @marker is NULL; 0, or -ENODATA if it does not know.  Never beside @open or @close,
 *		always beside @func; @marker is as @func has it.  User space only; may be NULL
 */
struct marker_named_probe {
	const char *name;
	marker_probe_fn *func;
	int (*open)(const char *arg, void **private_data);
	void (*close)(void *private_data);
	unsigned int general;
	int (*attach)(void *private_data, const struct marker_info *marker,
		      struct marker_attached *attached);
	int (*status)(void *private_data, const struct marker_info *marker,
		      struct marker_named_status *status);
};

#define MARKER_PLUGIN_VERSION 1

/**
 * struct marker_plugin - what a plug-in exports under the name marker_probe_entry
 * @version:	MARKER_PLUGIN_VERSION
 * @size:	sizeof(struct marker_named_probe), which may grow at its end
 * @probe:	the probe
 *
 * A plug-in is a shared object marker-probe-NAME.so; libmarker(3) says where it is looked for.
 */
struct marker_plugin {
	unsigned int version;
	unsigned int size;
	struct marker_named_probe probe;
};

#define MARKER_PLUGIN(...)                                                                       \
	const struct marker_plugin marker_probe_entry __attribute__((visibility("default"))) = { \
		MARKER_PLUGIN_VERSION,                                                           \
		sizeof(struct marker_named_probe),                                               \
		{ __VA_ARGS__ },                                                                 \
	}

/* User space: all that the library has, ended by a NULL (probes/probes.c). */
extern const struct marker_named_probe *const marker_named_probes[];

#endif
