// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dsos, each once, whose symbols are loaded when the first address is asked.
 */
#include "user/symbols/symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/symbols/internal.h"

/* False: no memory. */
static bool copy_text(char **copy, const char *text)
{
	*copy = text ? strdup(text) : NULL;
	return *copy || !text;
}

static void options_free(struct symbols_options *o)
{
	free((char *)o->kallsyms);
	free((char *)o->symfs);
	free((char *)o->cache_dir);
	free((char *)o->debuginfod_dir);
	free((char *)o->own_cache_dir);
}

static bool copy_options(struct symbols_options *to, const struct symbols_options *from)
{
	to->rust_hashes = from->rust_hashes;
	return copy_text((char **)&to->kallsyms, from->kallsyms) &&
	       copy_text((char **)&to->symfs, from->symfs) &&
	       copy_text((char **)&to->cache_dir, from->cache_dir) &&
	       copy_text((char **)&to->debuginfod_dir, from->debuginfod_dir) &&
	       copy_text((char **)&to->own_cache_dir, from->own_cache_dir);
}

struct symbols *symbols_new(const struct symbols_options *options)
{
	struct symbols *symbols = calloc(1, sizeof(*symbols));

	if (!symbols || !options || copy_options(&symbols->options, options))
		return symbols;
	symbols_free(symbols);
	return NULL;
}

static void dso_free(struct dso *dso)
{
	if (!dso)
		return;
	lines_free(dso->lines);
	symtab_free(&dso->symtab);
	symtab_free(&dso->added);
	close_images(&dso->images);
	free(dso->loads);
	free(dso->name);
	free(dso->short_name);
	free(dso->pair_name);
	free(dso->reference_symbol);
	free(dso->symfs);
	free(dso->kallsyms_path);
	free(dso->release);
	free(dso->path);
	free(dso->file);
	free(dso);
}

