// SPDX-License-Identifier: GPL-2.0-only
/*
 * From addresses to names, once for each address.  Where neither a key nor a filter asks for
 * symbols, none are read.
 */
#include "user/markdiff/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct resolver {
	struct profile *profile;
	struct names *names;
	const struct options *options;
	struct dso **dsos;   /* by object; the last one is for no object */
	uint32_t *dso_names; /* beside dsos */
	bool *dso_hidden;
	uint32_t *comms; /* the profile's number -> the common number */
	bool *comm_hidden;
	uint32_t kernel; /* the object, or PERFDATA_NO_OBJECT */
	bool need_symbols;
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
	*key = (struct dso_key){
		.kind = kinds[object->kind],
		.name = object->name,
		.pid = object->pid,
		.build_id_size = object->build_id_size,
		.reference_symbol = object->reference_symbol,
		.reference = object->reference,
	};
	memcpy(key->build_id, object->build_id, object->build_id_size);
}

static int resolve_dso(struct resolver *r, struct symbols *symbols, uint32_t index,
		       const struct perfdata_object *object)
{
	const struct filter *filter = &r->options->filters[KEY_DSO];
	struct dso_key key;
	struct dso *dso;
	int err;

	make_key(object, &key);
	err = symbols_dso(symbols, &key, &dso);
	if (err)
		return err;
	r->dsos[index] = dso;
	r->dso_hidden[index] = !filter_pass(filter, dso_short_name(dso)) &&
			       !filter_pass(filter, dso_long_name(dso));
	return names_add(r->names, dso_short_name(dso), &r->dso_names[index]);
}

static int resolve_dsos(struct resolver *r, struct symbols *symbols)
{
	uint32_t i, nr = perfdata_nr_objects(r->profile->pd);
	int err = 0;

	r->dsos = calloc(nr + 1, sizeof(*r->dsos));
	r->dso_names = calloc(nr + 1, sizeof(*r->dso_names));
	r->dso_hidden = calloc(nr + 1, sizeof(*r->dso_hidden));
	if (!r->dsos || !r->dso_names || !r->dso_hidden)
		return -ENOMEM;
	r->kernel = PERFDATA_NO_OBJECT;
	for (i = 0; i < nr && !err; i++) {
		if (perfdata_object(r->profile->pd, i)->kind == PERFDATA_KERNEL)
			r->kernel = i;
		err = resolve_dso(r, symbols, i, perfdata_object(r->profile->pd, i));
	}
	return err ? err : resolve_dso(r, symbols, nr, NULL);
}

static int resolve_comms(struct resolver *r)
{
	const struct names *comms = &r->profile->comms;
	uint32_t i;
	int err = 0;

	r->comms = calloc(comms->nr, sizeof(*r->comms));
	r->comm_hidden = calloc(comms->nr, sizeof(*r->comm_hidden));
	if (!r->comms || !r->comm_hidden)
		return -ENOMEM;
	for (i = 1; i < comms->nr && !err; i++) {
		err = names_add(r->names, comms->text[i], &r->comms[i]);
		r->comm_hidden[i] = !filter_pass(&r->options->filters[KEY_COMM], comms->text[i]);
	}
	return err;
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

static int resolve_spent(struct resolver *r, const struct spent *s, struct resolved *out)
{
	const struct filter *filter = &r->options->filters[KEY_SYMBOL];
	uint32_t object = find_object(r, s);
	const char *symbol = NULL;

	out->dso = r->dso_names[object];
	out->comm = r->comms[s->comm];
	out->hidden = r->dso_hidden[object] || r->comm_hidden[s->comm];
	if (r->need_symbols && !out->hidden)
		symbol = dso_symbol(r->dsos[object], s->addr);
	if (filter->nr && !(symbol && filter_pass(filter, symbol)))
		out->hidden = true;
	return symbol ? names_add(r->names, symbol, &out->symbol) : 0;
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
		if (!p->spent[i].used)
			continue;
		err = resolve_spent(r, &p->spent[i], &p->resolved[i]);
		if (!p->resolved[i].hidden)
			p->totals[p->spent[i].event].shown += p->spent[i].period;
	}
	return err;
}

int profile_resolve(struct profile *profile, struct symbols *symbols, struct names *names,
		    const struct options *options)
{
	struct resolver r = { .profile = profile, .names = names, .options = options };
	int err;

	r.need_symbols = options_have_key(options, KEY_SYMBOL) || options->filters[KEY_SYMBOL].nr;
	err = resolve_dsos(&r, symbols);
	if (!err)
		err = resolve_comms(&r);
	if (!err)
		err = resolve_all(&r);
	free(r.dsos);
	free(r.dso_names);
	free(r.dso_hidden);
	free(r.comms);
	free(r.comm_hidden);
	return err;
}
