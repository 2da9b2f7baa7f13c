/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * origin.h - who wrote an event: host, program, process, thread or processor
 */
#ifndef CTF_ORIGIN_H
#define CTF_ORIGIN_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stdint.h>

/** struct ctf_origin - what a trace says of who wrote; -1 and NULL: it does not */
struct ctf_origin {
	const char *host;
	const char *program;
	bool kernel;
	int64_t pid;
	int64_t tid;
	int64_t cpu;
};

/*
 * What is known of each stream, by its address.  The environment of its trace says the process, the
 * context of each packet the thread; a trace of several processes (LTTng's, by user) has them in
 * the context of each event.
 */
struct ctf_origins;

struct ctf_origins *ctf_origins_alloc(void);
void ctf_origins_free(struct ctf_origins *origins);

/** ctf_origins_packet() - a packet begins; 0 or -ENOMEM */
int ctf_origins_packet(struct ctf_origins *origins, const bt_packet *packet);

/**
 * ctf_origins_find() - who wrote @event, or (@event is NULL) something in @stream
 *
 * Return: valid until the next call; NULL if there is no memory.
 */
const struct ctf_origin *ctf_origins_find(struct ctf_origins *origins, const bt_stream *stream,
					  const bt_event *event);

/** struct ctf_place - how far a stream was read */
struct ctf_place {
	uint64_t packets; /* that were begun */
	uint64_t events;  /* of the last one of them */
};

/**
 * ctf_origins_place() - how far the stream with that number was read
 * @dir:	of its trace, as the library was told it
 *
 * Return: false if nothing of it was read.
 */
bool ctf_origins_place(const struct ctf_origins *origins, const char *dir, uint64_t stream,
		       struct ctf_place *place);

#endif
