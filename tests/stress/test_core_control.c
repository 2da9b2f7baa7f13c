// SPDX-License-Identifier: GPL-2.0-only
/*
 * The agent at work beside threads that hit, register and fork: it is asked by a thread of the process
 * itself, over its socket.
 */
#include "crew.h"
#include "marker/agent/address.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 100

static unsigned long hits;

static void note(void *private_data, const struct marker_info *marker, va_list *args)
{
	add_one(&hits);
}

static void hit_all(void *unused)
{
	MARK(control_one, "%d", 1);
	MARK_GENERIC(control_two, "%d", 2);
	MARK_IMMEDIATE(control_three, "%d", 3);
}

static void toggle(void *unused)
{
	(marker_probe_register)("control_*", NULL, note, NULL);
	marker_probe_unregister("control_*", note, NULL);
	marker_synchronize();
}

static int open_folder(void)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	char path[4096];
	int fd = -ENOENT;

	if (runtime && snprintf(path, sizeof(path), "%s/marker", runtime) < (int)sizeof(path))
		fd = marker_address_open_dir(path, geteuid(), false);
	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/tmp/marker-%u", geteuid());
	return marker_address_open_dir(path, geteuid(), false);
}

static FILE *try_connect(void)
{
	char name[MARKER_ADDRESS_NAME_MAX];
	struct sockaddr_un address;
	int dir = open_folder(), fd;

	if (dir < 0)
		return NULL;
	marker_address_name(name, getpid(), marker_address_namespace("/proc/self/ns/pid"));
	assert_int_equal(marker_address_fill(&address, dir, name), 0);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	if (connect(fd, (struct sockaddr *)&address, sizeof(address))) {
		close(fd);
		fd = -1;
	}
	close(dir);
	return fd < 0 ? NULL : fdopen(fd, "r+");
}

/* It may still be making its socket. */
static FILE *connect_agent(void)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	FILE *stream = try_connect();
	char line[256];
	int i;

	for (i = 0; i < 1000 && !stream; i++) {
		nanosleep(&pause, NULL);
		stream = try_connect();
	}
	assert_non_null(stream);
	assert_non_null(fgets(line, sizeof(line), stream));
	assert_int_equal(strncmp(line, "marker-agent 1 ", 15), 0);
	return stream;
}

/* The last line of the next reply says ok. */
static bool is_answered(FILE *stream)
{
	char line[1024];

	while (fgets(line, sizeof(line), stream)) {
		if (!strncmp(line, "ok", 2))
			return true;
		if (!strncmp(line, "error", 5))
			break;
	}
	return false;
}

static bool ask(FILE *stream, const char *command)
{
	fprintf(stream, "%s\n", command);
	fflush(stream);
	return is_answered(stream);
}

static void enabled_beside_hits_and_registrations(void **state)
{
	static struct crew hitters, togglers;
	FILE *stream = connect_agent();
	unsigned int i, bad = 0;

	crew_start(&hitters, 2, hit_all, NULL);
	crew_start(&togglers, 1, toggle, NULL);
	for (i = 0; i < ROUNDS; i++) {
		bad += !ask(stream, "enable control_* count");
		bad += !ask(stream, "list");
		bad += !ask(stream, "enable control_one empty every=2");
		bad += !ask(stream, "status");
		bad += !ask(stream, "disable *");
	}
	crew_stop(&togglers);
	crew_stop(&hitters);
	fclose(stream);
	assert_int_equal(bad, 0);
}

static void two_who_ask(void **state)
{
	FILE *one = connect_agent(), *two = connect_agent();
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		assert_true(ask(one, "enable control_one count"));
		assert_false(ask(two, "enable control_one count"));
		assert_true(ask(two, "disable control_one"));
		assert_false(ask(one, "disable control_one"));
	}
	fclose(one);
	fclose(two);
}

/* Children hit what the parent's agent is connecting. */
static void forked_meanwhile(void **state)
{
	FILE *stream = connect_agent();
	unsigned int i, bad = 0;
	int status;

	for (i = 0; i < ROUNDS; i++) {
		pid_t child;

		fprintf(stream, "enable control_* count\nlist\ndisable *\n");
		fflush(stream);
		child = fork();
		if (!child) {
			hit_all(NULL);
			_exit(marker_synchronize() ? 1 : 0);
		}
		bad += waitpid(child, &status, 0) != child || status;
		bad += !is_answered(stream);
		bad += !is_answered(stream);
		bad += !is_answered(stream);
	}
	fclose(stream);
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(enabled_beside_hits_and_registrations),
		cmocka_unit_test(two_who_ask),
		cmocka_unit_test(forked_meanwhile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
