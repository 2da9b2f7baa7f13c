# SPDX-License-Identifier: GPL-2.0-only
#
# Filters in the kernel: what is refused and in which words, what each of them lets through, and conditions in
# tasks, interrupts and NMIs at once.
# shellcheck shell=dash source=tests/kernel/topic.sh
. ./topic.sh

parameters=/sys/module/mt_record/parameters

said() # ERROR|NOTE WORDS: what status says of the last command
{
	local line
	line=$(sed -n "s/^last $1: //p" $debugfs/status)
	case $line in *"$2"*) ;; *) echo "$line"; return 1 ;; esac
}

refused() # FILTER ERROR WORDS
{
	local text
	text=$(control "enable record_integers count $1" 2>&1) && { echo "it was taken"; return 1; }
	case $text in *"$2") ;; *) echo "$text"; return 1 ;; esac
	said error "$3"
}

nested() # DEPTH
{
	awk -v n="$1" 'BEGIN { while (i++ < n) { a = a "("; b = b ")" } print "if=" a "1" b }'
}

# Hits that came through, and hits that did not, of all markers that match.
counted() # MARKERS FILTER [PARAMETER VALUE]
{
	control "enable $1 count $2" || return 1
	echo "${4-1}" >$parameters/"${3-types}"
	awk -F '\t' '$7 != "-" && $7 > 0 { n += $7 } END { printf "%d ", n }' $debugfs/markers
	awk -F '\t' '{ print $5 }' $debugfs/connections
	control "disable $1"
}

lets_through() # MARKER CONDITION
{
	equal "$(counted "$1" "if=\"$2\"")" '1 0'
}

stops() # MARKER CONDITION
{
	equal "$(counted "$1" "if=\"$2\"")" '0 1'
}

check 'marker is loaded' insmod ./marker.ko
check 'count is loaded' insmod ./marker-count.ko
check 'markers are loaded' insmod ./mt-record.ko

# ---- what is refused -------------------------------------------------------------------------------

check 'a condition that is none' refused 'if="i >"' 'Invalid argument' 'a value is missing at the end'
check 'a double' refused 'if="i > 1.5"' 'Operation not supported' 'column 5: there is no floating point here'
check 'an option that there is not' refused 'ever=3' 'Invalid argument' 'no such option'
check 'no number' refused 'every=x' 'Invalid argument' 'an option is no number'
check 'too fast' refused 'rate=100000000' 'out of range' 'at most 10000000 events a second'
check_not 'a quotation that does not end' control 'enable record_integers count if="i'
check 'as deep as it gets' control "enable record_integers count $(nested 15)"
control 'disable record_*'
check 'too deep' refused "$(nested 16)" 'Argument list too long' 'too deep'
check 'much too deep' refused "$(nested 500)" 'Argument list too long' 'too deep'
check 'too long' refused "$(nested 2000)" 'Argument list too long' 'too long'
check 'what fits no marker is taken' control 'enable record_integers count if="ii == 1"'
check 'with a word on it' said note "marker record_integers has no field 'ii'; it has i, u, x,"
check 'it is shown' equal "$(cat $debugfs/connections)" \
	"$(printf 'record_integers\tcount\t""\t"if=\\042ii == 1\\042"\t0')"
control 'disable record_*'

# ---- conditions ------------------------------------------------------------------------------------

check 'integers' lets_through record_integers \
	"i == -2 && u > 3999999999 && x == 0xdeadbeef && c == 'A' && l + 3 == 0 && lu == 18446744073709551615 && ll < 0 && z - 8 < 0 && h == -5 && hh == 200"
check 'no value is false' stops record_integers 'l / (z - 7) > 0 || 1'
check 'pointers' lets_through record_pointers 'p == 0x1234 && symbol > p && !null'
check 'texts' lets_through record_strings \
	's == \"text\" && open == \"abc\" && star == \"xy\" && empty == \"\" && s != \"tex\" && s ~ \"t?x*\"'
check 'NULL is unlike every text' stops record_strings 'null == \"(null)\" || null ~ \"*\" || null == null'
check 'so is what cannot be read' stops record_strings 'error == \"\" || error ~ \"*\" || error == error'
check 'and is not equal' lets_through record_strings 'null != \"x\" && error != \"x\" && error != s'
check 'a text is read to its end' lets_through record_long 'text ~ \"yyy*\" && text != \"yyy\" && end == 4711'
# check has a shell of its own, which is another task.
counted record_nothing \
	"if=\"pid == $$ && tid == $$ && cpu < 64 && comm != \\\"\\\" && name == \\\"record_nothing\\\"\"" >/tmp/said
check 'where the hit is' equal "$(cat /tmp/said)" '1 0'

# ---- the others ------------------------------------------------------------------------------------

check 'one of three' equal "$(counted record_task every=3 flood 10)" '4 6'
counted record_nothing tid=$$ >/tmp/said
check 'of one thread' equal "$(cat /tmp/said)" '1 0'
check 'not of another' equal "$(counted record_nothing tid=1)" '0 1'

# The bucket has two; how many more come depends on how long it takes.
at_most()
{
	local passed stopped
	read -r passed stopped <<-END
		$(counted record_task rate=2 flood 400)
	END
	echo "$passed $stopped"
	[ "$passed" -ge 2 ] && [ "$stopped" -gt 0 ] && [ $((passed + stopped)) = 400 ]
}

check 'so many a second' at_most

# ---- everywhere at once ----------------------------------------------------------------------------

# Of each CPU's numbers, from 0, every third.
thirds()
{
	awk '{ for (i = 2; i <= 4; i++) n += int(($i + 2) / 3); all += $2 + $3 + $4 } END { print n, all - n }' \
		$parameters/hits
}

everywhere()
{
	local got
	got=$(counted 'record_*' 'if="n % 3 == 0 && comm != \"nobody\" && name ~ \"record_*\" && !(pid < 0)"' load 600)
	equal "$got" "$(thirds)"
}

check 'in tasks, interrupts and NMIs' everywhere
check 'count goes, with a filter before it' control 'enable record_* count if="n > 1" every=2'
check 'so' rmmod marker-count
check 'nothing is connected' equal "$(cat $debugfs/connections)" ''
check 'the markers go' rmmod mt-record
check 'marker is unloaded' rmmod marker
finish
