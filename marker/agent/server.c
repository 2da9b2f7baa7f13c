// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * server.c - one socket, at most 16 clients, one poll()
 *
 * The socket is bound under a hidden name, and gets its own when somebody listens: so a name that
 * refuses a connection is a dead one's, and who finds it may remove or replace it.
 *
 * A program may close the socket under the agent.  poll() holds on to it until somebody connects; then
 * it is found to have gone, and another one is made under the name, as often as SOCKETS_MAX.
 *
 * Locking: all of it is the agent's thread's, but for path and finished: who ends the program, and the
 * agent when it has given the socket its name, each set their own and then look at the other's.
 */
#include "server.h"
#include "address.h"
#include "../named_user.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BACKLOG	    32
#define SOCKETS_MAX 16

/* Who has been silent for so long makes room for somebody who waits. */
#define MAKE_ROOM_NS	 1000000000ull
#define LOOK_FOR_ROOM_MS 100

static struct {
	const char *runtime_dir;
	struct marker_fd listener;
	struct marker_client *clients[MARKER_CLIENTS_MAX]; /* NULL: room */
	bool accept_failed;
	char path[PATH_MAX]; /* published in has_path */
	bool has_path;
	bool finished;
} server = { .listener.fd = -1 };

static bool is_finished(void)
{
	return __atomic_load_n(&server.finished, __ATOMIC_SEQ_CST);
}

/* ---- the socket -------------------------------------------------------------------------------- */

static int open_dir(void)
{
	int fd = -ENOENT;

	if (server.runtime_dir[0] == '/' &&
	    snprintf(server.path, sizeof(server.path), "%s/marker", server.runtime_dir) <
		    (int)sizeof(server.path) - MARKER_ADDRESS_NAME_MAX)
		fd = marker_address_open_dir(server.path, geteuid(), true);
	if (fd >= 0)
		return fd;
	snprintf(server.path, sizeof(server.path), "/tmp/marker-%u", geteuid());
	return marker_address_open_dir(server.path, geteuid(), true);
}

