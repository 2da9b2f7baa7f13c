/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfdata: reads what perf record writes.  Bytes in, structs out, nothing printed.
 *
 *	struct perfdata_error error;
 *	struct perfdata *pd;
 *
 *	err = perfdata_open("perf.data", &pd, &error);
 *	err = perfdata_each_sample(pd, take, ctx);	take(ctx, sample) once a sample, in file order
 *	...	perfdata_locate(pd, sample, &place);	in take(): what was mapped there, at that time
 *	perfdata_close(pd);
 *
 * What it opens.  A file, a directory (perf record --threads), a pipe, or "-" for standard input;
 * written by a machine of either byte order, compressed or not, with a header or as a stream.
 *
 * How it works.  perf.data is not in time order: each CPU's records come in runs.  Instead of
 * sorting every sample, opening walks the file once and keeps only the few records that change
 * what an address means (MMAP, COMM, FORK, KSYMBOL), sorts those by time, and builds from them a
 * time line of each address space.  Samples are then handed out in file order, and each is looked
 * up at its own time.  Equal times are decided by the place in the file, as perf does.
 *
 * Notes.  Strings live until perfdata_close().  A handle belongs to one thread at a time; different
 * handles may be used at once.  Files are read in pieces, twice, and never mapped: memory does not
 * grow with the samples, and a file that shrinks meanwhile is a file that is cut off.  A damaged
 * tail is not an error as long as something whole comes before it: perfdata_damage() says what was
 * left out.  Documentation/perfdata.rst lists what is read, and where each fact about the format
 * comes from.
 */
#ifndef USER_PERFDATA_PERFDATA_H
#define USER_PERFDATA_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PERFDATA_BUILD_ID_MAX 20
#define PERFDATA_NO_OFFSET    UINT64_MAX

struct perfdata;

/* Why a file could not be read: a sentence that ends in what to do, and where in the file. */
struct perfdata_error {
	int err;
	uint64_t offset; /* PERFDATA_NO_OFFSET where no single place is to blame */
	char text[256];
};

enum perfdata_mode {
	PERFDATA_MODE_UNKNOWN,
	PERFDATA_MODE_KERNEL,
	PERFDATA_MODE_USER,
	PERFDATA_MODE_HYPERVISOR,
	PERFDATA_MODE_GUEST_KERNEL,
	PERFDATA_MODE_GUEST_USER,
	PERFDATA_MODE_MASK = 7,
};

/* The bits of perf_event_attr that follow read_format, as the kernel's header numbers them. */
enum perfdata_flag {
	PERFDATA_INHERIT = 1,
	PERFDATA_EXCLUDE_USER = 4,
	PERFDATA_EXCLUDE_KERNEL = 5,
	PERFDATA_EXCLUDE_HV = 6,
	PERFDATA_FREQ = 10,
	PERFDATA_PRECISE_IP = 15, /* two bits */
	PERFDATA_SAMPLE_ID_ALL = 18,
	PERFDATA_EXCLUDE_HOST = 19,
	PERFDATA_EXCLUDE_GUEST = 20,
};

/* Some bits of sample_type, and of perfdata_fields.has. */
enum {
	PERFDATA_HAS_TIME = 1 << 2,
	PERFDATA_HAS_CALLCHAIN = 1 << 5,
	PERFDATA_HAS_CPU = 1 << 7,
	PERFDATA_HAS_RAW = 1 << 10,
	PERFDATA_HAS_BRANCH_STACK = 1 << 11,
	PERFDATA_HAS_STACK_USER = 1 << 13,
	PERFDATA_HAS_WEIGHT = 1 << 14,
	PERFDATA_HAS_TRANSACTION = 1 << 17,
	PERFDATA_HAS_CGROUP = 1 << 21,
	PERFDATA_HAS_CODE_PAGE_SIZE = 1 << 23,
	PERFDATA_HAS_WEIGHT_STRUCT = 1 << 24,
};

