/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * x86_keep.S - what a cold block of x86-64 calls: all registers are afterwards what they were
 *
 * marker_hit_N finds the slot in %rax, which it may change, and takes away what the block has put on the
 * stack (x86_slow.h):
 *
 *	   16 + K	the stack pointer that the compiler believes in
 *		...	128 bytes, the red zone
 *	   16(%rbp)	arg1 ... argN
 *	    8(%rbp)	the return address
 *	     (%rbp)	%rbp
 *	  -24(%rbp)	%rcx, %rdi, %rsi
 *	  -64(%rbp)	the other general registers that a call may change
 *	  -72(%rbp)	the thread's reader, of liburcu; then the other two words of a va_list
 *
 * so that the canonical frame address is the compiler's, and an unwinder needs no expression.
 *
 * A hit of one probe that uses general registers only is done here.  What it costs is loads and stores, of
 * which a core does three in a cycle: each push of a frame of its own that C would have counts, so the read
 * side is written out (os_quick_gp(), os_user.h), and takes its word from where the va_list has one to
 * spare.  Quicker still is a function that keeps what it uses itself, is content with the arguments as they
 * were pushed, and with a stack that is not aligned: no list is made for it, and three registers are kept.
 *
 * Everything else is hit.c's, compiled for general registers only too.  Where a probe may use
 * others, it goes through arch_keep_*().  What a probe is given is the va_list of a function whose registers
 * are used up, all 6 and 8 of them (System V AMD64 ABI, 3.5.7).
 */
#include "../hit_layout.h"

#include <cet.h>

	.text

	/*
	 * General registers that a call may change, but for %rax: first those that are used here.  An unwinder
	 * is told where they are: to the compiler they hold the marked function's variables still.
	 */
	.macro keep_some
	.set	at, 0
	.irp	r, rcx, rdi, rsi
	.set	at, at - 8
	push	%\r
	.cfi_rel_offset \r, at
	.endr
	.endm

	.macro keep_others
	.set	at, -24
	.irp	r, rdx, r8, r9, r10, r11
	.set	at, at - 8
	push	%\r
	.cfi_rel_offset \r, at
	.endr
	.endm

	.macro back_general
	.irp	r, r11, r10, r9, r8, rdx, rsi, rdi, rcx
	pop	%\r
	.cfi_restore \r
	.endr
	.endm

	/* %rdx: a va_list, with the reader for its reg_save_area, which is not looked at as none is left there. */
	.macro make_list
	push	%rcx
	lea	16(%rbp), %rdx
	push	%rdx
	movabs	$176 << 32 | 48, %rdx
	push	%rdx
	mov	%rsp, %rdx
	.endm

	/* The first five arguments behind the private data, as far as there are so many. */
	.macro words n
	.if \n > 0
	mov	16(%rbp), %rsi
	.endif
	.if \n > 1
	mov	24(%rbp), %rdx
	.endif
	.if \n > 2
	mov	32(%rbp), %rcx
	.endif
	.if \n > 3
	mov	40(%rbp), %r8
	.endif
	.if \n > 4
	mov	48(%rbp), %r9
	.endif
	.endm

	/* A read side is begun if this goes through; %rcx: the reader. */
	.macro begin_reading otherwise
	mov	urcu_bp_reader@gottpoff(%rip), %rcx
	mov	marker_quick_gp(%rip), %rdi
	mov	%fs:(%rcx), %rcx
	test	%rdi, %rdi
	jz	\otherwise
	test	%rcx, %rcx
	jz	\otherwise
	cmpl	$0, (%rcx)
	jne	\otherwise
	mov	(%rdi), %rdi
	mov	%rdi, (%rcx)
	.endm

	.macro end_reading
	mov	-72(%rbp), %rcx
	movq	$0, (%rcx)
	.endm

	.macro hit n
	.globl	marker_hit_\n
	.type	marker_hit_\n, @function
	.balign	16
marker_hit_\n:
	.cfi_startproc
	.cfi_def_cfa rsp, 128 + 8 * \n + 8
	.cfi_offset rip, -(128 + 8 * \n + 8)
	endbr64
	push	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	mov	%rsp, %rbp
	.cfi_def_cfa_register rbp
	keep_some
	begin_reading 4f
	mov	(%rax), %rdi
	test	%rdi, %rdi
	jz	7f
	mov	ARRAY_QUICK_TRY(%rdi), %rax
	test	%rax, %rax
	jnz	9f

	/* Any probe: the list of arguments is made, and kept is what a call may change. */
	.cfi_remember_state
1:	keep_others
	mov	ARRAY_QUICK(%rdi), %rax
	test	%rax, %rax
	jz	6f
	make_list
	mov	ARRAY_INFO(%rdi), %rsi
2:	mov	ARRAY_ONLY_DATA(%rdi), %rdi
	and	$-16, %rsp
	call	*%rax
	end_reading
3:	lea	-64(%rbp), %rsp
	.cfi_remember_state
	back_general
	pop	%rbp
	.cfi_def_cfa rsp, 128 + 8 * \n + 8
	.cfi_restore rbp
	ret	$128 + 8 * \n
	.cfi_restore_state
	.cfi_remember_state

	/* No list, or more than one probe, or one that uses other registers. */
6:	mov	ARRAY_QUICK_WORDS(%rdi), %rax
	test	%rax, %rax
	jz	8f
	push	%rcx
	words	\n
	jmp	2b
8:	make_list
	mov	%rdx, %rsi
	and	$-16, %rsp
	call	marker_hit_array
	jmp	3b
	.cfi_restore_state
	.cfi_restore_state

	/* A probe that keeps what it uses: of other registers nothing, and no list; it may leave the hit. */
	.cfi_remember_state
