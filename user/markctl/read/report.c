// SPDX-License-Identifier: GPL-2.0-only
/*
 * report.c - counts of a run: collected, completed by the markers that were never hit, printed
 */
#include "user/markctl/read/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "user/markctl/command.h"
#include "marker/registry.h"
#include "user/elf/sites.h"
#include "user/lib/output.h"
#include "user/lib/text.h"

static struct report_line *find_line(struct report *report, const char *name, const char *format)
{
	size_t i;

	for (i = 0; i < report->nr_lines; i++)
		if (strcmp(report->lines[i].name, name) == 0 &&
		    strcmp(report->lines[i].format, format) == 0)
			return &report->lines[i];
	return NULL;
}

static int add_line(struct report *report, const char *name, const char *format, unsigned long hits)
{
	struct report_line *lines;
	struct report_line line = { .hits = hits };

	lines = realloc(report->lines, (report->nr_lines + 1) * sizeof(*lines));
	if (!lines)
		return -ENOMEM;
	report->lines = lines;
	line.name = strdup(name);
	line.format = strdup(format);
	lines[report->nr_lines++] = line;
	return line.name && line.format ? 0 : -ENOMEM;
}

static bool asked_for(const char *name, char **globs, size_t nr_globs)
{
	size_t i;

	for (i = 0; i < nr_globs; i++)
		if (marker_glob_match(globs[i], name))
			return true;
	return false;
}

static int add_unhit(struct report *report, const struct elf_sites *sites, char **globs,
		     size_t nr_globs)
{
	size_t i;
	int err = 0;

	for (i = 0; i < sites->nsites && !err; i += elf_sites_marker(sites, i)) {
		const struct elf_site *site = &sites->sites[i];

		if (site->query || !asked_for(site->name, globs, nr_globs) ||
		    find_line(report, site->name, site->format))
			continue;
		err = add_line(report, site->name, site->format, 0);
	}
	return err;
}

/* Where execvp() finds a command; false if it is not to be found. */
static bool find_program(const char *command, char *path, size_t size)
{
	const char *dirs = getenv("PATH"), *end;

	if (strchr(command, '/') || !dirs)
		return snprintf(path, size, "%s", command) < (int)size;
	for (;; dirs = end + 1) {
		end = dirs + strcspn(dirs, ":");
		if (snprintf(path, size, "%.*s/%s", (int)(end - dirs), dirs, command) < (int)size &&
		    access(path, X_OK) == 0)
			return true;
		if (!*end)
			return false;
	}
}

/* A command that is a script, or cannot be read, has no markers of its own. */
static int add_unhit_of_program(struct report *report, char **globs, size_t nr_globs)
{
	struct elf_image image;
	struct elf_sites sites;
	struct elf_error error;
	char path[4096];
	int err = 0;

	if (!find_program(report->argv[0], path, sizeof(path)) ||
	    elf_image_open(&image, path, &error))
		return 0;
	if (!elf_sites_read(&image, &sites, &error))
		err = add_unhit(report, &sites, globs, nr_globs);
	elf_sites_free(&sites);
	elf_image_close(&image);
	return err;
}

static int compare_lines(const void *a, const void *b)
{
	const struct report_line *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : strcmp(x->format, y->format);
}

int report_read(struct report *report, const struct marker_count_region *region, char **globs,
		size_t nr_globs)
{
	struct marker_count_total *totals;
	int i, nr, err = 0;

	report->programs = region->header.opens.hits;
	report->lost = region->header.lost.hits;
	nr = marker_count_totals(region, &totals);
	if (nr < 0)
		return nr;
	for (i = 0; i < nr && !err; i++)
		err = add_line(report, totals[i].name, totals[i].format, totals[i].hits);
	os_free(totals);
	if (!err)
		err = add_unhit_of_program(report, globs, nr_globs);
	if (!err && report->nr_lines)
		qsort(report->lines, report->nr_lines, sizeof(*report->lines), compare_lines);
	return err;
}

void report_free(struct report *report)
{
	size_t i;

	for (i = 0; i < report->nr_lines; i++) {
		free(report->lines[i].name);
		free(report->lines[i].format);
	}
	free(report->lines);
}

