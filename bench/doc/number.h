/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * number.h - how many digits of a figure are printed, and how
 */
#ifndef BENCH_DOC_NUMBER_H
#define BENCH_DOC_NUMBER_H

#include <stdbool.h>

#define NUMBER_TEXT 32

int number_digits(double mid, double low, double high);
const char *number_text(double value, int digits, bool sign, char text[static NUMBER_TEXT]);

#endif
