// SPDX-License-Identifier: GPL-2.0-only
/*
 * view.c - markctl view: print the events of traces in the order of time
 */
#include "user/markctl/read/view.h"

#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "user/markctl/command.h"
#include "user/markctl/read/traces.h"
#include "user/lib/output.h"
#include "user/lib/pager.h"

#define FILTERS_MAX 64

struct options {
	const char *globs[FILTERS_MAX];
	size_t nr_globs;
	int64_t tids[FILTERS_MAX];
	size_t nr_tids;
	const char *from_text;
	const char *to_text;
	struct when from;
	struct when to;
	enum when_style when;
	bool json;
	bool no_pager;
};

/* One run of it. */
struct view {
	const struct options *options;
	struct view_style style;
	bool begun; /* from_ns and to_ns are known */
	int64_t from_ns;
	int64_t to_ns;
	uint64_t lost_events;
	uint64_t lost_packets;
	bool lost_more; /* so many that nobody knows */
};

/* A time without a day is of the day on which the traces begin. */
static void begin(struct view *view, const struct ctf_message *first)
{
	const struct options *options = view->options;
	int64_t day_ns = first->timed ? first->time_ns : 0;

	view->from_ns = options->from.given ? when_resolve(&options->from, options->when, day_ns) :
					      INT64_MIN;
	view->to_ns =
		options->to.given ? when_resolve(&options->to, options->when, day_ns) : INT64_MAX;
	view->begun = true;
}

static bool name_matches(const struct options *options, const char *name)
{
	size_t i;

	for (i = 0; i < options->nr_globs; i++)
		if (!fnmatch(options->globs[i], name, 0))
			return true;
	return !options->nr_globs;
}

static bool thread_matches(const struct options *options, int64_t tid)
{
	size_t i;

	for (i = 0; i < options->nr_tids; i++)
		if (options->tids[i] == tid)
			return true;
	return !options->nr_tids;
}

/* A gap has no name: who asks for some events wants to know that there may have been more. */
static bool is_wanted(const struct view *view, const struct ctf_message *message)
{
	if (message->timed && message->time_ns < view->from_ns)
		return false;
	return thread_matches(view->options, message->origin->tid) &&
	       (message->type != CTF_EVENT || name_matches(view->options, message->name));
}

static void print(struct view *view, const struct ctf_message *message)
{
	if (message->type == CTF_DISCARDED_EVENTS)
		view->lost_events += message->count;
	if (message->type == CTF_DISCARDED_PACKETS)
		view->lost_packets += message->count;
	if (message->type != CTF_EVENT && !message->count)
		view->lost_more = true;
	if (view->options->json)
		view_json(stdout, message);
	else
		view_text(stdout, &view->style, message);
}

static int print_all(struct view *view, struct ctf_reader *reader)
{
	struct ctf_message message;
	int ret;

	while ((ret = ctf_reader_next(reader, &message)) > 0) {
		if (!view->begun)
			begin(view, &message);
		if (message.timed && message.time_ns > view->to_ns)
			return 0;
		if (is_wanted(view, &message))
			print(view, &message);
		if (ferror(stdout))
			return -EIO;
	}
	return ret;
}

static void tell_lost(const struct view *view)
{
	if (view->lost_events || view->lost_more)
		fprintf(stderr,
			"markctl: view: %" PRIu64 " events discarded when they were recorded%s\n",
			view->lost_events, view->lost_more ? ", and more" : "");
	if (view->lost_packets)
		fprintf(stderr, "markctl: view: %" PRIu64 " packet%s missing\n", view->lost_packets,
			view->lost_packets == 1 ? "" : "s");
}

static int view_traces(const struct options *options, char **dirs, size_t nr_dirs)
{
	struct view view = { .options = options, .style = { .when = options->when } };
	struct ctf_reader *reader;
	int status, ret;

	status = traces_open(&reader, &view_command, dirs, nr_dirs);
	if (status)
		return status;
	ret = output_flush(stdout, print_all(&view, reader));
	if (ret == -EPIPE)
		output_forget(stdout);
	tell_lost(&view);
	return traces_close(reader, &view_command, ret);
}

