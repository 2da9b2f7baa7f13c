# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# topic.sh - how a topic (guest_*.sh) says what it found, inside the guest; as tests/report.sh outside
#
#	ok NAME				it is so
#	not_ok NAME [WHY]		it is not
#	skip NAME REASON		it could not be tried
#	check NAME COMMAND...		ok if the command is true; else what it printed says why
#	check_not NAME COMMAND...	ok if it is false
#	equal A B			for check
#	run_module MODULE [PARAM=V...]	loads and unloads it, and takes over the KTAP that it printk'ed
#	relay				takes over the KTAP that the kernel has said since the last time
#	send FILE [NAME]		hands a file to the host, see -o of boot.sh
#	control COMMAND			a command for marker.ko: "enable GLOB [PROBE]", "disable GLOB [PROBE]"
#	field MARKER NUMBER		a field of a marker's line; its folder of debugfs is $debugfs
#	finish				the last line of a topic: without it, it has failed
#
# The first line of a topic is ". ./topic.sh".  It runs in busybox's shell, as root, in the folder that
# holds the modules and the files it was given; proc, sysfs, devtmpfs, debugfs (/sys/kernel/debug) and
# tracefs (/sys/kernel/tracing) are mounted.  It knows $FLAVOUR, $RELEASE, $SMP and $ICOUNT (0 or 1).
# Two comments before its first command tell test_kernel.sh how it is run:
#
#	# flavours: 6.1 rt		with these only
#	# boot: -s 4 -a nokaslr		in a boot of its own, with these options of boot.sh

tests=0
debugfs=/sys/kernel/debug/marker

result() # WORD NAME
{
	tests=$((tests + 1))
	echo "$1 $tests - $2"
}

ok()
{
	result ok "$1"
}

not_ok() # NAME [WHY]
{
	result 'not ok' "$1"
	[ -z "${2-}" ] || echo "$2"
}

skip() # NAME REASON
{
	result ok "$1 # SKIP $2"
}

check() # NAME COMMAND...
{
	local name=$1 said
	shift
	if said=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "$* failed: $said"; fi
}

check_not() # NAME COMMAND...
{
	local name=$1 said
	shift
	if said=$("$@" 2>&1); then not_ok "$name" "$* succeeded: $said"; else ok "$name"; fi
}

control() # COMMAND
{
	echo "$1" >$debugfs/control
}

field() # MARKER NUMBER
{
	awk -F '\t' -v name="$1" -v n="$2" '$1 == name { print $n }' $debugfs/markers
}

equal() # A B
{
	[ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }
}

# With or without a "NAME: " of pr_fmt.  dmesg -c empties the ring buffer only: the console has it all.
relay()
{
	dmesg -c | sed -nE 's/^\[ *[0-9.]+\] ([[:alnum:]_]+: )?((not )?ok [0-9].*|1\.\.[0-9]+.*)$/\2/p'
}

run_module() # MODULE [PARAMETER=VALUE...]
{
	local module=$1
	shift
	dmesg -c >/dev/null
	check "$module is loaded" insmod "./$module.ko" "$@"
	relay
	check "$module is unloaded" rmmod "$module"
	relay
}

send() # FILE [NAME]
{
	echo "@@ file ${2:-${1##*/}}"
	gzip -c <"$1" | base64
	echo "@@ file-end"
}

finish()
{
	[ "$tests" = 0 ] || echo "1..$tests"
	echo "@@ finished"
}
