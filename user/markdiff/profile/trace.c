// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text of a tracepoint's fields.
 */
#include "user/markdiff/profile/trace.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <traceevent/event-parse.h>

#include "user/markdiff/match/match.h"
#include "user/markdiff/profile/trace_check.h"

#define MAX_RECORD 65536 /* a record's size has 16 bits */

struct trace {
	struct perfdata *pd;
	struct tep_handle *tep;
	struct tep_event **events; /* by event of the recording; NULL: no format */
	bool *is_sane;		   /* beside events */
	struct trace_seq text;
	char record[MAX_RECORD + TRACE_SLACK];
};

/* The library's parser has variables of its own. */
static pthread_mutex_t parser = PTHREAD_MUTEX_INITIALIZER;

/*
 * A line of printk_formats, 0xADDRESS : "TEXT".  libtraceevent 1.7.1 reads in front of texts of less
 * than three characters, and its own reader of this file behind the end of an empty one.
 */
static void register_printk(struct trace *t, const char *line)
{
	unsigned long long address;
	int at = 0;

	if (sscanf(line, "0x%llx : %n", &address, &at) == 1 && at && strlen(line + at) >= 5)
		tep_register_print_string(t->tep, line + at, address);
}

static void parse_printk_formats(struct trace *t, const struct perfdata_bytes *text)
{
	char *copy = text->size ? malloc(text->size + 1) : NULL, *rest = copy, *line;

	if (!copy)
		return;
	memcpy(copy, text->at, text->size);
	copy[text->size] = 0;
	while ((line = strsep(&rest, "\n")))
		register_printk(t, line);
	free(copy);
}

/* Tabulators in the text that is printed (maple_tree has them) must be written with a backslash. */
static size_t escape_tabs(const struct perfdata_bytes *text, char *out)
{
	const char *in = text->at, *end = in + text->size;
	const char *print = memmem(in, text->size, "\nprint fmt:", 11);
	char *at = out;

	for (; in < end; in++) {
		if (*in == '\t' && print && in > print) {
			*at++ = '\\';
			*at++ = 't';
		} else {
			*at++ = *in;
		}
	}
	return at - out;
}

static void parse_format(struct trace *t, const struct perfdata_format *format)
{
	char *text = NULL;

	if (trace_format_is_sane(format->text.at, format->text.size))
		text = malloc(2 * format->text.size + 1);
	if (text)
		tep_parse_event(t->tep, text, escape_tabs(&format->text, text), format->system);
	free(text);
}

/* A format that does not parse leaves an event whose fields can be listed, or none. */
static void parse(struct trace *t, const struct perfdata_tracing *tracing)
{
	uint32_t i;

	tep_set_loglevel(TEP_LOG_NONE);
	tep_set_file_bigendian(t->tep, tracing->big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(t->tep, tracing->long_size);
	tep_set_page_size(t->tep, tracing->page_size);
	parse_printk_formats(t, &tracing->printk_formats);
	for (i = 0; i < tracing->nr_formats; i++)
		parse_format(t, &tracing->formats[i]);
}

/* The library looks up a record's event by its first field, where the first format has it. */
static bool records_begin_with_type(const struct trace *t)
{
	const struct tep_format_field *type;
	int i;

	for (i = 0; i < tep_get_events_count(t->tep); i++) {
		type = tep_find_common_field(tep_get_event(t->tep, i), "common_type");
		if (!type || type->offset || type->size != sizeof(uint16_t))
			return false;
	}
	return true;
}

/* An event's number in tracefs is its config. */
static void find_events(struct trace *t)
{
	bool usable = records_begin_with_type(t);
	const struct perfdata_event *e;
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(t->pd); i++) {
		e = perfdata_event(t->pd, i);
		if (usable && event_is_tracepoint(e) && e->config <= INT32_MAX)
			t->events[i] = tep_find_event(t->tep, e->config);
		t->is_sane[i] = t->events[i] && trace_event_is_sane(t->events[i]);
	}
}

static int load(struct trace *t)
{
	const struct perfdata_tracing *tracing;
	int err = perfdata_tracing(t->pd, &tracing);

	if (err)
		return err;
	t->events = calloc(perfdata_nr_events(t->pd), sizeof(*t->events));
	t->is_sane = calloc(perfdata_nr_events(t->pd), sizeof(*t->is_sane));
	t->tep = tep_alloc();
	if (!t->events || !t->is_sane || !t->tep)
		return -ENOMEM;
	trace_seq_init(&t->text);
	if (tracing) {
		pthread_mutex_lock(&parser);
		parse(t, tracing);
		pthread_mutex_unlock(&parser);
	}
	find_events(t);
	return 0;
}

int trace_new(struct trace **out, struct perfdata *pd)
{
	struct trace *t = calloc(1, sizeof(*t));
	int err;

	if (!t)
		return -ENOMEM;
	t->pd = pd;
	err = load(t);
	if (err)
		trace_free(t);
	else
		*out = t;
	return err;
}

void trace_free(struct trace *t)
{
	if (!t)
		return;
	trace_seq_destroy(&t->text);
	tep_free(t->tep);
	free(t->events);
	free(t->is_sane);
	free(t);
}

static const char *event_text(struct trace *t, struct tep_event *event, bool is_sane,
			      struct tep_record *record)
{
	trace_seq_reset(&t->text);
	if (event->flags & TEP_EVENT_FL_FAILED)
		trace_seq_puts(&t->text, "[FAILED TO PARSE]");
	if (is_sane)
		tep_print_event(t->tep, &t->text, record, "%s", TEP_PRINT_INFO);
	else
		trace_print_fields(&t->text, event, record->data);
	trace_seq_terminate(&t->text);
	return t->text.state == TRACE_SEQ__GOOD ? t->text.buffer : NULL;
}

const char *trace_text(struct trace *t, const struct perfdata_sample *sample,
		       const struct perfdata_fields *fields)
{
	size_t size = fields->raw.size;
	struct tep_event *event = t->events[sample->event];
	struct tep_record record;

	if (!event_is_tracepoint(perfdata_event(t->pd, sample->event)))
		return "N/A";
	if (!event || !size || size > MAX_RECORD)
		return "[unknown]";
	perfdata_raw(fields, t->record, size);
	memset(t->record + size, 0, TRACE_SLACK);
	record = (struct tep_record){ .data = t->record, .size = size };
	if (!trace_record_fits(event, t->record, size) ||
	    tep_find_event_by_record(t->tep, &record) != event)
		return "[unknown]";
	return event_text(t, event, t->is_sane[sample->event], &record);
}