struct perfdata_event {
	const char *name; /* from the file, or made from the numbers */
	const char *pmu;  /* what the type's number meant on that machine, or NULL */
	uint32_t type;
	uint64_t config, config1, config2, config3, config4;
	uint64_t flags; /* bit n is enum perfdata_flag n */
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t period; /* or the frequency */
	uint32_t leader; /* the first event of its group, or itself */
	const char *group;
	uint64_t lost; /* samples and other records that the kernel had no room for */
};

struct perfdata_sample {
	uint64_t ip;
	uint64_t time;
	uint64_t period;
	uint64_t place; /* with the time, this orders it */
	uint32_t pid, tid;
	uint32_t event;
	uint16_t mode; /* enum perfdata_mode */
	uint16_t size; /* of body, which perfdata_fields() reads, until take() returns */
	const void *body;
};

/* The names of the kernels, whatever the recording calls them. */
#define PERFDATA_KERNEL_NAME	   "[kernel.kallsyms]"
#define PERFDATA_GUEST_KERNEL_NAME "[guest.kernel.kallsyms]"

enum perfdata_kind {
	PERFDATA_FILE,
	PERFDATA_VDSO,
	PERFDATA_ANON,	 /* executable memory without a file: a JIT; addresses stay absolute */
	PERFDATA_KERNEL, /* the kernel proper; addresses stay absolute */
	PERFDATA_MODULE,
	PERFDATA_KSYMBOL, /* one named piece of code: a BPF program, a trampoline */
};

/* Something that was mapped: a program, a library, the kernel. */
struct perfdata_object {
	const char *name; /* the path, or the kernel's name for it */
	enum perfdata_kind kind;
	bool guest;   /* of a virtual machine: nothing of the host's is meant */
	uint32_t pid; /* of an ANON object, whose names are known per process */
	uint8_t build_id_size;
	uint8_t build_id[PERFDATA_BUILD_ID_MAX];
	uint64_t reference; /* KERNEL: where the reference symbol was */
	const char *reference_symbol;
};

#define PERFDATA_NO_OBJECT UINT32_MAX

/* Where a sample fell: an object, and an address in it (in its file, where it has one). */
struct perfdata_place {
	uint32_t object; /* index for perfdata_object(), or PERFDATA_NO_OBJECT */
	uint64_t addr;
};

struct perfdata_counts {
	uint64_t records;    /* what was unpacked, not what it was packed in */
	uint64_t samples;    /* records of type SAMPLE */
	uint64_t unknown_id; /* samples of an event that the file does not describe */
	uint64_t malformed;  /* samples that end before their fields do */
	uint64_t lost;	     /* what the kernel says it had no room for */
	uint64_t unknown;    /* records of a type that did not exist yet */
	uint64_t compressed; /* records with records in them */
	uint32_t unknown_features;
};

/* What is wrong with a file that could be read nevertheless. */
enum perfdata_damage {
	PERFDATA_WHOLE,
	PERFDATA_UNFINISHED, /* the recording was killed */
	PERFDATA_TRUNCATED,  /* the file ends before its header says so, or while it is read */
	PERFDATA_CORRUPT,    /* a record makes no sense, reading ended there */
};

/* What the recording says of itself; NULL or 0 where it does not. */
struct perfdata_info {
	const char *hostname, *os_release, *version, *arch;
	const char *cpu_desc, *cpu_id;
	const char *cmdline; /* the arguments, with a blank between them */
	const char *const *words; /* and one by one */
	uint32_t nr_words;
	uint32_t nr_cpus_available, nr_cpus_online;
	uint64_t total_memory_kb;
	uint64_t first_sample, last_sample; /* times */
	uint64_t clock_resolution_ns;
	uint32_t clock_id;		  /* valid if clock_wall_ns is */
	uint64_t clock_wall_ns, clock_ns; /* the same moment on both clocks */
	uint32_t compression_level, compression_ratio;
	bool has_branch_stacks;
	bool other_byte_order; /* than this machine's */
	bool stream;	       /* written into a pipe */
};

