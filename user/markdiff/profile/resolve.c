// SPDX-License-Identifier: GPL-2.0-only
/*
 * From addresses to names, once for each address.  Where neither a key nor a filter asks for
 * symbols, none are read.
 */
#include "user/markdiff/profile/resolve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/rows/cycles.h"
#include "user/markdiff/profile/folded.h"
#include "user/markdiff/rows/stream.h"

struct resolver {
	struct profile *profile;
	uint32_t file;
	struct names *names;
	struct match_symbols *match;
	const struct options *options;
	struct dso **dsos;   /* the profile's */
	uint32_t *dso_names; /* beside dsos */
	bool *dso_hidden;
	uint32_t kernel; /* the object, or PERFDATA_NO_OBJECT */
	struct inline_finder inlined;
	uint8_t needs; /* of the keys */
	bool by_dso;
};

static const enum dso_kind kinds[] = {
	[PERFDATA_FILE] = DSO_FILE,	[PERFDATA_VDSO] = DSO_VDSO,
	[PERFDATA_ANON] = DSO_JIT,	[PERFDATA_KERNEL] = DSO_KERNEL,
	[PERFDATA_MODULE] = DSO_MODULE, [PERFDATA_KSYMBOL] = DSO_NAMED,
};

static void make_key(const struct perfdata_object *object, struct dso_key *key)
{
	if (!object) {
		*key = (struct dso_key){ .kind = DSO_UNKNOWN, .name = "[unknown]" };
		return;
	}
	/* A guest's files and symbols are not the host's. */
	*key = (struct dso_key){
		.kind = object->guest ? DSO_UNKNOWN : kinds[object->kind],
		.name = object->name,
		.pid = object->pid,
		.build_id_size = object->build_id_size,
		.reference_symbol = object->reference_symbol,
		.reference = object->reference,
	};
	memcpy(key->build_id, object->build_id, object->build_id_size);
}

/* Modules belong to the recording's kernel, not to the one that runs now. */
static void add_kernel(const struct resolver *r, struct dso_key *key)
{
	const struct perfdata_object *kernel;

	if (r->kernel == PERFDATA_NO_OBJECT)
		return;
	kernel = perfdata_object(r->profile->pd, r->kernel);
	key->kernel.size = kernel->build_id_size;
	memcpy(key->kernel.bytes, kernel->build_id, kernel->build_id_size);
}

static int resolve_dso(struct resolver *r, struct symbols *symbols, uint32_t index,
		       const struct perfdata_object *object)
{
	const struct filter *filter = &r->options->filters[KEY_DSO];
	struct dso_key key;
	struct dso *dso;
	int err;

	make_key(object, &key);
	key.release = perfdata_info(r->profile->pd)->os_release;
	key.kallsyms = file_value(&r->options->kallsyms, r->file);
	key.symfs = file_value(&r->options->symfs, r->file);
	if (key.kind == DSO_MODULE)
		add_kernel(r, &key);
	err = symbols_dso(symbols, &key, &dso);
	if (err)
		return err;
	r->dsos[index] = dso;
	r->dso_hidden[index] = !filter_pass(filter, dso_short_name(dso)) &&
			       !filter_pass(filter, dso_long_name(dso));
	r->dso_names[index] = object && r->profile->alias ? r->profile->alias[index] : NAME_NONE;
	if (r->dso_names[index])
		return 0;
	return names_add(r->names,
			 r->options->perf_compat ? dso_short_name(dso) : dso_pair_name(dso),
			 &r->dso_names[index]);
}

/* A JIT maps the dump that it writes, for us to know where it is. */
static int add_jitdump(struct symbols *symbols, const struct perfdata_object *object)
{
	const char *base = strrchr(object->name, '/');
	unsigned int pid;
	int end = 0;

	if (object->kind != PERFDATA_FILE || object->guest || !base ||
	    sscanf(base, "/jit-%u.dump%n", &pid, &end) != 1 || !end || base[end])
		return 0;
	return symbols_jitdump(symbols, pid, object->name);
}

