/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * crew.h - threads that do one thing over and over until they are called off
 *
 * Counts, not clocks, say how long a test lasts: the main thread does a number of rounds beside the
 * crew.  Threads and probes never assert, they count errors; the main thread looks.  A crew is static:
 * it goes on when a test fails and leaves its function.
 */
#ifndef CREW_H
#define CREW_H

#include "tests/unit/core_test.h"

#include <pthread.h>
#include <sched.h>

#define CREW_MAX 8

struct crew {
	pthread_t threads[CREW_MAX];
	unsigned int nr;
	bool stop;
	void (*work)(void *data);
	void *data;
	unsigned long rounds;
};

static inline void *crew_member(void *data)
{
	struct crew *crew = data;

	while (!__atomic_load_n(&crew->stop, __ATOMIC_RELAXED)) {
		crew->work(crew->data);
		__atomic_fetch_add(&crew->rounds, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static inline void crew_start(struct crew *crew, unsigned int nr, void (*work)(void *), void *data)
{
	memset(crew, 0, sizeof(*crew));
	crew->work = work;
	crew->data = data;
	for (; crew->nr < nr; crew->nr++)
		assert_int_equal(pthread_create(&crew->threads[crew->nr], NULL, crew_member, crew),
				 0);
}

/* Every member has done some rounds when this returns. */
static inline void crew_stop(struct crew *crew)
{
	unsigned int i;

	while (__atomic_load_n(&crew->rounds, __ATOMIC_RELAXED) < 100)
		sched_yield();
	__atomic_store_n(&crew->stop, true, __ATOMIC_RELAXED);
	for (i = 0; i < crew->nr; i++)
		pthread_join(crew->threads[i], NULL);
}

/* A function of libc's that a test has its own of; ThreadSanitizer's own would be lost. */
#if OS_TSAN
#define INTERPOSED(name) not_##name
#else
#define INTERPOSED(name) name
#endif

static inline void add_one(unsigned long *word)
{
	__atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
}

static inline unsigned long read_word(const unsigned long *word)
{
	return __atomic_load_n(word, __ATOMIC_RELAXED);
}

#endif
