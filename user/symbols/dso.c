// SPDX-License-Identifier: GPL-2.0-only
/*
 * One dso: loading its symbols, and asking them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/symbols/internal.h"

static int load_images(struct dso *dso)
{
	int err = find_images(dso, &dso->images);

	if (!err)
		err = elf_load(dso, &dso->images);
	return err;
}

static int load_module(struct dso *dso)
{
	int err = load_images(dso);

	return dso->symtab.nr ? err : kernel_load(dso);
}

static int load_jitdump(struct dso *dso, const char *recorded)
{
	char *path;
	int err;

	if (asprintf(&path, "%s%s", dso->symfs ? dso->symfs : "", recorded) < 0)
		return -ENOMEM;
	err = jitdump_load(&dso->symtab, path);
	free(path);
	return err;
}

static int load_jit(struct dso *dso)
{
	struct symtab *tab = &dso->symtab;
	const struct symbols *owner = dso->owner;
	uint32_t i;
	int err;

	tab->last_wins = true;
	err = perfmap_load(tab, dso->key.pid, dso->symfs);
	dso->origin = 'j';
	for (i = 0; i < owner->nr_jitdumps; i++)
		if (owner->jitdumps[i].pid == dso->key.pid &&
		    !load_jitdump(dso, owner->jitdumps[i].path))
			err = 0;
	return err ? err : symtab_arrange(tab);
}

/* What cannot be loaded has no names; the table then shows addresses. */
static void dso_load(struct dso *dso)
{
	dso->loaded = true;
	switch (dso->key.kind) {
	case DSO_FILE:
	case DSO_VDSO:
		dso->err = load_images(dso);
		break;
	case DSO_JIT:
		dso->err = load_jit(dso);
		break;
	case DSO_MODULE:
		dso->err = load_module(dso);
		break;
	case DSO_KERNEL:
		dso->err = kernel_load(dso);
		break;
	default:
		break;
	}
	symtab_arrange(&dso->added);
}

/* The virtual address of an offset in the file that ran. */
bool dso_to_vaddr(struct dso *dso, uint64_t *address)
{
	uint32_t i;

	if (!dso->loaded)
		dso_load(dso);
	if (dso->key.kind == DSO_KERNEL) {
		*address += dso->delta;
		return true;
	}
	for (i = 0; i < dso->nr_loads; i++) {
		const struct load *load = &dso->loads[i];

		if (*address >= load->offset && *address - load->offset < load->size) {
			*address += load->vaddr - load->offset;
			return true;
		}
	}
	return dso->key.kind == DSO_JIT || dso->key.kind == DSO_MODULE;
}

/* The name as it is shown, made when it is first asked for. */
static const char *shown_name(struct dso *dso, struct symbol *symbol)
{
	char *plain;

	if (symbol->shown || symbol->plain)
		return symbol->shown ? symbol->shown : symbol->name;
	symbol->plain = true;
	plain = demangle(symbol->name, dso->owner->options.rust_hashes);
	if (plain && !symtab_own(&dso->symtab, plain))
		symbol->shown = plain;
	return symbol->shown ? symbol->shown : symbol->name;
}

static void describe(const struct dso *dso, const struct symbol *symbol, struct dso_symbol *out)
{
	out->raw = symbol->name;
	out->source = symbol->source;
	out->start = symbol->start - dso->anchor;
	out->size = symbol->end - symbol->start;
	out->local = symbol->binding == STB_LOCAL;
}

static bool find_elf(struct dso *dso, uint64_t address, struct dso_symbol *out)
{
	struct symbol *symbol;

	if (!dso_to_vaddr(dso, &address))
		return false;
	symbol = symtab_find(&dso->symtab, address);
	if (!symbol)
		return false;
	describe(dso, symbol, out);
	out->name = shown_name(dso, symbol);
	out->offset = address - symbol->start;
	return true;
}

/* The kernel's own symbols have no module; a module's have its name. */
static const char *module_of(const struct dso *dso)
{
	return dso->key.kind == DSO_MODULE ? dso->short_name : NULL;
}

static bool find_kernel(const struct dso *dso, uint64_t address, struct dso_symbol *out)
{
	struct kernel_symbol symbol;

	if (!kallsyms_find(dso->kallsyms, address + dso->delta, module_of(dso), &symbol))
		return false;
	*out = (struct dso_symbol){ .name = symbol.name,
				    .raw = symbol.name,
				    .start = symbol.start - dso->anchor,
				    .size = symbol.end - symbol.start,
				    .offset = address + dso->delta - symbol.start,
				    .local = symbol.local };
	return true;
}

