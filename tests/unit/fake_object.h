/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fake_object.h - an object with marked lines that no compiler made
 *
 * Rows, slots, strings and the bytes of sites in one mapping, laid out as site.h says, so that a
 * test can put a site of any kind at any address, and as many as it likes.  The sites are never
 * executed.  The dynamic loader does not know of the mapping, so where two objects have a marker in
 * common, the memory of the first that goes must stay until both have gone (image.c drops the slots
 * of an object by the loader's range of it).
 */
#ifndef FAKE_OBJECT_H
#define FAKE_OBJECT_H

#include "marker/registry.h"

#include <sys/mman.h>

#define FAKE_PAGE	 4096
#define FAKE_STRINGS_MAX 128

struct fake_object {
	struct marker_object description;
	struct marker_row *rows;
	struct marker_slot *slots;
	u8 *flags;
	char *strings;
	u8 *text; /* page-aligned; writable and not executable until it is patched */
	unsigned int nr_rows, max_rows;
	size_t size, text_size;
};

/* One line; what is NULL is given room of its own. */
struct fake_line {
	const char *name, *format;
	unsigned int kind;
	u8 *site;
	const u8 *target;
	struct marker_slot *slot;
};

static inline void fake_point(s32 *word, const void *to)
{
	*word = (const char *)to - (const char *)word;
}

static inline size_t fake_pages(size_t size)
{
	return (size + FAKE_PAGE - 1) / FAKE_PAGE * FAKE_PAGE;
}

static inline struct fake_object *fake_object_create(unsigned int max_rows, size_t text_size)
{
	size_t row_size =
		sizeof(struct marker_row) + sizeof(struct marker_slot) + 1 + FAKE_STRINGS_MAX;
	size_t head = fake_pages(sizeof(struct fake_object) + max_rows * row_size);
	size_t size = head + fake_pages(text_size) + FAKE_PAGE;
	struct fake_object *object =
		/* cppcheck-suppress invalidFunctionArg */
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(object != MAP_FAILED);
	object->size = size;
	object->text_size = fake_pages(text_size);
	object->max_rows = max_rows;
	object->slots = (struct marker_slot *)(object + 1);
	object->rows = (struct marker_row *)(object->slots + max_rows);
	object->flags = (u8 *)(object->rows + max_rows);
	object->strings = (char *)(object->flags + max_rows);
	object->text = (u8 *)object + head;
	/* Who reads or writes behind the text is told. */
	assert(!mprotect(object->text + object->text_size, FAKE_PAGE, PROT_NONE));
	object->description.version = MARKER_ABI_VERSION;
	object->description.row_size = sizeof(struct marker_row);
	fake_point(&object->description.start, object->rows);
	fake_point(&object->description.stop, object->rows);
	return object;
}

static inline const char *fake_strings(struct fake_object *object, const struct fake_line *line)
{
	char *strings = object->strings + object->nr_rows * FAKE_STRINGS_MAX;
	size_t name_size = strlen(line->name) + 1;

	assert(name_size + strlen(line->format) < FAKE_STRINGS_MAX);
	memcpy(strings, line->name, name_size);
	strcpy(strings + name_size, line->format);
	return strings;
}

static inline struct marker_row *fake_object_add(struct fake_object *object, struct fake_line line)
{
	struct marker_row *row = &object->rows[object->nr_rows];
	void *site = line.site ? line.site : &object->flags[object->nr_rows];
	void *slot = line.slot ? line.slot : &object->slots[object->nr_rows];

	assert(object->nr_rows < object->max_rows);
	fake_point(&row->site, site);
	fake_point(&row->target, line.target ? line.target : (u8 *)&row->target);
	fake_point(&row->strings, fake_strings(object, &line));
	fake_point(&row->slot_kind, (char *)slot + line.kind);
	object->nr_rows++;
	fake_point(&object->description.stop, &object->rows[object->nr_rows]);
	return row;
}

static inline struct marker_row *fake_object_add_generic(struct fake_object *object,
							 const char *name, const char *format)
{
	return fake_object_add(object, (struct fake_line){ .name = name, .format = format });
}

/* What a debugger does: a byte, whatever the protection. */
static inline void fake_poke(u8 *at, u8 byte)
{
	void *page = (void *)((uintptr_t)at & ~(uintptr_t)(FAKE_PAGE - 1));

	assert(!mprotect(page, FAKE_PAGE, PROT_READ | PROT_WRITE));
	*at = byte;
}

static inline void fake_object_load(struct fake_object *object)
{
	marker_object_register(&object->description);
}

/* An object with generic lines, loaded; ends with a line whose name is NULL. */
static inline struct fake_object *fake_object_load_lines(const struct fake_line *lines)
{
	struct fake_object *object = fake_object_create(32, 0);

	for (; lines->name; lines++)
		fake_object_add(object, *lines);
	fake_object_load(object);
	return object;
}

#define LOAD(...) \
	fake_object_load_lines((const struct fake_line[]){ __VA_ARGS__, { .name = NULL } })
#define LINE(n, f)                         \
	{                                  \
		.name = (n), .format = (f) \
	}

static inline void fake_object_free(struct fake_object *object)
{
	munmap(object, object->size);
}

/* As dlclose(): the memory goes. */
static inline void fake_object_unload(struct fake_object *object)
{
	marker_object_unregister(&object->description);
	fake_object_free(object);
}

/* What a generic site does when control reaches it. */
#define fake_hit(row, ...)                                                \
	do {                                                              \
		if (READ_ONCE(*(u8 *)marker_row_site(row)))               \
			marker_call(marker_row_slot(row), ##__VA_ARGS__); \
	} while (0)

#endif