void symbols_free(struct symbols *symbols)
{
	uint32_t i;

	if (!symbols)
		return;
	for (i = 0; i < symbols->nr_dsos; i++)
		dso_free(symbols->dsos[i]);
	for (i = 0; i < symbols->nr_kernels; i++)
		kernel_free(symbols->kernels[i]);
	for (i = 0; i < symbols->nr_jitdumps; i++)
		free(symbols->jitdumps[i].path);
	texts_free(&symbols->texts);
	free(symbols->kernels);
	free(symbols->jitdumps);
	free(symbols->dsos);
	slots_free(&symbols->slots);
	options_free(&symbols->options);
	free(symbols);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
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

/* perf inject -j writes one file for each function that a JIT made. */
static bool is_jitted(const char *name)
{
	unsigned int pid, index;
	int end = 0;

	return sscanf(name, "jitted-%u-%u.so%n", &pid, &index, &end) == 2 && end && !name[end];
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

static char *make_pair_name(const struct dso *dso)
{
	const char *name = dso->short_name;

	switch (dso->key.kind) {
	case DSO_JIT:
		return strdup("[JIT]");
	case DSO_KERNEL:
		return strdup(strncmp(name, "[guest.", 7) ? "[kernel.kallsyms]" : name);
	case DSO_NAMED:
		return strdup(strncmp(name, "bpf_", 4) ? name : "[bpf]");
	case DSO_FILE:
		if (is_jitted(name))
			return strdup("[JIT]");
		return strndup(name, strlen(name) - (ends_with(name, " (deleted)") ? 10 : 0));
	default:
		return strdup(name);
	}
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static const char *text_or(const char *text, const char *otherwise)
{
	return text ? text : otherwise;
}

static bool dso_is(const struct dso *dso, const struct dso_key *key)
{
	const struct symbols_options *o = &dso->owner->options;

	return dso->key.kind == key->kind && dso->key.pid == key->pid &&
	       dso->key.build_id_size == key->build_id_size &&
	       !memcmp(dso->key.build_id, key->build_id, key->build_id_size) &&
	       dso->key.reference == key->reference &&
	       same_build_id(&dso->key.kernel, &key->kernel) &&
	       same_text(dso->reference_symbol, key->reference_symbol) &&
	       same_text(dso->symfs, text_or(key->symfs, o->symfs)) &&
	       same_text(dso->kallsyms_path, text_or(key->kallsyms, o->kallsyms)) &&
	       same_text(dso->release, key->release) && !strcmp(dso->name, key->name);
}

static struct dso *dso_new(struct symbols *symbols, const struct dso_key *key)
{
	const struct symbols_options *o = &symbols->options;
	struct dso *dso = calloc(1, sizeof(*dso));

	if (!dso)
		return NULL;
	dso->owner = symbols;
	dso->key = *key;
	dso->build_id.size = key->build_id_size;
	memcpy(dso->build_id.bytes, key->build_id, key->build_id_size);
	dso->short_name = make_short_name(key);
	if (dso->short_name)
		dso->pair_name = make_pair_name(dso);
	if (dso->pair_name && copy_text(&dso->name, key->name) &&
	    copy_text(&dso->reference_symbol, key->reference_symbol) &&
	    copy_text(&dso->symfs, text_or(key->symfs, o->symfs)) &&
	    copy_text(&dso->kallsyms_path, text_or(key->kallsyms, o->kallsyms)) &&
	    copy_text(&dso->release, key->release))
		return dso;
	dso_free(dso);
	return NULL;
}

static uint64_t hash_key(const struct dso_key *key)
{
	uint64_t hash = (uint64_t)key->pid << 8 ^ key->kind ^ key->reference;

	for (uint32_t i = 0; i < key->build_id_size; i++)
		hash = slots_mix(hash, key->build_id[i]);
	return slots_mix_text(hash, key->name);
}

/* The key that a dso was made of; its strings may be gone. */
static struct dso_key own_key(const struct dso *dso)
{
	struct dso_key key = dso->key;

	key.name = dso->name;
	key.reference_symbol = dso->reference_symbol;
	key.symfs = dso->symfs;
	key.kallsyms = dso->kallsyms_path;
	key.release = dso->release;
	return key;
}

static uint64_t hash_of(const void *dsos, uint32_t number)
{
	const struct dso_key key = own_key(((struct dso *const *)dsos)[number]);

	return hash_key(&key);
}

static bool is_dso(const void *dsos, uint32_t number, const void *key)
{
	return dso_is(((struct dso *const *)dsos)[number], key);
}

int symbols_dso(struct symbols *symbols, const struct dso_key *key, struct dso **dso)
{
	uint64_t hash = hash_key(key);
	uint32_t number = slots_find(&symbols->slots, hash, is_dso, symbols->dsos, key);

	if (number != SLOTS_NONE) {
		*dso = symbols->dsos[number];
		return 0;
	}
	if (array_room(symbols->dsos, symbols->nr_dsos, symbols->cap_dsos))
		return -ENOMEM;
	*dso = dso_new(symbols, key);
	if (!*dso)
		return -ENOMEM;
	if (slots_add(&symbols->slots, hash, symbols->nr_dsos, hash_of, symbols->dsos)) {
		dso_free(*dso);
		*dso = NULL;
		return -ENOMEM;
	}
	symbols->dsos[symbols->nr_dsos++] = *dso;
	return 0;
}

enum dso_kind dso_kind(const struct dso *dso)
{
	return dso->key.kind;
}

const char *dso_short_name(const struct dso *dso)
{
	return dso->short_name;
}

const char *dso_long_name(const struct dso *dso)
{
	return dso->name;
}

const char *dso_pair_name(const struct dso *dso)
{
	return dso->pair_name;
}

int symbols_jitdump(struct symbols *symbols, uint32_t pid, const char *path)
{
	struct jitdump *dumps;

	dumps = realloc(symbols->jitdumps, (symbols->nr_jitdumps + 1) * sizeof(*dumps));
	if (!dumps)
		return -ENOMEM;
	symbols->jitdumps = dumps;
	dumps[symbols->nr_jitdumps].pid = pid;
	if (!copy_text(&dumps[symbols->nr_jitdumps].path, path))
		return -ENOMEM;
	symbols->nr_jitdumps++;
	return 0;
}

int symbols_each_dso(struct symbols *symbols, symbols_dso_fn take, void *ctx)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < symbols->nr_dsos && !err; i++)
		if (symbols->dsos[i]->loaded)
			err = take(ctx, symbols->dsos[i]);
	return err;
}
