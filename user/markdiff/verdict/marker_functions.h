/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions of one program, and which of them are the markers' (marker_code.h).
 */
#ifndef USER_MARKDIFF_MARKER_FUNCTIONS_H
#define USER_MARKDIFF_MARKER_FUNCTIONS_H

#include "user/elf/sites.h"
#include "user/markdiff/verdict/marker_code.h"

/**
 * marker_functions_read - all functions of @object's dso, by address and by name
 *
 * Which are the library's is known then.
 */
int marker_functions_read(struct marker_object *object);

/* The same in pieces: each function, in any order, then what follows from all of them. */
int marker_functions_add(struct marker_object *object, const struct dso_symbol *symbol,
			 size_t length);
int marker_functions_end(struct marker_object *object);
void marker_functions_free(struct marker_object *object);

/* The function that covers an address of the program, or NULL. */
struct marker_function *marker_function_at(const struct marker_object *object, uint64_t address);

/* The one that begins there, or NULL. */
struct marker_function *marker_function_from(const struct marker_object *object, uint64_t start);

/**
 * marker_function_named - the functions of a name in its canonical form
 *
 * Returns one of them if all are of the same part, else NULL.
 */
struct marker_function *marker_function_named(const struct marker_object *object, const char *raw);

#endif
