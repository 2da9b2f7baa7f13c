// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_files.c - report.html, report.md with its pictures, report.json
 *
 *	{ "tool": "markbench report", "version": 1,
 *	  "host": { host_report.c }, "date": ..., "seconds": x, "quick": b, "seed": n, "resamples": n,
 *	  "order": ..., "timer": { "ticks_per_s": x, "reading_ticks": x, "step_ticks": x },
 *	  "runs": { PART: as run --json, ... }, "kernel": as kernel --json without raw,
 *	  "sections": [ ... ] }				(doc/doc_json.c)
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../json.h"

#include "../report.h"
#include "section.h"

#define PATH 1024

static struct json_object *timer_json(const struct timer *timer)
{
	struct json_object *json = json_object_new_object();

	json_add_number(json, "ticks_per_s", timer->ticks_per_s);
	json_add_number(json, "reading_ticks", timer->reading);
	json_add_number(json, "step_ticks", timer->step);
	return json;
}

static struct json_object *runs_json(const struct report *report)
{
	struct json_object *json = json_object_new_object();
	unsigned int part;

	for (part = 0; part < REPORT_PARTS; part++)
		if (report->figures[part].nr)
			json_object_object_add(json, report_part_names[part],
					       report_json_object(&report->runs[part],
								  part == REPORT_MICRO ?
									  &edition_2006_user :
									  NULL));
	return json;
}

static struct json_object *report_object(const struct doc *doc, const struct report *report)
{
	struct json_object *json = json_object_new_object();

	json_add_string(json, "tool", "markbench report");
	json_object_object_add(json, "version", json_object_new_int(1));
	json_object_object_add(json, "host", host_json(&report->host));
	json_add_string(json, "date", report->date);
	json_add_number(json, "seconds", report->seconds);
	json_object_object_add(json, "quick", json_object_new_boolean(report->quick));
	json_object_object_add(json, "seed", json_object_new_int(STAT_SEED));
	json_object_object_add(json, "resamples", json_object_new_int(STAT_RESAMPLES));
	json_add_string(
		json, "order",
		"round r begins with row r modulo the number of rows, and goes on in the order of "
		"\"rows\", backwards if r is odd");
	json_object_object_add(json, "timer", timer_json(&report->timer));
	json_object_object_add(json, "runs", runs_json(report));
	if (report->kernel)
		json_object_object_add(json, "kernel",
				       report_json_object(&report->kernel->run,
							  &edition_2006_kernel));
	json_object_object_add(json, "sections", doc_json(doc));
	return json;
}

/* ---- files ------------------------------------------------------------------------------------ */

static int failed(const char *path, int error)
{
	fprintf(stderr, "markbench: %s: %s\n", path, strerror(error));
	return -error;
}

/* Writes a file by one of the writers; what is buffered fails at the end. */
static int write_file(const char *dir, const char *name, const void *what,
		      int (*writer)(const void *what, FILE *file))
{
	char path[PATH];
	FILE *file;
	int ret;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "we");
	if (!file)
		return failed(path, errno);
	errno = 0;
	ret = writer(what, file);
	if (fclose(file) && (!ret || ret == -EIO))
		ret = errno ? -errno : -EIO;
	return ret ? failed(path, -ret) : 0;
}

static int write_html(const void *doc, FILE *file)
{
	return doc_html(doc, file);
}

static int write_markdown(const void *doc, FILE *file)
{
	return doc_markdown(doc, file);
}

static int write_svg(const void *plot, FILE *file)
{
	plot_svg(plot, file, true);
	return ferror(file) ? -EIO : 0;
}

static int write_plots(const struct doc *doc, const char *dir)
{
	char name[PLOT_ID + 8];
	size_t i, j;
	int ret = 0;

	for (i = 0; i < doc->nr; i++) {
		const struct doc_section *section = &doc->sections[i];

		for (j = 0; j < section->nr && !ret; j++) {
			const struct plot *plot = section->blocks[j].plot;

			if (!plot)
				continue;
			snprintf(name, sizeof(name), "%s.svg", plot->id);
			ret = write_file(dir, name, plot, write_svg);
		}
	}
	return ret;
}

static int write_json(const struct doc *doc, const struct report *report, const char *dir)
{
	struct json_object *json = report_object(doc, report);
	char path[PATH];
	int ret;

	snprintf(path, sizeof(path), "%s/report.json", dir);
	ret = report_json_write(json, path);
	json_object_put(json);
	return ret ? failed(path, -ret) : 0;
}

/**
 * report_files() - write the document
 * @dir:	is there
 *
 * Return: 0, or a negative errno; then a sentence that names the file is on stderr.
 */
int report_files(const struct doc *doc, const struct report *report, const char *dir)
{
	int ret = write_json(doc, report, dir);

	if (!ret)
		ret = write_plots(doc, dir);
	if (!ret)
		ret = write_file(dir, "report.md", doc, write_markdown);
	if (!ret)
		ret = write_file(dir, "report.html", doc, write_html);
	return ret;
}
