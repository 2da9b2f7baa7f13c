// SPDX-License-Identifier: GPL-2.0-only
/*
 * reader.c - a graph of libbabeltrace2: one source a trace, a muxer, and a sink that hands us what
 * it gets in batches
 *
 * A graph in which a source could not be made is of no use any more, so it is built again without
 * that one.
 */
#include "reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "find.h"
#include "graph.h"
#include "packet.h"
#include "stage.h"

struct ctf_reader {
	struct ctf_reader_options options;
	struct ctf_traces traces;
	struct ctf_graph graph;
	struct ctf_origins *origins;
	bt_message_array_const messages;
	uint64_t nr_messages;
	uint64_t at; /* the next one */
	size_t refused;
	bool given; /* the caller has the message at @at */
	int end;    /* 1, or a negative errno: nothing more comes */
};

static const struct ctf_trace *trace_of(const struct ctf_reader *reader, const char *path)
{
	size_t i;

	for (i = 0; i < reader->traces.nr; i++)
		if (!strcmp(reader->traces.items[i].path, path))
			return &reader->traces.items[i];
	return NULL;
}

/* The file, in a trace of ours, where a packet is one; else the stream. */
static void place_of(const struct ctf_reader *reader, const struct ctf_failure *failure,
		     char *place, size_t size)
{
	const struct ctf_trace *trace = trace_of(reader, failure->trace);
	const char *dir = trace && trace->stage ? trace->stage : failure->trace;
	struct ctf_place read;
	char name[256];

	if (!failure->in_stream) {
		snprintf(place, size, "%s", failure->trace[0] ? failure->trace : "damaged trace");
		return;
	}
	if (trace && ctf_origins_place(reader->origins, dir, failure->stream, &read) &&
	    ctf_trace_is_ours(dir) &&
	    ctf_packet_find(dir, failure->stream, read.packets, name, sizeof(name)))
		snprintf(place, size, "%s/%s: after %" PRIu64 " events", failure->trace, name,
			 read.events);
	else
		snprintf(place, size, "%s: stream %" PRIu64, failure->trace, failure->stream);
}

static void complain(struct ctf_reader *reader, const struct ctf_failure *failure)
{
	char place[2048];

	place_of(reader, failure, place, sizeof(place));
	if (reader->options.complain)
		reader->options.complain(reader->options.data, place, failure->what);
}

static void release_until(struct ctf_reader *reader, uint64_t end)
{
	while (reader->at < end)
		bt_message_put_ref(reader->messages[reader->at++]);
}

static bt_graph_simple_sink_component_consume_func_status consume(bt_message_iterator *iterator,
								  void *data)
{
	struct ctf_reader *reader = data;

	reader->at = 0;
	reader->nr_messages = 0;
	/* The two have the same values, but one that a sink does not need. */
	return (bt_graph_simple_sink_component_consume_func_status)bt_message_iterator_next(
		iterator, &reader->messages, &reader->nr_messages);
}

static void find_traces(struct ctf_reader *reader)
{
	const struct ctf_reader_options *options = &reader->options;
	size_t i;
	int err;

	for (i = 0; i < options->nr_dirs; i++) {
		err = ctf_traces_add(&reader->traces, options->dirs[i]);
		if (!err)
			continue;
		reader->refused++;
		if (options->complain)
			options->complain(options->data, options->dirs[i],
					  err == -ENOENT && ctf_is_directory(options->dirs[i]) ?
						  "no trace is there" :
						  strerror(-err));
	}
}

/* What is damaged of a trace is told of, and left out as far as that can be. */
static int stage_traces(struct ctf_reader *reader)
{
	size_t i;
	int bad;

	for (i = 0; i < reader->traces.nr; i++) {
		bad = ctf_stage(&reader->traces.items[i], reader->options.complain,
				reader->options.data);
		if (bad < 0)
			return bad;
		reader->refused += bad;
	}
	return 0;
}

/* The library takes no calls while an error of it is not taken. */
static void leave_out(struct ctf_reader *reader, size_t index)
{
	struct ctf_trace *trace = &reader->traces.items[index];
	struct ctf_failure failure;

	ctf_graph_error(&failure);
	ctf_graph_explain(trace, failure.what, sizeof(failure.what));
	if (reader->options.complain)
		reader->options.complain(reader->options.data, trace->path, failure.what);
	ctf_traces_remove(&reader->traces, index);
	reader->refused++;
}

static int build(struct ctf_reader *reader)
{
	size_t bad;
	int err;

	while (reader->traces.nr) {
		err = ctf_graph_build(&reader->graph, &reader->traces, consume, reader, &bad);
		if (err != -EINVAL)
			return err;
		ctf_graph_free(&reader->graph);
		leave_out(reader, bad);
	}
	return -ENOENT;
}

int ctf_reader_open(struct ctf_reader **out, const struct ctf_reader_options *options)
{
	struct ctf_reader *reader = calloc(1, sizeof(*reader));
	int err;

	if (!reader)
		return -ENOMEM;
	reader->options = *options;
	reader->origins = ctf_origins_alloc();
	err = reader->origins ? 0 : -ENOMEM;
	if (!err)
		find_traces(reader);
	if (!err)
		err = stage_traces(reader);
	if (!err)
		err = build(reader);
	if (err) {
		ctf_reader_close(reader);
		return err;
	}
	*out = reader;
	return 0;
}

