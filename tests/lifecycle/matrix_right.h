/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * matrix_right.h - a marker of the same name and format, and one of another name, on the very lines
 * of those in matrix_left.h (T58)
 */
static inline long right(long v)
{
	MARK(same_line, "side %ld", EV(v));
	MARK(right_line, "right %ld", EV(v));
	MARK_GENERIC(same_generic, "side %ld", EV(v));
	return v + 11;
}
