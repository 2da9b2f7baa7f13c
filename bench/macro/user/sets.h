/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sets.h - what the marked lines of the patches are; given to the compiler with -include
 *
 *			MARK_SPARSE	MARK_DENSE
 *	(nothing)	MARK		MARK		the dense set
 *	-DMACRO_SPARSE	MARK		nothing		the sparse set
 *	-DMACRO_GENERIC	MARK_GENERIC	MARK_GENERIC	the dense set: load, test, branch
 *	-DMARKER_DISABLE nothing	nothing		vanilla
 */
#ifndef MACRO_SETS_H
#define MACRO_SETS_H

#include <marker/marker.h>

#if defined(MACRO_SPARSE)
#define MARK_SPARSE	MARK
#define MARK_DENSE(...) ((void)0)
#elif defined(MACRO_GENERIC)
#define MARK_SPARSE MARK_GENERIC
#define MARK_DENSE  MARK_GENERIC
#else
#define MARK_SPARSE MARK
#define MARK_DENSE  MARK
#endif

#endif
