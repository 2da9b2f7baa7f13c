// SPDX-License-Identifier: GPL-2.0-only
/*
 * chrome.c - writing the Trace Event Format
 *
 * Times count from the first event: its readers keep microseconds in a double, which has not the digits
 * for nanoseconds since 1970.  When that was is in otherData, at the end.
 *
 * A track is a thread, or a processor of the kernel.  Processes of two hosts may have one number; the
 * second one then gets a number that no process has.
 */
#include "user/markctl/read/chrome.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/read/pairs.h"
#include "user/ctf/field.h"

#define FIRST_FREE_PID (1 << 22) /* PID_MAX_LIMIT of Linux: no process has that */

struct process {
	struct process *next;
	char *host;
	bool kernel;
	int64_t pid;
	int64_t shown; /* its number in the file */
};

struct track {
	struct track *next; /* in its slot of the table */
	const struct process *process;
	int64_t tid;
	int64_t last_ns;
	struct spans spans;
};

#define TRACK_SLOTS 1024

struct chrome {
	FILE *out;
	const struct chrome_pair *pairs;
	size_t nr_pairs;
	struct process *processes;
	struct track *tracks[TRACK_SLOTS];
	int64_t first_ns;
	bool any; /* something is in the array */
	bool first_known;
	int64_t next_pid;
};

struct chrome *chrome_open(FILE *out, const struct chrome_pair *pairs, size_t nr_pairs)
{
	struct chrome *chrome = calloc(1, sizeof(*chrome));

	if (!chrome)
		return NULL;
	chrome->out = out;
	chrome->pairs = pairs;
	chrome->nr_pairs = nr_pairs;
	chrome->next_pid = FIRST_FREE_PID;
	fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n", out);
	return chrome;
}

/* ---- tracks ---- */

static void begin_object(struct chrome *chrome)
{
	fputs_unlocked(chrome->any ? ",\n{" : "{", chrome->out);
	chrome->any = true;
}

static void write_metadata(struct chrome *chrome, const char *what, int64_t pid, int64_t tid,
			   const char *name)
{
	begin_object(chrome);
	fprintf(chrome->out, "\"ph\": \"M\", \"name\": \"%s\", \"pid\": %" PRId64, what, pid);
	if (tid >= 0)
		fprintf(chrome->out, ", \"tid\": %" PRId64, tid);
	fputs(", \"args\": {\"name\": ", chrome->out);
	ctf_json_string(chrome->out, name);
	fputs("}}", chrome->out);
}

static bool is_process(const struct process *process, const struct ctf_origin *origin)
{
	return process->kernel == origin->kernel && process->pid == origin->pid &&
	       !strcmp(process->host, origin->host ? origin->host : "");
}

static int64_t free_number(struct chrome *chrome, const struct ctf_origin *origin)
{
	const struct process *process;
	int64_t wanted = origin->kernel || origin->pid < 0 ? 0 : origin->pid;

	for (process = chrome->processes; process; process = process->next)
		if (process->shown == wanted)
			return chrome->next_pid++;
	return wanted;
}

static void name_process(struct chrome *chrome, const struct process *process,
			 const struct ctf_origin *origin)
{
	char name[256];

	snprintf(name, sizeof(name), "%s%s%s",
		 origin->kernel	 ? "kernel" :
		 origin->program ? origin->program :
				   "?",
		 origin->host ? " on " : "", origin->host ? origin->host : "");
	write_metadata(chrome, "process_name", process->shown, -1, name);
}

static const struct process *find_process(struct chrome *chrome, const struct ctf_origin *origin)
{
	struct process *process;

	for (process = chrome->processes; process; process = process->next)
		if (is_process(process, origin))
			return process;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->host = strdup(origin->host ? origin->host : "");
	if (!process->host) {
		free(process);
		return NULL;
	}
	process->kernel = origin->kernel;
	process->pid = origin->pid;
	process->shown = free_number(chrome, origin);
	process->next = chrome->processes;
	chrome->processes = process;
	name_process(chrome, process, origin);
	return process;
}

static void name_track(struct chrome *chrome, const struct track *track)
{
	char name[64];

	snprintf(name, sizeof(name), track->process->kernel ? "CPU %" PRId64 : "thread %" PRId64,
		 track->tid);
	write_metadata(chrome, "thread_name", track->process->shown, track->tid, name);
}

static struct track *find_track(struct chrome *chrome, const struct ctf_origin *origin)
{
	int64_t tid = origin->tid >= 0 ? origin->tid : origin->cpu >= 0 ? origin->cpu : 0;
	const struct process *process = find_process(chrome, origin);
	struct track **slot, *track;

	if (!process)
		return NULL;
	slot = &chrome->tracks[(tid ^ process->shown * 31) & (TRACK_SLOTS - 1)];
	for (track = *slot; track; track = track->next)
		if (track->process == process && track->tid == tid)
			return track;
	track = calloc(1, sizeof(*track));
	if (!track)
		return NULL;
	track->process = process;
	track->tid = tid;
	track->next = *slot;
	*slot = track;
	name_track(chrome, track);
	return track;
}

/* ---- events ---- */

