/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * arm64_keep.S - what a cold block of arm64 calls: all registers are afterwards what they were
 *
 * marker_hit_N takes away what the block has put on the stack (arm64_slow.h), and gives the link register
 * back, which is alive in a leaf:
 *
 *	   size		the stack pointer that the compiler believes in
 *		argN
 *	   16	arg1
 *	    8	the slot
 *	    0	x30, as it was
 *
 * The canonical frame address is the compiler's.  x30 is the marked function's, so the address to return to is
 * in another column for unwinders, that of x16, whose value nobody has.  There it is one more than it
 * is: a walk looks at the row one byte before, which has to be that behind the bl, not that of the bl.
 */
	.text

	.macro each_pair op, base
	\op	x0, x1, [\base, #16]
	\op	x2, x3, [\base, #32]
	\op	x4, x5, [\base, #48]
	\op	x6, x7, [\base, #64]
	\op	x8, x9, [\base, #80]
	\op	x10, x11, [\base, #96]
	\op	x12, x13, [\base, #112]
	\op	x14, x15, [\base, #128]
	.endm

	/* The frame: x29 and the return address, x0 to x15, x18, and the 32 bytes of a va_list. */
	.set	frame, 192
	.set	list, 160

	/* DW_CFA_val_expression of x16: DW_OP_breg of a register and offset, [DW_OP_deref, DW_OP_plus_uconst] 1 */
	.macro returns_to_register breg
	.cfi_escape 0x16, 16, 2, \breg, 1
	.endm
	.macro returns_to_memory breg, offset
	.cfi_escape 0x16, 16, 5, \breg, \offset, 0x06, 0x23, 1
	.endm
	.set	breg17, 0x81
	.set	breg29, 0x8d
	.set	breg30, 0x8e

	.macro hit n
	.set	size, 16 + (\n + 1) / 2 * 16
	.globl	marker_hit_\n
	.type	marker_hit_\n, @function
	.variant_pcs marker_hit_\n
	.balign	16
marker_hit_\n:
	.cfi_startproc
	.cfi_return_column 16
	.cfi_def_cfa sp, size
	.cfi_offset x30, -size
	returns_to_register breg30
	hint	#34				/* bti c */
	stp	x29, x30, [sp, #-frame]!
	.cfi_adjust_cfa_offset frame
	.cfi_rel_offset x29, 0
	mov	x29, sp
	.cfi_def_cfa_register x29
	returns_to_memory breg29, 8
	each_pair stp, x29
	str	x18, [x29, #144]
	.set	at, 16
	.irp	r, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x18
	.cfi_rel_offset \r, at
	.set	at, at + 8
	.endr
	add	x2, x29, #frame + 16
	stp	x2, xzr, [x29, #list]		/* where the arguments are; and no registers */
	stp	xzr, xzr, [x29, #list + 16]
	ldr	x0, [x29, #frame + 8]
	add	x1, x29, #list
	bl	marker_hit
	each_pair ldp, x29
	ldr	x18, [x29, #144]
	.irp	r, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x18
	.cfi_restore \r
	.endr
	ldp	x29, x17, [sp], #frame
	.cfi_def_cfa sp, size
	.cfi_restore x29
	returns_to_register breg17
	ldr	x30, [sp], #size
	.cfi_def_cfa_offset 0
	.cfi_restore x30
	ret	x17
	.cfi_endproc
	.size	marker_hit_\n, . - marker_hit_\n
	.endm

	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
	hit	\n
	.endr

/*
 * void arch_keep_simd(void (*function)(void *), void *data), arch_keep_sve
 *
 * Calls a function that may use any register, and keeps the vector registers, all of them: a call keeps the
 * lower halves of eight.  With SVE they are longer, by a length that is known at run time, and there are
 * predicates.
 */
	.macro begin name
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.balign	16
\name:
	.cfi_startproc
	hint	#34
	stp	x29, x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x29, -16
	.cfi_offset x30, -8
	mov	x29, sp
	.cfi_def_cfa_register x29
	.endm

	.macro call_it
	mov	x16, x0
	mov	x0, x1
	blr	x16
	.endm

	.macro end name
	mov	sp, x29
	ldp	x29, x30, [sp], #16
	.cfi_def_cfa sp, 0
	.cfi_restore x29
	.cfi_restore x30
	ret
	.cfi_endproc
	.size	\name, . - \name
	.endm

	.macro each_q op
	.irp	n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
	pair_q	\op, \n
	.endr
	.endm
	.altmacro
	.macro pair_q op, n
	pair_of \op, \n, %(\n + 1)
	.endm
	.macro pair_of op, n, m
	\op	q\n, q\m, [sp, #16 * \n]
	.endm

	begin	arch_keep_simd
	sub	sp, sp, #512
	each_q	stp
	call_it
	each_q	ldp
	end	arch_keep_simd

	.arch_extension sve
	.macro each_sve op
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	\op	p\n, [sp, #\n, mul vl]
	.endr
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	\op	z\n, [x9, #\n, mul vl]
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\op	z\n, [x9, #\n, mul vl]
	.endr
	.endm

	/* Below the vectors 32 lengths of a predicate, which is four of a vector; the 17th is the FFR. */
	begin	arch_keep_sve
	addvl	sp, sp, #-32
	mov	x9, sp
	addvl	sp, sp, #-4
	each_sve str
	rdffr	p0.b
	str	p0, [sp, #16, mul vl]
	call_it
	addvl	x9, sp, #4
	ldr	p0, [sp, #16, mul vl]
	wrffr	p0.b
	each_sve ldr
	end	arch_keep_sve

	.section .note.GNU-stack, "", @progbits
