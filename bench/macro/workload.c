// SPDX-License-Identifier: GPL-2.0-only
/*
 * workload.c - what the kernel is made to do while its instructions are counted
 *
 *	usage: workload ROUNDS [ROW...]
 *
 * Prints a line for each round: the row, the round, the operations in it, and the time stamp counter's
 * count, separated by tabs.  Under QEMU's -icount that count is the number of instructions that the
 * machine executed, of the kernel and of this program; elsewhere it is time.
 *
 * A round is long enough (20 million instructions) for two or three ticks of the clock, so that one
 * tick more or less is not seen.  A row's work is done by this process and its children alone: nothing
 * ever waits for a clock, since a processor that waits goes on counting.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/ip_icmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <x86intrin.h>

struct row {
	const char *name;
	unsigned int operations;
	uint64_t (*round)(unsigned int operations);
};

static const char *self;

static void die(const char *what)
{
	fprintf(stderr, "workload: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void need(int truth, const char *what)
{
	if (!truth)
		die(what);
}

static uint64_t now(void)
{
	_mm_lfence();
	return __rdtsc();
}

static uint64_t system_call(unsigned int operations)
{
	uint64_t start = now();

	for (unsigned int i = 0; i < operations; i++)
		syscall(SYS_getppid);
	return now() - start;
}

static uint64_t page_fault(unsigned int operations)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint64_t count = 0, start;
	volatile char *memory;
	/* A table of pages holds 512: none is made while we count, but for the first touch of each. */
	const unsigned int at_once = 512;

	for (unsigned int done = 0; done < operations; done += at_once) {
		memory = mmap(NULL, at_once * page, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		need(memory != MAP_FAILED, "mmap");
		start = now();
		for (unsigned int i = 0; i < at_once; i++)
			memory[i * page] = 1;
		count += now() - start;
		munmap((void *)memory, at_once * page);
	}
	return count;
}

static void reap(pid_t child)
{
	int status;

	need(child > 0, "fork");
	need(waitpid(child, &status, 0) == child && status == 0, "a child");
}

static uint64_t fork_exit(unsigned int operations)
{
	uint64_t start = now();

	for (unsigned int i = 0; i < operations; i++) {
		pid_t child = fork();

		if (!child)
			_exit(0);
		reap(child);
	}
	return now() - start;
}

static uint64_t fork_exec(unsigned int operations)
{
	uint64_t start = now();

	for (unsigned int i = 0; i < operations; i++) {
		pid_t child = fork();

		if (!child) {
			execl(self, self, "0", (char *)NULL);
			_exit(1);
		}
		reap(child);
	}
	return now() - start;
}

static void echo_bytes(int from, int to)
{
	char byte;

	while (read(from, &byte, 1) == 1)
		need(write(to, &byte, 1) == 1, "write");
	_exit(0);
}

/* There and back: two switches of the context, two writes and two reads. */
static uint64_t pipe_round_trip(unsigned int operations)
{
	int there[2], back[2];
	char byte = 'x';
	uint64_t start;
	pid_t child;

	need(!pipe(there) && !pipe(back), "pipe");
	child = fork();
	if (!child) {
		close(there[1]);
		echo_bytes(there[0], back[1]);
	}
	start = now();
	for (unsigned int i = 0; i < operations; i++) {
		need(write(there[1], &byte, 1) == 1, "write");
		need(read(back[0], &byte, 1) == 1, "read");
	}
	start = now() - start;
	close(there[0]);
	close(there[1]);
	close(back[0]);
	close(back[1]);
	reap(child);
	return start;
}

static int loopback_socket(int type, int protocol, struct sockaddr_in *address)
{
	socklen_t length = sizeof(*address);
	int fd = socket(AF_INET, type, protocol);

	need(fd >= 0, "socket");
	memset(address, 0, sizeof(*address));
	address->sin_family = AF_INET;
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	need(!bind(fd, (struct sockaddr *)address, length), "bind");
	need(!getsockname(fd, (struct sockaddr *)address, &length), "getsockname");
	return fd;
}

/* Each is sent by this process to itself. */
static uint64_t udp_packet(unsigned int operations)
{
	struct sockaddr_in address;
	int fd = loopback_socket(SOCK_DGRAM, 0, &address);
	char data[64] = "marker";
	uint64_t start;

	need(!connect(fd, (struct sockaddr *)&address, sizeof(address)), "connect");
	start = now();
	for (unsigned int i = 0; i < operations; i++) {
		need(send(fd, data, sizeof(data), 0) == sizeof(data), "send");
		need(recv(fd, data, sizeof(data), MSG_DONTWAIT) == sizeof(data), "recv");
	}
	start = now() - start;
	close(fd);
	return start;
}

/* What ping -f does: 56 bytes there, and the kernel's answer back, two packets on the device. */
static uint64_t ping(unsigned int operations)
{
	struct sockaddr_in address;
	int fd = loopback_socket(SOCK_DGRAM, IPPROTO_ICMP, &address);
	struct icmphdr packet[8];
	uint64_t start;

	need(!connect(fd, (struct sockaddr *)&address, sizeof(address)), "connect");
	memset(packet, 0, sizeof(packet));
	start = now();
	for (unsigned int i = 0; i < operations; i++) {
		packet[0].type = ICMP_ECHO;
		packet[0].un.echo.sequence = htons((uint16_t)i);
		need(send(fd, packet, sizeof(packet), 0) == sizeof(packet), "send");
		need(recv(fd, packet, sizeof(packet), MSG_DONTWAIT) == sizeof(packet), "recv");
		need(packet[0].type == ICMP_ECHOREPLY, "the answer");
	}
	start = now() - start;
	close(fd);
	return start;
}

static const struct row rows[] = {
	{ "system call", 100000, system_call },
	{ "page fault", 512 * 32, page_fault },
	{ "fork+exit", 400, fork_exit },
	{ "fork+exec", 200, fork_exec },
	{ "pipe round trip", 8000, pipe_round_trip },
	{ "UDP packet", 4000, udp_packet },
	{ "ping", 4000, ping },
};

static void run(const struct row *row, unsigned int rounds)
{
	for (unsigned int i = 0; i < rounds; i++) {
		printf("%s\t%u\t%u\t%llu\n", row->name, i, row->operations,
		       (unsigned long long)row->round(row->operations));
		fflush(stdout);
	}
}

static int is_wanted(const struct row *row, int argc, char **argv)
{
	for (int i = 2; i < argc; i++)
		if (!strcmp(argv[i], row->name))
			return 1;
	return argc <= 2;
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? (unsigned int)strtoul(argv[1], NULL, 10) : 1;

	self = argv[0];
	for (size_t i = 0; rounds && i < sizeof(rows) / sizeof(*rows); i++)
		if (is_wanted(&rows[i], argc, argv))
			run(&rows[i], rounds);
	return 0;
}
