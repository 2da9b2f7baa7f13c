// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes a perf.data file from a text, so that a test says in place what was recorded and knows
 * each figure of the table.   usage: recording FILE <TEXT
 *
 * First what the file is, then its events, then its records and what it says of itself, a line
 * each.  Numbers are decimal or 0x...; a name goes to the end of the line.
 *
 *	big				written by a big-endian machine
 *	stream				written into a pipe
 *	chains				samples have call chains
 *	event TYPE CONFIG FLAGS [NAME]	0 1 2 ... in this order
 *	mmap PID TIME START SIZE OFFSET MODE NAME
 *	mmap2 PID TIME START SIZE OFFSET BUILD-ID NAME		BUILD-ID in hexadecimal, or "-"
 *	comm PID TID TIME NAME
 *	fork PID PARENT TIME
 *	ksymbol TIME START SIZE NAME
 *	sample EVENT PID TIME IP PERIOD MODE [CALLER...]
 *	samples NUMBER EVENT PID TIME IP PERIOD MODE [CALLER...]	all alike, at one TIME
 *	lost EVENT NUMBER
 *	build-id PID MODE BUILD-ID NAME
 *	text BIT NAME			a feature that is one string (host, kernel, processor, ...)
 *	cpus NUMBER
 *	command WORD...			what perf was called with
 *	pmu TYPE NAME
 *	junk BIT			a feature that no perf has
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As much as test_markdiff_rates.sh has in a recording. */
#define BUILD_SIZE (2 << 20)
#include "tests/unit/build_perfdata.h"

#define MAX_EVENTS 8
#define MAX_LINES  32
#define NR_BITS	   64

enum {
	FEATURE_BUILD_ID = 2,
	FEATURE_NRCPUS = 7,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_PMU_MAPPINGS = 16,
	RECORD_BUILD_ID = 67,
	BUILD_ID_SIZE_IS_SAID = 1 << 15,
	MMAP2_HAS_BUILD_ID = 1 << 14,
	SAMPLE_CALLCHAIN = 32,
};

struct recording {
	struct build b;
	struct build_event events[MAX_EVENTS];
	const char *names[MAX_EVENTS];
	unsigned int nr_events;
	bool chains, begun;
	char *features[NR_BITS][MAX_LINES]; /* the rest of their lines */
};

static struct recording r;
static unsigned int line_number;

static void die(const char *what)
{
	fprintf(stderr, "recording: line %u: %s\n", line_number, what);
	exit(1);
}

static char *word(char **rest)
{
	char *found = strsep(rest, " ");

	if (!found)
		die("a word is missing");
	return found;
}

static uint64_t number(char **rest)
{
	char *text = word(rest), *end;
	uint64_t value = strtoull(text, &end, 0);

	if (!*text || *end)
		die("not a number");
	return value;
}

static char *name(char **rest)
{
	if (!*rest)
		die("a name is missing");
	return *rest;
}

/* Returns how many bytes it has. */
static uint8_t build_id(char **rest, uint8_t bytes[20])
{
	const char *text = word(rest);
	unsigned int byte;
	uint8_t nr = 0;

	memset(bytes, 0, 20);
	while (nr < 20 && sscanf(text + 2 * nr, "%2x", &byte) == 1)
		bytes[nr++] = byte;
	return nr;
}

static void add_event(char *rest)
{
	struct build_event *e = &r.events[r.nr_events];

	if (r.begun || r.nr_events == MAX_EVENTS)
		die("too many events, or too late");
	e->type = number(&rest);
	e->config = number(&rest);
	e->flags = number(&rest);
	r.names[r.nr_events++] = rest ? strdup(rest) : NULL;
}

static void begin(void)
{
	uint64_t sample_type = build_sample_type(r.events, r.nr_events);
	unsigned int i;

	if (!r.nr_events)
		die("an event must come first");
	for (i = 0; i < r.nr_events; i++)
		r.events[i].sample_type = sample_type | (r.chains ? SAMPLE_CALLCHAIN : 0);
	r.b.attr_size = 112;
	build_events(&r.b, r.events, r.nr_events);
	r.begun = true;
}

/* ---- records ---- */

static void put_mmap(char *rest)
{
	uint64_t pid = number(&rest), time = number(&rest), start = number(&rest);
	uint64_t size = number(&rest), offset = number(&rest), mode = number(&rest);

	build_mmap(&r.b, pid, time, start, size, offset, name(&rest), mode);
}

