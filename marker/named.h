/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * named.h - probes that have names, in the kernel: each is a module, and comes and goes
 */
#ifndef MARKER_NAMED_H
#define MARKER_NAMED_H

#include "named_probe.h"
#include "registry.h"

#include <linux/list.h>

/**
 * struct marker_named - a named probe while its module is there
 * @probe:	what it is
 * @hits:	how often a marker was hit, if the probe counts; may be NULL
 */
struct marker_named {
	const struct marker_named_probe *probe;
	unsigned long (*hits)(void *private_data, const struct marker_info *marker);
	struct list_head list;
};

/**
 * marker_named_register() - a probe can be asked for by name from now on
 *
 * Context: sleeps.
 * Return: 0, or -EEXIST if there is one of that name.
 */
int marker_named_register(struct marker_named *named);

/**
 * marker_named_unregister() - and no longer
 *
 * It is disconnected from everything it was asked for; on return it runs no more.  So a module with a
 * named probe is not pinned by who uses it.
 *
 * Context: sleeps for a grace period.
 */
void marker_named_unregister(struct marker_named *named);

/**
 * struct marker_named_request - what is to be connected
 * @glob:	the markers
 * @name:	the probe; its module ("marker-probe-NAME") is asked for if it is not there
 * @arg:	what came after "=" or NULL
 * @condition, @every, @rate, @tid: the filter: struct marker_filter_spec
 * @filter_text: the same as it was asked for; "" if there is none
 */
struct marker_named_request {
	const char *glob;
	const char *name;
	const char *arg;
	const char *condition;
	u64 every;
	u64 rate;
	u32 tid;
	const char *filter_text;
};

/**
 * marker_named_enable() - connect a named probe
 * @request:	copied
 * @result:	the account of the connection; @result->reason is a sentence, too, if the condition fits
 *		none of the markers
 *
 * Context: sleeps.
 * Return: as marker_probe_connect() and marker_filter_open(); -ENXIO if there is no such probe; -EEXIST
 * if it is connected to that glob already.
 */
int marker_named_enable(const struct marker_named_request *request, struct marker_result *result);

/**
 * marker_named_disable() - disconnect named probes
 * @glob:	everything that was connected to it, or to a pattern or name that it matches
 * @name:	the probe, NULL for any
 *
 * Context: sleeps for a grace period.
 * Return: how many connections there were, or -ENOENT.
 */
int marker_named_disable(const char *glob, const char *name);

/**
 * struct marker_named_shown - what is connected by name
 * @arg, @filter:	"" if there is none
 * @stopped:	hits that the filter has stopped
 */
struct marker_named_shown {
	const char *glob;
	const char *probe;
	const char *arg;
	const char *filter;
	u64 stopped;
};

/**
 * marker_named_for_each() - walk what is connected by name, in the order in which it was asked for
 *
 * Context: sleeps; @visit must not call this header.
 */
void marker_named_for_each(void (*visit)(const struct marker_named_shown *shown, void *data),
			   void *data);

/* Around marker_named_hits() and outside os_lock(). */
void marker_named_lock(void);
void marker_named_unlock(void);

/**
 * marker_named_hits() - how often the counting probes that are connected saw a marker
 * @hits:	filled in
 *
 * Context: marker_named_lock() held.
 * Return: false if none counts.
 */
bool marker_named_hits(const struct marker_info *marker, unsigned long *hits);

#endif
