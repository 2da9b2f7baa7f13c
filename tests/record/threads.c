// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads that number their events.   usage: threads THREADS EVENTS [FILE]
 *
 * FILE, mapped, has for each thread how many of its events were complete: what is not lost if the
 * program is killed.   Every 1000th number is another marker's, with a string, so
 * that both ways through the probe are tried.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <marker/marker.h>

#define THREADS_MAX 64

static unsigned long in_memory[THREADS_MAX];
static unsigned long *completed = in_memory;
static unsigned long events;

static void hit(int thread, unsigned long n)
{
	if (n % 1000 == 999)
		MARK(seq_text, "thread %d n %lu text %s", thread, n, n & 1 ? "odd" : "an even one");
	else
		MARK(seq, "thread %d n %lu", thread, n);
}

static void *run(void *data)
{
	int thread = (int)(long)data;
	unsigned long n;

	for (n = 0; n < events; n++) {
		hit(thread, n);
		__atomic_store_n(&completed[thread], n + 1, __ATOMIC_RELEASE);
	}
	return NULL;
}

static int map_completed(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT, 0600);

	if (fd < 0 || ftruncate(fd, sizeof(in_memory)))
		return -1;
	completed = mmap(NULL, sizeof(in_memory), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return completed == MAP_FAILED ? -1 : 0;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS_MAX];
	int i, nr = argc > 2 ? atoi(argv[1]) : 0;

	if (nr < 1 || nr > THREADS_MAX || (argc > 3 && map_completed(argv[3]))) {
		fprintf(stderr, "usage: threads THREADS EVENTS [FILE]\n");
		return 2;
	}
	events = strtoul(argv[2], NULL, 10);
	for (i = 0; i < nr; i++)
		if (pthread_create(&threads[i], NULL, run, (void *)(long)i))
			return 1;
	for (i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
