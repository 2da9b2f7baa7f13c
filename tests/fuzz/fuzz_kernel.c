// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of what markctl reads of the kernel: bytes as the records of a CPU, which become a
 * stream file, and as the text of its clock.
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_kernel -max_len=65536 tests/fuzz/corpus/kernel
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "user/markctl/kernel/clock.h"
#include "user/markctl/kernel/files.h"
#include "user/markctl/kernel/stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int folder(void)
{
	static char name[256];
	const char *tmp = getenv("TMPDIR");

	snprintf(name, sizeof(name), "%s/fuzz-kernel-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(name))
		abort();
	return open(name, O_RDONLY | O_DIRECTORY);
}

/* What a file says of itself can be true. */
static void check_file(int dir, const char *name)
{
	struct marker_ctf_packet packet;
	struct stat status;
	int fd = openat(dir, name, O_RDONLY);

	if (fd < 0)
		return;
	if (read(fd, &packet, sizeof(packet)) != sizeof(packet) || fstat(fd, &status) ||
	    packet.packet_size != 8 * (u64)status.st_size ||
	    packet.content_size > packet.packet_size || packet.content_size < 8 * sizeof(packet))
		abort();
	close(fd);
	unlinkat(dir, name, 0);
}

static u64 count_events(const u8 *data, size_t size)
{
	size_t at = 0;
	u64 nr = 0;

	while (kernel_stream_next_id(data, size, &at) > 0)
		nr++;
	return nr;
}

static void write_stream(const u8 *data, size_t size)
{
	static const u8 uuid[16];
	static int dir = -1;
	struct kernel_stream stream;
	ssize_t whole = kernel_stream_whole(data, size);
	int ret;

	if (dir < 0)
		dir = folder();
	kernel_stream_init(&stream, 0, dir, uuid);
	ret = kernel_stream_write(&stream, data, size);
	if ((ret == -EPROTO) != (whole != (ssize_t)size))
		abort();
	if (whole > 0 && ret && kernel_stream_write(&stream, data, whole))
		abort();
	if (whole > 0 && stream.written + stream.dropped != count_events(data, whole))
		abort();
	kernel_stream_close(&stream);
	check_file(dir, "C0-0");
	check_file(dir, "C0-1");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct kernel_moment moment;
	bool counter;

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	kernel_clock_parse(text, &counter, &moment);
	kernel_unescape(text);
	if (strlen(text) > size)
		abort();
	free(text);
	write_stream(data, size);
	return 0;
}
