# SPDX-License-Identifier: GPL-2.0-only
#
# markbench kernel as root types it, in a guest whose time stamp counter counts instructions (see
# test_icount.sh).  Its libraries came along: there are none here.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

markbench()
{
	./ld-linux-x86-64.so.2 --library-path . ./markbench "$@"
}

says() # WORDS MARKBENCH-ARGUMENTS...: it fails and says so
{
	local words=$1 said
	shift
	if said=$(markbench "$@" 2>&1 >/dev/null); then
		echo "it succeeded"
		return 1
	fi
	case $said in *"$words"*) ;; *) echo "$said"; return 1 ;; esac
}

is_loaded()
{
	grep -q '^marker' /proc/modules
}

check 'no modules in a folder' says 'no marker.ko in it' kernel --modules /tmp
check 'more loops than a round may take' says '--loops is at most' kernel --modules . --loops 100001
check_not 'both modules were unloaded after an error' is_loaded
echo 'no module' >/tmp/marker.ko
check 'what is no module' says 'not a module of the running kernel' kernel --modules /tmp
umount /sys/kernel/debug
check 'no debugfs' says 'debugfs is not mounted' kernel --modules .
mount -t debugfs debugfs /sys/kernel/debug
check 'markbench kernel' markbench kernel --modules . --loops 1000 --rounds 5 --json /tmp/icount.json
check_not 'both modules were unloaded' is_loaded
insmod ./marker.ko
check 'markbench kernel with marker loaded' markbench kernel --modules . --loops 40 --rounds 1
check 'what was loaded stays loaded' rmmod marker
send /tmp/icount.json
finish
