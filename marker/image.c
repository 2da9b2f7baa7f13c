// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * image.c - objects with sites that come and go: the program, shared objects, modules
 *
 * The constructor of an object costs one small allocation: its rows are read ("bound") only when
 * somebody asks, or at once if a probe is connected that may want them.  So a program with a
 * thousand markers and no listener starts as if it had none.
 *
 * Locking: os_lock() protects the list and everything behind it.
 */
#include "registry.h"

static struct marker_image *images;

static unsigned int nr_rows(const struct marker_object *object)
{
	return ((const char *)marker_relative(&object->stop) -
		(const char *)marker_relative(&object->start)) /
	       sizeof(struct marker_row);
}

static const struct marker_row *first_row(const struct marker_object *object)
{
	return marker_relative(&object->start);
}

static int by_address(const void *a, const void *b)
{
	const struct marker_site *x = a, *y = b;
	void *p = marker_row_site(x->row), *q = marker_row_site(y->row);

	return p < q ? -1 : p > q;
}

static bool sorted(const struct marker_site *sites, unsigned int nr)
{
	unsigned int i;

	for (i = 1; i < nr; i++)
		if (by_address(&sites[i - 1], &sites[i]) > 0)
			return false;
	return true;
}

static int collect_sites(struct marker_image *image)
{
	const struct marker_row *row = first_row(image->object);
	unsigned int i, nr = nr_rows(image->object);
	struct os_object object;

	image->sites = os_alloc(nr * sizeof(*image->sites));
	if (!image->sites)
		return -ENOMEM;
	os_object_find(image->object, &object);
	for (i = 0; i < nr; i++, row++)
		if (marker_row_is_site(row) && os_text_exists(&object, marker_row_text(row)))
			image->sites[image->nr_sites++].row = row;
	if (!sorted(image->sites, image->nr_sites))
		os_sort(image->sites, image->nr_sites, sizeof(*image->sites), by_address);
	return 0;
}

/* The slot of a line belongs to the first marker that finds it free. */
static int claim_slot(struct marker_image *image, struct marker *marker, struct marker_slot *slot)
{
	struct marker_slot_ref *ref;

	if (slot->probes != OS_NO_PROBES)
		return slot->probes->marker == marker ? 0 : -EEXIST;
	ref = os_alloc(sizeof(*ref));
	if (!ref)
		return -ENOMEM;
	ref->slot = slot;
	ref->next = marker->slots;
	marker->slots = ref;
	os_publish(slot->probes, marker->probes);
	return 0;
}

static bool continues_run(const struct marker_image *image, const struct marker *marker,
			  const struct marker_site *site)
{
	if (!marker->sites)
		return marker_site_is_text(site);
	return marker->one_run && site > image->sites && marker->sites_end == &site[-1].next &&
	       marker_site_follows(site, &site[-1]);
}

static void append_site(struct marker_image *image, struct marker *marker, struct marker_site *site)
{
	marker->one_run = continues_run(image, marker, site);
	site->marker = marker;
	site->next = NULL;
	*marker->sites_end = site;
	marker->sites_end = &site->next;
	marker->nr_sites++;
}

/* Rows come by the thousand with one name: the marker of the row before is tried first. */
static struct marker *get_marker(const struct marker_row *row, struct marker *last, bool *new)
{
	const char *name = marker_row_name(row), *format = marker_row_format(row);

	*new = false;
	if (last && !strcmp(last->info.name, name) && !strcmp(last->info.format, format))
		return last;
	return marker_get(name, format, new);
}

/* One row of @marker, which is the last one's or was just found or made. */
static int bind_site(struct marker_image *image, struct marker_site *site, struct marker *marker,
		     bool new)
{
	int ret = new ? marker_connect_new(marker) : 0;

	if (ret)
		return ret;
	ret = claim_slot(image, marker, marker_row_slot(site->row));
	if (ret && ret != -EEXIST)
		return ret;
	site->marker = marker;
	site->conflict = ret == -EEXIST;
	if (site->conflict)
		marker->conflicts++;
	else
		append_site(image, marker, site);
	return 0;
}

