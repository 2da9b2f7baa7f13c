# SPDX-License-Identifier: GPL-2.0-only
#
# The files in debugfs, and the probes that are asked for by name.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

tracing=/sys/kernel/tracing

status() # WORD: the number behind it
{
	sed -n "s/.*$1: \([0-9]*\).*/\1/p" $debugfs/status
}

refused() # COMMAND ERROR
{
	local said
	said=$(control "$1" 2>&1) && return 1
	case $said in *"$2") ;; *) echo "'$1': $said"; return 1 ;; esac
}

hit() # TIMES
{
	local i=0
	while [ $((i += 1)) -le "$1" ]; do
		echo 1 >/sys/module/mt_plain/parameters/hit
	done
}

too_long()
{
	local said
	said=$(head -c 5000 /dev/zero | tr '\0' x | dd of=$debugfs/control bs=5000 iflag=fullblock 2>&1) &&
		return 1
	case $said in *'Argument list too long'*) ;; *) echo "$said"; return 1 ;; esac
}

last_error() # TEXT
{
	grep -q "^last error: .*$1" $debugfs/status || { cat $debugfs/status; return 1; }
}

check 'marker is loaded' insmod ./marker.ko
check 'markers are loaded' insmod ./mt-plain.ko

# ---- who may -------------------------------------------------------------------------------------

check 'modes of the files' equal \
	"$(stat -c %a $debugfs/markers) $(stat -c %a $debugfs/control) $(stat -c %a $debugfs/status)" \
	'400 200 400'
check 'debugfs is for root alone' equal "$(stat -c '%a %u' /sys/kernel/debug)" '700 0'
check_not 'control cannot be read' cat $debugfs/control
check_not 'markers cannot be written' dd if=/dev/zero of=$debugfs/markers bs=1 count=1

# ---- what is refused -----------------------------------------------------------------------------

check 'no command' refused '' 'Invalid argument'
check 'an unknown command' refused 'engage plain_*' 'Invalid argument'
check 'no markers' refused 'enable' 'Invalid argument'
check 'a word too many' refused 'enable plain_* empty now' 'Invalid argument'
check 'an unknown probe' refused 'enable plain_* nonsuch' 'No such device or address'
check 'its error in words' last_error 'no such probe is loaded'
check 'the probe count is not loaded' refused 'enable plain_*' 'No such device or address'
check 'disabling what is not enabled' refused 'disable plain_*' 'No such file or directory'
check 'a command that is too long' too_long
check 'a probe without arguments' control 'enable plain_body_key empty'
check 'the same twice' refused 'enable plain_body_key empty' 'File exists'
check 'it is on' equal "$(field plain_body_key 5) $(field plain_body_key 6)" 'on 1'
check 'nothing counts it' equal "$(field plain_body_key 7)" -
check 'another pattern does not mean it' refused 'disable plain_exit_*' 'No such file or directory'
check 'another probe does not mean it' refused 'disable plain_* print' 'No such file or directory'
check 'a wider pattern does' control 'disable plain_*'
check 'it is off' equal "$(field plain_body_key 5) $(field plain_body_key 6)" 'off 0'
check 'a name that there is not is awaited' control 'enable nonsuch_* empty'
check 'and given up' control 'disable nonsuch_* empty'

# ---- count ---------------------------------------------------------------------------------------

counted() # WANTED
{
	equal "$(field plain_body_key 7) $(field plain_body_immediate 7) $(field plain_body_generic 7)" "$1"
}

check 'count is loaded' insmod ./marker-count.ko
check 'count takes no argument' refused 'enable plain_* count=file' 'Invalid argument'
check 'count is enabled' control 'enable plain_body_*'
hit 3
check 'it counts' counted '3 3 3'
check 'two patterns count each hit once' control 'enable plain_*_key'
hit 2
check 'and so they do' counted '5 5 5'
check 'one goes' control 'disable plain_body_*'
hit 1
check 'the other counts on' counted '3 - -'
check 'status adds up' equal "$(status on) $(status connections)" "2 1"
check 'count is unloaded though it is enabled' rmmod marker-count
check 'nothing is connected' equal "$(status on) $(status connections)" "0 0"

# ---- print ---------------------------------------------------------------------------------------

traced() # TEXT
{
	grep -q "$1" $tracing/trace || { tail -n 5 $tracing/trace; return 1; }
}

check 'print is loaded' insmod ./marker-print.ko
check 'print takes no such argument' refused 'enable plain_* print=nowhere' 'Invalid argument'
check 'print is enabled' control 'enable plain_body_* print'
hit 1
check 'a line in the trace' traced ': plain_body_immediate: n 2$'
check 'T30 strings that are none' traced 'plain_body_text: null (null) error (efault) open abc$'
check 'print goes' control 'disable plain_* print'
check 'print to the log is enabled' control 'enable plain_body_generic print=log'
dmesg -c >/dev/null
hit 30
check 'ten lines in the log' equal "$(dmesg | grep -c 'plain_body_generic: n 3')" 10
check 'print is unloaded though it is enabled' rmmod marker-print

# ---- beside the function tracer ------------------------------------------------------------------

function_tracer()
{
	echo ':mod:marker' >$tracing/set_ftrace_filter
	echo function >$tracing/current_tracer || return 1
	control 'enable fire_* empty' || return 1
	sleep 1
	control 'disable fire_*' || return 1
	echo nop >$tracing/current_tracer
	echo >$tracing/set_ftrace_filter
	! grep -E '^(dispatch|nothing|marker_call_all|marker_nested_e.*) \[marker\]' \
		$tracing/available_filter_functions
}

check 'markers are hit all the time' insmod ./mt-fire.ko
check 'T40 the function tracer traces no slow path' function_tracer
check 'the markers go' rmmod mt-fire
check 'the others too' rmmod mt-plain
check 'marker is unloaded' rmmod marker
finish
