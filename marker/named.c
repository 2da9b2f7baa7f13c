// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * named.c - named probes of the kernel, and what they were connected to by name
 *
 * Locking: named_lock protects both lists, and is taken before os_lock().
 */
#include "named.h"

#include <linux/export.h>
#include <linux/kmod.h>
#include <linux/mutex.h>

/* One thing that was asked for. */
struct asked {
	struct list_head list;
	struct marker_named *named;
	void *private_data;
	char *arg; /* behind the glob, NULL if there is none */
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

/* After a grace period. */
static void free_asked(struct list_head *gone)
{
	struct asked *asked, *next;

	list_for_each_entry_safe(asked, next, gone, list) {
		if (asked->named->probe->close)
			asked->named->probe->close(asked->private_data);
		os_free(asked);
	}
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
		marker_probe_unregister(asked->glob, asked->named->probe->func,
					asked->private_data);
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

static int connect_asked(struct asked *asked, struct marker_result *result)
{
	const struct marker_named_probe *probe = asked->named->probe;
	struct marker_probe connection = { .name = asked->glob, .func = probe->func };
	int ret = probe->open ? probe->open(asked->arg, &asked->private_data) : 0;

	if (ret)
		return ret;
	connection.private_data = asked->private_data;
	connection.attach = probe->attach;
	ret = marker_probe_connect(&connection, result);
	if (ret < 0 && probe->close) {
		/* A site that could not be switched may have been executed as one that is on. */
		marker_synchronize();
		probe->close(asked->private_data);
	}
	return ret;
}

static struct asked *alloc_asked(const char *glob, const char *arg, struct marker_named *named)
{
	size_t len = strlen(glob) + 1, arg_len = arg ? strlen(arg) + 1 : 0;
	struct asked *asked = os_alloc(sizeof(*asked) + len + arg_len);

	if (!asked)
		return NULL;
	memcpy(asked->glob, glob, len);
	if (arg)
		asked->arg = memcpy(asked->glob + len, arg, arg_len);
	asked->named = named;
	return asked;
}

static int enable_locked(const char *glob, const char *name, const char *arg,
			 struct marker_result *result)
{
	struct marker_named *named = find_named(name);
	struct asked *asked;
	int ret;

	if (!named)
		return -ENXIO;
	if (is_asked(glob, named))
		return -EEXIST;
	asked = alloc_asked(glob, arg, named);
	if (!asked)
		return -ENOMEM;
	ret = connect_asked(asked, result);
	if (ret < 0)
		os_free(asked);
	else
		list_add_tail(&asked->list, &all_asked);
	return ret;
}

int marker_named_enable(const char *glob, const char *name, const char *arg,
			struct marker_result *result)
{
	int ret;

	mutex_lock(&named_lock);
	ret = enable_locked(glob, name, arg, result);
	mutex_unlock(&named_lock);
	if (ret != -ENXIO || request_module("marker-probe-%s", name))
		return ret;
	mutex_lock(&named_lock);
	ret = enable_locked(glob, name, arg, result);
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

void marker_named_for_each(void (*visit)(const char *glob, const char *probe, const char *arg,
					 void *data),
			   void *data)
{
	struct asked *asked;

	mutex_lock(&named_lock);
	list_for_each_entry(asked, &all_asked, list)
		visit(asked->glob, asked->named->probe->name, asked->arg ? asked->arg : "", data);
	mutex_unlock(&named_lock);
}
