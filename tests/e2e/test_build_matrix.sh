#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The marked program of tests/lifecycle/matrix.h under many compilers, options and linkers.
# usage: test_build_matrix.sh BUILD_DIR [REGEX]	with a REGEX: the builds whose line it matches
#
# Without one, the short form, for make check: all builds of C, and of C++ those that C++ may break.
# make check-matrix is the whole list.
#
# tests/lifecycle/matrix.sh says what a line of the list is and what is checked of each build.  Names
# that start with A2, A3, A4 are public bug reports of other instrumentations, taken over as cases.
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
build=$(realpath "$1") || exit 1
only=${2:-}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
label=build emulate='' strip=strip include='' links=''
. tests/report.sh
. tests/lifecycle/matrix.sh

list()
{
	local cc o a ld gc='-O2 -ffunction-sections -fdata-sections'
	for cc in gcc g++ clang clang++; do
		for o in -O0 -O1 -O2 -Os; do
			case $cc in *++) a='A2 ' ;; *) a='' ;; esac
			echo "$a$cc $o PIE | $cc | $o | |"
		done
		echo "$cc rows -O0 | $cc | -O0 | | a"
		echo "$cc -O3 | $cc | -O3 | |"
		echo "$cc frame pointer, stack protector | $cc | -O2 -fno-omit-frame-pointer -fstack-protector-all | | a"
		echo "$cc no frame pointer, -fno-plt | $cc | -O1 -fomit-frame-pointer -fno-plt | |"
		echo "$cc plain slow path | $cc | -O2 -DMARKER_PLAIN | | a"
		echo "$cc no unwind tables | $cc | -O2 -fno-asynchronous-unwind-tables -DMARKER_NO_CFI | |"
		echo "$cc rows -O3 -funroll-loops | $cc | -O3 -funroll-loops | | a"
		echo "$cc -no-pie | $cc | -O2 -fno-pie | -no-pie | a"
		echo "A4 $cc -static | $cc | -O2 | -static | a"
		echo "A4 $cc -static-pie | $cc | -O1 -fPIE | -static-pie | a"
		echo "A4 $cc shared object -O2 | $cc | -O2 -fPIC | | so"
		echo "$cc -fcf-protection=full | $cc | -O2 -fcf-protection=full | |"
		echo "$cc -march=native | $cc | -O3 -march=native | |"
		echo "$cc -masm=intel | $cc | -O2 -masm=intel | |"
		echo "$cc immediate MOV, intel | $cc | -O1 -masm=intel -DMARKER_IMMEDIATE_FORM=MOV | | a"
		echo "$cc jump NOP8 | $cc | -O2 -DMARKER_JUMP_FORM=NOP8 | | a"
		echo "$cc jump NOP8, intel, shared object | $cc | -O1 -masm=intel -fPIC -DMARKER_JUMP_FORM=NOP8 | | so"
		echo "$cc -mno-red-zone -fvisibility=hidden | $cc | -O2 -mno-red-zone -fvisibility=hidden | |"
		echo "$cc generic target | $cc | -O2 -DMARKER_ARCH_GENERIC | | a"
		echo "$cc generic target shared object | $cc | -O0 -fPIC -DMARKER_ARCH_GENERIC | | so"
		echo "A3 $cc ASan UBSan | $cc | -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all | |"
		echo "$cc TSan | $cc | -O1 -g -fsanitize=thread | |"
		echo "$cc --coverage | $cc | -O1 --coverage | --coverage |"
		echo "$cc -pg | $cc | -O2 -pg | -pg |"
		echo "$cc -mcmodel=medium | $cc | -O2 -mcmodel=medium | | keep"
	done
	echo "gcc -flto | gcc | -O2 -flto | |"
	echo "gcc -flto many partitions | gcc | -O2 -flto -flto-partition=max | | a"
	echo "A2 g++ -flto | g++ | -O3 -flto | |"
	echo "A2 g++ -flto shared object | g++ | -O2 -flto -fPIC | | so"
	echo "clang -flto | clang | -O2 -flto | -fuse-ld=lld |"
	echo "A2 clang++ -flto static | clang++ | -O2 -flto | -fuse-ld=lld -static | a"
	echo "clang -flto=thin | clang | -O2 -flto=thin | -fuse-ld=lld |"
	echo "A2 clang++ -flto=thin | clang++ | -O3 -flto=thin | -fuse-ld=lld | a"
	echo "clang MSan | clang | -O1 -g -fsanitize=memory | | lib=msan"
	echo "clang++ MSan | clang++ | -O1 -g -fsanitize=memory | | lib=msan"
	echo "A3 clang++ ASan -O0 | clang++ | -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all | |"
	for cc in gcc clang++; do
		for ld in bfd gold lld mold; do
			echo "A4 $cc gc-sections $ld | $cc | $gc | -fuse-ld=$ld -Wl,--gc-sections |"
			echo "A4 $cc gc-sections $ld shared object | $cc | $gc -fPIC | -fuse-ld=$ld -Wl,--gc-sections | so"
			echo "A4 $cc gc-sections $ld static | $cc | $gc | -fuse-ld=$ld -Wl,--gc-sections -static | a strip"
		done
		echo "A4 $cc start-stop-gc | $cc | $gc | -fuse-ld=lld -Wl,--gc-sections -Wl,-z,start-stop-gc | strip"
		echo "A4 $cc start-stop-gc bfd | $cc | $gc | -Wl,--gc-sections -Wl,-z,start-stop-gc | a"
		echo "$cc icf=all lld | $cc | $gc | -fuse-ld=lld -Wl,--icf=all | a"
		echo "$cc icf=all gold | $cc | $gc | -fuse-ld=gold -Wl,--icf=all | a"
		echo "A4 $cc relro now | $cc | -O2 | -Wl,-z,relro,-z,now | strip"
		echo "A4 $cc shared object strip | $cc | -O2 -fPIC | | so strip"
	done
	echo "gcc -Og, few registers | gcc | -Og -ffixed-r12 -ffixed-r13 | |"
	echo "gcc -O0, few registers, ASan | gcc | -O0 -ffixed-r12 -ffixed-r13 -fsanitize=address -fno-omit-frame-pointer | |"
	echo "gcc -mavx2 -ffast-math | gcc | -O3 -mavx2 -ffast-math -ffp-contract=off | |"
	echo "gcc -mindirect-branch | gcc | -O2 -mindirect-branch=thunk | |"
	echo "gcc -fprofile-generate | gcc | -O2 -fprofile-generate -fprofile-update=atomic | -fprofile-generate |"
	echo "clang -fsplit-machine-functions | clang | -O2 -fsplit-machine-functions | |"
	echo "g++ c++17, nothing of gnu's | g++ | -O2 -std=c++17 | |"
	echo "clang++ c++17, nothing of gnu's | clang++ | -O2 -std=c++17 | |"
	echo "g++ c++20 | g++ | -O2 -std=c++20 | |"
	echo "clang++ c++20 | clang++ | -O2 -std=gnu++20 | |"
	echo "gcc gnu17 | gcc | -O2 -std=gnu17 | |"
	echo "gcc -mcmodel=large | gcc | -O2 -mcmodel=large | |"
	echo "gcc -mcmodel=large -O0 | gcc | -O0 -fno-pie -mcmodel=large | -no-pie | a"
	echo "clang -mcmodel=large | clang | -O2 -mcmodel=large | |"
	echo "clang++ -mcmodel=large | clang++ | -O1 -mcmodel=large | -no-pie |"
	echo "g++ no unwind tables, unwind directives | g++ | -O2 -fno-asynchronous-unwind-tables | |"
}

