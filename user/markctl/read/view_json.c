// SPDX-License-Identifier: GPL-2.0-only
/*
 * view_json.c - a message as a JSON object in one line
 */
#include <inttypes.h>

#include "user/ctf/field.h"
#include "user/markctl/read/view.h"

static void print_text(FILE *out, const char *key, const char *text)
{
	if (!text)
		return;
	fprintf(out, "\"%s\": ", key);
	ctf_json_string(out, text);
	fputs_unlocked(", ", out);
}

static void print_number(FILE *out, const char *key, int64_t number)
{
	if (number >= 0)
		fprintf(out, "\"%s\": %" PRId64 ", ", key, number);
}

static void print_origin(FILE *out, const struct ctf_origin *origin)
{
	print_text(out, "host", origin->host);
	print_text(out, "domain", origin->kernel ? "kernel" : "user");
	print_text(out, "program", origin->program);
	print_number(out, "pid", origin->pid);
	print_number(out, "tid", origin->tid);
	print_number(out, "cpu", origin->cpu);
}

static void print_context(FILE *out, const char *key, const bt_field *context)
{
	if (!context)
		return;
	fprintf(out, "\"%s\": ", key);
	ctf_field_json(out, context, true);
	fputs_unlocked(", ", out);
}

static void print_event(FILE *out, const struct ctf_message *message)
{
	const bt_field *payload = bt_event_borrow_payload_field_const(message->event);

	print_text(out, "event", message->name);
	print_context(out, "stream_context",
		      bt_event_borrow_common_context_field_const(message->event));
	print_context(out, "context", bt_event_borrow_specific_context_field_const(message->event));
	fputs_unlocked("\"fields\": ", out);
	if (payload)
		ctf_field_json(out, payload, true);
	else
		fputs_unlocked("{}", out);
}

void view_json(FILE *out, const struct ctf_message *message)
{
	putc_unlocked('{', out);
	if (message->timed)
		fprintf(out, "\"time_ns\": %" PRId64 ", ", message->time_ns);
	if (message->timed && message->type != CTF_EVENT)
		fprintf(out, "\"until_ns\": %" PRId64 ", ", message->end_ns);
	print_origin(out, message->origin);
	if (message->type == CTF_EVENT)
		print_event(out, message);
	else
		fprintf(out, "\"discarded_%s\": %" PRIu64,
			message->type == CTF_DISCARDED_EVENTS ? "events" : "packets",
			message->count);
	fputs_unlocked("}\n", out);
}
