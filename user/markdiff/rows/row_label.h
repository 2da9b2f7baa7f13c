/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row in a sentence: its keys, with a blank between them.
 */
#ifndef USER_MARKDIFF_ROW_LABEL_H
#define USER_MARKDIFF_ROW_LABEL_H

#include "user/markdiff/rows/hist.h"

#define ROW_LABEL_SIZE 256 /* what is longer is cut off */

void row_label(const struct hist *hist, const struct row *row, char text[ROW_LABEL_SIZE]);

#endif
