// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records in words: every one, in the order of the file, in the lines that perf script -D and
 * perf diff -D have.  What follows a sample (its chain, its thread, what was mapped) is indented.
 * Characters that no name should have become '?'.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

#define TEXT_SIZE 8192
#define MAX_CHAIN 128 /* frames that are shown */

struct describer {
	struct perfdata *pd;
	const struct record *record;
	size_t length;
	bool has_cpu;
	uint32_t cpu;
	uint64_t time;
	char text[TEXT_SIZE];
};

static void say(struct describer *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct describer *d, const char *format, ...)
{
	size_t room = TEXT_SIZE - d->length;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(d->text + d->length, room, format, args);
	va_end(args);
	d->length += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

static void say_name(struct describer *d, const char *name)
{
	size_t at = d->length;

	say(d, "%s", name);
	for (; at < d->length; at++)
		if ((unsigned char)d->text[at] < ' ' || d->text[at] == 0x7f)
			d->text[at] = '?';
}

/* ---- the kernel's records ---- */

static void describe_mmap(struct describer *d)
{
	struct cursor c = d->record->body;
	struct mmap_record m;
	uint32_t prot = 4, flags = 2, major = 0, minor = 0;
	uint64_t inode = 0, generation = 0;
	bool two = d->record->header.type == RECORD_MMAP2;

	if (!record_mmap(d->record, &m))
		return;
	say(d, " %d/%d: [%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64, (int)m.pid, (int)m.tid, m.start,
	    m.len, m.pgoff);
	if (two && cursor_take(&c, 32) && cursor_u32(&c, &major) && cursor_u32(&c, &minor) &&
	    cursor_u64(&c, &inode) && cursor_u64(&c, &generation) && cursor_u32(&c, &prot))
		cursor_u32(&c, &flags);
	if (m.build_id_size) {
		say(d, " <");
		for (int i = 0; i < m.build_id_size; i++)
			say(d, "%02x", m.build_id[i]);
		say(d, ">");
	} else if (two) {
		say(d, " %02x:%02x %" PRIu64 " %" PRIu64, major, minor, inode, generation);
	}
	if (two)
		say(d, "]: %c%c%c%c ", prot & 1 ? 'r' : '-', prot & 2 ? 'w' : '-',
		    prot & 4 ? 'x' : '-', flags & 1 ? 's' : 'p');
	else
		say(d, "]: %c ", d->record->header.misc & MISC_MMAP_DATA ? 'r' : 'x');
	say_name(d, m.name);
}

static void describe_comm(struct describer *d)
{
	struct task_record t;
	const char *name;

	if (!record_comm(d->record, &t, &name))
		return;
	say(d, "%s: ", d->record->header.misc & MISC_COMM_EXEC ? " exec" : "");
	say_name(d, name);
	say(d, ":%d/%d", (int)t.pid, (int)t.tid);
}

static void describe_task(struct describer *d)
{
	struct task_record t;

	if (record_task(d->record, &t))
		say(d, "(%d:%d):(%d:%d)", (int)t.pid, (int)t.tid, (int)t.ppid, (int)t.ptid);
}

static void describe_ksymbol(struct describer *d)
{
	struct ksymbol_record k;

	if (!record_ksymbol(d->record, &k))
		return;
	say(d, " addr %" PRIx64 " len %u%s name ", k.start, k.len,
	    k.unregister ? " unregister" : "");
	say_name(d, k.name);
}

static void describe_cgroup(struct describer *d)
{
	struct cursor c = d->record->body;
	const char *path;
	uint64_t id;

	if (!cursor_u64(&c, &id) || !(path = cursor_string(&c)))
		return;
	say(d, " cgroup: %" PRIu64 " ", id);
	say_name(d, path);
}

static void describe_lost(struct describer *d)
{
	struct cursor c = d->record->body;
	uint64_t id, lost;

	if (d->record->header.type == RECORD_LOST && !cursor_u64(&c, &id))
		return;
	if (cursor_u64(&c, &lost))
		say(d, " lost %" PRIu64, lost);
}

static void describe_namespaces(struct describer *d)
{
	struct cursor c = d->record->body;
	uint32_t pid, tid;
	uint64_t nr;

	if (cursor_u32(&c, &pid) && cursor_u32(&c, &tid) && cursor_u64(&c, &nr))
		say(d, " %d/%d - nr_namespaces: %" PRIu64, (int)pid, (int)tid, nr);
}

/* ---- samples ---- */

static void describe_chain(struct describer *d, const struct perfdata_words *chain)
{
	uint64_t i;

	say(d, "\n... chain: nr:%" PRIu64, chain->nr);
	for (i = 0; i < chain->nr && i < MAX_CHAIN; i++)
		say(d, "\n..... %2" PRIu64 ": %016" PRIx64, i, perfdata_word(chain, i));
}

static void describe_branches(struct describer *d, const struct perfdata_fields *f)
{
	struct perfdata_branch b;
	uint64_t i;

	say(d, "\n... branch stack: nr:%" PRIu64, f->branches.nr);
	for (i = 0; i < f->branches.nr && i < MAX_CHAIN; i++) {
		perfdata_branch(f, i, &b);
		say(d, "\n..... %2" PRIu64 ": %016" PRIx64 " -> %016" PRIx64 " %u cycles%s", i,
		    b.from, b.to, b.cycles, b.mispredicted ? " mispredicted" : "");
	}
}

static void describe_place(struct describer *d, const struct perfdata_sample *s)
{
	const char *comm = perfdata_comm(d->pd, s);
	struct perfdata_place place;

	perfdata_locate(d->pd, s, &place);
	say(d, "\n ... thread: ");
	say_name(d, comm ? comm : "");
	say(d, ":%d\n ...... dso: ", (int)s->tid);
	say_name(d, place.object == PERFDATA_NO_OBJECT ?
			    "<not found>" :
			    perfdata_object(d->pd, place.object)->name);
}

/* A sample of a group's READ is one for each member. */
static int describe_sample(void *ctx, const struct perfdata_sample *s)
{
	struct describer *d = ctx;
	struct perfdata_fields f;

	perfdata_fields(d->pd, s, &f);
	d->has_cpu = f.has & PERFDATA_HAS_CPU;
	d->cpu = f.cpu;
	d->time = s->time;
	say(d, "%s(IP, %#x): %d/%d: %#" PRIx64 " period: %" PRIu64 " addr: %#" PRIx64,
	    d->length ? "\n ... " : "", d->record->header.misc, (int)s->pid, (int)s->tid, s->ip,
	    s->period, f.addr);
	if (d->pd->nr_events > 1)
		say(d, "\n ... event: %s", d->pd->events[s->event].pub.name);
	if (f.has & PERFDATA_HAS_CALLCHAIN)
		describe_chain(d, &f.callchain);
	if (f.branches.nr)
		describe_branches(d, &f);
	if (f.has & (PERFDATA_HAS_WEIGHT | PERFDATA_HAS_WEIGHT_STRUCT))
		say(d, "\n... weight: %" PRIu64 ",%#x,%#x", f.weight, f.ins_lat, f.p_stage_cyc);
	describe_place(d, s);
	return 0;
}

/* ---- all of them ---- */

static const char *const kernel_names[] = {
	"?",
	"MMAP",
	"LOST",
	"COMM",
	"EXIT",
	"THROTTLE",
	"UNTHROTTLE",
	"FORK",
	"READ",
	"SAMPLE",
	"MMAP2",
	"AUX",
	"ITRACE_START",
	"LOST_SAMPLES",
	"SWITCH",
	"SWITCH_CPU_WIDE",
	"NAMESPACES",
	"KSYMBOL",
	"BPF_EVENT",
	"CGROUP",
	"TEXT_POKE",
	"AUX_OUTPUT_HW_ID",
	"CALLCHAIN_DEFERRED",
};

static const char *const user_names[] = {
	"ATTR",		  "EVENT_TYPE",	   "TRACING_DATA",     "BUILD_ID",
	"FINISHED_ROUND", "ID_INDEX",	   "AUXTRACE_INFO",    "AUXTRACE",
	"AUXTRACE_ERROR", "THREAD_MAP",	   "CPU_MAP",	       "STAT_CONFIG",
	"STAT",		  "STAT_ROUND",	   "EVENT_UPDATE",     "TIME_CONV",
	"FEATURE",	  "COMPRESSED",	   "FINISHED_INIT",    "COMPRESSED2",
	"BPF_METADATA",	  "SCHEDSTAT_CPU", "SCHEDSTAT_DOMAIN",
};

#define NR(array) (sizeof(array) / sizeof((array)[0]))

static const char *type_name(uint32_t type)
{
	if (type < NR(kernel_names))
		return kernel_names[type];
	if (type >= RECORD_HEADER_ATTR && type - RECORD_HEADER_ATTR < NR(user_names))
		return user_names[type - RECORD_HEADER_ATTR];
	return "?";
}

static void (*describer_of(uint32_t type))(struct describer *d)
{
	switch (type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
		return describe_mmap;
	case RECORD_COMM:
		return describe_comm;
	case RECORD_EXIT:
	case RECORD_FORK:
		return describe_task;
	case RECORD_KSYMBOL:
		return describe_ksymbol;
	case RECORD_CGROUP:
		return describe_cgroup;
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		return describe_lost;
	case RECORD_NAMESPACES:
		return describe_namespaces;
	default:
		return NULL;
	}
}

static int describe(struct describer *d, const struct record *record, struct perfdata_record *out)
{
	void (*tell)(struct describer * d) = describer_of(record->header.type);
	int err = 0;

	d->record = record;
	d->length = 0;
	d->text[0] = 0;
	d->has_cpu = false;
	out->type = record->header.type;
	out->type_name = type_name(out->type);
	out->text = d->text;
	d->time = 0;
	if (record->header.type == RECORD_SAMPLE)
		err = sample_of_record(d->pd, record, describe_sample, d);
	else if (record->header.type < RECORD_HEADER_ATTR)
		d->time = record_time(d->pd, record);
	if (tell)
		tell(d);
	out->time = d->time;
	out->cpu = d->has_cpu ? (int64_t)d->cpu : -1;
	return err;
}

int perfdata_each_record(struct perfdata *pd, perfdata_record_fn take, void *ctx)
{
	struct describer *d = malloc(sizeof(*d));
	struct perfdata_record out;
	struct record record;
	struct walk w;
	int err;

	if (!d)
		return -ENOMEM;
	d->pd = pd;
	samples_reset(pd);
	err = walk_begin(&w, pd);
	while (!err && (err = walk_next(&w, &record)) > 0) {
		out.offset = w.offset;
		out.size = record.header.size;
		out.file = pd->segments[w.nr_begun - 1].name;
		err = describe(d, &record, &out);
		if (!err)
			err = take(ctx, &out);
	}
	walk_end(&w);
	free(d);
	return err;
}
