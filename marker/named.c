// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * named.c - named probes of the kernel, and what they were connected to by name
 *
 * Locking: named_lock protects both lists, and is taken before os_lock().
 */
#include "named.h"

#include "../probes/filter/filter.h"

#include <linux/export.h>
#include <linux/kmod.h>
#include <linux/mutex.h>

/* One thing that was asked for. */
struct asked {
	struct list_head list;
	struct marker_named *named;
	void *private_data;
	struct marker_filter *before; /* NULL if all hits are let through */
	char *arg;		      /* behind the glob, NULL if there is none */
	char *filter;		      /* behind that, as it was asked for */
	char glob[];
};

static DEFINE_MUTEX(named_lock);
static LIST_HEAD(all_named);
static LIST_HEAD(all_asked);

void marker_named_lock(void)
{
	mutex_lock(&named_lock);
}

void marker_named_unlock(void)
{
	mutex_unlock(&named_lock);
}

static struct marker_named *find_named(const char *name)
{
	struct marker_named *named;

	list_for_each_entry(named, &all_named, list)
		if (!strcmp(named->probe->name, name))
			return named;
	return NULL;
}

int marker_named_register(struct marker_named *named)
{
	int ret = 0;

	mutex_lock(&named_lock);
	if (find_named(named->probe->name))
		ret = -EEXIST;
	else
		list_add_tail(&named->list, &all_named);
	mutex_unlock(&named_lock);
	return ret;
}
EXPORT_SYMBOL_GPL(marker_named_register);

/* After a grace period, or where it was never connected. */
static void close_asked(struct asked *asked)
{
	marker_filter_close(asked->before);
	if (asked->named->probe->close)
		asked->named->probe->close(asked->private_data);
}

static void free_asked(struct list_head *gone)
{
	struct asked *asked, *next;

	list_for_each_entry_safe(asked, next, gone, list) {
		close_asked(asked);
		os_free(asked);
	}
}

/* What the registry is told: the probe, or the filter that stands before it. */
static struct marker_probe probe_of(const struct asked *asked)
{
	const struct marker_named_probe *named = asked->named->probe;

	if (asked->before)
		return (struct marker_probe){
			.name = asked->glob,
			.func = marker_filter_probe,
			.private_data = asked->before,
			.attach = marker_filter_attach,
		};
	return (struct marker_probe){
		.name = asked->glob,
		.func = named->func,
		.private_data = asked->private_data,
		.attach = named->attach,
	};
}

static void disconnect_asked(const struct asked *asked)
{
	struct marker_probe probe = probe_of(asked);

	marker_probe_unregister(probe.name, probe.func, probe.private_data);
}

static bool is_meant(const struct asked *asked, const char *glob, const char *name,
		     const struct marker_named *named)
{
	if (named)
		return asked->named == named;
	return (!name || !strcmp(asked->named->probe->name, name)) &&
	       (!strcmp(asked->glob, glob) || marker_glob_match(glob, asked->glob));
}

/* Disconnects what is meant, by name or by the probe that goes, and waits. */
static int take_asked(const char *glob, const char *name, const struct marker_named *named)
{
	struct asked *asked, *next;
	LIST_HEAD(gone);
	int nr = 0;

	list_for_each_entry_safe(asked, next, &all_asked, list) {
		if (!is_meant(asked, glob, name, named))
			continue;
		disconnect_asked(asked);
		list_move(&asked->list, &gone);
		nr++;
	}
	if (nr) {
		marker_synchronize();
		free_asked(&gone);
	}
	return nr;
}

void marker_named_unregister(struct marker_named *named)
{
	mutex_lock(&named_lock);
	list_del(&named->list);
	take_asked(NULL, NULL, named);
	mutex_unlock(&named_lock);
}
EXPORT_SYMBOL_GPL(marker_named_unregister);

static bool is_asked(const char *glob, const struct marker_named *named)
{
	struct asked *asked;

	list_for_each_entry(asked, &all_asked, list)
		if (asked->named == named && !strcmp(asked->glob, glob))
			return true;
	return false;
}

