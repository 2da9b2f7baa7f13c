// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe.c - the typical probe of the text of 2006: takes its values from a list and saves them
 */
#include <stdarg.h>

#include <marker/marker.h>

int saved_value;
void *saved_pointer;

marker_probe_fn my_probe;

void my_probe(void *private, const struct marker_info *marker, va_list *args)
{
	saved_value = va_arg(*args, int);
	saved_pointer = va_arg(*args, void *);
}
