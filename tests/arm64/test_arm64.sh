#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# arm64 under qemu-user: the core's unit and stress tests, and the marked programs of the build matrix.
# usage: test_arm64.sh BUILD_DIR
#
# liburcu and cmocka for arm64 are unpacked under BUILD_DIR/arm64/sysroot, by an apt with a state of
# its own: the machine's package configuration is not touched, only its list of sources is read.
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
mkdir -p "$1/arm64" || exit 1
build=$(realpath "$1")/arm64
sysroot=$build/sysroot
lib=$sysroot/usr/lib/aarch64-linux-gnu
packages='liburcu-dev liburcu8 libcmocka-dev libcmocka0'
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
label=arm64 strip=aarch64-linux-gnu-strip
include="-isystem $sysroot/usr/include/aarch64-linux-gnu -isystem $sysroot/usr/include"
links="-L$lib -Wl,-rpath-link,$lib"
# Without an agent: a fork() of a process of several threads makes QEMU 7.2 abort now and then.
emulate="qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=$build:$lib -E MARKER_CONTROL=off"
. tests/report.sh
. tests/lifecycle/matrix.sh

give_up() # REASON
{
	skip arm64 "$1"
	exit 0
}

own_apt() # COMMAND...
{
	local state=$build/apt
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	touch "$state/status"
	apt-get -q -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$state" \
		-o Dir::State::lists="$state/lists" -o Dir::State::status="$state/status" \
		-o Dir::Cache="$state/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}

# Complete, or not there: unpacked beside, then renamed.
get_sysroot()
{
	local new=$build/sysroot.new deb
	[ -d "$sysroot" ] && return
	rm -rf "$new" "$build/debs"
	mkdir -p "$new" "$build/debs"
	own_apt update || return 1
	# shellcheck disable=SC2086
	(cd "$build/debs" && own_apt download $packages) || return 1
	for deb in "$build"/debs/*.deb; do
		dpkg-deb -x "$deb" "$new" || return 1
	done
	mv "$new" "$sysroot"
}

build_all()
{
	make -s O="$build" CC=aarch64-linux-gnu-gcc EXTRA_CFLAGS="$include" EXTRA_LDFLAGS="$links" \
		lib core-test-programs
}

cannot_be_emulated() # TEST: prints why
{
	case $1 in
	test_core_signals) echo 'an emulated process does nothing else under a timer of 50 us' ;;
	test_core_control) echo 'QEMU 7.2 aborts when a process of several threads forks' ;;
	test_core_agent_paths) echo 'QEMU looks for absolute paths in the sysroot first, also for /' ;;
	*) return 1 ;;
	esac
}

# The results of cmocka's programs, as lines of ours.
core_tests()
{
	local test name status reason
	for test in tests/unit/test_core_*.c tests/stress/test_core_*.c; do
		name=$(basename "$test" .c)
		reason=$(cannot_be_emulated "$name") && { skip "arm64: $name" "$reason"; continue; }
		CMOCKA_MESSAGE_OUTPUT=TAP timeout -k 5 300 $emulate "$build/${test%.c}" >"$work/log" 2>&1 </dev/null
		status=$?
		sed -nE "s/^(not )?ok [0-9]+ - (.*)/\\1ok - arm64: $name: \\2/p" "$work/log"
		if [ $status != 0 ] && ! grep -q '^not ok' "$work/log"; then
			not_ok "arm64: $name: exit status $status" "$work/log"
		elif [ $status != 0 ]; then
			tail -n 20 "$work/log" | sed 's/^/# /'
		fi
	done
}

list()
{
	local gcc=aarch64-linux-gnu-gcc gxx=aarch64-linux-gnu-g++
	echo "gcc -O0 PIE | $gcc | -O0 | |"
	echo "gcc -O2 PIE | $gcc | -O2 | |"
	echo "gcc -Os PIE | $gcc | -Os | | a"
	echo "gcc -O3 -funroll-loops -no-pie | $gcc | -O3 -funroll-loops -fno-pie | -no-pie | a"
	echo "gcc -O2 -static | $gcc | -O2 | -static | a"
	echo "gcc -O0 -static-pie | $gcc | -O0 -fPIE | -static-pie | a"
	echo "gcc -O2 shared object | $gcc | -O2 -fPIC | | so"
	echo "gcc -O2 -flto | $gcc | -O2 -flto | | a"
	echo "gcc -mbranch-protection=standard | $gcc | -O2 -mbranch-protection=standard | |"
	echo "gcc plain slow path | $gcc | -O2 -DMARKER_PLAIN | | a"
	echo "gcc no unwind tables, -fno-plt | $gcc | -O3 -fno-asynchronous-unwind-tables -fno-plt | |"
	echo "gcc generic target | $gcc | -O2 -fno-pie -DMARKER_ARCH_GENERIC | -no-pie | a"
	echo "g++ -O0 PIE | $gxx | -O0 | |"
	echo "g++ -O2 PIE | $gxx | -O2 | | a"
	echo "g++ -Os shared object | $gxx | -Os -fPIC | | so"
	echo "g++ -O2 -static | $gxx | -O2 | -static | a"
}

# The slow path: tests/lifecycle/registers.c, without and with the long vectors of SVE; who walks through it.
program() # NAME LIBRARY OPTIONS...
{
	# shellcheck disable=SC2086
	aarch64-linux-gnu-gcc $include -std=gnu11 -g -O2 $warn -D_GNU_SOURCE -I. "$src/$1.c" -o "$work/$1" "${@:2}" \
		$links -lurcu-bp >"$work/log" 2>&1 && return
	not_ok "arm64: $1.c is built" "$work/log"
	return 1
}

slow_path()
{
	local cpu
	if program registers "$build/libmarker.a"; then
		for cpu in cortex-a57 max; do
			relay "arm64, $cpu" ${emulate/qemu-aarch64/qemu-aarch64 -cpu $cpu} "$work/registers"
		done
	fi
	program unwind -L"$build" -lmarker && relay "arm64, qemu" $emulate "$work/unwind"
	result 'a leaf with a marker: a nop, and 24 bytes behind the return' leaf_bytes
}

bytes_of() # OPTIONS...
{
	aarch64-linux-gnu-gcc -std=gnu11 -O2 -I. "$@" -c -o "$work/leaf.o" "$src/leaf.c" &&
		echo $((16#$(aarch64-linux-gnu-nm -S "$work/leaf.o" | awk '$4 == "leaf" { print $2 }')))
}

leaf_bytes()
{
	equal $(($(bytes_of) - $(bytes_of -DMARKER_DISABLE))) 28
}

main()
{
	result 'the library and the tests of the core are built' build_all
	core_tests
	[ -e "$build/libmarker.so" ] || return
	aarch64-linux-gnu-gcc -O1 -Wall -Werror -o "$work/load" "$src/matrix_load.c" -ldl
	reference_list c aarch64-linux-gnu-gcc
	reference_list c++ aarch64-linux-gnu-g++
	list | run_list
	slow_path
}

for tool in qemu-aarch64 aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ dpkg-deb apt-get; do
	command -v $tool >/dev/null || give_up "$tool is not installed"
done
get_sysroot >"$work/log" 2>&1 ||
	give_up "liburcu and cmocka for arm64 cannot be had: $(grep -m1 -E '^(E|W):' "$work/log")"
reported main
exit $failed
