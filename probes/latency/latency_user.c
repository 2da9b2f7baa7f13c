// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * latency_user.c - the probe "latency": its argument, its memory, its clock, its end
 *
 * The clock is CLOCK_MONOTONIC, read without a system call: right on machines whose time stamp
 * counter is not, and the same for all processors.  It takes some 20 ns, which a latency then has
 * too.
 *
 * Locking: open, close and status are called one at a time.
 */
#include "latency.h"

#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

void *marker_latency_map(size_t size, bool shared)
{
	void *map =
		mmap(NULL, size, PROT_READ | PROT_WRITE,
		     (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return map == MAP_FAILED ? NULL : map;
}

void marker_latency_unmap(void *map, size_t size)
{
	if (map)
		munmap(map, size);
}

/* 0 and 1 mean something else; nobody lives in the first two nanoseconds. */
u64 marker_latency_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec + 2;
}

/*
 * A number that no other thread has had: a thread that has ended leaves its begins to nobody.
 * Exchanged, because a signal handler may come between and have got one.
 */
u64 marker_latency_thread(void)
{
	static u64 last;
	static __thread u64 own;
	u64 none = 0;

	if (unlikely(!own))
		__atomic_compare_exchange_n(&own, &none,
					    __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED), false,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return own;
}

/* ---- the argument ------------------------------------------------------------------------ */

static int parse_option(struct latency *latency, char *option)
{
	char *value = strchr(option, '=');

	if (!value || !value[1])
		return -EINVAL;
	*value++ = '\0';
	if (!strcmp(option, "key") && !latency->key)
		latency->key = value;
	else if (!strcmp(option, "file") && !latency->file)
		latency->file = value;
	else
		return -EINVAL;
	return 0;
}

static int parse_pair(struct latency *latency, char *pair)
{
	char *end = strchr(pair, ':');

	if (latency->begin || !end || end == pair || !end[1] || strchr(end + 1, ':'))
		return -EINVAL;
	*end++ = '\0';
	if (!strcmp(pair, end))
		return -EINVAL;
	latency->begin = pair;
	latency->end = end;
	return 0;
}

/* "BEGIN:END;key=FIELD;file=FILE", each part once, the pair first; a part with '=' is no pair. */
int marker_latency_parse(struct latency *latency, const char *arg)
{
	char *part, *rest = NULL;
	int err = 0;

	if (!arg)
		return 0;
	latency->text = os_alloc(strlen(arg) + 1);
	if (!latency->text)
		return -ENOMEM;
	memcpy(latency->text, arg, strlen(arg) + 1);
	for (part = strtok_r(latency->text, ";", &rest); part && !err;
	     part = strtok_r(NULL, ";", &rest))
		err = strchr(part, '=') ? parse_option(latency, part) : parse_pair(latency, part);
	return err;
}

/* ---- its life ------------------------------------------------------------------------ */

/* A file that cannot be written is told now. */
static int check_file(const char *path)
{
	FILE *file = path ? fopen(path, "ae") : NULL;

	if (path && !file)
		return -errno;
	if (file)
		fclose(file);
	return 0;
}

static int open_latency(const char *arg, void **private_data)
{
	struct latency *latency = os_alloc(sizeof(*latency));
	int err;

	if (!latency)
		return -ENOMEM;
	latency->printer = getpid();
	err = marker_latency_parse(latency, arg);
	if (!err)
		err = check_file(latency->file);
	if (err)
		marker_latency_free(latency);
	else
		*private_data = latency;
	return err;
}

/* Connected without attach, it would see nothing it knows. */
static void unattached(void *private_data, const struct marker_info *marker, va_list *args)
{
}

static void close_latency(void *private_data)
{
	const struct latency *latency = private_data;
	const struct latency_pair *pair;
	FILE *out = stderr;

	if (latency->printer == getpid()) {
		if (latency->file)
			out = fopen(latency->file, "ae");
		for (pair = latency->pairs; pair && out; pair = pair->next)
			marker_latency_print(out, latency, pair);
		if (out && latency->file)
			fclose(out);
	}
	marker_latency_free(private_data);
}

/* In all: a begin was closed, is open, was given up or missed; an end has closed one, or not. */
static int latency_status(void *private_data, const struct marker_info *marker,
			  struct marker_named_status *status)
{
	struct latency *latency = private_data;
	const struct latency_pair *pair = __atomic_load_n(&latency->pairs, __ATOMIC_ACQUIRE);
	struct latency_summary summary;

	if (marker)
		return -ENODATA;
	for (; pair; pair = __atomic_load_n(&pair->next, __ATOMIC_ACQUIRE)) {
		marker_latency_sum_up(pair->histogram, &summary);
		status->dropped += summary.all.evicted + summary.all.missed;
		status->hits += 2 * summary.count + summary.all.ends + summary.all.evicted +
				summary.all.missed + marker_latency_still_open(pair->table);
	}
	return 0;
}

const struct marker_named_probe marker_latency_named = {
	.name = "latency",
	.func = unattached,
	.open = open_latency,
	.close = close_latency,
	.attach = marker_latency_attach,
	.status = latency_status,
};
