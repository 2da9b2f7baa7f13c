/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hash of things that have numbers from 0 on, and are in an array of the caller's.
 *
 *	at:     [ 0  2  0  0  1  3  0  0 ]	the number plus 1; 0: nobody
 *	things: [ a  b  c ]
 *
 * Open addressing, one slot after the other (D. E. Knuth, The Art of Computer Programming 3, 6.4, algorithm L), and
 * never more than half full.  What a thing is like, the caller says: this knows numbers alone.
 */
#ifndef LIB_SLOTS_H
#define LIB_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#define SLOTS_NONE   UINT32_MAX
#define SLOTS_FACTOR 0x9e3779b97f4a7c15ull /* 2^64 over the golden ratio, and odd: Knuth 6.4 */

/* All zero is an empty one. */
struct slots {
	uint32_t *at;
	uint32_t mask;	    /* one less than there are, which is a power of two */
	unsigned int shift; /* 64 less the logarithm of that */
};

typedef bool slots_is(const void *things, uint32_t number, const void *key);
typedef uint64_t slots_hash(const void *things, uint32_t number);

/* The uppermost bits of a product depend on all of what was multiplied. */
static inline uint32_t slots_first(const struct slots *slots, uint64_t hash)
{
	return hash * SLOTS_FACTOR >> slots->shift;
}

/** slots_mix - the hash of what has one word more; that of nothing is 0 */
static inline uint64_t slots_mix(uint64_t hash, uint64_t word)
{
	return (hash ^ hash >> 29 ^ word) * SLOTS_FACTOR;
}

/** slots_mix_text - the hash of what has a text more (FNV-1a: draft-eastlake-fnv) */
static inline uint64_t slots_mix_text(uint64_t hash, const char *text)
{
	while (*text)
		hash = (hash ^ (unsigned char)*text++) * 0x100000001b3ull;
	return hash;
}

/**
 * slots_find - the number of what is like @key, or SLOTS_NONE
 * @hash: of @key: any number that is another one where things differ, as a rule
 * @is: whether the thing of a number is that
 */
static inline __attribute__((always_inline)) uint32_t slots_find(const struct slots *slots,
								 uint64_t hash, slots_is *is,
								 const void *things,
								 const void *key)
{
	uint32_t slot, found;

	if (!slots->at)
		return SLOTS_NONE;
	slot = slots_first(slots, hash);
	while ((found = slots->at[slot & slots->mask]) && !is(things, found - 1, key))
		slot++;
	return found - 1;
}

/**
 * slots_add - one more thing
 * @hash: of it
 * @number: of it: all lower ones are there
 * @hash_of: for these, when there must be more slots
 *
 * Returns 0 or -ENOMEM; then all is as it was.
 */
int slots_add(struct slots *slots, uint64_t hash, uint32_t number, slots_hash *hash_of,
	      const void *things);

void slots_free(struct slots *slots);

#endif
