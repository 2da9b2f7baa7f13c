#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The assembler source that puts object files into markbench, as struct size_object of reference.h.
#	usage: objects.sh DIR FILE...
# A FILE is DIR/COMPILER/LEVEL/KIND/SOURCE.o.
set -eu
dir=$1
shift
n=0
table=
printf '\t.section .rodata\n'
for file; do
	IFS=/ read -r compiler level kind source <<<"${file#"$dir"/}"
	printf '\t.balign 8\n%s:\t.incbin "%s"\n%s:\n' "b$n" "$file" "e$n"
	printf '%s:\t.asciz "%s"\n' "c$n" "$compiler" "l$n" "$level" "k$n" "$kind" "s$n" "${source%.o}"
	table+=$(printf '\\n\t.quad c%d, l%d, k%d, s%d, b%d, e%d' $n $n $n $n $n $n)
	n=$((n + 1))
done
printf '\t.section .data.rel.ro, "aw"\n\t.balign 8\n\t.globl size_objects\nsize_objects:'
printf '%b' "$table"
printf '\n\t.quad 0, 0, 0, 0, 0, 0\n\t.section .note.GNU-stack, "", %%progbits\n'
