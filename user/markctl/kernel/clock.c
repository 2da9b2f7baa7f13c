// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/clock.c - how fast the kernel's counter is, and when it was 0
 *
 * The kernel hands out pairs of its counter and CLOCK_MONOTONIC_RAW, which is made of the counter by one
 * factor: two of them give that factor, the better the farther they are apart.  One is from when the
 * module was loaded.
 */
#include "user/markctl/kernel/clock.h"

#include "user/markctl/kernel/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NS_PER_S    1000000000u
#define SPAN_MIN_NS 50000000u /* a ns on each side: 40 in 10^9 */
#define TRIES	    10

static bool find_word(const char *text, const char *name, char *word, size_t size)
{
	size_t len = strlen(name);

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		if (strncmp(text, name, len) || text[len] != ' ')
			continue;
		snprintf(word, size, "%.*s", (int)strcspn(text + len + 1, "\n"), text + len + 1);
		return true;
	}
	return false;
}

static bool find_number(const char *text, const char *name, uint64_t *value)
{
	char word[32], *end;

	if (!find_word(text, name, word, sizeof(word)))
		return false;
	*value = strtoull(word, &end, 10);
	return *word && !*end;
}

int kernel_clock_parse(const char *text, bool *counter, struct kernel_moment *moment)
{
	char source[32];

	if (!find_word(text, "source", source, sizeof(source)) ||
	    !find_number(text, "counter", &moment->counter) ||
	    !find_number(text, "realtime_ns", &moment->realtime_ns) ||
	    !find_number(text, "monotonic_ns", &moment->monotonic_ns) ||
	    !find_number(text, "raw_ns", &moment->raw_ns) ||
	    !find_number(text, "first_counter", &moment->first_counter) ||
	    !find_number(text, "first_raw_ns", &moment->first_raw_ns))
		return -EPROTO;
	*counter = !strcmp(source, "counter");
	return *counter || !strcmp(source, "monotonic") ? 0 : -EPROTO;
}

static int read_moment(bool *counter, struct kernel_moment *moment, char *why, size_t why_size)
{
	char *text;
	int ret = kernel_read("record/clock", &text, why, why_size);

	if (ret)
		return ret;
	ret = kernel_clock_parse(text, counter, moment);
	free(text);
	if (ret)
		snprintf(why, why_size,
			 "the kernel's clock cannot be read: marker-record.ko is of "
			 "another version");
	return ret;
}

bool kernel_clock_measure(struct kernel_clock *clock, const struct kernel_moment *now)
{
	uint64_t span_ns = now->raw_ns - now->first_raw_ns;

	if (now->raw_ns <= now->first_raw_ns || span_ns <= clock->span_ns)
		return false;
	clock->freq = (unsigned __int128)(now->counter - now->first_counter) * NS_PER_S / span_ns;
	clock->span_ns = span_ns;
	return clock->freq != 0;
}

static int measure_first(struct kernel_clock *clock, char *why, size_t why_size)
{
	const struct timespec wait = { .tv_nsec = SPAN_MIN_NS };
	struct kernel_moment now = clock->start;
	unsigned int i;
	bool counter;
	int ret = 0;

	for (i = 0; i < TRIES && !ret; i++) {
		if (kernel_clock_measure(clock, &now) && clock->span_ns >= SPAN_MIN_NS)
			return 0;
		nanosleep(&wait, NULL);
		ret = read_moment(&counter, &now, why, why_size);
	}
	if (ret || clock->freq)
		return ret;
	snprintf(why, why_size, "the kernel's clock stands still");
	return -EPROTO;
}

int kernel_clock_read(struct kernel_clock *clock, char *why, size_t why_size)
{
	int ret;

	*clock = (struct kernel_clock){ .freq = 0 };
	ret = read_moment(&clock->counter, &clock->start, why, why_size);
	if (ret)
		return ret;
	if (clock->counter)
		return measure_first(clock, why, why_size);
	clock->freq = NS_PER_S;
	return 0;
}

bool kernel_clock_refine(struct kernel_clock *clock)
{
	uint64_t before = clock->freq;
	struct kernel_moment now;
	char why[256];
	bool counter;

	if (!clock->counter || read_moment(&counter, &now, why, sizeof(why)) || !counter)
		return false;
	return kernel_clock_measure(clock, &now) && clock->freq != before;
}