static bool is_the_kernel(const struct perfdata_object *object)
{
	return object->kind == PERFDATA_KERNEL && !object->guest;
}

static int resolve_dsos(struct resolver *r, struct symbols *symbols)
{
	uint32_t i, nr = perfdata_nr_objects(r->profile->pd);
	int err = 0;

	r->dsos = r->profile->dsos = calloc(nr + 1, sizeof(*r->dsos));
	r->profile->uses = calloc(nr + 1, sizeof(*r->profile->uses));
	r->dso_names = calloc(nr + 1, sizeof(*r->dso_names));
	r->dso_hidden = calloc(nr + 1, sizeof(*r->dso_hidden));
	if (!r->dsos || !r->profile->uses || !r->dso_names || !r->dso_hidden)
		return -ENOMEM;
	r->kernel = PERFDATA_NO_OBJECT;
	for (i = 0; i < nr; i++)
		if (is_the_kernel(perfdata_object(r->profile->pd, i)))
			r->kernel = i;
	for (i = 0; i < nr && !err; i++) {
		err = resolve_dso(r, symbols, i, perfdata_object(r->profile->pd, i));
		if (!err)
			err = add_jitdump(symbols, perfdata_object(r->profile->pd, i));
	}
	return err ? err : resolve_dso(r, symbols, nr, NULL);
}

/* The texts of tags get numbers that are the same in all files. */
static int resolve_texts(struct resolver *r)
{
	struct profile *p = r->profile;
	uint32_t i;
	int err = 0;

	p->common = calloc(p->texts.nr, sizeof(*p->common));
	if (!p->common)
		return -ENOMEM;
	for (i = 1; i < p->texts.nr && !err; i++)
		err = names_add(r->names, p->texts.text[i], &p->common[i]);
	return err;
}

static int new_line(struct profile *p, const struct line *line, uint32_t *number)
{
	if (array_room(p->lines.at, p->lines.nr, p->lines.cap))
		return -ENOMEM;
	*number = p->lines.nr++;
	p->lines.at[*number] = *line;
	return 0;
}

/*
 * perf record says that the kernel ends with its first text section.  What runs behind it (init
 * code) has no object then, but it has symbols.
 */
static uint32_t find_object(const struct resolver *r, const struct spent *s)
{
	if (s->object != PERFDATA_NO_OBJECT)
		return s->object;
	if (s->mode == PERFDATA_MODE_KERNEL && r->kernel != PERFDATA_NO_OBJECT &&
	    dso_symbol(r->dsos[r->kernel], s->addr))
		return r->kernel;
	return perfdata_nr_objects(r->profile->pd);
}

/* Which function it is is known when all files have been asked; until then, a number of it. */
static int add_function(struct resolver *r, uint32_t object, const struct dso_symbol *symbol,
			uint32_t *number)
{
	struct dso *dso = r->dsos[object];
	enum dso_kind kind = dso_kind(dso);
	struct match_where where = {
		.file = r->file,
		.dso = r->by_dso ? r->dso_names[object] : NAME_NONE,
		.from = dso,
		.at_run_time = kind == DSO_JIT || kind == DSO_NAMED,
	};
	int err = match_symbols_add(r->match, &where, symbol, number);

	++*number;
	return err;
}

/* The text of a frame of folded stacks is its symbol. */
static bool find_symbol(struct resolver *r, uint32_t object, uint64_t addr,
			struct dso_symbol *symbol)
{
	const char *name;

	if (!r->profile->folded)
		return dso_find(r->dsos[object], addr, symbol);
	name = folded_frame(r->profile->folded, addr);
	*symbol = (struct dso_symbol){ .name = name, .raw = name };
	return *name;
}

