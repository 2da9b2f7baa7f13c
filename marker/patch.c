// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * patch.c - switching sites: compute, verify, write, synchronise
 *
 * The four steps are four functions:
 *
 *	compute		site_form(): the bytes of both states, from the row alone
 *	verify		form_state(): the bytes that are there are one of the two, or nothing is
 *			written: a debugger's or a uprobe's int3 (cc) is left alone, -EBUSY
 *	write		write_form(), in runs of neighbouring sites, each made writable once (os.h)
 *	synchronise	once, after the last write
 *
 * State is what the bytes say, not what was written last: a uprobe that is put on a site that is on
 * and then removed restores the file's bytes, that is off, behind our back.  A site that is as
 * wanted already is a success that costs no write.
 *
 * Why one byte (x86-64): each kind changes one byte of one instruction.  Whoever executes the site
 * meanwhile fetches the old or the new byte, so either the old or the new instruction; an
 * instruction of several changed bytes that straddles a cache line can be met half written.  Two
 * bytes (jump-nop8) and four (arm64) are stored aligned, in one store.  A core may go on with what it
 * has fetched for a while: after os_text_sync() none does.
 *
 * Rows may share an address (a linker folds equal functions): the second finds the first's work.
 *
 * Never allocates, so disconnecting cannot fail for want of memory: a batch is a list through its
 * sites, sorted by a merge of the ascending runs that it comes in.
 *
 * Locking: os_lock() is held.
 */
#include "registry.h"

/* Sites as near as this are made writable in one go: a call costs as much as 60 pages in between. */
#define RUN_GAP_BYTES (60 * 4096)

/** marker_site_is_text() - does switching it change instructions? */
bool marker_site_is_text(const struct marker_site *site)
{
	unsigned int kind = marker_row_kind(site->row);

	return kind != MARKER_KIND_GENERIC && kind != MARKER_KIND_STATIC_KEY;
}

static void generic_form(struct marker_form *form)
{
	form->len = 1;
	form->unit = 1;
	form->mask = 0xff;
	form->off = 0;
	form->on = 1;
}

static void site_form(const struct marker_row *row, struct marker_form *form)
{
	unsigned int kind = marker_row_kind(row);

	form->start = marker_row_site(row);
	form->at = 0;
	form->unit = 0;
	form->key = NULL;
	form->text = kind != MARKER_KIND_GENERIC;
	if (kind == MARKER_KIND_GENERIC) {
		generic_form(form);
	} else if (OS_KEYS && kind == MARKER_KIND_STATIC_KEY) {
		form->key = form->start;
		form->text = false;
	} else {
		arch_site_form(row, form);
	}
}

/* One load, unless that would touch a page that the site does not. */
static u64 read_bytes(const u8 *start, unsigned int len)
{
	__le64 eight;
	u64 bytes = 0;
	unsigned int i;

	if (len > 1 && ((uintptr_t)start & 4095) <= 4096 - sizeof(eight)) {
		memcpy(&eight, start, sizeof(eight));
		return le64_to_cpu(eight);
	}
	for (i = 0; i < len; i++)
		bytes |= (u64)READ_ONCE(start[i]) << (8 * i);
	return bytes;
}

static enum marker_state form_state(const struct marker_form *form)
{
	u64 bytes;

	if (form->key)
		return os_key_enabled(form->key) ? MARKER_ON : MARKER_OFF;
	if (!form->unit)
		return MARKER_FOREIGN;
	bytes = read_bytes(form->start, form->len);
	if (!((bytes ^ form->off) & form->mask))
		return MARKER_OFF;
	if (!((bytes ^ form->on) & form->mask))
		return MARKER_ON;
	return MARKER_FOREIGN;
}

/**
 * marker_site_state() - what the bytes of a site say
 * @row:	the site
 *
 * Context: any in which the object stays loaded.
 */
enum marker_state marker_site_state(const struct marker_row *row)
{
	struct marker_form form;

	site_form(row, &form);
	return form_state(&form);
}

static struct marker_site *merge(struct marker_site *a, struct marker_site *b)
{
	struct marker_site *first = NULL, **end = &first;

	while (a && b) {
		struct marker_site **low =
			marker_row_site(a->row) <= marker_row_site(b->row) ? &a : &b;

		*end = *low;
		end = &(*low)->dirty;
		*low = (*low)->dirty;
	}
	*end = a ? a : b;
	return first;
}

/* Cuts the first ascending run off a list. */
static struct marker_site *take_run(struct marker_site **list)
{
	struct marker_site *first = *list, *last = first;

