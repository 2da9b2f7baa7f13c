// SPDX-License-Identifier: GPL-2.0-only
/*
 * The symbols of a dso by name.  They are read once, and only where something was inlined.
 */
#include "user/markdiff/profile/inline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"

#define NO_SYMBOL 0 /* several have the name */

struct inline_dso {
	struct dso *dso;
	struct names names;
	uint64_t *starts; /* by name: where its symbol is */
	uint32_t cap, nr_starts;
};

static int take_symbol(void *ctx, const struct dso_symbol *symbol, size_t length)
{
	struct inline_dso *d = ctx;
	uint32_t before = d->names.nr, name;
	int err = names_add_piece(&d->names, symbol->raw, length, &name);

	if (!err)
		err = array_room(d->starts, name, d->cap);
	if (err)
		return err;
	if (d->names.nr > before)
		d->starts[name] = symbol->start;
	else if (d->starts[name] != symbol->start)
		d->starts[name] = NO_SYMBOL;
	return 0;
}

static int get_dso(struct inline_finder *f, struct dso *dso, struct inline_dso **out)
{
	struct inline_dso *dsos;
	uint32_t i;
	int err;

	for (i = 0; i < f->nr; i++) {
		*out = &f->dsos[i];
		if ((*out)->dso == dso)
			return 0;
	}
	dsos = realloc(f->dsos, (i + 1) * sizeof(*dsos));
	if (!dsos)
		return -ENOMEM;
	f->dsos = dsos;
	*out = &dsos[i];
	**out = (struct inline_dso){ .dso = dso };
	err = names_init(&(*out)->names);
	if (err)
		return err;
	f->nr++;
	err = dso_each(dso, take_symbol, *out);
	(*out)->nr_starts = (*out)->names.nr;
	return err;
}

/* One that is only there inlined: it has no place, and its name counts. */
static int make_symbol(struct inline_dso *d, const struct dso_frame *frame,
		       struct inline_symbol *out)
{
	uint32_t raw, plain, shown;
	char *text;
	int err = names_add(&d->names, frame->raw, &raw);

	if (!err)
		err = names_add(&d->names, frame->function, &plain);
	if (err)
		return err;
	if (asprintf(&text, "%s (inlined)", frame->function) < 0)
		return -ENOMEM;
	err = names_add(&d->names, text, &shown);
	free(text);
	if (err)
		return err;
	out->plain = names_text(&d->names, plain);
	out->symbol = (struct dso_symbol){ .name = names_text(&d->names, shown),
					   .raw = names_text(&d->names, raw),
					   .local = true };
	return 0;
}

static int find_symbol(struct inline_dso *d, const struct dso_frame *frame,
		       struct inline_symbol *out)
{
	uint32_t name = names_find(&d->names, frame->raw, strlen(frame->raw));

	if (name && name < d->nr_starts && d->starts[name] != NO_SYMBOL &&
	    dso_find(d->dso, d->starts[name], &out->symbol)) {
		out->plain = out->symbol.name;
		return 0;
	}
	return make_symbol(d, frame, out);
}

int inline_find(struct inline_finder *f, struct dso *dso, uint64_t address,
		struct inline_symbol symbols[INLINE_MAX], uint32_t *nr)
{
	struct inline_symbol outer = symbols[0];
	struct dso_frame frames[INLINE_MAX];
	struct inline_dso *d;
	uint32_t i;
	int err;

	*nr = dso_inlined(dso, address, frames, INLINE_MAX);
	if (*nr <= 1) {
		*nr = 1;
		return 0;
	}
	err = get_dso(f, dso, &d);
	for (i = 0; i + 1 < *nr && !err; i++)
		err = find_symbol(d, &frames[i], &symbols[i]);
	symbols[*nr - 1] = outer;
	return err;
}

void inline_free(struct inline_finder *f)
{
	uint32_t i;

	for (i = 0; i < f->nr; i++) {
		names_free(&f->dsos[i].names);
		free(f->dsos[i].starts);
	}
	free(f->dsos);
}
