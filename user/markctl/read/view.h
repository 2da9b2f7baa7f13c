/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view.h - how markctl view prints a message
 */
#ifndef MARKCTL_VIEW_H
#define MARKCTL_VIEW_H

#include <stdio.h>

#include "user/ctf/reader.h"
#include "user/markctl/read/when.h"

struct view_style {
	enum when_style when;
	bool printed; /* something before, at */
	int64_t last_ns;
};

/** view_text() - one line */
void view_text(FILE *out, struct view_style *style, const struct ctf_message *message);

/** view_json() - one object, in one line */
void view_json(FILE *out, const struct ctf_message *message);

#endif
