// SPDX-License-Identifier: GPL-2.0-only
/*
 * A signal handler with a marker in the first and in the last moments of a thread.
 *
 * liburcu registers a thread at its first read side and forgets it when it ends, under mutexes.
 * This program has its own pthread_mutex_lock(), which raises a signal as soon as it holds a mutex
 * with signals open, so that the handler comes at the worst moment each time.
 */
#include "crew.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 20

static __thread bool raising;
static unsigned long delivered;

static bool is_open(int signal)
{
	sigset_t blocked;

	pthread_sigmask(SIG_BLOCK, NULL, &blocked);
	return !sigismember(&blocked, signal);
}

/* A signal that is blocked would come too late to do harm, and in time to prevent it. */
int INTERPOSED(pthread_mutex_lock)(pthread_mutex_t *mutex);

int INTERPOSED(pthread_mutex_lock)(pthread_mutex_t *mutex)
{
	static int (*real)(pthread_mutex_t *);
	int ret;

	if (!real)
		real = dlsym(RTLD_NEXT, "pthread_mutex_lock");
	ret = real(mutex);
	if (raising && is_open(SIGUSR1))
		raise(SIGUSR1);
	return ret;
}

static void probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	add_one(&delivered);
}

static void hit(void)
{
	MARK(thread_end, "%d", 1);
}

static void handler(int signal)
{
	hit();
}

static void *raise_at_the_beginning(void *unused)
{
	raising = true;
	hit();
	raising = false;
	raise(SIGUSR1);
	return NULL;
}

static void *raise_at_the_end(void *unused)
{
	hit();
	raising = true;
	return NULL;
}

/* The child's exit status: 0, or what went wrong. */
static int run_threads(void *(*life)(void *))
{
	pthread_t thread;
	unsigned int i;

	signal(SIGUSR1, handler);
	if (marker_probe_register("thread_end", "%d", probe, NULL) <= 0)
		return 1;
	for (i = 0; i < THREADS; i++) {
		if (pthread_create(&thread, NULL, life, NULL))
			return 2;
		pthread_join(thread, NULL);
	}
	if (marker_probe_unregister("thread_end", probe, NULL) || marker_synchronize())
		return 3;
	return delivered >= THREADS ? 0 : 4;
}

/* In a child, so that a thread that waits for itself for ever is noticed.  Does it end by itself? */
static bool ends_in_child(void *(*life)(void *))
{
	unsigned int i;
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(run_threads(life));
	for (i = 0; waitpid(pid, &status, WNOHANG) == 0; i++) {
		usleep(10000);
		if (i < 1000)
			continue;
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		return false;
	}
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	return true;
}

static void t38_handlers_in_beginning_threads(void **state)
{
	assert_true(ends_in_child(raise_at_the_beginning));
}

/*
 * liburcu 0.13, urcu_bp_exit(): takes a mutex with signals open, which a handler's first read side
 * then waits for.  Nothing above liburcu can prevent it (Documentation/lifecycle.rst).
 */
static void t38_handlers_in_ending_threads(void **state)
{
	if (ends_in_child(raise_at_the_end))
		return;
	puts("skip - t38_handlers_in_ending_threads: this liburcu takes a mutex with signals open "
	     "when a thread ends");
	skip();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t38_handlers_in_beginning_threads),
		cmocka_unit_test(t38_handlers_in_ending_threads),
	};

	if (OS_TSAN) {
		puts("skip - t38: ThreadSanitizer has its own pthread_mutex_lock()");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
