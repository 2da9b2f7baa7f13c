# SPDX-License-Identifier: GPL-2.0-only
#
# Looks into what guest_record.sh has sent: copies of marker/record of debugfs, of which "talk" makes traces
# as markctl does, and which babeltrace2 reads.  To be sourced, beside tests/report.sh:
#
#	record_judge BUILD_DIR FLAVOUR WORK_DIR
#
# shellcheck shell=bash
# shellcheck disable=SC2317	# functions that check calls

# "CPU NAME: { FIELDS }", a line an event, in the order of time.
record_events() # TRACE
{
	babeltrace2 --no-delta --clock-seconds "$1" 2>"$1.said" |
		sed -nE 's/^\[[^]]*\] .*(record_[a-z]+): \{ cpu_id = ([0-9]+)[^}]*\}(, (\{.*\}))?$/\2 \1: \4/p'
}

record_trace() # NAME
{
	mkdir "$record_work/$1" && tar -C "$record_work/$1" -xf "$record_sent/record-$1.tar" &&
		MARKER_DEBUGFS=$record_work/$1 "$record_talk" record "$record_work/$1/trace" 65536 '*' true \
			>"$record_work/$1/told" || return 1
	record_events "$record_work/$1/trace" >"$record_work/$1/events"
}

# Each CPU's task, interrupt and NMI have numbers without a gap: from 0 to the last one, or, of a full buffer,
# to where it was full, or, of a flight recorder, from somewhere to the last one.
record_numbers() # NAME all|first|last
{
	awk -v which="$2" '
		FNR == NR { next_of[$1 " record_task"] = $2; next_of[$1 " record_interrupt"] = $3
			next_of[$1 " record_nmi"] = $4; next }
		{ sub(/:$/, "", $2); sub(/,$/, "", $6); key = $1 " " $2; n = $9; nr++ }
		$6 != $1 { print "on CPU " $1 ": " $0; bad = 1 }
		!(key in last) && which != "last" && n != 0 { print "begins with " $0; bad = 1 }
		key in last && n != last[key] + 1 { print last[key] " is followed by " $0; bad = 1 }
		{ last[key] = n }
		END {
			for (key in next_of)
				if (which != "first" && next_of[key] != (key in last ? last[key] + 1 : 0)) {
					print key ": ends with " last[key] ", not before " next_of[key]
					bad = 1
				}
			if (!nr) print "no events"
			exit bad || !nr
		}' "$record_work/$1/hits" "$record_work/$1/events"
}

# Those that are there and those that were lost are all.
record_sum() # NAME
{
	local hits events lost
	hits=$(awk '{ sum += $2 + $3 + $4 } END { print sum }' "$record_work/$1/hits")
	events=$(wc -l <"$record_work/$1/events")
	lost=$(awk '{ sum += $2 } END { print sum + 0 }' "$record_work/$1/marker/record/lost")
	[ $((events + lost)) = "$hits" ] && [ "$(cat "$record_work/$1/told")" = \
		"kernel events $events lost $lost dropped 0" ] ||
		{ echo "$events and $lost of $hits; $(cat "$record_work/$1/told")"; return 1; }
}

# What babeltrace2 says: nothing, but that events were discarded, if they were.
record_quiet() # NAME [discarded]
{
	if [ "${2-}" = discarded ]; then
		grep -q 'discarded' "$record_work/$1/trace.said" && ! grep -qi 'error' "$record_work/$1/trace.said"
	else
		[ ! -s "$record_work/$1/trace.said" ]
	fi || { cat "$record_work/$1/trace.said"; return 1; }
}

