// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows in sentences.
 */
#include "user/markdiff/rows/row_label.h"

#include <stdio.h>

#include "user/markdiff/rows/row_key.h"

void row_label(const struct hist *h, const struct row *row, char text[ROW_LABEL_SIZE])
{
	char prefix[ROW_KEY_PREFIX];
	const char *name;
	size_t at = 0;
	uint32_t i;

	text[0] = 0;
	for (i = 0; i < h->options->nr_keys && at < ROW_LABEL_SIZE; i++) {
		name = row_key_text(h, row, i, prefix);
		at += snprintf(text + at, ROW_LABEL_SIZE - at, "%s%s%s", i ? " " : "", prefix,
			       name);
	}
}
