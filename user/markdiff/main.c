// SPDX-License-Identifier: GPL-2.0-only
/*
 * markdiff: compares perf.data files, symbol by symbol.  The only file that prints to the user,
 * reads the environment and decides the exit status.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "user/markdiff/rows/diff.h"
#include "user/markdiff/out/exports.h"
#include "user/markdiff/match/match.h"
#include "user/markdiff/out/dump.h"
#include "user/markdiff/out/json.h"
#include "user/markdiff/out/page.h"
#include "user/markdiff/out/text.h"
#include "user/markdiff/out/verdicts.h"
#include "user/markdiff/out/outputs.h"
#include "user/lib/output.h"
#include "user/lib/pager.h"
#include "user/markdiff/profile/progress.h"
#include "user/markdiff/remarks/remarks.h"
#include "user/markdiff/rows/stream.h"
#include "user/markdiff/verdict/report.h"
#include "user/markdiff/version.h"

enum status {
	STATUS_OK = 0,
	STATUS_USAGE = 2,
	STATUS_INPUT = 3,
	/* With --gate also 1 and 4: gate.h. */
};

/* Of a directory, file is the one in it that is meant, or NULL. */
static void say_of(const char *path, const char *file, const char *text, uint64_t offset)
{
	fprintf(stderr, "markdiff: %s%s%s", path, file ? "/" : "", file ? file : "");
	if (offset == PERFDATA_NO_OFFSET)
		fprintf(stderr, ": %s\n", text);
	else
		fprintf(stderr, ": at byte %" PRIu64 ": %s\n", offset, text);
}

static int report_unreadable(const struct diff *diff, int err)
{
	bool said = false;
	uint32_t i;

	for (i = 0; i < diff->options->nr_files && diff->profiles; i++) {
		const struct perfdata_error *error = &diff->profiles[i].error;

		if (error->err)
			say_of(diff->options->files[i], NULL, error->text, error->offset);
		said |= error->err;
	}
	if (!said)
		fprintf(stderr, "markdiff: %s\n", strerror(-err));
	return STATUS_INPUT;
}

static void warn_damage(const struct profile *p)
{
	static const char *const what[] = {
		[PERFDATA_UNFINISHED] = "warning: the recording was killed; what it wrote is used, "
					"without build-ids and event names",
		[PERFDATA_TRUNCATED] = "warning: the file is cut off; what is whole before it is "
				       "used, without build-ids and event names",
		[PERFDATA_CORRUPT] = "warning: a record makes no sense; only what comes before it "
				     "is used",
	};
	uint64_t offset;
	const char *file;
	enum perfdata_damage damage = perfdata_damage(p->pd, &offset, &file);

	if (damage != PERFDATA_WHOLE)
		say_of(p->path, file, what[damage], offset);
}

/* What -v tells about a file. */
static void describe(const struct profile *p)
{
	const struct perfdata_counts *counts = perfdata_counts(p->pd);
	const char *release = perfdata_info(p->pd)->os_release;

	fprintf(stderr,
		"markdiff: %s: %" PRIu64 " records, %" PRIu64 " samples at %u addresses, "
		"%" PRIu64 " lost, %u events, kernel %s\n",
		p->path, counts->records, counts->samples, p->nr, counts->lost,
		perfdata_nr_events(p->pd), release ? release : "not said");
}

static void name_events(const struct profile *p)
{
	uint32_t i, nr = perfdata_nr_events(p->pd);

	fprintf(stderr, "%s has", p->path);
	for (i = 0; i < nr; i++)
		if (!event_is_dummy(perfdata_event(p->pd, i)))
			fprintf(stderr, " %s", perfdata_event(p->pd, i)->name);
}

/* A file that measured something else would look as if everything had gone. */
static int check_pairs(const struct diff *diff)
{
	uint32_t i;

	for (i = 1; i < diff->options->nr_files && !diff->options->perf_compat; i++) {
		if (diff_has_pair(diff, i))
			continue;
		fputs("markdiff: no event in common: ", stderr);
		name_events(&diff->profiles[0]);
		fputs(", ", stderr);
		name_events(&diff->profiles[i]);
		fputs("; record both with the same -e\n", stderr);
		return STATUS_INPUT;
	}
	return STATUS_OK;
}

static void warn_absent_id(const struct diff *diff, const char *option, uint32_t i)
{
	const struct number_range *range = strcmp(option, "pid") ? &diff->options->tids.ranges[i] :
								   &diff->options->pids.ranges[i];

	if (range->first == range->last)
		fprintf(stderr, "markdiff: warning: no file has samples of %u (--%s)\n",
			range->first, option);
	else
		fprintf(stderr, "markdiff: warning: no file has samples of %u-%u (--%s)\n",
			range->first, range->last, option);
}