static void put_unused(struct marker *marker)
{
	if (!marker->sites && !marker->conflicts)
		marker_put(marker);
}

static int bind_sites(struct marker_image *image)
{
	struct marker *marker = NULL;
	unsigned int i;
	bool new;
	int ret;

	for (i = 0; i < image->nr_sites; i++) {
		marker = get_marker(image->sites[i].row, marker, &new);
		if (!marker)
			return -ENOMEM;
		ret = bind_site(image, &image->sites[i], marker, new);
		if (ret) {
			put_unused(marker);
			return ret;
		}
	}
	return 0;
}

/* Switches on what is connected already. */
static void arm_sites(struct marker_image *image, struct marker_result *result)
{
	struct marker_batch batch;
	unsigned int i;

	if (!marker_nr_connections)
		return;
	marker_batch_init(&batch);
	for (i = 0; i < image->nr_sites; i++) {
		struct marker_site *site = &image->sites[i];

		if (site->conflict || !site->marker->live)
			continue;
		site->marker->want_on = true;
		marker_batch_add(&batch, site);
	}
	marker_batch_add_queries(&batch);
	marker_batch_commit(&batch, result);
}

/* The slots of the image's lines are in its own memory, and go with it. */
static void drop_slots(struct marker *marker, const struct os_object *object)
{
	struct marker_slot_ref **at = &marker->slots, *ref;

	while ((ref = *at)) {
		if (marker->sites && !os_object_holds(object, (uintptr_t)ref->slot)) {
			at = &ref->next;
			continue;
		}
		*at = ref->next;
		os_publish(ref->slot->probes, OS_NO_PROBES);
		os_free(ref);
	}
}

static void drop_sites(struct marker_image *image, struct marker *marker)
{
	struct marker_site **at = &marker->sites, *site;

	while ((site = *at)) {
		if (site < image->sites || site >= image->sites + image->nr_sites) {
			at = &site->next;
			continue;
		}
		*at = site->next;
		site->marker = NULL;
		marker->nr_sites--;
	}
	marker->sites_end = at;
}

/* One site out of its marker; what is left for put_unused() is the caller's. */
static void drop_site(struct marker *marker, struct marker_site *site)
{
	struct marker_site **at = &marker->sites;

	if (site->conflict) {
		marker->conflicts--;
		site->marker = NULL;
		return;
	}
	marker->one_run = false;
	while (*at != site)
		at = &(*at)->next;
	*at = site->next;
	if (!*at)
		marker->sites_end = at;
	site->marker = NULL;
	marker->nr_sites--;
}

static void unbind_site(struct marker_image *image, struct marker_site *site,
			const struct os_object *object)
{
	struct marker *marker = site->marker;

	if (site->conflict) {
		marker->conflicts--;
	} else {
		drop_sites(image, marker);
		drop_slots(marker, object);
	}
	put_unused(marker);
}

/* Takes the image's sites out of their markers; a marker without any goes. */
static void unbind_sites(struct marker_image *image)
{
	struct os_object object;
	unsigned int i;

	os_object_find(image->object, &object);
	for (i = 0; i < image->nr_sites; i++)
		if (image->sites[i].marker)
			unbind_site(image, &image->sites[i], &object);
	os_free(image->sites);
	image->sites = NULL;
	image->nr_sites = 0;
	image->bound = false;
}

static int bind_image(struct marker_image *image, struct marker_result *result)
{
	int ret = collect_sites(image);

	if (!ret)
		ret = bind_sites(image);
	if (ret) {
		unbind_sites(image);
		return ret;
	}
	image->bound = true;
	arm_sites(image, result);
	return 0;
}

/**
 * marker_bind_images() - read the rows of all objects that have come since
 * @result:	of switching on what is connected already; may be NULL
 *
 * Return: 0 or -ENOMEM.
 */
