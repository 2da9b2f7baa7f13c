// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_report.c - markbench report: the text of 2006, measured again, as a document
 *
 * What can fail for the user's reasons (the directory, the files that are read) fails before anything is
 * measured.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"
#include "report/section.h"

static void add_sections(struct doc *doc, const struct report *report)
{
	section_machine(doc, report);
	section_micro(doc, report);
	section_separation(doc, report);
	section_connected(doc, report);
	section_int3(doc, report);
	section_size(doc);
	section_patching(doc, report);
	section_recording(doc, report);
	section_macro(doc, report);
	section_conclusions(doc, report);
}

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "markbench: %s%s%s\n", what, why ? ": " : "", why ? why : "");
	return EXIT_SHORT;
}

/* A directory that can be written to; it is made if it is not there. */
static int make_directory(const char *dir)
{
	struct stat stat_of;

	if (mkdir(dir, 0777) && errno != EEXIST)
		return complain(dir, strerror(errno));
	if (stat(dir, &stat_of))
		return complain(dir, strerror(errno));
	if (!S_ISDIR(stat_of.st_mode))
		return complain(dir, strerror(ENOTDIR));
	if (access(dir, W_OK | X_OK))
		return complain(dir, strerror(errno));
	return EXIT_OK;
}

static int read_inputs(struct report *report, const struct options *options,
		       struct kernel_results *kernel, struct macro_results *macro)
{
	char why[MACRO_WHY > KERNEL_RESULTS_WHY ? MACRO_WHY : KERNEL_RESULTS_WHY];

	if (options->kernel && kernel_results_read(kernel, options->kernel, why)) {
		complain(why, NULL);
		return EXIT_UNREADABLE;
	}
	report->kernel = options->kernel ? kernel : NULL;
	if (options->macro && macro_results_read(macro, options->macro, why)) {
		complain(why, NULL);
		return EXIT_UNREADABLE;
	}
	report->macro = options->macro ? macro : NULL;
	return EXIT_OK;
}

static int write_document(const struct report *report, const char *dir)
{
	struct doc *doc = doc_alloc("What a marker costs, in 2006 and now");
	int ret = -ENOMEM;

	if (doc) {
		add_sections(doc, report);
		ret = doc_error(doc);
	}
	if (ret)
		complain(dir, strerror(-ret));
	else
		ret = report_files(doc, report, dir);
	doc_free(doc);
	return ret ? EXIT_SHORT : EXIT_OK;
}

static int failed(const struct report *report, int ret)
{
	const char *why = strerror(-ret);
	unsigned int part;

	if (ret == -ENOENT) {
		complain("report: no row is meant by what stands behind it", "see markbench list");
		return EXIT_USAGE;
	}
	for (part = 0; part < REPORT_PARTS; part++)
		if (*report->runs[part].why)
			why = report->runs[part].why;
	return complain("cannot measure", why);
}

static int measure_and_write(struct report *report, const struct options *options)
{
	int ret = report_measure(report, options), code;

	if (ret)
		return failed(report, ret);
	code = write_document(report, options->output);
	if (!code)
		printf("%s/report.html, report.md, report.json: measured in %.0f s\n",
		       options->output, report->seconds);
	return code;
}

/** cmd_report() - measure everything and write it down */
int cmd_report(const struct options *options)
{
	static struct report report;
	struct kernel_results kernel = { 0 };
	struct macro_results macro = { 0 };
	int code;

	if (!options->output) {
		complain("report: where to? -o DIR is missing", NULL);
		return EXIT_USAGE;
	}
	code = read_inputs(&report, options, &kernel, &macro);
	if (!code)
		code = make_directory(options->output);
	if (!code)
		code = measure_and_write(&report, options);
	report_free(&report);
	kernel_results_free(&kernel);
	macro_results_free(&macro);
	return code;
}
