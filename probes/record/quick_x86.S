/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * quick_x86.S - an event of a marker of few integers and pointers, on x86-64
 *
 * int quick(void *marker, const unsigned long *words), the quick of struct marker_attached: it keeps all
 * registers but %rax, %rdi and %rsi, and returns 0 if it has done nothing.  The arguments are where the site
 * has pushed them.
 *
 * Reading the counter takes a core as long as some sixty other instructions, which it does meanwhile; the way
 * from the site to the stores and back is to be no longer than that.  So it is what hot_user.c does, with
 * two registers more to keep, with no offsets to look up, and with two tests for all that may be amiss.  No
 * level: an event in a signal handler, streams that are nobody's.  No room: streams that are closed, a marker
 * that is not described yet, a file that is full.  What is not of the usual kind (a long time behind the last
 * event, a counter behind it) is hot_user.c's.
 *
 *	%r8	the thread's streams		%rdi	the marker, then where the event goes
 *	%rdx	the time			%rsi	the arguments, then the packet
 *
 * What is returned of an event is the content's size, which is not 0.
 *
 * The stores are in the order that event_user.h has them in: whoever is interrupted, or killed, between two
 * of them leaves a packet of whole events.  x86 keeps the order of stores for who reads meanwhile.
 */
#include "quick_user.h"

#include <cet.h>

	.text

	.macro keep reg
	push	%\reg
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset \reg, 0
	.endm

	.macro back reg
	pop	%\reg
	.cfi_adjust_cfa_offset -8
	.cfi_restore \reg
	.endm

	.macro back_all
	back	r8
	back	rdx
	.endm

	/* The @i-th argument; \at: bytes of the header and the arguments before it. */
	.macro put nr, fours, i
	.if \i < \nr
	.if \fours >> \i & 1
	mov	8 * \i(%rsi), %eax
	mov	%eax, at(%rdi)
	.set	at, at + 4
	.else
	mov	8 * \i(%rsi), %rax
	mov	%rax, at(%rdi)
	.set	at, at + 8
	.endif
	.endif
	.endm

	.macro quick nr, fours
	.balign	QUICK_SIZE
	.cfi_startproc
	endbr64
	keep	rdx
	keep	r8
	mov	record_near@gottpoff(%rip), %r8
	mov	MARKER_PLACE(%rdi), %eax
	mov	%fs:(%r8, %rax, 8), %r8
	/* As early as can be: the core goes on with what does not need it. */
	rdtsc
	shl	$32, %rdx
	or	%rax, %rdx
	cmpl	$0, THREAD_LEVEL(%r8)
	jne	2f
	movl	$1, THREAD_LEVEL(%r8)
	mov	THREAD_END(%r8), %rax
	sub	THREAD_AT(%r8), %rax
	cmp	MARKER_NEED(%rdi), %rax
	jb	1f
	/* 2^27 - 1 less the ticks since the last event: is it of 27 bits too? */
	mov	THREAD_PACKET(%r8), %rax
	mov	PACKET_LAST(%rax), %rax
	sub	%rdx, %rax
	add	$0x7ffffff, %rax
	cmp	$0x7ffffff, %rax
	ja	1f
	mov	%edx, %eax
	shl	$5, %eax
	or	MARKER_ID(%rdi), %eax
	mov	THREAD_AT(%r8), %rdi
	mov	%eax, (%rdi)
	.set	at, 4
	put	\nr, \fours, 0
	put	\nr, \fours, 1
	put	\nr, \fours, 2
	mov	THREAD_PACKET(%r8), %rsi
	lea	at(%rdi), %rax
	mov	%rax, THREAD_AT(%r8)
	incq	THREAD_EVENTS(%r8)
	mov	%rdx, PACKET_LAST(%rsi)
	sub	%rsi, %rax
	shl	$3, %rax
	mov	%rax, PACKET_CONTENT(%rsi)
	movl	$0, THREAD_LEVEL(%r8)
	.cfi_remember_state
	back_all
	ret
	.cfi_restore_state
1:	movl	$0, THREAD_LEVEL(%r8)
2:	xor	%eax, %eax
	back_all
	ret
	.cfi_endproc
	.endm

	.balign	QUICK_SIZE
	.globl	record_quick
	.hidden	record_quick
	.type	record_quick, @function
record_quick:
	quick	0, 0
	.irp	fours, 0, 1
	quick	1, \fours
	.endr
	.irp	fours, 0, 1, 2, 3
	quick	2, \fours
	.endr
	.irp	fours, 0, 1, 2, 3, 4, 5, 6, 7
	quick	3, \fours
	.endr
	.size	record_quick, . - record_quick

	.section .note.GNU-stack, "", @progbits
