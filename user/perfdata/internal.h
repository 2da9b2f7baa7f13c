/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the reader share.  See perfdata.h for how the parts work together.
 *
 * bytes	input.c	    files, pipes, memory	window.c    a part of one, in memory
 *		unpack.c    compressed records		walk.c	    record after record
 *		cursor.h    numbers in order
 * the file	open.c	    handles			header.c    the header, its sections
 *		attr.c	    events and their ids	layout.c    where fields of samples are
 *		event.c	    their names			feature.c   what is said beside the records
 *		build_id.c  of what was mapped		topology.c  sockets of processors
 *		tracing.c   formats of tracepoints
 * records	record.c    their fields		side.c	    the first walk
 *		sample.c    the second walk		fields.c    what else a sample has
 *		describe.c  all of them in words
 * what was	space.c	    address spaces over time	locate.c    what was where, when
 *		comm.c	    thread names over time	object.c    what was mapped
 *		namespace.c cgroup namespaces
 * helpers	idmap.c	    numbers by number		strings.c   each string once
 */
#ifndef USER_PERFDATA_INTERNAL_H
#define USER_PERFDATA_INTERNAL_H

#include <string.h>
#include <sys/types.h>

#include "user/perfdata/cursor.h"
#include "user/perfdata/format.h"
#include "user/perfdata/perfdata.h"

/* From a number to a number; open addressing. */
struct idmap {
	uint64_t *keys;
	uint32_t *values;
	uint32_t mask;
	uint32_t nr;
};

#define IDMAP_NONE UINT32_MAX

struct strings {
	struct block *blocks;
	const char **texts;
	uint32_t nr, cap;
	struct idmap index;
};

/* A section of the header's table. */
struct section {
	uint64_t offset;
	uint64_t size;
};

struct input {
	const uint8_t *memory; /* NULL: a file */
	int fd;
	uint64_t size;
	struct perfdata_progress *progress; /* or NULL */
};

/* A run of records.  A plain file has one; a directory of recordings has one a file. */
struct segment {
	const struct input *input;
	uint64_t offset, end;
	const char *name; /* in a directory: "data.3" */
};

/* [at, limit) is what has been read and not taken yet. */
struct window {
	const struct input *input;
	uint64_t next, end; /* of the input: not read yet */
	uint8_t *buffer;
	size_t size; /* of buffer */
	uint8_t *at, *limit;
};

/* Larger than the largest record by so much that few bytes have to be moved to the front. */
#define WINDOW_SIZE ((size_t)256 << 10)

static inline uint64_t window_offset(const struct window *w)
{
	return w->next - (w->limit - w->at);
}

struct unpack {
	struct window out;
	struct ZSTD_DCtx_s *zstd;
	const void *piece;
	size_t taken, size;
	uint64_t budget;
};

struct record_header {
	uint32_t type;
	uint16_t misc;
	uint16_t size;
};

/* One record: its header, and what follows it; until the walk goes on. */
struct record {
	struct record_header header;
	struct cursor body;
	uint64_t place;
	uint64_t
		behind; /* where in the file the bytes are that follow a TRACING_DATA; 0: nowhere */
};

struct walk {
	struct perfdata *pd;
	uint32_t nr_begun; /* segments */
	struct window file;
	struct unpack unpack;
	struct window *from; /* the one or the other */
	uint64_t bias;	     /* what makes an address in the window a place */
	uint64_t offset;     /* of the record in the file that was taken last */
	uint64_t overflow;   /* bytes of records that an overflowed COMPRESSED2 began */
	uint64_t nr_compressed;
	bool has_zstd;
};

/*
 * Where records are, counted through all files and through what was unpacked: a later record has a
 * larger place, and both walks give it the same one.
 */
static inline uint64_t walk_place(const struct walk *w)
{
	return w->bias + (uintptr_t)w->from->at;
}

