// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * env_user.c - what a trace says of its process: host, program, build-id, clock
 *
 * Written once, when the recorder is opened.  A forked child, and a clock that was measured better, put
 * their numbers into the text in place: that allocates nothing.
 */
#include "clock_user.h"
#include "sys_user.h"
#include "record_user.h"

#include <elf.h>
#include <link.h>

#define BUILD_ID_MAX 64

/* ---- the program's build-id ---- */

static void put_hex(char *to, const u8 *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	for (i = 0; i < len; i++) {
		to[2 * i] = digits[bytes[i] >> 4];
		to[2 * i + 1] = digits[bytes[i] & 15];
	}
	to[2 * len] = '\0';
}

static bool find_note(const u8 *at, size_t size, char *text)
{
	while (size >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const void *)at;
		size_t name = (note->n_namesz + 3u) & ~3u, desc = (note->n_descsz + 3u) & ~3u;

		if (name > size - sizeof(*note) || desc > size - sizeof(*note) - name)
			return false;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
		    note->n_descsz <= BUILD_ID_MAX && !memcmp(note + 1, "GNU", 4)) {
			put_hex(text, (const u8 *)(note + 1) + name, note->n_descsz);
			return true;
		}
		at += sizeof(*note) + name + desc;
		size -= sizeof(*note) + name + desc;
	}
	return false;
}

/* The first object is the program. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *data)
{
	int i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type == PT_NOTE &&
		    find_note((const u8 *)(info->dlpi_addr + ph->p_vaddr), ph->p_memsz, data))
			break;
	}
	return 1;
}

/* ---- the text ---- */

/* Random enough to tell traces apart, whatever the kernel grants. */
static void make_uuid(u8 uuid[16])
{
	u64 words[2] = { record_ns(CLOCK_REALTIME) * 0x9e3779b97f4a7c15ull,
			 record_ns(CLOCK_MONOTONIC) ^ (u64)getpid() << 40 };

	memcpy(uuid, words, 16);
	syscall(SYS_getrandom, uuid, 16, 1 /* GRND_NONBLOCK */);
	uuid[6] = (uuid[6] & 0x0f) | 0x40; /* RFC 4122, 4.4 */
	uuid[8] = (uuid[8] & 0x3f) | 0x80;
}

static const char *description(void)
{
	return record_clock.counter ? "the processor's counter; its origin is CLOCK_REALTIME's" :
				      "CLOCK_MONOTONIC; its origin is CLOCK_REALTIME's";
}

static void describe_clock(struct marker_ctf_clock *clock)
{
	clock->name = record_clock.counter ? "marker_tsc" : "marker_monotonic";
	clock->description = description();
	clock->uuid = record_clock.boot_id;
	clock->freq = record_clock.freq;
	clock->precision = record_clock.error;
	marker_ctf_clock_origin(clock, record_clock.start_real_ns, record_clock.start);
}

static char *write_head(const struct marker_ctf_trace *trace, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);
	int err;

	if (!out)
		return NULL;
	err = marker_ctf_head(out, trace);
	if (fclose(out) || err) {
		free(text);
		return NULL;
	}
	return text;
}

static int keep_head(struct recorder *recorder, const struct marker_ctf_trace *trace)
{
	size_t size = 0;
	char *text = write_head(trace, &size);
	int err;

	if (!text)
		return -ENOMEM;
	err = record_text_add(&recorder->head, text, size + 1); /* with its NUL, for strstr() */
	if (!err)
		recorder->head.len--;
	free(text);
	return err;
}

/** record_head_init() - write what comes before the events, into memory; 0 or -ENOMEM */
int record_head_init(struct recorder *recorder)
{
	char host[256] = "", exe[4096] = "", build_id[2 * BUILD_ID_MAX + 1] = "", date[32] = "";
	struct marker_ctf_trace trace = {
		.domain = "ust",
		.hostname = host,
		.procname = program_invocation_short_name,
		.exe = exe,
		.build_id = build_id,
		.creation = date,
		.clock_source = record_clock.source,
		.vpid = getpid(),
	};
	time_t now = time(NULL);
	struct tm tm;

	gethostname(host, sizeof(host) - 1);
	if (readlink("/proc/self/exe", exe, sizeof(exe) - 1) < 0)
		exe[0] = '\0';
	dl_iterate_phdr(find_build_id, build_id);
	if (gmtime_r(&now, &tm))
		strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	make_uuid(recorder->uuid);
	memcpy(trace.uuid, recorder->uuid, 16);
	describe_clock(&trace.clock);
	recorder->freq = record_clock.freq;
	return keep_head(recorder, &trace);
}

/* Over the value behind "\n\tNAME = ", and blanks over the rest of it. */
static void replace(struct recorder *recorder, const char *name, const char *value)
{
	char *at = strstr(recorder->head.text, name);

	if (!at)
		return;
	for (at += strlen(name); *at != ';' && *at != '"'; at++)
		*at = *value ? *value++ : ' ';
}

static void replace_number(struct recorder *recorder, const char *name, u64 number)
{
	char digits[24] = "";

	record_put_number(digits, digits + sizeof(digits), number);
	replace(recorder, name, digits);
}

/** record_head_clock() - the clock as it is known now */
void record_head_clock(struct recorder *recorder)
{
	struct marker_ctf_clock clock;

	describe_clock(&clock);
	replace_number(recorder, "\n\tfreq = ", clock.freq);
	replace_number(recorder, "\n\toffset_s = ", clock.offset_s);
	replace_number(recorder, "\n\toffset = ", clock.offset);
	recorder->freq = clock.freq;
}

/** record_head_renew() - in a forked child: it has a number of its own, and its trace too */
void record_head_renew(struct recorder *recorder)
{
	char hex[33], uuid[37];
	unsigned int i, at = 0;

	make_uuid(recorder->uuid);
	put_hex(hex, recorder->uuid, 16);
	for (i = 0; i < 32; i++) {
		if (i == 8 || i == 12 || i == 16 || i == 20)
			uuid[at++] = '-';
		uuid[at++] = hex[i];
	}
	uuid[at] = '\0';
	replace(recorder, "\n\tuuid = \"", uuid);
	replace_number(recorder, "\n\tvpid = ", getpid());
}
