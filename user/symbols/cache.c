// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dsos, each once, whose symbols are loaded when the first address is asked.
 */
#include "user/symbols/symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/symbols/internal.h"

struct symbols *symbols_new(const struct symbols_options *options)
{
	struct symbols *symbols = calloc(1, sizeof(*symbols));

	if (symbols && options)
		symbols->options = *options;
	return symbols;
}

static void dso_free(struct dso *dso)
{
	if (!dso)
		return;
	symtab_free(&dso->symtab);
	close_images(&dso->images);
	free(dso->loads);
	free(dso->name);
	free(dso->short_name);
	free(dso->reference_symbol);
	free(dso);
}

void symbols_free(struct symbols *symbols)
{
	uint32_t i;

	if (!symbols)
		return;
	for (i = 0; i < symbols->nr_dsos; i++)
		dso_free(symbols->dsos[i]);
	for (i = 0; i < symbols->nr_kernels; i++) {
		kallsyms_free(&symbols->kernels[i]->kallsyms);
		free(symbols->kernels[i]);
	}
	free(symbols->dsos);
	free(symbols);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* /lib/modules/6.1/kernel/net/foo-bar.ko.xz is [foo_bar]. */
static char *module_name(const char *path)
{
	const char *base = base_name(path), *end = strstr(base, ".ko");
	char *name, *at;

	if (base[0] == '[' || !end)
		return strdup(base);
	if (asprintf(&name, "[%.*s]", (int)(end - base), base) < 0)
		return NULL;
	for (at = name; *at; at++)
		if (*at == '-')
			*at = '_';
	return name;
}

static char *make_short_name(const struct dso_key *key)
{
	char *name;

	switch (key->kind) {
	case DSO_JIT:
		return asprintf(&name, "[JIT] tid %u", key->pid) < 0 ? NULL : name;
	case DSO_MODULE:
		return module_name(key->name);
	case DSO_UNKNOWN:
		return strdup("[unknown]");
	case DSO_FILE:
		return strdup(base_name(key->name));
	default:
		return strdup(key->name);
	}
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool dso_is(const struct dso *dso, const struct dso_key *key)
{
	return dso->key.kind == key->kind && dso->key.pid == key->pid &&
	       dso->key.build_id_size == key->build_id_size &&
	       !memcmp(dso->key.build_id, key->build_id, key->build_id_size) &&
	       dso->key.reference == key->reference &&
	       same_text(dso->reference_symbol, key->reference_symbol) &&
	       !strcmp(dso->name, key->name);
}

static struct dso *dso_new(struct symbols *symbols, const struct dso_key *key)
{
	struct dso *dso = calloc(1, sizeof(*dso));

	if (!dso)
		return NULL;
	dso->owner = symbols;
	dso->key = *key;
	dso->build_id.size = key->build_id_size;
	memcpy(dso->build_id.bytes, key->build_id, key->build_id_size);
	dso->name = strdup(key->name);
	dso->short_name = make_short_name(key);
	if (key->reference_symbol)
		dso->reference_symbol = strdup(key->reference_symbol);
	if (dso->name && dso->short_name && (dso->reference_symbol || !key->reference_symbol))
		return dso;
	dso_free(dso);
	return NULL;
}

static int dso_add(struct symbols *symbols, struct dso *dso)
{
	uint32_t cap = symbols->cap_dsos ? 2 * symbols->cap_dsos : 64;
	struct dso **dsos;

	if (symbols->nr_dsos == symbols->cap_dsos) {
		dsos = realloc(symbols->dsos, cap * sizeof(*dsos));
		if (!dsos)
			return -ENOMEM;
		symbols->dsos = dsos;
		symbols->cap_dsos = cap;
	}
	symbols->dsos[symbols->nr_dsos++] = dso;
	return 0;
}

int symbols_dso(struct symbols *symbols, const struct dso_key *key, struct dso **dso)
{
	uint32_t i;
	int err;

	for (i = 0; i < symbols->nr_dsos; i++) {
		*dso = symbols->dsos[i];
		if (dso_is(*dso, key))
			return 0;
	}
	*dso = dso_new(symbols, key);
	if (!*dso)
		return -ENOMEM;
	err = dso_add(symbols, *dso);
	if (err)
		dso_free(*dso);
	return err;
}

const char *dso_short_name(const struct dso *dso)
{
	return dso->short_name;
}

const char *dso_long_name(const struct dso *dso)
{
	return dso->name;
}

static void load_images(struct dso *dso)
{
	struct image_pair *pair = &dso->images;

	find_build_id(dso);
	if (!find_images(dso, pair))
		elf_load(dso, pair->symbols.elf ? &pair->symbols : &pair->runtime,
			 pair->runtime.elf ? &pair->runtime : &pair->symbols);
}

/* What cannot be loaded has no names; the table then shows addresses. */
static void dso_load(struct dso *dso)
{
	dso->loaded = true;
	switch (dso->key.kind) {
	case DSO_FILE:
	case DSO_VDSO:
		load_images(dso);
		break;
	case DSO_JIT:
		perfmap_load(&dso->symtab, dso->key.pid);
		break;
	case DSO_MODULE:
		load_images(dso);
		if (!dso->symtab.nr)
			kernel_load(dso);
		break;
	case DSO_KERNEL:
		kernel_load(dso);
		break;
	default:
		break;
	}
}

/* The virtual address of an offset in the file that ran. */
static bool to_vaddr(const struct dso *dso, uint64_t *address)
{
	uint32_t i;

	for (i = 0; i < dso->nr_loads; i++) {
		const struct load *load = &dso->loads[i];

		if (*address >= load->offset && *address - load->offset < load->size) {
			*address += load->vaddr - load->offset;
			return true;
		}
	}
	return dso->key.kind == DSO_JIT || dso->key.kind == DSO_MODULE;
}

static const char *elf_symbol(struct dso *dso, uint64_t address)
{
	struct symbol *symbol;
	char *plain;

	if (!to_vaddr(dso, &address))
		return NULL;
	symbol = symtab_find(&dso->symtab, address);
	if (!symbol)
		return NULL;
	if (!symbol->demangled) {
		symbol->demangled = true;
		plain = dso->key.kind == DSO_JIT ? NULL : demangle(symbol->name);
		if (plain && !symtab_own(&dso->symtab, plain))
			symbol->name = plain;
	}
	return symbol->name;
}

static const char *kernel_symbol(const struct dso *dso, uint64_t address)
{
	const struct kallsym *symbol = kallsyms_find(dso->kallsyms, address + dso->kallsyms_delta);
	const char *module = dso->key.kind == DSO_MODULE ? dso->short_name : NULL;

	/* The kernel's own symbols have no module; a module's have its name. */
	return symbol && same_text(symbol->module, module) ? symbol->name : NULL;
}

const char *dso_symbol(struct dso *dso, uint64_t address)
{
	if (!dso->loaded)
		dso_load(dso);
	if (dso->key.kind == DSO_NAMED)
		return dso->name;
	if (dso->kallsyms)
		return kernel_symbol(dso, address);
	return elf_symbol(dso, address);
}

bool dso_is_resolved(const struct dso *dso)
{
	return dso->kallsyms || dso->symtab.nr || dso->key.kind == DSO_NAMED;
}
