// SPDX-License-Identifier: GPL-2.0-only
/*
 * Many threads, which are all there at one time; each has one event.   usage: many THREADS
 *
 * Then as many again, one at a time.  Prints how far the memory of the process has grown meanwhile, in kB.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <marker/marker.h>

static pthread_barrier_t all_there;

static void hit(long n)
{
	MARK(many, "n %ld", n);
}

static void *together(void *data)
{
	hit((long)data);
	pthread_barrier_wait(&all_there);
	return NULL;
}

static void *alone(void *data)
{
	hit((long)data);
	return NULL;
}

/* Memory of the process's own: not of files, not shared. */
static long own_memory(void)
{
	FILE *in = fopen("/proc/self/status", "r");
	char line[256];
	long kb = -1;

	while (in && fgets(line, sizeof(line), in))
		if (sscanf(line, "RssAnon: %ld", &kb) == 1)
			break;
	if (in)
		fclose(in);
	return kb;
}

int main(int argc, char **argv)
{
	long i, before, nr = argc > 1 ? atol(argv[1]) : 100;
	pthread_t *threads = calloc(nr, sizeof(*threads));
	pthread_attr_t small;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	pthread_barrier_init(&all_there, NULL, nr);
	for (i = 0; i < nr; i++)
		if (pthread_create(&threads[i], &small, together, (void *)i))
			return 1;
	for (i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	before = own_memory();
	for (i = 0; i < nr; i++) {
		if (pthread_create(&threads[0], &small, alone, (void *)(nr + i)))
			return 1;
		pthread_join(threads[0], NULL);
	}
	printf("%ld\n", own_memory() - before);
	free(threads);
	return 0;
}