/*
 * How many bytes were read, for another thread to look at: a file is read twice.  Both are set
 * with relaxed atomic stores; total is 0 until it is known.
 */
struct perfdata_progress {
	uint64_t done, total;
};

int perfdata_open(const char *path, struct perfdata **out, struct perfdata_error *error);
int perfdata_open_watched(const char *path, struct perfdata_progress *progress,
			  struct perfdata **out, struct perfdata_error *error);
int perfdata_open_memory(const void *data, size_t size, struct perfdata **out,
			 struct perfdata_error *error);
void perfdata_close(struct perfdata *pd);

uint32_t perfdata_nr_events(const struct perfdata *pd);
const struct perfdata_event *perfdata_event(const struct perfdata *pd, uint32_t index);
uint32_t perfdata_nr_objects(const struct perfdata *pd);
const struct perfdata_object *perfdata_object(const struct perfdata *pd, uint32_t index);
const struct perfdata_counts *perfdata_counts(const struct perfdata *pd);
const struct perfdata_info *perfdata_info(const struct perfdata *pd);

/* The damage; its place; in which file of a directory, else NULL.  Ask again after a walk. */
enum perfdata_damage perfdata_damage(const struct perfdata *pd, uint64_t *offset,
				     const char **file);

/* The path of a sample's cgroup, and the socket of its processor: NULL and -1 where unknown. */
const char *perfdata_cgroup(const struct perfdata *pd, uint64_t id);
int perfdata_socket(const struct perfdata *pd, uint32_t cpu);

struct perfdata_sample;

/**
 * perfdata_cgroup_namespace - the device and inode of the cgroup namespace of a sample's thread
 *
 * Returns false where the file does not tell: it needs perf record --namespaces.
 */
bool perfdata_cgroup_namespace(const struct perfdata *pd, const struct perfdata_sample *sample,
			       uint64_t *device, uint64_t *inode);

typedef int (*perfdata_sample_fn)(void *ctx, const struct perfdata_sample *sample);

/**
 * perfdata_each_sample - hand out every sample, in the order of the file
 * @take: called once a sample; a value other than 0 ends the walk and is returned
 *
 * A sample of a group that was read together (``{a,b}:S``) becomes one sample of each member.
 */
int perfdata_each_sample(struct perfdata *pd, perfdata_sample_fn take, void *ctx);

/* A record in words. */
struct perfdata_record {
	uint64_t offset;  /* in the file; of what it was packed in */
	const char *file; /* which one of a directory, else NULL */
	uint64_t time;	  /* 0: without one */
	int64_t cpu;	  /* of a sample; -1: not known */
	uint32_t type;
	uint32_t size;
	const char *type_name; /* MMAP, SAMPLE, ... */
	const char *text;      /* its fields, until take() returns; "" where nothing is known */
};

typedef int (*perfdata_record_fn)(void *ctx, const struct perfdata_record *record);

/**
 * perfdata_each_record - hand out every record, in the order of the file
 * @take: called once a record; a value other than 0 ends the walk and is returned
 */
int perfdata_each_record(struct perfdata *pd, perfdata_record_fn take, void *ctx);

/**
 * perfdata_locate - what the sample's address meant when the sample was taken
 */
void perfdata_locate(struct perfdata *pd, const struct perfdata_sample *sample,
		     struct perfdata_place *place);

/**
 * perfdata_map_size - the size of the mapping that the sample's address was in; 0: in none
 */
uint64_t perfdata_map_size(struct perfdata *pd, const struct perfdata_sample *sample);

/**
 * perfdata_comm - the name of the sample's thread when the sample was taken
 *
 * Returns NULL where the file does not tell (perf then prints ":TID").  Equal names are equal
 * pointers.
 */