bool resolve_symbol(struct resolver *r, const struct spent *place, struct dso **dso,
		    struct dso_symbol *symbol)
{
	*dso = r->dsos[find_object(r, place)];
	return dso_find(*dso, place->addr, symbol);
}

/* A name may be given with its arguments or without. */
static bool is_listed(const struct filter *filter, const struct inline_symbol *symbol)
{
	char *full;
	bool pass;

	if (filter_pass(filter, symbol->plain))
		return true;
	full = symbol_with_arguments(symbol->symbol.raw);
	pass = full && filter_pass(filter, full);
	free(full);
	return pass;
}

static bool hides_symbol(const struct resolver *r, const struct inline_symbol *symbol)
{
	const struct filter *filter = &r->options->filters[KEY_SYMBOL];

	return filter->nr && !is_listed(filter, symbol);
}

static bool excludes_symbol(const struct resolver *r, const struct inline_symbol *symbol)
{
	const struct filter *filter = &r->options->verdicts.excluded;

	return filter->nr && is_listed(filter, symbol);
}

static int add_functions(struct resolver *r, uint32_t object, const struct inline_symbol *symbols,
			 struct resolved *found, uint32_t nr)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < nr && !err; i++) {
		if (i)
			found[i] = found[0];
		found[i].hidden = r->dso_hidden[object] || hides_symbol(r, &symbols[i]);
		found[i].excluded = excludes_symbol(r, &symbols[i]);
		err = add_function(r, object, &symbols[i].symbol, &found[i].symbol);
	}
	return err;
}

/* Without debug information: the symbol and how far into it, or the dso and the address. */
static int add_srcline(struct resolver *r, struct dso *dso, uint64_t addr,
		       const struct dso_symbol *symbol, uint32_t *number)
{
	const char *known = dso_srcline(dso, addr);
	char *text;
	int err;

	if (known)
		return names_add(r->names, known, number);
	if (symbol)
		err = asprintf(&text, "%s+%" PRIu64, symbol->name, symbol->offset);
	else
		err = asprintf(&text, "%s[%" PRIx64 "]", dso_short_name(dso), addr);
	if (err < 0)
		return -ENOMEM;
	err = names_add(r->names, text, number);
	free(text);
	return err;
}

static int add_line(struct resolver *r, struct dso *dso, uint64_t addr,
		    const struct dso_symbol *symbol, uint32_t *number)
{
	struct line line = { .size = symbol ? symbol->size : 0 };
	const char *file;
	int err = 0;

	if (!(r->needs & (KEY_NEEDS_LINE | KEY_NEEDS_SIZE)))
		return 0;
	if (r->needs & KEY_NEEDS_LINE) {
		file = dso_srcfile(dso, addr);
		err = names_add(r->names, file ? file : "[unknown]", &line.srcfile);
		if (!err)
			err = add_srcline(r, dso, addr, symbol, &line.srcline);
	}
	return err ? err : new_line(r->profile, &line, number);
}

int resolve_place(struct resolver *r, const struct spent *place, struct resolved found[RESOLVE_MAX],
		  uint32_t *nr)
{
	uint32_t object = find_object(r, place);
	struct inline_symbol symbols[RESOLVE_MAX];
	bool named;
	int err;

	*nr = 1;
	memset(found, 0, sizeof(*found));
	found->dso = r->dso_names[object];
	found->hidden = r->dso_hidden[object];
	/* In a stack, a caller has its name whatever the filters show. */
	if (!r->needs || (found->hidden && !r->options->stacks))
		return 0;
	named = find_symbol(r, object, place->addr, &symbols[0].symbol);
	r->profile->uses[object].found += named;
	err = add_line(r, r->dsos[object], place->addr, named ? &symbols[0].symbol : NULL,
		       &found->line);
	if (err || !named) {
		found->hidden |= r->options->filters[KEY_SYMBOL].nr != 0;
		return err;
	}
	symbols[0].plain = symbols[0].symbol.name;
	if (r->options->inline_frames && !r->profile->folded) {
		err = inline_find(&r->inlined, r->dsos[object], place->addr, symbols, nr);
		if (err)
			return err;
	}
	return add_functions(r, object, symbols, found, *nr);
}

