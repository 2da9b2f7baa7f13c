#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markbench size beside what nm, readelf and objdump say of the same files, of three compilers; and on
# files that are damaged.
#
# usage: tests/e2e/test_size.sh BUILD_DIR
set -u
# shellcheck source=tests/e2e/markbench.sh
. "$(dirname "$0")/markbench.sh" "$1"
cd "$(dirname "$0")/../.." || exit 1

cat >"$T/unit.c" <<'EOF'
#include <marker/marker.h>
int constant(void);
int leaf(int a, int b, int *p);
int constant(void)
{
	MARK(size_constant, "%d %p", 1, (void *)0);
	return -1;
}
int leaf(int a, int b, int *p)
{
	int x = a * 5 + b;

	MARK(size_leaf, "%d %p", x + p[1], (void *)p);
	p[b] = x;
	return x ^ (a - b);
}
EOF

# Bytes of the symbols NAME and NAME.cold together.
bytes() # NM FILE NAME
{
	local size sum=0
	for size in $("$1" -S "$2" | awk -v n="$3" '$4 == n || $4 == n ".cold" { print $2 }'); do
		sum=$((sum + 16#$size))
	done
	echo $sum
}

# Of the table that size prints: what stands behind a name, in a column.
column() # PATTERN COLUMN
{
	awk -v p="$1" -v c="$2" '$0 ~ p { print $c; exit }' "$T/out"
}

likely_of() # FUNCTION: of the list over the vanilla file's
{
	column "^  $1 +[0-9]+ +-?[0-9]+\$" 3
}

# What the two paths take together is what nm's sizes differ by.
check_function() # LABEL TOOLS FUNCTION MARKER
{
	local grown unlikely
	grown=$(($(bytes "$2"nm "$T/marked.o" "$3") - $(bytes "$2"nm "$T/vanilla.o" "$3")))
	unlikely=$(column "^  $4 +$3 +jump " 5)
	check "$1, $3: likely and unlikely path are nm's $grown bytes" \
		equal "$(($(likely_of "$3") + unlikely))" $grown
}

# The walk over the instructions finds as many as the subtraction.  At -O0 a function also gets room
# for the arguments, and jumps to what follows.
check_walk() # LABEL
{
	case $1 in *-O0) return ;; esac
	check "$1, constant: the site is what the function grows by" \
		equal "$(column '^  size_constant +constant +jump ' 4)" "$(likely_of constant)"
}

# Each instruction of the function is at objdump's address.
check_addresses() # LABEL TOOLS FUNCTION
{
	"$2"objdump -d --no-show-raw-insn --disassemble="$3" "$T/marked.o" |
		sed -nE 's/^ +([0-9a-f]+):\t.*/\1/p' >"$T/theirs"
	sed -nE "/^$3:\$/,\$s/^ +([0-9a-f]+)  [0-9a-f]{2} .*/\1/p" "$T/out" >"$T/ours"
	[ -s "$T/theirs" ] && head -n "$(wc -l <"$T/theirs")" "$T/ours" | cmp -s - "$T/theirs"
	verdict "$1, $3: instructions are where objdump has them" $? "$T/ours" "$T/theirs"
}

check_parts() # LABEL
{
	local part missing=0
	for part in site argument slot 'call of the probes'; do
		grep -q "; $part\$" "$T/out" || missing=1
	done
	grep -qx '    cold block:' "$T/out" || missing=1
	verdict "$1: the disassembly names the parts" $missing "$T/out"
}

check_table() # LABEL TOOLS: all rows but the object's own
{
	local size
	size=$("$2"readelf -SW "$T/marked.o" |
		sed -nE 's/.* __marker_sites +PROGBITS +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) .*/\1/p' |
		while read -r n; do echo $((16#$n)); done | awk '{ s += $1 } END { print s - 16 }')
	check "$1: the table is readelf's" equal "$(column '^  table ' 2)" "$size"
}

check_compiler() # LABEL TOOLS CC LEVEL
{
	if ! "$3" -I. -g "$4" -c -o "$T/marked.o" "$T/unit.c" ||
		! "$3" -I. -g "$4" -DMARKER_DISABLE -c -o "$T/vanilla.o" "$T/unit.c"; then
		not_ok "$1: compiles"
		return
	fi
	exits "$1" 0 "$B" size "$T/marked.o" --vanilla "$T/vanilla.o" --function leaf
	check_function "$1" "$2" constant size_constant
	check_function "$1" "$2" leaf size_leaf
	check_walk "$1"
	check_addresses "$1" "$2" leaf
	check_table "$1" "$2"
	check_parts "$1"
	check "$1: no relocation" equal "$(column '^  dynamic relocations' 4)" 0
	check "$1: strings" equal "$(column '^  strings' 4)" 36
}

for cc in gcc clang aarch64-linux-gnu-gcc; do
	tools=
	case $cc in aarch64*) tools=aarch64-linux-gnu- ;; esac
	for level in -O0 -O2 -Os; do
		if command -v "$cc" >/dev/null && command -v "${tools}nm" >/dev/null; then
			check_compiler "$cc $level" "$tools" "$cc" $level
		else
			skip "$cc $level" "no $cc"
		fi
	done
done

# ---- one site behind the other ----------------------------------------------------------------------

# Cold blocks that lie in the middle must not be taken for each other's: each call has its own.
cat >"$T/row.c" <<'EOF'
#include <marker/marker.h>
int main(int argc, char **argv)
{
	MARK_GENERIC(size_generic, "%d", argc);
	MARK_IMMEDIATE(size_immediate, "%d", argc);
	MARK(size_jump, "%s", argv[0]);
	MARK_GENERIC(size_last, "%d", argc);
	return 0;
}
EOF

check_row() # LABEL FILE
{
	exits "$1" 0 "$B" size "$2" --function main
	check "$1: each site is found" equal "$(grep -c 'were not found' "$T/out")" 0
	check "$1: four cold blocks" equal "$(grep -c '^    cold block:$' "$T/out")" 4
	check "$1: four calls are in them" equal "$(grep -c '; call of the probes$' "$T/out")" 4
	check "$1: no call is left over" equal "$(grep '<marker_hit_1>' "$T/out" | grep -vc ';')" 0
}

for cc in gcc clang; do
	for level in -O0 -O2 -Os; do
		if "$cc" -I. "$level" -c -o "$T/row.o" "$T/row.c" &&
			"$cc" -I. "$level" -o "$T/row" "$T/row.c" -L"$O" -lmarker; then
			check_row "a row of sites, $cc $level, object" "$T/row.o"
			check_row "a row of sites, $cc $level, linked" "$T/row"
		else
			not_ok "a row of sites, $cc $level: compiles"
		fi
	done
done

# ---- linked files -----------------------------------------------------------------------------------

gcc -I. -O2 -shared -fPIC -o "$T/unit.so" "$T/unit.c" || not_ok "a shared object"
exits "shared object" 0 "$B" size "$T/unit.so" --json "$T/so.json"
check "shared object: no relocation in the table" equal "$(column '^  dynamic relocations' 4)" 0
check "shared object: unlikely path" equal "$(column '^  unlikely path' 3)" \
	$(($(nm -S "$T/unit.so" | awk '/\.cold$/ { print "16#" $2 " +" }' | tr '\n' ' ') 0))
grep -q '"type": *"dynamic"' "$T/so.json" && grep -q '"name": *"size_leaf"' "$T/so.json"
verdict "shared object: JSON has the file and its sites" $? "$T/so.json"
strip -o "$T/stripped.so" "$T/unit.so"
exits "stripped" 0 "$B" size "$T/stripped.so"
check "stripped: the sites are found" equal "$(column '^  likely path' 5)" 10
exits "without markers" 0 "$B" size /bin/true

# ---- its own functions --------------------------------------------------------------------------------

exits "without a file" 0 "$B" size --json "$T/own.json"
missing=0
for kind in generic immediate immediate-clc jump; do
	grep -qE "^$kind +2006 " "$T/out" || missing=1
	grep -q "^$kind, .*: my_open:" "$T/out" || missing=1
done
verdict "each kind has a table and instructions" $missing "$T/out"
grep -q ': my_probe:$' "$T/out"
verdict "the typical probe has instructions" $? "$T/out"
grep -q '"compiler": *"' "$T/own.json" && grep -q '"debug": *[0-9]' "$T/own.json"
verdict "JSON has the table" $? "$T/own.json"

# ---- what is refused ------------------------------------------------------------------------------------

: >"$T/empty"
head -c 700 "$T/unit.so" >"$T/short"
exits "no such file" 3 "$B" size "$T/none"
says "no such file" "$T/none" "No such file"
exits "not an ELF file" 3 "$B" size "$T/unit.c"
says "not an ELF file" "$T/unit.c: offset 0x0: not an ELF file"
exits "empty file" 3 "$B" size "$T/empty"
says "empty file" "$T/empty"
exits "cut off" 3 "$B" size "$T/short"
says "cut off" "$T/short: offset 0x"
exits "one of two is refused" 3 "$B" size "$T/unit.c" "$T/unit.so"
says "one of two is refused" "$T/unit.c"
grep -q size_leaf "$T/out"
verdict "one of two is refused: the other is told" $? "$T/out"
exits "no such vanilla file" 3 "$B" size "$T/unit.so" --vanilla "$T/none"
says "no such vanilla file" "$T/none"
exits "no such function" 3 "$B" size "$T/unit.so" --function none
says "no such function" "$T/unit.so" none
exits "a vanilla file for two" 2 "$B" size "$T/unit.so" "$T/unit.so" --vanilla "$T/unit.so"
exits "a vanilla file for none" 2 "$B" size --vanilla "$T/unit.so"
exits "another command's option" 2 "$B" size --rounds 3
exits "JSON into no folder" 1 "$B" size "$T/unit.so" --json "$T/none/x.json"
says "JSON into no folder" "$T/none/x.json"
exit $failed
