// SPDX-License-Identifier: GPL-2.0-only
/*
 * The options: perf diff's, and those of verdicts.
 */
#include "user/markdiff/options/table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define FLAG(letter, name, field, help)                                         \
	{                                                                       \
		letter, name, NULL, offsetof(struct options, field), NULL, help \
	}

const struct option_spec option_specs[] = {
	{ .name = "What is compared:" },
	{ 'c', "compute", "METHOD", 0, value_compute,
	  "delta, delta-abs (default), ratio, wdiff:W1,W2, cycles" },
	{ 'o', "order", "N", 0, value_order,
	  "sort by the figures of file N; 0: by the baseline (default 1)" },
	{ 's', "sort", "KEY[,KEY...]", 0, value_sort,
	  "what makes a row (default dso,symbol); see below" },
	{ 0, "match", "HOW", 0, value_match,
	  "which symbols pair: exact, canonical (default), address" },
	FLAG(0, "children", children, "costs with those of what was called"),
	FLAG(0, "inline", inline_frames, "functions that were inlined are rows of their own"),
	{ 0, "parent", "REGEX", 0, value_parent, "which callers the key parent shows" },
	FLAG(0, "cycles-hist", cycles_hist, "with -c cycles, how much they vary"),
	FLAG(0, "stream", stream, "compare the most frequent branch streams"),

	{ .name = "Which samples:" },
	{ 'd', "dsos", "LIST", 0, value_dsos, "only these programs and libraries" },
	{ 'C', "comms", "LIST", 0, value_comms, "only threads of these names" },
	{ 'S', "symbols", "LIST", 0, value_symbols, "only these symbols" },
	{ 0, "pid", "N[,N...]", 0, value_pids, "only these processes" },
	{ 0, "tid", "N[,N...]", 0, value_tids, "only these threads" },
	{ 0, "cpu", "N[-M][,...]", 0, value_cpus, "only these processors" },
	{ 0, "time", "RANGES", 0, value_time, "only these times: START,STOP or 10%/2 or 0%-10%" },
	{ 0, "percentage", "WHICH", 0, value_percentage,
	  "absolute (default): of all samples; relative: of those shown" },

	{ .name = "Symbols:" },
	{ 0, "kallsyms", "[N:]FILE", 0, value_kallsyms, "the kernel's symbols (of file N)" },
	FLAG('m', "modules", modules, "symbols of the modules that are loaded now"),
	{ 0, "symfs", "[N:]DIR", 0, value_symfs,
	  "look for files with symbols below DIR (of file N)" },

	{ .name = "Output:" },
	FLAG('b', "baseline-only", baseline_only,
	     "only rows that the baseline and another file have"),
	FLAG('p', "period", period, "show the periods"),
	FLAG('F', "formula", formula, "show how each figure is computed"),
	{ 't', "field-separator", "C", 0, value_separator, "columns separated by C, not padded" },
	FLAG('q', "quiet", quiet, "rows only"),
	FLAG('v', "verbose", verbose, "say what the files have and lack"),
	FLAG('D', "dump-raw-trace", dump, "all records, before the table"),
	FLAG(0, "perf-compat", perf_compat, "exactly what perf diff prints"),
	{ 0, "color", "WHEN", 0, value_color, "auto (default), always, never" },
	{ 0, "progress", "WHEN", 0, value_progress, "auto (default), always, never" },
	{ 0, "pager", NULL, 0, value_pager, "even if the table fits the screen" },
	{ 0, "no-pager", NULL, 0, value_no_pager, "never" },
	FLAG('f', "force", force, "accepted; who owns a file is not checked"),

	{ .name = "Verdicts (any of --vs, --verdicts, --aa, --gate, --json, --html gives that "
		  "table):" },
	{ 0, "verdicts", NULL, 0, value_verdicts, "of two files, one run each" },
	{ 0, "runs", NULL, 0, value_runs, "the files that follow are runs of the baseline" },
	{ 0, "vs", NULL, 0, value_vs, "the files that follow are runs of what is new" },
	{ 0, "pairs", NULL, 0, value_pairs,
	  "as --runs, where the i-th runs of both sides belong together" },
	{ 0, "aa", NULL, 0, value_aa,
	  "how often runs of one build are called different; four files or more" },
	{ 0, "splits", "N", 0, value_splits, "of --aa, in two sides (default 100)" },
	{ 0, "bootstrap", "[N[,HOW]]", 0, value_bootstrap,
	  "intervals from N replicates (default 10000); HOW: bca (default), percentile" },
	{ 0, "seed", "N", 0, value_seed, "of what is drawn at random (default 1)" },
	{ 0, "work", "WORK", 0, value_work,
	  "costs are per N or N1,N2,... (of each file), time, event:NAME" },
	{ 0, "exclude-from-total", "LIST", 0, value_excluded,
	  "symbols that are no part of the total" },
	{ 0, "tolerance", "PERCENT", 0, value_tolerance,
	  "changes up to this are none (default 1)" },
	{ 0, "abs-tolerance", "COST", 0, value_abs_tolerance,
	  "the same in the event's own unit (default 0)" },
	{ 0, "fdr", "RATE", 0, value_fdr, "part of the findings that may be false (default 0.05)" },
	FLAG(0, "by", verdicts.by, "Benjamini-Yekutieli: for costs that depend on each other"),
	{ 0, "confidence", "PART", 0, value_confidence, "of the intervals (default 0.95)" },
	{ 0, "dispersion", "PHI", 0, value_dispersion, "of samples of a single run (default 1.3)" },
	{ 0, "min-samples", "N", 0, value_min_samples,
	  "rows with fewer are not tested (default 10)" },
	{ 0, "markers", "[FILE]", 0, value_markers,
	  "what the markers cost; FILE: the program or library that has them" },
	{ 0, "gate", "PERCENT", 0, value_gate, "exit with 1 if something costs so much more" },
	{ 0, "inconclusive", "HOW", 0, value_inconclusive,
	  "what the gate does where nothing is certain: fail (default), pass" },
	FLAG(0, "allow-single", verdicts.allow_single, "the gate takes single runs"),
	{ 0, "json", "[FILE]", 0, value_json, "as JSON, instead of the table or to a file" },
	{ 0, "html", "FILE", 0, value_html, "also as a page for a browser" },

	{ .name = "For other programs:" },
	{ 0, "folded", "[FILE]", 0, value_folded,
	  "stacks with the costs of both sides, as difffolded.pl has them" },
	{ 0, "pprof", "FILE", 0, value_pprof,
	  "both sides as pprof reads them; BASE,NEW: two files" },
	{ 0, "export-event", "NAME", 0, value_export_event,
	  "of which event these two are (default: the first)" },

	{ 'h', "help", NULL, 0, NULL, NULL },
	{ 0, "version", NULL, 0, NULL, NULL },
};

