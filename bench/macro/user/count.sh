# SPDX-License-Identifier: GPL-2.0-only
#
# count.sh - what can be counted exactly; to be sourced, by bash
#
#	count_instructions PROGRAM	callgrind's, of each kind, twice
#	count_hits PROGRAM KIND		sites that are executed, by the probe that counts
#	count_inlining PROGRAM KIND	functions and calls that a build has and vanilla has not
#
# Lua and SQLite do the same in every run, but for a few instructions that depend on addresses.

# What it reads of user.sh: directory, results, scratch, build, here, cc, at_once, processor, programs, seed.
# shellcheck shell=bash disable=SC2154
count_of() # PROGRAM: the same work, but less of it
{
	lua_rounds=2 sqlite_size=1 work_of "$1"
}

# Prints the number.  What is collected starts with main(): what a library does before is no marker's.
callgrind() # LOG COMMAND...
{
	local log=$1
	shift
	MARKER_ENABLE='' valgrind --tool=callgrind --toggle-collect=main --callgrind-out-file=/dev/null \
		"$@" >/dev/null 2>"$log"
	awk '$2 == "Collected" { print $4; found = 1 } END { exit !found }' "$log"
}

count_run() # PROGRAM KIND RUN
{
	local words number
	read -ra words <<<"$(count_of "$1")"
	number=$(callgrind "$directory/$1.$2.$3.log" "$scratch/$2" "${words[@]}") &&
		printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$number" >"$scratch/$2.$3.count"
}

count_instructions() # PROGRAM
{
	local kind run
	for kind in vanilla dense sparse generic; do
		link "$1" "$kind" 0 "$scratch/$kind" || return 1
		for run in 1 2; do
			while [ "$(jobs -pr | wc -l)" -ge "$at_once" ]; do wait -n || return 1; done
			count_run "$1" "$kind" $run &
		done
	done
	while [ -n "$(jobs -pr)" ]; do wait -n || return 1; done
	cat "$scratch"/*.count >"$results/$1.instructions" || return 1
	for kind in dense sparse; do count_hits "$1" "$kind" || return 1; done >"$results/$1.hits"
	rm -f "$scratch"/*
}

# Of the work whose instructions are counted, and of the work whose time is taken.
count_hits() # PROGRAM KIND
{
	local words work
	for work in count work; do
		read -ra words <<<"$("${work}_of" "$1")"
		"$build/markctl" stat -o "$scratch/hits" -e '*' -- "$scratch/$2" "${words[@]}" >/dev/null || return 1
		printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$work" "$(hits_sum "$scratch/hits")"
	done
}

hits_sum() # FILE of markctl stat
{
	awk '$1 == "hits" { table = 1; next } /elapsed$/ { table = 0 } table && NF > 2 { n += $1 } END { print n + 0 }' "$1"
}

# ---- what was inlined otherwise -----------------------------------------------------------------

calls_of() # PROGRAM KIND
{
	(cd "$directory/build/$1/$2" && readelf -rW ./*.o) | awk -f "$here/user/calls.awk" | sort -u
}

symbols_of() # PROGRAM KIND
{
	(cd "$directory/build/$1/$2" && nm -A ./*.o) | awk '
		$2 ~ /^[tT]$/ && $3 !~ /\.cold|^_*marker/ { sub(/:.*/, "", $1); print $1, $3 }' | sort -u
}

# Lines "<" (vanilla has it) or ">", what, where.
count_inlining() # PROGRAM KIND
{
	local what
	for what in symbols calls; do
		diff <("${what}_of" "$1" vanilla) <("${what}_of" "$1" "$2") | grep '^[<>]' |
			sed "s/^/$1	$2	$what	/"
	done >"$results/$1.$2.inlining"
	true
}
