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
 * How it works.  perf.data is not in time order: each CPU's records come in runs.  Instead of
 * sorting every sample, opening walks the file once and keeps only the few records that change
 * what an address means (MMAP, COMM, FORK, KSYMBOL), sorts those by time, and builds from them a
 * time line of each address space.  Samples are then handed out in file order, and each is looked
 * up at its own time.  Equal times are decided by the place in the file, as perf does.
 *
 * Notes.  Strings point into the file's bytes and live until perfdata_close().  A handle belongs
 * to one thread at a time; different handles may be used at once.  A damaged tail is not an error
 * as long as something whole comes before it: perfdata_damage() says what was left out.
 * Documentation/perfdata.rst lists what is read, and where each fact about the format comes from.
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
	PERFDATA_EXCLUDE_USER = 4,
	PERFDATA_EXCLUDE_KERNEL = 5,
	PERFDATA_EXCLUDE_HV = 6,
	PERFDATA_FREQ = 10,
	PERFDATA_PRECISE_IP = 15, /* two bits */
	PERFDATA_SAMPLE_ID_ALL = 18,
	PERFDATA_EXCLUDE_HOST = 19,
	PERFDATA_EXCLUDE_GUEST = 20,
};

struct perfdata_event {
	const char *name; /* from EVENT_DESC, or made from the numbers */
	uint32_t type;
	uint64_t config;
	uint64_t flags; /* bit n is enum perfdata_flag n */
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t period; /* or the frequency */
};

struct perfdata_sample {
	uint64_t ip;
	uint64_t time;
	uint64_t period;
	uint64_t offset; /* of the record; with the time, this orders it */
	uint32_t pid, tid;
	uint32_t event;
	uint32_t mode; /* enum perfdata_mode */
};

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
	uint64_t records;
	uint64_t samples;    /* records of type SAMPLE */
	uint64_t unknown_id; /* samples of an event that the file does not describe */
	uint64_t lost;	     /* what the kernel says it had no room for */
};

/* What is wrong with a file that could be read nevertheless. */
enum perfdata_damage {
	PERFDATA_WHOLE,
	PERFDATA_UNFINISHED, /* the recording was killed */
	PERFDATA_TRUNCATED,  /* the file ends before its header says so */
	PERFDATA_CORRUPT,    /* a record makes no sense, reading ended there */
};

int perfdata_open(const char *path, struct perfdata **out, struct perfdata_error *error);
int perfdata_open_memory(const void *data, size_t size, struct perfdata **out,
			 struct perfdata_error *error);
void perfdata_close(struct perfdata *pd);

uint32_t perfdata_nr_events(const struct perfdata *pd);
const struct perfdata_event *perfdata_event(const struct perfdata *pd, uint32_t index);
uint32_t perfdata_nr_objects(const struct perfdata *pd);
const struct perfdata_object *perfdata_object(const struct perfdata *pd, uint32_t index);
const struct perfdata_counts *perfdata_counts(const struct perfdata *pd);
const char *perfdata_os_release(const struct perfdata *pd);
enum perfdata_damage perfdata_damage(const struct perfdata *pd, uint64_t *offset);

typedef int (*perfdata_sample_fn)(void *ctx, const struct perfdata_sample *sample);

/**
 * perfdata_each_sample - hand out every sample, in the order of the file
 * @take: called once a sample; a value other than 0 ends the walk and is returned
 *
 * A sample of a group that was read together (``{a,b}:S``) becomes one sample of each member.
 */
int perfdata_each_sample(struct perfdata *pd, perfdata_sample_fn take, void *ctx);

/**
 * perfdata_locate - what the sample's address meant when the sample was taken
 */
void perfdata_locate(struct perfdata *pd, const struct perfdata_sample *sample,
		     struct perfdata_place *place);

/**
 * perfdata_comm - the name of the sample's thread when the sample was taken
 *
 * Returns NULL where the file does not tell (perf then prints ":TID").
 */
const char *perfdata_comm(struct perfdata *pd, const struct perfdata_sample *sample);

#endif
