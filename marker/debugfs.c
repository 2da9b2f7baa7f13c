// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * debugfs.c - the directory "marker" of debugfs: the kernel's markers for who is root
 *
 *	markers		a line a marker, fields separated by tabs: name, format, kind, module, state,
 *			probes, hits, missed, sites
 *	connections	a line each of what was enabled: glob, probe, its argument in quotes; and, if there
 *			is a filter, it in quotes, and how many hits it has stopped
 *	control		write "enable GLOB [PROBE[=ARG] [FILTER]...]" (PROBE is count unless told) or
 *			"disable GLOB [PROBE]", one command a write; errors are write()'s
 *	status		how text is written, the read side, what there is, the last error in words, and
 *			what there is to be said of the last command that was none
 *
 * Commands are those of marker-protocol(7), and read by what reads them in a process.
 *
 * A condition is compiled here, from its text.  It has to be bound here anyway, to each marker of each module
 * that comes; its parser has bounds on all it takes (probes/filter/code.h), and is the one that programs
 * have; and what it makes needs no proof that it ends and stays in its stack, as a program from
 * user space would.
 */
#include "agent/request.h"
#include "kmod.h"
#include "named.h"

#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#define COMMAND_MAX 4096

static struct dentry *directory;

/* Of the last command that failed, and of the last that did not, for status. */
static char last_error[sizeof(((struct marker_result *)0)->reason) + 64];
static char last_note[sizeof(last_error)];
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

static void show_connection(const struct marker_named_shown *shown, void *data)
{
	struct seq_file *file = data;

	seq_printf(file, "%s\t%s\t\"", shown->glob, shown->probe);
	seq_escape(file, shown->arg, "\t\n\\\"");
	seq_putc(file, '"');
	if (*shown->filter) {
		seq_puts(file, "\t\"");
		seq_escape(file, shown->filter, "\t\n\\\"");
		seq_printf(file, "\"\t%llu", shown->stopped);
	}
	seq_putc(file, '\n');
}

static int connections_show(struct seq_file *file, void *unused)
{
	marker_named_for_each(show_connection, file);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(connections);

/* ---- control ------------------------------------------------------------------------------- */

static void remember(const char *glob, int error, const char *reason)
{
	mutex_lock(&last_error_lock);
	if (error)
		snprintf(last_error, sizeof(last_error), "enable %.40s: error %d%s%s", glob, -error,
			 *reason ? ": " : "", reason);
	else
		strscpy(last_note, reason, sizeof(last_note));
	mutex_unlock(&last_error_lock);
}

static int append(char *to, size_t used, const char *key, u64 value)
{
	return value ? sprintf(to + used, "%s%s=%llu", used ? " " : "", key, value) : 0;
}

/* As a request has it, to be freed; "" if there is none. */
static char *filter_text(const struct marker_request *request)
{
	const char *condition = request->condition;
	char *text = os_alloc(128 + (condition ? MARKER_QUOTED_MAX(strlen(condition)) : 0));
	size_t used = 0;

	if (!text)
		return NULL;
	if (condition) {
		used = sprintf(text, "if=");
		used += marker_line_quote(text + used, condition);
	}
	used += append(text, used, "every", request->every);
	used += append(text, used, "rate", request->rate);
	append(text, used, "tid", request->tid);
	return text;
}

static int enable_named(const struct marker_request *request, const char *filter,
			struct marker_result *result)
{
	const struct marker_named_request named = {
		.glob = request->glob,
		.name = request->probe,
		.arg = request->arg,
		.condition = request->condition,
		.every = request->every,
		.rate = request->rate,
		.tid = request->tid,
		.filter_text = filter,
	};
	int ret = marker_named_enable(&named, result);

	if (ret == -ENXIO)
		strscpy(result->reason, "no such probe is loaded", sizeof(result->reason));
	remember(request->glob, ret < 0 ? ret : 0, result->reason);
	return ret;
}

static int enable(const struct marker_request *request)
{
	struct marker_result *result = os_alloc(sizeof(*result));
	char *filter = filter_text(request);
	int ret = -ENOMEM;

	if (result && filter)
		ret = enable_named(request, filter, result);
	os_free(filter);
	os_free(result);
	return ret;
}

static int execute(struct marker_line *line)
{
	static char count[] = "count";
	struct marker_request request;
	const char *why = "";
	int ret;

	if (line->nr == 2 && !strcmp(line->words[0], "enable"))
		line->words[line->nr++] = count;
	ret = marker_request_take(line, &request, &why);
	if (ret)
		remember(line->nr > 1 ? line->words[1] : "", ret, why);
	else if (request.verb == MARKER_VERB_ENABLE)
		ret = enable(&request);
	else if (request.verb == MARKER_VERB_DISABLE)
		ret = marker_named_disable(request.glob, request.probe);
	else
		ret = -EINVAL;
	return ret;
}

static int command(char *text)
{
	struct marker_line *line = os_alloc(sizeof(*line));
	int ret;

	if (!line)
		return -ENOMEM;
	ret = marker_line_parse(strim(text), line);
	if (!ret)
		ret = execute(line);
	os_free(line);
	return ret;
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
	seq_printf(file, "last note: %s\n", *last_note ? last_note : "none");
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
