// SPDX-License-Identifier: GPL-2.0-only
/*
 * markdiff: compares perf.data files, symbol by symbol.  The only file that prints to the user,
 * reads the environment and decides the exit status.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/diff.h"
#include "user/markdiff/match.h"
#include "user/markdiff/out_text.h"

enum status {
	STATUS_OK = 0,
	STATUS_USAGE = 2,
	STATUS_INPUT = 3,
};

static void say(const char *path, const char *text, uint64_t offset)
{
	if (offset == PERFDATA_NO_OFFSET)
		fprintf(stderr, "markdiff: %s: %s\n", path, text);
	else
		fprintf(stderr, "markdiff: %s: at byte %" PRIu64 ": %s\n", path, offset, text);
}

static int report_unreadable(const struct diff *diff)
{
	uint32_t i;

	for (i = 0; i < diff->options->nr_files && diff->profiles; i++) {
		const struct perfdata_error *error = &diff->profiles[i].error;

		if (error->err)
			say(diff->options->files[i], error->text, error->offset);
	}
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
	enum perfdata_damage damage = perfdata_damage(p->pd, &offset);

	if (damage != PERFDATA_WHOLE)
		say(p->path, what[damage], offset);
	if (perfdata_counts(p->pd)->unknown_id)
		fprintf(stderr,
			"markdiff: %s: warning: %" PRIu64 " samples are of an event that the "
			"file does not describe; they are left out\n",
			p->path, perfdata_counts(p->pd)->unknown_id);
}

/* What -v tells about a file. */
static void describe(const struct profile *p)
{
	const struct perfdata_counts *counts = perfdata_counts(p->pd);
	const char *release = perfdata_os_release(p->pd);

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

	for (i = 1; i < diff->options->nr_files; i++) {
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

static void warn_unpaired(const struct diff *diff, const struct hist *hist, uint32_t event)
{
	uint32_t i;

	for (i = 1; i < hist->nr_files; i++)
		if (hist->events[i] == EVENT_NONE)
			fprintf(stderr, "markdiff: %s: warning: has no event %s\n",
				diff->profiles[i].path,
				perfdata_event(diff->profiles[0].pd, event)->name);
}

static int print_events(struct diff *diff)
{
	const struct perfdata *base = diff->profiles[0].pd;
	bool first = true;
	struct hist hist;
	uint32_t i;
	int err = 0;

	for (i = 0; i < perfdata_nr_events(base) && !err; i++) {
		if (event_is_dummy(perfdata_event(base, i)))
			continue;
		err = diff_event(diff, i, &hist);
		if (err)
			break;
		warn_unpaired(diff, &hist, i);
		err = out_text(stdout, &hist, diff->profiles, first);
		first = false;
		hist_free(&hist);
	}
	return err;
}

/* perf record's build-id cache. */
static char *cache_dir(void)
{
	const char *home = getenv("HOME");
	char *dir;

	return home && asprintf(&dir, "%s/.debug", home) >= 0 ? dir : NULL;
}

static int compare(struct diff *diff)
{
	char *cache = cache_dir();
	int err, status = check_pairs(diff);

	if (status == STATUS_OK) {
		err = diff_resolve(diff, cache);
		if (!err)
			err = print_events(diff);
		if (!err && fflush(stdout))
			err = -errno;
		if (err) {
			fprintf(stderr, "markdiff: %s\n", strerror(-err));
			status = STATUS_INPUT;
		}
	}
	free(cache);
	return status;
}

static int run(const struct options *options)
{
	struct diff diff;
	uint32_t i;
	int status;

	if (diff_load(&diff, options)) {
		status = report_unreadable(&diff);
	} else {
		for (i = 0; i < options->nr_files; i++) {
			warn_damage(&diff.profiles[i]);
			if (options->verbose)
				describe(&diff.profiles[i]);
		}
		status = compare(&diff);
	}
	diff_free(&diff);
	return status;
}

int main(int argc, char **argv)
{
	struct options options;
	enum action action;
	char message[256];
	int status = STATUS_OK;

	if (options_parse(&options, argc, argv, &action, message)) {
		fprintf(stderr, "markdiff: %s\n", message);
		return STATUS_USAGE;
	}
	if (action == ACTION_DIFF)
		status = run(&options);
	options_free(&options);
	return status;
}
