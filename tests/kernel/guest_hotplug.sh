# SPDX-License-Identifier: GPL-2.0-only
#
# CPUs that go and come while sites are switched.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

cpu=/sys/devices/system/cpu/cpu1/online

counts()
{
	echo "$(field plain_body_key 7) $(field plain_body_immediate 7) $(field plain_body_generic 7)"
}

hit_there()
{
	taskset 2 sh -c 'echo 1 >/sys/module/mt_plain/parameters/hit'
}

# A CPU that was away when the text was written executes what was written.
switched_while_away()
{
	echo 0 >$cpu && control 'enable plain_body_*' && echo 1 >$cpu || return 1
	hit_there
	equal "$(counts)" '1 1 1' || return 1
	control 'enable plain_body_* empty' && control 'disable plain_body_* count' || return 1
	echo 0 >$cpu && control 'disable plain_body_* empty' && echo 1 >$cpu || return 1
	control 'enable plain_shared' || return 1
	hit_there
	equal "$(field plain_body_immediate 5) $(field plain_shared 7)" 'off 1' && control 'disable plain_*'
}

switch_until_told()
{
	local n=0
	while [ ! -e /tmp/stop ]; do
		control 'enable fire_* empty' && control 'disable fire_*' || return 1
		n=$((n + 1))
	done
	echo $n >/tmp/switched
}

cpus_come_and_go()
{
	local i=0
	switch_until_told &
	while [ $((i += 1)) -le 12 ]; do
		echo 0 >$cpu && echo 1 >$cpu || return 1
	done
	touch /tmp/stop
	wait $!
	[ "$(cat /tmp/switched)" -gt 3 ] || { echo "switched $(cat /tmp/switched) times"; return 1; }
	equal "$(field fire_immediate 5) $(field fire_key 5) $(field fire_generic 5)" 'off off off'
}

check 'marker is loaded' insmod ./marker.ko
check 'count is loaded' insmod ./marker-count.ko
check 'markers are loaded' insmod ./mt-plain.ko
if [ -e $cpu ]; then
	check 'sites are switched while a CPU is away' switched_while_away
	check 'markers are hit all the time' insmod ./mt-fire.ko
	check 'CPUs come and go while sites are switched' cpus_come_and_go
	check 'those markers go' rmmod mt-fire
else
	skip 'CPUs come and go' 'there is no CPU that could'
fi
check 'the markers go' rmmod mt-plain
check 'count goes' rmmod marker-count
check 'marker is unloaded' rmmod marker
finish
