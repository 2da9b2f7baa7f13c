/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * registers_arm64.h - all registers of arm64: loaded, stored, destroyed
 *
 * Not x16 and x17, which belong to the linker between a call and its function, nor x30.
 */
#ifndef REGISTERS_ARM64_H
#define REGISTERS_ARM64_H

#include <asm/hwcap.h>
#include <sys/auxv.h>

enum level {
	SIMD,
	SVE,
};

static const char *const names[] = { "x0",  "x1",  "x2",  "x3",	 "x4",	"x5",  "x6",
				     "x7",  "x8",  "x9",  "x10", "x11", "x12", "x13",
				     "x14", "x15", "x18", "x19", "x20", "x21", "x22",
				     "x23", "x24", "x25", "x26", "x27", "x28", "x29" };
static const unsigned int args[] = { 0, 1, 2, 3, 4, 5 };
/* x19 to x29: what a function keeps. */
#define KEPT_BY_CALLS 0x0ffe0000u
#define KEPT_BY_HITS  (~0u)
#define NR_MASKS      16

/* clang-format off */
#define EACH16	"0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"
#define UPPER16 "16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"

__asm__(".text\n"
	".arch_extension sve\n"
	".macro each_general op\n"
	".set at, 0\n"
	".irp r, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x18, x19\n"
	"\\op \\r, [x17, #at]\n.set at, at + 8\n.endr\n"
	".irp r, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29\n"
	"\\op \\r, [x17, #at]\n.set at, at + 8\n.endr\n"
	".endm\n"
	".macro each_vector op\n"
	"add x16, x17, #256\n"
	"adrp x15, level\n"
	"ldr w15, [x15, :lo12:level]\n"
	"cbnz w15, 1f\n"
	".irp n, " EACH16 ", " UPPER16 "\n\\op q\\n, [x16, #128 + 16 * \\n]\n.endr\n"
	"b 2f\n"
	"1:.irp n, " EACH16 "\n\\op p\\n, [x16, #\\n, mul vl]\n.endr\n"
	"add x16, x16, #128\n"
	".irp n, " EACH16 ", " UPPER16 "\n\\op z\\n, [x16, #\\n, mul vl]\n.endr\n"
	"2:\n"
	".endm\n"
	".globl run_with, wreck_general, wreck_all\n"
	"run_with:\n"
	"stp x29, x30, [sp, #-176]!\n"
	"stp x19, x20, [sp, #16]; stp x21, x22, [sp, #32]; stp x23, x24, [sp, #48]\n"
	"stp x25, x26, [sp, #64]; stp x27, x28, [sp, #80]\n"
	"stp d8, d9, [sp, #96]; stp d10, d11, [sp, #112]; stp d12, d13, [sp, #128]\n"
	"stp d14, d15, [sp, #144]\n"
	"stp x1, x2, [sp, #160]\n"
	"mov x17, x0\n"
	"each_vector ldr\n"
	"each_general ldr\n"
	"ldr x16, [sp, #168]\n"
	"blr x16\n"
	"ldr x17, [sp, #160]\n"
	"each_general str\n"
	"each_vector str\n"
	"ldp d8, d9, [sp, #96]; ldp d10, d11, [sp, #112]; ldp d12, d13, [sp, #128]\n"
	"ldp d14, d15, [sp, #144]\n"
	"ldp x19, x20, [sp, #16]; ldp x21, x22, [sp, #32]; ldp x23, x24, [sp, #48]\n"
	"ldp x25, x26, [sp, #64]; ldp x27, x28, [sp, #80]\n"
	"ldp x29, x30, [sp], #176\n"
	"ret\n"

	/* What a callee may change: these, and of the vectors all but the lower halves of eight. */
	"wreck_general:\n"
	".irp n, " EACH16 ", 16, 17, 18\nmov x\\n, #-1\n.endr\n"
	"ret\n"
	"wreck_all:\n"
	"stp d8, d9, [sp, #-64]!; stp d10, d11, [sp, #16]\n"
	"stp d12, d13, [sp, #32]; stp d14, d15, [sp, #48]\n"
	"adrp x15, level\n"
	"ldr w15, [x15, :lo12:level]\n"
	"cbz w15, 1f\n"
	".irp n, " EACH16 "\nptrue p\\n\\().b\n.endr\n"
	".irp n, " EACH16 ", " UPPER16 "\ndup z\\n\\().b, #-1\n.endr\n"
	"1:.irp n, " EACH16 ", " UPPER16 "\nmovi v\\n\\().16b, #255\n.endr\n"
	"ldp d10, d11, [sp, #16]; ldp d12, d13, [sp, #32]; ldp d14, d15, [sp, #48]\n"
	"ldp d8, d9, [sp], #64\n"
	"b wreck_general\n");
/* clang-format on */

static enum level best_level(void)
{
	return getauxval(AT_HWCAP) & HWCAP_SVE ? SVE : SIMD;
}

static unsigned int words_of_vector(void)
{
	unsigned long bytes = 16;

	if (level == SVE)
		__asm__ __volatile__(".arch_extension sve\n\trdvl %0, #1" : "=r"(bytes));
	return bytes / 8;
}

/* They lie one behind the other, sixteen predicates of an eighth of a vector. */
static int has_mask(unsigned int i)
{
	return level == SVE && i < 16 * words_of_vector() / 8;
}

static uint64_t bits_of_mask(void)
{
	return ~0ul;
}

static int has_word(unsigned int i)
{
	return i < 32 * words_of_vector();
}

static int is_upper(unsigned int i)
{
	return 0;
}

marker_keep_fn arch_keep_simd, arch_keep_sve;

static const struct keeper {
	const char *name;
	marker_keep_fn *keep;
	enum level level;
} keepers[] = {
	{ "arch_keep_simd()", arch_keep_simd, SIMD },
	{ "arch_keep_sve()", arch_keep_sve, SVE },
};

#endif
