# SPDX-License-Identifier: GPL-2.0-only
#
# The machine is the one that the other topics think they run in.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

real_time()
{
	uname -v | grep -q PREEMPT_RT
}

of_this_kernel() # MODULE...
{
	local module
	for module in "$@"; do
		[ -e "$module" ] || continue
		grep -q "vermagic=$RELEASE " "$module" || { echo "$module"; return 1; }
	done
}

check 'the release' equal "$(uname -r)" "$RELEASE"
check 'the number of processors' equal "$(nproc)" "$SMP"
case $FLAVOUR in
rt) check 'the kernel is PREEMPT_RT' real_time ;;
*) check_not 'the kernel is not PREEMPT_RT' real_time ;;
esac
case $FLAVOUR in
arm64) check 'the processor' equal "$(uname -m)" aarch64 ;;
*) check 'the processor' equal "$(uname -m)" x86_64 ;;
esac
check 'debugfs is there' test -d /sys/kernel/debug/tracing
check 'tracefs is there' test -w /sys/kernel/tracing/trace
check 'the modules are of this kernel' of_this_kernel ./*.ko
check 'the kernel prints everything' equal "$(cut -f 1 /proc/sys/kernel/printk)" 8
# Bits 12 and 13: modules of no tree, unsigned; earlier topics have loaded some.
check 'nothing has gone wrong so far' equal $(($(cat /proc/sys/kernel/tainted) & ~12288)) 0
finish
