// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ctf_user.c - strings and doubles of events, in user space
 *
 *	where it is			how it is read
 *	the program's own file		at once: as literals, it is mapped as long as the process lives
 *	the stack in use, the heap	after a look at each of its pages, through a system call that says
 *	below the break			-EFAULT: the one stays, the other shrinks when its end is free
 *	anywhere else			by process_vm_readv(2) on the process itself: it may be unmapped at any
 *					moment, by another thread too; that takes microseconds
 */
#include "ctf.h"

#include <link.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define SEGMENTS_MAX 8
#define STACK_NEAR   (64u << 10)

/* The program's; written before the first event. */
static struct segment {
	uintptr_t start, end;
} segments[SEGMENTS_MAX];
static unsigned int nr_segments;

/* The first object is the program. */
static int add_segments(struct dl_phdr_info *info, size_t size, void *unused)
{
	int i;

	for (i = 0; i < info->dlpi_phnum && nr_segments < SEGMENTS_MAX; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type == PT_LOAD && (ph->p_flags & PF_R))
			segments[nr_segments++] = (struct segment){ start, start + ph->p_memsz };
	}
	return 1;
}

void marker_ctf_strings_init(void)
{
	if (!nr_segments)
		dl_iterate_phdr(add_segments, NULL);
}

/* How many bytes from there on are the program's, up to @max. */
static size_t in_program(const char *from, size_t max)
{
	uintptr_t at = (uintptr_t)from;
	unsigned int i;

	for (i = 0; i < nr_segments; i++)
		if (at - segments[i].start < segments[i].end - segments[i].start)
			return segments[i].end - at < max ? segments[i].end - at : max;
	return 0;
}

static size_t put(u8 *to, const char *text, size_t max)
{
	size_t len = strnlen(text, max);

	if (len)
		memcpy(to, text, len);
	to[len] = '\0';
	return len + 1;
}

/*
 * rt_sigprocmask(2) looks at its eight bytes before it finds that what it is to do with them does not exist.
 * Between that and the load another thread might unmap them, which for an argument of a marked line would
 * be a bug of the program.
 */
static bool is_readable(uintptr_t at)
{
	return syscall(SYS_rt_sigprocmask, -1, at & ~7ul, NULL, 8) == 0 || errno != EFAULT;
}

static ssize_t read_checked(u8 *to, const char *from, size_t max)
{
	size_t len;

	for (len = 0; len < max; len++) {
		uintptr_t at = (uintptr_t)from + len;

		if ((len == 0 || (at & 4095) == 0) && !is_readable(at))
			break;
		to[len] = from[len];
		if (!to[len])
			return len + 1;
	}
	return len;
}

static bool is_near(const char *from)
{
	uintptr_t at = (uintptr_t)from, stack = (uintptr_t)__builtin_frame_address(0);

	return at - stack < STACK_NEAR ||
	       (nr_segments && at > segments[nr_segments - 1].end && at < (uintptr_t)sbrk(0));
}

/* How many bytes could be read: up to the end of what is mapped, so in two parts, divided by pages. */
static ssize_t read_own(u8 *to, const char *from, size_t max)
{
	size_t first = -(uintptr_t)from & 4095;
	struct iovec local = { to, max };
	struct iovec remote[2] = {
		{ (void *)from, first < max ? first : max },
		{ (void *)((uintptr_t)from + first), first < max ? max - first : 0 },
	};
	int saved_errno = errno;
	ssize_t len;

	if (is_near(from)) {
		len = read_checked(to, from, max);
	} else {
		len = process_vm_readv(getpid(), &local, 1, remote, 2, 0);
		/* Profiles of old containers refuse it. */
		if (len < 0 && (errno == ENOSYS || errno == EPERM))
			len = read_checked(to, from, max);
	}
	errno = saved_errno;
	return len;
}

size_t marker_ctf_string(u8 *to, const char *from, size_t max)
{
	ssize_t got;
	size_t len;

	if (!from)
		return put(to, "(null)", max);
	if (!max)
		return put(to, "", 0);
	len = in_program(from, max);
	if (len == max || (len && strnlen(from, len) < len))
		return put(to, from, max);
	got = read_own(to, from, max);
	if (got <= 0)
		return put(to, "(unreadable)", max);
	len = strnlen((char *)to, got);
	if (len == (size_t)got && len < max)
		return put(to, "(unreadable)", max);
	to[len] = '\0';
	return len + 1;
}

void marker_ctf_double(u8 *to, va_list *args)
{
	double value = va_arg(*args, double);

	memcpy(to, &value, 8);
}

void marker_ctf_long_double(u8 *to, va_list *args)
{
	double value = va_arg(*args, long double);

	memcpy(to, &value, 8);
}