const char *perfdata_comm(struct perfdata *pd, const struct perfdata_sample *sample);

/* 64-bit numbers of a sample, one after the other. */
struct perfdata_words {
	const void *at;
	uint64_t nr;
};

static inline uint64_t perfdata_word(const struct perfdata_words *w, uint64_t index)
{
	uint64_t value;

	__builtin_memcpy(&value, (const char *)w->at + 8 * index, sizeof(value));
	return value;
}

struct perfdata_bytes {
	const void *at;
	uint64_t size;
};

/* Marks between the addresses of a call chain: what follows was in this mode. */
enum {
	PERFDATA_CONTEXT_HV = -32,
	PERFDATA_CONTEXT_KERNEL = -128,
	PERFDATA_CONTEXT_USER = -512,
	PERFDATA_CONTEXT_USER_DEFERRED = -640,
	PERFDATA_CONTEXT_GUEST = -2048,
	PERFDATA_CONTEXT_GUEST_KERNEL = -2176,
	PERFDATA_CONTEXT_GUEST_USER = -2560,
	PERFDATA_CONTEXT_MAX = -4095, /* no address is above this */
};

struct perfdata_branch {
	uint64_t from, to;
	bool mispredicted, predicted, in_transaction, abort;
	uint16_t cycles; /* since the branch before; 0: not known */
	uint8_t type, spec, new_type, privilege;
};

/* Registers: those of the mask of the event's attr, from the lowest bit on. */
struct perfdata_regs {
	uint64_t abi; /* 0: there are none */
	uint64_t mask;
	struct perfdata_words values;
};

/* All that a sample may have beside what perfdata_sample has; 0 where it has not. */
struct perfdata_fields {
	uint64_t has; /* bits of sample_type that are in here */
	bool swapped; /* words were turned: perfdata_raw() and perfdata_branch() know how */
	uint64_t addr, id, stream_id;
	uint32_t cpu;
	struct perfdata_words callchain;
	struct perfdata_bytes raw; /* perfdata_raw() */
	uint64_t hw_index;
	struct perfdata_words branches;	       /* three words each: perfdata_branch() */
	struct perfdata_words branch_counters; /* one word each */
	struct perfdata_regs regs_user, regs_intr;
	struct perfdata_bytes stack_user; /* as much as there was */
	uint64_t weight;		  /* with a WEIGHT_STRUCT: its 32-bit part */
	uint16_t ins_lat, p_stage_cyc;	  /* its two 16-bit parts */
	uint64_t data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
	struct perfdata_bytes aux;
};

/**
 * perfdata_fields - what else is in a sample; only inside of take()
 *
 * Returns false where the sample ends before its fields do; those before the end are valid then.
 */
bool perfdata_fields(const struct perfdata *pd, const struct perfdata_sample *sample,
		     struct perfdata_fields *fields);
void perfdata_branch(const struct perfdata_fields *fields, uint64_t index,
		     struct perfdata_branch *branch);

/* Copies the first bytes of the field RAW, in the order in which they were written. */
void perfdata_raw(const struct perfdata_fields *fields, void *to, size_t size);

/* A tracepoint's file "format" in tracefs. */
struct perfdata_format {
	const char *system;
	struct perfdata_bytes text;
};

/* What tracefs said of the tracepoints; until perfdata_close(). */
struct perfdata_tracing {
	bool big_endian;
	uint8_t long_size;
	uint32_t page_size;
	struct perfdata_bytes header_page, printk_formats; /* files of these names */
	const struct perfdata_format *formats;
	uint32_t nr_formats;
};

/**
 * perfdata_tracing - the formats of the tracepoints that were recorded
 * @out: NULL where the file has none
 *
 * Read by the first call.  Returns 0, or a negative errno where there is no memory or the file
 * cannot be read.
 */
int perfdata_tracing(struct perfdata *pd, const struct perfdata_tracing **out);

#endif