/* 1: there is a batch; 0: there is nothing more; or a negative errno. */
static int next_batch(struct ctf_reader *reader)
{
	bt_graph_run_once_status status;
	struct ctf_failure failure;

	/* The muxer gives out what it had before an error as if there was none. */
	if (ctf_graph_error(&failure)) {
		complain(reader, &failure);
		return -EINVAL;
	}
	do {
		status = bt_graph_run_once(reader->graph.graph);
	} while (status == BT_GRAPH_RUN_ONCE_STATUS_AGAIN ||
		 (status == BT_GRAPH_RUN_ONCE_STATUS_OK && !reader->nr_messages));
	if (status == BT_GRAPH_RUN_ONCE_STATUS_OK)
		return 1;
	if (status == BT_GRAPH_RUN_ONCE_STATUS_END)
		return 0;
	ctf_graph_error(&failure);
	complain(reader, &failure);
	return status == BT_GRAPH_RUN_ONCE_STATUS_MEMORY_ERROR ? -ENOMEM : -EINVAL;
}

static void set_time(const bt_clock_snapshot *snapshot, bool *timed, int64_t *time_ns)
{
	*timed = bt_clock_snapshot_get_ns_from_origin(snapshot, time_ns) ==
		 BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK;
	if (!*timed)
		bt_current_thread_clear_error();
}

static void read_event(struct ctf_reader *reader, const bt_message *from, struct ctf_message *to)
{
	const bt_event *event = bt_message_event_borrow_event_const(from);

	*to = (struct ctf_message){ .type = CTF_EVENT, .event = event };
	if (bt_message_event_borrow_stream_class_default_clock_class_const(from))
		set_time(bt_message_event_borrow_default_clock_snapshot_const(from), &to->timed,
			 &to->time_ns);
	to->name = bt_event_class_get_name(bt_event_borrow_class_const(event));
	if (!to->name)
		to->name = "?";
	to->origin = ctf_origins_find(reader->origins, bt_event_borrow_stream_const(event), event);
}

static void read_discarded_events(struct ctf_reader *reader, const bt_message *from,
				  struct ctf_message *to)
{
	const bt_stream *stream = bt_message_discarded_events_borrow_stream_const(from);
	bool ended = false;

	*to = (struct ctf_message){ .type = CTF_DISCARDED_EVENTS };
	if (bt_stream_class_discarded_events_have_default_clock_snapshots(
		    bt_stream_borrow_class_const(stream))) {
		set_time(bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const(
				 from),
			 &to->timed, &to->time_ns);
		set_time(bt_message_discarded_events_borrow_end_default_clock_snapshot_const(from),
			 &ended, &to->end_ns);
	}
	to->timed &= ended;
	if (bt_message_discarded_events_get_count(from, &to->count) !=
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		to->count = 0;
	/* Of a damaged counter. */
	if (to->count > INT64_MAX)
		to->count = 0;
	to->origin = ctf_origins_find(reader->origins, stream, NULL);
}

static void read_discarded_packets(struct ctf_reader *reader, const bt_message *from,
				   struct ctf_message *to)
{
	const bt_stream *stream = bt_message_discarded_packets_borrow_stream_const(from);
	bool ended = false;

	*to = (struct ctf_message){ .type = CTF_DISCARDED_PACKETS };
	if (bt_stream_class_discarded_packets_have_default_clock_snapshots(
		    bt_stream_borrow_class_const(stream))) {
		set_time(bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(
				 from),
			 &to->timed, &to->time_ns);
		set_time(bt_message_discarded_packets_borrow_end_default_clock_snapshot_const(from),
			 &ended, &to->end_ns);
	}
	to->timed &= ended;
	if (bt_message_discarded_packets_get_count(from, &to->count) !=
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		to->count = 0;
	/* Of a damaged counter. */
	if (to->count > INT64_MAX)
		to->count = 0;
	to->origin = ctf_origins_find(reader->origins, stream, NULL);
}

/* 1: it is for the caller; 0: it is not; or a negative errno. */
static int read_message(struct ctf_reader *reader, const bt_message *from, struct ctf_message *to)
{
	switch (bt_message_get_type(from)) {
	case BT_MESSAGE_TYPE_EVENT:
		read_event(reader, from, to);
		break;
	case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
		read_discarded_events(reader, from, to);
		break;
	case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
		read_discarded_packets(reader, from, to);
		break;
	case BT_MESSAGE_TYPE_PACKET_BEGINNING:
		return ctf_origins_packet(reader->origins,
					  bt_message_packet_beginning_borrow_packet_const(from));
	default:
		return 0;
	}
	return to->origin ? 1 : -ENOMEM;
}

int ctf_reader_next(struct ctf_reader *reader, struct ctf_message *message)
{
	int ret = 0;

	/* What was given out last time is needed no more. */
	if (reader->given) {
		release_until(reader, reader->at + 1);
		reader->given = false;
	}
	while (!reader->end) {
		if (reader->at == reader->nr_messages) {
			ret = next_batch(reader);
			if (ret <= 0)
				reader->end = ret ? ret : 1;
			continue;
		}
		ret = read_message(reader, reader->messages[reader->at], message);
		if (ret > 0) {
			reader->given = true;
			return 1;
		}
		release_until(reader, reader->at + 1);
		if (ret < 0)
			reader->end = ret;
	}
	return reader->end < 0 ? reader->end : 0;
}

size_t ctf_reader_refused(const struct ctf_reader *reader)
{
	return reader->refused;
}

void ctf_reader_close(struct ctf_reader *reader)
{
	if (!reader)
		return;
	release_until(reader, reader->nr_messages);
	ctf_origins_free(reader->origins);
	ctf_graph_free(&reader->graph);
	ctf_traces_free(&reader->traces);
	free(reader);
}
