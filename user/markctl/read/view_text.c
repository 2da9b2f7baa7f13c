// SPDX-License-Identifier: GPL-2.0-only
/*
 * view_text.c - a message in a line, as babeltrace2 prints one, but with who wrote it
 *
 *	[12:34:56.123456789] (+0.000001234) host kv:1234/1236 req_begin: { key = 7 }
 */
#include <inttypes.h>
#include <string.h>

#include "user/ctf/field.h"
#include "user/markctl/read/view.h"

/* Sign, seconds and fraction; time goes forward between printed events, unless a clock was set. */
static void print_delta(FILE *out, struct view_style *style, int64_t ns)
{
	int64_t delta = ns - style->last_ns;
	uint64_t size = delta < 0 ? -(uint64_t)delta : (uint64_t)delta;
	char digits[32];
	int at = sizeof(digits), i;

	if (!style->printed) {
		fputs_unlocked("+?.?????????", out);
		return;
	}
	for (i = 0; i < 9; i++, size /= 10)
		digits[--at] = '0' + size % 10;
	digits[--at] = '.';
	do {
		digits[--at] = '0' + size % 10;
		size /= 10;
	} while (size);
	digits[--at] = delta < 0 ? '-' : '+';
	fwrite_unlocked(digits + at, 1, sizeof(digits) - at, out);
}

static void print_time(FILE *out, struct view_style *style, const struct ctf_message *message)
{
	if (!message->timed)
		return;
	putc_unlocked('[', out);
	when_print(out, style->when, message->time_ns);
	fputs_unlocked("] (", out);
	print_delta(out, style, message->time_ns);
	fputs_unlocked(") ", out);
	style->printed = true;
	style->last_ns = message->time_ns;
}

static void print_origin(FILE *out, const struct ctf_origin *origin)
{
	if (origin->host) {
		fputs_unlocked(origin->host, out);
		putc_unlocked(' ', out);
	}
	if (origin->kernel)
		fputs_unlocked("kernel", out);
	else
		fputs_unlocked(origin->program ? origin->program : "?", out);
	if (origin->pid >= 0 && !origin->kernel)
		fprintf(out, ":%" PRId64, origin->pid);
	if (origin->tid >= 0)
		fprintf(out, "/%" PRId64, origin->tid);
	else if (origin->kernel && origin->cpu >= 0)
		fprintf(out, "/cpu%" PRId64, origin->cpu);
	putc_unlocked(' ', out);
}

/* Is there more than what print_origin() has said, and than the level of events that nest in none? */
static bool context_is_news(const bt_field *context, const struct ctf_origin *origin)
{
	const bt_field_class *class = bt_field_borrow_class_const(context);
	uint64_t i, nr = bt_field_class_structure_get_member_count(class);
	const char *name;
	int64_t level;

	for (i = 0; i < nr; i++) {
		name = bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(class, i));
		if (!strcmp(name, "tid") || (origin->kernel && !strcmp(name, "cpu_id")))
			continue;
		if (strcmp(name, "level") != 0 || !ctf_field_member_number(context, name, &level) ||
		    level)
			return true;
	}
	return false;
}

static void print_context(FILE *out, const bt_field *context, const struct ctf_origin *origin)
{
	if (!context || !context_is_news(context, origin))
		return;
	ctf_field_text(out, context);
	fputs_unlocked(", ", out);
}

static void print_event(FILE *out, const struct ctf_message *message)
{
	const bt_stream *stream = bt_event_borrow_stream_const(message->event);
	const bt_packet *packet =
		bt_stream_class_supports_packets(bt_stream_borrow_class_const(stream)) ?
			bt_event_borrow_packet_const(message->event) :
			NULL;
	const bt_field *payload = bt_event_borrow_payload_field_const(message->event);

	fputs_unlocked(message->name, out);
	fputs_unlocked(": ", out);
	if (packet)
		print_context(out, bt_packet_borrow_context_field_const(packet), message->origin);
	print_context(out, bt_event_borrow_common_context_field_const(message->event),
		      message->origin);
	print_context(out, bt_event_borrow_specific_context_field_const(message->event),
		      message->origin);
	if (payload)
		ctf_field_text(out, payload);
	else
		fputs_unlocked("{ }", out);
}

static void print_gap(FILE *out, const struct view_style *style, const struct ctf_message *message)
{
	const char *what = message->type == CTF_DISCARDED_EVENTS ? "event" : "packet";

	if (message->count)
		fprintf(out, "*** %" PRIu64 " %s%s discarded", message->count, what,
			message->count == 1 ? "" : "s");
	else
		fprintf(out, "*** %ss discarded", what);
	if (message->timed) {
		fputs(" until ", out);
		when_print(out, style->when, message->end_ns);
	}
	fputs(" ***", out);
}

void view_text(FILE *out, struct view_style *style, const struct ctf_message *message)
{
	print_time(out, style, message);
	print_origin(out, message->origin);
	if (message->type == CTF_EVENT)
		print_event(out, message);
	else
		print_gap(out, style, message);
	putc_unlocked('\n', out);
}
