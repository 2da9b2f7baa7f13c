// SPDX-License-Identifier: GPL-2.0-only
/*
 * client.c - connecting to an agent, and talking to it
 *
 * A socket is the process's if the kernel says so (SO_PEERCRED), whatever the name of it.
 */
#include "user/markctl/control/client_at.h"
#include "user/markctl/control/control.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "marker/agent/agent.h"
#include "marker/agent/address.h"
#include "marker/agent/line.h"
#include "user/markctl/control/process.h"
#include "user/markctl/control/sockets.h"

#define GREETING_MS 3000
#define REPLY_MS    60000

/* A program that closed the agent's descriptors gets a new socket at the first connection. */
#define TRIES	     20
#define TRY_AGAIN_NS 50000000

struct client {
	int fd;
	pid_t pid;
	size_t start, end; /* of what has been received and not taken */
	char received[65536];
};

struct say {
	char *why;
	size_t size;
};

static int __attribute__((format(printf, 3, 4)))
say(const struct say *to, int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(to->why, to->size, format, args);
	va_end(args);
	return err;
}

static int receive(struct client *client, int timeout_ms)
{
	struct pollfd pollfd = { .fd = client->fd, .events = POLLIN };
	ssize_t len;
	int nr;

	if (client->start) {
		memmove(client->received, client->received + client->start,
			client->end - client->start);
		client->end -= client->start;
		client->start = 0;
	}
	if (client->end == sizeof(client->received) - 1)
		return -EMSGSIZE;
	do
		nr = poll(&pollfd, 1, timeout_ms);
	while (nr < 0 && errno == EINTR);
	if (nr <= 0)
		return nr ? -errno : -ETIMEDOUT;
	len = recv(client->fd, client->received + client->end,
		   sizeof(client->received) - 1 - client->end, 0);
	if (len <= 0)
		return len ? -errno : -ECONNRESET;
	client->end += len;
	return 0;
}

/* The next line, terminated in place, without its newline. */
static int next_line(struct client *client, int timeout_ms, char **line)
{
	char *end;
	int ret;

	for (;;) {
		end = memchr(client->received + client->start, '\n', client->end - client->start);
		if (end)
			break;
		ret = receive(client, timeout_ms);
		if (ret)
			return ret;
	}
	*end = '\0';
	*line = client->received + client->start;
	client->start = end + 1 - client->received;
	return 0;
}

static int greet(struct client *client, const struct say *to)
{
	char *text;
	unsigned int version;
	int ret = next_line(client, GREETING_MS, &text);

	if (ret)
		return say(to, ret, "its agent does not answer: %s", strerror(-ret));
	if (sscanf(text, "marker-agent %u ", &version) != 1)
		return say(to, -EPROTO, "what answers is no agent");
	if (version != MARKER_AGENT_VERSION)
		return say(to, -EPROTO, "it speaks version %u of the protocol, this markctl %u",
			   version, MARKER_AGENT_VERSION);
	return 0;
}

static int connect_to(struct client *client, int dir, const char *name, const struct say *to)
{
	/* Of connect(2) too, where more wait than the agent's socket takes. */
	const struct timeval patience = { .tv_sec = GREETING_MS / 1000 };
	struct sockaddr_un address;
	struct ucred peer;
	socklen_t len = sizeof(peer);
	int ret = marker_address_fill(&address, dir, name);

	if (ret)
		return say(to, ret, "%s", strerror(-ret));
	client->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (client->fd < 0 ||
	    setsockopt(client->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) ||
	    connect(client->fd, (struct sockaddr *)&address, sizeof(address)) ||
	    getsockopt(client->fd, SOL_SOCKET, SO_PEERCRED, &peer, &len)) {
		ret = -errno;
		return say(to, ret, "%s", strerror(-ret));
	}
	client->pid = peer.pid;
	return greet(client, to);
}

int client_open_at(struct client **client, int dir, const char *name, char *why, size_t why_size)
{
	const struct say to = { why, why_size };
	struct client *new = calloc(1, sizeof(*new));
	int ret;

	*client = NULL;
	if (!new)
		return say(&to, -ENOMEM, "%s", strerror(ENOMEM));
	new->fd = -1;
	ret = connect_to(new, dir, name, &to);
	if (ret)
		client_close(new);
	else
		*client = new;
	return ret;
}

pid_t client_pid(const struct client *client)
{
	return client->pid;
}

/* One process, looked for in many folders. */
struct search {
	const struct process *process;
	char name[MARKER_ADDRESS_NAME_MAX];
	struct client *client;
	struct say to;
};

