// SPDX-License-Identifier: GPL-2.0-only
/*
 * From tables of sites to rows.
 */
#include "user/markdiff/verdict/marker_code.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/elf/symbols.h"
#include "user/markdiff/verdict/marker_functions.h"

/* ---- what was sampled ---- */

static bool is_library_name(const char *name)
{
	static const char *const modules[] = { "[marker]", "[marker_count]", "[marker_print]",
					       "[marker_record]" };

	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		if (!strcmp(name, modules[i]))
			return true;
	return !strncmp(name, "libmarker.so", 12);
}

/* Two recordings have a dso in common if it is the same build of it. */
static int add_object(struct marker_code *c, struct dso *dso, uint32_t name, enum side side)
{
	struct marker_object **objects, *o;
	uint32_t i;

	for (i = 0; i < c->nr_objects; i++) {
		if (c->objects[i]->dso != dso || c->objects[i]->name != name)
			continue;
		c->objects[i]->on[side] = true;
		return 0;
	}
	objects = realloc(c->objects, (c->nr_objects + 1) * sizeof(struct marker_object *));
	if (!objects)
		return -ENOMEM;
	c->objects = objects;
	o = calloc(1, sizeof(*o));
	if (!o)
		return -ENOMEM;
	objects[c->nr_objects++] = o;
	o->dso = dso;
	o->name = name;
	o->on[side] = true;
	o->is_library = is_library_name(dso_short_name(dso));
	return 0;
}

static int add_objects_of(struct marker_code *c, const struct profile *p, enum side side)
{
	uint32_t nr = perfdata_nr_objects(p->pd), i, object;
	uint32_t *names = calloc((size_t)nr + 1, sizeof(*names));
	int err = names ? 0 : -ENOMEM;

	for (i = 0; i <= p->mask && !err; i++) {
		object = p->spent[i].object;
		if (p->spent[i].samples && object < nr)
			names[object] = p->resolved[i].dso;
	}
	for (i = 0; i < nr && !err; i++) {
		enum dso_kind kind = dso_kind(p->dsos[i]);

		if (names[i] && (kind == DSO_FILE || kind == DSO_MODULE))
			err = add_object(c, p->dsos[i], names[i], side);
	}
	free(names);
	return err;
}

static int add_objects(struct marker_code *c)
{
	const struct options *o = c->diff->options;
	uint32_t i;
	int err = 0;

	for (i = 0; i < o->nr_files && !err; i++)
		err = add_objects_of(c, &c->diff->profiles[i], side_of(&o->verdicts.sides, i));
	return err;
}

/* ---- functions with sites ---- */

struct table {
	struct marker_code *code;
	struct marker_object *object;
	struct elf_image image;
	struct elf_sites sites;
	struct elf_symbols symbols; /* of a module: its file has no addresses */
};

static struct marker_function *function_at(const struct table *t, const struct elf_place *place)
{
	const struct elf_symbol *symbol;

	if (!place->section)
		return NULL;
	if (t->image.type != ET_REL)
		return marker_function_at(t->object, place->value);
	symbol = elf_symbols_function(&t->symbols, place->section, place->value);
	return symbol ? marker_function_named(t->object, symbol->name) : NULL;
}

static int new_group(struct table *t, struct marker_function *f)
{
	struct marker_code *c = t->code;
	struct marker_group *groups = realloc(c->groups, (c->nr_groups + 1) * sizeof(*groups));

	if (!groups)
		return -ENOMEM;
	c->groups = groups;
	groups[c->nr_groups] =
		(struct marker_group){ .object = t->object, .function = strdup(f->raw) };
	if (!groups[c->nr_groups].function)
		return -ENOMEM;
	f->part = c->nr_groups++;
	return 0;
}

static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);
	const char *at = list;

	while (at && (at = strstr(at, word))) {
		if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ','))
			return true;
		at += length;
	}
	return false;
}

