#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markdiff on a terminal: the pager, colours, progress; and none of them elsewhere.  script(1)
# gives it a terminal of its own.
#
# usage: test_markdiff_terminal.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"
export TERM=xterm PERF_CONFIG=/dev/null
unset PAGER PERF_PAGER LESS NO_COLOR
cp "$tree"/tests/data/small-{base,marked}.data .
files="-s dso small-base.data small-marked.data"
esc=$'\033'

# What a terminal shows after a command; its exit status.
on_terminal()
{
	script -qec "$1" /dev/null </dev/null | tr -d '\r'
	return "${PIPESTATUS[0]}"
}

shows() # NAME PATTERN COMMAND
{
	on_terminal "$3" >shown
	grep -qE -- "$2" shown && ok "$1" || not_ok "$1 (no line matches $2)" shown
}

shows_not() # NAME PATTERN COMMAND
{
	on_terminal "$3" >shown
	[ -s shown ] && ! grep -qE -- "$2" shown && ok "$1" || not_ok "$1 (a line matches $2)" shown
}

status_is() # NAME STATUS COMMAND
{
	local got
	on_terminal "$3" >shown
	got=$?
	[ $got = "$2" ] && ok "$1" || not_ok "$1 (exit status $got)" shown
}

pagers()
{
	shows "PAGER" '^paged:# Event' "PAGER='sed s/^/paged:/' $markdiff $files"
	shows "PERF_PAGER before PAGER" '^perf:# Event' \
		"PAGER='sed s/^/paged:/' PERF_PAGER='sed s/^/perf:/' $markdiff $files"
	shows "less ends where all fits the screen" '^LESS is FRSX$' \
		"PAGER='echo LESS is \$LESS; cat' $markdiff $files"
	shows "--pager: it does not" '^LESS is RSX$' "PAGER='echo LESS is \$LESS; cat' $markdiff --pager $files"
	shows "LESS is left alone" '^LESS is i$' "LESS=i PAGER='echo LESS is \$LESS; cat' $markdiff $files"
	shows_not "--no-pager" '^paged:' "PAGER='sed s/^/paged:/' $markdiff --no-pager $files"
	shows_not "PAGER=cat is none" 'sed' "PAGER=cat $markdiff $files"
	shows "PAGER empty is none" '^# Event' "PAGER= $markdiff $files"
	shows_not "elsewhere than on a terminal" '^paged:' "PAGER='sed s/^/paged:/' $markdiff $files | cat"
	status_is "exit status with a pager" 0 "PAGER='sed s/^/paged:/' $markdiff $files"
	status_is "exit status with a pager that fails" 0 "PAGER='cat; false' $markdiff $files"
	status_is "exit status, no such file" 3 "PAGER='sed s/^/paged:/' $markdiff nosuch small-base.data"
	status_is "a reader that leaves at once" 0 "PAGER=true $markdiff $files"
	status_is "a reader that leaves early" 0 "PAGER='head -n 1' $markdiff $files"
	shows_not "a reader that leaves early: no message" 'markdiff:|roken' "PAGER='head -n 1' $markdiff $files"
	shows "no such pager" "pager 'nosuch -x' cannot be run" "PAGER='nosuch -x' $markdiff $files"
	status_is "no such pager: exit status" 3 "PAGER='nosuch -x' $markdiff $files"
}

colors()
{
	shows "red from 5 % on" "^  $esc\\[31m +[0-9.]+%$esc\\[m  " "PAGER=cat $markdiff $files"
	shows "colours through a pager" "^  $esc\\[31m" "PAGER='sed s/x/x/' $markdiff $files"
	shows_not "NO_COLOR" "$esc" "NO_COLOR=1 PAGER=cat $markdiff $files"
	shows "NO_COLOR empty" "$esc" "NO_COLOR= PAGER=cat $markdiff $files"
	shows_not "TERM=dumb" "$esc" "TERM=dumb PAGER=cat $markdiff $files"
	shows_not "--color=never" "$esc" "PAGER=cat $markdiff --color=never $files"
	shows "--color=always, no terminal" "$esc" "$markdiff --color=always $files | cat"
	shows "--color=always, NO_COLOR" "$esc" "NO_COLOR=1 $markdiff --color=always $files | cat"
	shows_not "a separator: no colours" "$esc" "PAGER=cat $markdiff -t, $files"
	"$markdiff" $files >plain
	grep -q "$esc" plain && not_ok "no terminal: no colours" || ok "no terminal: no colours"
	on_terminal "PAGER=cat $markdiff $files" | sed "s/$esc\\[[0-9]*m//g" >shown
	check "colours take no room" cmp plain shown
}

