# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel's markers as markctl reaches them, in a guest: "talk" has that part of it.  test_record.sh
# looks into the traces.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

parameters=/sys/module/mt_record/parameters
chmod 755 ./talk

says() # WORDS COMMAND...: it fails and says so
{
	local words=$1 said
	shift
	if said=$("$@" 2>&1); then
		echo "it succeeded: $said"
		return 1
	fi
	case $said in *"$words"*) ;; *) echo "$said"; return 1 ;; esac
}

answers() # WORDS COMMAND: it succeeds and says so
{
	local said
	said=$(./talk control "$2" 2>&1) || { echo "$said"; return 1; }
	case $said in *"$1"*) ;; *) echo "$said"; return 1 ;; esac
}

give() # FOLDER: a trace, to the host
{
	tar -C "$1" -cf "$1.tar" . && send "$1.tar"
}

# ---- what is missing -------------------------------------------------------------------------------

check 'no module' says 'marker.ko is not loaded' ./talk control list
umount /sys/kernel/debug
check 'no debugfs' says 'debugfs is not mounted' ./talk control list
mount -t debugfs debugfs /sys/kernel/debug
check 'marker is loaded' insmod ./marker.ko
check 'no record' says 'marker-record.ko is not loaded' ./talk record /tmp/none 65536 'record_*' true
check_not 'nothing is left of it' test -e /tmp/none/kernel
check 'markers are loaded' insmod ./mt-record.ko
check 'no probe' says "the kernel has no probe 'count': marker-count.ko is not loaded" \
	./talk control 'enable record_same'
mkdir -p /etc
printf 'root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n' >/etc/passwd
cp ./talk /tmp/talk
check 'for root alone' says "the kernel's markers are for root alone" su nobody -c '/tmp/talk control list'

# ---- control ---------------------------------------------------------------------------------------

check 'list' answers 'name="record_same" format="n %ld" sites=1 on=0 probes=0 missed=0 kinds=static-key module=mt_record' \
	'list record_*'
check 'enable' answers 'ok matched=2 mismatched=0 failed=0 pending=0' 'enable record_same empty'
check 'it is so' equal "$(cat $debugfs/connections)" "$(printf 'record_same\tempty\t""')"
check 'twice' says "'empty' is connected to 'record_same' already" ./talk control 'enable record_same empty'
check 'status' answers 'connection glob="record_same" probe="empty" arg=""' status
check 'a marker that there is not' says "no marker matches 'nonsuch'" ./talk control 'enable nonsuch empty'
check 'disable' answers 'ok disconnected=1' 'disable record_*'
check 'nothing to disable' says "nothing is connected to 'record_*'" ./talk control 'disable record_*'

# ---- recording -------------------------------------------------------------------------------------

# As modprobe finds modules where they are installed.
install_modules()
{
	local folder
	folder=/lib/modules/$(uname -r)
	mkdir -p "$folder" && cp marker.ko marker-record.ko "$folder" && depmod
}

loads_itself()
{
	./talk record /tmp/itself 65536 record_same sh -c "echo 1 >$parameters/types; ./talk control list >/tmp/list" \
		>/tmp/told || return 1
	equal "$(cat /tmp/told)" 'kernel events 2 lost 0 dropped 0'
}

check 'no record, and how it is had' says 'modprobe marker-record does not find it. Load it: insmod DIR/marker-record.ko' \
	./talk record /tmp/none 65536 'record_*' true
check 'modules are installed' install_modules
check 'no recording: no snapshot' says 'marker-record.ko is not loaded' ./talk snapshot /tmp/none
check 'record is loaded by who records' loads_itself
check 'and has counted' grep 'name="record_same" .* module=mt_record hits=1' /tmp/list
check 'a snapshot is of a flight recorder' says 'not by a flight recorder' ./talk snapshot /tmp/none
check 'an argument that is none' says "'enable record_same record=x': Invalid argument" \
	./talk control 'enable record_same record=x'

# There is room for all of it, however busy the machine is that this one runs on.
cat >/tmp/rounds <<END
i=0
while [ \$((i += 1)) -le 4 ]; do
	echo 8000 >$parameters/load
	cat $parameters/hits >>/tmp/live/hits
done
END

live()
{
	mkdir /tmp/live
	date +%s >/tmp/live/began
	./talk record /tmp/live 4194304 'record_*' sh /tmp/rounds >/tmp/live/told || return 1
	date +%s >/tmp/live/ended
	equal "$(awk '{ print $1, $4, $5, $6, $7 }' /tmp/live/told)" 'kernel lost 0 dropped 0'
}