record_types()
{
	local long
	long=$(printf 'y%.0s' {1..255})
	cat <<-END
		record_integers: { i = -2, u = 4000000000, x = 0xDEADBEEF, c = 65, l = -3, lu = 18446744073709551615, ll = -9223372036854775808, z = 7, h = -5, hh = 200 }
		record_pointers: { p = 0x1234, symbol = 0x56789A, null = 0x0 }
		record_strings: { s = "text", null = "(null)", error = "(unreadable)", open = "abc", arg4 = 2, star = "xy", empty = "" }
		record_long: { text = "$long", end = 4711 }
		record_same: { n = 1 }
		record_same: { n = 2 }
		record_nothing: { }
	END
}

record_has_types() # NAME
{
	diff <(record_types) <(cut -d ' ' -f 2- "$record_work/$1/events")
}

# Of snapshots that were taken while CPU 0 wrote all the time: numbers without a gap, from the one of which so many
# were lost before it, to the one of the moment; none older than what fits.
record_is_snapshot() # FOLDER SIZE
{
	awk -v before="$(cat "$1/before")" -v after="$(cat "$1/after")" -v size="$2" \
		-v lost="$(awk '{ print $5 }' "$1/told")" '
		$1 != 0 || $2 != "record_task:" { print; bad = 1 }
		NR == 1 && ($9 != lost || $9 < before - (size + 8192) / 24) { print lost " lost before " $0; bad = 1 }
		NR > 1 && $9 != last + 1 { print last " is followed by " $0; bad = 1 }
		{ last = $9 }
		END {
			if (NR && (last < before - 1 || last > after) || after <= before) {
				print before ", " after ": ends with " last
				bad = 1
			}
			exit bad
		}' "$1/events"
}

record_are_snapshots() # NAME
{
	local folder size
	size=$(numfmt --from=iec "$(tr k K <"$record_work/$1/size")")
	for folder in "$record_work/$1"/*/; do
		record_is_snapshot "$folder" "$size" || return 1
	done
}

# Of one that is read when it is opened.  How much of a larger one is left depends on who is faster.
record_each_has_some() # NAME
{
	awk '!$1 { print "number " NR " is empty"; bad = 1 } END { exit bad || !NR }' "$record_work/$1/nr"
}

record_snapshots() # NAME: traces of all, and how many events each has
{
	local folder
	mkdir "$record_work/$1" && tar -C "$record_work/$1" -xf "$record_sent/record-$1.tar" || return 1
	for folder in "$record_work/$1"/*/; do
		MARKER_DEBUGFS=$folder "$record_talk" snapshot "$folder/trace" >"$folder/told" || return 1
		record_events "$folder/trace" >"$folder/events"
		! grep -i error "$folder/trace.said" || return 1
		wc -l <"$folder/events" >>"$record_work/$1/nr"
	done
}

record_judge() # BUILD_DIR FLAVOUR WORK_DIR
{
	local name
	record_sent=$1/kernel/$2/sent record_work=$3/record-$2 record_talk=$1/tests/kernel/talk
	mkdir "$record_work"
	for name in types load full flight twice; do
		check "$2: record: $name: a trace" record_trace $name
	done
	check "$2: record: all types have their values" record_has_types types
	check "$2: record: babeltrace2 says nothing" record_quiet types
	check "$2: record: each CPU, interrupt and NMI has all numbers, once" record_numbers load all
	check "$2: record: and no more" record_sum load
	check "$2: record: babeltrace2 says nothing of these" record_quiet load
	check "$2: record: a full buffer has the oldest" record_numbers full first
	check "$2: record: the others are counted" record_sum full
	check "$2: record: babeltrace2 knows that they were discarded" record_quiet full discarded
	check "$2: record: a flight recorder has the newest" record_numbers flight last
	check "$2: record: the others are counted, too" record_sum flight
	check "$2: record: two patterns record a hit once" record_has_types twice
	[ "$2" != rt ] || return 0 # it skips them, and says why
	for name in during lapped; do
		check "$2: record: $name: snapshots are traces" record_snapshots $name
		check "$2: record: $name: without a gap, up to their moment" record_are_snapshots $name
	done
	check "$2: record: there is something in each that is read at once" record_each_has_some lapped
}