static inline struct record_header header_load(const uint8_t *at, bool swap)
{
	struct record_header h;

	memcpy(&h, at, sizeof(h));
	if (swap) {
		h.type = __builtin_bswap32(h.type);
		h.misc = __builtin_bswap16(h.misc);
		h.size = __builtin_bswap16(h.size);
	}
	return h;
}

/*
 * Where the fields of a sample are, as byte offsets into its body; -1 where a field is not
 * there.  Everything up to PERIOD has a fixed place, which is what makes samples cheap to read.
 */
struct layout {
	int ip, tid, time, id, period, read, cpu;
	uint32_t min_size;
	bool usual;		      /* IP, TID, TIME and PERIOD are there, READ is not */
	int trailer_time, trailer_id; /* of the other records, from their end; 0: none */
};

struct event {
	struct perfdata_event pub;
	struct layout layout;
	uint32_t number; /* in the array of them */
	uint64_t branch_sample_type;
	uint64_t regs_user, regs_intr;
};

/* When: the time a record carries, then its place. */
struct stamp {
	uint64_t time;
	uint64_t place;
};

static inline bool stamp_before(struct stamp a, struct stamp b)
{
	return a.time != b.time ? a.time < b.time : a.place < b.place;
}

/* An event id of the file. */
struct id {
	uint64_t id;
	uint32_t event;
};

/* A record that changes what an address means, or a thread's name: what it says. */
enum side_kind {
	SIDE_MAP,  /* something is mapped, or (without an object) goes away */
	SIDE_FORK, /* also of a thread */
	SIDE_COMM, /* also by exec */
};

/* Whose address spaces, whose threads: the host's or a guest's. */
enum machine {
	MACHINE_HOST,
	MACHINE_GUEST,
};

struct side {
	struct stamp since;
	uint8_t kind;
	uint8_t machine;
	bool kernel;
	bool exec; /* COMM: by exec.  FORK: perf wrote it, maps follow */
	uint32_t pid, tid;
	union {
		struct {
			uint32_t object;
			uint64_t start, end, pgoff;
		} map;
		struct {
			uint32_t ppid, ptid;
		} fork;
		const char *comm;
	};
};

/* One mapping of an address space; a later one hides an earlier one where both lie. */
struct map {
	uint64_t start, end;
	uint64_t pgoff;
	uint64_t max_end; /* of the sub-tree, space.c */
	struct stamp since;
	uint32_t object; /* PERFDATA_NO_OBJECT: something went away */
	uint32_t space;
};

/* Names a process, or thread, of a machine; kernels have a number of their own. */
typedef uint64_t task_key;

static inline task_key task_of(enum machine machine, uint32_t id)
{
	return (uint64_t)machine << 32 | id;
}

static inline task_key kernel_of(enum machine machine)
{
	return 1ull << 33 | machine;
}

static inline enum machine machine_of_mode(uint32_t mode)
{
	return mode == PERFDATA_MODE_GUEST_KERNEL || mode == PERFDATA_MODE_GUEST_USER ?
		       MACHINE_GUEST :
		       MACHINE_HOST;
}

static inline bool is_kernel_mode(uint32_t mode)
{
	return mode == PERFDATA_MODE_KERNEL || mode == PERFDATA_MODE_GUEST_KERNEL;
}

/* An address space from fork or exec to the next exec; the parent's, where fork copied it. */
struct space {
	task_key task;
	uint32_t parent; /* SPACE_NONE: nothing was copied */
	uint32_t first_map, nr_maps;
	struct stamp since;
};

#define SPACE_NONE UINT32_MAX

/* What is seldom needed: inlined, it would have what is often needed save registers. */
#define NOINLINE __attribute__((noinline))

/* A recent answer: ip's in [start, end) at times in (after, before) lie in this map. */
struct recent {
	uint64_t start, end;
	uint64_t after, before;
	uint64_t delta; /* what makes an ip an address in the object */
	uint32_t space;
	uint32_t object;
	uint64_t pad[2]; /* to a cache line */
};

#define RECENT_MAPS 2048
#define RECENT_PIDS 256

