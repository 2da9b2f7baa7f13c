// SPDX-License-Identifier: GPL-2.0-only
/*
 * uprobe.c - the kernel puts uprobes on sites (case A1)
 *
 * usage: uprobe BUILD-NAME	exit status 77: uprobes are not permitted, the reason on stdout
 *
 * A uprobe on a 5-byte nop is made a call by kernels that optimise it, which pushes a return address
 * over the red zone of a leaf function: here a leaf keeps values there, with the site between.
 */
#include "life.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#define CALLS 2000

/*
 * The leaf: what lies below the stack pointer before the site has to be there after it.  The compiler
 * does not know of these values, so they are its callee's once the marker is on.
 */
#define LEAF(name, mark)                                                       \
	static __attribute__((noinline)) unsigned long name(unsigned long v)   \
	{                                                                      \
		unsigned long a, b;                                            \
		__asm__ __volatile__("mov %2, -8(%%rsp)\n\tmov %2, -16(%%rsp)" \
				     : "=m"(a), "=m"(b)                        \
				     : "r"(v)                                  \
				     : "memory");                              \
		mark(uprobe_##name, "value %d", (int)v);                       \
		__asm__ __volatile__("mov -8(%%rsp), %0\n\tmov -16(%%rsp), %1" \
				     : "=r"(a), "=r"(b)                        \
				     :                                         \
				     : "memory");                              \
		return a + b;                                                  \
	}

LEAF(jump, MARK_JUMP)
LEAF(immediate, MARK_IMMEDIATE)
LEAF(generic, MARK_GENERIC)

static const char *build;

/* The offset in the file of an address of this program. */
static int find_offset(struct dl_phdr_info *info, size_t size, void *data)
{
	uintptr_t *at = data, base = info->dlpi_addr;
	int i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type != PT_LOAD || *at - base - ph->p_vaddr >= ph->p_memsz)
			continue;
		*at = *at - base - ph->p_vaddr + ph->p_offset;
		return 1;
	}
	return 0;
}

static int uprobe_type(void)
{
	int type = -1;
	FILE *file = fopen("/sys/bus/event_source/devices/uprobe/type", "r");

	if (file) {
		if (fscanf(file, "%d", &type) != 1)
			type = -1;
		fclose(file);
	}
	return type;
}

static int attach(const void *site)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .type = uprobe_type() };
	uintptr_t offset = (uintptr_t)site;

	if ((int)attr.type < 0)
		return -ENOSYS;
	dl_iterate_phdr(find_offset, &offset);
	attr.uprobe_path = (uintptr_t) "/proc/self/exe";
	attr.probe_offset = offset;
	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static unsigned long counted(int fd)
{
	uint64_t count = 0;

	return read(fd, &count, sizeof(count)) == sizeof(count) ? count : 0;
}

static int bad_values(unsigned long (*leaf)(unsigned long))
{
	unsigned long i;
	int bad = 0;

	for (i = 1; i <= CALLS; i++)
		bad += leaf(i) != 2 * i;
	return bad;
}

static void call_often(unsigned long (*leaf)(unsigned long))
{
	int i;

	for (i = 0; i < CALLS; i++)
		leaf(1);
}

/* A uprobe while the site is off: exact counts, no value lost, enabling is refused. */
static void while_off(const char *name, unsigned long (*leaf)(unsigned long), unsigned char *site)
{
	struct hits hits = { 0 };
	struct marker_probe probe = { .name = name, .func = count_hit, .private_data = &hits };
	struct marker_result result;
	int fd = attach(site), bad, ret;
	unsigned long count;

	if (fd < 0) {
		ok(0, "A1 %s: %s: attach: %s", build, name, strerror(errno));
		return;
	}
	bad = bad_values(leaf);
	count = counted(fd);
	ok(!bad, "A1 %s: %s: %d of %d values below the stack pointer lost under a uprobe", build,
	   name, bad, CALLS);
	ok(count == CALLS, "A1 %s: %s: the uprobe counts %lu", build, name, count);
	ret = marker_probe_connect(&probe, &result);
	ok(ret == -EBUSY && strstr(result.reason, "cc"), "A1 %s: %s: enabling says -EBUSY: %s",
	   build, name, result.reason);
	close(fd);
	ret = marker_probe_connect(&probe, &result);
	call_often(leaf);
	ok(ret == 1 && hits.count == CALLS, "A1 %s: %s: without the uprobe it is enabled and hit",
	   build, name);
	marker_probe_unregister(name, count_hit, &hits);
}