# Verdicts, of runs whose figures are known; a JSON reader has no use for either.
verdicts()
{
	local recording=$build/tests/e2e/recording side runs="--runs base1 base2 --vs new1 new2"
	for side in base1=1000 base2=1004 new1=2000 new2=2004; do
		{
			echo "event 1 0 0 cpu-clock"
			echo "mmap 10 1 0x400000 0x1000 0 2 /no/x"
			echo "samples ${side#*=} 0 10 100 0x400010 1000000 2"
		} | "$recording" "${side%=*}" || not_ok "write $side"
	done
	shows "verdicts: the word is coloured, and there" "$esc\\[31mregression *$esc\\[m +x$" \
		"PAGER=cat $markdiff -s dso $runs"
	shows "verdicts: the other way around" "$esc\\[32mimprovement *$esc\\[m +x$" \
		"PAGER=cat $markdiff -s dso --runs new1 new2 --vs base1 base2"
	shows_not "verdicts: NO_COLOR" "$esc" "NO_COLOR=1 PAGER=cat $markdiff -s dso $runs"
	shows_not "verdicts: a separator" "$esc" "PAGER=cat $markdiff -t, -s dso $runs"
	shows "verdicts: through a pager" "^paged:.*regression" "PAGER='sed s/^/paged:/' $markdiff -s dso $runs"
	status_is "verdicts: the gate's exit status, through a pager" 1 \
		"PAGER='sed s/^/paged:/' $markdiff -s dso --gate=2 $runs"
	"$markdiff" -s dso $runs >plain
	on_terminal "PAGER=cat $markdiff -s dso $runs" | sed "s/$esc\\[[0-9]*m//g" >shown
	check "verdicts: colours take no room" cmp plain shown
	shows_not "JSON: no colours" "$esc" "PAGER=cat $markdiff -s dso --json $runs"
}

# Which figures perf colours, and how.
as_perf()
{
	local o
	if ! perf record -q -F 2000 -e cpu-clock -o base.data dd if=/dev/zero of=/dev/null bs=4k count=50000 2>/dev/null ||
	   ! perf record -q -F 2000 -e cpu-clock -o new.data dd if=/dev/zero of=/dev/null bs=8k count=50000 2>/dev/null; then
		skip "colours as perf diff has them" "perf record does not work here"
		return
	fi
	while read -r o; do
		on_terminal "PAGER=cat perf diff $o 2>/dev/null" >want
		on_terminal "PAGER=cat $markdiff --perf-compat $o" >got
		check "colours as perf diff has them:${o% *.data}" cmp want got
	done <<'EOF'
base.data new.data
-c delta -p base.data new.data
-c ratio -F base.data new.data
-c wdiff:1,2 base.data new.data
base.data new.data base.data
-c wdiff:1,-2 base.data new.data base.data
-t, base.data new.data
EOF
}

progress()
{
	shows_not "no progress where it is quick" 'Reading' "PAGER=cat $markdiff $files"
	"$markdiff" --progress=always $files >/dev/null 2>said
	check "--progress=always: wiped out in the end" equal "$(tr '\r' '\n' <said | tail -n 1 | tr -d ' ')" ""
	mkfifo slow
	(exec 3>slow; sleep 2; cat small-base.data >&3) &
	on_terminal "PAGER=cat $markdiff -s dso slow small-marked.data" >shown
	grep -q 'Reading  slow' shown && ok "shown after a second" ||
		not_ok "shown after a second" shown
	wait $!
	(exec 3>slow; sleep 2; cat small-base.data >&3) &
	shows_not "--progress=never" 'Reading' "PAGER=cat $markdiff --progress=never -s dso slow small-marked.data"
	wait $!
	(exec 3>slow; sleep 2; cat small-base.data >&3) &
	shows_not "not elsewhere than on a terminal" 'Reading' \
		"PAGER=cat $markdiff -s dso slow small-marked.data 2>said; cat said"
	wait $!
}

if ! command -v script >/dev/null; then
	skip "a terminal" "no script(1); install util-linux's bsdutils"
	exit 0
fi
pagers
colors
verdicts
as_perf
progress
exit $failed
