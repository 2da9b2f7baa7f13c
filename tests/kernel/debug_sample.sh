# SPDX-License-Identifier: GPL-2.0-only
#
# The modules as they are used, in a kernel that watches them: loaded, switched on and off while a timer
# hits the sample's markers, unloaded in each order.  A topic of debug-kernel.sh.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh
marker=/sys/kernel/debug/marker

tell() # COMMAND
{
	echo "$1" >"$marker/control"
}

load() # MODULE [PARAMETER]
{
	local name=$1
	shift
	check "$name is loaded" insmod "./$name" "$@"
}

unload() # MODULE
{
	check "$1 is unloaded" rmmod "$1"
}

field() # MARKER NUMBER
{
	awk -F '\t' -v name="$1" -v n="$2" '$1 == name { print $n }' "$marker/markers"
}

hit() # MARKER: within two seconds
{
	local i
	for i in 1 2 3 4 5 6 7 8 9 10; do
		[ "$(field "$1" 7)" -gt 0 ] && return
		sleep 0.2
	done
	cat "$marker/markers"
	return 1
}

toggle() # TIMES
{
	local i=0
	while [ $i -lt "$1" ]; do
		tell 'enable * empty' && tell 'enable sample_* count' && tell 'enable sample_t* print' &&
			tell 'disable sample_* count' && tell 'disable *' || return 1
		i=$((i + 1))
	done
}

# Both at a time; one may find connected or gone what the other has just asked for.
toggle_beside()
{
	local i=0 other
	(while :; do tell 'enable sample_v* empty'; tell 'disable sample_v*'; cat "$marker/markers"; done) \
		>/dev/null 2>&1 &
	other=$!
	while [ $i -lt "$1" ]; do
		tell 'enable sample_tick count'
		tell 'disable sample_tick'
		i=$((i + 1))
	done 2>/dev/null
	kill $other
	wait $other
	return 0
}

# What the kernel itself has lost before is not asked for by debug_leaks.sh.
if [ -e /sys/kernel/debug/kmemleak ]; then
	echo scan >/sys/kernel/debug/kmemleak
	echo clear >/sys/kernel/debug/kmemleak
fi
load marker.ko
load marker-count.ko
load marker-print.ko
check 'markers of later modules are asked for' tell 'enable sample_* count'
load marker-sample.ko period_ms=10
check 'the marker in __init code is forgotten' equal "$(field sample_start 5)" ''
for name in sample_tick sample_value sample_slow; do
	check "$name is hit" hit $name
done
check 'they are disconnected' tell 'disable *'
check 'toggled' toggle "${TOGGLES:-30}"
check 'toggled by two' toggle_beside "${TOGGLES:-30}"
check 'printed to the trace' tell 'enable sample_tick print'
sleep 0.3
check 'the trace has it' grep -q sample_tick /sys/kernel/tracing/trace
check 'printed to the log' tell 'enable sample_value print=log'
sleep 0.3
check 'everything is connected' tell 'enable * count'
cat "$marker/status"
unload marker-sample
load marker-sample.ko period_ms=20
unload marker-count
unload marker-print
unload marker-sample
unload marker
load marker.ko
load marker-sample.ko
check 'connected to the empty probe' tell 'enable * empty'
sleep 0.5
unload marker-sample
unload marker
finish
