// SPDX-License-Identifier: GPL-2.0-only
/*
 * bpf.c - loads "return 0" and attaches it
 */
#include "bpf.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int call(enum bpf_cmd command, union bpf_attr *attr)
{
	long fd = syscall(SYS_bpf, command, attr, sizeof(*attr));

	return fd < 0 ? -errno : (int)fd;
}

static int load_empty(void)
{
	static const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
	attr.insns = (uintptr_t)program;
	attr.insn_cnt = sizeof(program) / sizeof(program[0]);
	attr.license = (uintptr_t) "GPL";
	return call(BPF_PROG_LOAD, &attr);
}

/**
 * bpf_attach_empty() - attach a program that returns 0
 * @tracepoint:	its name, of the kernel or of a module
 *
 * Return: a file descriptor, which keeps it attached until it is closed, or a negative errno.
 */
int bpf_attach_empty(const char *tracepoint)
{
	int program = load_empty(), link;
	union bpf_attr attr;

	if (program < 0)
		return program;
	memset(&attr, 0, sizeof(attr));
	attr.raw_tracepoint.name = (uintptr_t)tracepoint;
	attr.raw_tracepoint.prog_fd = (uint32_t)program;
	link = call(BPF_RAW_TRACEPOINT_OPEN, &attr);
	close(program);
	return link;
}
