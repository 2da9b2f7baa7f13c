// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * thread_user.c - the streams of threads: their memory, their beginning and end, fork
 *
 * The memory comes in chunks that are mapped, as a thread's first event may be in a signal handler that
 * interrupts malloc().  A cell belongs to its thread until that ends; when the recorder is closed before,
 * the thread takes it again for the next one.
 *
 * The chunks are wiped by the kernel in a forked child (MADV_WIPEONFORK), and the files are not mapped
 * there (MADV_DONTFORK): so however it was made, a child finds no recorder in its thread's memory and cannot
 * write to what is its parent's.  One that knows of marker_after_fork_child(), as fork()'s does, begins
 * anew with its first event; one that a bare clone() has made records nothing.
 *
 * Locking: record_lock(), but for a thread's own cells.
 */
#include "record_user.h"
#include "sys_user.h"

#include <pthread.h>

#define CHUNK	   (64u << 10)
#define CHUNKS_MAX 4096
#define PER_CHUNK  (CHUNK / sizeof(struct record_thread))

/* All threads share it, so it is never written to: an event finds no level of it. */
struct record_thread record_nobody = { .level = RECORD_LEVELS };
__thread struct record_thread *record_self = &record_nobody;
__thread struct record_thread *record_near[RECORD_NEAR + 1] = {
	[0 ... RECORD_NEAR] = &record_nobody,
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct record_thread *chunks[CHUNKS_MAX];
static unsigned int nr_chunks;
static unsigned int first_free; /* below this chunk there is no free cell */
static pthread_key_t ends;
static bool have_key;
static u32 *alive; /* a page that a child finds wiped */

void record_lock(sigset_t *saved)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, saved);
	pthread_mutex_lock(&mutex);
}

void record_unlock(const sigset_t *saved)
{
	pthread_mutex_unlock(&mutex);
	pthread_sigmask(SIG_SETMASK, saved, NULL);
}

/* Not so in a child that a bare clone() has made: there the lock may be held by a thread that is not. */
bool record_process_is_ours(void)
{
	return alive && READ_ONCE(*alive);
}

static void *map_wiped(size_t size)
{
	void *map = sys_map_memory(size);

	if (map == MAP_FAILED)
		return NULL;
	madvise(map, size, MADV_WIPEONFORK);
	return map;
}

/* ---- cells ---- */

static bool add_chunk(void)
{
	if (nr_chunks == CHUNKS_MAX)
		return false;
	chunks[nr_chunks] = map_wiped(CHUNK);
	if (!chunks[nr_chunks])
		return false;
	nr_chunks++;
	return true;
}

static struct record_thread *free_cell(void)
{
	unsigned int i;

	for (; first_free < nr_chunks || add_chunk(); first_free++)
		for (i = 0; i < PER_CHUNK; i++)
			if (!chunks[first_free][i].used)
				return &chunks[first_free][i];
	return NULL;
}

static void free_cells_from(const struct record_thread *cell)
{
	unsigned int i;

	for (i = 0; i < nr_chunks; i++)
		if ((uintptr_t)cell - (uintptr_t)chunks[i] < CHUNK)
			break;
	if (i < first_free)
		first_free = i;
}

static void init_cell(struct record_thread *thread, struct recorder *recorder)
{
	unsigned int i;

	memset(thread->streams, 0, sizeof(thread->streams));
	for (i = 0; i < RECORD_LEVELS; i++)
		thread->streams[i].instance = ++recorder->nr_streams;
	thread->tid = syscall(SYS_gettid);
	thread->used = true;
	WRITE_ONCE(thread->recorder, recorder);
}

/* A cell that was another recorder's is not found in its place any more. */
static void put_near(const struct recorder *recorder, struct record_thread *thread)
{
	unsigned int i;

	for (i = 0; i < RECORD_NEAR; i++)
		if (record_near[i] == thread)
			record_near[i] = &record_nobody;
	if (recorder->place < RECORD_NEAR)
		record_near[recorder->place] = thread;
}

/* A signal handler may have been here before the lock was taken. */
static struct record_thread *get_cell(struct recorder *recorder)
{
	struct record_thread *thread, *unused = NULL;

	for (thread = record_self; thread && thread != &record_nobody; thread = thread->next) {
		if (thread->recorder == recorder)
			return thread;
		if (!thread->recorder)
			unused = thread;
	}
	thread = unused ? unused : free_cell();
	if (!thread)
		return NULL;
	init_cell(thread, recorder);
	if (!unused) {
		thread->next = record_self == &record_nobody ? NULL : record_self;
		record_self = thread;
	}
	put_near(recorder, thread);
	return thread;
}

