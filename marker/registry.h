/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * registry.h - markers by name, the objects they are in, and the probes that are connected
 *
 *	marker_object			marker_image		marker (name, format)
 *	  rows in the object,	---->	  sites, sorted	---->	  sites of all images
 *	  read-only			  by address		  slots, one a line
 *								  array of closures <--- slot->probes
 *	marker_connection (name or glob, format, probe) ---------------^
 *
 * All of it is written under os_lock(); only arrays, and the info of their marker, are read under
 * RCU.
 */
#ifndef MARKER_REGISTRY_H
#define MARKER_REGISTRY_H

#include "marker.h"
#include "patch.h"
#include "site.h"

/* The head of everything that readers may still see after it was taken away. */
struct marker_retired {
	struct marker_retired *next;
};

/**
 * struct marker_closure - a probe in an array; @quick as its attach has said
 * @func:	NULL once it is disconnected: the one word of an array that is ever changed
 * @owner:	its connection; compared, never followed by a reader
 */
struct marker_closure {
	marker_probe_fn *func;
	int (*quick)(void *private_data, const unsigned long *words);
	void *private_data;
	const void *owner;
	int priority;
	bool direct;
	bool general;
};

/**
 * struct marker_array - what a slot points to
 * @retired:	shares its word with the first of @entry, which is there for that
 * @entry:	what a kernel's slow path calls (arch/kernel.h), which knows no more of an array
 * @quick:	the function, if there is one closure, general, that takes a list: the quickest case in one
 *		test; hit_layout.h knows where these five are
 * @quick_words: the same of one that takes its arguments in registers
 * @quick_try:	is called before @quick, if it is there: what struct marker_attached has as @quick
 * @only_data:	the data of either, and of @only
 * @info:	of the marker
 * @only:	the function, if there is one closure and no double: the common case in one test
 * @only_words:	it takes its arguments in registers
 * @general:	all probes use general registers only
 */
struct marker_array {
	union {
		struct marker_retired retired;
		struct marker_entry entry;
	};
	marker_probe_fn *quick;
	marker_probe_fn *quick_words;
	int (*quick_try)(void *private_data, const unsigned long *words);
	void *only_data;
	const struct marker_info *info;
	marker_probe_fn *only;
	struct marker *marker;
	bool only_words;
	bool general;
	unsigned int nr;
	struct marker_closure closures[];
};

/* One row, bound.  Lives in its image. */
struct marker_site {
	const struct marker_row *row;
	struct marker *marker;
	struct marker_site *next;  /* of the same marker */
	struct marker_site *dirty; /* in a batch */
	bool conflict;		   /* its slot is another marker's: it stays off */
	bool failed;		   /* in the last batch */
};

struct marker_slot_ref {
	struct marker_slot *slot;
	struct marker_slot_ref *next;
};

struct marker {
	struct marker_retired retired;
	struct marker_info info;
	struct marker *next; /* in its bucket */
	struct marker_site *sites;
	struct marker_site **sites_end;
	struct marker_slot_ref *slots;
	unsigned int nr_sites;
	unsigned int conflicts;	  /* lines whose slot another format has (site.h) */
	unsigned int live;	  /* closures that are connected */
	unsigned int direct_mask; /* format.c: which arguments are doubles */
	bool want_on;		  /* the state that a batch brings its sites to */
	bool query;		  /* sites of mark_enabled(): on while the name has a probe */
	bool one_run;		  /* its sites are neighbours in an image, text, near each other */
	unsigned long missed;
	struct marker_array *probes;
	struct marker_array *building; /* by a registration, not published yet */
	struct marker_array none;      /* what the slots hold while nothing is connected */
};

struct marker_image {
	const struct marker_object *object;
	struct marker_image *next;
	struct marker_site *sites;
	unsigned int nr_sites;
	bool bound;
};

struct marker_connection;

/* probe.c */
extern const struct marker_entry marker_nothing;
void marker_call_all(const struct marker_array *array, unsigned int depth, va_list *first);
struct marker_array *marker_array_alloc(struct marker *marker, unsigned int nr);
struct marker_array *marker_array_add(const struct marker_array *old,
				      const struct marker_connection *connection);
unsigned int marker_array_remove(struct marker_array *array, const void *owner);
void marker_array_publish(struct marker *marker, struct marker_array *array);
void marker_retire(struct marker_retired *head);
struct marker_retired *marker_retired_take(unsigned int more_than);
int marker_retired_free(struct marker_retired *list);

/* What a slow path of user space does; the case of one probe in line. */
static inline void marker_dispatch(const struct marker_array *array, unsigned int depth,
				   va_list *args)
{
	marker_probe_fn *only = READ_ONCE(array->only);

	if (unlikely(!only || depth))
		marker_call_all(array, depth, args);
	else if (array->only_words)
		os_call_direct((void (*)(void))only, array->only_data, array->marker->info.nfields,
			       0, args);
	else
		only(array->only_data, &array->marker->info, args);
}

void marker_call_list(struct marker_slot *slot, va_list *args);

/* registry.c */
struct marker *marker_get(const char *name, const char *format, bool *new);
void marker_put(struct marker *marker);
struct marker *marker_first(void);
struct marker *marker_next(const struct marker *marker);
struct marker *marker_find_name(const char *name);
struct marker *marker_same_name(const struct marker *marker);
void marker_buckets_free(void);

/* image.c */
int marker_bind_images(struct marker_result *result);
void marker_object_trim(const struct marker_object *object);

/* connection.c, switch.c, disconnect.c */
extern unsigned int marker_nr_connections;
bool marker_ever_connected(void);
int marker_connect_new(struct marker *marker);
void marker_drop_object(const struct os_object *object);
void marker_batch_add_queries(struct marker_batch *batch);
bool marker_wants_on(const struct marker *marker);

/* format.c */
#define MARKER_FIELDS_MAX 12
int marker_format_parse(const char *format, struct marker_field *fields, unsigned int max);
int marker_format_direct(const struct marker_info *info, unsigned int *doubles);

/* glob.c */
bool marker_is_glob(const char *pattern);
bool marker_glob_match(const char *pattern, const char *name);

/* env.c: connects what the environment asks for; once, without the lock.  Nothing in the kernel. */
void marker_startup(void);

#endif
