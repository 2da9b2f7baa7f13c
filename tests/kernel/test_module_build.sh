#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A module with markers of somebody else's: the lines that Documentation/kernel.rst gives build it, and
# without the linker script, which gathers the table, it is refused.
#	usage: test_module_build.sh BUILD_DIR
# shellcheck disable=SC2317	# functions that check, silent and reported call
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
# shellcheck source=tests/kernel/kernels.sh
. tests/kernel/kernels.sh
export LC_ALL=C
build=$(realpath -m "$1")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

module() # NAME KBUILD-LINE...: a folder with mod_plain.c and its Kbuild
{
	local folder=$work/$1
	shift
	mkdir -p "$folder" && cp tests/kernel/mod_plain.c "$folder" || return 1
	printf '%s\n' "MARKER := $PWD" "ccflags-y := -I\$(MARKER)" "$@" >"$folder/Kbuild"
}

# The variables of the make that runs the tests are not the kernel's (CC=clang).
make_module() # NAME
{
	MAKEFLAGS='' make -C "$K_KDIR" M="$work/$1" KBUILD_EXTRA_SYMBOLS="$build/kernel/6.1/Module.symvers" modules
}

builds() # NAME: without a warning
{
	if ! make_module "$1" >"$work/$1.log" 2>&1 || grep -iE 'warning|error' "$work/$1.log"; then
		cat "$work/$1.log"
		return 1
	fi
}

# Of each kind, a line of the source.
lists() # NAME
{
	local kind line
	"$build/markctl" list "$work/$1/foo.ko" >"$work/list"
	for kind in immediate generic key; do
		line=$(sed -n "/(plain_body_$kind,/=" tests/kernel/mod_plain.c)
		grep -q "^plain_body_$kind  .*mod_plain.c:$line  *\"n %d\"" "$work/list" && continue
		cat "$work/list"
		return 1
	done
}

# By name: what is not there is the symbol of the linker script.
is_refused() # NAME
{
	if make_module "$1" >"$work/$1.log" 2>&1 ||
		! grep -q 'ERROR: modpost: "__marker_object" .* undefined' "$work/$1.log"; then
		cat "$work/$1.log"
		return 1
	fi
}

kernel_find 6.1 || { skip 'modules' "$K_REASON"; exit 0; }
kernel_modules "$build" 6.1 >"$work/log" || { not_ok 'the modules are built' "$work/log"; exit 1; }
# shellcheck disable=SC2016	# that is for make
script='ldflags-y := -T $(MARKER)/marker/module.lds'
module linked 'obj-m := foo.o' 'foo-y := mod_plain.o' "$script"
module parts 'obj-m := foo.o' 'foo-y := mod_plain.o'
module single 'obj-m := mod_plain.o' "$script"
check 'a module with markers' builds linked
check 'its markers are listed, with their lines' lists linked
check 'T73 without the linker script it is refused' is_refused parts
check 'T73 of one file, for which kbuild links nothing, too' is_refused single
exit "$failed"
