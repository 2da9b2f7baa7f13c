# SPDX-License-Identifier: GPL-2.0-only
#
# Switching beside readers on other CPUs.
# boot: -t 600
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

# The whole of K3 once; the rest of the flavours see that it works there too.
toggles=5000
[ "$FLAVOUR" != 6.1 ] || toggles=100000

breakpoints()
{
	cat /sys/module/mt_int3/parameters/hits
}

[ ! -e mt-int3.ko ] || check 'breakpoints are counted' insmod ./mt-int3.ko
check 'marker is loaded' insmod ./marker.ko
run_module mt-toggle toggles=$toggles
run_module mt-stress seconds=3
if [ -e mt-int3.ko ]; then
	echo "# $(breakpoints) breakpoints were stepped over"
	check 'some reads met a breakpoint' test "$(breakpoints)" -gt 0
fi
check 'marker is unloaded' rmmod marker
[ ! -e mt-int3.ko ] || check 'breakpoints are counted no more' rmmod mt-int3
finish
