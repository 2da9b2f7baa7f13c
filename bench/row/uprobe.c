// SPDX-License-Identifier: GPL-2.0-only
/*
 * uprobe.c - by perf_event_open(2), for this process alone
 *
 * The type of event is in /sys/bus/event_source/devices/uprobe/type; config1 is the path of the
 * file, config2 the offset of the instruction in it (linux/perf_event.h).
 */
#include "uprobe.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf.h"

#define TYPE_FILE "/sys/bus/event_source/devices/uprobe/type"

static int read_type(uint32_t *type)
{
	FILE *file = fopen(TYPE_FILE, "re");
	int found;

	if (!file)
		return -errno;
	found = fscanf(file, "%" SCNu32, type);
	fclose(file);
	return found == 1 ? 0 : -EINVAL;
}

/* Where in which file an address of this process comes from. */
static int find_mapping(uint64_t address, uint64_t *offset, char path[static 4096])
{
	FILE *maps = fopen("/proc/self/maps", "re");
	uint64_t begin, end, start;
	char line[8192];
	int ret = -ENOENT;

	if (!maps)
		return -errno;
	while (ret && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %4095[^\n]",
			   &begin, &end, &start, path) != 4)
			continue;
		if (address < begin || address >= end)
			continue;
		*offset = address - begin + start;
		ret = 0;
	}
	fclose(maps);
	return ret;
}

static int open_event(struct uprobe *uprobe, struct perf_event_attr *attr, const void *address,
		      char *why, size_t len)
{
	char path[4096];
	uint32_t type = 0;
	uint64_t offset = 0;
	int ret = read_type(&type);

	if (ret) {
		snprintf(why, len, "%s: %s", TYPE_FILE, strerror(-ret));
		return ret;
	}
	ret = find_mapping((uintptr_t)address, &offset, path);
	if (ret) {
		snprintf(why, len, "the probe is in no file");
		return ret;
	}
	attr->size = sizeof(*attr);
	attr->type = type;
	attr->config1 = (uintptr_t)path;
	attr->config2 = offset;
	*uprobe = (struct uprobe){ .map = -1 };
	uprobe->fd = (int)syscall(SYS_perf_event_open, attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (uprobe->fd >= 0)
		return 0;
	ret = -errno;
	snprintf(why, len, "perf_event_open: uprobe: %s", strerror(-ret));
	return ret;
}

/**
 * uprobe_open() - begin to count
 * @uprobe:	filled in
 * @address:	of an instruction
 * @why:	a sentence, if it fails
 *
 * Return: 0 or a negative errno; -EACCES or -EPERM where the kernel does not let us.
 */
int uprobe_open(struct uprobe *uprobe, const void *address, char *why, size_t len)
{
	struct perf_event_attr attr = { 0 };

	return open_event(uprobe, &attr, address, why, len);
}

/** uprobe_open_sampled() - the same, with a sample of each hit: where, which thread, when */
int uprobe_open_sampled(struct uprobe *uprobe, const void *address, char *why, size_t len)
{
	struct perf_event_attr attr = {
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
	};
	int ret = open_event(uprobe, &attr, address, why, len);

	if (ret)
		return ret;
	ret = ring_open(&uprobe->ring, uprobe->fd);
	if (!ret) {
		uprobe->sampled = 1;
		return 0;
	}
	snprintf(why, len, "the ring of a uprobe: mmap: %s", strerror(-ret));
	close(uprobe->fd);
	return ret;
}

/** uprobe_open_bpf() - the same, with a BPF program that counts */
int uprobe_open_bpf(struct uprobe *uprobe, const void *address, char *why, size_t len)
{
	struct perf_event_attr attr = { 0 };
	int ret = open_event(uprobe, &attr, address, why, len), map;

	if (ret)
		return ret;
	map = bpf_counter_open(uprobe->fd);
	if (map >= 0) {
		uprobe->map = map;
		return 0;
	}
	snprintf(why, len, "BPF on a uprobe: %s", strerror(-map));
	close(uprobe->fd);
	return map;
}

/* A program that returns 0 keeps the event itself from counting. */
static uint64_t hits(const struct uprobe *uprobe)
{
	uint64_t count = 0;

	if (uprobe->map >= 0)
		return bpf_counter_read(uprobe->map, &count) ? 0 : count;
	if (uprobe->sampled)
		return ring_drain(&uprobe->ring);
	return read(uprobe->fd, &count, sizeof(count)) == sizeof(count) ? count : 0;
}

/**
 * uprobe_check() - has it been hit?  A sampled one: since its ring was drained?
 *
 * Return: 0, -ENODATA if not.
 */
int uprobe_check(const struct uprobe *uprobe, char *why, size_t len)
{
	if (hits(uprobe))
		return 0;
	snprintf(why, len, "the uprobe was accepted and does not count");
	return -ENODATA;
}

/** uprobe_close() - takes the breakpoint away */
void uprobe_close(struct uprobe *uprobe)
{
	if (uprobe->sampled)
		ring_close(&uprobe->ring);
	if (uprobe->map >= 0)
		close(uprobe->map);
	close(uprobe->fd);
}