static void put_mmap2(char *rest)
{
	uint64_t pid = number(&rest), time = number(&rest), start = number(&rest);
	uint64_t size = number(&rest), offset = number(&rest);
	uint8_t id[24] = { 0 };
	size_t at;

	id[0] = build_id(&rest, id + 4);
	at = build_record(&r.b, 10, 2 | (id[0] ? MMAP2_HAS_BUILD_ID : 0));
	build_u32(&r.b, pid);
	build_u32(&r.b, pid);
	build_u64(&r.b, start);
	build_u64(&r.b, size);
	build_u64(&r.b, offset);
	build_put(&r.b, id, sizeof(id));
	build_u32(&r.b, 5);
	build_u32(&r.b, 2);
	build_string(&r.b, name(&rest));
	build_trailer(&r.b, pid, pid, time);
	build_close(&r.b, at);
}

static void put_comm(char *rest)
{
	uint64_t pid = number(&rest), tid = number(&rest), time = number(&rest);

	build_comm(&r.b, pid, tid, time, name(&rest), 0);
}

static void put_fork(char *rest)
{
	uint64_t pid = number(&rest), parent = number(&rest);

	build_fork(&r.b, pid, parent, number(&rest));
}

static void put_ksymbol(char *rest)
{
	uint64_t time = number(&rest), start = number(&rest), size = number(&rest);

	build_ksymbol(&r.b, time, start, size, 0, name(&rest));
}

/* A chain begins where the sample is. */
static void put_chain(uint64_t ip, uint64_t mode, char *rest)
{
	size_t count = r.b.size;
	uint64_t nr = 2;

	build_u64(&r.b, 0);
	build_u64(&r.b, mode == 1 ? -128ull : -512ull);
	build_u64(&r.b, ip);
	for (; rest; nr++)
		build_u64(&r.b, number(&rest));
	build_set64(&r.b, count, nr);
}

static void put_sample(char *rest)
{
	uint64_t event = number(&rest), pid = number(&rest), time = number(&rest);
	uint64_t ip = number(&rest), period = number(&rest), mode = number(&rest);
	size_t at = build_record(&r.b, 9, mode);

	build_u64(&r.b, ip);
	build_u32(&r.b, pid);
	build_u32(&r.b, pid);
	build_u64(&r.b, time);
	if (r.nr_events > 1)
		build_u64(&r.b, 1000 + event);
	build_u64(&r.b, period);
	if (r.chains)
		put_chain(ip, mode, rest);
	build_close(&r.b, at);
}

/* The words of a line are cut when they are read, so each sample reads a copy. */
static void put_samples(char *rest)
{
	uint64_t nr = number(&rest);

	while (nr--) {
		char *copy = strdup(rest);

		if (r.b.size > BUILD_SIZE - 8192)
			die("too long");
		put_sample(copy);
		free(copy);
	}
}

static void put_lost(char *rest)
{
	uint64_t event = number(&rest);
	size_t at = build_record(&r.b, 2, 0);

	build_u64(&r.b, 1000 + event);
	build_u64(&r.b, number(&rest));
	build_trailer_of(&r.b, event, 1, 1, 1);
	build_close(&r.b, at);
}

static const struct {
	const char *name;
	void (*put)(char *rest);
} records[] = {
	{ "mmap", put_mmap },	    { "mmap2", put_mmap2 },	{ "comm", put_comm },
	{ "fork", put_fork },	    { "ksymbol", put_ksymbol }, { "sample", put_sample },
	{ "samples", put_samples }, { "lost", put_lost },
};

/* ---- what the file says of itself: kept until the end, because it is in the order of bits ---- */

static void keep_feature(uint64_t bit, const char *rest)
{
	unsigned int i = 0;

	if (bit >= NR_BITS)
		die("no such feature");
	while (i < MAX_LINES && r.features[bit][i])
		i++;
	if (i == MAX_LINES)
		die("too many lines of one feature");
	r.features[bit][i] = strdup(rest ? rest : "");
}

static void keep_numbered(char *rest)
{
	uint64_t bit = number(&rest);

	keep_feature(bit, rest ? rest : "junk");
}

static unsigned int count_lines(int bit)
{
	unsigned int nr = 0;

	while (nr < MAX_LINES && r.features[bit][nr])
		nr++;
	return nr;
}

/* In a file a part of a section, in a stream a record. */
static void put_build_id(char *rest)
{
	uint64_t pid = number(&rest), mode = number(&rest);
	uint8_t id[24] = { 0 };
	size_t at;

	id[20] = build_id(&rest, id);
	at = build_record(&r.b, RECORD_BUILD_ID, mode | BUILD_ID_SIZE_IS_SAID);
	build_u32(&r.b, pid);
	build_put(&r.b, id, sizeof(id));
	build_string(&r.b, name(&rest));
	build_set16(&r.b, at + 6, r.b.size - at);
}

