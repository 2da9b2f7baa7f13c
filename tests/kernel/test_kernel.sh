#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel modules, in each kernel that they are tested with: they are built without a warning, and
# the topics (guest_*.sh, see topic.sh) find them right.
#	usage: test_kernel.sh BUILD_DIR [FLAVOUR...]
#
# The topics of a flavour share a boot, but for those that ask for one of their own.  Two flavours run
# at a time, and the results of one come together, when it is through.
# shellcheck disable=SC2317	# functions that check, silent and reported call
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
# shellcheck source=tests/kernel/kernels.sh
. tests/kernel/kernels.sh
# shellcheck source=tests/kernel/record.sh
. tests/kernel/record.sh
export LC_ALL=C
build=$1
shift
flavours=("$@")
[ ${#flavours[@]} -gt 0 ] || flavours=("${KERNEL_FLAVOURS[@]}")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

directive() # NAME TOPIC: what a comment of the topic says
{
	sed -n "s/^# $1: //p" "$2"
}

topics_of() # FLAVOUR
{
	local topic only
	for topic in tests/kernel/guest_*.sh; do
		only=$(directive flavours "$topic")
		case " ${only:-$1} " in *" $1 "*) echo "$topic" ;; esac
	done
}

build_modules() # FLAVOUR
{
	local log=$work/$1.build
	kernel_modules "$build" "$1" >"$log"
	verdict "$1: the modules are built, without a warning" $? "$log"
	[ "$failed" = 0 ]
}

boot_shared() # FLAVOUR TOPIC...
{
	tests/kernel/boot.sh -t 300 -f "$build/kernel/$1" "$build" "$@"
}

boot_alone() # FLAVOUR TOPIC
{
	local options
	read -ra options < <(directive boot "$2")
	tests/kernel/boot.sh -f "$build/kernel/$1" "${options[@]}" "$build" "$@"
}

flavour() # FLAVOUR
{
	local topic shared=() alone=()
	kernel_find "$1" || { skip "$1" "$K_REASON"; return; }
	build_modules "$1" || return
	rm -f "$build/kernel/$1/sent"/record-*.tar
	while read -r topic; do
		if [ -n "$(directive boot "$topic")" ]; then alone+=("$topic"); else shared+=("$topic"); fi
	done < <(topics_of "$1")
	boot_shared "$1" "${shared[@]}"
	record_judge "$build" "$1" "$work"
	for topic in "${alone[@]}"; do
		boot_alone "$1" "$topic"
	done
}

collected() # FLAVOUR
{
	flavour "$1" >"$work/$1" 2>&1
	cat "$work/$1"
}

all()
{
	local flavour running=0
	for flavour in "${flavours[@]}"; do
		[ "$running" -lt 2 ] || { wait -n; running=$((running - 1)); }
		collected "$flavour" &
		running=$((running + 1))
	done
	wait
}

reported all
exit "$failed"
