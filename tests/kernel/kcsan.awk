# SPDX-License-Identifier: GPL-2.0-only
#
# Data races that KCSAN told of, in the log of a kernel: those with an access from a module are ours, and
# printed; the others are the kernel's own, and counted.
#	awk -v label=kcsan -f kcsan.awk DMESG
#
# A report stands between lines of "=".  In it "[name]" behind a function of the stack is a module; the
# first function of each of the two stacks is the one that made the access.

function end_report()
{
	if (title == "")
		return
	if (ours)
		print "not ok - " label ": " title " (" ours ")"
	else
		others++
	title = ""
}

{
	sub(/\r$/, "")
	sub(/^\[ *[0-9.]+\] */, "")
}
/BUG: KCSAN: / { end_report(); title = $0; ours = ""; top = 0; next }
title == "" { next }
/^==================/ { end_report(); next }
/ (to|of) 0x[0-9a-f]+ of [0-9]+ bytes|^race at unknown origin/ { top = 1; next }
top && /\+0x/ {
	# Instrumented helpers of the kernel's may come first.
	if (match($0, /\[[a-z0-9_]+\]/))
		ours = substr($0, RSTART + 1, RLENGTH - 2)
	if ($0 !~ /(kcsan|memcpy|memset|instrument)/)
		top = 0
}
END {
	end_report()
	if (others)
		print "# " label ": " others " reports of races within the kernel itself"
}
