// SPDX-License-Identifier: GPL-2.0-only
/*
 * The threads that read add each piece (256 KiB) to a counter of its file; the thread here looks at
 * the counters five times a second.  A sample costs nothing.
 */
#include "user/markdiff/profile/progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEP_MS	   200
#define LINE_WIDTH 80

static int name_length(const char *name)
{
	size_t length = strlen(name);

	return length > 30 ? 30 : length;
}

/* Of a long path, the end. */
static int file_text(const struct progress *p, uint32_t i, char *text, size_t size)
{
	const char *name = p->files[i] + strlen(p->files[i]) - name_length(p->files[i]);
	uint64_t total = __atomic_load_n(&p->counters[i].total, __ATOMIC_RELAXED);
	uint64_t done = __atomic_load_n(&p->counters[i].done, __ATOMIC_RELAXED);
	int percent = total ? (int)(100.0 * done / total) : 0;

	if (!total)
		return snprintf(text, size, "  %s", name);
	/* It is read twice. */
	return snprintf(text, size, "  %s %d %% of %.1f MB", name, percent > 100 ? 100 : percent,
			total / 2e6);
}

void progress_text(const struct progress *p, char *text, size_t size)
{
	char piece[LINE_WIDTH];
	size_t used = 0;
	uint32_t i;

	text[0] = 0;
	for (i = 0; i < p->nr; i++) {
		const struct perfdata_progress *c = &p->counters[i];
		uint64_t total = __atomic_load_n(&c->total, __ATOMIC_RELAXED);
		int length;

		if (total && __atomic_load_n(&c->done, __ATOMIC_RELAXED) >= total)
			continue;
		length = file_text(p, i, piece, sizeof(piece));
		if (used + length >= size)
			break;
		memcpy(text + used, piece, length + 1);
		used += length;
	}
}

static void draw(const struct progress *p, bool wipe)
{
	char text[LINE_WIDTH - sizeof("Reading")] = "";

	if (!wipe)
		progress_text(p, text, sizeof(text));
	if (*text)
		fprintf(p->out, "\rReading%-*s\r", (int)sizeof(text) - 1, text);
	else
		fprintf(p->out, "\r%*s\r", LINE_WIDTH - 1, "");
	fflush(p->out);
}

static void add_ms(struct timespec *t, uint32_t ms)
{
	t->tv_sec += ms / 1000;
	t->tv_nsec += ms % 1000 * 1000000;
	if (t->tv_nsec >= 1000000000) {
		t->tv_nsec -= 1000000000;
		t->tv_sec++;
	}
}

static void *show(void *arg)
{
	struct progress *p = arg;
	bool shown = false;
	struct timespec when;

	clock_gettime(CLOCK_REALTIME, &when);
	add_ms(&when, p->delay_ms);
	pthread_mutex_lock(&p->lock);
	while (!p->end) {
		if (!pthread_cond_timedwait(&p->ended, &p->lock, &when) || p->end)
			continue;
		draw(p, false);
		shown = true;
		add_ms(&when, STEP_MS);
	}
	pthread_mutex_unlock(&p->lock);
	if (shown)
		draw(p, true);
	return NULL;
}

void progress_start(struct progress *p)
{
	p->end = p->runs = false;
	p->counters = calloc(p->nr, sizeof(*p->counters));
	if (!p->counters)
		return;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->ended, NULL);
	p->runs = !pthread_create(&p->thread, NULL, show, p);
}

void progress_end(struct progress *p)
{
	if (p->runs) {
		pthread_mutex_lock(&p->lock);
		p->end = true;
		pthread_cond_signal(&p->ended);
		pthread_mutex_unlock(&p->lock);
		pthread_join(p->thread, NULL);
		p->runs = false;
	}
	free(p->counters);
	p->counters = NULL;
}