struct recent_pid {
	task_key task;
	uint32_t space;
	uint64_t after, before;
};

struct comm {
	struct stamp since;
	const char *name; /* NULL: its parent had none */
	task_key task;
};

struct recent_comm {
	task_key task;
	uint64_t after, before;
	const char *name;
};

struct build_id {
	const char *name;
	uint16_t mode; /* enum perfdata_mode */
	uint8_t size;
	uint8_t bytes[PERFDATA_BUILD_ID_MAX];
	uint32_t next; /* of the same name */
};

struct cgroup {
	uint64_t id;
	const char *path;
};

/* Of a thread, from this moment on. */
struct namespace
{
	struct stamp since;
	uint64_t device, inode;
	uint32_t tid;
};

/* Read when somebody asks for it. */
struct tracing {
	struct section section;
	uint8_t *bytes;
	struct perfdata_format *formats;
	uint32_t nr_formats, cap_formats;
	struct perfdata_tracing pub;
};

struct perfdata {
	struct input *inputs;
	uint32_t nr_inputs;
	bool directory;
	bool pipe; /* no header to speak of: everything is a record */
	bool swap;
	struct segment *segments;
	uint32_t nr_segments;
	uint64_t features[4];
	struct section feature_table;
	struct strings strings;
	const char **words; /* info.words */
	uint32_t cap_words;

	struct event *events;
	uint32_t nr_events, cap_events;
	struct id *ids;
	uint32_t nr_ids, cap_ids;
	struct idmap id_index;

	/* What counters of {a,b}:S read last: one of each id, or of each id and thread. */
	struct idmap last_index;
	uint64_t *last;
	uint32_t nr_last, cap_last;

	struct perfdata_object *objects;
	uint32_t nr_objects, cap_objects;
	struct idmap object_index;
	struct build_id *build_ids;
	uint32_t nr_build_ids, cap_build_ids;

	struct side *side; /* while opening */
	size_t nr_side, cap_side;
	size_t max_maps, max_spaces, max_comms; /* how many of each they can make at most */
	struct map *maps;
	size_t nr_maps;
	struct space *spaces;
	uint32_t nr_spaces;
	uint32_t *by_task;   /* spaces, by task and then by time */
	uint32_t kernels[2]; /* the spaces of each machine's */
	struct comm *comms;
	size_t nr_comms;
	struct recent *recent;
	struct recent_pid *recent_pids;
	struct recent_comm *recent_comms;

	struct cgroup *cgroups;
	uint32_t nr_cgroups, cap_cgroups;
	struct namespace *namespaces; /* by thread and then by time */
	uint32_t nr_namespaces, cap_namespaces;
	int32_t *sockets; /* by processor */
	uint32_t nr_sockets;
	struct tracing tracing;

	struct perfdata_info info;
	struct perfdata_counts counts;
	enum perfdata_damage damage;
	const char *damage_file;
	uint64_t damage_offset;
};

static inline struct record_header walk_header(const struct walk *w, const uint8_t *at)
{
	return header_load(at, w->pd->swap);
}

