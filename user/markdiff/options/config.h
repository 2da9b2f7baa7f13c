/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf's configuration file: diff.order, diff.compute and hist.percentage are defaults here too.
 */
#ifndef USER_MARKDIFF_CONFIG_H
#define USER_MARKDIFF_CONFIG_H

#include "user/markdiff/options/options.h"

/**
 * config_read - set the options that a file sets
 *
 * A file that is not there sets none.  Returns 0 or a negative errno; @message is filled with the
 * file, the line, and what is wrong.
 */
int config_read(struct options *options, const char *path, char message[OPTIONS_MESSAGE]);

#endif