static void count_use(struct resolver *r, const struct spent *s, bool named)
{
	uint32_t object = find_object(r, s);
	struct object_use *use = &r->profile->uses[object];

	if (r->dso_hidden[object])
		return;
	use->samples += s->samples;
	if (named)
		use->named += s->samples;
	else if (r->needs & KEY_NEEDS_SYMBOL)
		use->missed += s->period;
}

static int resolve_spent(struct resolver *r, const struct spent *s, struct resolved *out)
{
	struct resolved place[RESOLVE_MAX];
	uint32_t nr;
	int err = resolve_place(r, s, place, &nr);

	if (!err)
		count_use(r, s, place[0].symbol);
	*out = place[0];
	return err;
}

void resolved_match(struct resolved *resolved, const struct match_symbols *match)
{
	if (resolved->symbol)
		resolved->symbol = match_symbols_name(match, resolved->symbol - 1);
}

void profile_match(struct profile *profile, const struct match_symbols *match)
{
	uint32_t i;

	for (i = 0; i <= profile->mask; i++)
		resolved_match(&profile->resolved[i], match);
	if (profile->tree)
		calltree_match(profile->tree, match);
	if (profile->cycles)
		cycles_match(profile->cycles, match);
	if (profile->streams)
		streams_match(profile->streams, match);
}

static void exclude(struct profile *p, uint32_t i)
{
	struct event_total *total = &p->totals[p->spent[i].event];
	uint64_t period = p->spent[i].period;

	total->excluded += period;
	if (!p->resolved[i].hidden)
		total->excluded_shown += period;
	total->excluded_squares += p->folded ? period : p->squares[i];
}

static int resolve_all(struct resolver *r)
{
	struct profile *p = r->profile;
	uint32_t i;
	int err = 0;

	p->resolved = calloc((size_t)p->mask + 1, sizeof(*p->resolved));
	if (!p->resolved)
		return -ENOMEM;
	for (i = 0; i <= p->mask && !err; i++) {
		if (!p->spent[i].samples)
			continue;
		err = resolve_spent(r, &p->spent[i], &p->resolved[i]);
		if (!p->resolved[i].hidden)
			p->totals[p->spent[i].event].shown += p->spent[i].period;
		if (p->resolved[i].excluded)
			exclude(p, i);
	}
	return err;
}

static uint8_t keys_need(const struct options *o)
{
	bool symbols =
		o->filters[KEY_SYMBOL].nr || o->stream || o->stacks || o->verdicts.excluded.nr;
	uint8_t needs = symbols ? KEY_NEEDS_SYMBOL : 0;
	uint32_t i;

	for (i = 0; i < o->nr_keys; i++)
		needs |= key_info(o->keys[i])->needs;
	return needs;
}

int profile_resolve(struct profile *profile, uint32_t file, struct symbols *symbols,
		    struct names *names, struct match_symbols *match, const struct options *options)
{
	struct resolver r = {
		.profile = profile, .file = file, .names = names, .match = match, .options = options
	};
	int err;

	r.needs = keys_need(options);
	r.by_dso = options_have_key(options, KEY_DSO);
	err = resolve_dsos(&r, symbols);
	if (!err)
		err = resolve_texts(&r);
	if (!err)
		err = resolve_all(&r);
	if (!err && profile->tree)
		err = calltree_resolve(profile->tree, &r);
	if (!err && profile->cycles)
		err = cycles_resolve(profile->cycles, &r);
	if (!err && profile->streams)
		err = streams_resolve(profile->streams, &r);
	inline_free(&r.inlined);
	free(r.dso_names);
	free(r.dso_hidden);
	return err;
}
