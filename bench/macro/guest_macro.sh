# SPDX-License-Identifier: GPL-2.0-only
#
# In the guest: the workload with markers absent ($MARKED is 0), or off, on and off again; and then how
# many sites each operation goes through.  A topic of tests/kernel/boot.sh, started by kernel.sh.
#
# What is sent, "macro", has lines STATE ROW ROUND OPERATIONS COUNT, separated by tabs; in the state
# "hits" the count is of sites and not of instructions.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh
markers=/sys/kernel/debug/marker

# Nothing but the workload runs meanwhile: what it prints is put together afterwards.
workload()
{
	./workload "$ROUNDS" >/tmp/rows
}

measure() # STATE
{
	local state=$1
	check "the workload, markers $state" workload
	awk -v OFS='\t' -v state="$state" '{ print state, $0 }' /tmp/rows >>/tmp/macro
}

all_are() # STATE
{
	awk -F '\t' -v state="$1" 'NR > 1 && $5 != state { print; bad = 1 } END { exit NR < 2 || bad }' \
		"$markers/markers"
}

tell() # COMMAND
{
	echo "$1" >"$markers/control"
}

switch() # COMMAND STATE
{
	check "$1" tell "$1"
	check "all markers are $2" all_are "$2"
}

hits() # ROUNDS ROW
{
	tell 'enable * count'
	./workload "$1" "$2" >/tmp/rows
	awk -F '\t' 'NR > 1 { n += $7 } END { print n + 0 }' "$markers/markers"
	tell 'disable *'
}

# What starting and ending the workload hits is in both, and goes with the difference.
count_sites()
{
	local row one two operations
	cut -f 2 /tmp/macro | sort -u >/tmp/names
	while read -r row; do
		one=$(hits 1 "$row")
		two=$(hits 3 "$row")
		operations=$(tail -n 1 /tmp/rows | cut -f 3)
		printf 'hits\t%s\t0\t%s\t%s\n' "$row" "$((2 * operations))" "$((two - one))" >>/tmp/macro
	done </tmp/names
}

ifconfig lo up
echo '0 0' >/proc/sys/net/ipv4/ping_group_range
if [ "$MARKED" = 0 ]; then
	check_not 'there are no markers' test -d "$markers"
	measure absent
else
	check 'all markers are off' all_are off
	measure off
	switch 'enable * empty' on
	measure on
	switch 'disable *' off
	measure off-again
	count_sites
	send "$markers/markers" markers
fi
send /tmp/macro macro
finish
