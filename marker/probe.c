// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * probe.c - arrays of probes, and the dispatch from a site that is on
 *
 * The slot of a site holds ONE pointer, to an array that says everything: the marker, and for each
 * probe its function together with its data.  So a function is never called with another's data,
 * however fast probes come and go (markers of 2006 to 2009 had two words, and that bug).
 *
 *	writer (os_lock held)			reader (any context)
 *	---------------------			--------------------
 *	build the new array			os_probe_enter
 *	os_publish(slot->probes)	<---->	os_dereference(slot->probes)
 *	switch the sites on (patch.c)		for each closure: func(private_data, ...)
 *	...					os_probe_exit
 *	retire the old array, freed after a grace period
 *
 * An array is never changed, but for its functions: disconnecting stores NULL over a closure's.
 * Its data stays, so a reader has either the pair or nothing, and disconnecting needs no memory.
 *
 *	who			beside whom		why it is safe
 *	dispatch		register		old or new array, both whole
 *	dispatch		unregister		func or NULL; the data stays for a grace period
 *	dispatch		dispatch (nested)	a depth per thread, bounded, counted as missed
 *	register, unregister	each other		os_lock
 */
#include "connection.h"

/* A probe that hits a marker, a signal handler on top of it, and one level to spare. */
#define NESTING_MAX 4

static inline void call_closure(const struct marker *marker, const struct marker_closure *closure,
				va_list *args)
{
	marker_probe_fn *func = READ_ONCE(closure->func);

	if (unlikely(!func))
		return;
	if (closure->direct)
		os_call_direct((void (*)(void))func, closure->private_data, marker->info.nfields,
			       marker->direct_mask, args);
	else
		func(closure->private_data, &marker->info, args);
}

/**
 * marker_call_all() - call the probes of an array
 * @array:	as the read side saw it
 * @depth:	os_probe_enter()'s
 * @first:	the arguments; used up
 *
 * Everything but a single probe: each gets a list of its own.  The first takes the one that is there;
 * the others a copy, which is made before: copying what was just written waits for the stores to
 * leave the core's store buffer, and that wait passes during the first call.
 */
void marker_call_all(const struct marker_array *array, unsigned int depth, va_list *first)
{
	va_list pristine, args;
	unsigned int i;

	if (unlikely(depth >= NESTING_MAX)) {
		os_count(&array->marker->missed);
		return;
	}
	va_copy(pristine, *first);
	for (i = 0; i < array->nr; i++) {
		if (!i) {
			call_closure(array->marker, &array->closures[i], first);
			continue;
		}
		va_copy(args, pristine);
		call_closure(array->marker, &array->closures[i], &args);
		va_end(args);
	}
	va_end(pristine);
}

/* Called with a list, by the slow path of the kernel, which has entered the read side itself. */
static void dispatch(void *data, ...)
{
	const struct marker_array *array = data;
	marker_probe_fn *only = READ_ONCE(array->only);
	va_list args;

	/* One that takes words is called by the slow path itself (set_only()). */
	va_start(args, data);
	if (likely(only))
		only(array->only_data, &array->marker->info, &args);
	else
		marker_call_all(array, 0, &args);
	va_end(args);
}

static void nothing(void *data, ...)
{
}

/* What a slot has before a marker claims it (OS_NO_PROBES), where a slow path does not ask. */
const struct marker_entry marker_nothing = { .func = nothing };

/* ---- writers: os_lock() held --------------------------------------------------------------- */

/** marker_array_alloc() - an array with room for @nr closures */
struct marker_array *marker_array_alloc(struct marker *marker, unsigned int nr)
{
	struct marker_array *array = os_alloc(sizeof(*array) + nr * sizeof(array->closures[0]));

	if (!array)
		return NULL;
	array->entry.func = nothing;
	array->marker = marker;
	array->info = &marker->info;
	return array;
}

/* What is called for a marker: the probe says, if it wants to be asked. */
static int closure_of(struct marker_closure *closure, const struct marker_connection *connection,
		      const struct marker *marker)
{
	const struct marker_probe *probe = &connection->probe;
	struct marker_attached attached = {
		.func = probe->func,
		.private_data = probe->private_data,
		.general = probe->general,
	};
	int ret = 0;

	if (probe->attach && !probe->direct)
		ret = probe->attach(probe->private_data, &marker->info, &attached);
	closure->func = attached.func;
	closure->quick = attached.quick;
	closure->private_data = attached.private_data;
	closure->owner = connection;
	closure->priority = probe->priority;
	closure->direct = probe->direct;
	closure->general = attached.general;
	return ret;
}

