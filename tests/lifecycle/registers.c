// SPDX-License-Identifier: GPL-2.0-only
/*
 * registers.c - every register has the same value before and behind a marker that is hit
 *
 * run_with() loads all registers, calls code, and stores them all.  The code is a function of nothing but
 * a marker with its own arguments; its probe destroys all that the calling convention lets it.  So
 * it is the slow path that keeps them, and each of its thirteen entries is tried.  What keeps the vector
 * registers is called by itself too, as the library takes that of the processor it runs on.
 *
 * Linked with libmarker.a, whose arch_keep_*() are hidden.
 */
#include "life.h"

#include <pthread.h>

/* run_with() knows where things are in it. */
struct state {
	uint64_t general[32];
	uint64_t masks[16];
	uint64_t vectors[32 * 8];
};

extern unsigned int level;
unsigned int level;
void run_with(const struct state *in, struct state *out, void (*code)(void));
void wreck_general(void);
void wreck_all(void);

/* As marker/hit.h has it, which is for the library. */
typedef void marker_keep_fn(void (*function)(void *), void *data);

#if defined(__x86_64__)
#include "registers_x86.h"
#else
#include "registers_arm64.h"
#endif

/* Compiled for general registers only. */
#define GENERAL __attribute__((target("general-regs-only")))

static long sum, wrecked;

static GENERAL void take(const struct marker_info *marker, va_list *args)
{
	unsigned int i;

	for (i = 0; i < marker->nfields; i++)
		sum = 10 * sum + va_arg(*args, int);
	wrecked++;
}

static GENERAL void general(void *private_data, const struct marker_info *marker, va_list *args)
{
	take(marker, args);
	wreck_general();
}

static void any(void *private_data, const struct marker_info *marker, va_list *args)
{
	take(marker, args);
	wreck_all();
}

