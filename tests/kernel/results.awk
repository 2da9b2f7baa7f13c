# SPDX-License-Identifier: GPL-2.0-only
#
# From what a guest printed (TAP or KTAP of its topics, and the "@@" lines of init and topic.sh) to
# the lines that tests/run counts.  Whatever should have come and has not is a failure.
#	awk -v label=6.1 -v topics="guest_boot.sh ..." -v out=FOLDER -f results.awk RESULTS

function name_of(file)
{
	sub(/^guest_/, "", file)
	sub(/\.sh$/, "", file)
	return file
}

function bad(what)
{
	print "not ok - " label ": " what
}

function bit(value, n)
{
	return int(value / 2 ^ n) % 2
}

function open_topic(file)
{
	topic = name_of(file)
	begun[topic] = 1
	planned = results = failed = 0
	state = "running"
}

function result(line,	word, directive)
{
	word = sub(/^not /, "", line) ? "not ok" : "ok"
	sub(/^ok */, "", line)
	sub(/^[0-9]+ */, "", line)
	sub(/^- */, "", line)
	results++
	if (match(line, /# *[Ss][Kk][Ii][Pp]/)) {
		directive = substr(line, RSTART + RLENGTH)
		line = substr(line, 1, RSTART - 1)
		sub(/ *$/, "", line)
		sub(/^[: ]*/, "", directive)
		print "skip - " label ": " topic ": " line ": " directive
		return
	}
	failed += word == "not ok"
	print word " - " label ": " topic ": " line
}

function close_topic(status)
{
	if (state != "finished")
		bad(topic ": ended before its last line, with exit status " status)
	else if (status != 0 && !failed)
		bad(topic ": exit status " status)
	else if (results < planned)
		bad(topic ": planned " planned " results, " results " came")
	else if (results == 0)
		bad(topic ": no result")
	state = "closed"
}

# D: died, W: warned, L: soft lockup, B: bad page, M: machine check.
function taint(value)
{
	if (bit(value, 7) || bit(value, 9) || bit(value, 14) || bit(value, 5) || bit(value, 4))
		bad("the kernel is tainted by an error: " value)
}

BEGIN { state = "none" }
{ sub(/\r$/, "") }
sending != "" && $0 != "@@ file-end" { print >sending; next }
/^@@ file-end$/ { close(sending); sending = ""; next }
/^@@ file [A-Za-z0-9._-]+$/ { sending = out "/" $3 ".gz.base64"; printf "" >sending; next }
/^@@ topic / { open_topic($3); next }
/^@@ finished$/ { state = "finished"; next }
/^@@ status [0-9]+$/ { close_topic($3); next }
/^@@ taint [0-9]+$/ { taint($3); next }
/^@@ end$/ { ended = 1; next }
/^(not )?ok( |$)/ { result($0); next }
/^1\.\.[0-9]+/ { planned += substr($0, 4); next }
/^K?TAP version/ { next }
{ print "# " label ": " topic ": " $0 }

END {
	if (state == "running" || state == "finished")
		bad(topic ": the guest stopped in it")
	n = split(topics, all, " ")
	for (i = 1; i <= n; i++)
		if (!(name_of(all[i]) in begun))
			bad(name_of(all[i]) ": did not run")
	if (!ended)
		bad("the guest did not come to its end")
}
