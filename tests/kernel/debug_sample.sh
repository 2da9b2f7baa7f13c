# SPDX-License-Identifier: GPL-2.0-only
#
# The modules as they are used, in a kernel that watches them: loaded, switched on and off while a timer
# hits the sample's markers, unloaded in each order.  A topic of debug-kernel.sh.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

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

hit() # MARKER: within two seconds
{
	local i
	for i in 1 2 3 4 5 6 7 8 9 10; do
		[ "$(field "$1" 7)" -gt 0 ] && return
		sleep 0.2
	done
	cat "$debugfs/markers"
	return 1
}

toggle() # TIMES
{
	local i=0
	while [ $i -lt "$1" ]; do
		control 'enable * empty' && control 'enable sample_* count' && control 'enable sample_t* print' &&
			control 'disable sample_* count' && control 'disable *' || return 1
		i=$((i + 1))
	done
}

# Both at a time; one may find connected or gone what the other has just asked for.
toggle_beside()
{
	local i=0 other
	(while :; do control 'enable sample_v* empty'; control 'disable sample_v*'; cat "$debugfs/markers"; done) \
		>/dev/null 2>&1 &
	other=$!
	while [ $i -lt "$1" ]; do
		control 'enable sample_tick count'
		control 'disable sample_tick'
		i=$((i + 1))
	done 2>/dev/null
	kill $other
	wait $other
	return 0
}

load marker.ko
load marker-count.ko
load marker-print.ko
check 'markers of later modules are asked for' control 'enable sample_* count'
load marker-sample.ko period_ms=10
check 'the marker in __init code is forgotten' equal "$(field sample_start 5)" ''
for name in sample_tick sample_value sample_slow; do
	check "$name is hit" hit $name
done
check 'they are disconnected' control 'disable *'
check 'toggled' toggle "${TOGGLES:-30}"
check 'toggled by two' toggle_beside "${TOGGLES:-30}"
check 'printed to the trace' control 'enable sample_tick print'
sleep 0.3
check 'the trace has it' grep -q sample_tick /sys/kernel/tracing/trace
check 'printed to the log' control 'enable sample_value print=log'
sleep 0.3
check 'everything is connected' control 'enable * count'
cat "$debugfs/status"
unload marker-sample
load marker-sample.ko period_ms=20
unload marker-count
unload marker-print
unload marker-sample
unload marker
load marker.ko
load marker-sample.ko
check 'connected to the empty probe' control 'enable * empty'
sleep 0.5
unload marker-sample
unload marker
finish
