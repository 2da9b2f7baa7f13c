// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ctf_user.c - strings and doubles of events, in user space
 *
 * A string is read through the kernel, by process_vm_readv(2) on the process itself, which says -EFAULT
 * where a load would be the end of the program.
 */
#include "ctf.h"

#include <sys/uio.h>
#include <unistd.h>

static size_t put(u8 *to, const char *text, size_t max)
{
	size_t len = strnlen(text, max);

	memcpy(to, text, len);
	to[len] = '\0';
	return len + 1;
}

/* How many bytes could be read: up to the end of what is mapped, so in two parts, divided by pages. */
static ssize_t read_own(u8 *to, const char *from, size_t max)
{
	size_t first = -(uintptr_t)from & 4095;
	struct iovec local = { to, max };
	struct iovec remote[2] = {
		{ (void *)from, first < max ? first : max },
		{ (void *)(from + first), first < max ? max - first : 0 },
	};
	int saved_errno = errno;
	ssize_t len = process_vm_readv(getpid(), &local, 1, remote, 2, 0);

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
