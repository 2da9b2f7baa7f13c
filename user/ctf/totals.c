// SPDX-License-Identifier: GPL-2.0-only
/*
 * totals.c - adding up the files of a trace
 */
#include "totals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "packet.h"
#include "sizes.h"

/* A packet says how many its stream has lost up to here: the most that any says is the sum. */
struct loss {
	uint64_t stream;
	uint64_t discarded;
};

struct adding {
	struct ctf_totals *totals;
	struct ctf_sizes sizes;
	struct loss *losses;
	size_t nr_losses;
	size_t room;
};

static int add_loss(struct adding *adding, const struct marker_ctf_packet *packet)
{
	struct loss *grown;

	if (!packet->events_discarded)
		return 0;
	if (adding->nr_losses == adding->room) {
		grown = realloc(adding->losses, (2 * adding->room + 16) * sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		adding->losses = grown;
		adding->room = 2 * adding->room + 16;
	}
	adding->losses[adding->nr_losses++] =
		(struct loss){ packet->stream_instance, packet->events_discarded };
	return 0;
}

static int compare_losses(const void *a, const void *b)
{
	const struct loss *x = a, *y = b;

	if (x->stream != y->stream)
		return x->stream < y->stream ? -1 : 1;
	return x->discarded < y->discarded ? -1 : x->discarded > y->discarded;
}

static void add_losses(struct adding *adding)
{
	const struct loss *losses = adding->losses;
	size_t i, nr = adding->nr_losses;

	if (nr)
		qsort(adding->losses, nr, sizeof(*losses), compare_losses);
	for (i = 0; i < nr; i++)
		if (i + 1 == nr || losses[i].stream != losses[i + 1].stream)
			adding->totals->discarded += losses[i].discarded;
}

static void count_events(struct adding *adding, int fd, size_t size)
{
	int64_t events = -EINVAL;
	uint8_t *map;

	if (size == MARKER_CTF_PACKET)
		return;
	map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
	if (map != MAP_FAILED) {
		events = ctf_sizes_count(&adding->sizes, map + MARKER_CTF_PACKET,
					 size - MARKER_CTF_PACKET);
		munmap(map, size);
	}
	if (events < 0)
		adding->totals->counted = false;
	else
		adding->totals->events += events;
}

/* What is no packet is not counted; markctl view tells of it. */
static int add_file(struct adding *adding, int fd)
{
	struct marker_ctf_packet packet;
	struct stat info;

	if (fstat(fd, &info) || !S_ISREG(info.st_mode))
		return 0;
	if (ctf_packet_read(fd, 0, &packet) || ctf_packet_check(&packet, info.st_size)) {
		adding->totals->counted = false;
		return 0;
	}
	adding->totals->bytes += packet.content_size / 8;
	if (adding->totals->counted)
		count_events(adding, fd, packet.content_size / 8);
	return add_loss(adding, &packet);
}

static int add_files(struct adding *adding, DIR *dir)
{
	const struct dirent *entry;
	int fd, err = 0;

	while (!err && (entry = readdir(dir))) {
		if (!ctf_is_stream_name(entry->d_name))
			continue;
		fd = openat(dirfd(dir), entry->d_name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd < 0)
			continue;
		err = add_file(adding, fd);
		close(fd);
	}
	return err;
}

static int read_sizes(struct adding *adding, DIR *dir)
{
	int fd = openat(dirfd(dir), "metadata", O_RDONLY | O_CLOEXEC | O_NONBLOCK), err;
	FILE *metadata = fd < 0 ? NULL : fdopen(fd, "r");

	if (!metadata)
		return -errno;
	err = ctf_sizes_read(&adding->sizes, metadata);
	fclose(metadata);
	adding->totals->counted = !err;
	return err == -EINVAL ? 0 : err;
}

int ctf_totals_read(const char *trace, struct ctf_totals *totals)
{
	struct adding adding = { .totals = totals };
	DIR *dir;
	int err;

	*totals = (struct ctf_totals){ .events = 0 };
	if (!ctf_trace_is_ours(trace))
		return -EINVAL;
	dir = opendir(trace);
	if (!dir)
		return -errno;
	err = read_sizes(&adding, dir);
	if (!err)
		err = add_files(&adding, dir);
	if (!err)
		add_losses(&adding);
	ctf_sizes_free(&adding.sizes);
	free(adding.losses);
	closedir(dir);
	return err;
}