/* Doubles travel in vector registers. */
static bool are_general(const struct marker_array *array)
{
	unsigned int i;

	for (i = 0; i < array->nr; i++) {
		const struct marker_closure *closure = &array->closures[i];

		if (!closure->general || (closure->direct && array->marker->direct_mask))
			return false;
	}
	return true;
}

static void set_quick(struct marker_array *array, const struct marker_closure *closure)
{
	if (closure->direct)
		array->quick_words = closure->func;
	else
		array->quick = closure->func;
	array->quick_try = closure->quick;
}

static void set_only(struct marker_array *array)
{
	const struct marker_closure *closure = &array->closures[0];

	array->general = are_general(array);
	array->entry.func = dispatch;
	array->entry.data = array;
	if (array->nr != 1 || (closure->direct && array->marker->direct_mask))
		return;
	array->only_words = closure->direct;
	array->only = closure->func;
	array->only_data = closure->private_data;
	if (array->general)
		set_quick(array, closure);
	if (!closure->direct)
		return;
	array->entry.func = (void (*)(void *, ...))(void (*)(void))closure->func;
	array->entry.data = closure->private_data;
}

/**
 * marker_array_add() - a copy of an array with one more closure, without those disconnected
 * @old:	unchanged
 * @connection:	goes behind all of its priority
 *
 * Return: NULL if there is no memory.
 */
struct marker_array *marker_array_add(const struct marker_array *old,
				      const struct marker_connection *connection)
{
	struct marker_array *array = marker_array_alloc(old->marker, old->nr + 1);
	struct marker_closure new;
	bool placed = false;
	unsigned int i;

	if (!array)
		return NULL;
	if (closure_of(&new, connection, old->marker)) {
		os_free(array);
		return NULL;
	}
	for (i = 0; i < old->nr; i++) {
		const struct marker_closure *closure = &old->closures[i];

		if (!closure->func)
			continue;
		if (!placed && closure->priority < connection->probe.priority) {
			array->closures[array->nr++] = new;
			placed = true;
		}
		array->closures[array->nr++] = *closure;
	}
	if (!placed)
		array->closures[array->nr++] = new;
	set_only(array);
	return array;
}

/**
 * marker_array_remove() - disconnect in place
 * @array:	may be read meanwhile
 * @owner:	the connection
 *
 * Return: how many closures were disconnected, 0 or 1.
 */
unsigned int marker_array_remove(struct marker_array *array, const void *owner)
{
	unsigned int i;

	for (i = 0; i < array->nr; i++) {
		if (array->closures[i].owner != owner || !array->closures[i].func)
			continue;
		WRITE_ONCE(array->entry.func, array->nr > 1 ? dispatch : nothing);
		WRITE_ONCE(array->only, NULL);
		WRITE_ONCE(array->quick_try, NULL);
		WRITE_ONCE(array->quick, NULL);
		WRITE_ONCE(array->quick_words, NULL);
		WRITE_ONCE(array->closures[i].func, NULL);
		return 1;
	}
	return 0;
}

/**
 * marker_array_publish() - let all slots of a marker see an array
 * @marker:	the marker; its old array is retired
 * @array:	the new one
 */
void marker_array_publish(struct marker *marker, struct marker_array *array)
{
	struct marker_array *old = marker->probes;
	struct marker_slot_ref *ref;

	marker->probes = array;
	/* Pairs with os_dereference() in marker_call(). */
	for (ref = marker->slots; ref; ref = ref->next)
		os_publish(ref->slot->probes, array);
	if (old != &marker->none && old != array)
		marker_retire(&old->retired);
}

/* What readers may still see. */
static struct marker_retired *retired;
static unsigned int nr_retired;

/** marker_retire() - free this after the next grace period */
void marker_retire(struct marker_retired *head)
{
	head->next = retired;
	retired = head;
	nr_retired++;
}

/**
 * marker_retired_take() - the retired, to be freed by the caller after a grace period
 * @more_than:	nothing is taken unless there are more
 */
struct marker_retired *marker_retired_take(unsigned int more_than)
{
	struct marker_retired *list = retired;

	if (nr_retired <= more_than)
		return NULL;
	retired = NULL;
	nr_retired = 0;
	return list;
}

/**
 * marker_retired_free() - wait for a grace period, and free what marker_retired_take() gave
 * @list:	may be empty
 *
 * Where no grace period can be had, what readers may still see is never freed.
 *
 * Context: sleeps; os_lock() not held.
 * Return: 0 or a negative errno of os_synchronize().
 */
int marker_retired_free(struct marker_retired *list)
{
	int ret = os_synchronize();

	while (list && !ret) {
		struct marker_retired *next = list->next;

		os_free(list);
		list = next;
	}
	return ret;
}
