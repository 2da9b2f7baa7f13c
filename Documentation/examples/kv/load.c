// SPDX-License-Identifier: GPL-2.0-only
/*
 * load.c - requests from a seed: 80 % GET, 18 % SET, 2 % DEL, small keys more often than large ones
 *
 * Markers: load_batch.
 */
#include "load.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <marker/marker.h>

#define VALUE_MIN   16
#define VALUE_MAX   271
#define REQUEST_MAX (VALUE_MAX + 32)

struct load {
	const struct load_options *options;
	struct load_stats *stats;
	uint64_t random;
	int *fds;
	char *out; /* a batch of requests */
	size_t out_len;
	char in[65536];
};

static uint64_t next_random(struct load *load)
{
	uint64_t x = load->random; /* xorshift64* */

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	load->random = x;
	return x * 0x2545f4914f6cdd1dull;
}

static unsigned int random_below(struct load *load, unsigned int limit)
{
	return (next_random(load) >> 32) * limit >> 32;
}

static unsigned int random_key(struct load *load)
{
	unsigned int a = random_below(load, load->options->keys);
	unsigned int b = random_below(load, load->options->keys);

	return a < b ? a : b;
}

static void add_set(struct load *load, unsigned int key)
{
	unsigned int len = VALUE_MIN + random_below(load, VALUE_MAX + 1 - VALUE_MIN);
	char *out = load->out + load->out_len;

	load->out_len += sprintf(out, "SET key-%u ", key);
	memset(load->out + load->out_len, 'a' + key % 26, len);
	load->out_len += len;
	load->out[load->out_len++] = '\n';
	load->stats->sets++;
}

static void add_request(struct load *load)
{
	unsigned int choice = random_below(load, 100), key = random_key(load);
	char *out = load->out + load->out_len;

	if (choice < 80) {
		load->out_len += sprintf(out, "GET key-%u\n", key);
		load->stats->gets++;
	} else if (choice < 98) {
		add_set(load, key);
	} else {
		load->out_len += sprintf(out, "DEL key-%u\n", key);
		load->stats->dels++;
	}
}

static int send_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t sent = send(fd, bytes, len, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return -errno;
		bytes += sent;
		len -= sent;
	}
	return 0;
}

/* The first letter of an answer says which it is. */
static void count_answer(struct load_stats *stats, char letter)
{
	stats->values += letter == 'V';
	stats->nones += letter == 'N';
	stats->oks += letter == 'O';
	stats->errors += letter == 'E';
}

static int read_answers(struct load *load, int fd, unsigned int count)
{
	bool at_start = true;
	ssize_t i, len;

	while (count) {
		len = recv(fd, load->in, sizeof(load->in), 0);
		if (len < 0 && errno == EINTR)
			continue;
		if (len <= 0)
			return len ? -errno : -EPIPE;
		for (i = 0; i < len && count; i++) {
			if (at_start)
				count_answer(load->stats, load->in[i]);
			at_start = load->in[i] == '\n';
			count -= at_start;
		}
	}
	return 0;
}

static void make_batch(struct load *load, unsigned int count)
{
	unsigned int i;

	load->out_len = 0;
	for (i = 0; i < count; i++)
		add_request(load);
}

/* The next batch is made while the server works on this one. */
static int run_batches(struct load *load)
{
	unsigned long left = load->options->requests, turn = 0;
	unsigned int count, next;
	int err = 0;

	next = left < load->options->batch ? left : load->options->batch;
	make_batch(load, next);
	while (next && !err) {
		int fd = load->fds[turn++ % load->options->connections];

		count = next;
		MARK(load_batch, "fd %d requests %u bytes %zu", fd, count, load->out_len);
		err = send_all(fd, load->out, load->out_len);
		left -= count;
		next = left < load->options->batch ? left : load->options->batch;
		make_batch(load, next);
		if (!err)
			err = read_answers(load, fd, count);
	}
	return err;
}

static int connect_all(struct load *load)
{
	const struct load_options *options = load->options;
	unsigned int i;

	for (i = 0; i < options->connections; i++) {
		int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

		load->fds[i] = fd;
		if (fd < 0 ||
		    connect(fd, (const struct sockaddr *)&options->addr, options->addr_len))
			return -errno;
	}
	return 0;
}

int load_run(const struct load_options *options, struct load_stats *stats)
{
	struct load *load = calloc(1, sizeof(*load));
	int err = -ENOMEM;
	unsigned int i;

	memset(stats, 0, sizeof(*stats));
	if (!load)
		return -ENOMEM;
	load->options = options;
	load->stats = stats;
	load->random = options->seed ? options->seed : 1;
	load->out = malloc((size_t)options->batch * REQUEST_MAX);
	load->fds = malloc(options->connections * sizeof(*load->fds));
	if (load->out && load->fds) {
		memset(load->fds, -1, options->connections * sizeof(*load->fds));
		err = connect_all(load);
		if (!err)
			err = run_batches(load);
		for (i = 0; i < options->connections; i++)
			if (load->fds[i] >= 0)
				close(load->fds[i]);
	}
	free(load->fds);
	free(load->out);
	free(load);
	return err;
}
