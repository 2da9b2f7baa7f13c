/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * traces.h - open and close traces for a command that reads them, and say what is wrong with them
 */
#ifndef MARKCTL_TRACES_H
#define MARKCTL_TRACES_H

#include "user/markctl/command.h"
#include "user/ctf/reader.h"

/** traces_open() - 0 or an exit status; what is wrong is told on standard error */
int traces_open(struct ctf_reader **reader, const struct command *command, char **dirs,
		size_t nr_dirs);

/**
 * traces_close() - the exit status of a command that has read
 * @ret:	what its reading ended with: 0, or a negative errno; -EIO is standard output's
 */
int traces_close(struct ctf_reader *reader, const struct command *command, int ret);

#endif