static int open_asked(struct asked *asked, const struct marker_named_request *request,
		      struct marker_result *result)
{
	const struct marker_named_probe *probe = asked->named->probe;
	const struct marker_filter_spec spec = {
		.condition = request->condition,
		.every = request->every,
		.rate = request->rate,
		.tid = request->tid,
	};
	int ret = probe->open ? probe->open(asked->arg, &asked->private_data) : 0;

	if (ret || !*asked->filter)
		return ret;
	ret = marker_filter_open(&spec, probe, asked->private_data, &asked->before, result->reason,
				 sizeof(result->reason));
	if (ret)
		close_asked(asked);
	return ret;
}

static int connect_asked(struct asked *asked, struct marker_result *result)
{
	struct marker_probe probe = probe_of(asked);
	int ret = marker_probe_connect(&probe, result);

	if (ret < 0) {
		/* A site that could not be switched may have been executed as one that is on. */
		marker_synchronize();
		close_asked(asked);
	} else if (asked->before && !*result->reason) {
		marker_filter_unmatched(asked->before, result->reason, sizeof(result->reason));
	}
	return ret;
}

static char *put(char **to, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = memcpy(*to, text, size);

	*to += size;
	return copy;
}

static struct asked *alloc_asked(const struct marker_named_request *request,
				 struct marker_named *named)
{
	const char *arg = request->arg;
	struct asked *asked = os_alloc(sizeof(*asked) + strlen(request->glob) +
				       (arg ? strlen(arg) : 0) + strlen(request->filter_text) + 3);
	char *to;

	if (!asked)
		return NULL;
	to = asked->glob;
	put(&to, request->glob);
	asked->arg = arg ? put(&to, arg) : NULL;
	asked->filter = put(&to, request->filter_text);
	asked->named = named;
	return asked;
}

static int enable_locked(const struct marker_named_request *request, struct marker_result *result)
{
	struct marker_named *named = find_named(request->name);
	struct asked *asked;
	int ret;

	if (!named)
		return -ENXIO;
	if (is_asked(request->glob, named))
		return -EEXIST;
	asked = alloc_asked(request, named);
	if (!asked)
		return -ENOMEM;
	ret = open_asked(asked, request, result);
	if (!ret)
		ret = connect_asked(asked, result);
	if (ret < 0)
		os_free(asked);
	else
		list_add_tail(&asked->list, &all_asked);
	return ret;
}

int marker_named_enable(const struct marker_named_request *request, struct marker_result *result)
{
	int ret;

	mutex_lock(&named_lock);
	ret = enable_locked(request, result);
	mutex_unlock(&named_lock);
	if (ret != -ENXIO || request_module("marker-probe-%s", request->name))
		return ret;
	mutex_lock(&named_lock);
	ret = enable_locked(request, result);
	mutex_unlock(&named_lock);
	return ret;
}

int marker_named_disable(const char *glob, const char *name)
{
	int nr;

	mutex_lock(&named_lock);
	nr = take_asked(glob, name, NULL);
	mutex_unlock(&named_lock);
	return nr ? nr : -ENOENT;
}

bool marker_named_hits(const struct marker_info *marker, unsigned long *hits)
{
	struct asked *asked;
	bool counted = false;

	*hits = 0;
	list_for_each_entry(asked, &all_asked, list) {
		unsigned long nr;

		if (!asked->named->hits || !marker_glob_match(asked->glob, marker->name))
			continue;
		nr = asked->named->hits(asked->private_data, marker);
		*hits = max(*hits, nr);
		counted = true;
	}
	return counted;
}

static u64 nr_stopped(const struct asked *asked)
{
	struct marker_filter_counts counts = { 0 };

	if (asked->before)
		marker_filter_count(asked->before, &counts);
	return (u64)counts.tid + counts.condition + counts.every + counts.rate;
}

void marker_named_for_each(void (*visit)(const struct marker_named_shown *shown, void *data),
			   void *data)
{
	struct asked *asked;

	mutex_lock(&named_lock);
	list_for_each_entry(asked, &all_asked, list) {
		struct marker_named_shown shown = {
			.glob = asked->glob,
			.probe = asked->named->probe->name,
			.arg = asked->arg ? asked->arg : "",
			.filter = asked->filter,
			.stopped = nr_stopped(asked),
		};

		visit(&shown, data);
	}
	mutex_unlock(&named_lock);
}
