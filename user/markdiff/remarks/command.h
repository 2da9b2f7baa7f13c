/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What perf's command line says of what was recorded.
 *
 *	/usr/bin/perf record -g -o old/1.data ./old/server --port 80 /var/www
 *
 * The folders and the recording's own name are others in each run, of course: what runs have in
 * common is "perf record -g server --port 80 www", and the program is "server".
 */
#ifndef USER_MARKDIFF_COMMAND_H
#define USER_MARKDIFF_COMMAND_H

#include "user/perfdata/perfdata.h"

/**
 * command_program - what perf started, without its folder
 *
 * Returns NULL where it started nothing (-p, -a), or the file does not say what it did.
 */
const char *command_program(const struct perfdata_info *info);

/**
 * command_text - the command line without what is another one in each run
 *
 * To be freed; NULL without memory.  "" where the file does not have it.
 */
char *command_text(const struct perfdata_info *info);

#endif
