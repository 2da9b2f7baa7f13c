/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs that have another file name in each recording, as server-vanilla and server-marked.
 */
#ifndef USER_MARKDIFF_PROGRAMS_H
#define USER_MARKDIFF_PROGRAMS_H

#include "user/markdiff/profile/names.h"
#include "user/markdiff/profile/profile.h"

/**
 * programs_pair - find such programs, and name them alike
 *
 * Two files of one build-id are one program, under the baseline's name.  Else, if nearly all that
 * programs spent in each recording was spent in one program, and the other recording has not that
 * one, they are one program under two names, and both are shown: "vanilla -> marked".
 *
 * Fills profile->alias.
 */
int programs_pair(struct profile *profiles, uint32_t nr, struct names *names);

#endif
