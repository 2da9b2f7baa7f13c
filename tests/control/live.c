// SPDX-License-Identifier: GPL-2.0-only
/*
 * live.c - a program that runs until it is told to end (SIGTERM), and hits its markers meanwhile
 *
 * usage: live MODE
 *	run	two markers, again and again
 *	fork	the same in two processes; the child's number is said on standard output
 *	exec	the same, by exec
 *	close	the same, when it has closed every descriptor and opened others in their place; exit
 *		status 3 if somebody closed one of those or read from it
 *	storm	forks children that hit markers and end, until it is told to end
 *	denied	the same as run, in a seccomp filter that denies sockets
 */
#include <marker/marker.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TAKEN_FROM 3
#define TAKEN_TO   300

static volatile sig_atomic_t ended;

static void end(int signal)
{
	ended = 1;
}

static __attribute__((noinline)) void hit(int id)
{
	MARK(req_begin, "id %d", id);
	MARK(req_end, "id %d text %s", id, "a \"quoted\" text\n");
}

static int run(void)
{
	int id;

	for (id = 0; !ended; id++) {
		hit(id);
		usleep(500);
	}
	return 0;
}

static int run_two(void)
{
	pid_t child = fork();
	int status = 0;

	if (!child)
		return run();
	printf("%d\n", (int)child);
	fflush(stdout);
	run();
	kill(child, SIGTERM);
	waitpid(child, &status, 0);
	return status != 0;
}

static int pipes[TAKEN_TO][2], nr_pipes;

/* Pipes with a byte in them, a read would take it; up to a number that the agent's are below. */
static void take_descriptors(void)
{
	close_range(TAKEN_FROM, ~0u, 0);
	do {
		if (pipe(pipes[nr_pipes]) || write(pipes[nr_pipes][1], "x", 1) != 1)
			exit(2);
	} while (pipes[nr_pipes++][1] < TAKEN_TO);
}

static int check_descriptors(void)
{
	char byte;
	int i;

	for (i = 0; i < nr_pipes; i++) {
		fcntl(pipes[i][0], F_SETFL, O_NONBLOCK);
		if (read(pipes[i][0], &byte, 1) != 1 || byte != 'x' ||
		    write(pipes[i][1], "y", 1) != 1)
			return 3;
	}
	return 0;
}

static int run_closed(void)
{
	take_descriptors();
	run();
	return check_descriptors();
}

static int storm(void)
{
	int id, status, bad = 0;

	for (id = 0; !ended; id++) {
		pid_t child = fork();

		if (!child) {
			hit(id);
			_exit(id & 1);
		}
		bad += waitpid(child, &status, 0) != child || status != (id & 1) << 8;
	}
	return bad ? 3 : 0;
}

static int deny_sockets(char **argv)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return 77;
	execl(argv[0], argv[0], "run", NULL);
	return 2;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "run";
	struct sigaction action = { .sa_handler = end, .sa_flags = SA_RESTART };

	sigaction(SIGTERM, &action, NULL);
	if (!strcmp(mode, "fork"))
		return run_two();
	if (!strcmp(mode, "close"))
		return run_closed();
	if (!strcmp(mode, "storm"))
		return storm();
	if (!strcmp(mode, "denied"))
		return deny_sockets(argv);
	if (!strcmp(mode, "exec"))
		return execl(argv[0], argv[0], "run", NULL);
	return run();
}
