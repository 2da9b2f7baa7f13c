#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Counters read in user space on arm64, on three machines of QEMU's: a guest with 64 bits a counter, a
# host with VHE, and a host without whose counters have 32 bits.
#	usage: test_counter.sh BUILD_DIR
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
# shellcheck source=tests/kernel/kernels.sh
. tests/kernel/kernels.sh
export LC_ALL=C
build=$1
program=$build/kernel/counter

# What there is of markbench for it, and nothing that needs a library.
build_program()
{
	mkdir -p "$build/kernel" &&
		aarch64-linux-gnu-gcc -std=gnu11 -D_GNU_SOURCE -I. -O2 -Wall -Wextra -Werror \
			-Wno-unused-parameter -static -o "$program" tests/kernel/counter.c \
			bench/counter/*.c bench/machine/arm64.c -lm
}

boot() # WORLD BITS [QEMU-ARGUMENT]...
{
	local world=$1 bits=$2
	shift 2
	tests/kernel/boot.sh -i -q "$*" -l "counter-$world" -e "WORLD=$world" -e "LONG=$bits" \
		-f "$program" "$build" arm64 tests/kernel/counter.sh
}

all()
{
	boot guest 64
	boot vhe 64 -M virtualization=on
	boot nvhe 32 -M virtualization=on -cpu cortex-a57
}

kernel_find arm64 || { skip 'counters on arm64' "$K_REASON"; exit 0; }
check 'the program is built' build_program
[ "$failed" = 0 ] || exit 1
reported all
exit "$failed"