int marker_bind_images(struct marker_result *result)
{
	struct marker_image *image;
	int ret;

	for (image = images; image; image = image->next) {
		if (image->bound)
			continue;
		ret = bind_image(image, result);
		if (ret)
			return ret;
	}
	return 0;
}

static struct marker_image *find_image(const struct marker_object *object)
{
	struct marker_image *image = images;

	while (image && image->object != object)
		image = image->next;
	return image;
}

static bool understood(const struct marker_object *object)
{
	return object->version == MARKER_ABI_VERSION &&
	       object->row_size == sizeof(struct marker_row);
}

/**
 * marker_object_register() - an object has come
 * @object:	its description
 *
 * Called by the object's constructor, or for a module.  One that is registered already changes nothing.
 *
 * Context: sleeps.
 * Return: 0, -EPROTO for a version of the table that this library does not know, or -ENOMEM.
 */
int marker_object_register(const struct marker_object *object)
{
	struct marker_image *image;
	int ret = 0;

	marker_startup();
	os_lock();
	if (find_image(object))
		goto unlock;
	ret = -EPROTO;
	if (!understood(object))
		goto unlock;
	ret = -ENOMEM;
	image = os_alloc(sizeof(*image));
	if (!image)
		goto unlock;
	ret = 0;
	image->object = object;
	image->next = images;
	images = image;
	if (marker_nr_connections)
		ret = marker_bind_images(NULL);
unlock:
	os_unlock();
	return ret;
}

/**
 * marker_object_trim() - forget the sites of an object whose text has gone or is about to
 * @object:	its description; the object itself stays
 *
 * A module's __init functions go once they have run.
 *
 * Context: sleeps.
 */
void marker_object_trim(const struct marker_object *object)
{
	struct marker_image *image;
	struct os_object memory;
	unsigned int i;

	os_lock();
	os_object_find(object, &memory);
	image = find_image(object);
	for (i = 0; image && i < image->nr_sites; i++) {
		struct marker_site *site = &image->sites[i];
		struct marker *marker = site->marker;

		if (!marker || os_text_exists(&memory, marker_row_text(site->row)))
			continue;
		drop_site(marker, site);
		if (!marker->sites)
			drop_slots(marker, &memory);
		put_unused(marker);
	}
	os_unlock();
}

/* Off, so that a thread that is still in the object's code calls nobody. */
static void disarm_sites(struct marker_image *image)
{
	struct marker_batch batch;
	unsigned int i;

	marker_batch_init(&batch);
	for (i = 0; i < image->nr_sites; i++) {
		struct marker_site *site = &image->sites[i];

		if (!site->marker || site->conflict)
			continue;
		site->marker->want_on = false;
		marker_batch_add(&batch, site);
	}
	marker_batch_commit(&batch, NULL);
}

static struct marker_image *unlink_image(const struct marker_object *object)
{
	struct marker_image **at = &images, *image;

	while ((image = *at) && image->object != object)
		at = &image->next;
	if (image)
		*at = image->next;
	return image;
}

/**
 * marker_object_unregister() - an object goes
 * @object:	its description
 *
 * Called by the object's destructor (exit, dlclose).  Its sites are switched off, its probes are
 * disconnected, and no probe of it runs any more on return; called from a probe it cannot wait for
 * that.
 */
void marker_object_unregister(const struct marker_object *object)
{
	struct marker_retired *list;
	struct marker_image *image;
	struct os_object memory;

	os_lock();
	image = unlink_image(object);
	if (!image) {
		os_unlock();
		return;
	}
	if (image->bound) {
		disarm_sites(image);
		unbind_sites(image);
	}
	os_object_find(object, &memory);
	marker_drop_object(&memory);
	os_free(image);
	list = os_in_probe() ? NULL : marker_retired_take(0);
	os_unlock();
	if ((list || marker_ever_connected()) && !os_in_probe())
		marker_retired_free(list);
}
