# SPDX-License-Identifier: GPL-2.0-only
#
# Nothing is left of the modules that were loaded and unloaded before.  The last topic of debug-kernel.sh.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh
leaks=/sys/kernel/debug/kmemleak

# What is on its way while the first scan runs is found again by the second one.
leaked()
{
	sleep 6
	echo scan >$leaks
	sleep 6
	echo scan >$leaks
	cat $leaks
	grep -q "unreferenced object" $leaks
}

if [ -e $leaks ]; then
	check_not 'memory has leaked' leaked
else
	skip 'leaks' 'this kernel does not look for them'
fi
finish