/*
 * A uprobe while the site is on: the kernel brings the instruction of the file back, so the marker is
 * off, also when the uprobe has gone, until marker_refresh().  Where an immediate is what is switched
 * the kernel does not touch it: that marker is on again by itself.
 */
static void while_on(const char *name, unsigned long (*leaf)(unsigned long), unsigned char *site)
{
	struct hits hits = { 0 };
	unsigned int comes_back = (*site & 0xf8) == 0xb0;
	int fd, bad, ret;

	ok(marker_probe_register(name, "value %d", count_hit, &hits) == 1, "A1 %s: %s: connect",
	   build, name);
	fd = attach(site);
	bad = bad_values(leaf);
	ok(fd >= 0 && !bad, "A1 %s: %s: on, then a uprobe: %d values lost", build, name, bad);
	ok(marker_refresh(NULL) < 0, "A1 %s: %s: marker_refresh() cannot mend it under the uprobe",
	   build, name);
	close(fd);
	call_often(leaf);
	ok(status_of(name).on == comes_back && status_of(name).probes == 1 &&
		   hits.count == comes_back * CALLS,
	   "A1 %s: %s: after the uprobe the status tells that it is %s", build, name,
	   comes_back ? "on" : "off");
	hits.count = 0;
	ret = marker_refresh(NULL);
	call_often(leaf);
	ok(ret == !comes_back && status_of(name).on == 1 && hits.count == CALLS,
	   "A1 %s: %s: marker_refresh() mends it", build, name);
	marker_probe_unregister(name, count_hit, &hits);
	ok(!bad_values(leaf) && hits.count == CALLS, "A1 %s: %s: off again", build, name);
}

/* The site of a generic marker is data: the uprobe sits on the function. */
static void on_function(const char *name, unsigned long (*leaf)(unsigned long))
{
	struct hits hits = { 0 };
	int fd = attach((const void *)leaf), ret;

	ret = marker_probe_register(name, "value %d", count_hit, &hits);
	call_often(leaf);
	ok(fd >= 0 && ret == 1 && hits.count == CALLS && counted(fd) == CALLS,
	   "A1 %s: %s: a uprobe on the function and the marker both count", build, name);
	close(fd);
	marker_probe_unregister(name, count_hit, &hits);
}

int main(int argc, char **argv)
{
	int fd;

	build = argv[1];
	fd = attach((const void *)main);
	if (fd < 0) {
		printf("perf_event_open of a uprobe: %s\n", strerror(errno));
		return 77;
	}
	close(fd);
	while_off("uprobe_jump", jump, site_of("uprobe_jump"));
	/* Two bytes change in this form, and the kernel brings back the first alone: not survivable. */
	if (*site_of("uprobe_jump") == 0x0f)
		printf("skip - A1 %s: uprobe_jump: on, then a uprobe: the kernel restores one byte of a "
		       "form that changes two (Documentation/lifecycle.rst)\n",
		       build);
	else
		while_on("uprobe_jump", jump, site_of("uprobe_jump"));
	while_off("uprobe_immediate", immediate, site_of("uprobe_immediate"));
	while_on("uprobe_immediate", immediate, site_of("uprobe_immediate"));
	on_function("uprobe_generic", generic);
	return life_failures != 0;
}
