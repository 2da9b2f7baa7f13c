// SPDX-License-Identifier: GPL-2.0-only
/*
 * start.c - a program and a plugin with a thousand markers each, generated, that is started often (A5)
 *
 * usage: start PLUGIN.so	start TIMES COMMAND...
 *
 * With a number it starts the command that many times and says how long one start takes; exit status
 * 1 if one of them ended in another way than the first, 2 if one took longer than ten seconds.
 */
#include <dlfcn.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
void thousand_of_program(int value);

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int start_once(char **command)
{
	int status;
	pid_t pid;

	if (posix_spawn(&pid, command[0], NULL, NULL, command, environ))
		return -1;
	alarm(10);
	while (waitpid(pid, &status, 0) < 0)
		;
	alarm(0);
	return status;
}

static void hangs(int number)
{
	_exit(2);
}

static int start_often(int times, char **command)
{
	double started = now_ms();
	int i, first = start_once(command);

	signal(SIGALRM, hangs);
	for (i = 1; i < times; i++)
		if (start_once(command) != first)
			return 1;
	printf("%.3f ms a start, status %d\n", (now_ms() - started) / times, first);
	return 0;
}

int main(int argc, char **argv)
{
	void (*of_plugin)(int);
	void *handle;

	if (argc > 2)
		return start_often(atoi(argv[1]), argv + 2);
	thousand_of_program(argc);
	handle = dlopen(argv[1], RTLD_NOW);
	of_plugin = handle ? (void (*)(int))dlsym(handle, "thousand_of_plugin") : NULL;
	if (!of_plugin)
		return 9;
	of_plugin(argc);
	dlclose(handle);
	printf("version 1\n");
	return 3;
}
