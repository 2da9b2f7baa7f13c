/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes what --folded and --pprof ask for.
 */
#ifndef USER_MARKDIFF_EXPORTS_H
#define USER_MARKDIFF_EXPORTS_H

#include <stdio.h>

#include "user/markdiff/stacks/stacks.h"

#define EXPORTS_MESSAGE 512

/**
 * exports_write - write all files that the options name
 * @source: of the diff, its sides and work; the event is chosen here
 * @notes: what is worth knowing, a line each; NULL: not asked for
 * @message: gets why it failed: a sentence that names the file or the option
 */
int exports_write(const struct stacks_source *source, FILE *notes, char message[EXPORTS_MESSAGE]);

#endif
