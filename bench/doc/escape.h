/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * escape.h - text, so that it is text in a page, in a picture and in Markdown
 *
 * (JSON is escaped by json-c.)  Bytes that no document may have, control characters but for tab and
 * newline, become a question mark; so do bytes that are no UTF-8.
 */
#ifndef BENCH_DOC_ESCAPE_H
#define BENCH_DOC_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

typedef void escape_fn(const char *text, size_t len, FILE *file);

escape_fn escape_xml, escape_markdown, escape_clean;

/* Calls one function for text and another one for what stands between backticks. */
void escape_spans(const char *text, escape_fn *plain, escape_fn *code, FILE *file);

size_t escape_width(const char *text);

#endif
