/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * registers_x86.h - all registers of x86-64: loaded, stored, destroyed
 */
#ifndef REGISTERS_X86_H
#define REGISTERS_X86_H

enum level {
	SSE,
	AVX,
	AVX512F,
	AVX512BW,
};

/* The order is that of "push" codes, without %rsp. */
static const char *const names[] = { "rax", "rcx", "rdx", "rbx", "rbp", "rsi", "rdi", "r8",
				     "r9",  "r10", "r11", "r12", "r13", "r14", "r15" };
static const unsigned int args[] = { 6, 5, 2, 1, 7, 8 };
/* rbx, rbp, r12 to r15: what a function keeps. */
#define KEPT_BY_CALLS (1u << 3 | 1u << 4 | 1u << 11 | 1u << 12 | 1u << 13 | 1u << 14)
/* All but rax, in which the slot is. */
#define KEPT_BY_HITS (~1u)
#define NR_MASKS     8

#define EACH8	"0,1,2,3,4,5,6,7"
#define EACH16	EACH8 ",8,9,10,11,12,13,14,15"
#define UPPER16 "16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"

/* clang-format off */
__asm__(".text\n"
	"at_masks = 256\nat_vectors = 384\n"
	".macro each_general skip, op\n"
	".set at, 0\n"
	".irp r, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15\n"
	".ifnc \\r, \\skip\n\\op \\r\n.endif\n"
	".set at, at + 8\n"
	".endr\n.endm\n"
	".macro load_one r\nmov at(%rdi), %\\r\n.endm\n"
	".macro store_one r\nmov %\\r, at(%rdi)\n.endm\n"
	".macro wreck_one r\nmov $-1, %\\r\n.endm\n"
	".globl run_with, wreck_general, wreck_all\n"
	"run_with:\n"
	"push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
	"push %rdi; push %rsi; push %rdx\n"
	"cmpl $1, level(%rip)\n"
	"ja 3f\n"
	"je 2f\n"
	".irp n, " EACH16 "\nmovups at_vectors+64*\\n(%rdi), %xmm\\n\n.endr\n"
	"jmp 9f\n"
	"2: .irp n, " EACH16 "\nvmovups at_vectors+64*\\n(%rdi), %ymm\\n\n.endr\n"
	"jmp 8f\n"
	"3: .irp n, " EACH16 ", " UPPER16 "\nvmovups at_vectors+64*\\n(%rdi), %zmm\\n\n.endr\n"
	"cmpl $2, level(%rip)\n"
	"je 4f\n"
	".irp n, " EACH8 "\nkmovq at_masks+8*\\n(%rdi), %k\\n\n.endr\n"
	"jmp 8f\n"
	"4: .irp n, " EACH8 "\nkmovw at_masks+8*\\n(%rdi), %k\\n\n.endr\n"
	/* Nothing but zero in the upper halves: what the processor calls clean, vzeroupper makes. */
	"8: cmpq $0, at_vectors+16(%rdi)\n"
	"jne 9f\n"
	"vzeroupper\n"
	"9: each_general rdi, load_one\n"
	"mov 48(%rdi), %rdi\n"
	"call *(%rsp)\n"
	"push %rdi\n"
	"mov 16(%rsp), %rdi\n"
	"each_general rdi, store_one\n"
	"pop 48(%rdi)\n"
	"cmpl $1, level(%rip)\n"
	"ja 3f\n"
	"je 2f\n"
	".irp n, " EACH16 "\nmovups %xmm\\n, at_vectors+64*\\n(%rdi)\n.endr\n"
	"jmp 9f\n"
	"2: .irp n, " EACH16 "\nvmovups %ymm\\n, at_vectors+64*\\n(%rdi)\n.endr\n"
	"jmp 8f\n"
	"3: .irp n, " EACH16 ", " UPPER16 "\nvmovups %zmm\\n, at_vectors+64*\\n(%rdi)\n.endr\n"
	"cmpl $2, level(%rip)\n"
	"je 4f\n"
	".irp n, " EACH8 "\nkmovq %k\\n, at_masks+8*\\n(%rdi)\n.endr\n"
	"jmp 8f\n"
	"4: .irp n, " EACH8 "\nkmovw %k\\n, at_masks+8*\\n(%rdi)\n.endr\n"
	"8: vzeroupper\n"
	"9: add $24, %rsp\n"
	"pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n"
	"ret\n"

	/* What a callee may change: these, all vectors and masks, and MMX between emms and emms. */
	"wreck_general:\n"
	".irp r, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11\nmov $-1, %\\r\n.endr\n"
	"ret\n"
	"wreck_all:\n"
	"fld1; fstp %st(0)\n"
	"movl $-1, %eax; movd %eax, %mm0; emms\n"
	"cmpl $1, level(%rip)\n"
	"ja 3f\n"
	"je 2f\n"
	".irp n, " EACH16 "\npcmpeqd %xmm\\n, %xmm\\n\n.endr\n"
	"jmp wreck_general\n"
	"2: .irp n, " EACH16 "\nvxorps %ymm\\n, %ymm\\n, %ymm\\n\nvcmptrueps %ymm\\n, %ymm\\n, %ymm\\n\n.endr\n"
	"jmp wreck_general\n"
	"3: .irp n, " EACH16 ", " UPPER16 "\nvpternlogd $255, %zmm\\n, %zmm\\n, %zmm\\n\n.endr\n"
	".irp n, " EACH8 "\nkxnorw %k\\n, %k\\n, %k\\n\n.endr\n"
	"cmpl $2, level(%rip)\n"
	"je wreck_general\n"
	".irp n, " EACH8 "\nkxnorq %k\\n, %k\\n, %k\\n\n.endr\n"
	"jmp wreck_general\n");
/* clang-format on */

static enum level best_level(void)
{
	return __builtin_cpu_supports("avx512bw") ? AVX512BW :
	       __builtin_cpu_supports("avx512f")  ? AVX512F :
	       __builtin_cpu_supports("avx")	  ? AVX :
						    SSE;
}

static int has_mask(unsigned int i)
{
	return level >= AVX512F;
}

static uint64_t bits_of_mask(void)
{
	return level == AVX512F ? 0xffff : ~0ul;
}

/* A vector has eight words of the state, in use or not. */
static int has_word(unsigned int i)
{
	return i % 8 < (level == SSE ? 2 :
			level == AVX ? 4 :
				       8) &&
	       i / 8 < (level >= AVX512F ? 32 : 16);
}

/* What vzeroupper clears. */
static int is_upper(unsigned int i)
{
	return i % 8 > 1 && i / 8 < 16;
}

marker_keep_fn arch_keep_sse, arch_keep_avx, arch_keep_avx512, arch_keep_avx512f;

static const struct keeper {
	const char *name;
	marker_keep_fn *keep;
	enum level level;
} keepers[] = {
	{ "arch_keep_sse()", arch_keep_sse, SSE },
	{ "arch_keep_avx()", arch_keep_avx, AVX },
	{ "arch_keep_avx512f()", arch_keep_avx512f, AVX512F },
	{ "arch_keep_avx512()", arch_keep_avx512, AVX512BW },
};

#endif
