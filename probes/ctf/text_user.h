/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * text_user.h - what the writers of TSDL share
 */
#ifndef MARKER_CTF_TEXT_USER_H
#define MARKER_CTF_TEXT_USER_H

#include "text.h"

#define MARKER_CTF_NAME	     63 /* bytes that are taken of a field's name */
#define MARKER_CTF_NAME_ROOM (MARKER_CTF_NAME + 16)

struct marker_ctf_names {
	char name[MARKER_CTF_FIELDS][MARKER_CTF_NAME_ROOM];
};

/** marker_ctf_name_fields() - a name for each field, all different, not escaped yet */
void marker_ctf_name_fields(struct marker_ctf_names *names, const struct marker_info *marker);

/** marker_ctf_put_string() - a string in quotes, escaped */
void marker_ctf_put_string(FILE *out, const char *text);

#endif
