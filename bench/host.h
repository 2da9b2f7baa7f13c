/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * host.h - where figures come from: the machine, its kernel, and the build of markbench
 *
 *	struct host host;
 *
 *	host_read(&host, "", cpu);
 *	host_print(&host, stdout);			two or three lines
 *	json_object_object_add(json, "host", host_json(&host));
 *
 * Everything that measures writes the same facts, so that two files can be told apart: run, goals,
 * compare, report.  What a machine does not tell is "" or 0, and is left out where it is printed;
 * none of it is a guess.
 */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <stdbool.h>
#include <stdio.h>

#define HOST_TEXT   96
#define HOST_CACHES 8

/**
 * struct host_cache - one that the processor has, from its directory in sysfs
 * @shared:	the processors that share it: "0-1"
 */
struct host_cache {
	unsigned int level;
	char type[16];
	unsigned long size_bytes;
	char shared[32];
};

/** enum host_virtual - is there a hypervisor under the kernel?  Not each architecture tells */
enum host_virtual {
	HOST_VIRTUAL_UNKNOWN,
	HOST_VIRTUAL_NO,
	HOST_VIRTUAL_YES,
};

/**
 * struct host - facts
 * @cpu:	the model, as /proc/cpuinfo has it; on arm64 implementer, part, variant, revision
 * @cpus:	processors that are online
 * @cores:	cores that those are threads of
 * @driver:	of the frequency: "amd-pstate-epp"; "" where the guest or the firmware decides
 * @turbo:	"on", "off", or "" if nothing tells
 * @min_khz:	of the frequency driver; 0 without one
 * @spectre_v2:	what the kernel does about it: it is part of the cost of each indirect call there
 * @kernel:	release
 * @kernel_version: build
 * @arch:	"x86_64"
 * @commit:	of the build: "e259158", "e259158-dirty", "unknown"
 */
struct host {
	char cpu[HOST_TEXT];
	unsigned int cpus;
	unsigned int cores;
	struct host_cache caches[HOST_CACHES];
	unsigned int nr_caches;
	char driver[HOST_TEXT];
	char governor[HOST_TEXT];
	char turbo[8];
	unsigned long min_khz;
	unsigned long max_khz;
	enum host_virtual is_virtual;
	char hypervisor[HOST_TEXT];
	char clocksource[HOST_TEXT];
	char spectre_v2[2 * HOST_TEXT];
	char kernel[HOST_TEXT];
	char kernel_version[HOST_TEXT];
	char arch[HOST_TEXT];
	const char *compiler;
	const char *flags;
	const char *commit;
};

struct json_object;

/* bench.mk says them; a program that it does not build knows less. */
#ifndef HOST_COMPILER
#define HOST_COMPILER __VERSION__
#endif
#ifndef HOST_FLAGS
#define HOST_FLAGS ""
#endif
#ifndef HOST_COMMIT
#define HOST_COMMIT "unknown"
#endif

/* What main() was built from; "unknown" in a program that is not markbench. */
extern const char *host_commit;

void host_read(struct host *host, const char *root, unsigned int cpu);

/* host_report.c */
const char *host_virtual_name(enum host_virtual is_virtual);
void host_print(const struct host *host, FILE *file);
struct json_object *host_json(const struct host *host);

#endif