	while (last->dirty && marker_row_site(last->row) <= marker_row_site(last->dirty->row))
		last = last->dirty;
	*list = last->dirty;
	last->dirty = NULL;
	return first;
}

/*
 * A natural merge sort: bin i holds 2^i merged runs or none.  Sites of one marker come in the order
 * of addresses, so a batch of one marker in one object is one run.
 */
static struct marker_site *sort_sites(struct marker_site *list)
{
	struct marker_site *bins[32] = { NULL }, *all = NULL;
	unsigned int i;

	while (list) {
		struct marker_site *run = take_run(&list);

		for (i = 0; i < 31 && bins[i]; i++) {
			run = merge(bins[i], run);
			bins[i] = NULL;
		}
		bins[i] = run;
	}
	for (i = 0; i < 32; i++)
		all = merge(bins[i], all);
	return all;
}

static void print_bytes(char *to, u64 bytes, unsigned int len)
{
	static const char digits[] = "0123456789abcdef";
	unsigned int i;

	for (i = 0; i < len && i < MARKER_FORM_MAX; i++, bytes >>= 8) {
		*to++ = digits[bytes >> 4 & 15];
		*to++ = digits[bytes & 15];
		*to++ = i + 1 < len ? ' ' : '\0';
	}
}

static void tell_failure(struct marker_result *result, const struct marker_site *site,
			 const struct marker_form *form, int error)
{
	char found[3 * MARKER_FORM_MAX], off[sizeof(found)], on[sizeof(found)];

	if (!result || result->error)
		return;
	result->error = error;
	if (error != -EBUSY) {
		snprintf(result->reason, sizeof(result->reason),
			 "%.40s: site %p: text cannot be written (%s)", site->marker->info.name,
			 (void *)form->start, os_text_mode());
		return;
	}
	print_bytes(found, read_bytes(form->start, form->len), form->len);
	print_bytes(off, form->off, form->len);
	print_bytes(on, form->on, form->len);
	snprintf(result->reason, sizeof(result->reason),
		 "%.40s: site %p holds %s, expected %s or %s: a breakpoint?",
		 site->marker->info.name, (void *)form->start, found, off, on);
}

/* The last site of the run that starts at @first, and how many it has at least. */
static struct marker_site *run_end(const struct marker_batch *batch, struct marker_site *first,
				   unsigned int *nr)
{
	struct marker_site *last = first, *next;
	bool text = marker_site_is_text(first);

	*nr = batch->nr;
	if (batch->one_run)
		return batch->last;
	for (*nr = 1; (next = last->dirty); last = next, (*nr)++) {
		if (text != marker_site_is_text(next))
			break;
		if ((char *)marker_row_site(next->row) - (char *)marker_row_site(last->row) >
		    RUN_GAP_BYTES)
			break;
	}
	return last;
}

static int write_form(const struct marker_form *form, bool on)
{
	u64 bytes = (on ? form->on : form->off) >> 8 * form->at;

	if (form->key)
		return os_key_set(form->key, on);
	if (form->text)
		return os_text_write(form->start + form->at, bytes, form->unit);
	WRITE_ONCE(*form->start, bytes);
	return 0;
}

/* What is open while a run is worked through: nothing, until its first write. */
struct run {
	struct marker_site *last;
	unsigned int nr;
	bool open;
	int error;
};

static int open_run(struct run *run, const struct marker_form *form)
{
	uintptr_t last = (uintptr_t)marker_row_site(run->last->row);

	if (run->open || run->error || !form->text)
		return run->error;
	/* Units are 1, 2 or 4 aligned bytes, so none reaches beyond its own four. */
	run->error = os_text_begin(form->start, (void *)((last | 3) + 1), run->nr);
	run->open = !run->error;
	return run->error;
}

/* Verify, and write if it has to be: steps two and three for one site. */
static void switch_site(struct marker_batch *batch, struct run *run, struct marker_site *site,
			struct marker_result *result)
{
	bool on = site->marker->want_on;
	struct marker_form form;
	enum marker_state state;
	int ret;

	site_form(site->row, &form);
	state = form_state(&form);
	if (likely(state == (on ? MARKER_OFF : MARKER_ON))) {
		ret = open_run(run, &form);
		if (!ret)
			ret = write_form(&form, on);
		batch->written += !ret;
	} else if (state != MARKER_FOREIGN) {
		ret = 0;
	} else {
		ret = form.unit ? -EBUSY : -EACCES;
	}
	/* Not written without need: memory that was only read costs half as much. */
	if (unlikely(site->failed != (ret != 0)))
		site->failed = ret != 0;
	if (likely(!ret)) {
		batch->ok++;
		return;
	}
	batch->failed++;
	tell_failure(result, site, &form, ret);
}