/* 1: the search is over, found or not. */
static int look_in(int dir, const char *path, void *data)
{
	struct search *search = data;
	int ret =
		client_open_at(&search->client, dir, search->name, search->to.why, search->to.size);

	if (search->client && search->client->pid != search->process->pid) {
		client_close(search->client);
		search->client = NULL;
		return 0;
	}
	return ret == 0 || ret == -EPROTO ? (ret ? ret : 1) : 0;
}

static bool is_off(pid_t pid)
{
	char control[16];

	return process_environment(pid, "MARKER_CONTROL", control, sizeof(control)) &&
	       !strcmp(control, "off");
}

/* Nobody answered: why that is. */
static int explain(const struct process *process, const struct say *to)
{
	if (!process_has_markers(process->pid))
		return say(to, -ENOEXEC, "process %d has no markers", (int)process->pid);
	if (is_off(process->pid))
		return say(to, -ECONNREFUSED, "the agent of process %d is off (MARKER_CONTROL=off)",
			   (int)process->pid);
	return say(to, -ECONNREFUSED, "process %d has markers, but its agent does not answer",
		   (int)process->pid);
}

static int find(struct search *search)
{
	struct timespec pause = { .tv_nsec = TRY_AGAIN_NS };
	int ret, tries;

	for (tries = 0; tries < TRIES; tries++) {
		ret = sockets_visit_dirs(search->process->uid, search->process, look_in, search);
		if (ret)
			return ret < 0 ? ret : 0;
		if (!tries &&
		    (is_off(search->process->pid) || !process_has_markers(search->process->pid)))
			break;
		nanosleep(&pause, NULL);
	}
	return explain(search->process, &search->to);
}

int client_open(struct client **client, pid_t pid, char *why, size_t why_size)
{
	struct process process;
	struct search search = { .process = &process, .to = { why, why_size } };
	int ret = process_read(&process, pid);

	*client = NULL;
	if (ret == -ESRCH)
		return say(&search.to, ret, "there is no process %d", (int)pid);
	if (ret == -EACCES)
		return say(&search.to, ret, "process %d belongs to somebody else", (int)pid);
	if (ret)
		return say(&search.to, ret, "process %d: %s", (int)pid, strerror(-ret));
	marker_address_name(search.name, process.inner_pid, process.namespace);
	ret = find(&search);
	*client = search.client;
	return ret;
}

static int send_line(struct client *client, const char *command)
{
	size_t len = strlen(command), sent = 0;
	char *line = malloc(len + 2);
	ssize_t part = 0;

	if (!line)
		return -ENOMEM;
	snprintf(line, len + 2, "%s\n", command);
	while (sent <= len && part >= 0) {
		part = send(client->fd, line + sent, len + 1 - sent, MSG_NOSIGNAL);
		if (part > 0)
			sent += part;
		else if (part < 0 && errno == EINTR)
			part = 0;
	}
	free(line);
	return part < 0 ? -errno : 0;
}

static int errno_of(const char *name)
{
	int err;

	for (err = 1; err < 256; err++) {
		const char *known = strerrorname_np(err);

		if (known && !strcmp(known, name))
			return -err;
	}
	return -EREMOTEIO;
}

/* "error ENOENT no marker is named 'x'" */
static int take_error(const char *text, const struct say *to)
{
	char name[32] = "";
	int at = 0;

	if (sscanf(text, "error %31s %n", name, &at) != 1)
		return say(to, -EPROTO, "its agent said '%s'", text);
	return say(to, errno_of(name), "%s", text + at);
}

static bool begins_with(const char *text, const char *word)
{
	size_t len = strlen(word);

	return !strncmp(text, word, len) && (!text[len] || text[len] == ' ');
}

int client_request(struct client *client, const char *command, FILE *reply, char *why,
		   size_t why_size)
{
	const struct say to = { why, why_size };
	int ret = send_line(client, command);
	char *text;

	while (!ret) {
		ret = next_line(client, REPLY_MS, &text);
		if (ret)
			break;
		if (begins_with(text, "error"))
			return take_error(text, &to);
		if (reply)
			fprintf(reply, "%s\n", text);
		if (begins_with(text, "ok"))
			return 0;
	}
	return say(&to, ret, "its agent does not answer: %s", strerror(-ret));
}

static int open_process(void **handle, pid_t pid, char *why, size_t why_size)
{
	return client_open((struct client **)handle, pid, why, why_size);
}

static int request_process(void *handle, const char *command, FILE *reply, char *why,
			   size_t why_size)
{
	return client_request(handle, command, reply, why, why_size);
}

static void close_process(void *handle)
{
	client_close(handle);
}

const struct control control_process = {
	.open = open_process,
	.request = request_process,
	.close = close_process,
};

void client_close(struct client *client)
{
	if (client && client->fd >= 0)
		close(client->fd);
	free(client);
}
