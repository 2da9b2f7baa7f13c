/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A symbol's name without what compilers add to it and change from build to build.
 */
#ifndef USER_MARKDIFF_CANONICAL_H
#define USER_MARKDIFF_CANONICAL_H

#include <stdbool.h>
#include <stddef.h>

/**
 * canonical_name - write the canonical form of @name to @out
 * @size: of @out; a longer name is left as it is, cut off
 * @made_at_run_time: by a JIT: numbers that are addresses are left out too
 *
 *	.constprop.N .isra.N .part.N .llvm.N	clones: dropped, also several, in any order
 *	.lto_priv.N .localalias .__uniq.N
 *	.cold .cold.N				kept as one ".cold": it is other code
 *	_ZN...17h0123456789abcdefE		Rust: without the hash
 *	_RNvCs1234_7mycrate3foo			Rust: without the crate's disambiguator
 *	bpf_prog_0123456789abcdef_name		without the tag
 *	name 0x7f00deadbeef			made at run time: 0x*
 *
 * Returns the length of what was written.
 */
size_t canonical_name(const char *name, size_t length, bool made_at_run_time, char *out,
		      size_t size);

#endif
