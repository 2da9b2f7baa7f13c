// SPDX-License-Identifier: GPL-2.0-only
/*
 * packet.c - the heads of our stream files
 */
#include "packet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define METADATA_HEAD 8192 /* the environment is in it */

bool ctf_trace_is_ours(const char *trace)
{
	char path[4096], head[METADATA_HEAD + 1];
	ssize_t length;
	int fd;

	if (snprintf(path, sizeof(path), "%s/metadata", trace) >= (int)sizeof(path))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0)
		return false;
	length = read(fd, head, METADATA_HEAD);
	close(fd);
	if (length < 0)
		return false;
	head[length] = '\0';
	return strstr(head, "tracer_name = \"marker\";");
}

bool ctf_is_stream_name(const char *name)
{
	return name[0] != '.' && strcmp(name, "metadata") != 0;
}

static void swap(struct marker_ctf_packet *packet)
{
	packet->magic = __builtin_bswap32(packet->magic);
	packet->stream_id = __builtin_bswap32(packet->stream_id);
	packet->stream_instance = __builtin_bswap64(packet->stream_instance);
	packet->timestamp_begin = __builtin_bswap64(packet->timestamp_begin);
	packet->timestamp_end = __builtin_bswap64(packet->timestamp_end);
	packet->content_size = __builtin_bswap64(packet->content_size);
	packet->packet_size = __builtin_bswap64(packet->packet_size);
	packet->packet_seq_num = __builtin_bswap64(packet->packet_seq_num);
	packet->events_discarded = __builtin_bswap64(packet->events_discarded);
	packet->of = __builtin_bswap32(packet->of);
	packet->level = __builtin_bswap32(packet->level);
}

int ctf_packet_read(int fd, size_t offset, struct marker_ctf_packet *packet)
{
	ssize_t length = pread(fd, packet, sizeof(*packet), offset);

	if (length < 0)
		return -errno;
	if (length != sizeof(*packet))
		return -ENODATA;
	if (packet->magic == __builtin_bswap32(MARKER_CTF_MAGIC))
		swap(packet);
	return packet->magic == MARKER_CTF_MAGIC ? 0 : -EILSEQ;
}

const char *ctf_packet_check(const struct marker_ctf_packet *packet, size_t room)
{
	if (packet->packet_size % 8 || packet->packet_size / 8 < MARKER_CTF_PACKET)
		return "the packet's size is impossible";
	if (packet->packet_size / 8 > room)
		return "the packet is longer than the file";
	if (packet->content_size / 8 < MARKER_CTF_PACKET ||
	    packet->content_size > packet->packet_size)
		return "the packet's content does not fit into it";
	if (packet->timestamp_end < packet->timestamp_begin)
		return "the packet ends before it begins";
	return NULL;
}