static double elapsed_s(const struct report *report)
{
	return report->outcome->elapsed_ns / 1e9;
}

/* Per second; 0 where no time has passed. */
static double rate(const struct report *report, const struct report_line *line)
{
	double seconds = elapsed_s(report);

	return seconds > 0 ? line->hits / seconds : 0;
}

static void print_lines(const struct report *report, FILE *out)
{
	char format[2048];
	int width = strlen("marker");
	size_t i;

	for (i = 0; i < report->nr_lines; i++)
		if ((int)strlen(report->lines[i].name) > width)
			width = strlen(report->lines[i].name);
	fprintf(out, "%15s  %15s  %-*s  format\n", "hits", "hits/s", width, "marker");
	for (i = 0; i < report->nr_lines; i++) {
		const struct report_line *line = &report->lines[i];

		text_escape(format, sizeof(format), line->format);
		fprintf(out, "%15lu  %15.1f  %-*s  \"%s\"\n", line->hits, rate(report, line), width,
			line->name, format);
	}
}

static void print_notes(const struct report *report, FILE *out)
{
	if (!report->programs && report->pid)
		fprintf(out, "the process does not see the file that it is to count in\n");
	else if (!report->programs)
		fprintf(out, "no program with markers was run (see markctl list)\n");
	else if (!report->nr_lines)
		fprintf(out, "no marker of these names was hit\n");
	if (report->lost)
		fprintf(out, "%15lu  hits of more markers than there is room for (%d)\n",
			report->lost, MARKER_COUNT_ENTRIES);
	if (report->outcome->signal)
		fprintf(out, "killed by signal %d (%s)\n", report->outcome->signal,
			strsignal(report->outcome->signal));
}

int report_print_text(const struct report *report, FILE *out)
{
	char **arg;

	fprintf(out, "\nMarkers hit by ");
	if (report->pid)
		fprintf(out, "process %d, ", (int)report->pid);
	putc('\'', out);
	for (arg = report->argv; *arg; arg++)
		fprintf(out, "%s%s", arg == report->argv ? "" : " ", *arg);
	fprintf(out, "':\n\n");
	if (report->nr_lines)
		print_lines(report, out);
	print_notes(report, out);
	fprintf(out, "\n%15.6f seconds elapsed\n\n", elapsed_s(report));
	return output_flush(out, 0);
}

/* So many digits as the clock has, and not those of the binary fraction. */
static json_object *json_decimal(double value)
{
	char digits[64];

	snprintf(digits, sizeof(digits), "%.9f", value);
	return json_object_new_double_s(value, digits);
}

static json_object *json_line(const struct report *report, const struct report_line *line)
{
	json_object *object = json_object_new_object();

	json_object_object_add(object, "name", json_text(line->name));
	json_object_object_add(object, "format", json_text(line->format));
	json_object_object_add(object, "hits", json_object_new_uint64(line->hits));
	json_object_object_add(object, "hits_per_s", json_decimal(rate(report, line)));
	return object;
}

int report_print_json(const struct report *report, FILE *out)
{
	json_object *root = json_object_new_object();
	json_object *command = json_object_new_array(), *markers = json_object_new_array();
	const struct child_outcome *outcome = report->outcome;
	char **arg;
	size_t i;

	for (arg = report->argv; *arg; arg++)
		json_object_array_add(command, json_text(*arg));
	for (i = 0; i < report->nr_lines; i++)
		json_object_array_add(markers, json_line(report, &report->lines[i]));
	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, "command", command);
	if (report->pid)
		json_object_object_add(root, "pid", json_object_new_int(report->pid));
	json_object_object_add(root, "elapsed_s", json_decimal(elapsed_s(report)));
	json_object_object_add(root, "exit_status", json_object_new_int(outcome->status));
	json_object_object_add(root, "signal", json_object_new_int(outcome->signal));
	json_object_object_add(root, "programs", json_object_new_uint64(report->programs));
	json_object_object_add(root, "lost", json_object_new_uint64(report->lost));
	json_object_object_add(root, "markers", markers);
	return json_write(out, root);
}
