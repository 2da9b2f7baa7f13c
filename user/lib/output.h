/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What became of output that was printed.
 */
#ifndef LIB_OUTPUT_H
#define LIB_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

/** output_write - all of it to a descriptor; 0 or a negative errno */
int output_write(int fd, const void *data, size_t size);

/**
 * output_flush - write what is left of a stream
 * @err: what printing into it came to; -EIO if nothing more is known
 *
 * Returns @err, 0, or why it could not be written: a negative errno.
 */
int output_flush(FILE *out, int err);

/** output_forget - what was not written is not missing: its reader has left */
void output_forget(FILE *out);

/**
 * output_end - write what is left of standard output, and say so if not all of it could be written
 * @program: whose message that is
 * @status: what the program would exit with
 * @failed: instead of a @status of 0, where something is missing
 *
 * Returns the exit status.  A @status other than 0 has been explained already: nothing more is said.  A reader that
 * leaves early has what it wanted.
 */
int output_end(const char *program, int status, int failed);

#endif
