// SPDX-License-Identifier: GPL-2.0-only
/*
 * toggle.c - switches a site while another thread runs over it, and knows how often it must be hit
 *
 * The main thread publishes a word: which site, in which state, and a number that is new each time.
 *
 *	main				word		worker: a block of passes
 *	----				----		-------------------------
 *					off, n		no hit allowed
 *	store CHANGING, n + 1		changing	0 hits to as many as passes
 *	marker_probe_register()
 *	store ON, n + 2			on, n + 2	every pass hit
 *	wait for ack n + 2				store ack n + 2 after enough passes
 *	store CHANGING, n + 3		...
 *
 * A block counts as run in a state if the word was the same before its first and behind its last
 * pass.  Before: the state was stored after the call had returned, so the whole block has it to
 * its credit.  Behind: CHANGING is stored before the first byte is written, so a thread that has
 * run the changed instruction sees CHANGING too.  The hits are counted in a word of the worker
 * alone, by the probe, which runs on it.
 */
#include "toggle.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#include "../row/connect.h"
#include "../rows.h"

#define BLOCK 100

enum state {
	CHANGING,
	OFF,
	ON,
	STOP,
};

/* 56 bits of number, 6 of site, 2 of state. */
static uint64_t word_of(uint64_t number, unsigned int site, enum state state)
{
	return number << 8 | site << 2 | state;
}

static enum state state_of(uint64_t word)
{
	return word & 3;
}

/* On lines of their own: the worker reads the word between blocks, and must not wait for more. */
struct shared {
	_Atomic uint64_t word __attribute__((aligned(64)));
	_Atomic uint64_t ack __attribute__((aligned(64)));
	const struct toggle_set *set;
	unsigned long quota; /* passes in a state before it is acknowledged */
	unsigned long hits __attribute__((aligned(64))); /* of the worker, by the probe */
	unsigned long made;
	unsigned long wrong;
};

static void run_block(struct shared *shared, uint64_t word, unsigned long *in_state)
{
	void (*site)(void) = shared->set->sites[word >> 2 & (TOGGLE_SITES - 1)];
	unsigned long before = shared->hits, hits, expected = state_of(word) == ON ? BLOCK : 0;
	unsigned int i;

	for (i = 0; i < BLOCK; i++)
		site();
	hits = *(volatile unsigned long *)&shared->hits - before;
	if (hits > BLOCK)
		shared->wrong++;
	if (state_of(word) == CHANGING || atomic_load(&shared->word) != word)
		return;
	if (hits != expected)
		shared->wrong++;
	shared->made += BLOCK;
	*in_state += BLOCK;
	if (*in_state >= shared->quota)
		atomic_store(&shared->ack, word);
}

static void *worker(void *arg)
{
	struct shared *shared = arg;
	unsigned long in_state = 0;
	uint64_t word = 0, last = 0;

	for (;;) {
		word = atomic_load(&shared->word);
		if (state_of(word) == STOP)
			return NULL;
		if (word != last)
			in_state = 0;
		last = word;
		run_block(shared, word, &in_state);
	}
}

static void wait_for(struct shared *shared, uint64_t word)
{
	unsigned int spins;

	for (spins = 1; atomic_load(&shared->ack) != word; spins++) {
		if (!(spins & 1023))
			sched_yield();
	}
}

/* One toggle: change, say that it has changed, and let the other thread make its passes. */
static int flip(struct shared *shared, uint64_t *number, unsigned int site, enum state to)
{
	const char *name = shared->set->names[site];
	uint64_t settled;
	int ret;

	atomic_store(&shared->word, word_of(++*number, site, CHANGING));
	if (to == ON)
		ret = connect_probe(name, "%d", marker_bench_count, &shared->hits);
	else
		ret = marker_probe_unregister(name, marker_bench_count, &shared->hits);
	if (ret < 0)
		return ret;
	if (to == ON && !ret)
		return -ENOENT;
	settled = word_of(++*number, site, to);
	atomic_store(&shared->word, settled);
	wait_for(shared, settled);
	return 0;
}

/* Each site gets its share of the toggles, in pairs, before the next one's turn. */
static int flip_all(struct toggle *toggle, struct shared *shared)
{
	unsigned long pairs = toggle->toggles / 2, share = pairs / toggle->set->nr + 1, pair;
	uint64_t number = 0;
	int ret;

	for (pair = 0; pair < pairs; pair++) {
		unsigned int site = (unsigned int)(pair / share);

		ret = flip(shared, &number, site, ON);
		if (ret)
			return ret;
		ret = flip(shared, &number, site, OFF);
		if (ret)
			return ret;
		toggle->done += 2;
		if (pair % 64 == 63)
			marker_synchronize();
	}
	return 0;
}

/**
 * toggle_run() - toggle all sites and count
 * @toggle:	@set, @toggles and @passes are set, the rest is filled in
 *
 * Return: 0, also when counts were @wrong; -EAGAIN without a thread, or what a call of the library
 * failed with.
 */
int toggle_run(struct toggle *toggle)
{
	static struct shared shared;
	pthread_t thread;
	int ret;

	shared = (struct shared){ .set = toggle->set, .quota = BLOCK };
	if (toggle->toggles && toggle->passes / toggle->toggles > BLOCK)
		shared.quota = toggle->passes / toggle->toggles;
	toggle->offsets = rows_offsets(toggle->set->prefix);
	atomic_store(&shared.word, word_of(0, 0, CHANGING));
	ret = -pthread_create(&thread, NULL, worker, &shared);
	if (ret)
		return ret;
	ret = flip_all(toggle, &shared);
	atomic_store(&shared.word, word_of(0, 0, STOP));
	pthread_join(thread, NULL);
	marker_probe_unregister_all(marker_bench_count, &shared.hits);
	marker_synchronize();
	toggle->made = shared.made;
	toggle->wrong = shared.wrong;
	toggle->error = ret;
	return ret;
}