static int add_marker(struct marker_group *g, const char *name)
{
	char *list;

	g->nr_sites++;
	if (has_word(g->markers, name))
		return 0;
	if (asprintf(&list, "%s%s%s", g->markers ? g->markers : "", g->markers ? ", " : "", name) <
	    0)
		return -ENOMEM;
	free(g->markers);
	g->markers = list;
	return 0;
}

/* A cold block is a part of the function that it was taken out of, which jumps there. */
static void take_cold(const struct table *t, const struct elf_site *site, uint32_t part)
{
	struct marker_function *cold = function_at(t, &site->target);

	if (cold && cold->part == PART_NONE && strstr(cold->raw, ".cold"))
		cold->part = part;
}

static int add_site(struct table *t, const struct elf_site *site)
{
	const struct elf_place *place = site->code.section ? &site->code : &site->place;
	struct marker_function *f = function_at(t, place);
	int err = 0;

	t->object->nr_sites++;
	if (!f || f->part == PART_LIBRARY) {
		t->code->nr_lost++;
		return 0;
	}
	if (f->part == PART_NONE)
		err = new_group(t, f);
	if (!err)
		err = add_marker(&t->code->groups[f->part], site->name);
	if (!err)
		take_cold(t, site, f->part);
	return err;
}

static int add_sites(struct table *t)
{
	struct elf_error error;
	size_t i;
	int err = marker_functions_read(t->object);

	if (!err && t->image.type == ET_REL)
		err = elf_symbols_read(&t->image, SHT_SYMTAB, &t->symbols, &error);
	for (i = 0; i < t->sites.nsites && !err; i++)
		err = add_site(t, &t->sites.sites[i]);
	t->code->nr_sites += t->object->nr_sites;
	return err;
}

/* ---- tables ---- */

static int refuse(char *why, const char *file, const struct elf_error *error)
{
	snprintf(why, OBSERVE_WHY,
		 "--markers: %.200s: at byte %#llx: %.160s; give the file that ran: --markers=FILE",
		 file, (unsigned long long)error->offset, error->text);
	return -ENODATA;
}

/* The image is open, and is closed here. */
static int read_table(struct marker_code *c, struct marker_object *o, struct table *t,
		      const char *file, char *why)
{
	struct elf_error error;
	int err = elf_sites_read(&t->image, &t->sites, &error);

	if (err == -ENOEXEC) {
		err = refuse(why, file, &error);
	} else if (!err && t->sites.nsites) {
		if (!o->on[SIDE_NEW] || (o->on[SIDE_BASE] && !c->in_base))
			c->in_base = dso_short_name(o->dso);
		if (o->on[SIDE_NEW])
			err = add_sites(t);
	}
	elf_symbols_free(&t->symbols);
	elf_sites_free(&t->sites);
	elf_image_close(&t->image);
	return err;
}

static int read_found(struct marker_code *c, struct marker_object *o, char *why)
{
	struct table t = { .code = c, .object = o };
	struct elf_error error;
	size_t size;
	const void *bytes = dso_program(o->dso, &size);

	if (o->is_library || !bytes || elf_image_from(&t.image, bytes, size, &error))
		return 0;
	return read_table(c, o, &t, dso_short_name(o->dso), why);
}

/* Of what ran on one side alone, and with the new one, on both. */
static int read_all(struct marker_code *c, enum side side, char *why)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < c->nr_objects && !err; i++)
		if (side == SIDE_NEW || !c->objects[i]->on[SIDE_NEW])
			err = read_found(c, c->objects[i], why);
	return err;
}

/* ---- a file that was named ---- */

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_same_program(const struct marker_object *o, const char *file,
			    const struct build_id *id)
{
	struct build_id ran = dso_build_id(o->dso);

	if (ran.size && id->size)
		return ran.size == id->size && !memcmp(ran.bytes, id->bytes, id->size);
	return !strcmp(dso_short_name(o->dso), last_part(file));
}

