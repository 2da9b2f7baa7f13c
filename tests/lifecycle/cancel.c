// SPDX-License-Identifier: GPL-2.0-only
/*
 * cancel.c - a thread that is to be cancelled hits markers first, and does not end inside
 *
 * usage: cancel NAME	MARKER_ENABLE says which probe is connected, NAME what it is called here
 *
 * A probe that called a cancellation point would end the thread in the middle of a hit: with a read side
 * begun, and with the marked function's work half done.
 */
#include "life.h"

#include <pthread.h>

static volatile int inside, passed, ended_inside = -1;

static void end(void *arg)
{
	ended_inside = inside;
}

static void *thread(void *arg)
{
	pthread_cleanup_push(end, NULL);
	pthread_cancel(pthread_self());
	inside = 1;
	MARK(cancel_begin, "value %d string %s", 1, "one");
	MARK(cancel_end, "value %d", 2);
	MARK(cancel_begin, "value %d string %s", 3, "three");
	MARK(cancel_end, "value %d", 4);
	inside = 0;
	passed = 1;
	pthread_testcancel();
	pthread_cleanup_pop(0);
	return NULL;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "a probe";
	pthread_t id;
	void *result = NULL;

	ok(status_of("cancel_begin").probes == 1 && status_of("cancel_end").probes == 1,
	   "cancelled: %s is connected", name);
	if (pthread_create(&id, NULL, thread, NULL) || pthread_join(id, &result))
		return 1;
	ok(passed && !ended_inside && result == PTHREAD_CANCELED,
	   "cancelled: a thread does not end in %s", name);
	return life_failures != 0;
}