/* A number that is wrong would look as if nothing had been spent. */
static void warn_absent_ids(const struct diff *diff)
{
	const struct options *o = diff->options;
	uint32_t i, file;
	bool seen;

	for (i = 0; i < o->pids.nr + o->tids.nr; i++) {
		bool pid = i < o->pids.nr;
		uint32_t at = pid ? i : i - o->pids.nr;

		seen = false;
		for (file = 0; file < o->nr_files; file++)
			seen |= pid ? diff->profiles[file].select.seen_pids[at] :
				      diff->profiles[file].select.seen_tids[at];
		if (!seen)
			warn_absent_id(diff, pid ? "pid" : "tid", at);
	}
}

static int print_remarks(const struct diff *diff)
{
	struct remarks remarks;
	int err;

	if (diff->options->quiet || diff->options->perf_compat)
		return 0;
	err = remarks_collect(&remarks, diff);
	if (!err)
		remarks_print(stdout, &remarks, diff);
	remarks_free(&remarks);
	return err;
}

static int print_events(struct diff *diff)
{
	const struct perfdata *base = diff->profiles[0].pd;
	bool first = true;
	struct hist hist;
	uint32_t i;
	int err = 0;

	for (i = 0; i < perfdata_nr_events(base) && !err; i++) {
		if (!diff->options->perf_compat && event_is_dummy(perfdata_event(base, i)))
			continue;
		if (diff->options->stream) {
			err = out_stream(stdout, diff, i, first);
			first = false;
			continue;
		}
		err = diff_event(diff, i, &hist);
		if (err)
			break;
		err = out_text(stdout, &hist, diff->profiles, first);
		first = false;
		hist_free(&hist);
	}
	return err;
}

static int dump(const struct diff *diff)
{
	uint32_t i;
	int err = 0;

	for (i = 0; diff->options->dump && i < diff->options->nr_files && !err; i++)
		err = out_dump(stdout, &diff->profiles[i]);
	return err;
}

static int print_plain(struct diff *diff)
{
	int err = print_remarks(diff);

	return err ? err : print_events(diff);
}

static int print_verdicts(const struct verdict_report *report)
{
	switch (output_to_stdout(report->diff->options)) {
	case OUTPUT_JSON:
		return out_json(stdout, report);
	case OUTPUT_PAGE:
		return out_page(stdout, report);
	default:
		return out_verdicts(stdout, report);
	}
}

/*
 * Prints all, through the pager if there is one; that who reads it leaves early is no error.
 * @report: what there is to print, or NULL: the plain table
 */
static int print(struct diff *diff, const struct verdict_report *report)
{
	const struct options *o = diff->options;
	struct pager pager;
	const char *command = NULL;
	int err;

	if (isatty(STDOUT_FILENO) && o->pager != WHEN_NEVER)
		command = pager_choose(getenv("PERF_PAGER"), getenv("PAGER"));
	pager_start(&pager, command, o->pager == WHEN_ALWAYS);
	err = dump(diff);
	if (!err)
		err = report ? print_verdicts(report) : print_plain(diff);
	err = output_flush(stdout, err);
	if (pager_is_on(&pager) && ferror(stdout))
		err = 0;
	if (pager_end(&pager))
		return err;
	fprintf(stderr, "markdiff: the pager '%s' cannot be run; set PAGER, or give --no-pager\n",
		command);
	return -ENOENT;
}

/* Whether standard output has what it is to have. */
static bool is_exported(const struct options *o)
{
	return output_to_stdout(o) == OUTPUT_FOLDED || output_to_stdout(o) == OUTPUT_PPROF;
}

/* Says itself what is wrong; the table does not come after that. */
static int export(const struct diff *diff)
{
	struct stacks_source source = { .diff = diff };
	char message[EXPORTS_MESSAGE], why[OBSERVE_WHY] = "";
	double *work;
	int err;

	if (!exports_are_asked(&diff->options->exports))
		return 0;
	err = observe_work(diff, &work, why);
	source.works = work;
	if (err)
		snprintf(message, sizeof(message), "%s", *why ? why : strerror(-err));
	else
		err = exports_write(&source, diff->options->quiet ? NULL : stderr, message);
	if (err)
		fprintf(stderr, "markdiff: %s\n", message);
	free(work);
	return err ? -ENOENT : 0;
}

/* A file that was asked for, beside what is printed. */
static int write_to(const struct destination *to, const char *option,
		    int (*print)(FILE *out, const struct verdict_report *report),
		    const struct verdict_report *report)
{
	FILE *out;
	int err;

	if (!to->path)
		return 0;
	out = fopen(to->path, "we");
	err = out ? output_flush(out, print(out, report)) : -errno;
	if (out && fclose(out) && !err)
		err = -errno;
	if (err)
		fprintf(stderr, "markdiff: %s: %s; give --%s another file\n", to->path,
			strerror(-err), option);
	return err ? -ENOENT : 0;
}

static int write_files(const struct verdict_report *report)
{
	const struct verdict_options *v = &report->diff->options->verdicts;
	int err = write_to(&v->json, "json", out_json, report);

	return err ? err : write_to(&v->html, "html", out_page, report);
}

