// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * os_text_user.c - writing program text from inside the program
 *
 * Two ways, and each has places where it is the only one:
 *
 *	mprotect	the pages are writable for the moment; they stay executable, as other threads
 *			are in them.  Refused by MemoryDenyWriteExecute=, SELinux execmod, mseal.
 *	/proc/self/mem	the kernel writes, whatever the protection; text is never writable, so
 *			it passes all of those.  Refused by proc_mem.force_override=never, without
 *			/proc, and without effect under qemu-user, which goes on executing its
 *			translation.  The kernel's copy of several bytes need not be one store, so
 *			not for units of two.
 *
 * The first costs two system calls a run of pages, the second two (its descriptor cannot be kept: a
 * program that closes what it does not know would leave us with somebody else's file) and one a site.
 * Calls alone, the first is always the cheaper one, 2.8 us against 5.3 for one site.  But it makes every
 * core that runs the process drop what it knows of those pages, and waits for it: in a process
 * of several threads the second is taken for a handful of sites.  Where one is refused the other is
 * tried.  Whether the second has an effect at all is found out once, on a function of our own
 * (arch_try_form()): reading the bytes back proves nothing.
 *
 * Cores: membarrier(2), PRIVATE_EXPEDITED_SYNC_CORE, since Linux 4.16.  Where there is none (old
 * container profiles, gVisor) the TLB shootdown of mprotect stands in: it interrupts every core that
 * runs the process, and the return from an interrupt serialises (SDM vol. 3A 8.3).  A processor that
 * flushes by broadcast (arm64, AMD with INVLPGB) is not interrupted: there a core may pass the site a
 * few times more in its old form before it sees the new one.
 *
 * Locking: all of it under os_lock().
 */
#include "registry.h"

#include <fcntl.h>
#include <link.h>
#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "valgrind_user.h"

/* Up to here /proc/self/mem is the cheaper way, if there are other threads. */
#define FEW_SITES 3

static struct {
	bool tried;
	bool mem_works; /* /proc/self/mem reaches the processor */
	bool sync_core;
	bool refused;	   /* mprotect() was, once */
	bool use_mprotect; /* what the run at hand is written by */
	int mem_fd;	   /* open during a run only */
	int prot;	   /* of the run's pages, to be restored */
} text = { .mem_fd = -1 };

struct os_writable os_writable;

/* The executable segment around an address: how far a run may reach, and its protection. */
struct segment {
	uintptr_t addr;
	uintptr_t start, end;
	int prot;
};

static int segment_of(struct dl_phdr_info *info, size_t size, void *data)
{
	struct segment *segment = data;
	int i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD || segment->addr - start >= ph->p_memsz)
			continue;
		segment->start = start;
		segment->end = start + ph->p_memsz;
		segment->prot = (ph->p_flags & PF_R ? PROT_READ : 0) |
				(ph->p_flags & PF_W ? PROT_WRITE : 0) |
				(ph->p_flags & PF_X ? PROT_EXEC : 0);
		return 1;
	}
	return 0;
}

static int open_mem(void)
{
	text.mem_fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
	return text.mem_fd < 0 ? -EACCES : 0;
}

static int open_pages(char *first, char *last)
{
	uintptr_t page = sysconf(_SC_PAGESIZE);
	struct segment segment = {
		.addr = (uintptr_t)first,
		.end = (uintptr_t)last,
		.prot = PROT_READ | PROT_EXEC,
	};

	dl_iterate_phdr(segment_of, &segment);
	if ((uintptr_t)last > segment.end)
		last = (char *)segment.end;
	first = (char *)((uintptr_t)first & ~(page - 1));
	last = (char *)(((uintptr_t)last + page - 1) & ~(page - 1));
	if (mprotect(first, last - first, segment.prot | PROT_WRITE))
		return -EACCES;
	os_writable.start = first;
	os_writable.size = last - first;
	text.prot = segment.prot;
	return 0;
}

static int begin(char *first, char *last, bool by_mprotect)
{
	text.use_mprotect = by_mprotect;
	return by_mprotect ? open_pages(first, last) : open_mem();
}

static int membarrier(int command)
{
	return syscall(SYS_membarrier, command, 0, 0);
}

