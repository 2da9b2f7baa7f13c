/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * trusted_path.h - files that nobody but root and the own user can have put where they are
 */
#ifndef MARKER_TRUSTED_PATH_H
#define MARKER_TRUSTED_PATH_H

#include "os.h"

/**
 * marker_trusted_dir() - open a folder, if it and all on the way to it are root's or the own user's
 * @path:	absolute; symbolic links are resolved first
 *
 * Nobody else may write to one of them.  Only on the way may one be that everybody writes to and where
 * nobody removes what is another's, as /tmp.
 *
 * Return: a descriptor, -EPERM, or the errno of the system.
 */
int marker_trusted_dir(const char *path);

/** marker_trusted_file() - the same for a regular file in it; opened for reading */
int marker_trusted_file(int dir, const char *name);

#endif
