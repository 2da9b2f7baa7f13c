// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the numbered events of threads.c and its like back, byte by byte as marker-trace(5) has them: a
 * reader that shares nothing with the writer.
 *
 *	usage: check [-s] [-c FILE] TRACE
 *
 *	-s	the first numbers of a thread may be missing (a flight recorder), but none behind them
 *	-c FILE	threads.c's: at least so many numbers must be there
 *
 * For each thread a line "THREAD COUNT FIRST LAST"; what is wrong is told and ends in exit status 1.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define THREADS_MAX 64
#define FILES_MAX   100000
#define HEADER	    88

struct numbers {
	uint8_t *seen; /* a bit each */
	size_t room;
	unsigned long count, first, last;
};

struct stream_file {
	unsigned long tid, level, number;
	char name[256];
};

/* What a stream's file before this one ended with. */
struct stream_state {
	uint64_t time;
	long last[THREADS_MAX];
};

static struct numbers numbers[THREADS_MAX];
static struct stream_file files[FILES_MAX];
static unsigned int nr_files, seq_id = -1u, text_id = -1u;

static __attribute__((noreturn)) void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	exit(1);
}

/* ---- numbers ---- */

static void note(struct numbers *of, unsigned long n, const char *file)
{
	if (n / 8 >= of->room) {
		size_t room = (n / 8 + 1) * 2 + 4096;

		of->seen = realloc(of->seen, room);
		if (!of->seen)
			die("no memory");
		memset(of->seen + of->room, 0, room - of->room);
		of->room = room;
	}
	if (of->seen[n / 8] & 1 << n % 8)
		die("%s: number %lu is there twice", file, n);
	of->seen[n / 8] |= 1 << n % 8;
	if (!of->count || n < of->first)
		of->first = n;
	if (!of->count || n > of->last)
		of->last = n;
	of->count++;
}

/* ---- a file ---- */

static uint64_t word(const uint8_t *at, unsigned int size)
{
	uint64_t value = 0;

	memcpy(&value, at, size); /* of a little-endian machine */
	return value;
}

/* Returns where the next event is. */
static const uint8_t *read_event(const uint8_t *at, const uint8_t *end, struct stream_state *state,
				 const char *file)
{
	uint32_t head = word(at, 4), id = head & 31, thread;
	uint64_t time = (state->time & ~0x7ffffffull) | head >> 5;
	unsigned long n;

	if (time < state->time)
		time += 1 << 27;
	at += 4;
	if (id == 31) {
		id = word(at - 3, 4);
		time = word(at + 1, 8);
		at += 9;
	}
	if (time < state->time)
		die("%s: time goes back", file);
	state->time = time;
	if ((id != seq_id && id != text_id) || end - at < 12)
		die("%s: an event %u at %ld before the end", file, id, (long)(end - at));
	thread = word(at, 4);
	n = word(at + 4, 8);
	at += 12;
	if (thread >= THREADS_MAX)
		die("%s: a thread %u", file, thread);
	if (state->last[thread] >= (long)n)
		die("%s: number %lu comes behind %ld", file, n, state->last[thread]);
	state->last[thread] = n;
	note(&numbers[thread], n, file);
	if (id == text_id) {
		const char *text = n & 1 ? "odd" : "an even one";

		if (end - at < (long)strlen(text) + 1 || strcmp((const char *)at, text))
			die("%s: the text of %lu is another one", file, n);
		at += strlen(text) + 1;
	}
	return at;
}

static void read_packet(const uint8_t *map, uint64_t size, struct stream_state *state,
			const char *file)
{
	uint64_t content = word(map + 40, 8) / 8;
	const uint8_t *at = map + HEADER;

	if (word(map, 4) != 0xc1fc1fc1 || word(map + 48, 8) != size * 8 || content > size ||
	    content < HEADER)
		die("%s: no packet", file);
	if (word(map + 32, 8) < state->time)
		die("%s: begins before the one before it ends", file);
	state->time = word(map + 32, 8);
	while (at < map + content)
		at = read_event(at, map + content, state, file);
	if (at != map + content)
		die("%s: the last event is torn", file);
	if (word(map + 56, 8) < state->time)
		die("%s: ends before its last event", file);
}