/* Functions of nothing but a marker: no register is changed for the arguments. */
#define MARKED(n, ...)                                                                       \
	static __attribute__((noinline)) void m##n(int a, int b, int c, int d, int e, int f) \
	{                                                                                    \
		MARK(registers_##n, __VA_ARGS__);                                            \
	}
static __attribute__((noinline)) void m0(int a, int b, int c, int d, int e, int f)
{
	MARK_NOARGS(registers_0);
}
MARKED(1, "%d", a)
MARKED(2, "%d %d", a, b)
MARKED(3, "%d %d %d", a, b, c)
MARKED(4, "%d %d %d %d", a, b, c, d)
MARKED(5, "%d %d %d %d %d", a, b, c, d, e)
MARKED(6, "%d %d %d %d %d %d", a, b, c, d, e, f)
MARKED(7, "%d %d %d %d %d %d %d", a, b, c, d, e, f, a)
MARKED(8, "%d %d %d %d %d %d %d %d", a, b, c, d, e, f, a, b)
MARKED(9, "%d %d %d %d %d %d %d %d %d", a, b, c, d, e, f, a, b, c)
MARKED(10, "%d %d %d %d %d %d %d %d %d %d", a, b, c, d, e, f, a, b, c, d)
MARKED(11, "%d %d %d %d %d %d %d %d %d %d %d", a, b, c, d, e, f, a, b, c, d, e)
MARKED(12, "%d %d %d %d %d %d %d %d %d %d %d %d", a, b, c, d, e, f, a, b, c, d, e, f)

static void (*const marked[])(int, int, int, int, int, int) = { m0, m1, m2, m3,	 m4,  m5, m6,
								m7, m8, m9, m10, m11, m12 };
static const long sums[] = { 0,		 1,	      12,	   123,	     1234,
			     12345,	 123456,      1234561,	   12345612, 123456123,
			     1234561234, 12345612345, 123456123456 };

#define NR_GENERAL (sizeof(names) / sizeof(names[0]))

/* Another value in each; the arguments are 1 to 6; upper halves are zero, or are not. */
static void fill(struct state *state, int clean)
{
	uint64_t value = 0x123456789abcdef1;
	unsigned int i;

	memset(state, 0, sizeof(*state));
	for (i = 0; i < NR_GENERAL; i++)
		state->general[i] = value *= 3;
	for (i = 0; i < 6; i++)
		state->general[args[i]] = i + 1;
	for (i = 0; i < NR_MASKS; i++)
		state->masks[i] = has_mask(i) ? (value *= 3) & bits_of_mask() : 0;
	for (i = 0; i < 32 * 8; i++)
		state->vectors[i] = has_word(i) && !(clean && is_upper(i)) ? (value *= 3) : 0;
}

static int same(const struct state *in, const struct state *out, unsigned int general_mask,
		const char *what)
{
	unsigned int i;
	int good = 1;

	for (i = 0; i < NR_GENERAL; i++) {
		if (in->general[i] == out->general[i] || !(general_mask & 1u << i))
			continue;
		good = 0;
		printf("# %s: %s was %lx, is %lx\n", what, names[i], in->general[i],
		       out->general[i]);
	}
	for (i = 0; i < 32 * 8; i++) {
		if (in->vectors[i] == out->vectors[i])
			continue;
		good = 0;
		printf("# %s: word %u of the vectors was %lx, is %lx\n", what, i, in->vectors[i],
		       out->vectors[i]);
	}
	for (i = 0; i < NR_MASKS; i++) {
		if (in->masks[i] == out->masks[i])
			continue;
		good = 0;
		printf("# %s: mask %u was %lx, is %lx\n", what, i, in->masks[i], out->masks[i]);
	}
	return good;
}

static int keeps(void (*code)(void), int clean, const char *what)
{
	struct state in, out;

	memset(&out, 0, sizeof(out));
	fill(&in, clean);
	run_with(&in, &out, code);
	return same(&in, &out, KEPT_BY_HITS, what);
}

static int all_keep(int on, const char *what)
{
	unsigned int i, clean;
	int good = 1;

	for (i = 0; i < 13; i++) {
		for (clean = 0; clean < 2; clean++) {
			sum = 0;
			good &= keeps((void (*)(void))marked[i], clean, what) &&
				sum == (on ? sums[i] : 0);
		}
	}
	return good;
}

static void test_probe(marker_probe_fn *func, unsigned int is_general, const char *what)
{
	struct marker_probe probe = { .name = "registers_*", .func = func, .general = is_general };
	int good;

	wrecked = 0;
	ok(marker_probe_connect(&probe, NULL) == 13, "registers: %s: 13 sites are on", what);
	good = all_keep(1, what);
	ok(good && wrecked == 26,
	   "registers: %s: all have their values, and the probe its arguments", what);
	marker_probe_unregister_all(func, NULL);
	wrecked = 0;
	ok(all_keep(0, what) && !wrecked, "registers: %s: and nothing of it is left", what);
}

static void *first_hit(void *what)
{
	sum = 0;
	return keeps((void (*)(void))m2, 0, what) && sum == 12 ? what : NULL;
}

/* The thread's registration with liburcu calls the C library. */
static void test_first_hit(unsigned int is_general, char *what)
{
	struct marker_probe probe = { .name = "registers_2",
				      .func = is_general ? general : any,
				      .general = is_general };
	void *ret = NULL;
	pthread_t thread;

	marker_probe_connect(&probe, NULL);
	pthread_create(&thread, NULL, first_hit, what);
	pthread_join(thread, &ret);
	ok(ret != NULL, "registers: %s", what);
	marker_probe_unregister_all(probe.func, NULL);
}

static void test_keeper(const struct keeper *keeper)
{
	struct state in, out;
	unsigned int clean;
	int good = 1;

	level = keeper->level;
	for (clean = 0; clean < 2; clean++) {
		memset(&out, 0, sizeof(out));
		fill(&in, clean);
		in.general[args[0]] = (uint64_t)wreck_all;
		in.general[args[1]] = 0;
		run_with(&in, &out, (void (*)(void))keeper->keep);
		good &= same(&in, &out, KEPT_BY_CALLS, keeper->name);
	}
	ok(good, "registers: %s keeps all", keeper->name);
}

int main(void)
{
	enum level best = best_level();
	unsigned int i;

	level = best;
	test_probe(general, 1, "general probe");
	test_probe(any, 0, "any probe");
	test_first_hit(1, "first hit of a thread, general probe");
	test_first_hit(0, "first hit of a thread, any probe");
	for (i = 0; i < sizeof(keepers) / sizeof(keepers[0]); i++)
		if (keepers[i].level <= best)
			test_keeper(&keepers[i]);
	return life_failures != 0;
}
