/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sys_user.h - the system calls of a probe that records
 *
 * Not by the C library's functions of these names: they are cancellation points, and a probe must not be
 * where a thread ends.  All may be called in a signal handler; all return 0 or more, or a negative errno,
 * and may change errno.
 */
#ifndef MARKER_RECORD_SYS_USER_H
#define MARKER_RECORD_SYS_USER_H

#include "../../marker/os.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Linux 5.14; older headers do not have it, and older kernels say -EINVAL. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static inline long sys_result(long ret)
{
	return ret < 0 ? -errno : ret;
}

static inline int sys_openat(int dir, const char *path, int flags, unsigned int mode)
{
	return sys_result(syscall(SYS_openat, dir, path, flags | O_CLOEXEC, mode));
}

static inline int sys_close(int fd)
{
	return sys_result(syscall(SYS_close, fd));
}

static inline int sys_mkdirat(int dir, const char *path, unsigned int mode)
{
	return sys_result(syscall(SYS_mkdirat, dir, path, mode));
}

/* 0: it is there. */
static inline int sys_faccessat(int dir, const char *path)
{
	return sys_result(syscall(SYS_faccessat, dir, path, F_OK));
}

/* Both in one directory. */
static inline int sys_rename(int dir, const char *from, const char *to)
{
	return sys_result(syscall(SYS_renameat2, dir, from, dir, to, 0));
}

static inline int sys_unlink(int dir, const char *path)
{
	return sys_result(syscall(SYS_unlinkat, dir, path, 0));
}

static inline int sys_fallocate(int fd, u64 size)
{
	return sys_result(syscall(SYS_fallocate, fd, 0, 0L, (long)size));
}

static inline long sys_pwrite(int fd, const void *from, size_t size, u64 at)
{
	return sys_result(syscall(SYS_pwrite64, fd, from, size, (long)at));
}

static inline void *sys_map_file(int fd, size_t size)
{
	return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

static inline void *sys_map_memory(size_t size)
{
	/* cppcheck-suppress invalidFunctionArg */
	return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

#endif