/* Of the calling thread, which has no streams any more. */
static void forget_cells(void)
{
	unsigned int i;

	record_self = &record_nobody;
	for (i = 0; i < RECORD_NEAR; i++)
		record_near[i] = &record_nobody;
}

/**
 * record_thread_get() - the calling thread's streams in a recorder, made if need be
 *
 * pthread_setspecific() allocates for keys from 32 on, of which a program that was linked with the
 * library cannot have so many before it.
 *
 * Return: NULL if there is no memory for so many threads; that is counted.
 */
struct record_thread *record_thread_get(struct recorder *recorder)
{
	struct record_thread *thread;
	sigset_t saved;

	if (!record_process_is_ours())
		return NULL;
	record_lock(&saved);
	thread = get_cell(recorder);
	if (thread)
		pthread_setspecific(ends, thread);
	else
		record_count_lost(recorder);
	record_unlock(&saved);
	return thread;
}

static void end_streams(struct record_thread *thread)
{
	unsigned int i;

	for (i = 0; i < RECORD_LEVELS && thread->recorder; i++)
		record_file_end(thread->recorder, &thread->streams[i]);
}

/* The key's destructor.  A later one that hits a marker brings it about again. */
static void thread_ends(void *unused)
{
	struct record_thread *thread, *next;
	sigset_t saved;

	if (!record_process_is_ours())
		return;
	record_lock(&saved);
	for (thread = record_self; thread && thread != &record_nobody; thread = next) {
		next = thread->next;
		end_streams(thread);
		memset(thread, 0, sizeof(*thread));
		free_cells_from(thread);
	}
	forget_cells();
	record_unlock(&saved);
}

/** record_threads_close() - end all streams of a recorder, which records no more; with record_lock() */
void record_threads_close(struct recorder *recorder)
{
	unsigned int i, j;

	for (i = 0; i < nr_chunks; i++) {
		for (j = 0; j < PER_CHUNK; j++) {
			struct record_thread *thread = &chunks[i][j];

			if (!thread->used || thread->recorder != recorder)
				continue;
			end_streams(thread);
			WRITE_ONCE(thread->recorder, NULL);
		}
	}
}

/** record_threads_events() - how many events streams have that did not end yet; with record_lock() */
u64 record_threads_events(const struct recorder *recorder)
{
	unsigned int i, j, level;
	u64 events = 0;

	for (i = 0; i < nr_chunks; i++)
		for (j = 0; j < PER_CHUNK; j++)
			for (level = 0; level < RECORD_LEVELS; level++)
				if (READ_ONCE(chunks[i][j].recorder) == recorder)
					events += READ_ONCE(chunks[i][j].streams[level].events);
	return events;
}

/** record_threads_forget() - in a forked child: there is one thread, and it has no streams; with record_lock() */
void record_threads_forget(void)
{
	unsigned int i;

	/* Where the kernel does not wipe (before 4.14), it is done here. */
	for (i = 0; i < nr_chunks; i++)
		if (chunks[i][0].used || READ_ONCE(*alive))
			memset(chunks[i], 0, CHUNK);
	first_free = 0;
	forget_cells();
	WRITE_ONCE(*alive, 1);
}

/* ---- fork(): os_lock() is held, and all signals are blocked ---- */

static void before_fork(void)
{
	pthread_mutex_lock(&mutex);
}

static void in_parent(void)
{
	pthread_mutex_unlock(&mutex);
}

static void in_child(void)
{
	struct recorder *recorder;

	for (recorder = recorders; recorder; recorder = recorder->next) {
		record_files_forget(recorder);
		record_home_forget(recorder);
		record_events_forget(recorder);
		record_head_renew(recorder);
	}
	record_threads_forget();
	pthread_mutex_unlock(&mutex);
}

static const struct os_fork_hooks hooks = { before_fork, in_parent, in_child };

/** record_threads_init() - before the first event; 0, -ENOMEM, or -EAGAIN for too many keys */
int record_threads_init(void)
{
	int err;

	if (!alive)
		alive = map_wiped(sysconf(_SC_PAGESIZE));
	if (!alive)
		return -ENOMEM;
	if (!have_key) {
		err = pthread_key_create(&ends, thread_ends);
		if (err)
			return -err;
		have_key = true;
	}
	WRITE_ONCE(*alive, 1);
	os_fork_hooks = &hooks;
	return 0;
}
