// SPDX-License-Identifier: GPL-2.0-only
/*
 * results.c - the last run as JSON
 *
 *	{ "tool": "marker-bench", "version": 1, "kernel": ..., "machine": ..., "clock": ...,
 *	  "processor": n, "rounds": n,
 *	  "rows": [
 *	  { "name": ..., "base": ..., "copy": true, "what": ..., "loops": n, "overhead": n,
 *	    "ticks": [ n, ... ] },
 *	  { "name": ..., "base": ..., "what": ..., "loops": n, "missing": ... } ] }
 *
 * A line a row.  "ticks" is what a sample of each round took of the clock, "overhead" of them what it
 * would take without its "loops": (ticks - overhead) / loops is a loop.
 */
#include "run.h"

#include <linux/seq_file.h>
#include <linux/utsname.h>

#include "clock.h"

static void show_string(struct seq_file *file, const char *key, const char *value)
{
	seq_printf(file, "\"%s\": \"", key);
	for (; *value; value++)
		seq_putc(file, *value == '"' || *value == '\\' || *value < ' ' ? '\'' : *value);
	seq_puts(file, "\", ");
}

static void show_ticks(struct seq_file *file, const struct run_row *r, unsigned int rounds)
{
	unsigned int i;

	seq_printf(file, "\"overhead\": %llu, \"ticks\": [", r->overhead);
	for (i = 0; i < rounds; i++)
		seq_printf(file, "%s%llu", i ? "," : "", r->ticks[i]);
	seq_putc(file, ']');
}

static void show_row(struct seq_file *file, const struct run *run, const struct run_row *r)
{
	seq_printf(file, "%s\n  { ", r == run->rows ? "" : ",");
	show_string(file, "name", r->row->name);
	if (r->row->base)
		show_string(file, "base", r->row->base);
	if (r->row->copy)
		seq_puts(file, "\"copy\": true, ");
	show_string(file, "what", r->row->what);
	if (r->error)
		show_string(file, "missing", r->why);
	seq_printf(file, "\"loops\": %lu", r->loops);
	if (!r->error) {
		seq_puts(file, ", ");
		show_ticks(file, r, run->rounds);
	}
	seq_puts(file, " }");
}

static void show_head(struct seq_file *file, const struct run *run)
{
	seq_puts(file, "{ ");
	show_string(file, "tool", "marker-bench");
	seq_puts(file, "\"version\": 1, ");
	show_string(file, "kernel", init_utsname()->release);
	show_string(file, "machine", init_utsname()->machine);
	show_string(file, "clock", BENCH_CLOCK);
	seq_printf(file, "\"processor\": %d, \"rounds\": %u, \"rows\": [", run->cpu, run->rounds);
}

/* Records: 0 is the head, 1 to nr are rows, nr + 1 is the end. */
static void *results_start(struct seq_file *file, loff_t *at)
{
	const struct run *run = results_get();

	if (!run->rows)
		return ERR_PTR(-ENODATA);
	return *at <= run->nr + 1 ? at : NULL;
}

static void *results_next(struct seq_file *file, void *record, loff_t *at)
{
	const struct run *run = file->private;

	++*at;
	return *at <= run->nr + 1 ? at : NULL;
}

static int results_show(struct seq_file *file, void *record)
{
	const struct run *run = file->private;
	loff_t at = *(loff_t *)record;

	if (at == 0)
		show_head(file, run);
	else if (at <= run->nr)
		show_row(file, run, &run->rows[at - 1]);
	else
		seq_puts(file, "\n] }\n");
	return 0;
}

static void results_stop(struct seq_file *file, void *record)
{
	results_put();
}

const struct seq_operations results_ops = {
	.start = results_start,
	.next = results_next,
	.show = results_show,
	.stop = results_stop,
};
