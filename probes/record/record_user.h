/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_user.h - the recorder in user space: what its files share
 *
 *	recorder (one for each DIR and its options)
 *	   |-- home		the directory DIR/PROGRAM-PID, its metadata, the stream of the lost
 *	   |-- handles		one for each time it was asked for
 *	   |	  '-- markers	one for each marker that is connected: the probe's private data
 *	   '-- files		in flight mode: those that may be written over, the oldest first
 *
 *	thread (memory of its own thread; found by record_near[], initial-exec TLS)
 *	   |-- recorder
 *	   '-- streams[4]	one for each level of nesting: each has a file, mapped, one packet
 *
 * The file is the buffer.  An event is stored behind the last one, and becomes a part of the packet by the
 * store of the packet's content size, the last of its stores.  Whatever happens to the process between two
 * instructions, the file is a packet of whole events.
 *
 * Levels: a thread that is in the midst of an event when a signal handler hits a marker has level 1; the
 * handler's event goes to the stream of level 1.  So no stream is ever written by two at once, and the
 * events of each are in the order of time, without an atomic instruction.
 *
 *	who			beside whom			why it is safe
 *	an event		other threads			their streams are theirs
 *	an event		a signal handler on top		level
 *	an event		kill -9				the content size is stored last
 *	record_lock()		record_lock(), fork()		a mutex; taken with all signals blocked, so
 *								no handler waits for its own thread
 *	record_lock()		malloc()			nothing is allocated under it, for it is
 *								taken from wherever a marker is
 *	open, attach, close	each other			marker's own locks
 *	close			events				after marker_synchronize()
 *	reading			all				a reader sees a content size, then the time
 *								of the packet's end, which was stored before
 *
 * Order of locks: os_lock(), then record_lock().
 */
#ifndef MARKER_RECORD_USER_H
#define MARKER_RECORD_USER_H

#include "../ctf/ctf.h"
#include "record.h"

#include <signal.h>

#define RECORD_LEVELS	    4
#define RECORD_FIRST_SIZE   (64u << 10)
#define RECORD_LARGEST_SIZE (4u << 20)
#define RECORD_WINDOW	    (256u << 10) /* of a file, what is faulted in at a time */
#define RECORD_HUGE_SIZE    (2u << 20)	 /* from this on a file is asked for in large pages */
#define RECORD_FLIGHT_FILES 16 /* so many make up a flight recorder, if their size allows */
#define RECORD_NAME	    64
#define RECORD_NEAR	    8 /* so many recorders a thread finds at once; others are looked for */

/* What a probe's room is asked for while the marker is not in the metadata: there is never so much. */
#define RECORD_UNDESCRIBED (SIZE_MAX / 2)

/*
 * Of a file in flight mode, from its making to its recycling.  Its name: T<tid>.<level>-<number>.
 * @present: all of it was written to and stays in memory, so there is nothing to fault in
 */
struct record_file {
	struct record_file *next;
	u8 *map;
	size_t size;
	u32 tid;
	u32 level;
	u64 number;
	bool present;
};

/**
 * struct record_stream - the events of one thread at one level
 * @at:		where the next event goes
 * @end:	of the room that is faulted in
 * @packet:	the file, mapped; NULL if there is none
 * @events:	that were written
 * @limit:	of the file
 * @discarded:	events that found no room, from the beginning on
 * @retry:	not before this time another file is tried for
 * @instance:	the number of the stream in its trace
 */
struct record_stream {
	u8 *at;
	u8 *end;
	struct marker_ctf_packet *packet;
	u64 events;
	u8 *limit;
	u64 discarded;
	u64 retry;
	u64 instance;
	u64 sequence;
	u64 number;
	size_t size;
	struct record_file *file;
};

/**
 * struct record_thread - the streams of one thread in one recorder; what each event needs is in one line
 * @recorder:	NULL once it was closed, and in a child that was forked, where this memory is zero
 * @level:	how many events the thread is in the midst of
 * @next:	of the same thread, another recorder's
 */
struct record_thread {
	struct recorder *recorder;
	u32 level;
	u32 tid;
	struct record_stream streams[RECORD_LEVELS];
	struct record_thread *next;
	bool used;
} __attribute__((aligned(64)));

/* A marker, once for each name and format. */
struct record_event {
	struct record_event *next;
	u32 id;
	unsigned long dropped;
	struct record_handle *owner; /* of two that are connected to one marker, who records */
	const char *name;
	char *format;
};

/**
 * struct record_marker - what the probe is called with
 * @need:	how much room there must be for an event; RECORD_UNDESCRIBED
 * @short_time:	so many ticks behind the last event its header is long; 0 for an id that needs that
 * @offsets:	of its fields, behind the header, if all of them are words
 */
struct record_marker {
	struct recorder *recorder;
	size_t need;
	u64 short_time;
	u32 id;
	u32 place; /* the recorder's */
	u8 offsets[MARKER_CTF_FIELDS];
	struct marker_ctf_layout layout;
	struct record_event *event;
	struct record_handle *handle;
	struct record_marker *next;
};

