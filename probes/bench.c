// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bench.c - the probes of the bench: the same hit, with more and more work in the probe
 *
 * Rows 7 to 12 of the measurements of 2006.  No locks, no memory; context as any probe.  They are
 * compiled for general registers only where that spares the slow path something (Makefile).
 */
#include "../marker/os.h"

#include "bench.h"

int marker_bench_int;
void *marker_bench_pointer;

/* marker_bench_empty() - row 8: nothing but the way to the probe */
void marker_bench_empty(void *private_data, const struct marker_info *marker, va_list *args)
{
}

/* marker_bench_copy() - row 11: the layout is known when the probe is compiled */
void marker_bench_copy(void *private_data, const struct marker_info *marker, va_list *args)
{
	WRITE_ONCE(marker_bench_int, va_arg(*args, int));
	WRITE_ONCE(marker_bench_pointer, va_arg(*args, void *));
}

/*
 * marker_bench_parse() - row 12: the layout is learnt from the format, at each hit
 *
 * What a probe had to do that would take any marker, before markers had parsed fields.
 */
void marker_bench_parse(void *private_data, const struct marker_info *marker, va_list *args)
{
	const char *format;

	for (format = marker->format; *format; format++) {
		if (*format != '%')
			continue;
		switch (*++format) {
		case 'd':
		case 'i':
		case 'u':
		case 'x':
			WRITE_ONCE(marker_bench_int, va_arg(*args, int));
			break;
		case 'p':
		case 's':
			WRITE_ONCE(marker_bench_pointer, va_arg(*args, void *));
			break;
		case '%':
			break;
		default:
			return;
		}
	}
}

/* marker_bench_count() - adds one to the unsigned long that is its private data */
void marker_bench_count(void *private_data, const struct marker_info *marker, va_list *args)
{
	unsigned long *hits = private_data;

	WRITE_ONCE(*hits, READ_ONCE(*hits) + 1);
}

/* marker_bench_direct_empty() - row 7: arguments in registers */
void marker_bench_direct_empty(void *private_data, int value, void *pointer)
{
}

/* marker_bench_direct_copy() - row 10: a function of the marker's own types, copying */
void marker_bench_direct_copy(void *private_data, int value, void *pointer)
{
	WRITE_ONCE(marker_bench_int, value);
	WRITE_ONCE(marker_bench_pointer, pointer);
}
