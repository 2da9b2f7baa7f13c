# SPDX-License-Identifier: GPL-2.0-only
#
# Looks through a kernel log (the guest's console) for what no test may leave there, and for its end.
#	awk -v label=6.1 -f log.awk CONSOLE

function name_of(file)
{
	sub(/^guest_/, "", file)
	sub(/\.sh$/, "", file)
	return file
}

function found(line)
{
	# A splat is many lines, and its first says what it is.
	if (++findings <= 8)
		print "not ok - " label ": " topic ": kernel log: " line
}

BEGIN {
	topic = "start"
	split("BUG:|WARNING:|kernel BUG at |BUG [a-z0-9_-]+ \\(|Oops|\\[#[0-9]+\\]|Kernel panic|" \
	      "general protection|Internal error|Unable to handle kernel |double fault|" \
	      "KASAN|KCSAN|UBSAN|KFENCE: |ODEBUG: |kmemleak: [0-9]+ new |Bad page|" \
	      "page allocation failure|list_[a-z_]+ corruption|" \
	      "rcu.*stall|soft lockup|hard LOCKUP|INFO: task .* blocked|" \
	      "possible circular locking|possible recursive locking|inconsistent lock state|" \
	      "possible irq lock inversion|possible deadlock|held lock freed|bad unlock balance|" \
	      "suspicious RCU usage|sleeping function called|scheduling while atomic",
	      words, "|")
	for (i in words)
		pattern = pattern (pattern == "" ? "" : "|") words[i]
}
{
	sub(/\r$/, "")
	text = $0
	sub(/^\[ *[0-9.]+\] */, "", text)
	if (text != "")
		last = text
}
/^\[[^]]*\] (Kernel c|C)ommand line:/ { next }
/marker-guest: topic / { topic = name_of($NF); topics = topics (topics == "" ? "" : ", ") topic; next }
/marker-guest: end$/ { ended = 1; topic = "end"; next }
$0 ~ pattern { found(text) }

END {
	if (findings > 8)
		print "# " label ": " findings - 8 " more such lines in the kernel log"
	if (!ended)
		print "not ok - " label ": the kernel log stops at: " last
	else if (!findings)
		print "ok - " label ": the kernel log is clean (" topics ")"
}
