# SPDX-License-Identifier: GPL-2.0-only
#
# The probe "record": what it takes, and what comes out of its folder of debugfs.  The records themselves are
# sent as they are; record.sh makes traces of them outside, and looks into those.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

record=$debugfs/record
parameters=/sys/module/mt_record/parameters

refused() # COMMAND ERROR
{
	local said
	said=$(control "$1" 2>&1) && return 1
	case $said in *"$2") ;; *) echo "'$1': $said"; return 1 ;; esac
}

# All files as they are now, with the numbers that came next; the buffers are empty then.
save() # NAME
{
	local folder=/tmp/$1/marker file
	mkdir -p "$folder/record" || return 1
	cat $record/snapshot0 >"/tmp/$1.snapshot" 2>"/tmp/$1.said"
	dd bs=6168 if=$record/snapshot0 of="/tmp/$1.pieces" 2>/dev/null
	for file in "$record"/*[a-z] "$record"/cpu*; do
		cat "$file" >"$folder/record/${file##*/}" || return 1
	done
	: >"$folder/control"
	cat $parameters/hits >"/tmp/$1/hits"
	tar -C "/tmp/$1" -cf "/tmp/$1.tar" . || return 1
	send "/tmp/$1.tar" "record-$1.tar" >/tmp/sent
}

kept() # NAME ENABLED-WITH PARAMETER VALUE
{
	control "enable record_* $2" || return 1
	taskset 1 sh -c "echo $4 >$parameters/$3" || return 1
	control 'disable record_*'
	save "$1"
}

# Both begin with how many were lost, in 20 bytes: once of the first record, once of the file's opening.
snapshot_is() # NAME
{
	[ "$(wc -c <"/tmp/$1.snapshot")" -gt 20000 ] || return 1
	tail -c +21 "/tmp/$1.snapshot" >/tmp/snapshot
	tail -c +21 "/tmp/$1/marker/record/cpu0" | cmp - /tmp/snapshot || return 1
	tail -c +21 "/tmp/$1.pieces" | cmp - /tmp/snapshot
}

# One that is not small, in many interrupts.
large()
{
	control 'enable record_task record=flight=256k' || return 1
	taskset 1 sh -c "echo 20000 >$parameters/flood" || return 1
	control 'disable record_*'
	mkdir -p /tmp/large/marker/record
	cat $record/snapshot0 >/tmp/large.snapshot && cp /tmp/large.snapshot /tmp/large.pieces || return 1
	cat $record/cpu0 >/tmp/large/marker/record/cpu0 || return 1
	[ "$(wc -c </tmp/large.snapshot)" -gt 100000 ] && snapshot_is large
}

nothing_lost()
{
	awk '$2 != 0 { print; bad = 1 } END { exit bad }' $record/lost
}

lost()
{
	awk '{ sum += $2 } END { exit sum == 0 }' $record/lost
}

events()
{
	wc -l <$record/events
}

check 'marker is loaded' insmod ./marker.ko
check 'record is loaded' insmod ./marker-record.ko
check 'markers are loaded' insmod ./mt-record.ko

# ---- who may, and what is refused ------------------------------------------------------------------

check 'modes of the files' equal \
	"$(stat -c %a $record/events $record/clock $record/lost $record/cpu0 | tr '\n' ' ')" '400 400 400 400 '
for argument in =1k =2G =x =64kk =flights =flight=0 = =flight=; do
	check "record$argument is refused" refused "enable record_* record$argument" 'Invalid argument'
done
check 'no buffer: nothing to read' equal "$(cat $record/cpu0 | wc -c)" 0
check 'recording' control 'enable record_nothing record=64k'
check 'another size at the same time is refused' refused 'enable record_same record=128k' 'resource busy'
check 'another mode, too' refused 'enable record_same record=flight=64k' 'resource busy'
check 'the same is not' control 'enable record_same record=64k'
check 'what is connected is shown' equal "$(cat $debugfs/connections)" \
	"$(printf 'record_nothing\trecord\t"64k"\nrecord_same\trecord\t"64k"')"
check 'three markers are recorded' equal "$(events)" 3
check 'enough' control 'disable record_*'

only_one_reader()
{
	! cat $record/cpu0 <$record/cpu0 2>/tmp/said && grep -q 'busy' /tmp/said
}

only_whole_records()
{
	! dd if=$record/cpu0 of=/dev/null bs=512 count=1 2>/tmp/said && grep -q 'Invalid argument' /tmp/said
}

unload_while_read()
{
	! rmmod marker-record <$record/cpu0 2>/dev/null
}

check 'one reader at a time' only_one_reader
check 'a read of less than a record is refused' only_whole_records
check 'the module stays while it is read' unload_while_read

