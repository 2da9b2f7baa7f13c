// SPDX-License-Identifier: GPL-2.0-only
/*
 * os_test.c - the failing world; os_test.h has its contract
 */
#include "os_test.h"

struct os_test os_test;

/* Counts down to the failure that was asked for. */
static bool fails(int *countdown)
{
	if (*countdown < 0)
		return true;
	return *countdown && !--*countdown;
}

static void may_sleep(void)
{
	assert(!os_test.readers);
}

void *os_alloc(size_t size)
{
	void *ptr;

	may_sleep();
	os_test.allocs++;
	if (fails(&os_test.fail_alloc))
		return NULL;
	ptr = calloc(1, size);
	assert(ptr);
	os_test.live++;
	return ptr;
}

void os_free(void *ptr)
{
	may_sleep();
	os_test.live -= ptr != NULL;
	free(ptr);
}

void os_lock(void)
{
	may_sleep();
	assert(!os_test.locked);
	os_test.locked = true;
}

void os_unlock(void)
{
	assert(os_test.locked);
	assert(!os_test.begun);
	os_test.locked = false;
}

unsigned int os_probe_enter(void)
{
	return os_test.readers++;
}

void os_probe_exit(unsigned int depth)
{
	assert(os_test.readers == depth + 1);
	os_test.readers--;
}

bool os_in_probe(void)
{
	return os_test.readers > 0;
}

/* A grace period under the lock would wait for a probe that waits for the lock. */
int os_synchronize(void)
{
	may_sleep();
	assert(!os_test.locked);
	os_test.grace_periods++;
	return fails(&os_test.fail_synchronize) ? -EPERM : 0;
}

uintptr_t os_context(void)
{
	return 0;
}

void os_count(unsigned long *word)
{
	++*word;
}

void os_call_direct(void (*func)(void), void *data, unsigned int nr, unsigned int doubles,
		    va_list *args)
{
	assert(!nr);
	((void (*)(void *))func)(data);
}

static char *open_first, *open_last;
static bool put_off_and_refused;

int os_text_begin(void *first, void *last, unsigned int writes)
{
	assert(os_test.locked && !os_test.begun);
	assert((char *)first < (char *)last && writes);
	os_test.begins++;
	if (fails(&os_test.fail_begin))
		return -EACCES;
	os_test.begun = true;
	open_first = first;
	open_last = last;
	return 0;
}

int os_text_write(void *addr, u64 bytes, unsigned int len)
{
	u64 image = cpu_to_le64(bytes);

	assert(os_test.begun);
	assert(len == 1 || len == 2 || len == 4);
	assert((uintptr_t)addr % len == 0);
	assert((char *)addr >= open_first && (char *)addr + len <= open_last);
	os_test.writes++;
	if (fails(&os_test.fail_write))
		return -EACCES;
	if (os_test.fail_end && fails(&os_test.fail_end)) {
		put_off_and_refused = true;
		return 0;
	}
	memcpy(addr, &image, len);
	return 0;
}

struct marker_site *os_text_flip(struct marker_site *site, const struct marker_site *end, bool on)
{
	assert(os_test.begun && site <= end);
	return site;
}

int os_text_end(void)
{
	bool refused = put_off_and_refused;

	assert(os_test.begun);
	os_test.begun = false;
	put_off_and_refused = false;
	return refused ? -EBUSY : 0;
}

void os_text_sync(void)
{
	may_sleep();
	assert(!os_test.begun);
	os_test.syncs++;
}

const char *os_text_mode(void)
{
	return "text that fails on demand";
}

/* As for an object that no loader knows. */
void os_object_find(const void *inside, struct os_object *object)
{
}

bool os_object_holds(const struct os_object *object, uintptr_t addr)
{
	return false;
}

bool os_text_exists(const struct os_object *object, const void *addr)
{
	return addr != os_test.gone;
}

int os_key_set(void *key, bool on)
{
	return -EOPNOTSUPP;
}

bool os_key_enabled(const void *key)
{
	return false;
}