/* open.c */
int fail(struct perfdata_error *error, int err, uint64_t offset, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* input.c */
int input_open(struct input *in, const char *path);
int input_read(const struct input *in, uint64_t offset, void *to, size_t size, size_t *got);
int input_load(const struct input *in, const struct section *section, uint64_t limit,
	       uint8_t **bytes);
void input_close(struct input *in);

/* window.c */
int window_alloc(struct window *w, uint64_t size);
void window_free(struct window *w);
void window_set(struct window *w, const struct input *input, uint64_t offset, uint64_t end);
size_t window_compact(struct window *w);
ssize_t window_fill(struct window *w);
bool window_skip(struct window *w, uint64_t size);

/* unpack.c */
int unpack_reset(struct unpack *u);
void unpack_begin(struct unpack *u, const void *piece, size_t size);
ssize_t unpack_fill(struct unpack *u);
void unpack_free(struct unpack *u);

/*
 * walk.c: walk_next() returns 1 and the next record, 0 at the end, or a negative errno.  Between
 * its calls, whole records may be taken from w->from directly.
 */
int walk_begin(struct walk *w, struct perfdata *pd);
int walk_next(struct walk *w, struct record *record);
void walk_end(struct walk *w);

/* header.c */
int header_read(struct perfdata *pd, struct perfdata_error *error);

/* attr.c */
int attrs_read(struct perfdata *pd, const struct section *section, uint64_t entry_size,
	       struct perfdata_error *error);
int attr_record(struct perfdata *pd, const struct record *record);
int id_add(struct perfdata *pd, uint64_t id, uint32_t event);
struct event *event_of_id(struct perfdata *pd, uint64_t id); /* NULL: of none */

/* layout.c */
void layout_make(struct layout *layout, uint64_t sample_type, uint64_t flags);

/* event.c */
int event_name(struct perfdata *pd, struct event *event);
int event_update(struct perfdata *pd, const struct record *record);
int event_descriptions(struct perfdata *pd, struct cursor c);
int event_groups(struct perfdata *pd, struct cursor c);
int event_pmus(struct perfdata *pd, struct cursor c);

/* feature.c: what a damaged optional section says is left out, never an error */
int features_read(struct perfdata *pd);
int feature_record(struct perfdata *pd, const struct record *record);

/* build_id.c */
int build_id_record(struct perfdata *pd, const struct record *record);
int build_id_section(struct perfdata *pd, struct cursor c);
int build_ids_apply(struct perfdata *pd);

/* namespace.c */
int namespace_record(struct perfdata *pd, const struct record *record);
void namespaces_sort(struct perfdata *pd);

/* topology.c */
int topology_read(struct perfdata *pd, struct cursor c);

/* tracing.c */
void tracing_record(struct perfdata *pd, const struct record *record);
void tracing_free(struct tracing *tracing);

/* record.c */
const struct event *record_event(struct perfdata *pd, const struct record *record);
uint64_t record_time(struct perfdata *pd, const struct record *record);

struct mmap_record {
	uint32_t pid, tid;
	uint64_t start, len, pgoff;
	const char *name;
	const uint8_t *build_id;
	uint8_t build_id_size;
};

struct task_record {
	uint32_t pid, ppid, tid, ptid;
};

struct ksymbol_record {
	uint64_t start;
	uint32_t len;
	bool unregister;
	const char *name;
};

bool record_mmap(const struct record *record, struct mmap_record *m);
bool record_task(const struct record *record, struct task_record *t);
bool record_comm(const struct record *record, struct task_record *t, const char **name);
bool record_ksymbol(const struct record *record, struct ksymbol_record *k);

/* object.c */
int object_find(struct perfdata *pd, const struct perfdata_object *wanted, uint32_t *index);
int object_classify(struct perfdata *pd, const struct mmap_record *m, uint32_t mode,
		    struct perfdata_object *object);

/* sample.c: samples_reset() begins a walk; sample_of_record() turns the other byte order in place */
void samples_reset(struct perfdata *pd);
int sample_of_record(struct perfdata *pd, const struct record *record, perfdata_sample_fn take,
		     void *ctx);

/* side.c */
int side_read(struct perfdata *pd);

/* space.c */
int spaces_build(struct perfdata *pd);

/* comm.c */
int comms_build(struct perfdata *pd);

/* strings.c */
int strings_add(struct strings *s, const char *text, const char **out);
int strings_add_part(struct strings *s, const char *text, size_t length, const char **out);
void strings_free(struct strings *s);

/* idmap.c: reserve makes room for a number of keys at once */
int idmap_reserve(struct idmap *map, size_t nr);
int idmap_put(struct idmap *map, uint64_t key, uint32_t value);
uint32_t idmap_get(const struct idmap *map, uint64_t key);
void idmap_free(struct idmap *map);

#endif
