/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen.h - a terminal that is drawn over, and is afterwards as it was
 */
#ifndef MARKCTL_SCREEN_H
#define MARKCTL_SCREEN_H

#include <stdbool.h>

/**
 * screen_begin() - keys come at once and are not shown; what was on the screen is put aside
 *
 * Restored by screen_end(), and by exit(3).
 *
 * Return: 0, or -ENOTTY where standard input and output are no terminal.
 */
int screen_begin(void);
void screen_end(void);

/** screen_size() - lines and columns; 24 and 80 where they are not known */
void screen_size(int *lines, int *columns);

/** screen_key_is_quit() - read what was typed: was there a q? */
bool screen_key_is_quit(void);

#endif
