/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * matrix_left.h - a marker of the same name and format, and one of another name, on the very lines
 * of those in matrix_right.h (T58)
 */
static inline long left(long v)
{
	MARK(same_line, "side %ld", EV(v));
	MARK(left_line, "left %ld", EV(v));
	MARK_GENERIC(same_generic, "side %ld", EV(v));
	return v + 11;
}