# Every second one of all numbers.
filtered()
{
	FILTER='if="n % 2 == 0 && cpu < 8"' ./talk record /tmp/half 4194304 'record_*' sh -c "echo 1000 >$parameters/load" \
		>/tmp/told || return 1
	equal "$(cat /tmp/told)" "$(awk '{ for (i = 2; i <= 4; i++) n += int(($i + 1) / 2) }
		END { print "kernel events " n " lost 0 dropped 0" }' $parameters/hits)"
}

fits_none()
{
	FILTER=if=nope ./talk record /tmp/fits_none 65536 'record_*' sh -c "echo 10 >$parameters/load" >/tmp/told 2>&1 || return 1
	grep '^talk: record_\*: the condition fits no marker: .*nope' /tmp/told &&
		grep '^kernel events 0 lost 0 dropped 0$' /tmp/told
}

# A trace that is not longer than it may be.
limited()
{
	mkdir /tmp/limit
	./talk record /tmp/limit limit=100000 'record_*' taskset 1 sh -c "echo 10000 >$parameters/flood" \
		>/tmp/limit/told || return 1
	cat $parameters/hits >/tmp/limit/hits
	cat /tmp/limit/kernel/C* | wc -c >/tmp/limit/bytes
	[ "$(cat /tmp/limit/bytes)" -le 100000 ] || { echo "$(cat /tmp/limit/bytes) bytes"; return 1; }
}

# While it is being hit, all the time, by CPU 0.  One as small is read at once, so there is something in it however long
# an emulator's processor stands still.
cat >/tmp/during <<END
number()
{
	awk '\$1 == 0 { print \$2 }' $parameters/hits
}
echo 1 >$parameters/always
until [ "\$(number)" -gt 6000 ]; do :; done
number >/tmp/snapshot/before
taskset 2 ./talk snapshot /tmp/snapshot >/tmp/snapshot/told 2>&1
number >/tmp/snapshot/after
until [ "\$(number)" -gt "\$(cat /tmp/snapshot/after)" ]; do :; done
echo 0 >$parameters/always
END
snapshot()
{
	mkdir /tmp/snapshot /tmp/after
	./talk record /tmp/after flight=65536 'record_*' sh /tmp/during >/tmp/after/told || return 1
	cat /tmp/snapshot/told /tmp/after/told
	grep -q '^kernel events' /tmp/snapshot/told && ! grep -q ' lost 0 ' /tmp/snapshot/told && ! grep -q ' lost 0 ' /tmp/after/told
}

flight()
{
	mkdir /tmp/flight
	./talk record /tmp/flight flight=65536 'record_*' taskset 1 sh -c "echo 20000 >$parameters/flood" \
		>/tmp/flight/told || return 1
	cat $parameters/hits >/tmp/flight/hits
	! grep -q ' lost 0 ' /tmp/flight/told
}

# What was there when the reader died is a trace; what the kernel still has, the next one gets.
killed()
{
	mkdir /tmp/killed
	./talk record /tmp/killed 4194304 'record_*' sleep 1000 >/dev/null 2>&1 &
	until grep -q record_ $debugfs/connections; do sleep 0.1; done
	echo 8000 >$parameters/load
	until [ -e /tmp/killed/kernel/C1-0 ]; do sleep 0.1; done
	kill -9 $!
	wait $!
	./talk control 'disable record_*'
}

# The disk gets full: what does not fit is counted.
full_disk()
{
	mkdir /tmp/disk
	mount -t tmpfs -o size=256k tmpfs /tmp/disk
	./talk record /tmp/disk 4194304 'record_*' sh -c "echo 20000 >$parameters/load" >/tmp/told || return 1
	mkdir /tmp/full
	cp -r /tmp/disk/kernel /tmp/told /tmp/full
	cat $parameters/hits >/tmp/full/hits
	umount /tmp/disk
	! grep -q 'dropped 0$' /tmp/told
}

check 'record while it is hit' live
give /tmp/live
check 'a flight recorder' flight
give /tmp/flight
check 'a snapshot of it' snapshot
give /tmp/snapshot
give /tmp/after
check 'what a filter lets through' filtered
check 'one that fits no marker is told of' fits_none
check 'a limit' limited
give /tmp/limit
check 'a reader that is killed' killed
give /tmp/killed
check 'a disk that is full' full_disk
give /tmp/full
check 'recorded by hand, and' control 'enable record_same record'
check 'not twice' says 'the kernel is being recorded already' ./talk record /tmp/none 65536 'record_*' true
check_not 'nothing is left of that' test -e /tmp/none/kernel
check 'the markers go' rmmod mt-record
check 'record goes' rmmod marker-record
check 'marker is unloaded' rmmod marker
finish