static int view_in_pager(const struct options *options, char **dirs, size_t nr_dirs)
{
	const char *command = NULL;
	struct pager pager;
	bool left;
	int status;

	if (!options->no_pager && isatty(STDOUT_FILENO))
		command = pager_choose(NULL, getenv("PAGER"));
	pager_start(&pager, command, false);
	status = view_traces(options, dirs, nr_dirs);
	/* Who has seen enough of it has not met an error. */
	left = pager_is_on(&pager) && ferror(stdout);
	if (!pager_end(&pager)) {
		fprintf(stderr, "markctl: view: %s: command not found\n", command);
		return EXIT_SYSTEM;
	}
	return left ? 0 : status;
}

static int add_glob(struct options *options, const char *glob)
{
	if (options->nr_globs == FILTERS_MAX)
		return -E2BIG;
	options->globs[options->nr_globs++] = glob;
	return 0;
}

static int add_tid(struct options *options, const char *text)
{
	char *end;

	errno = 0;
	if (options->nr_tids == FILTERS_MAX)
		return -E2BIG;
	options->tids[options->nr_tids] = strtoll(text, &end, 10);
	if (errno || end == text || *end || options->tids[options->nr_tids++] < 0)
		return -EINVAL;
	return 0;
}

static int complain(const char *option, const char *value, int err)
{
	fprintf(stderr, "markctl: view: %s '%s': %s\n", option, value,
		err == -E2BIG ? "too many" : "not understood");
	return err;
}

static int parse_option(struct options *options, int c)
{
	int err = 0;

	switch (c) {
	case 'e':
		err = add_glob(options, optarg);
		return err ? complain("-e", optarg, err) : 0;
	case 't':
		err = add_tid(options, optarg);
		return err ? complain("--tid", optarg, err) : 0;
	case 'f':
		options->from_text = optarg;
		break;
	case 'T':
		options->to_text = optarg;
		break;
	case 'u':
		options->when = WHEN_UTC;
		break;
	case 's':
		options->when = WHEN_SECONDS;
		break;
	case 'j':
		options->json = true;
		break;
	case 'P':
		options->no_pager = true;
		break;
	case 'h':
		return 1;
	default:
		return -EINVAL;
	}
	return 0;
}

/* After all options: --utc may come behind --from. */
static int parse_times(struct options *options)
{
	if (options->from_text && when_parse(options->from_text, options->when, &options->from))
		return complain("--from", options->from_text, -EINVAL);
	if (options->to_text && when_parse(options->to_text, options->when, &options->to))
		return complain("--to", options->to_text, -EINVAL);
	return 0;
}

static int parse(int argc, char **argv, struct options *options)
{
	static const struct option longs[] = {
		{ "event", required_argument, NULL, 'e' }, { "tid", required_argument, NULL, 't' },
		{ "from", required_argument, NULL, 'f' },  { "to", required_argument, NULL, 'T' },
		{ "utc", no_argument, NULL, 'u' },	   { "seconds", no_argument, NULL, 's' },
		{ "json", no_argument, NULL, 'j' },	   { "no-pager", no_argument, NULL, 'P' },
		{ "help", no_argument, NULL, 'h' },	   { NULL, 0, NULL, 0 },
	};
	int c, ret;

	while ((c = getopt_long(argc, argv, "e:jh", longs, NULL)) != -1) {
		ret = parse_option(options, c);
		if (ret)
			return ret;
	}
	return optind < argc ? parse_times(options) : -EINVAL;
}

static int run(int argc, char **argv)
{
	struct options options = { .nr_globs = 0 };
	int ret = parse(argc, argv, &options);

	if (ret < 0)
		return command_usage(&view_command);
	if (ret > 0)
		return command_help(&view_command);
	return view_in_pager(&options, argv + optind, argc - optind);
}

const struct command view_command = {
	.name = "view",
	.usage =
		"[-e GLOB]... [--tid TID]... [--from TIME] [--to TIME] [--utc | --seconds] [--json] "
		"DIR...",
	.summary = "print the events of traces in the order of time",
	.help = "  -e, --event GLOB   only events of such names\n"
		"      --tid TID      only events of this thread\n"
		"      --from TIME    only from this moment: HH:MM[:SS[.N]], YYYY-MM-DD HH:MM..., or\n"
		"                     seconds since the Unix epoch\n"
		"      --to TIME      only until this moment\n"
		"      --utc          times in UTC, not in local time\n"
		"      --seconds      times in seconds since the Unix epoch\n"
		"  -j, --json         a JSON object a line\n"
		"      --no-pager     no $PAGER on a terminal\n",
	.run = run,
};