static bool find_added(const struct dso *dso, uint64_t address, struct dso_symbol *out)
{
	struct symbol *symbol = symtab_find(&dso->added, address);

	if (!symbol)
		return false;
	describe(dso, symbol, out);
	out->name = out->raw;
	out->offset = address - symbol->start;
	return true;
}

static bool find(struct dso *dso, uint64_t address, struct dso_symbol *out)
{
	if (dso->added.nr && find_added(dso, address, out))
		return true;
	if (dso->key.kind == DSO_NAMED) {
		*out = (struct dso_symbol){ .name = dso->name,
					    .raw = dso->name,
					    .offset = address };
		return true;
	}
	return dso->kallsyms ? find_kernel(dso, address, out) : find_elf(dso, address, out);
}

bool dso_find(struct dso *dso, uint64_t address, struct dso_symbol *out)
{
	bool found;

	if (!dso->loaded)
		dso_load(dso);
	found = find(dso, address, out);
	dso->found += found;
	dso->missed += !found;
	return found;
}

const char *dso_symbol(struct dso *dso, uint64_t address)
{
	struct dso_symbol symbol;

	return dso_find(dso, address, &symbol) ? symbol.name : NULL;
}

struct each {
	const struct dso *dso;
	dso_symbol_fn take;
	void *ctx;
};

static int take_kernel(void *ctx, const char *name, size_t length, uint64_t address)
{
	const struct each *each = ctx;
	struct dso_symbol symbol = { .raw = name,
				     .start = address - each->dso->anchor,
				     .local = name[-2] & 0x20 };

	return each->take(each->ctx, &symbol, length);
}

int dso_each(struct dso *dso, dso_symbol_fn take, void *ctx)
{
	struct each each = { .dso = dso, .take = take, .ctx = ctx };
	struct dso_symbol symbol = { .raw = NULL };
	uint32_t i;
	int err = 0;

	if (!dso->loaded)
		dso_load(dso);
	if (dso->kallsyms)
		err = kallsyms_each(dso->kallsyms, module_of(dso), take_kernel, &each);
	for (i = 0; i < dso->symtab.nr && !err; i++) {
		describe(dso, &dso->symtab.symbols[i], &symbol);
		err = take(ctx, &symbol, strlen(symbol.raw));
	}
	return err;
}

int dso_add_symbol(struct dso *dso, uint64_t start, uint64_t size, const char *name)
{
	char *copy = strdup(name);
	int err = symtab_own(&dso->added, copy);

	if (err || start + size <= start)
		return err ? err : -EINVAL;
	dso->added.last_wins = true;
	err = symtab_add(&dso->added, &(struct symbol){ .start = start,
							.end = start + size,
							.name = copy,
							.plain = true,
							.type = STT_FUNC,
							.binding = STB_GLOBAL });
	return err || !dso->loaded ? err : symtab_arrange(&dso->added);
}

static enum dso_state why_not(const struct dso *dso)
{
	if (dso->other_build)
		return DSO_OTHER_BUILD;
	switch (dso->err) {
	case -EACCES:
		return DSO_RESTRICTED;
	case -ESTALE:
		return DSO_OTHER_KERNEL;
	case -EINVAL:
		return dso->kallsyms_path ? DSO_UNREADABLE : DSO_NO_FILE;
	default:
		return dso->file && dso->err != -ENOENT ? DSO_NO_SYMBOLS : DSO_NO_FILE;
	}
}

void dso_report(struct dso *dso, struct dso_report *report)
{
	if (!dso->loaded)
		dso_load(dso);
	*report = (struct dso_report){ .moved = dso->moved,
				       .origin = dso->origin,
				       .file = dso->file,
				       .found = dso->found,
				       .missed = dso->missed };
	report->nr_symbols = dso->symtab.nr + dso->added.nr;
	if (dso->kallsyms)
		report->nr_symbols += dso->kallsyms->nr;
	if (!dso_is_resolved(dso))
		report->state = why_not(dso);
	report->verified =
		dso->key.build_id_size && dso->file && !(dso->kallsyms && dso->kallsyms_path);
	if (!report->verified)
		report->mtime = dso->mtime;
}

bool dso_is_resolved(const struct dso *dso)
{
	return dso->kallsyms || dso->symtab.nr || dso->added.nr || dso->key.kind == DSO_NAMED;
}

const void *dso_program(struct dso *dso, size_t *size)
{
	if (!dso->loaded)
		dso_load(dso);
	return dso->images.runtime.elf ? elf_rawfile(dso->images.runtime.elf, size) : NULL;
}

struct build_id dso_build_id(const struct dso *dso)
{
	return dso->build_id;
}
