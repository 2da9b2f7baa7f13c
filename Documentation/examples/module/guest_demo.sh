. ./topic.sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# What the demo does inside a kernel: loads the sample module, lists its markers, switches one on.
marker=/sys/kernel/debug/marker

shown() # COMMAND: as it would be typed, then run
{
	echo "# $1"
	eval "$1"
}

session()
{
	shown 'uname -sr'
	shown 'insmod marker.ko; insmod marker-count.ko; insmod marker-sample.ko'
	shown "cut -f 1-5 $marker/markers"
	shown "echo 'enable sample_tick' >$marker/control"
	shown 'sleep 2'
	shown "grep -E 'hits|sample_tick' $marker/markers | cut -f 1,3-7"
	shown "echo 'disable sample_tick' >$marker/control"
	shown 'rmmod marker-sample marker-count marker'
}

hits()
{
	sed -nE 's/^sample_tick\tstatic-key\tmarker_sample\ton\t1\t([0-9]+)$/\1/p' transcript
}

session >transcript 2>&1
check "the marker was hit" test "$(hits)" -gt 0
send transcript
finish
