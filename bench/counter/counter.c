// SPDX-License-Identifier: GPL-2.0-only
/*
 * counter.c - opens an event, maps its page, reads it
 *
 * arm64 gives access from user space to those who ask for it by a bit of config1, and 64 bits of
 * counter by another one, which the kernel refuses where the hardware has 32.  So the three are tried
 * in turn: both, access alone, none.  On x86 there are no such bits, and the page says what is allowed.
 */
#include "counter.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../machine.h"

#define PARANOID_FILE "/proc/sys/kernel/perf_event_paranoid"
#define ACCESS_FILE   "/proc/sys/kernel/perf_user_access"
#define RDPMC_FILE    PMU_ROOT "/cpu/rdpmc"

/* What read(2) returns for it, in this order. */
#define READ_FORMAT (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static const struct page_machine this_machine = {
	.counter = machine_counter,
	.ticks = machine_ticks,
};

static int read_number(const char *path, int missing)
{
	FILE *file = fopen(path, "re");
	int number = missing;

	if (!file)
		return missing;
	if (fscanf(file, "%d", &number) != 1)
		number = missing;
	fclose(file);
	return number;
}

static const char *refused_permission(const struct event *event, int paranoid)
{
	if (paranoid >= 3)
		return "no event at all without CAP_PERFMON";
	if (!event->attr.exclude_kernel)
		return "without CAP_PERFMON user space only, as with :u";
	return "not without CAP_PERFMON";
}

/**
 * counter_refused() - a sentence for what perf_event_open(2) failed with
 * @error:	a positive errno
 * @paranoid:	what /proc/sys/kernel/perf_event_paranoid says
 */
void counter_refused(const struct event *event, int error, int paranoid, char *why, size_t len)
{
	const char *name = event->name;

	if (error == EACCES || error == EPERM)
		snprintf(why, len, "%s: not permitted: %s (" PARANOID_FILE " is %d)", name,
			 refused_permission(event, paranoid), paranoid);
	else if (error == ENOENT || error == ENODEV)
		snprintf(why, len, "%s: no PMU here counts it", name);
	else if (error == EOPNOTSUPP)
		snprintf(why, len, "%s: the PMU cannot count it as it is asked for", name);
	else if (error == EINVAL)
		snprintf(
			why, len,
			"%s: the kernel refuses config 0x%llx, config1 0x%llx, config2 0x%llx of %s",
			name, event->attr.config, event->attr.config1, event->attr.config2,
			event->pmu);
	else
		snprintf(why, len, "%s: perf_event_open: %s", name, strerror(error));
}

static int open_event(struct counter *counter)
{
	counter->fd =
		(int)syscall(SYS_perf_event_open, &counter->attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	return counter->fd < 0 ? -errno : 0;
}

/* What was typed is asked for as it is; otherwise all that may be had. */
static int open_best(struct counter *counter, const struct event *event)
{
	const uint64_t bits[] = { event->user_bit | event->long_bit, event->user_bit, 0 };
	unsigned int i;
	int ret = 0;

	if (event->bits_given || !event->user_bit)
		return open_event(counter);
	for (i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		counter->attr.config1 = event->attr.config1 | bits[i];
		ret = open_event(counter);
		if (ret != -EOPNOTSUPP && ret != -EINVAL)
			return ret;
	}
	return ret;
}

static void map_page(struct counter *counter)
{
	counter->page =
		mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, counter->fd, 0);
	if (counter->page == MAP_FAILED)
		counter->page = NULL;
}

/* The reasons are looked for in the order in which they hide each other. */
static void explain(struct counter *counter, const struct event *event)
{
	const char *why = "";

	if (!event->core)
		why = "it is not an event of the processor";
	else if (!*machine_counter_name)
		why = "this build knows no instruction for it";
	else if (!counter->page)
		why = "the kernel gave no page for it";
	else if (!counter->page->cap_user_rdpmc && !read_number(RDPMC_FILE, 1))
		why = RDPMC_FILE " is 0";
	else if (event->user_bit && !(counter->attr.config1 & event->user_bit))
		why = "it was not asked for access from user space";
	else if (event->user_bit && !read_number(ACCESS_FILE, 1))
		why = ACCESS_FILE " is 0";
	else if (!counter->page->cap_user_rdpmc)
		why = "the kernel does not let user space";
	snprintf(counter->why_call, sizeof(counter->why_call), "%s", why);
}

/**
 * counter_open() - begin to count, for this thread
 * @counter:	filled in
 * @event:	what
 * @why:	a sentence that begins with the event, if it fails
 *
 * Return: 0, or what perf_event_open(2) failed with, negative.
 */
int counter_open(struct counter *counter, const struct event *event, char *why, size_t len)
{
	int ret;

	*counter = (struct counter){ .fd = -1, .attr = event->attr };
	counter->attr.read_format = READ_FORMAT;
	ret = open_best(counter, event);
	if (ret) {
		counter_refused(event, -ret, read_number(PARANOID_FILE, 2), why, len);
		return ret;
	}
	map_page(counter);
	explain(counter, event);
	return 0;
}

static int read_call(struct counter *counter, struct count *count)
{
	uint64_t values[3];
	ssize_t len = read(counter->fd, values, sizeof(values));

	if (len != sizeof(values))
		return len < 0 ? -errno : -EIO;
	counter->by_call++;
	*count = (struct count){ values[0], values[1], values[2] };
	return 0;
}

/**
 * counter_read() - the count now
 *
 * Return: 0, or what read(2) failed with, negative.
 */
int counter_read(struct counter *counter, struct count *count)
{
	if (*counter->why_call || page_read(counter->page, &this_machine, count))
		return read_call(counter, count);
	counter->by_page++;
	return 0;
}

/** counter_width() - bits of the counter that is read by the instruction, 0 if it is not */
unsigned int counter_width(const struct counter *counter)
{
	return *counter->why_call ? 0 : counter->page->pmc_width;
}

/** counter_close() - stop counting; also of one that is not open */
void counter_close(struct counter *counter)
{
	if (counter->page)
		munmap(counter->page, (size_t)sysconf(_SC_PAGESIZE));
	counter->page = NULL;
	if (counter->fd >= 0)
		close(counter->fd);
	counter->fd = -1;
}
