// SPDX-License-Identifier: GPL-2.0-only
/*
 * random.c - xoshiro256**, seeded by splitmix64
 *
 * D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM Transactions on
 * Mathematical Software 47(4), 2021; the authors advise splitmix64 (G. L. Steele, D. Lea, C. H.
 * Flood, OOPSLA 2014) to fill the state, which must not be all 0.  Numbers below a limit by D.
 * Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and
 * Computer Simulation 29(1), 2019.
 */
#include "user/stats/random.h"

static uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, unsigned int bits)
{
	return x << bits | x >> (64 - bits);
}

void rng_seed(struct rng *rng, uint64_t seed)
{
	int i;

	for (i = 0; i < 4; i++)
		rng->state[i] = splitmix64(&seed);
}

uint64_t rng_next(struct rng *rng)
{
	uint64_t *s = rng->state, result = rotate(s[1] * 5, 7) * 9, shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = rotate(s[3], 45);
	return result;
}

/* The upper half of a product; lower halves that would favour some numbers are drawn again. */
uint32_t rng_below(struct rng *rng, uint32_t limit)
{
	uint64_t product;
	uint32_t unfair;

	if (!limit)
		return 0;
	unfair = -limit % limit;
	do
		product = (rng_next(rng) >> 32) * limit;
	while ((uint32_t)product < unfair);
	return product >> 32;
}

double rng_unit(struct rng *rng)
{
	return (rng_next(rng) >> 11) * 0x1p-53;
}

/* Inversion: the sum of e^-1 / k! passes every number below 1 before k is 20. */
uint32_t rng_poisson1(struct rng *rng)
{
	double unit = rng_unit(rng), term = 0x1.78b56362cef38p-2, sum = term;
	uint32_t k = 0;

	while (unit >= sum && k < 20) {
		term /= ++k;
		sum += term;
	}
	return k;
}