static struct marker_site *after(const struct marker_batch *batch, struct marker_site *site)
{
	return batch->neighbours ? site + 1 : site->dirty;
}

/* Some writes of a run were put off until its end and then refused: those count as failed. */
static void look_again(struct marker_batch *batch, struct marker_site *site,
		       const struct marker_site *end, struct marker_result *result, int error)
{
	struct marker_form form;

	for (; site != end; site = after(batch, site)) {
		site_form(site->row, &form);
		if (site->failed ||
		    form_state(&form) == (site->marker->want_on ? MARKER_ON : MARKER_OFF))
			continue;
		batch->ok--;
		batch->written--;
		batch->failed++;
		tell_failure(result, site, &form, error);
	}
}

/* Goes on behind @site with what needs no more than a store; the last one that it switched, or @site. */
static struct marker_site *flip_neighbours(struct marker_batch *batch, struct marker_site *site)
{
	struct marker_site *next = os_text_flip(site + 1, batch->last + 1, site->marker->want_on);
	unsigned int nr = next - site - 1;

	batch->ok += nr;
	batch->written += nr;
	return next - 1;
}

/* Returns the site after the run that starts at @site. */
static struct marker_site *switch_run(struct marker_batch *batch, struct marker_site *site,
				      struct marker_result *result, bool *text)
{
	struct marker_site *first = site, *end;
	struct run run = { .open = false };

	run.last = run_end(batch, site, &run.nr);
	end = after(batch, run.last);
	for (; site != end; site = after(batch, site)) {
		switch_site(batch, &run, site, result);
		if (batch->neighbours && run.open)
			site = flip_neighbours(batch, site);
	}
	if (run.open) {
		int ret = os_text_end();

		if (ret)
			look_again(batch, first, end, result, ret);
	}
	*text |= run.open;
	return end;
}

/** marker_batch_init() - start an empty batch */
void marker_batch_init(struct marker_batch *batch)
{
	memset(batch, 0, sizeof(*batch));
	batch->one_run = true;
}

/** marker_site_follows() - may a site be written in one run with the one before? */
bool marker_site_follows(const struct marker_site *site, const struct marker_site *last)
{
	ptrdiff_t gap = (char *)marker_row_site(site->row) - (char *)marker_row_site(last->row);

	return marker_site_is_text(site) && gap >= 0 && gap <= RUN_GAP_BYTES;
}

static void link_neighbours(struct marker_batch *batch)
{
	struct marker_site *site;

	for (site = batch->first; site < batch->last; site++)
		site->dirty = site + 1;
	site->dirty = NULL;
	batch->neighbours = false;
}

/**
 * marker_batch_add() - ask for a site to be as its marker wants it
 * @batch:	the batch
 * @site:	the site; in no other batch, and once in this one
 */
void marker_batch_add(struct marker_batch *batch, struct marker_site *site)
{
	if (batch->neighbours)
		link_neighbours(batch);
	site->dirty = NULL;
	batch->nr++;
	if (batch->last) {
		batch->one_run &= marker_site_follows(site, batch->last);
		batch->last->dirty = site;
	} else {
		batch->one_run = marker_site_is_text(site);
		batch->first = site;
	}
	batch->last = site;
}

/**
 * marker_batch_add_marker() - the same for all sites of a marker
 * @batch:	the batch
 * @marker:	its sites are in no other batch
 *
 * The sites of a lone marker are neighbours as a rule: nothing has to be touched to list them.
 */
void marker_batch_add_marker(struct marker_batch *batch, struct marker *marker)
{
	struct marker_site *site;

	if (!batch->first && marker->sites && marker->one_run) {
		batch->first = marker->sites;
		batch->nr = marker->nr_sites;
		batch->last = batch->first + batch->nr - 1;
		batch->neighbours = true;
		return;
	}
	for (site = marker->sites; site; site = site->next)
		marker_batch_add(batch, site);
}

/**
 * marker_batch_commit() - switch the sites of a batch
 * @batch:	used up; its counts tell what was done
 * @result:	the first failure is told here; may be NULL
 *
 * On return every core executes what was written.
 *
 * Context: sleeps; os_lock() held.
 */
void marker_batch_commit(struct marker_batch *batch, struct marker_result *result)
{
	struct marker_site *site = batch->first;
	bool text = false;

	if (!batch->one_run)
		site = sort_sites(site);
	while (site) {
		site = switch_run(batch, site, result, &text);
		if (batch->one_run)
			break;
	}
	if (text)
		os_text_sync();
}
