#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The harness itself: whatever goes wrong in a guest, boot.sh says so.
#	usage: test_harness.sh BUILD_DIR
# shellcheck disable=SC2317	# functions that check, silent and reported call
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
# shellcheck source=tests/kernel/kernels.sh
. tests/kernel/kernels.sh
export LC_ALL=C
build=$1/kernel/harness
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# ---- the words of a kernel log -----------------------------------------------------------------

splats()
{
	cat <<-'END'
		BUG: kernel NULL pointer dereference, address: 0000000000000000
		BUG: sleeping function called from invalid context at kernel/locking/mutex.c:580
		BUG: KASAN: slab-out-of-bounds in f+0x1/0x2
		BUG: KCSAN: data-race in f / g
		BUG kmalloc-64 (Tainted: G OE): Redzone overwritten
		kernel BUG at mm/slub.c:435!
		WARNING: CPU: 1 PID: 77 at kernel/jump_label.c:73 f+0x1/0x2
		WARNING: possible circular locking dependency detected
		WARNING: inconsistent lock state
		WARNING: suspicious RCU usage
		Oops: 0002 [#1] PREEMPT SMP NOPTI
		Internal error: Oops: 96000044 [#1] SMP
		general protection fault, probably for non-canonical address 0xdead000000000100: 0000
		Unable to handle kernel paging request at virtual address ffff80000a1b2000
		UBSAN: array-index-out-of-bounds in f.c:3:4
		rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:
		rcu: INFO: rcu_sched self-detected stall on CPU
		INFO: task insmod:77 blocked for more than 120 seconds.
		Kernel panic - not syncing: Fatal exception
	END
}

log_of() # LINE: as a guest leaves it that comes to its end
{
	printf '[    1.000000] Run /init as init process\n'
	[ -z "$1" ] || printf '[    2.000000] %s\n' "$1"
	printf '[    3.000000] marker-guest: end\n'
}

scan()
{
	awk -v label=x -f tests/kernel/log.awk
}

overlooked()
{
	local line
	while read -r line; do
		log_of "$line" | scan | grep -qF "not ok - x: start: kernel log: $line" || echo "$line"
	done < <(splats)
}

harmless()
{
	log_of '' | scan | grep '^not ok'
	log_of 'kfence: initialized - using 2097152 bytes for 255 objects' | scan | grep '^not ok'
	log_of 'Kernel command line: oops=panic BUG: WARNING:' | scan | grep '^not ok'
}

cut_off()
{
	log_of '' | head -n 1 | scan | grep -qxF 'not ok - x: the kernel log stops at: Run /init as init process'
}

# ---- guests in which something goes wrong ------------------------------------------------------

topic() # NAME: its commands on standard input
{
	{
		echo '. ./topic.sh'
		cat
	} >"$work/guest_$1.sh"
}

write_topics()
{
	topic good <<-'END'
		ok 'it runs'
		check 'arithmetic' equal $((1 + 1)) 2
		skip 'the moon' 'too far'
		seq 1 1000 >/tmp/numbers
		send /tmp/numbers
		finish
	END
	topic warning <<-'END'
		ok 'before'
		echo 'WARNING: this line is a test' >/dev/kmsg
		finish
	END
	topic early <<-'END'
		ok 'before'
		exit 0
		finish
	END
	topic failing <<-'END'
		check 'the false' false
		finish
	END
	topic planned <<-'END'
		echo '1..3'
		finish
	END
	topic panic <<-'END'
		ok 'before'
		echo c >/proc/sysrq-trigger
		finish
	END
	topic off <<-'END'
		ok 'before'
		poweroff -f
		finish
	END
	topic hang <<-'END'
		ok 'before'
		sleep 1000
		finish
	END
}

guest() # NAME SECONDS TOPIC...: boots, and keeps what boot.sh said and its status
{
	local name=$1 limit=$2
	shift 2
	tests/kernel/boot.sh -l "$name" -t "$limit" -o "$work/sent" "$build" 6.1 "${@/#/$work/guest_}" \
		>"$work/$name" 2>&1
	echo $? >"$work/$name.status"
}

begins_a_line() # TEXT FILE
{
	awk -v text="$1" 'index($0, text) == 1 { found = 1 } END { exit !found }' "$2" || cat "$2"
}

said() # NAME STATUS LINE...: among other lines, ones that begin so
{
	local name=$1 line
	check "$1: exit status $2" equal "$(cat "$work/$1.status")" "$2"
	shift 2
	for line in "$@"; do
		silent "boot.sh says '$line'" begins_a_line "$line" "$work/$name"
	done
}

judge()
{
	said several 1 \
		'ok - several: good: it runs' \
		'ok - several: good: arithmetic' \
		'skip - several: good: the moon: too far' \
		'ok - several: warning: before' \
		'not ok - several: warning: kernel log: WARNING: this line is a test' \
		'not ok - several: early: ended before its last line, with exit status 0' \
		'not ok - several: failing: the false' \
		'not ok - several: planned: planned 3 results, 0 came'
	check 'a file comes out of the guest' cmp "$work/sent/numbers" <(seq 1 1000)
	said panic 1 \
		'ok - panic: panic: before' \
		'not ok - panic: panic: the guest stopped in it' \
		'not ok - panic: good: did not run' \
		'not ok - panic: panic: kernel log: Kernel panic'
	said off 1 \
		'not ok - off: off: the guest stopped in it' \
		'not ok - off: the guest did not come to its end'
	said hang 1 \
		'not ok - hang: not at its end after 15 s' \
		'not ok - hang: the guest did not come to its end'
	said missing 1 'not ok - missing: '
}

silent 'every kind of splat is found' overlooked
silent 'what is no splat is not' harmless
check 'a log without its end is found' cut_off
kernel_find 6.1 || { skip 'guests' "$K_REASON"; exit "$failed"; }
write_topics
{ guest several 120 good.sh warning.sh early.sh failing.sh planned.sh; guest off 120 off.sh; } &
{ guest panic 120 panic.sh good.sh; guest hang 15 hang.sh; guest missing 120 nothing.sh; } &
wait
judge
exit "$failed"
