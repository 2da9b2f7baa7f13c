// SPDX-License-Identifier: GPL-2.0-only
/*
 * ways.c - see ways.h
 *
 * The places are 64 bytes apart in pages of this file's own that are executable and never run.  All ways
 * end with the same membarrier(2), which makes every core that runs the process see the new bytes.
 */
#include "ways.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define APART	   64
#define AREA	   (100000ul * APART)
#define ROUNDS_MAX 501

const unsigned int ways_sizes[WAYS_SIZES] = { 1, 1000, 100000 };

/*
 * @text: private and executable, as a program's own; @shared: executable, for the way that has two
 * mappings, and @alias: the same pages, writable.
 */
struct area {
	char *text;
	char *shared;
	char *alias;
};

static int synchronise(void)
{
	return syscall(__NR_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0) ? -errno :
											    0;
}

static void store(char *text, unsigned int places, char byte)
{
	unsigned int i;

	for (i = 0; i < places; i++)
		*(volatile char *)(text + (size_t)i * APART) = byte;
}

/* ---- the ways -------------------------------------------------------------------------------- */

static int write_mprotect(const struct area *area, unsigned int places, char byte)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), len = (size_t)places * APART;

	len = (len + page - 1) / page * page;
	if (mprotect(area->text, len, PROT_READ | PROT_WRITE | PROT_EXEC))
		return -errno;
	store(area->text, places, byte);
	if (mprotect(area->text, len, PROT_READ | PROT_EXEC))
		return -errno;
	return synchronise();
}

static int write_mem(const struct area *area, unsigned int places, char byte)
{
	int fd = open("/proc/self/mem", O_WRONLY | O_CLOEXEC), ret = 0;
	unsigned int i;

	if (fd < 0)
		return -errno;
	for (i = 0; i < places && !ret; i++) {
		if (pwrite(fd, &byte, 1, (off_t)(uintptr_t)(area->text + (size_t)i * APART)) != 1)
			ret = errno ? -errno : -EIO;
	}
	close(fd);
	return ret ? ret : synchronise();
}

static int write_alias(const struct area *area, unsigned int places, char byte)
{
	store(area->alias, places, byte);
	return synchronise();
}

static const struct {
	const char *name;
	const char *what;
	int (*write)(const struct area *area, unsigned int places, char byte);
} ways[WAYS] = {
	{ "mprotect", "pages writable for the moment: two calls for all of them", write_mprotect },
	{ "/proc/self/mem", "the kernel writes: a call a place", write_mem },
	{ "two mappings",
	  "stores into a second, writable mapping: not to be had for a program's own text",
	  write_alias },
};

/* ---- measuring ------------------------------------------------------------------------------- */

static void unmap(const struct area *area)
{
	if (area->text != MAP_FAILED)
		munmap(area->text, AREA);
	if (area->shared != MAP_FAILED)
		munmap(area->shared, AREA);
	if (area->alias != MAP_FAILED)
		munmap(area->alias, AREA);
}

static void map_all(struct area *area, int fd)
{
	area->text = mmap(NULL, AREA, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	area->alias = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	area->shared = mmap(NULL, AREA, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
}

/* All pages are touched by the first write of each way. */
static int map(struct area *area)
{
	int fd = memfd_create("markbench text", MFD_CLOEXEC);

	area->text = area->shared = area->alias = MAP_FAILED;
	if (fd < 0)
		return -errno;
	if (!ftruncate(fd, AREA))
		map_all(area, fd);
	close(fd);
	if (area->text == MAP_FAILED || area->shared == MAP_FAILED || area->alias == MAP_FAILED)
		return -ENOMEM;
	return 0;
}

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int time_way(unsigned int way, const struct area *area, unsigned int places,
		    unsigned int rounds, struct stat_interval *us)
{
	double times[ROUNDS_MAX];
	unsigned int round;
	int ret = ways[way].write(area, places, 0); /* the first one pays for all */

	for (round = 0; round < rounds && !ret; round++) {
		double begin = now_us();

		ret = ways[way].write(area, places, (char)round);
		times[round] = now_us() - begin;
	}
	return ret ? ret : stat_median_interval(times, rounds, STAT_SEED, us);
}

static int time_sizes(unsigned int way, const struct area *area, unsigned int rounds,
		      struct way_time *time)
{
	static const unsigned int most[WAYS_SIZES] = { ROUNDS_MAX, 201, 21 };
	unsigned int size;
	int ret = 0;

	for (size = 0; size < WAYS_SIZES && !ret; size++)
		ret = time_way(way, area, ways_sizes[size],
			       rounds < most[size] ? rounds : most[size], &time->us[size]);
	return ret;
}

/**
 * ways_measure() - time each way
 * @times:	filled in, one of each way; the ones that are refused here say so
 * @rounds:	at least 1; fewer are made of what takes long
 */
void ways_measure(struct way_time times[static WAYS], unsigned int rounds)
{
	struct area area;
	unsigned int way;
	int ret = map(&area);

	if (!ret &&
	    syscall(__NR_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0))
		ret = -errno;
	for (way = 0; way < WAYS; way++) {
		int failed = ret;

		times[way] = (struct way_time){ .name = ways[way].name, .what = ways[way].what };
		if (!failed)
			failed = time_sizes(way, &area, rounds, &times[way]);
		if (failed)
			snprintf(times[way].missing, sizeof(times[way].missing), "%s",
				 strerror(-failed));
	}
	unmap(&area);
}
