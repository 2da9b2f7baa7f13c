/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scale.h - an axis: where a value lies on it, and where its ticks are; pure functions
 */
#ifndef BENCH_DOC_SCALE_H
#define BENCH_DOC_SCALE_H

#include <stdbool.h>
#include <stddef.h>

#define SCALE_TICKS 24
#define SCALE_TEXT  32

/**
 * struct scale - an axis
 * @low, @high:	its ends; of a logarithmic one above 0
 * @log:	logarithmic
 * @step:	between ticks of one that is not; scale_nice() fills it in
 */
struct scale {
	double low;
	double high;
	bool log;
	double step;
};

void scale_nice(struct scale *scale);
size_t scale_ticks(const struct scale *scale, double ticks[static SCALE_TICKS]);
double scale_at(const struct scale *scale, double value);
const char *scale_text(const struct scale *scale, double tick, char text[static SCALE_TEXT]);

#endif
