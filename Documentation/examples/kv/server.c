// SPDX-License-Identifier: GPL-2.0-only
/*
 * server.c - epoll, connections, requests
 *
 * A connection whose answers are not read is not read from either: its output never grows beyond
 * one buffer.
 *
 * Markers: server_start, server_wait, conn_accept, conn_close, conn_read, parse_error, req_begin,
 * req_end, get_hit, get_miss, set, del.
 */
#include "server.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <marker/marker.h>

#include "protocol.h"

#define IN_BYTES  (16 * LINE_MAX_BYTES)
#define OUT_BYTES (16 * LINE_MAX_BYTES)
#define EVENTS	  64

struct connection {
	struct connection *next, *previous;
	int fd;
	bool blocked; /* waits for the peer to read */
	unsigned long requests;
	size_t in_len, out_len;
	char in[IN_BYTES];
	char out[OUT_BYTES];
};

struct server {
	const struct server_options *options;
	struct server_stats *stats;
	struct table *table;
	struct connection *connections;
	int epoll_fd;
};

/* Room for the longest answer is made sure of before a request is taken (serve_lines). */
static void reply(struct connection *conn, const char *word, const char *text, size_t len)
{
	size_t word_len = strlen(word);

	memcpy(conn->out + conn->out_len, word, word_len);
	conn->out_len += word_len;
	if (text) {
		conn->out[conn->out_len++] = ' ';
		memcpy(conn->out + conn->out_len, text, len);
		conn->out_len += len;
	}
	conn->out[conn->out_len++] = '\n';
}

static void do_get(struct server *server, struct connection *conn, const struct request *request)
{
	struct item *item = table_get(server->table, request->key, request->key_len);

	if (!item) {
		MARK(get_miss, "key %s", request->key);
		reply(conn, "NONE", NULL, 0);
		return;
	}
	MARK(get_hit, "key %s bytes %u", request->key, item->value_len);
	reply(conn, "VALUE", item_value(item), item->value_len);
}

static int do_set(struct server *server, struct connection *conn, const struct request *request)
{
	int err = table_set(server->table, request->key, request->key_len, request->value,
			    request->value_len);

	MARK(set, "key %s bytes %zu error %d", request->key, request->value_len, err);
	if (err)
		reply(conn, "ERROR", "no room", strlen("no room"));
	else
		reply(conn, "OK", NULL, 0);
	return err;
}

static void do_del(struct server *server, struct connection *conn, const struct request *request)
{
	int err = table_del(server->table, request->key, request->key_len);

	MARK(del, "key %s found %d", request->key, !err);
	reply(conn, err ? "NONE" : "OK", NULL, 0);
}

static void serve_line(struct server *server, struct connection *conn, char *line, size_t len)
{
	struct request request;
	const char *reason;
	int err;

	MARK(req_begin, "fd %d bytes %zu", conn->fd, len);
	err = request_parse(line, len, &request, &reason);
	if (err) {
		MARK(parse_error, "fd %d reason %s", conn->fd, reason);
		reply(conn, "ERROR", reason, strlen(reason));
	} else if (request.op == OP_GET) {
		do_get(server, conn, &request);
	} else if (request.op == OP_SET) {
		err = do_set(server, conn, &request);
	} else {
		do_del(server, conn, &request);
	}
	conn->requests++;
	server->stats->requests++;
	server->stats->errors += err != 0;
	MARK(req_end, "fd %d error %d", conn->fd, err);
}

/* Serves the whole lines of the input, as far as there is room for answers. */
static void serve_lines(struct server *server, struct connection *conn)
{
	size_t done = 0;

	while (conn->out_len + LINE_MAX_BYTES + 16 <= OUT_BYTES) {
		char *line = conn->in + done;
		char *end = memchr(line, '\n', conn->in_len - done);

		if (!end)
			break;
		*end = '\0';
		serve_line(server, conn, line, end - line);
		done = end + 1 - conn->in;
	}
	conn->in_len -= done;
	memmove(conn->in, conn->in + done, conn->in_len);
}

