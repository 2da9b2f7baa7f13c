// SPDX-License-Identifier: GPL-2.0-only
/*
 * bpf.c - loads "return 0", or "add one to the word of a map", and attaches it
 */
#include "bpf.h"

#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int call(enum bpf_cmd command, union bpf_attr *attr)
{
	long fd = syscall(SYS_bpf, command, attr, sizeof(*attr));

	return fd < 0 ? -errno : (int)fd;
}

static int load(uint32_t type, const struct bpf_insn *program, uint32_t nr)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = type;
	attr.insns = (uintptr_t)program;
	attr.insn_cnt = nr;
	attr.license = (uintptr_t) "GPL";
	return call(BPF_PROG_LOAD, &attr);
}

static int load_empty(void)
{
	static const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return load(BPF_PROG_TYPE_RAW_TRACEPOINT, program, sizeof(program) / sizeof(program[0]));
}

static int create_word(void)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_type = BPF_MAP_TYPE_ARRAY;
	attr.key_size = sizeof(uint32_t);
	attr.value_size = sizeof(uint64_t);
	attr.max_entries = 1;
	return call(BPF_MAP_CREATE, &attr);
}

/* clang-format off */
static int load_counter(int map)
{
	const struct bpf_insn program[] = {
		/* key = 0; r0 = lookup(map, &key); */
		{ .code = BPF_ST | BPF_MEM | BPF_W, .dst_reg = BPF_REG_10, .off = -4, .imm = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_2, .src_reg = BPF_REG_10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_2, .imm = -4 },
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = BPF_REG_1,
		  .src_reg = BPF_PSEUDO_MAP_FD, .imm = map },
		{ .code = 0 },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_map_lookup_elem },
		/* if (r0) atomic_add(r0, 1); */
		{ .code = BPF_JMP | BPF_JEQ | BPF_K, .dst_reg = BPF_REG_0, .off = 2, .imm = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_1, .imm = 1 },
		{ .code = BPF_STX | BPF_XADD | BPF_DW, .dst_reg = BPF_REG_0, .src_reg = BPF_REG_1 },
		/* return 0; */
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return load(BPF_PROG_TYPE_KPROBE, program, sizeof(program) / sizeof(program[0]));
}
/* clang-format on */

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

/**
 * bpf_counter_open() - attach a program that counts hits to the event of a probe
 * @event:	file descriptor of a uprobe or kprobe event; it keeps the program
 *
 * Return: the map with the count, to be closed, or a negative errno.
 */
int bpf_counter_open(int event)
{
	int map = create_word(), program, ret = 0;

	if (map < 0)
		return map;
	program = load_counter(map);
	if (program < 0) {
		close(map);
		return program;
	}
	if (ioctl(event, PERF_EVENT_IOC_SET_BPF, program))
		ret = -errno;
	close(program);
	if (ret)
		close(map);
	return ret ? ret : map;
}

/** bpf_counter_read() - the hits so far; 0 or a negative errno */
int bpf_counter_read(int map, uint64_t *count)
{
	const uint32_t key = 0;
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_fd = (uint32_t)map;
	attr.key = (uintptr_t)&key;
	attr.value = (uintptr_t)count;
	return call(BPF_MAP_LOOKUP_ELEM, &attr);
}