static void put_event_names(void)
{
	unsigned int i;

	build_u32(&r.b, r.nr_events);
	build_u32(&r.b, 112);
	for (i = 0; i < r.nr_events; i++) {
		build_attr(&r.b, &r.events[i], r.nr_events);
		build_u32(&r.b, 1);
		build_sized_string(&r.b, r.names[i] ? r.names[i] : "unnamed");
		build_u64(&r.b, 1000 + i);
	}
}

static void put_pmus(void)
{
	unsigned int i, nr = count_lines(FEATURE_PMU_MAPPINGS);

	build_u32(&r.b, nr);
	for (i = 0; i < nr; i++) {
		char *rest = r.features[FEATURE_PMU_MAPPINGS][i];

		build_u32(&r.b, number(&rest));
		build_sized_string(&r.b, name(&rest));
	}
}

static void put_command(char *rest)
{
	uint32_t nr = 1;

	for (const char *at = rest; (at = strchr(at, ' ')); at++)
		nr++;
	build_u32(&r.b, nr);
	while (nr--)
		build_sized_string(&r.b, word(&rest));
}

static void put_lines(int bit)
{
	unsigned int i;

	for (i = 0; i < count_lines(bit); i++) {
		if (bit == FEATURE_BUILD_ID)
			put_build_id(r.features[bit][i]);
		else
			build_sized_string(&r.b, r.features[bit][i]);
	}
}

static void put_feature(int bit)
{
	char *first = r.features[bit][0];

	if (bit == FEATURE_EVENT_DESC) {
		put_event_names();
	} else if (bit == FEATURE_PMU_MAPPINGS) {
		put_pmus();
	} else if (bit == FEATURE_CMDLINE) {
		put_command(first);
	} else if (bit == FEATURE_NRCPUS) {
		uint32_t nr = number(&first);

		build_u32(&r.b, nr);
		build_u32(&r.b, nr);
	} else {
		put_lines(bit);
	}
}

static void put_features(void)
{
	int bit;

	for (bit = 0; bit < NR_BITS; bit++) {
		if (!r.features[bit][0])
			continue;
		if (r.b.stream && bit == FEATURE_BUILD_ID) {
			put_lines(bit);
			continue;
		}
		build_feature_begin(&r.b, bit);
		put_feature(bit);
		build_feature_end(&r.b);
	}
}

/* ---- lines ---- */

static bool is_setting(const char *what)
{
	bool *setting = !strcmp(what, "big")	? &r.b.big :
			!strcmp(what, "stream") ? &r.b.stream :
			!strcmp(what, "chains") ? &r.chains :
						  NULL;

	if (setting)
		*setting = true;
	return setting;
}

static bool is_feature(const char *what, char *rest)
{
	if (!strcmp(what, "build-id"))
		keep_feature(FEATURE_BUILD_ID, rest);
	else if (!strcmp(what, "cpus"))
		keep_feature(FEATURE_NRCPUS, rest);
	else if (!strcmp(what, "command"))
		keep_feature(FEATURE_CMDLINE, rest);
	else if (!strcmp(what, "pmu"))
		keep_feature(FEATURE_PMU_MAPPINGS, rest);
	else if (!strcmp(what, "text") || !strcmp(what, "junk"))
		keep_numbered(rest);
	else
		return false;
	return true;
}

static void take_record(const char *what, char *rest)
{
	size_t i;

	if (!r.begun)
		begin();
	for (i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		if (strcmp(what, records[i].name) != 0)
			continue;
		records[i].put(rest);
		if (r.b.size > BUILD_SIZE - 8192)
			die("too long");
		return;
	}
	die("unknown word");
}

static void take_line(char *line)
{
	char *rest = line, *what;

	line[strcspn(line, "\n")] = 0;
	if (!*line)
		return;
	what = word(&rest);
	if (!strcmp(what, "event"))
		add_event(rest);
	else if (!is_setting(what) && !is_feature(what, rest))
		take_record(what, rest);
}

static void save(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file || fwrite(r.b.bytes, 1, r.b.size, file) != r.b.size || fclose(file)) {
		perror(path);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	char *line = NULL;
	size_t size = 0;
	unsigned int i;

	if (argc != 2)
		die("usage: recording FILE <TEXT");
	for (line_number = 1; getline(&line, &size, stdin) > 0; line_number++)
		take_line(line);
	if (!r.begun)
		begin();
	for (i = 0; i < r.nr_events; i++)
		if (r.names[i] && !r.features[FEATURE_EVENT_DESC][0])
			keep_feature(FEATURE_EVENT_DESC, NULL);
	put_features();
	build_finish(&r.b);
	save(argv[1]);
	free(line);
	return 0;
}