static int conn_write(struct server *server, struct connection *conn)
{
	struct epoll_event event = { .data.ptr = conn };
	ssize_t len = 0;

	if (conn->out_len)
		len = send(conn->fd, conn->out, conn->out_len, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (len < 0 && errno != EAGAIN && errno != EINTR)
		return -errno;
	if (len > 0) {
		conn->out_len -= len;
		memmove(conn->out, conn->out + len, conn->out_len);
	}
	if (conn->blocked == (conn->out_len > 0))
		return 0;
	conn->blocked = conn->out_len > 0;
	event.events = conn->blocked ? EPOLLOUT : EPOLLIN;
	return epoll_ctl(server->epoll_fd, EPOLL_CTL_MOD, conn->fd, &event) ? -errno : 0;
}

static int conn_read(struct connection *conn)
{
	size_t room = IN_BYTES - conn->in_len;
	ssize_t len = recv(conn->fd, conn->in + conn->in_len, room, MSG_DONTWAIT);

	if (len < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (len == 0)
		return -EPIPE;
	MARK_GENERIC(conn_read, "fd %d bytes %zd", conn->fd, len);
	conn->in_len += len;
	return 0;
}

/* A line that does not fit can never be served; what waits behind full output can. */
static bool line_too_long(const struct connection *conn)
{
	return conn->in_len >= LINE_MAX_BYTES && !memchr(conn->in, '\n', LINE_MAX_BYTES);
}

static int conn_serve(struct server *server, struct connection *conn)
{
	int err = conn->blocked ? 0 : conn_read(conn);

	do {
		if (err)
			return err;
		serve_lines(server, conn);
		if (line_too_long(conn))
			return -EMSGSIZE;
		err = conn_write(server, conn);
	} while (!err && !conn->blocked && memchr(conn->in, '\n', conn->in_len));
	return err;
}

static void conn_close(struct server *server, struct connection *conn)
{
	MARK(conn_close, "fd %d requests %lu", conn->fd, conn->requests);
	if (conn->next)
		conn->next->previous = conn->previous;
	*(conn->previous ? &conn->previous->next : &server->connections) = conn->next;
	close(conn->fd);
	free(conn);
}

static int conn_accept(struct server *server)
{
	struct epoll_event event = { .events = EPOLLIN };
	int fd = accept4(server->options->listen_fd, NULL, NULL, SOCK_CLOEXEC);
	struct connection *conn;

	if (fd < 0)
		return errno == EAGAIN || errno == EINTR || errno == ECONNABORTED ? 0 : -errno;
	conn = malloc(sizeof(*conn));
	event.data.ptr = conn;
	if (!conn || epoll_ctl(server->epoll_fd, EPOLL_CTL_ADD, fd, &event)) {
		close(fd);
		free(conn);
		return 0;
	}
	memset(conn, 0, offsetof(struct connection, in));
	conn->fd = fd;
	conn->next = server->connections;
	if (conn->next)
		conn->next->previous = conn;
	server->connections = conn;
	server->stats->connections++;
	MARK(conn_accept, "fd %d", fd);
	return 0;
}

/* 1 when the server is to end. */
static int server_step(struct server *server)
{
	struct epoll_event events[EVENTS];
	int i, n, err = 0;

	MARK_NOARGS(server_wait);
	n = epoll_wait(server->epoll_fd, events, EVENTS, -1);
	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	for (i = 0; i < n && !err; i++) {
		void *whose = events[i].data.ptr;

		if (whose == &server->options->stop_fd)
			err = 1;
		else if (whose == &server->options->listen_fd)
			err = conn_accept(server);
		else if (conn_serve(server, whose))
			conn_close(server, whose);
	}
	return err;
}

static int watch(struct server *server, const int *fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.ptr = (void *)fd };

	return epoll_ctl(server->epoll_fd, EPOLL_CTL_ADD, *fd, &event) ? -errno : 0;
}

static int server_loop(struct server *server)
{
	int err = watch(server, &server->options->listen_fd);

	if (!err)
		err = watch(server, &server->options->stop_fd);
	MARK(server_start, "limit %zu", server->options->limit_bytes);
	while (!err)
		err = server_step(server);
	while (server->connections)
		conn_close(server, server->connections);
	return err < 0 ? err : 0;
}

int server_run(const struct server_options *options, struct server_stats *stats)
{
	struct server server = { .options = options, .stats = stats };
	int err = -ENOMEM;

	memset(stats, 0, sizeof(*stats));
	server.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (server.epoll_fd < 0)
		return -errno;
	server.table = table_alloc(options->limit_bytes);
	if (server.table) {
		err = server_loop(&server);
		table_stats(server.table, &stats->table);
	}
	table_free(server.table);
	close(server.epoll_fd);
	return err;
}
