/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page.h - a comparison as one page for a browser (--html)
 */
#ifndef PAGE_H
#define PAGE_H

#include <stddef.h>
#include <stdio.h>

/**
 * page_left_out() - why this program cannot write pages, NULL if it can
 *
 * A sentence without a full stop, which says what to install: the page's script is built with tools
 * that not every machine has.  To be asked before anything is read.
 */
const char *page_left_out(void);

/**
 * page_write() - write the page that shows @json, of @len bytes, which json-c printed
 *
 * The page has the JSON in it, number by number as it was printed.  Names in it may hold anything.
 *
 * Return: 0; -EIO, if @out has an error; -EOPNOTSUPP, with nothing written, if page_left_out().
 */
int page_write(FILE *out, const char *json, size_t len);

#endif
