/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What keys and options need that not every recording has.
 */
#ifndef USER_MARKDIFF_NEEDS_H
#define USER_MARKDIFF_NEEDS_H

#include "user/markdiff/options/options.h"
#include "user/perfdata/perfdata.h"

/**
 * needs_check - whether a recording has what the options need
 *
 * Returns 0, or -ENODATA with a sentence that says what is missing and how to record it.
 */
int needs_check(const struct perfdata *pd, const struct options *options,
		struct perfdata_error *error);

#endif
