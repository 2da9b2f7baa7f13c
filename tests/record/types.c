// SPDX-License-Identifier: GPL-2.0-only
/*
 * One event of each kind, for babeltrace2 to read.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <marker/marker.h>

int main(void)
{
	char long_text[600];

	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	MARK(t_int, "min %d max %d c %c u %u x %x o %o", -2147483647 - 1, 2147483647, 'A',
	     4294967295u, 0xbeefu, 0755u);
	MARK(t_short, "hh %hhd h %hd hhu %hhu", (signed char)-5, (short)-600, (unsigned char)200);
	MARK(t_long, "l %ld ll %lld lu %lu llx %llx", -9223372036854775807L, -1LL, ~0UL,
	     0x123456789abcdefULL);
	MARK(t_size, "z %zu t %td j %jd", (size_t)7, (ptrdiff_t)-8, (intmax_t)9);
	MARK(t_pointer, "p %p null %p", (void *)0x1234, (void *)0);
	MARK(t_double, "f %f e %e g %g", 0.5, -1e300, 3.0);
	MARK(t_long_double, "L %Lf d %f i %d", 1.25L, 2.5, 3);
	MARK(t_string, "s %s empty %s null %s bad %s", "text \"q\" \\ \n", "", (char *)0,
	     (char *)16);
	MARK(t_cut, "s %.3s star %.*s", "abcdef", 2, "abcdef");
	MARK(t_long_string, "s %s", long_text);
	MARK(t_mixed, "a %d b %f c %s d %p e %ld", 1, 2.0, "three", (void *)4, 5L);
	MARK(t_names, "event %d int %d int %d %d _x %d", 1, 2, 3, 4, 5);
	MARK_NOARGS(t_nothing);
	MARK_GENERIC(t_generic, "n %d", 1);
	MARK_IMMEDIATE(t_immediate, "n %d", 2);
	return 0;
}
