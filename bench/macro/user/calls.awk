# SPDX-License-Identifier: GPL-2.0-only
#
# Who calls whom, from the relocations of objects that were compiled with -ffunction-sections:
#	readelf -rW *.o | awk -f calls.awk
# prints FILE CALLER CALLEE.  A call that is inlined is not among them; the cold part of a function is the
# function, a clone is what it is a clone of, and what a marker calls is left out.

function plain(name)
{
	sub(/^\.text\.(unlikely|startup|exit|hot)\./, "", name)
	sub(/^\.text\./, "", name)
	sub(/\.(cold|part|isra|constprop|lto_priv).*/, "", name)
	return name
}

$1 == "File:" { file = $2 }
$1 == "Relocation" {
	split($0, quoted, "'")
	from = quoted[2] ~ /^\.rela\.text/ ? plain(substr(quoted[2], 6)) : ""
}
from != "" && $3 ~ /(PLT32|PC32|CALL26|JUMP26)$/ && ($3 ~ /PLT32|26/ || $5 ~ /^\.text/) {
	to = plain($5)
	if (to !~ /^_*marker/ && to != from)
		print file, from, to
}
