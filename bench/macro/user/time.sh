# SPDX-License-Identifier: GPL-2.0-only
#
# time.sh - processor time of Lua and SQLite; to be sourced, by bash
#
#	time_orders PROGRAM ORDERS	all kinds in each of as many function orders
#	time_probes PROGRAM ROUNDS	off and on in one file
#	record_both PROGRAM RUNS	recordings of vanilla and off, for markdiff
#
# A run is 50 ms: what disturbs a machine is slow or comes in bursts, so what is compared must lie close
# together, and many short runs tell more than few long ones.  One processor; each group of runs is made
# once forwards and once backwards, so that what drifts meets all alike.

# What it reads of user.sh: directory, results, scratch, build, here, cc, at_once, processor, programs, seed.
# shellcheck shell=bash disable=SC2154
work_of() # PROGRAM
{
	case $1 in
	lua) echo "$here/user/bench.lua $lua_rounds" ;;
	sqlite) echo "--size $sqlite_size :memory:" ;;
	esac
}

# "null" is vanilla again, in other orders; so is it known what the method makes of no difference.
link_kind() # PROGRAM KIND ORDER FILE
{
	case $2 in
	null) link "$1" vanilla $(($3 + 1000000)) "$4" ;;
	*) link "$1" "$2" "$3" "$4" ;;
	esac
}

# Files are named by numbers: the length of a name moves the stack.
link_orders() # PROGRAM FIRST LAST
{
	local order index
	for ((order = $2; order <= $3; order++)); do
		for index in "${!kinds[@]}"; do
			while [ "$(jobs -pr | wc -l)" -ge "$at_once" ]; do wait -n || return 1; done
			link_kind "$1" "${kinds[index]}" "$order" "$scratch/$order.$index" 2>>"$directory/$1.log" &
		done
	done
	while [ -n "$(jobs -pr)" ]; do wait -n || return 1; done
	for ((order = $2; order <= $3; order++)); do
		for index in "${!kinds[@]}"; do [ -x "$scratch/$order.$index" ] || return 1; done
	done
}

# One line of the result: what is given, and the time, which the program writes itself (clock.c).
run_once() # LABEL ENABLE COMMAND...
{
	local label=$1 enable=$2
	shift 2
	printf '%s\t' "$label" >&9
	MARKER_ENABLE=$enable taskset -c "$processor" "$@" >/dev/null 2>&1
}

shuffled() # WORD...: in an order that $RANDOM decides
{
	local word
	for word; do echo "$RANDOM $word"; done | sort -n | cut -d ' ' -f 2
}

run_kinds() # PROGRAM ORDER
{
	local index indices run=0 words
	read -ra words <<<"$(work_of "$1")"
	mapfile -t indices < <(shuffled "${!kinds[@]}")
	mapfile -t -O ${#indices[@]} indices < <(printf '%s\n' "${indices[@]}" | tac)
	for index in "${indices[@]}"; do
		run_once "$1	$2	${kinds[index]}	$((run++ / ${#kinds[@]}))" '' \
			"$scratch/$2.$index" "${words[@]}" || return 1
	done
}

time_orders() # PROGRAM ORDERS
{
	local first last order start=$SECONDS
	RANDOM=$seed
	exec 9>"$results/$1.orders"
	for ((first = 1; first <= $2; first += 20)); do
		last=$((first + 19 < $2 ? first + 19 : $2))
		link_orders "$1" "$first" "$last" || return 1
		for ((order = first; order <= last; order++)); do run_kinds "$1" "$order" || return 1; done
		rm -f "$scratch"/*
		say "  $1: $last of $2 orders, $((SECONDS - start)) s"
	done
	exec 9>&-
}

# ---- off and on ----------------------------------------------------------------------------------

# One file, so there is no layout in the difference.  "_" is no marker's name.
enable_of() # STATE
{
	case $1 in
	off | null) echo _:count ;;
	*) echo "*:$1" ;;
	esac
}

time_probes() # PROGRAM ROUNDS
{
	local round state states words run
	read -ra words <<<"$(work_of "$1")"
	RANDOM=$seed
	link "$1" dense 1 "$scratch/one" || return 1
	exec 9>"$results/$1.probes"
	for ((round = 1; round <= $2; round++)); do
		mapfile -t states < <(shuffled off null count empty)
		mapfile -t -O 4 states < <(printf '%s\n' "${states[@]}" | tac)
		for run in "${!states[@]}"; do
			state=${states[run]}
			run_once "$1	$round	$state	$((run / 4))" "$(enable_of "$state")" \
				"$scratch/one" "${words[@]}" || return 1
		done
	done
	exec 9>&-
	rm -f "$scratch/one"
}

# ---- where the time is ---------------------------------------------------------------------------

# In one order; the same name, as a recording knows programs by their names.
record_both() # PROGRAM RUNS
{
	local kind words command=()
	read -ra words <<<"$(work_of "$1")"
	for kind in vanilla dense; do
		mkdir -p "$scratch/$kind" && link "$1" "$kind" 1 "$scratch/$kind/$1" || return 1
		# shellcheck disable=SC2016	# the inner shell's
		command=(env MARKER_ENABLE='' sh -c 'runs=$1; shift
			while [ "$runs" -gt 0 ]; do "$@" >/dev/null; runs=$((runs - 1)); done' sh "$2" \
			"$scratch/$kind/$1" "${words[@]}")
		taskset -c "$processor" perf record -q -F 10000 -e cpu-clock:u -o "$results/$1.$kind.data" \
			"${command[@]}" 2>"$directory/$1.log" || return 1
	done
	"$build/markdiff" -s symbol -C "$1" "$results/$1.vanilla.data" "$results/$1.dense.data" \
		>"$results/$1.markdiff" 2>"$directory/$1.log" || return 1
	rm -r "$scratch/vanilla" "$scratch/dense"
}
