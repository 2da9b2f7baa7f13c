# SPDX-License-Identifier: GPL-2.0-only
#
# The bench's module: what it takes, and that all rows are measured that this kernel can have.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

bench=/sys/kernel/debug/marker/bench

refused() # WORDS: what is written to run and is an error
{
	! (echo "$1" >$bench/run) 2>/dev/null
}

# What nobody can measure here: no BPF program is attached, and these are x86's.
case $FLAVOUR in
arm64) allowed='"(peer-bpf|trap-[a-z-]*-(optimised|kprobe-ftrace))"' ;;
*) allowed='"peer-bpf"' ;;
esac

unmeasured() # FILE
{
	grep missing "$1" | grep -vE "\"name\": $allowed"
}

measured() # FILE: how many rows have a sample of each round
{
	grep -cE '"loops": [1-9][0-9]*, "overhead": [0-9]+, "ticks": \[[0-9]+,[0-9]+,[0-9]+\]' "$1"
}

check 'marker is loaded' insmod ./marker.ko
check 'marker-bench is loaded' insmod ./marker-bench.ko
check_not 'no results before a run' cat $bench/results
for words in 'many 3' '100 0' '0 3' '100001 3' '100 10002' '100 3 3' '100' '-1 3'; do
	check "run refuses '$words'" refused "$words"
done
check 'rows are measured' sh -c "echo 400 3 >$bench/run"
check 'results can be read' sh -c "cat $bench/results >/tmp/bench.json"
check_not 'no row is missing that could be there' unmeasured /tmp/bench.json
check 'there are many rows' test "$(measured /tmp/bench.json)" -gt 35
send /tmp/bench.json
check 'rows are measured again' sh -c "echo 40 3 >$bench/run"
check 'results can be read again' sh -c "cat $bench/results >/tmp/bench.json"
check_not 'no row is missing the second time' unmeasured /tmp/bench.json
check 'marker-bench is unloaded' rmmod marker-bench
check 'marker is unloaded' rmmod marker
finish