/* Microseconds, with the nanoseconds as decimals. */
static void write_event(struct chrome *chrome, const struct track *track, char phase,
			const char *name, size_t length, int64_t ns)
{
	int64_t since = ns - chrome->first_ns;
	uint64_t size = since < 0 ? -(uint64_t)since : (uint64_t)since;
	char *text = strndup(name, length);

	begin_object(chrome);
	fprintf(chrome->out, "\"ph\": \"%c\", \"name\": ", phase);
	ctf_json_string(chrome->out, text ? text : "?");
	fprintf(chrome->out,
		", \"ts\": %s%" PRIu64 ".%03u, \"pid\": %" PRId64 ", \"tid\": %" PRId64,
		since < 0 ? "-" : "", size / 1000, (unsigned int)(size % 1000),
		track->process->shown, track->tid);
	if (phase == 'i')
		fputs(", \"s\": \"t\"", chrome->out);
	free(text);
}

static void write_arguments(struct chrome *chrome, const struct ctf_message *message)
{
	const bt_field *payload = bt_event_borrow_payload_field_const(message->event);

	if (payload) {
		fputs(", \"args\": ", chrome->out);
		ctf_field_json(chrome->out, payload, false);
	}
	putc_unlocked('}', chrome->out);
}

static void write_instant(struct chrome *chrome, const struct track *track,
			  const struct ctf_message *message)
{
	write_event(chrome, track, 'i', message->name, strlen(message->name), message->time_ns);
	write_arguments(chrome, message);
}

/* Spans within, whose own end is missing. */
static void end_inner(struct chrome *chrome, struct track *track, size_t nr, int64_t ns)
{
	const char *name;

	for (; nr; nr--) {
		name = track->spans.names[track->spans.nr - 1];
		write_event(chrome, track, 'E', name, strlen(name), ns);
		fputs(", \"args\": {\"end\": \"missing\"}}", chrome->out);
		spans_pop(&track->spans);
	}
}

static int add_event(struct chrome *chrome, struct track *track, const struct ctf_message *message)
{
	const char *what;
	size_t length, depth;
	int err;

	switch (pair_role(message->name, chrome->pairs, chrome->nr_pairs, &what, &length)) {
	case PAIR_BEGIN:
		err = spans_push(&track->spans, what, length);
		if (err == -ENOMEM)
			return err;
		if (err)
			break;
		write_event(chrome, track, 'B', what, length, message->time_ns);
		write_arguments(chrome, message);
		return 0;
	case PAIR_END:
		depth = spans_find(&track->spans, what, length);
		if (!depth)
			break;
		end_inner(chrome, track, depth - 1, message->time_ns);
		write_event(chrome, track, 'E', what, length, message->time_ns);
		write_arguments(chrome, message);
		spans_pop(&track->spans);
		return 0;
	default:
		break;
	}
	write_instant(chrome, track, message);
	return 0;
}

/* A gap has no arguments but its length. */
static void add_gap(struct chrome *chrome, const struct track *track,
		    const struct ctf_message *message)
{
	const char *what =
		message->type == CTF_DISCARDED_EVENTS ? "events discarded" : "packets discarded";

	write_event(chrome, track, 'i', what, strlen(what), message->time_ns);
	fprintf(chrome->out, ", \"args\": {\"count\": %" PRIu64 "}}", message->count);
}

int chrome_add(struct chrome *chrome, const struct ctf_message *message)
{
	struct track *track;
	int err = 0;

	/* Without a time there is no place for it in a picture. */
	if (!message->timed)
		return 0;
	if (!chrome->first_known) {
		chrome->first_ns = message->time_ns;
		chrome->first_known = true;
	}
	track = find_track(chrome, message->origin);
	if (!track)
		return -ENOMEM;
	track->last_ns = message->time_ns;
	if (message->type == CTF_EVENT)
		err = add_event(chrome, track, message);
	else
		add_gap(chrome, track, message);
	return err ? err : ferror(chrome->out) ? -EIO : 0;
}

/* ---- the end ---- */

static void free_all(struct chrome *chrome)
{
	struct process *process;
	struct track *track;
	size_t i;

	for (i = 0; i < TRACK_SLOTS; i++) {
		while ((track = chrome->tracks[i])) {
			chrome->tracks[i] = track->next;
			spans_free(&track->spans);
			free(track);
		}
	}
	while ((process = chrome->processes)) {
		chrome->processes = process->next;
		free(process->host);
		free(process);
	}
	free(chrome);
}

int chrome_close(struct chrome *chrome)
{
	struct track *track;
	int err;
	size_t i;

	for (i = 0; i < TRACK_SLOTS; i++)
		for (track = chrome->tracks[i]; track; track = track->next)
			end_inner(chrome, track, track->spans.nr, track->last_ns);
	fprintf(chrome->out,
		"\n], \"otherData\": {\"begin_ns\": \"%" PRId64
		"\", \"written_by\": \"markctl\"}}\n",
		chrome->first_ns);
	err = fflush(chrome->out) || ferror(chrome->out) ? -EIO : 0;
	free_all(chrome);
	return err;
}
