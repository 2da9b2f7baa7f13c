// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * client.c - bytes of one connection
 */
#include "client.h"
#include "agent.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define SECOND_NS     1000000000ull
#define UNFINISHED_NS (5 * SECOND_NS)
#define SILENCE_NS    (600 * SECOND_NS)

/* Of one client in one turn, so that the others have theirs. */
#define LINES_AT_ONCE 16

static bool is_welcome(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len))
		return false;
	return peer.uid == 0 || peer.uid == geteuid();
}

bool marker_client_open(struct marker_client *client, int fd, u64 now_ns)
{
	client->got = client->sent = 0;
	client->more = false;
	client->since_ns = now_ns;
	client->out = (struct marker_reply){ .limit = MARKER_REPLY_MAX };
	if (!is_welcome(fd)) {
		close(fd);
		fd = -1;
	}
	marker_fd_take(&client->fd, fd);
	return client->fd.fd >= 0;
}

void marker_client_greet(struct marker_client *client)
{
	marker_reply_add(&client->out, "marker-agent %d pid=%d", MARKER_AGENT_VERSION, getpid());
	marker_reply_add_quoted(&client->out, "program", program_invocation_short_name);
	marker_reply_add(&client->out, "\n");
}

void marker_client_close(struct marker_client *client)
{
	marker_fd_close(&client->fd);
	marker_reply_free(&client->out);
}

static bool has_reply(const struct marker_client *client)
{
	return client->sent < client->out.len;
}

short marker_client_events(const struct marker_client *client)
{
	return has_reply(client) ? POLLOUT : POLLIN;
}

u64 marker_client_deadline(const struct marker_client *client)
{
	bool unfinished = has_reply(client) || client->got;

	return client->since_ns + (unfinished ? UNFINISHED_NS : SILENCE_NS);
}

/* What the other end takes now; false if it has gone. */
static bool send_reply(struct marker_client *client, u64 now_ns)
{
	ssize_t len;

	while (has_reply(client)) {
		len = send(client->fd.fd, client->out.text + client->sent,
			   client->out.len - client->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
		if (len < 0)
			return errno == EAGAIN || errno == EINTR;
		client->sent += len;
		client->since_ns = now_ns;
	}
	marker_reply_free(&client->out);
	client->sent = 0;
	return true;
}

/* False at its end, and if a line is too long. */
static bool receive(struct marker_client *client, u64 now_ns)
{
	ssize_t len = recv(client->fd.fd, client->in + client->got,
			   sizeof(client->in) - client->got, MSG_DONTWAIT);

	if (len < 0)
		return errno == EAGAIN || errno == EINTR;
	/* Since its first byte: one that comes a byte at a time takes no longer than others. */
	if (!client->got)
		client->since_ns = now_ns;
	client->got += len;
	return len > 0;
}

/* The first whole line is executed and taken away; false if there is none. */
static bool take_line(struct marker_client *client,
		      void (*execute)(char *line, struct marker_reply *reply))
{
	char *end = memchr(client->in, '\n', client->got);
	size_t len;

	if (!end)
		return false;
	len = end + 1 - client->in;
	*end = '\0';
	if (strlen(client->in) + 1 != len)
		marker_reply_error(&client->out, -EILSEQ, "a line has a zero byte");
	else
		execute(client->in, &client->out);
	marker_reply_end(&client->out);
	client->got -= len;
	memmove(client->in, client->in + len, client->got);
	return true;
}

bool marker_client_serve(struct marker_client *client, u64 now_ns,
			 void (*execute)(char *line, struct marker_reply *reply))
{
	unsigned int lines;

	if (!marker_fd_is_ours(&client->fd))
		return false;
	if (!has_reply(client) && !client->more && !receive(client, now_ns))
		return false;
	client->more = false;
	for (lines = 0; lines < LINES_AT_ONCE; lines++) {
		if (!send_reply(client, now_ns))
			return false;
		if (has_reply(client))
			return true;
		if (!take_line(client, execute))
			return client->got < sizeof(client->in);
	}
	client->more = true;
	return true;
}
