// SPDX-License-Identifier: GPL-2.0-only
/*
 * scale.c - nice numbers for an axis
 *
 * Ticks are multiples of 1, 2 or 5 times a power of ten, about six of them (Heckbert, "Nice numbers
 * for graph labels", Graphics Gems, 1990).  An axis ends a little beyond what it holds; one that begins at
 * 0 begins there.  A logarithmic axis has the powers of ten, and on less than
 * three of them their twofold and fivefold too.
 */
#include "scale.h"

#include <math.h>
#include <stdio.h>

#include "number.h"

#define ABOUT 6
#define ROOM  0.04

/* The step of a linear axis. */
static double step_of(const struct scale *scale)
{
	double rough = (scale->high - scale->low) / ABOUT, power, factor;

	if (!(rough > 0))
		return 1;
	power = pow(10, floor(log10(rough)));
	factor = rough / power;
	if (factor <= 1)
		return power;
	if (factor <= 2)
		return 2 * power;
	return factor <= 5 ? 5 * power : 10 * power;
}

static void nice_log(struct scale *scale)
{
	if (!(scale->low > 0))
		scale->low = scale->high > 0 ? scale->high / 1000 : 1;
	if (!(scale->high > scale->low))
		scale->high = scale->low * 10;
	scale->low = pow(10, floor(log10(scale->low) + 1e-9));
	scale->high = pow(10, ceil(log10(scale->high) - 1e-9));
}

/** scale_nice() - makes room at the ends, and chooses the ticks; an axis without extent gets one */
void scale_nice(struct scale *scale)
{
	double room;

	scale->step = 1;
	if (scale->log) {
		nice_log(scale);
		return;
	}
	if (!(scale->high > scale->low))
		scale->high = scale->low + fmax(fabs(scale->low), 1);
	scale->step = step_of(scale);
	room = (scale->high - scale->low) * ROOM;
	scale->low -= scale->low == 0 ? 0 : room;
	scale->high += scale->high == 0 ? 0 : room;
}

static size_t ticks_log(const struct scale *scale, double ticks[static SCALE_TICKS])
{
	static const double between[] = { 1, 2, 5 };
	int from = (int)lrint(log10(scale->low)), to = (int)lrint(log10(scale->high)), power;
	size_t each = to - from < 3 ? 3 : 1, nr = 0, i;

	for (power = from; power <= to; power++)
		for (i = 0; i < (power < to ? each : 1) && nr < SCALE_TICKS; i++)
			ticks[nr++] = between[i] * pow(10, power);
	return nr;
}

/** scale_ticks() - of an axis that is nice; how many there are */
size_t scale_ticks(const struct scale *scale, double ticks[static SCALE_TICKS])
{
	double step = scale->step, first = ceil(scale->low / step - 1e-9);
	size_t nr;

	if (scale->log)
		return ticks_log(scale, ticks);
	for (nr = 0; nr < SCALE_TICKS; nr++) {
		double tick = (first + (double)nr) * step;

		if (tick > scale->high + step * 1e-9)
			break;
		ticks[nr] = tick;
	}
	return nr;
}

/** scale_at() - 0 for the low end, 1 for the high one; what lies beyond is put there */
double scale_at(const struct scale *scale, double value)
{
	double at;

	if (!scale->log)
		at = (value - scale->low) / (scale->high - scale->low);
	else if (value > 0)
		at = log(value / scale->low) / log(scale->high / scale->low);
	else
		at = 0;
	return fmin(fmax(at, 0), 1);
}

/** scale_text() - the label of a tick, with as many digits as the step has */
const char *scale_text(const struct scale *scale, double tick, char text[static SCALE_TEXT])
{
	double step = scale->log ? tick : scale->step;
	int digits = step > 0 ? (int)-floor(log10(step) + 1e-9) : 0;

	return number_text(tick, digits > 0 ? digits : 0, false, text);
}