9:	push	%rdi
	mov	ARRAY_ONLY_DATA(%rdi), %rdi
	lea	16(%rbp), %rsi
	call	*%rax
	test	%eax, %eax
	jz	5f
	movq	$0, (%rcx)
	mov	-24(%rbp), %rsi
	mov	-16(%rbp), %rdi
	mov	-8(%rbp), %rcx
	leave
	.cfi_def_cfa rsp, 128 + 8 * \n + 8
	.irp	r, rcx, rdi, rsi, rbp
	.cfi_restore \r
	.endr
	ret	$128 + 8 * \n
	.cfi_restore_state
5:	pop	%rdi
	jmp	1b

	/* Not registered, nested, or fences are needed: no read side is begun. */
	.cfi_remember_state
4:	keep_others
	make_list
	mov	%rax, %rdi
	mov	%rdx, %rsi
	and	$-16, %rsp
	call	marker_hit
	jmp	3b
	.cfi_restore_state

	/* Nothing is connected. */
7:	keep_others
	jmp	8b
	.cfi_endproc
	.size	marker_hit_\n, . - marker_hit_\n
	.endm

	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
	hit	\n
	.endr

/*
 * void arch_keep_sse(void (*function)(void *), void *data)
 * arch_keep_avx, arch_keep_avx512, arch_keep_avx512f
 *
 * Calls a function that may use any register, and keeps the vector and mask registers, all of what the
 * processor has: whether the caller's own code uses them does not say what is alive in them.  Plain moves
 * are fifteen times as fast as xsavec and xrstor, and faster than asking which are in use.
 *
 * Processors with AVX are slowed down by old SSE code if upper halves are not clean: where all were zero,
 * they are made zero again by vzeroupper.
 */
	.macro each_vector op, reg, size, first=0, last=15
	.set	i, \first
	.rept	\last - \first + 1
	one_vector \op, \reg, \size, %i
	.set	i, i + 1
	.endr
	.endm
	.altmacro
	.macro one_vector op, reg, size, i
	\op	\reg, \size, \i
	.endm
	.macro out reg, size, i
	vmovups	%\reg\i, \size * \i(%rsp)
	.endm
	.macro in reg, size, i
	vmovups	\size * \i(%rsp), %\reg\i
	.endm
	.macro out_sse reg, size, i
	movaps	%\reg\i, \size * \i(%rsp)
	.endm
	.macro in_sse reg, size, i
	movaps	\size * \i(%rsp), %\reg\i
	.endm
	.macro gather reg, size, i
	vorps	%\reg\i, %\reg\()0, %\reg\()0
	.endm
	.macro gather_512 reg, size, i
	vpord	%\reg\i, %\reg\()0, %\reg\()0
	.endm

	/* The frame of all three; %rbx says whether upper halves were in use. */
	.macro begin_keeping bytes
	push	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	mov	%rsp, %rbp
	.cfi_def_cfa_register rbp
	push	%rbx
	.cfi_offset rbx, -24
	sub	$\bytes + 8, %rsp
	and	$-64, %rsp
	.endm

	.macro call_it
	mov	%rdi, %rax
	mov	%rsi, %rdi
	call	*%rax
	.endm

	.macro end_keeping
	mov	-8(%rbp), %rbx
	leave
	.cfi_def_cfa rsp, 8
	.cfi_restore rbp
	.cfi_restore rbx
	ret
	.endm

	.macro function name
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.balign	16
\name:
	.cfi_startproc
	endbr64
	.endm

	.macro end name
	.cfi_endproc
	.size	\name, . - \name
	.endm

	function arch_keep_sse
	begin_keeping 16*16
	each_vector out_sse, xmm, 16
	call_it
	each_vector in_sse, xmm, 16
	end_keeping
	end	arch_keep_sse

	function arch_keep_avx
	begin_keeping 16*32
	each_vector out, ymm, 32
	each_vector gather, ymm, 32, 1
	xor	%ebx, %ebx
	vextractf128 $1, %ymm0, %xmm0
	vptest	%xmm0, %xmm0
	setnz	%bl
	call_it
	test	%ebx, %ebx
	jz	1f
	each_vector in, ymm, 32
	end_keeping
	.cfi_def_cfa rbp, 16
	.cfi_offset rbp, -16
	.cfi_offset rbx, -24
1:	vzeroupper
	each_vector in, xmm, 32
	end_keeping
	end	arch_keep_avx

	/* Masks have 64 bits, without AVX512BW 16. */
	.macro keep_avx512 name, kmov
	function \name
	begin_keeping 32*64+64
	each_vector out, zmm, 64, 0, 31
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	\kmov	%k\n, 32 * 64 + 8 * \n(%rsp)
	.endr
	each_vector gather_512, zmm, 64, 1
	vptestmd %zmm0, %zmm0, %k1
	kmovw	%k1, %ebx
	shr	$4, %ebx
	call_it
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	\kmov	32 * 64 + 8 * \n(%rsp), %k\n
	.endr
	each_vector in, zmm, 64, 16, 31
	test	%ebx, %ebx
	jz	1f
	each_vector in, zmm, 64
	end_keeping
	.cfi_def_cfa rbp, 16
	.cfi_offset rbp, -16
	.cfi_offset rbx, -24
1:	vzeroupper
	each_vector in, xmm, 64
	end_keeping
	end	\name
	.endm

	keep_avx512 arch_keep_avx512, kmovq
	keep_avx512 arch_keep_avx512f, kmovw

	.section .note.GNU-stack, "", @progbits