/* One record=DIR. */
struct record_handle {
	struct recorder *recorder;
	struct record_handle *next;
	struct record_marker *markers;
};

/* Text that grows, in memory that is mapped: not allocated. */
struct record_text {
	char *text;
	size_t len;
	size_t room;
};

#define RECORD_BUCKETS 256

/**
 * struct recorder - one trace
 * @flight, @limit: bytes, 0: none
 * @place:	in record_near[], its own as long as it is open; RECORD_NEAR if all are taken
 * @home_fd:	of the trace's directory; -1 before it is made
 * @in_memory:	its file system has no disk, so that no page is written back and faulted in again
 * @bytes:	of all files, as far as they take place
 * @lost:	a packet without events, for what was discarded and has no stream
 * @dropped:	events, for who asks; what readers are told is in the packets
 * @described:	markers below this id are in the metadata
 * @ended:	who began the recording wants no more
 */
struct recorder {
	struct recorder *next;
	struct record_handle *handles;
	char *collection; /* absolute */
	u64 flight;
	u64 limit;
	unsigned int place;

	char home[RECORD_NAME]; /* the name of the trace's directory */
	int home_fd;
	bool ended;
	dev_t home_dev;
	ino_t home_ino;
	bool in_memory;
	u8 uuid[16];
	u64 freq; /* as the metadata has it */
	struct record_text head;
	struct record_text events;
	struct marker_ctf_packet *lost;
	u64 bytes;
	u64 recorded; /* by streams that have ended */
	unsigned long dropped;
	u64 nr_files;
	u64 nr_streams;
	struct record_file *oldest, *newest, *spare;
	struct record_file *cells; /* in flight mode: as many as there may be files */
	u32 nr_cells;

	u32 nr_events;
	u32 described;
	struct record_event *buckets[RECORD_BUCKETS];
};

/* ---- hot_user.c, any_user.c: the probes; quick_user.h has another one ---- */

marker_probe_fn *record_words_of(unsigned int nr);
extern marker_probe_fn record_any;
extern marker_probe_fn record_second; /* of a marker that another handle may record already */

/* ---- thread_user.c ---- */

/*
 * A thread's streams: all of them, from the newest on; and those in the recorder that has a place, or in one
 * that had it and was closed, which have no room.  The last place is nobody's, for good.
 */
extern __thread struct record_thread *record_self __attribute__((visibility("hidden")));
extern __thread struct record_thread *record_near[RECORD_NEAR + 1]
	__attribute__((visibility("hidden")));
extern struct record_thread record_nobody __attribute__((visibility("hidden")));

int record_threads_init(void);
bool record_process_is_ours(void);
struct record_thread *record_thread_get(struct recorder *recorder);
void record_threads_close(struct recorder *recorder);
void record_threads_forget(void);
u64 record_threads_events(const struct recorder *recorder);

void record_lock(sigset_t *saved);
void record_unlock(const sigset_t *saved);

/* ---- file_user.c: with record_lock() ---- */

int record_file_next(struct recorder *recorder, struct record_thread *thread, unsigned int level);
void record_file_end(struct recorder *recorder, struct record_stream *stream);
void record_files_forget(struct recorder *recorder);
void record_file_trim(struct marker_ctf_packet *packet, size_t size, u64 *bytes);
void record_files_end(struct recorder *recorder);
int record_file_make(int dir, const char *hidden, u64 size, void **map);
void record_packet_init(const struct recorder *recorder, struct marker_ctf_packet *packet, u64 size,
			u64 now);

/* ---- home_user.c: with record_lock() ---- */

int record_home_open(struct recorder *recorder);
void record_home_close(struct recorder *recorder);
int record_home_check(struct recorder *recorder);
int record_describe(struct recorder *recorder);
void record_clock_keep(struct recorder *recorder);
void record_home_forget(struct recorder *recorder);
void record_count_lost(struct recorder *recorder);

/* ---- env_user.c, text_user.c ---- */

int record_head_init(struct recorder *recorder);
void record_head_renew(struct recorder *recorder);
void record_head_clock(struct recorder *recorder);

int record_text_add(struct record_text *text, const char *from, size_t len);
void record_text_free(struct record_text *text);
char *record_put_text(char *to, const char *end, const char *text);
char *record_put_number(char *to, const char *end, u64 number);

/* ---- attach_user.c ---- */

int record_attach(void *private_data, const struct marker_info *info,
		  struct marker_attached *attached);
unsigned long record_event_dropped(const struct recorder *recorder, const struct marker_info *info);
void record_events_forget(struct recorder *recorder);
void record_events_disown(struct recorder *recorder, struct record_handle *handle);
void record_markers_free(struct record_handle *handle);
void record_events_free(struct recorder *recorder);

/* ---- open_user.c ---- */

extern struct recorder *recorders;

#endif