/* Another library in this process may be there: a program and its plugin with one each. */
static bool somebody_listens(int dir, const char *name)
{
	struct sockaddr_un address;
	struct marker_fd client;
	bool listens;

	if (marker_address_fill(&address, dir, name))
		return false;
	marker_fd_take(&client, socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
	listens = !connect(client.fd, (struct sockaddr *)&address, sizeof(address)) ||
		  errno == EAGAIN;
	marker_fd_close(&client);
	return listens;
}

static int bind_at(int dir, const char *hidden, const char *name)
{
	struct sockaddr_un address;
	int ret = marker_address_fill(&address, dir, hidden);

	if (ret)
		return ret;
	unlinkat(dir, hidden, 0);
	if (bind(server.listener.fd, (struct sockaddr *)&address, sizeof(address)))
		return -errno;
	if (listen(server.listener.fd, BACKLOG) || renameat(dir, hidden, dir, name)) {
		ret = -errno;
		unlinkat(dir, hidden, 0);
	}
	return ret;
}

/* Pairs with marker_server_finish(). */
static void publish_path(const char *name)
{
	size_t len = strlen(server.path);

	snprintf(server.path + len, sizeof(server.path) - len, "/%s", name);
	__atomic_store_n(&server.has_path, true, __ATOMIC_SEQ_CST);
	if (is_finished())
		unlink(server.path);
}

static int listen_in(int dir)
{
	char hidden[MARKER_ADDRESS_NAME_MAX + 1] = ".", *name = hidden + 1;
	int ret;

	marker_address_name(name, getpid(), marker_address_namespace("/proc/self/ns/pid"));
	if (somebody_listens(dir, name))
		return -EADDRINUSE;
	marker_fd_take(&server.listener,
		       socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
	ret = bind_at(dir, hidden, name);
	if (ret)
		marker_fd_close(&server.listener);
	else
		publish_path(name);
	return ret;
}

static int open_listener(void)
{
	struct marker_fd dir;
	int ret = -EACCES;

	__atomic_store_n(&server.has_path, false, __ATOMIC_SEQ_CST);
	marker_fd_take(&dir, open_dir());
	if (dir.fd >= 0)
		ret = listen_in(dir.fd);
	marker_fd_close(&dir);
	return ret;
}

/* ---- clients ------------------------------------------------------------------------------------- */

/* The place is empty before the memory is free: a child that is forked meanwhile looks at it. */
static void close_client(unsigned int i)
{
	struct marker_client *client = server.clients[i];

	marker_client_close(client);
	WRITE_ONCE(server.clients[i], NULL);
	os_free(client);
}

/* MARKER_CLIENTS_MAX: there is none. */
static unsigned int find_room(u64 now_ns)
{
	unsigned int i, silent = 0;

	for (i = 0; i < MARKER_CLIENTS_MAX; i++) {
		if (!server.clients[i])
			return i;
		if (server.clients[i]->since_ns < server.clients[silent]->since_ns)
			silent = i;
	}
	if (now_ns - server.clients[silent]->since_ns < MAKE_ROOM_NS)
		return MARKER_CLIENTS_MAX;
	close_client(silent);
	return silent;
}

static void accept_one(u64 now_ns)
{
	unsigned int place = find_room(now_ns);
	struct marker_client *client;
	int fd;

	if (place == MARKER_CLIENTS_MAX)
		return;
	fd = accept4(server.listener.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	server.accept_failed = fd < 0 && errno != EAGAIN && errno != ECONNABORTED;
	if (fd < 0)
		return;
	client = os_alloc(sizeof(*client));
	if (client && marker_client_open(client, fd, now_ns)) {
		marker_client_greet(client);
		WRITE_ONCE(server.clients[place], client);
		return;
	}
	if (!client)
		close(fd);
	os_free(client);
}

static bool is_full(void)
{
	unsigned int i;

	for (i = 0; i < MARKER_CLIENTS_MAX; i++)
		if (!server.clients[i])
			return false;
	return true;
}

/* When poll() has to come back by itself; -1: never. */
static int timeout_ms(u64 now_ns)
{
	u64 first = UINT64_MAX;
	unsigned int i;

	for (i = 0; i < MARKER_CLIENTS_MAX; i++) {
		const struct marker_client *client = server.clients[i];
		u64 deadline = client ? marker_client_deadline(client) : UINT64_MAX;

		if (client && client->more)
			deadline = now_ns;
		if (deadline < first)
			first = deadline;
	}
	if (first == UINT64_MAX)
		return -1;
	return first <= now_ns ? 0 : (int)((first - now_ns) / 1000000 + 1);
}

static void serve_clients(const struct pollfd *polled, u64 now_ns,
			  void (*execute)(char *line, struct marker_reply *reply))
{
	unsigned int i;

	for (i = 0; i < MARKER_CLIENTS_MAX; i++) {
		struct marker_client *client = server.clients[i];
		bool stays = true;

		if (!client)
			continue;
		if (polled[i].revents || client->more)
			stays = marker_client_serve(client, now_ns, execute);
		else
			stays = marker_client_deadline(client) > now_ns;
		if (!stays)
			close_client(i);
	}
}

static void wait_for(struct pollfd *polled)
{
	unsigned int i;

	for (i = 0; i < MARKER_CLIENTS_MAX; i++) {
		const struct marker_client *client = server.clients[i];

		polled[i] = (struct pollfd){ .fd = -1 };
		if (client)
			polled[i] = (struct pollfd){
				.fd = client->fd.fd,
				.events = marker_client_events(client),
			};
	}
}

static bool somebody_waits(void)
{
	struct pollfd listener = { .fd = server.listener.fd, .events = POLLIN };

	return poll(&listener, 1, 0) > 0;
}

/*
 * One turn; false if the socket has gone.  While there is no room, or accept() fails, who waits is
 * looked at now and then.
 */
static bool serve(void (*execute)(char *line, struct marker_reply *reply))
{
	struct pollfd polled[MARKER_CLIENTS_MAX + 1];
	struct pollfd *listener = &polled[MARKER_CLIENTS_MAX];
	int timeout = timeout_ms(marker_clock_ns(CLOCK_MONOTONIC));
	bool later = server.accept_failed || is_full();

	wait_for(polled);
	*listener = (struct pollfd){ .fd = later ? -1 : server.listener.fd, .events = POLLIN };
	if (later && (timeout < 0 || timeout > LOOK_FOR_ROOM_MS))
		timeout = LOOK_FOR_ROOM_MS;
	if (poll(polled, MARKER_CLIENTS_MAX + 1, timeout) < 0 && errno != EINTR)
		return false;
	serve_clients(polled, marker_clock_ns(CLOCK_MONOTONIC), execute);
	if (!(later ? somebody_waits() : listener->revents))
		return true;
	if (!marker_fd_is_ours(&server.listener))
		return false;
	accept_one(marker_clock_ns(CLOCK_MONOTONIC));
	return true;
}

int marker_server_open(const char *runtime_dir)
{
	server.runtime_dir = runtime_dir;
	return open_listener();
}

void marker_server_run(void (*execute)(char *line, struct marker_reply *reply))
{
	unsigned int sockets;

	for (sockets = 0; sockets < SOCKETS_MAX; sockets++) {
		while (!is_finished() && serve(execute))
			;
		if (is_finished())
			return;
		marker_fd_close(&server.listener);
		if (open_listener())
			return;
	}
}

void marker_server_finish(void)
{
	/* Pairs with publish_path(). */
	__atomic_store_n(&server.finished, true, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&server.has_path, __ATOMIC_SEQ_CST))
		unlink(server.path);
}

/* A listening socket that is shut down ends poll(). */
void marker_server_wake(void)
{
	if (marker_fd_is_ours(&server.listener))
		shutdown(server.listener.fd, SHUT_RD);
}

/* The parent's thread may have been in the middle of anything: its memory is left alone. */
void marker_server_forked(void)
{
	unsigned int i;

	marker_fd_close(&server.listener);
	for (i = 0; i < MARKER_CLIENTS_MAX; i++) {
		if (server.clients[i])
			marker_fd_close(&server.clients[i]->fd);
		server.clients[i] = NULL;
	}
	server.accept_failed = server.has_path = server.finished = false;
}
