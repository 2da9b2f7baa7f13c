/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * dir_user.h - the directory that traces are put into
 */
#ifndef MARKER_RECORD_DIR_USER_H
#define MARKER_RECORD_DIR_USER_H

/**
 * record_dir_open() - make a directory if it is not there, and see whether traces may be put there
 * @path:	as given
 * @absolute:	its name from the root on, without links; to be freed
 *
 * Return: 0; -EPERM for a link of somebody else's in a directory that others may write to, and for a
 * directory in which others may rename what is ours; or the errno of the system.
 */
int record_dir_open(const char *path, char **absolute);

#endif