const size_t nr_option_specs = sizeof(option_specs) / sizeof(option_specs[0]);

static_assert(sizeof(option_specs) / sizeof(option_specs[0]) <= OPTION_SPECS_MAX, "too many");

static const char help_head[] =
	"usage: markdiff [options] [BASE] [NEW...]\n"
	"       markdiff [options] --runs BASE... --vs NEW...\n"
	"       markdiff [options] --aa FILE FILE FILE FILE...\n"
	"Compares perf.data files symbol by symbol.  Without files: perf.data.old and perf.data;\n"
	"with one: perf.data.old and that.\n";

static const char help_tail[] =
	"\n"
	"  -h, --help, --version\n"
	"\n"
	"Exit status: 0 compared, 2 usage, 3 a file cannot be read or nothing can be compared;\n"
	"with --gate also 1 a regression, 4 nothing is certain or nothing can be compared.\n"
	"LIST is NAME[,NAME...] or file://PATH, a name a line.\n"
	"KEY is one of:";

bool option_is_title(const struct option_spec *spec)
{
	return !spec->help && !spec->value && strchr(spec->name, ':');
}

enum option_model option_model(const struct option_spec *spec)
{
	static const struct {
		const char *name;
		enum option_model model;
	} models[] = {
		{ "compute", MODEL_PLAIN },
		{ "order", MODEL_PLAIN },
		{ "cycles-hist", MODEL_PLAIN },
		{ "stream", MODEL_PLAIN },
		{ "baseline-only", MODEL_PLAIN },
		{ "period", MODEL_PLAIN },
		{ "formula", MODEL_PLAIN },
		{ "perf-compat", MODEL_PLAIN },
		{ "verdicts", MODEL_GIVES },
		{ "runs", MODEL_GIVES },
		{ "vs", MODEL_GIVES },
		{ "pairs", MODEL_GIVES },
		{ "gate", MODEL_GIVES },
		{ "json", MODEL_GIVES },
		{ "html", MODEL_GIVES },
		{ "aa", MODEL_GIVES },
		{ "splits", MODEL_VERDICTS },
		{ "bootstrap", MODEL_VERDICTS },
		{ "seed", MODEL_VERDICTS },
		{ "work", MODEL_VERDICTS },
		{ "exclude-from-total", MODEL_VERDICTS },
		{ "tolerance", MODEL_VERDICTS },
		{ "abs-tolerance", MODEL_VERDICTS },
		{ "fdr", MODEL_VERDICTS },
		{ "by", MODEL_VERDICTS },
		{ "confidence", MODEL_VERDICTS },
		{ "dispersion", MODEL_VERDICTS },
		{ "min-samples", MODEL_VERDICTS },
		{ "inconclusive", MODEL_VERDICTS },
		{ "markers", MODEL_VERDICTS },
		{ "allow-single", MODEL_VERDICTS },
	};

	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++)
		if (!strcmp(models[i].name, spec->name))
			return models[i].model;
	return MODEL_ANY;
}

static void list_keys(FILE *out)
{
	for (enum key key = 0; key < NR_KEYS; key++)
		fprintf(out, "%s%s", key % 8 ? " " : "\n  ", key_info(key)->name);
	putc('\n', out);
}

/* A value in brackets may be left out. */
static void option_text(const struct option_spec *s, char *text, size_t size)
{
	const char *value = s->value ? s->value : "";

	if (value[0] == '[' && value[strlen(value) - 1] == ']')
		snprintf(text, size, "--%s[=%s", s->name, value + 1);
	else
		snprintf(text, size, "--%s%s%s", s->name, *value ? "=" : "", value);
}

void options_help(FILE *out)
{
	char text[64];

	fputs(help_head, out);
	for (const struct option_spec *s = option_specs; s < option_specs + nr_option_specs; s++) {
		if (option_is_title(s))
			fprintf(out, "\n%s\n", s->name);
		if (!s->help)
			continue;
		option_text(s, text, sizeof(text));
		fprintf(out, "  %c%c%c %-25s %s\n", s->letter ? '-' : ' ',
			s->letter ? s->letter : ' ', s->letter ? ',' : ' ', text, s->help);
	}
	fputs(help_tail, out);
	list_keys(out);
}
