// SPDX-License-Identifier: GPL-2.0-only
/*
 * matrix.c - the engine of the self-checking program of matrix.h
 *
 * Prints the markers it found, one "NAME<tab>FORMAT" a line, and for each thing that is wrong a line
 * that starts with "FAULT".  Exit status 0 only without any.
 */
#include "matrix.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 4096
#define NAMES 512

unsigned long evaluations;

static struct {
	const char *name, *format;
} known[NAMES];
static int nr_known;
static char *wanted[LINES], *got[LINES];
static int nr_wanted, nr_got, faults;
static unsigned long wanted_evaluations;
/* The marker that is on; NULL for none, "*" for all. */
static const char *only;
static int learning;

static void fault(const char *format, ...)
{
	va_list args;

	if (faults++ >= 20)
		return;
	printf("FAULT only=%s: ", only ? only : "(none)");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

void must(int condition, const char *what, int line)
{
	if (!condition)
		fault("line %d: %s", line, what);
}

int is_on(const char *name)
{
	return only && (!strcmp(only, "*") || !strcmp(only, name));
}

static char *line_of(const char *name, const char *format, va_list args)
{
	char text[1024], *line;
	size_t n = strlen(name) + 2;

	vsnprintf(text, sizeof(text), format, args);
	line = (char *)malloc(n + strlen(text) + 1);
	sprintf(line, "%s: %s", name, text);
	return line;
}

static void learn(const char *name, const char *format)
{
	int i;

	for (i = 0; i < nr_known; i++)
		if (!strcmp(known[i].name, name))
			break;
	if (i == NAMES)
		abort();
	known[i].name = name;
	known[i].format = format;
	if (i == nr_known)
		nr_known++;
}

static void want_list(const char *name, const char *format, va_list args)
{
	if (learning)
		learn(name, format);
	if (!is_on(name))
		return;
	if (nr_wanted == LINES)
		abort();
	wanted[nr_wanted++] = line_of(name, format, args);
	wanted_evaluations += *format != '\0';
}

void want(const char *name, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	want_list(name, format, args);
	va_end(args);
}

static void want_empty(const char *name, ...)
{
	va_list args;

	va_start(args, name);
	want_list(name, "", args);
	va_end(args);
}

void want_noargs(const char *name)
{
	want_empty(name);
}

/* What a probe may destroy and a compiler may count on: every register of the calling convention. */
__attribute__((noinline)) void clobber_registers(void)
{
#if defined(__x86_64__)
	/* As bytes, for both dialects: xor of each with itself, pcmpeqd, fninit. */
	__asm__ __volatile__(
		".byte 0x31,0xc0, 0x31,0xc9, 0x31,0xd2, 0x31,0xf6, 0x31,0xff\n\t"
		".byte 0x45,0x31,0xc0, 0x45,0x31,0xc9, 0x45,0x31,0xd2, 0x45,0x31,0xdb\n\t"
		".byte 0x66,0x0f,0x76,0xc0, 0x66,0x0f,0x76,0xc9, 0x66,0x0f,0x76,0xd2\n\t"
		".byte 0x66,0x0f,0x76,0xdb, 0x66,0x0f,0x76,0xe4, 0x66,0x0f,0x76,0xed\n\t"
		".byte 0x66,0x0f,0x76,0xf6, 0x66,0x0f,0x76,0xff, 0x66,0x45,0x0f,0x76,0xc0\n\t"
		".byte 0x66,0x45,0x0f,0x76,0xc9, 0x66,0x45,0x0f,0x76,0xf6\n\t"
		".byte 0x66,0x45,0x0f,0x76,0xff, 0x66,0x45,0x0f,0x76,0xd2\n\t"
		".byte 0x66,0x45,0x0f,0x76,0xdb, 0x66,0x45,0x0f,0x76,0xe4\n\t"
		".byte 0x66,0x45,0x0f,0x76,0xed, 0xdb,0xe3"
		:
		:
		: "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1",
		  "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
		  "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)", "st(4)",
		  "st(5)", "st(6)", "st(7)", "cc", "memory");
#elif defined(__aarch64__)
	__asm__ __volatile__("mov x0, #-1\n\tmov x1, #-1\n\tmov x2, #-1\n\tmov x3, #-1\n\t"
			     "mov x4, #-1\n\tmov x5, #-1\n\tmov x6, #-1\n\tmov x7, #-1\n\t"
			     "mov x8, #-1\n\tmov x9, #-1\n\tmov x15, #-1\n\tmov x16, #-1\n\t"
			     "mov x17, #-1\n\tfmov d0, #1.0\n\tfmov d7, #1.0\n\tfmov d16, #1.0"
			     :
			     :
			     : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x15",
			       "x16", "x17", "v0", "v7", "v16", "cc", "memory");
#endif
}

__attribute__((noinline)) long opaque(long value)
{
	__asm__ __volatile__("" : "+r"(value));
	return value;
}

static void on_hit(void *private_data, const struct marker_info *marker, va_list *args)
{
	volatile char deep[512];

	/* What lies below the stack pointer of a leaf function is lost if it was not protected. */
	memset((void *)deep, 0x5a, sizeof(deep));
	if (private_data != (void *)&nr_got)
		fault("private data of %s", marker->name);
	if (nr_got < LINES)
		got[nr_got++] = line_of(marker->name, marker->format, *args);
	clobber_registers();
}

static long run_cases(void)
{
	long sum = cases_kinds(1) ^ cases_code(2) ^ cases_unit(3);

#ifdef __cplusplus
	sum ^= cases_cxx(4);
#endif
	return sum;
}

static void forget(char **lines, int *nr)
{
	while (*nr)
		free(lines[--*nr]);
}

static void compare(void)
{
	int i;

	for (i = 0; i < nr_wanted && i < nr_got; i++) {
		if (strcmp(wanted[i], got[i])) {
			fault("hit %d: wanted '%s', got '%s'", i, wanted[i], got[i]);
			return;
		}
	}
	if (nr_wanted != nr_got)
		fault("wanted %d hits, got %d (%s)", nr_wanted, nr_got,
		      i < nr_wanted ? wanted[i] : got[i]);
}

static void check_run(long sum)
{
	long now;

	forget(wanted, &nr_wanted);
	forget(got, &nr_got);
	evaluations = wanted_evaluations = 0;
	now = run_cases();
	if (now != sum)
		fault("the result is %lx, not %lx", now, sum);
#ifdef MARKER_DISABLE
	wanted_evaluations = 0;
	forget(wanted, &nr_wanted);
#endif
	compare();
	if (evaluations != wanted_evaluations)
		fault("%lu arguments evaluated, %lu wanted", evaluations, wanted_evaluations);
}

static unsigned int nr_sites(const struct marker_status *status)
{
	unsigned int i, nr = 0;

	for (i = 0; i < MARKER_NR_KINDS; i++)
		nr += status->sites[i];
	return nr;
}

static int nr_listed, nr_all_sites;

static int check_listed(const struct marker_status *status, void *data)
{
	int i;

	printf("%s\t%s\n", status->info.name, status->info.format);
	nr_listed++;
	nr_all_sites += nr_sites(status);
	for (i = 0; i < nr_known; i++)
		if (!strcmp(known[i].name, status->info.name))
			break;
	if (i == nr_known || strcmp(known[i].format, status->info.format))
		fault("%s '%s' is listed and nobody wants it", status->info.name,
		      status->info.format);
	if (status->on)
		fault("%s is on", status->info.name);
	return 0;
}

static int check_state(const struct marker_status *status, void *data)
{
	unsigned int wanted_on = is_on(status->info.name) ? nr_sites(status) : 0;

	if (status->on != wanted_on)
		fault("%s: %u sites are on, not %u", status->info.name, status->on, wanted_on);
	if (status->missed)
		fault("%s: %lu missed", status->info.name, status->missed);
	return 0;
}

/* The kinds that a name with a kind in it must have, where text can be patched at all. */
static int check_kind(const struct marker_status *status, void *data)
{
#if defined(__x86_64__) && !defined(MARKER_ARCH_GENERIC) && !defined(__code_model_large__)
#define MOV  1
#define CLC  2
#define FLIP 3
#define NOP8 4
	static const enum marker_kind generic = MARKER_KIND_GENERIC;
	static const enum marker_kind jump =
		MARKER_JUMP_FORM == NOP8 ? MARKER_KIND_JUMP_NOP8 : MARKER_KIND_JUMP;
	static const enum marker_kind immediate =
		MARKER_IMMEDIATE_FORM == MOV ? MARKER_KIND_IMMEDIATE : MARKER_KIND_IMMEDIATE_CLC;
#elif defined(__aarch64__) && !defined(MARKER_ARCH_GENERIC)
	static const enum marker_kind jump = MARKER_KIND_JUMP, generic = MARKER_KIND_GENERIC;
	static const enum marker_kind immediate = MARKER_KIND_GENERIC;
#else
	static const enum marker_kind jump = MARKER_KIND_GENERIC, generic = MARKER_KIND_GENERIC;
	static const enum marker_kind immediate = MARKER_KIND_GENERIC;
#endif
	const char *name = status->info.name;
	enum marker_kind kind = strstr(name, "generic")	  ? generic :
				strstr(name, "immediate") ? immediate :
							    jump;

	if (status->sites[kind] != nr_sites(status))
		fault("%s: %u of %u sites are of kind %s", name, status->sites[kind],
		      nr_sites(status), marker_kind_name(kind));
	return 0;
}

static void switch_on(const char *name, const char *format, int sites)
{
	int ret = marker_probe_register(name, format, on_hit, &nr_got);

	if (sites ? ret != sites : ret <= 0)
		fault("register %s: %d", name, ret);
	only = name;
	marker_for_each(check_state, NULL);
}

static void switch_off(void)
{
	int ret = marker_probe_unregister(only, on_hit, &nr_got);

	if (ret)
		fault("unregister %s: %d", only, ret);
	only = NULL;
}

#ifdef MATRIX_ROWS
/* For check_rows(), which has all markers on but not all of their rows. */
unsigned long run_and_count(void)
{
	forget(got, &nr_got);
	forget(wanted, &nr_wanted);
	run_cases();
	return nr_got;
}
#endif

static void check_each(long sum)
{
	int i;

	for (i = 0; i < nr_known; i++) {
		switch_on(known[i].name, known[i].format, 0);
		check_run(sum);
		switch_off();
	}
}

static void check_all(long sum)
{
	switch_on("*", NULL, nr_all_sites);
	check_run(sum);
	if (!nr_got)
		fault("nothing was hit");
#ifdef MATRIX_ROWS
	check_rows();
#endif
	switch_off();
}

int matrix_main(void)
{
	long sum;

	learning = 1;
	sum = run_cases();
	learning = 0;
	check_run(sum);
	marker_for_each(check_listed, NULL);
#ifdef MARKER_DISABLE
	nr_known = 0;
#endif
	marker_for_each(check_kind, NULL);
	if (nr_listed != nr_known)
		fault("%d markers are listed, %d are known", nr_listed, nr_known);
	if (nr_known) {
		check_each(sum);
		check_run(sum);
		check_all(sum);
	}
	check_run(sum);
	marker_for_each(check_state, NULL);
	forget(got, &nr_got);
	forget(wanted, &nr_wanted);
	marker_synchronize();
	fflush(stdout);
	return faults != 0;
}

#ifndef MATRIX_SHARED
int main(void)
{
	return matrix_main();
}
#endif
