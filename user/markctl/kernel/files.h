/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/files.h - the folder "marker" of debugfs, by which the kernel's markers are reached
 *
 * It is /sys/kernel/debug/marker; $MARKER_DEBUGFS has another place for debugfs, or a copy of its files.
 * All functions say for people, in @why, what their negative errno means.
 */
#ifndef MARKCTL_KERNEL_FILES_H
#define MARKCTL_KERNEL_FILES_H

#include <stdbool.h>
#include <stddef.h>

/** kernel_open() - one of its files, by its name in the folder; the descriptor, or -errno */
int kernel_open(const char *name, int flags, char *why, size_t why_size);

/** kernel_read() - all that a file has, terminated, to be freed; 0 or -errno */
int kernel_read(const char *name, char **text, char *why, size_t why_size);

/**
 * kernel_command() - one command for the file "control"
 *
 * Return: 0, or what the kernel said; if it keeps a sentence for that, @why is it.
 */
int kernel_command(const char *command, char *why, size_t why_size);

/** kernel_lacks_record() - is debugfs there, the kernel's own, and no module that records? */
bool kernel_lacks_record(void);

/** kernel_unescape() - undo \NNN, in octal, by which the kernel shows what would end a field; in place */
void kernel_unescape(char *text);

#endif
