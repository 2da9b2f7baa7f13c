# SPDX-License-Identifier: GPL-2.0-only
#
# An assembler file many times over: each "_COPY" in it becomes "_000", "_001", ..., and so do its labels.
# usage: awk -v nr=N -f copies.awk FILE.s

# A slot that is shared by nobody else: a linker is slow with many thousand common symbols.
$1 == ".comm" { text = text "\t.local " substr($2, 1, index($2, ",") - 1) "\n" }

{ text = text $0 "\n" }

END {
	gsub(/\.L/, ".L_COPY_", text)
	parts = split(text, part, /_COPY/)
	for (copy = 0; copy < nr; copy++) {
		for (i = 1; i < parts; i++)
			printf "%s_%03x", part[i], copy
		printf "%s", part[parts]
	}
}
