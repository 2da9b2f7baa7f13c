#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Recording of the kernel as markctl does it, inside a guest; babeltrace2 reads the traces here.  What is
# recorded in each of the kernels is a part of test_kernel.sh.
#	usage: test_record.sh BUILD_DIR
# shellcheck disable=SC2317	# functions that check calls
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
modules=$build/kernel/6.1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

boot()
{
	local module files=()
	for module in marker marker-record tests/kernel/mt-record; do files+=(-f "$modules/$module.ko"); done
	tests/kernel/boot.sh -t 240 -l record -o "$work" -a 'clocksource=tsc tsc=reliable' "${files[@]}" \
		-f "$build/tests/kernel/talk" "$build" 6.1 tests/kernel/record_live.sh
}

unpack() # NAME
{
	mkdir "$work/$1" && tar -C "$work/$1" -xf "$work/$1.tar" || return 1
	record_events "$work/$1/kernel" >"$work/$1/events"
	mv "$work/$1/kernel.said" "$work/$1/trace.said"
}

# A round is from 0 on again: the numbers of each, one behind the other.
all_rounds()
{
	awk '
		FNR == NR { task[$1] += $2; interrupt[$1] += $3; nmi[$1] += $4; next }
		$2 == "record_task:" { task[$1]-- }
		$2 == "record_interrupt:" { interrupt[$1]-- }
		$2 == "record_nmi:" { nmi[$1]-- }
		{ key = $1 $2; n = $9; if (n != 0 && n != last[key] + 1) { print; bad = 1 } last[key] = n }
		END {
			for (cpu in task)
				if (task[cpu] || interrupt[cpu] || nmi[cpu]) {
					print "CPU " cpu ": missing " task[cpu], interrupt[cpu], nmi[cpu]
					bad = 1
				}
			exit bad
		}' "$work/live/hits" "$work/live/events"
}

# The clock of the guest says the same time in its trace.
times()
{
	babeltrace2 --no-delta --clock-seconds "$work/live/kernel" |
		awk -v began="$(cat "$work/live/began")" -v ended="$(cat "$work/live/ended")" '
			{ at = substr($1, 2) + 0; nr++ }
			at < began || at > ended + 1 { print began, ended ": " $0; bad = 1; exit }
			END { exit bad || !nr }'
}

by_counter()
{
	grep -q 'name = "marker_tsc"' "$work/live/kernel/metadata" &&
		grep -q 'clock_source = "tsc"' "$work/live/kernel/metadata" &&
		! grep -q 'freq = 1000000000;' "$work/live/kernel/metadata"
}

# It goes on: what it is of has later ones, without a gap.
goes_on()
{
	local taken all
	taken=$(tail -n 1 "$work/snapshot/events") all=$(tail -n 1 "$work/after/events")
	echo "$taken; $all"
	awk 'NR > 1 && $9 != last + 1 { print last " is followed by " $0; bad = 1 } { last = $9 }
		END { exit bad || !NR }' "$work/after/events" &&
		awk -v after="$(cat "$work/snapshot/after")" '{ last = $9 } END { exit last < after }' "$work/after/events"
}

# Some of all numbers, without a gap.
a_part()
{
	awk '{ key = $1 $2; n = $9 }
		key in last ? n != last[key] + 1 : n != 0 { print; bad = 1 }
		{ last[key] = n; nr++ }
		END { exit bad || !nr }' "$work/killed/events"
}

# What found no room is counted; what comes behind it may find some.
all_but_dropped() # NAME
{
	local hits events dropped
	hits=$(awk '{ sum += $2 + $3 + $4 } END { print sum }' "$work/$1/hits")
	events=$(wc -l <"$work/$1/events")
	dropped=$(awk '{ print $7 }' "$work/$1/told")
	awk '{ key = $1 $2 } key in last && $9 <= last[key] { print; bad = 1 } { last[key] = $9 }
		END { exit bad }' "$work/$1/events" || return 1
	[ "$events" -gt 0 ] && [ $((events + dropped)) = "$hits" ] ||
		{ echo "$events and $dropped of $hits"; return 1; }
}

# No file has more than it says, and all of it can be read.
no_errors() # NAME
{
	! grep -i error "$work/$1/trace.said"
}

judge()
{
	local name
	record_work=$work
	for name in live flight killed full snapshot after limit; do
		check "record: $name: the trace arrived" unpack $name
		check "record: $name: babeltrace2 has read all of it" no_errors $name
	done
	check 'record: read while it is written, nothing is missing, nothing is there twice' all_rounds
	check 'record: babeltrace2 knows of nothing that was discarded' record_quiet live
	check "record: times are the counter's" by_counter
	check 'record: and are right' times
	check 'record: a flight recorder has the newest' record_numbers flight last
	check 'record: what a killed reader has written is whole' a_part
	check 'record: of a full disk, what is there and what was dropped is all' all_but_dropped full
	check 'record: of a trace with a limit, too' all_but_dropped limit
	check 'record: and its reader knows that they were dropped' record_quiet limit discarded
	check 'record: a snapshot has no gap, up to its moment' record_is_snapshot "$work/snapshot" 65536
	check 'record: there is something in it' test -s "$work/snapshot/events"
	check 'record: what it was taken of goes on' goes_on
}

kernel_find 6.1 || { skip 'recording of the kernel' "$K_REASON"; exit 0; }
check 'record: a program for the guest' test -x "$build/tests/kernel/talk"
kernel_modules "$build" 6.1 >"$work/build"
verdict 'record: the modules are built' $? "$work/build"
[ "$failed" = 0 ] || exit 1
reported boot
judge
exit "$failed"
