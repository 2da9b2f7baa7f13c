// SPDX-License-Identifier: GPL-2.0-only
/*
 * locate.c - which file a packet of a stream is in
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "packet.h"
#include "user/lib/array.h"

struct candidate {
	uint64_t begin;
	uint64_t seq;
	char *name;
};

struct candidates {
	struct candidate *items;
	size_t nr;
	size_t room;
};

static int compare(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static void add(struct candidates *all, const struct marker_ctf_packet *packet, const char *name)
{
	char *copy;

	if (array_room(all->items, all->nr, all->room))
		return;
	copy = strdup(name);
	if (!copy)
		return;
	all->items[all->nr].begin = packet->timestamp_begin;
	all->items[all->nr].seq = packet->packet_seq_num;
	all->items[all->nr++].name = copy;
}

static void collect(struct candidates *all, DIR *dir, uint64_t stream)
{
	struct marker_ctf_packet packet;
	const struct dirent *entry;
	int fd;

	while ((entry = readdir(dir))) {
		if (!ctf_is_stream_name(entry->d_name))
			continue;
		fd = openat(dirfd(dir), entry->d_name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd < 0)
			continue;
		if (!ctf_packet_read(fd, 0, &packet) && packet.stream_instance == stream)
			add(all, &packet, entry->d_name);
		close(fd);
	}
}

bool ctf_packet_find(const char *trace, uint64_t stream, uint64_t nth, char *name, size_t size)
{
	struct candidates all = { NULL, 0, 0 };
	DIR *dir = opendir(trace);
	bool found;
	size_t i;

	if (!dir)
		return false;
	collect(&all, dir, stream);
	closedir(dir);
	if (all.nr)
		qsort(all.items, all.nr, sizeof(*all.items), compare);
	found = nth && nth <= all.nr;
	if (found)
		snprintf(name, size, "%s", all.items[nth - 1].name);
	for (i = 0; i < all.nr; i++)
		free(all.items[i].name);
	free(all.items);
	return found;
}
