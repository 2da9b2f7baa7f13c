# SPDX-License-Identifier: GPL-2.0-only
#
# redis.sh - redis: instructions of a request, and rates while its markers are switched; to be sourced,
# by bash
#
#	redis_instructions REQUESTS	of each kind, twice
#	redis_rates PROCESSES PHASES	redis-benchmark against one server whose markers are off, on, on, off
#
# Time of redis differs by several percent from layout to layout, so what vanilla and off differ by is told
# in instructions alone; off and on are told in one process.

# What it reads of user.sh: directory, results, scratch, build, here, cc, at_once, processor, programs, seed.
# shellcheck shell=bash disable=SC2154
redis_server() # COMMAND...: starts it and waits for its socket; its process is $server
{
	rm -f "$scratch/socket"
	"$@" --port 0 --unixsocket "$scratch/socket" --save '' --appendonly no --hz 1 --dynamic-hz no \
		--activerehashing no --latency-tracking no --slowlog-log-slower-than -1 \
		--dir "$scratch" >"$directory/redis.log" 2>&1 &
	server=$!
	local try
	for ((try = 0; try < 600; try++)); do
		[ ! -S "$scratch/socket" ] || return 0
		kill -0 "$server" 2>/dev/null || break
		sleep 0.1
	done
	tail -n 3 "$directory/redis.log" >&2
	return 1
}

redis_cli()
{
	"$directory/build/helper/redis-cli" -s "$scratch/socket"
}

# By a signal, which the server obeys between two requests: SHUTDOWN would be counted as one.
redis_end()
{
	kill "$server"
	wait "$server"
	server=''
}

# A mix, the same in each run: a third SET, half GET, some DEL, INCR and lists, on a thousand keys.
redis_script() # COUNT
{
	awk -v count="$1" 'BEGIN {
		state = 2006
		for (i = 0; i < count; i++) {
			state = (state * 16807) % 2147483647
			key = state % 1000
			state = (state * 16807) % 2147483647
			dice = state % 100
			if (dice < 35) printf "SET key:%d value:%d\n", key, i
			else if (dice < 80) printf "GET key:%d\n", key
			else if (dice < 88) printf "DEL key:%d\n", key
			else if (dice < 94) printf "INCR count:%d\n", key % 50
			else if (dice < 97) printf "LPUSH list:%d %d\n", key % 50, i
			else printf "LPOP list:%d\n", key % 50
		}
	}'
}

# One request after the other: what a read() brings is always the same.  What is collected is reading,
# obeying and answering; what the server does every second is not, as callgrind's seconds are long.
redis_count() # KIND RUN REQUESTS
{
	local log=$directory/redis.$1.$2.log
	MARKER_ENABLE='' redis_server valgrind --tool=callgrind --log-file="$log" --callgrind-out-file=/dev/null \
		--toggle-collect=readQueryFromClient --toggle-collect=handleClientsWithPendingWrites "$scratch/$1" || return 1
	redis_script "$3" | redis_cli >/dev/null
	redis_end
	awk -v kind="$1" -v run="$2" -v requests="$3" -v OFS='\t' '
		$2 == "Collected" { print "redis", kind, run, $4, requests; found = 1 } END { exit !found }' "$log"
}

redis_hits() # KIND REQUESTS
{
	redis_server "$build/markctl" stat -o "$scratch/hits" -e '*' -- "$scratch/$1" || return 1
	redis_script "$2" | redis_cli >/dev/null
	redis_end
	printf 'redis\t%s\t%s\t%s\n' "$1" "$2" "$(hits_sum "$scratch/hits")"
}

# The hits of starting and ending go with the difference of no request and many.
redis_instructions() # REQUESTS
{
	local kind run requests
	for kind in vanilla dense sparse generic; do link redis "$kind" 0 "$scratch/$kind" || return 1; done
	for kind in vanilla dense sparse generic; do
		for run in 1 2; do
			redis_count "$kind" $run "$1" || return 1
		done
		say "  redis: $kind" >&2
	done >"$results/redis.instructions"
	for kind in dense sparse; do
		for requests in 0 "$1"; do redis_hits "$kind" "$requests" || return 1; done
	done >"$results/redis.hits"
}

# ---- off and on in one process -------------------------------------------------------------------

redis_switch() # STATE
{
	local answer
	echo "$1" >&7
	read -r -t 10 answer <&8 && [ "$answer" -ge 0 ]
}

# Prints REQUESTS, the server's nanoseconds on its processor, and those of the clock.
redis_phase()
{
	local before after begin end
	read -r before _ <"/proc/$server/schedstat"
	begin=$(date +%s%N)
	taskset -c "$processor" "$directory/build/helper/redis-benchmark" -s "$scratch/socket" -q -c 50 -P 16 \
		-r 1000 -n $((redis_phase_requests / 5)) -t set,get,incr,lpush,lpop >/dev/null 2>&1 || return 1
	end=$(date +%s%N)
	read -r after _ <"/proc/$server/schedstat"
	printf '%s\t%s\t%s\n' "$redis_phase_requests" $((after - before)) $((end - begin))
}

# "null" switches from off to off: what the method makes of no difference.
redis_process() # PROCESS PHASES PROBE
{
	local phase states=(off "$3" "$3" off) state
	mkfifo "$scratch/tell" "$scratch/told" || return 1
	MACRO_SWITCH=$scratch redis_server taskset -c "$processor" "$scratch/dense" || return 1
	exec 7>"$scratch/tell" 8<"$scratch/told"
	redis_phase >/dev/null
	for ((phase = 0; phase < $2; phase++)); do
		state=${states[phase % 4]}
		redis_switch off && { [ "$state" = off ] || [ "$state" = null ] || redis_switch "$state"; } || return 1
		printf 'redis\t%s\t%s\t%s\t%s\n' "$1" "$((phase / 4))" "$state" "$(redis_phase)"
	done
	exec 7>&- 8<&-
	redis_end
	rm -f "$scratch/tell" "$scratch/told"
}

redis_rates() # PROCESSES PHASES
{
	local process probe
	[ -r /proc/self/schedstat ] || { say 'there is no /proc/PID/schedstat'; return 1; }
	[ -x "$scratch/dense" ] || link redis dense 0 "$scratch/dense" || return 1
	for ((process = 1; process <= $1; process++)); do
		for probe in count empty null; do redis_process "$process" "$2" $probe || return 1; done
		say "  redis: $process of $1 processes" >&2
	done >"$results/redis.probes"
}