static int read_named(struct marker_code *c, const char *file, char *why)
{
	struct table t = { .code = c };
	struct elf_error error = { .text = "" };
	struct build_id id;
	uint32_t i;
	int err;

	file_build_id(file, &id);
	for (i = 0; i < c->nr_objects && !t.object; i++)
		if (c->objects[i]->on[SIDE_NEW] && is_same_program(c->objects[i], file, &id))
			t.object = c->objects[i];
	err = elf_image_open(&t.image, file, &error);
	if (err == -ENOEXEC)
		return refuse(why, file, &error);
	if (err) {
		snprintf(why, OBSERVE_WHY, "--markers: %.300s: %s", file, strerror(-err));
		return -ENODATA;
	}
	if (t.object) {
		err = read_table(c, t.object, &t, file, why);
		return err ? err : read_all(c, SIDE_BASE, why);
	}
	elf_image_close(&t.image);
	snprintf(why, OBSERVE_WHY,
		 "--markers: %.300s: no new run has samples of this build; give the file that ran",
		 file);
	return -ENODATA;
}

/* ---- rows ---- */

static int by_row(const void *left, const void *right)
{
	const struct marker_place *a = left, *b = right;

	if (a->dso != b->dso)
		return a->dso < b->dso ? -1 : 1;
	return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

/* What is in a part comes before what is in none. */
static int by_place(const void *left, const void *right)
{
	const struct marker_place *a = left, *b = right;
	int order = by_row(left, right);

	return order ? order : a->part < b->part ? -1 : a->part > b->part;
}

static struct marker_object *object_of(const struct marker_code *c, const struct dso *dso)
{
	uint32_t i;

	for (i = 0; i < c->nr_objects; i++)
		if (c->objects[i]->dso == dso)
			return c->objects[i]->functions ? c->objects[i] : NULL;
	return NULL;
}

static uint32_t part_at(const struct marker_object *o, uint64_t address)
{
	const struct marker_function *f;
	struct dso_symbol symbol;

	if (!dso_find(o->dso, address, &symbol))
		return PART_NONE;
	f = marker_function_from(o, symbol.start);
	return f ? f->part : PART_NONE;
}

static int add_places_of(struct marker_code *c, const struct profile *p)
{
	uint32_t nr = perfdata_nr_objects(p->pd), i;
	const struct marker_object *o;
	struct marker_place *places;

	places = realloc(c->places, ((size_t)c->nr_places + p->nr + 1) * sizeof(*places));
	if (!places)
		return -ENOMEM;
	c->places = places;
	for (i = 0; i <= p->mask; i++) {
		const struct spent *s = &p->spent[i];

		o = s->samples && s->object < nr ? object_of(c, p->dsos[s->object]) : NULL;
		if (o && p->resolved[i].symbol)
			places[c->nr_places++] = (struct marker_place){
				.dso = p->resolved[i].dso,
				.symbol = p->resolved[i].symbol,
				.part = part_at(o, s->addr),
			};
	}
	return 0;
}

static void drop_equal(struct marker_code *c)
{
	uint32_t i, nr = 0;

	for (i = 0; i < c->nr_places; i++)
		if (!nr || by_row(&c->places[nr - 1], &c->places[i]))
			c->places[nr++] = c->places[i];
	c->nr_places = nr;
}

/* A program may have the library inside and no sites; of what has neither, nothing is kept. */
static int read_functions(struct marker_object *o)
{
	uint32_t i;
	int err = o->functions || o->is_library ? 0 : marker_functions_read(o);

	if (err || !o->functions)
		return err;
	for (i = 0; i < o->nr && o->functions[i].part == PART_NONE; i++)
		;
	if (i == o->nr)
		marker_functions_free(o);
	return 0;
}

static int add_places(struct marker_code *c)
{
	const struct options *o = c->diff->options;
	uint32_t i;
	int err = 0;

	for (i = 0; i < c->nr_objects && !err; i++)
		if (c->objects[i]->on[SIDE_NEW])
			err = read_functions(c->objects[i]);
	for (i = side_first(&o->verdicts.sides, SIDE_NEW); i < o->nr_files && !err; i++) {
		err = add_places_of(c, &c->diff->profiles[i]);
		if (!err && c->nr_places)
			qsort(c->places, c->nr_places, sizeof(*c->places), by_place);
		drop_equal(c);
	}
	return err;
}

/* The name of a row that only the baseline has. */
static const char *base_name(const struct marker_code *c, const struct row *row)
{
	const struct diff *d = c->diff;
	const char *raw = "";
	uint32_t i;

	for (i = 0; i < d->options->verdicts.sides.nr[SIDE_BASE] && !*raw; i++)
		raw = match_symbols_raw(d->match, row->dso, row->symbol, i);
	return raw;
}

static uint32_t part_named(const struct marker_code *c, const struct row *row)
{
	const char *raw = base_name(c, row);
	const struct marker_function *f;
	uint32_t i;

	for (i = 0; i < c->nr_objects && *raw; i++) {
		const struct marker_object *o = c->objects[i];

		f = o->name == row->dso && o->functions && o->on[SIDE_NEW] ?
			    marker_function_named(o, raw) :
			    NULL;
		if (f)
			return f->part;
	}
	return PART_NONE;
}

uint32_t marker_code_part(const struct marker_code *c, const struct row *row)
{
	const struct marker_place key = { .dso = row->dso, .symbol = row->symbol }, *place;
	uint32_t i;

	for (i = 0; i < c->nr_objects; i++)
		if (c->objects[i]->is_library && c->objects[i]->name == row->dso)
			return PART_LIBRARY;
	if (!row->symbol)
		return PART_NONE;
	place = c->nr_places ? bsearch(&key, c->places, c->nr_places, sizeof(key), by_row) : NULL;
	return place ? place->part : part_named(c, row);
}

/* ---- all ---- */

/* The names of what was looked into, as many as fit. */
static void list_names(const struct marker_code *c, char *text, size_t size)
{
	size_t at = 0;
	uint32_t i;

	text[0] = 0;
	for (i = 0; i < c->nr_objects && at + 64 < size; i++)
		if (c->objects[i]->on[SIDE_NEW] && !c->objects[i]->is_library)
			at += snprintf(text + at, size - at, "%s%.50s", at ? ", " : "",
				       dso_short_name(c->objects[i]->dso));
}

static int check_found(const struct marker_code *c, char *why)
{
	const char *file = c->diff->options->verdicts.markers_file;
	char names[200];

	if (c->nr_sites)
		return 0;
	list_names(c, names, sizeof(names));
	if (file)
		snprintf(why, OBSERVE_WHY, "--markers: %.300s: has no markers", file);
	else
		snprintf(
			why, OBSERVE_WHY,
			"--markers: no file of the new runs was found that has markers (samples are "
			"of %s); give it: --markers=FILE",
			*names ? names : "no file");
	return -ENODATA;
}

int marker_code_find(struct marker_code *c, const struct diff *diff, char why[OBSERVE_WHY])
{
	const char *file = diff->options->verdicts.markers_file;
	int err;

	*c = (struct marker_code){ .diff = diff };
	err = add_objects(c);
	if (!err)
		err = file ? read_named(c, file, why) : read_all(c, SIDE_NEW, why);
	if (!err)
		err = check_found(c, why);
	return err ? err : add_places(c);
}

void marker_code_free(struct marker_code *c)
{
	uint32_t i;

	for (i = 0; i < c->nr_objects; i++) {
		marker_functions_free(c->objects[i]);
		free(c->objects[i]);
	}
	for (i = 0; i < c->nr_groups; i++) {
		free(c->groups[i].function);
		free(c->groups[i].markers);
	}
	free(c->objects);
	free(c->groups);
	free(c->places);
	*c = (struct marker_code){ .nr_objects = 0 };
}
