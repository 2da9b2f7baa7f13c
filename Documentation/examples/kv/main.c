// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - kv: an in-memory key-value server and its load, an example of a program with markers
 *
 *	kv bench [-n REQUESTS]			server and load in one process; prints the rate
 *	kv serve -s SOCKET			the server alone, until SIGINT or SIGTERM
 *	kv load -s SOCKET [-n REQUESTS]		the load alone
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "load.h"
#include "server.h"

struct options {
	struct load_options load;
	size_t limit_bytes;
	const char *path;
};

static int stop_fd = -1;

static int fail(const char *what, int err)
{
	fprintf(stderr, "kv: %s: %s\n", what, strerror(-err));
	return 1;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: kv bench [OPTION]...\n"
		"       kv serve -s SOCKET [-m BYTES]\n"
		"       kv load -s SOCKET [OPTION]...\n"
		"  -n REQUESTS  how many (1000000)      -c CONNECTIONS  to the server (4)\n"
		"  -b BATCH     sent at once (64)       -k KEYS         different ones (100000)\n"
		"  -m BYTES     the table's limit (8M)  -S SEED         of the requests (1)\n");
	return 2;
}

static void stop(int sig)
{
	uint64_t one = 1;
	ssize_t ignored = write(stop_fd, &one, sizeof(one));

	(void)ignored;
}

static int set_path(struct options *options)
{
	struct sockaddr_un *addr = &options->load.addr;

	addr->sun_family = AF_UNIX;
	if (!options->path || strlen(options->path) >= sizeof(addr->sun_path))
		return -EINVAL;
	strcpy(addr->sun_path, options->path);
	options->load.addr_len = sizeof(*addr);
	return 0;
}

/* Without a path the kernel picks a name that no file has. */
static int listen_at(struct load_options *load)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	socklen_t len = load->addr_len;
	int err;

	if (fd < 0)
		return -errno;
	load->addr.sun_family = AF_UNIX;
	if (!len)
		len = sizeof(sa_family_t);
	if (bind(fd, (struct sockaddr *)&load->addr, len) || listen(fd, 128))
		goto close_fd;
	load->addr_len = sizeof(load->addr);
	if (getsockname(fd, (struct sockaddr *)&load->addr, &load->addr_len))
		goto close_fd;
	return fd;

close_fd:
	err = -errno;
	close(fd);
	return err;
}

static void print_load(const struct load_options *load, const struct load_stats *stats,
		       double seconds)
{
	printf("requests  %lu: %lu get, %lu set, %lu del\n", load->requests, stats->gets,
	       stats->sets, stats->dels);
	printf("answers   %lu value, %lu none, %lu ok, %lu error\n", stats->values, stats->nones,
	       stats->oks, stats->errors);
	printf("rate      %.0f requests/s (%.3f s)\n", load->requests / seconds, seconds);
}

static void print_server(const struct server_stats *stats)
{
	printf("server    %lu requests, %lu errors, %lu connections\n", stats->requests,
	       stats->errors, stats->connections);
	printf("table     %lu items, %lu bytes, %lu buckets, %lu grows, %lu evictions\n",
	       stats->table.items, stats->table.bytes, stats->table.buckets, stats->table.grows,
	       stats->table.evictions);
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static int run_load(const struct options *options)
{
	struct load_stats stats;
	double start = now_s();
	int err = load_run(&options->load, &stats);

	if (err)
		return fail("load", err);
	print_load(&options->load, &stats, now_s() - start);
	return 0;
}

/* The server's thread in "bench". */
struct service {
	struct server_options options;
	struct server_stats stats;
	int err;
};

static void *serve(void *data)
{
	struct service *service = data;

	service->err = server_run(&service->options, &service->stats);
	return NULL;
}

static int bench(struct options *options)
{
	struct service service = { .options.limit_bytes = options->limit_bytes };
	pthread_t thread;
	int err, status;

	service.options.stop_fd = stop_fd;
	service.options.listen_fd = listen_at(&options->load);
	if (service.options.listen_fd < 0)
		return fail("socket", service.options.listen_fd);
	err = -pthread_create(&thread, NULL, serve, &service);
	if (err)
		return fail("thread", err);
	status = run_load(options);
	stop(0);
	pthread_join(thread, NULL);
	close(service.options.listen_fd);
	if (service.err)
		return fail("server", service.err);
	print_server(&service.stats);
	return status;
}

static int serve_until_signal(struct options *options)
{
	struct service service = { .options.limit_bytes = options->limit_bytes };
	struct sigaction action = { .sa_handler = stop };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	service.options.stop_fd = stop_fd;
	service.options.listen_fd = listen_at(&options->load);
	if (service.options.listen_fd < 0)
		return fail(options->path, service.options.listen_fd);
	serve(&service);
	close(service.options.listen_fd);
	unlink(options->path);
	if (service.err)
		return fail("server", service.err);
	print_server(&service.stats);
	return 0;
}

static int parse_number(const char *text, unsigned long max, unsigned long *number)
{
	char *end;

	errno = 0;
	*number = strtoul(text, &end, 10);
	if (*end == 'M') {
		*number <<= 20;
		end++;
	}
	return errno || end == text || *end || text[0] == '-' || *number == 0 || *number > max ?
		       -EINVAL :
		       0;
}

static int parse_option(int c, struct options *options)
{
	unsigned long number;

	if (c == 's') {
		options->path = optarg;
		return 0;
	}
	if (c == '?' || parse_number(optarg, c == 'b' || c == 'c' ? 4096 : 1ul << 31, &number))
		return -EINVAL;
	switch (c) {
	case 'n':
		options->load.requests = number;
		break;
	case 'c':
		options->load.connections = number;
		break;
	case 'b':
		options->load.batch = number;
		break;
	case 'k':
		options->load.keys = number;
		break;
	case 'm':
		options->limit_bytes = number;
		break;
	case 'S':
		options->load.seed = number;
		break;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct options options = {
		.load = { .requests = 1000000,
			  .connections = 4,
			  .batch = 64,
			  .keys = 100000,
			  .seed = 1 },
		.limit_bytes = 8 << 20,
	};
	const char *verb = argc > 1 ? argv[1] : "";
	int c;

	if (argc < 2)
		return usage();
	while ((c = getopt(argc - 1, argv + 1, "n:c:b:k:m:S:s:")) != -1)
		if (parse_option(c, &options))
			return usage();
	if (optind != argc - 1)
		return usage();
	stop_fd = eventfd(0, EFD_CLOEXEC);
	if (stop_fd < 0)
		return fail("eventfd", -errno);
	if (strcmp(verb, "bench") == 0)
		return bench(&options);
	if (set_path(&options))
		return usage();
	if (strcmp(verb, "serve") == 0)
		return serve_until_signal(&options);
	if (strcmp(verb, "load") == 0)
		return run_load(&options);
	return usage();
}