/* Why a build stops is told even where the table, which says so, is not printed. */
static void say_gate(const struct verdict_report *report)
{
	const struct options *o = report->diff->options;

	if (report->gate.status && (o->quiet || output_to_stdout(o) != OUTPUT_TABLE))
		out_gate(stderr, report, "markdiff: ");
}

static int judge(struct diff *diff, const char *command, int *status)
{
	struct verdict_report report = { .version = MARKDIFF_VERSION, .command = command };
	char why[OBSERVE_WHY] = "";
	int err = verdict_report_make(&report, diff, why);

	if (err == -ENODATA && *why) {
		fprintf(stderr, "markdiff: %s\n", why);
		err = -ENOENT;
	}
	if (!err)
		err = write_files(&report);
	if (!err && !is_exported(diff->options))
		err = print(diff, &report);
	if (!err && diff->options->verdicts.gate) {
		say_gate(&report);
		*status = report.gate.status;
	}
	verdict_report_free(&report);
	return err;
}

static int compare(struct diff *diff, const char *command)
{
	struct symbols_options where = { .cache_dir = NULL };
	int err, status = check_pairs(diff);

	symbols_defaults(&where);
	/* A gate says itself that there is no event in common. */
	if (diff->options->verdicts.gate)
		status = STATUS_OK;
	if (status == STATUS_OK) {
		err = diff_resolve(diff, &where);
		if (!err)
			err = export(diff);
		if (!err && diff->options->verdicts.asked)
			err = judge(diff, command, &status);
		else if (!err && !is_exported(diff->options))
			err = print(diff, NULL);
		if (err && err != -ENOENT)
			fprintf(stderr, "markdiff: %s\n", strerror(-err));
		if (err)
			status = STATUS_INPUT;
	}
	symbols_defaults_free(&where);
	return status;
}

static int load(struct diff *diff, const struct options *options)
{
	struct progress progress = {
		.out = stderr, .files = options->files, .nr = options->nr_files, .delay_ms = 1000
	};
	bool show = options->progress == WHEN_ALWAYS;
	int err;

	if (show)
		progress.delay_ms = 0;
	else if (options->progress == WHEN_AUTO)
		show = isatty(STDERR_FILENO) && !options->quiet;
	if (show)
		progress_start(&progress);
	err = diff_load_watched(diff, options, progress.counters);
	if (show)
		progress_end(&progress);
	return err;
}

static int run(struct options *options, const char *command)
{
	struct diff diff;
	uint32_t i;
	int err, status;

	err = load(&diff, options);
	if (err) {
		status = report_unreadable(&diff, err);
	} else {
		for (i = 0; i < options->nr_files; i++) {
			warn_damage(&diff.profiles[i]);
			if (options->verbose)
				describe(&diff.profiles[i]);
		}
		if (diff_has_folded(&diff))
			options_default_to_symbols(options);
		if (!options->quiet)
			warn_absent_ids(&diff);
		status = compare(&diff, command);
	}
	diff_free(&diff);
	return status;
}

/* https://no-color.org: set and not empty, whatever it says. */
static enum when choose_color(enum when asked)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (asked != WHEN_AUTO)
		return asked;
	if ((no_color && *no_color) || (term && !strcmp(term, "dumb")))
		return WHEN_NEVER;
	return isatty(STDOUT_FILENO) ? WHEN_ALWAYS : WHEN_NEVER;
}

/* Those that perf reads: the system's and the user's, or the one that the environment names. */
static void find_config(const char *paths[3], char own[PATH_MAX])
{
	const char *only = getenv("PERF_CONFIG"), *home = getenv("HOME");
	int nr = 0;

	if (only)
		paths[nr++] = only;
	else
		paths[nr++] = "/etc/perfconfig";
	if (!only && home && snprintf(own, PATH_MAX, "%s/.perfconfig", home) < PATH_MAX)
		paths[nr++] = own;
	paths[nr] = NULL;
}

/* The command line, to be freed. */
static char *join(char **words)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs("markdiff", out);
	while (*++words)
		fprintf(out, " %s", *words);
	fclose(out);
	return text;
}

int main(int argc, char **argv)
{
	const char *config[3];
	struct options options;
	enum action action;
	char message[OPTIONS_MESSAGE], own[PATH_MAX], *command;
	int status = STATUS_OK;

	find_config(config, own);
	command = join(argv);
	if (options_read(&options, config, argc, argv, &action, message)) {
		fprintf(stderr, "markdiff: %s\n", message);
		free(command);
		return STATUS_USAGE;
	}
	if (action == ACTION_HELP)
		options_help(stdout);
	else if (action == ACTION_VERSION)
		puts("markdiff " MARKDIFF_VERSION);
	else {
		options.color = choose_color(options.color);
		status = run(&options, command);
	}
	free(command);
	options_free(&options);
	return output_end("markdiff", status, STATUS_INPUT);
}
