// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * os_text_kernel.c - writing the text of modules: a writable alias, and writes that go together
 *
 * Text is mapped read-only, and the kernel's own way round that (text_poke()) is not exported.  What
 * is exported is vmap(): the pages of a run are mapped a second time, writable, for as long as the run
 * takes.  Writes are queued, so that a run costs its three rounds of interrupts once and not once for
 * each site.
 *
 * The queue is static, so nothing but the alias can fail for want of memory.
 *
 * Locking: os_lock() is held from begin to end.
 */
#include "kmod.h"
#include "os_text_kernel.h"

#include <linux/mm.h>
#include <linux/vmalloc.h>

#define QUEUE_MAX 256

static struct {
	u8 *first; /* the page that the alias begins with */
	u8 *alias;
	int error;
	unsigned int nr;
	struct marker_poke queue[QUEUE_MAX];
} text;

/* Text of modules is vmalloc memory, text of the kernel is not; they are far from each other. */
static struct page *page_of(const void *addr, bool module)
{
	return module ? vmalloc_to_page(addr) : pfn_to_page(PHYS_PFN(__pa_symbol(addr)));
}

static u8 *map_pages(u8 *first, unsigned int nr)
{
	struct page **pages = os_alloc(nr * sizeof(*pages));
	bool module = marker_module_of((uintptr_t)first);
	unsigned int i;
	u8 *alias;

	if (!pages)
		return NULL;
	for (i = 0; i < nr; i++) {
		struct page *page = page_of(first + i * PAGE_SIZE, module);

		/* A run may reach from one module into the next, over pages that there are not. */
		pages[i] = page ? page : pages[0];
	}
	alias = vmap(pages, nr, VM_MAP, PAGE_KERNEL);
	os_free(pages);
	return alias;
}

int os_text_begin(void *first, void *last, unsigned int writes)
{
	u8 *start = (u8 *)((uintptr_t)first & PAGE_MASK);

	text.alias = map_pages(start, DIV_ROUND_UP((u8 *)last - start, PAGE_SIZE));
	if (!text.alias)
		return -ENOMEM;
	text.first = start;
	text.error = 0;
	text.nr = 0;
	return 0;
}

static void flush(void)
{
	int ret = text.nr ? arch_poke(text.queue, text.nr) : 0;

	if (ret && !text.error)
		text.error = ret;
	text.nr = 0;
}

int os_text_write(void *addr, u64 bytes, unsigned int len)
{
	/* A second row of the same site: the first one's write has not been seen yet. */
	if (text.nr && text.queue[text.nr - 1].addr == addr)
		return 0;
	if (text.nr == QUEUE_MAX)
		flush();
	text.queue[text.nr++] = (struct marker_poke){
		.addr = addr,
		.alias = text.alias + ((u8 *)addr - text.first),
		.value = bytes,
	};
	return 0;
}

int os_text_end(void)
{
	flush();
	vunmap(text.alias);
	return text.error;
}

const char *os_text_mode(void)
{
	return arch_poke_mode;
}

int marker_text_init(void)
{
	return arch_poke_init();
}

void marker_text_exit(void)
{
	arch_poke_exit();
}
