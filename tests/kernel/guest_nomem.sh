# SPDX-License-Identifier: GPL-2.0-only
#
# No memory: in the core's calls, and while modules come.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

parameters=/sys/module/mt_nomem/parameters
debugfs=/sys/kernel/debug/marker

live()
{
	cat $parameters/live
}

connections()
{
	sed -n 's/.*connections: //p' $debugfs/status
}

# A module with markers comes while a probe waits for them.  Whatever the core cannot have, the module
# loads and goes, and nothing is left.
module_comes() # N
{
	local before
	before=$(live)
	echo "$1" >$parameters/fail_at
	insmod ./mt-plain.ko || return 1
	left=$(cat $parameters/fail_at)
	echo 0 >$parameters/fail_at
	echo 1 >/sys/module/mt_plain/parameters/hit
	rmmod mt-plain || return 1
	[ "$(connections)" = "$connections" ] || { echo "$(connections) connections"; return 1; }
	[ "$(live)" = "$before" ] || { echo "allocation $1: $before blocks before, now $(live)"; return 1; }
}

modules_come()
{
	local n=1
	left=0
	while [ "$left" = 0 ] && [ $n -lt 100 ]; do
		module_comes $n || return 1
		n=$((n + 1))
	done
	[ $n -gt 5 ] || { echo "only $n allocations"; return 1; }
	echo "# $((n - 2)) allocations of a module that comes"
}

named_probe() # N
{
	local before
	before=$(live)
	echo "$1" >$parameters/fail_at
	echo 'enable nomem_*' >$debugfs/control && : # its errors are expected
	left=$(cat $parameters/fail_at)
	echo 0 >$parameters/fail_at
	echo 'disable nomem_*' >$debugfs/control && :
	[ "$(connections)" = "$connections" ] || { echo "$(connections) connections"; return 1; }
	[ "$(live)" = "$before" ] || { echo "allocation $1: $before blocks before, now $(live)"; return 1; }
}

named_probes()
{
	local n=1
	left=0
	while [ "$left" = 0 ] && [ $n -lt 100 ]; do
		named_probe $n || return 1
		n=$((n + 1))
	done
	[ $n -gt 5 ]
}

# Grace periods are not what this is about, and there are hundreds.
echo 1 >/sys/kernel/rcu_expedited
check 'marker is loaded' insmod ./marker.ko
dmesg -c >/dev/null
check 'mt-nomem is loaded' insmod ./mt-nomem.ko
relay
check 'a probe waits' insmod ./mt-watch.ko 'glob=plain_*'
connections=$(connections)
check 'modules that come, at each allocation' modules_come
check 'the kernel has told' sh -c 'dmesg | grep -q "markers of module mt_plain cannot be used: error -12"'
check 'count is loaded' insmod ./marker-count.ko
check 'named probes, at each allocation' named_probes
check 'count is unloaded' rmmod marker-count
check 'the probe goes' rmmod mt-watch
check 'mt-nomem is unloaded' rmmod mt-nomem
check 'marker is unloaded' rmmod marker
echo 0 >/sys/kernel/rcu_expedited
finish