# ---- records, for record.sh ------------------------------------------------------------------------

check 'all types' kept types record types 1
cat /tmp/sent
check 'load on all CPUs' kept load record load 1500
cat /tmp/sent
check 'nothing was lost' nothing_lost
check 'a buffer that gets full' kept full record=64k flood 6000
cat /tmp/sent
check 'something was lost' lost
check 'a flight recorder' kept flight record=flight=64k flood 6000
cat /tmp/sent
check 'something was overwritten' lost
check 'a snapshot had the same' snapshot_is flight
check 'so has one of a larger one' large
check 'only a flight recorder has any' grep 'Operation not supported' /tmp/full.said
control 'enable record_s* record'
check 'two patterns' kept twice record types 1
cat /tmp/sent

# ---- snapshots of what goes on ---------------------------------------------------------------------

number() # the next one of CPU 0
{
	awk '$1 == 0 { print $2 }' $parameters/hits
}

passed() # NUMBER
{
	[ "$(number)" -gt "$1" ]
}

# CPU 0 writes all the time: the numbers before and after tell.
snap() # FOLDER
{
	local file folder=$1/marker/record
	mkdir -p "$folder" && number >"$1/before" || return 1
	for file in "$record"/snapshot*; do
		taskset 2 dd bs=256k if="$file" of="$folder/${file##*/}" 2>/tmp/said || return 1
	done
	number >"$1/after"
	until passed "$(cat "$1/after")"; do :; done
	for file in "$record"/*[a-z]; do
		cat "$file" >"$folder/${file##*/}" || return 1
	done
	: >"$1/marker/control"
}

while_written() # NAME SIZE TIMES
{
	local i=0 failed=0
	control "enable record_task record=flight=$2" || return 1
	mkdir "/tmp/$1"
	echo "$2" >"/tmp/$1/size"
	echo 1 >$parameters/always || return 1
	until passed 0 && lost; do sleep 0.1; done
	while [ $failed = 0 ] && [ $((i += 1)) -le "$3" ]; do
		snap "/tmp/$1/$i" || failed=1
	done
	echo 0 >$parameters/always
	control 'disable record_*'
	[ $failed = 0 ] && tar -C "/tmp/$1" -cf "/tmp/$1.tar" . && send "/tmp/$1.tar" "record-$1.tar" >/tmp/sent
}

no_snapshot()
{
	control 'enable record_same record=flight=16k' && echo 1 >$parameters/types || return 1
	cat $record/cpu* >/tmp/records
	! cat $record/snapshot* >/tmp/snapshot 2>/tmp/said && grep -q 'Stale file handle' /tmp/said || return 1
	control 'disable record_*'
}

# Megabytes through the emulated serial line: a realtime kernel takes its interrupt away on the way ("nobody cared").
if [ "$(cat /sys/kernel/realtime 2>/dev/null)" = 1 ]; then
	skip 'snapshots while it is written' 'the serial line does not carry them in a realtime kernel'
else
	check 'snapshots while it is written' while_written during 1M 5
	cat /tmp/sent
	check 'of one that is soon written over' while_written lapped 16k 8
	cat /tmp/sent
fi
check 'none of one that records were taken out of' no_snapshot

# ---- comings and goings ----------------------------------------------------------------------------

again_and_again()
{
	local i=0
	while [ $((i += 1)) -le 8 ]; do
		control 'enable fire_* record=flight=16k' && control 'disable fire_*' || return 1
	done
}

read_and_written()
{
	local i=0
	control 'enable fire_* record=16k' || return 1
	while [ $((i += 1)) -le 8 ]; do
		cat $record/cpu* >/tmp/records || return 1
	done
	until lost; do sleep 0.1; done
	control 'disable fire_*'
}

module_comes_back()
{
	rmmod mt-fire && equal "$(events)" "$1" && insmod ./mt-fire.ko && equal "$(events)" "$1"
}

check 'markers are hit all the time' insmod ./mt-fire.ko
check 'on and off, again and again' again_and_again
check 'read while they are written' read_and_written
check 'recording what is hit all the time' control 'enable fire_* record=16k'
nr=$(events)
check 'their module goes and comes, with the numbers it had' module_comes_back "$nr"
check 'record goes meanwhile' rmmod marker-record
check 'nothing is connected' equal "$(field fire_generic 5) $(cat $debugfs/connections)" 'off '
check 'record comes' insmod ./marker-record.ko
check 'and records' control 'enable fire_* record=16k'
check 'their module goes meanwhile' rmmod mt-fire
check 'the others, which are awaited' control 'enable record_* record=16k'
check 'go' rmmod mt-record
check 'record goes' rmmod marker-record
check 'marker is unloaded' rmmod marker
finish
