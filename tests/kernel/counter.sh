# SPDX-License-Identifier: GPL-2.0-only
#
# Events of arm64's PMU as QEMU has it: real reads by mrs and by read(2), each case of config1.
# Instructions are counted as time, so cycles, instructions and nanoseconds are one thing, and exact.
#	WORLD	where the kernel is to run: guest, vhe or nvhe
#	LONG	bits of an event's counter
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

access=/proc/sys/kernel/perf_user_access
# 64000 additions, and 1000 times a subtraction and a jump, and one jump that is not taken.
operations=64000 expected=66001

count() # EVENT...: counts them over the operations
{
	./counter $operations "$1" >/tmp/counts
}

column() # N: of the first event
{
	head -n 1 /tmp/counts | cut -f "$1"
}

# What the event counted, how it was asked for, and who read it: "page" and "call" say which may be.
is() # EVENT COUNT CONFIG1 WIDTH page|call
{
	count "$1" || return 1
	equal "$(column 2) $(column 3) $(column 6)" "$2 $3 $4" || return 1
	case $5 in
	page) [ "$(column 4)" -gt 0 ] && [ "$(column 5)" = 0 ] ;;
	call) [ "$(column 4)" = 0 ] && [ "$(column 5)" -gt 0 ] ;;
	esac
}

because() # EVENT REASON
{
	count "$1" && equal "$(column 8)" "$2"
}

levels() # EVENT LEVELS
{
	count "$1" && equal "$(column 7)" "$2"
}

refused() # EVENT SENTENCE
{
	! count "$1" && equal "$(cat /tmp/counts)" "refused: $1: $2"
}

# Five events over 66001 cycles, each on a counter of its own.
together()
{
	count "cycles:u,cpu_cycles/rdpmc/u,inst_retired:u,inst_retired/rdpmc/u,inst_retired/rdpmc=0/u" &&
		equal "$(cut -f 2 /tmp/counts | sort -u)" $expected
}

# More events than there are counters: the kernel lets them take turns, and what is missing is made up.
multiplexed()
{
	./counter 40000000 "$(yes cpu_cycles/rdpmc/u | head -n 10 | tr '\n' ',' | sed 's/,$//')" \
		>/tmp/counts || return 1
	cat /tmp/counts
	awk -F '\t' '$5 > 0 { shared++ } $2 < 40800000 || $2 > 41700000 || $2 == "nan" { bad++ }
		END { exit !(NR == 10 && shared > 0 && !bad) }' /tmp/counts
}

echo 1 >$access
check 'access, 64 bits: config1 0x3' is cpu_cycles/long,rdpmc/u $expected 0x3 64 page
check 'access, 32 bits: config1 0x2' is cpu_cycles/rdpmc/u $expected 0x2 32 page
check 'no access, 64 bits: config1 0x1' is cpu_cycles/long,rdpmc=0/u $expected 0x1 0 call
check 'no access, 32 bits: config1 0x0' is cpu_cycles/rdpmc=0/u $expected 0x0 0 call
check 'no access is said' because cpu_cycles/rdpmc=0/u 'it was not asked for access from user space'
check 'a generic event gets both' is cycles:u $expected 0x3 64 page
check 'config1 by number' is cpu_cycles/config1=2/u $expected 0x2 32 page
check 'a raw event' is r11:u $expected 0x3 64 page
if [ "$LONG" = 64 ]; then
	check 'an event counter gets 64 bits' is inst_retired:u $expected 0x3 64 page
else
	check 'an event counter gets 32 bits' is inst_retired:u $expected 0x2 32 page
	check '64 bits that are not there are refused' refused inst_retired/long,rdpmc/u \
		'the PMU cannot count it as it is asked for'
fi
check 'the kernel takes nothing of the loop' is cycles:k 0 0x3 64 page
check 'events together' together
check 'events that take turns' multiplexed
check 'the kernel'\''s own event' because page-faults 'it is not an event of the processor'
check 'an event that the PMU has not' refused branches 'no PMU here counts it'
check 'no thresholds in Linux 6.1' refused cpu_cycles/threshold=1/ \
	'threshold: armv8_pmuv3 has no such term'
case $WORLD in
guest)
	check 'levels of a guest' levels cycles 'here: EL0 + EL1; guests: EL0 + EL1'
	;;
vhe)
	check 'levels with VHE' levels cycles:k 'host: EL2; guests: EL1'
	check 'exclude_hv is ignored with VHE' levels cycles:kh 'host: EL2; guests: EL1'
	;;
nvhe)
	check 'levels without VHE' levels cycles:k 'host: EL1; guests: EL1'
	check 'EL2 without VHE' levels cycles:kh \
		'host: EL1 + EL2; guests: EL1; not at entry to and exit from a guest'
	;;
esac

echo 0 >$access
check 'perf_user_access 0: read()' is cycles:u $expected 0x3 0 call
check 'perf_user_access 0 is said' because cycles:u "$access is 0"
check 'perf_user_access 0, 32 bits' is cpu_cycles/rdpmc/u $expected 0x2 0 call
check 'perf_user_access 0, an event counter' is inst_retired/rdpmc=0/u $expected 0x0 0 call
finish
