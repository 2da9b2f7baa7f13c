/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * core_sites.h - the bytes of each kind of site that this target patches, written out by hand
 *
 * Each has its cold block 100 bytes behind its first byte.
 */
#ifndef CORE_SITES_H
#define CORE_SITES_H

#include "fake_object.h"

#define SITE_TARGET 100
#define SITE_MAX    8

struct site_form {
	const char *name; /* NULL ends the table */
	unsigned int kind;
	unsigned int align;
	unsigned int len;
	unsigned int site_at; /* from the first byte: what the row points to */
	u8 off[SITE_MAX], on[SITE_MAX];
};

static const struct site_form site_forms[] = {
#if defined(MARKER_ARCH_GENERIC)
#elif defined(__x86_64__)
	{ "jump",
	  MARKER_KIND_JUMP,
	  1,
	  5,
	  0, /* test $95,%eax; jmp .+95 */
	  { 0xa9, 0x5f, 0, 0, 0 },
	  { 0xe9, 0x5f, 0, 0, 0 } },
	{ "nop8",
	  MARKER_KIND_JUMP_NOP8,
	  2,
	  8,
	  0, /* nopl; jmp over one byte */
	  { 0x0f, 0x1f, 0x84, 0xe9, 0x5c, 0, 0, 0 },
	  { 0xeb, 0x01, 0x84, 0xe9, 0x5c, 0, 0, 0 } },
	{ "immediate",
	  MARKER_KIND_IMMEDIATE,
	  1,
	  2,
	  1, /* mov $0,%bl; mov $1,%bl */
	  { 0xb3, 0 },
	  { 0xb3, 1 } },
	{ "immediate_clc",
	  MARKER_KIND_IMMEDIATE_CLC,
	  1,
	  1,
	  0, /* clc; stc */
	  { 0xf8 },
	  { 0xf9 } },
#elif defined(__aarch64__)
	{ "jump",
	  MARKER_KIND_JUMP,
	  4,
	  4,
	  0, /* nop; b .+100 */
	  { 0x1f, 0x20, 0x03, 0xd5 },
	  { 0x19, 0, 0, 0x14 } },
#endif
	{ .name = NULL },
};

/* What the macros make of a line here; the forms are chosen for a whole file. */
#define KIND_OF_FLIP MARKER_KIND_JUMP
#define KIND_OF_NOP8 MARKER_KIND_JUMP_NOP8
#define KIND_OF_CLC  MARKER_KIND_IMMEDIATE_CLC
#if defined(MARKER_ASM_IMMEDIATE)
#define KIND_OF_JUMP	  MARKER_PASTE(KIND_OF_, MARKER_JUMP_FORM)
#define KIND_OF_IMMEDIATE MARKER_PASTE(KIND_OF_, MARKER_IMMEDIATE_FORM)
#define KIND_OF_MOV	  MARKER_KIND_IMMEDIATE
#define SITE_MOV(...)	  MARKER_SITE_TEST(MARKER_TEST_IMMEDIATE_MOV, __VA_ARGS__)
#else
#if defined(MARKER_ASM_JUMP)
#define KIND_OF_JUMP MARKER_KIND_JUMP
#else
#define KIND_OF_JUMP MARKER_KIND_GENERIC
#endif
#define KIND_OF_IMMEDIATE MARKER_KIND_GENERIC
#define KIND_OF_MOV	  MARKER_KIND_GENERIC
#define SITE_MOV	  MARKER_SITE_IMMEDIATE
#endif

/* Clang does not unroll a loop with an asm goto, and warns where it is asked to. */
#if defined(__clang__)
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* MARK_IMMEDIATE with -DMARKER_IMMEDIATE_FORM=MOV, beside the other form in one file. */
#define MARK_MOV(name, ...) MARKER_LINE(SITE_MOV, name##_, #name, __VA_ARGS__)

/* A site in the object's text, off. */
static inline struct marker_row *fake_object_add_form(struct fake_object *object,
						      const struct site_form *form,
						      const char *name, const char *format, u8 *at)
{
	memcpy(at, form->off, form->len);
	return fake_object_add(object, (struct fake_line){
					       .name = name,
					       .format = format,
					       .kind = form->kind,
					       .site = at + form->site_at,
					       .target = at + SITE_TARGET,
				       });
}

#endif