# Of C++: what was reported of others, the extremes of optimisation, sanitizers, other standards.
short()
{
	awk -F'|' '$2 !~ /\+\+/ || /^A/ || /\+\+20|\+\+17|-O[02] PIE|San/'
}

# -DMARKER_DISABLE: nothing of the library is left in the objects.
vanilla() # CC OPTIONS...
{
	local cc=$1 lang=c f left
	shift
	mkdir -p "$work/vanilla"
	for f in matrix_kinds.c matrix_code.c matrix_unit.c matrix_cxx.cc; do
		case $cc:$f in *++:*) lang=c++ ;; *:*.cc) continue ;; esac
		# shellcheck disable=SC2086
		$cc "$@" $warn -I. -DMARKER_DISABLE -x $lang -c -o "$work/vanilla/$f.o" "$src/$f" || return 1
		left=$(readelf -SsW "$work/vanilla/$f.o" | grep -iE 'marker|init_array\.00150') &&
			{ echo "$f: $left"; return 1; }
	done
	return 0
}

# A compile error that says what to do is all that g++ can have under -mcmodel=large.
large_model()
{
	local said
	said=$(echo '#include <marker/marker.h>' |
	       g++ -x c++ -mcmodel=large -I. -fsyntax-only - 2>&1) && return 1
	case $said in *'#error "g++ -mcmodel=large'*) ;; *) echo "$said"; return 1 ;; esac
}

scopes() # CC KIND
{
	# shellcheck disable=SC2086
	$1 -std=gnu11 $warn -O2 -I. -DSCOPE_MARK="$2" "$src/scope.c" -o "$work/scope" -L"$build" -lmarker \
		-Wl,-rpath,"$build" && "$work/scope"
}

test_scopes()
{
	local kind said name='clang MARK twice, a VLA and a variable with a cleanup'
	for kind in MARK MARK_IMMEDIATE MARK_GENERIC; do
		result "gcc $kind twice, a VLA and a variable with a cleanup" scopes gcc $kind
	done
	for kind in MARK_IMMEDIATE MARK_GENERIC; do
		result "clang $kind twice, a VLA and a variable with a cleanup" scopes clang $kind
	done
	if said=$(scopes clang MARK 2>&1); then
		ok "$(titled "$name")"
	elif grep -q 'cannot jump from this asm goto' <<<"$said"; then
		skip "$(titled "$name")" 'clang before 17 refuses it (Documentation/lifecycle.rst)'
	else
		not_ok "$(titled "$name")" - <<<"$said"
	fi
}

main()
{
	gcc -O1 -Wall -Werror -o "$work/load" "$src/matrix_load.c" -ldl 2>"$work/log" ||
		{ not_ok 'build: matrix_load.c' "$work/log"; return; }
	reference_list c gcc
	reference_list c++ g++
	make -s O="$work/msan" CC=clang SAN=memory OPT='-O1 -g' lib >"$work/log" 2>&1 ||
		not_ok 'build: the library with MSan' "$work/log"
	if [ -n "$only" ]; then
		list | grep -E -- "$only" | run_list
	else
		list | short | run_list
	fi
	for cc in gcc g++ clang clang++; do
		for o in -O0 -O2; do
			result "$cc $o -DMARKER_DISABLE leaves nothing" vanilla $cc $o
		done
	done
	for cc in gcc g++ clang clang++; do
		one "$cc -DMARKER_DISABLE runs | $cc | -O2 -DMARKER_DISABLE | | vanilla"
	done
	test_scopes
	result "g++ -mcmodel=large is refused with a reason" large_model
}

reported main
exit $failed
