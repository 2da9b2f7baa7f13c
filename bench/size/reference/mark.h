/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mark.h - the kind of site that the reference functions are compiled with
 *
 * bench.mk compiles them once for each kind, level and compiler: -DSIZE_MARK=MARK_GENERIC, ..., and with
 * -DMARKER_DISABLE the vanilla ones.
 */
#ifndef SIZE_REFERENCE_MARK_H
#define SIZE_REFERENCE_MARK_H

#include <marker/marker.h>

#ifndef SIZE_MARK
#define SIZE_MARK MARK
#endif

#endif
