/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stage.h - what is sound of a damaged trace of ours
 *
 * libbabeltrace2 refuses a whole trace for one file whose head is damaged, and goes round for ever
 * in one whose packet size is 0.  So the heads are looked at before; where some are damaged, a
 * directory of links to the other files is what the library gets to see.
 */
#ifndef CTF_STAGE_H
#define CTF_STAGE_H

#include "find.h"

/**
 * ctf_stage() - check the files of a trace
 * @complain:	told of each file that is left out; may be NULL
 *
 * A trace that others have recorded is left as it is.  A child sees to it that the directory goes with this
 * process, whatever ends it.
 *
 * Return: how many files are left out, or -errno.
 */
int ctf_stage(struct ctf_trace *trace,
	      void (*complain)(void *data, const char *where, const char *what), void *data);

/** ctf_stage_remove() - remove such a directory; NULL is fine */
void ctf_stage_remove(const char *stage);

#endif