static void read_file(int dir, const struct stream_file *file, struct stream_state *state)
{
	int fd = openat(dir, file->name, O_RDONLY);
	struct stat stat;
	void *map;

	if (fd < 0 || fstat(fd, &stat) || stat.st_size < HEADER)
		die("%s: cannot be read", file->name);
	map = mmap(NULL, stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		die("%s: cannot be mapped", file->name);
	read_packet(map, stat.st_size, state, file->name);
	munmap(map, stat.st_size);
	close(fd);
}

/* ---- the trace ---- */

static int by_stream(const void *a, const void *b)
{
	const struct stream_file *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void list_files(const char *trace)
{
	DIR *dir = opendir(trace);
	struct dirent *entry;

	if (!dir)
		die("%s: no directory", trace);
	/* cppcheck-suppress readdirCalled */
	while ((entry = readdir(dir)) && nr_files < FILES_MAX) {
		struct stream_file *file = &files[nr_files];

		if (sscanf(entry->d_name, "T%lu.%lu-%lu", &file->tid, &file->level,
			   &file->number) != 3)
			continue;
		snprintf(file->name, sizeof(file->name), "%s", entry->d_name);
		nr_files++;
	}
	closedir(dir);
	qsort(files, nr_files, sizeof(files[0]), by_stream);
}

static void read_ids(int dir)
{
	int fd = openat(dir, "metadata", O_RDONLY);
	static char text[1 << 20];
	const char *at;

	if (fd < 0 || read(fd, text, sizeof(text) - 1) <= 0)
		die("no metadata");
	close(fd);
	at = strstr(text, "name = \"seq\";\n\tid = ");
	if (at)
		seq_id = strtoul(at + 20, NULL, 10);
	at = strstr(text, "name = \"seq_text\";\n\tid = ");
	if (at)
		text_id = strtoul(at + 25, NULL, 10);
}

static void read_trace(const char *trace)
{
	int dir = open(trace, O_RDONLY | O_DIRECTORY);
	struct stream_state state;
	unsigned int i, j;

	list_files(trace);
	read_ids(dir);
	for (i = 0; i < nr_files; i++) {
		if (!i || files[i].tid != files[i - 1].tid ||
		    files[i].level != files[i - 1].level) {
			state.time = 0;
			for (j = 0; j < THREADS_MAX; j++)
				state.last[j] = -1;
		}
		read_file(dir, &files[i], &state);
	}
	close(dir);
}

static void check_completed(const char *path)
{
	unsigned long completed[THREADS_MAX];
	FILE *in = fopen(path, "r");
	int i;

	if (!in || fread(completed, sizeof(completed), 1, in) != 1)
		die("%s: cannot be read", path);
	fclose(in);
	for (i = 0; i < THREADS_MAX; i++)
		if (numbers[i].count < completed[i])
			die("thread %d: %lu events were complete, %lu are there", i, completed[i],
			    numbers[i].count);
}

int main(int argc, char **argv)
{
	const char *completed = NULL;
	bool suffix = false;
	int i, option;

	while ((option = getopt(argc, argv, "sc:")) != -1) {
		suffix |= option == 's';
		completed = option == 'c' ? optarg : completed;
	}
	if (optind + 1 != argc)
		die("usage: check [-s] [-c FILE] TRACE");
	read_trace(argv[optind]);
	for (i = 0; i < THREADS_MAX; i++) {
		struct numbers *of = &numbers[i];

		if (!of->count)
			continue;
		printf("%d %lu %lu %lu\n", i, of->count, of->first, of->last);
		if (of->last - of->first + 1 != of->count || (of->first && !suffix))
			die("thread %d: numbers are missing", i);
	}
	if (completed)
		check_completed(completed);
	return 0;
}
