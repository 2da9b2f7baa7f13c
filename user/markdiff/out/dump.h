/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef USER_MARKDIFF_OUT_DUMP_H
#define USER_MARKDIFF_OUT_DUMP_H

#include <stdio.h>

#include "user/markdiff/profile/profile.h"

/**
 * out_dump - print every record of a recording
 */
int out_dump(FILE *out, const struct profile *profile);

#endif