/* Does a write through /proc/self/mem change what the processor does? */
static bool try_mem(void)
{
	struct marker_form form;
	char *at;
	bool works;

	if (!arch_try_form(&form) || arch_try_call() != 0)
		return false;
	at = (char *)form.start + form.at;
	if (begin(at, at + form.unit, false))
		return false;
	works = !os_text_write(at, form.on >> 8 * form.at, form.unit) && arch_try_call() == 1;
	works &= !os_text_write(at, form.off >> 8 * form.at, form.unit);
	os_text_end();
	return works && arch_try_call() == 0;
}

static void try_all(void)
{
	if (text.tried)
		return;
	text.tried = true;
	text.sync_core = !membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE) &&
			 !membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
	text.mem_works = try_mem();
}

/* ThreadSanitizer has no shadow of text to note a store of ours in. */
static unsigned int few_sites(void)
{
	if (OS_TSAN)
		return ~0u;
	return __libc_single_threaded ? 0 : FEW_SITES;
}

static bool prefers_mprotect(unsigned int writes)
{
	if (!text.mem_works || !text.sync_core)
		return true;
	return !text.refused && writes > few_sites();
}

int os_text_begin(void *first, void *last, unsigned int writes)
{
	bool by_mprotect;
	int ret;

	try_all();
	by_mprotect = prefers_mprotect(writes);
	ret = begin(first, last, by_mprotect);
	text.refused |= by_mprotect && ret;
	if (ret && (text.mem_works || !by_mprotect))
		ret = begin(first, last, !by_mprotect);
	return ret;
}

static void store(void *addr, u64 bytes, unsigned int len)
{
	if (len == 1)
		__atomic_store_n((u8 *)addr, bytes, __ATOMIC_RELEASE);
	else if (len == 2)
		__atomic_store_n((u16 *)addr, bytes, __ATOMIC_RELEASE);
	else
		__atomic_store_n((u32 *)addr, bytes, __ATOMIC_RELEASE);
}

/*
 * A run may span two segments of an object, and a unit of two bytes cannot go through /proc/self/mem:
 * the pages are opened when it gets there.
 */
static int reach(char *addr, unsigned int len)
{
	if (text.use_mprotect ? (size_t)(addr - os_writable.start) < os_writable.size : len != 2)
		return 0;
	os_text_end();
	if (!begin(addr, addr + len, true))
		return 0;
	text.refused = true;
	/* The neighbours that are not of two bytes still go the other way. */
	if (!text.mem_works || begin(addr, addr + len, false) || len == 2)
		return -EACCES;
	return 0;
}

static int write_mem(void *addr, u64 bytes, unsigned int len)
{
	u64 image = cpu_to_le64(bytes);

	if (pwrite(text.mem_fd, &image, len, (off_t)(uintptr_t)addr) != (ssize_t)len)
		return -EACCES;
	__builtin___clear_cache((char *)addr, (char *)addr + len);
	valgrind_discard(addr, len);
	return 0;
}

int os_text_write_slow(void *addr, u64 bytes, unsigned int len)
{
	if (reach(addr, len))
		return -EACCES;
	if (unlikely(!text.use_mprotect))
		return write_mem(addr, bytes, len);
	store(addr, bytes, len);
	return 0;
}

int os_text_end(void)
{
	if (!text.use_mprotect) {
		close(text.mem_fd);
		text.mem_fd = -1;
	} else if (os_writable.size) {
		__builtin___clear_cache(os_writable.start, os_writable.start + os_writable.size);
		valgrind_discard(os_writable.start, os_writable.size);
		mprotect(os_writable.start, os_writable.size, text.prot);
		os_writable.size = 0;
	}
	return 0;
}

void os_text_sync(void)
{
	if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE) && errno == EPERM) {
		/* A child of a raw clone() that does not share our registration. */
		membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
		membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
	}
}

const char *os_text_mode(void)
{
	static const char *const modes[2][2][2] = {
		{ { "text by mprotect alone, no membarrier",
		    "text by mprotect alone, cores by membarrier" },
		  { "text by mprotect or /proc/self/mem, no membarrier",
		    "text by mprotect or /proc/self/mem, cores by membarrier" } },
		{ { "mprotect refused, /proc/self/mem without effect, no membarrier",
		    "mprotect refused, /proc/self/mem without effect, cores by membarrier" },
		  { "text by /proc/self/mem (mprotect refused), no membarrier",
		    "text by /proc/self/mem (mprotect refused), cores by membarrier" } },
	};

	try_all();
	return modes[text.refused][text.mem_works][text.sync_core];
}
