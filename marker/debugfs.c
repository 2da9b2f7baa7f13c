// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * debugfs.c - the directory "marker" of debugfs: the kernel's markers for who is root
 *
 *	markers		a line a marker, fields separated by tabs: name, format, kind, module, state,
 *			probes, hits, missed, sites
 *	connections	a line each of what was enabled: glob, probe, its argument in quotes
 *	control		write "enable GLOB [PROBE[=ARG]]" (PROBE is count unless told) or
 *			"disable GLOB [PROBE]", one command a write; errors are write()'s
 *	status		how text is written, the read side, what there is, and the last error in words
 */
#include "kmod.h"
#include "named.h"

#include <linux/ctype.h>
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#define COMMAND_MAX 4096

static struct dentry *directory;

/* Of the last command that failed, for status. */
static char last_error[sizeof(((struct marker_result *)0)->reason) + 64];
static DEFINE_MUTEX(last_error_lock);

/* ---- markers ------------------------------------------------------------------------------- */

static void show_kinds(struct seq_file *file, const struct marker_status *status)
{
	unsigned int kind, nr = 0;

	for (kind = 0; kind < MARKER_NR_KINDS; kind++)
		if (status->sites[kind])
			seq_printf(file, "%s%s", nr++ ? "+" : "", marker_kind_name(kind));
}

static void show_modules(struct seq_file *file, const struct marker_status *status)
{
	const struct module *last = NULL;
	const struct marker_site *site;
	unsigned int nr = 0;

	for (site = status->marker->sites; site; site = site->next) {
		const struct module *module = marker_module_of((uintptr_t)site->row);

		if (nr && module == last)
			continue;
		seq_printf(file, "%s%s", nr++ ? "," : "", module ? module->name : "kernel");
		last = module;
	}
}

static unsigned int nr_sites(const struct marker_status *status)
{
	unsigned int kind, nr = 0;

	for (kind = 0; kind < MARKER_NR_KINDS; kind++)
		nr += status->sites[kind];
	return nr;
}

static void show_state(struct seq_file *file, const struct marker_status *status)
{
	unsigned int nr = nr_sites(status);

	if (!status->on || status->on == nr)
		seq_puts(file, status->on ? "on" : "off");
	else
		seq_printf(file, "%u of %u on", status->on, nr);
}

static int show_marker(const struct marker_status *status, void *data)
{
	struct seq_file *file = data;
	unsigned long hits;

	seq_printf(file, "%s\t\"", status->info.name);
	seq_escape(file, status->info.format, "\t\n\\\"");
	seq_puts(file, "\"\t");
	show_kinds(file, status);
	seq_putc(file, '\t');
	show_modules(file, status);
	seq_putc(file, '\t');
	show_state(file, status);
	seq_printf(file, "\t%u\t", status->probes);
	if (marker_named_hits(&status->info, &hits))
		seq_printf(file, "%lu", hits);
	else
		seq_putc(file, '-');
	seq_printf(file, "\t%lu\t%u\n", status->missed, nr_sites(status));
	return 0;
}

static int markers_show(struct seq_file *file, void *unused)
{
	int ret;

	seq_puts(file, "name\tformat\tkind\tmodule\tstate\tprobes\thits\tmissed\tsites\n");
	marker_named_lock();
	ret = marker_for_each(show_marker, file);
	marker_named_unlock();
	return ret;
}
DEFINE_SHOW_ATTRIBUTE(markers);

/* ---- connections --------------------------------------------------------------------------- */

static void show_connection(const char *glob, const char *probe, const char *arg, void *data)
{
	struct seq_file *file = data;

	seq_printf(file, "%s\t%s\t\"", glob, probe);
	seq_escape(file, arg, "\t\n\\\"");
	seq_puts(file, "\"\n");
}

static int connections_show(struct seq_file *file, void *unused)
{
	marker_named_for_each(show_connection, file);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(connections);

/* ---- control ------------------------------------------------------------------------------- */

static char *next_word(char **rest)
{
	char *word = skip_spaces(*rest);

	*rest = word;
	while (**rest && !isspace(**rest))
		++*rest;
	if (**rest)
		*(*rest)++ = '\0';
	return *word ? word : NULL;
}

static void remember(const char *command, const char *glob, int error, const char *reason)
{
	mutex_lock(&last_error_lock);
	snprintf(last_error, sizeof(last_error), "%s %.40s: error %d%s%s", command, glob, -error,
		 *reason ? ": " : "", reason);
	mutex_unlock(&last_error_lock);
}

static int enable(const char *glob, char *probe)
{
	struct marker_result *result = os_alloc(sizeof(*result));
	char *arg = probe ? strchr(probe, '=') : NULL;
	int ret;

	if (!result)
		return -ENOMEM;
	if (arg)
		*arg++ = '\0';
	ret = marker_named_enable(glob, probe ? probe : "count", arg, result);
	if (ret < 0)
		remember("enable", glob, ret,
			 ret == -ENXIO ? "no such probe is loaded" : result->reason);
	os_free(result);
	return ret;
}

static int command(char *line)
{
	char *verb = next_word(&line), *glob = next_word(&line), *probe = next_word(&line);

	if (!verb || !glob || next_word(&line))
		return -EINVAL;
	if (!strcmp(verb, "enable"))
		return enable(glob, probe);
	if (!strcmp(verb, "disable"))
		return marker_named_disable(glob, probe);
	return -EINVAL;
}

static ssize_t control_write(struct file *file, const char __user *from, size_t len, loff_t *at)
{
	char *line;
	int ret;

	if (len > COMMAND_MAX)
		return -E2BIG;
	line = memdup_user_nul(from, len);
	if (IS_ERR(line))
		return PTR_ERR(line);
	ret = command(line);
	kfree(line);
	return ret < 0 ? ret : len;
}

static const struct file_operations control_fops = {
	.owner = THIS_MODULE,
	.open = nonseekable_open,
	.write = control_write,
};

/* ---- status -------------------------------------------------------------------------------- */

struct totals {
	unsigned int markers, sites, on;
};

static int add_totals(const struct marker_status *status, void *data)
{
	struct totals *totals = data;

	totals->markers++;
	totals->on += status->on;
	totals->sites += nr_sites(status);
	return 0;
}

static int status_show(struct seq_file *file, void *unused)
{
	struct totals totals = { 0 };
	int ret = marker_for_each(add_totals, &totals);

	if (ret)
		return ret;
	seq_printf(file, "patching: %s; static keys by the kernel\n", marker_patch_mode());
	seq_puts(file, "read side: preemption off, grace periods of RCU\n");
	seq_printf(file, "markers: %u, sites: %u, on: %u, connections: %u\n", totals.markers,
		   totals.sites, totals.on, READ_ONCE(marker_nr_connections));
	mutex_lock(&last_error_lock);
	seq_printf(file, "last error: %s\n", *last_error ? last_error : "none");
	mutex_unlock(&last_error_lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(status);

/* Markers work without debugfs: it may be switched off when the kernel starts. */
void marker_debugfs_init(void)
{
	directory = debugfs_create_dir("marker", NULL);
	debugfs_create_file("markers", 0400, directory, NULL, &markers_fops);
	debugfs_create_file("connections", 0400, directory, NULL, &connections_fops);
	debugfs_create_file("control", 0200, directory, NULL, &control_fops);
	debugfs_create_file("status", 0400, directory, NULL, &status_fops);
}

void marker_debugfs_exit(void)
{
	debugfs_remove(directory);
}
