# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# matrix.sh - builds and checks the program of matrix.h; for scripts that bring a list of builds
#
# Each build checks itself (matrix.h says how).  Here, after each: the list of markers is the same as
# in all others, the tables need no relocation when the object is loaded, the text needs none.
#
# A build is one line:
#	NAME | COMPILER | COMPILE OPTIONS | LINK OPTIONS | MODE...
# with the modes	so	a shared object that a small program loads, runs and unloads, twice
#			a	linked with libmarker.a, and each row tried alone
#			strip	stripped before it runs
#			keep	text relocations are let pass if the vanilla build has them too
#			vanilla	no markers at all
#			lib=DIR	another build of the library, under the work directory
# A name may start with the case that it is: "A4 ...".
#
# The script has sourced tests/report.sh and set: build, the library's directory; work, a directory;
# label, what results start with; emulate, strip, include, links: what a foreign target needs, or
# nothing.

top=$PWD
src=$top/tests/lifecycle
warn='-Wall -Wextra -Werror -Wno-unused-parameter'

trim()
{
	local s=$1
	s=${s#"${s%%[! ]*}"}
	printf '%s' "${s%"${s##*[! ]}"}"
}

# The offline lister finds the same names in the file.
same_offline() # FILE LIST
{
	[ -x "$build/markctl" ] || return 0
	diff <(cut -f1 "$2" | sort -u) \
	     <("$build/markctl" list "$1" | sed 1d | cut -d' ' -f1 | sort -u) ||
		{ echo "markctl list has another list"; return 1; }
}

# The table is there, read-only, and no dynamic relocation points into it.
table_is_clean() # FILE
{
	local addr size flags at from to
	read -r addr size flags < <(readelf -SW "$1" | sed 's/^ *\[ *[0-9]*\]//' |
				    awk '$1 == "__marker_sites" { print $3, $5, $7 }')
	[ -n "$addr" ] || { echo "no section __marker_sites"; return 1; }
	case $flags in *W*) echo "__marker_sites is writable"; return 1 ;; esac
	from=$((16#$addr)) to=$((16#$addr + 16#$size))
	for at in $(readelf -rW "$1" | sed -n 's/^\([0-9a-f]\{8,\}\) .*/\1/p'); do
		[ $((16#$at)) -lt $from ] || [ $((16#$at)) -ge $to ] ||
			{ echo "a dynamic relocation at $at, in __marker_sites"; return 1; }
	done
}

has_textrel() # FILE
{
	readelf -dW "$1" | grep -q TEXTREL
}

# In the directory of OUT: --coverage leaves files where the compiler runs.
compile() # OUT CC COMPILE LINK MODES EXTRA
(
	local out=$1 cc=$2 cflags=$3 ldflags=$4 modes=$5 extra=$6 dir=$build std=-std=gnu11
	local lang=() tail=() rows=() lib

	case $cc in
	*++) std=-std=gnu++17 lang=(-x c++) tail=("$src/matrix_cxx.cc" -x none) ;;
	esac
	case " $modes " in *" lib="*) dir=${modes#*lib=} dir=$work/${dir%% *} ;; esac
	lib="-L$dir -lmarker -Wl,-rpath,$dir $links"
	case " $modes " in
	*" a "*)
		lib="$dir/libmarker.a $links -lurcu-bp -lpthread -ldl"
		rows=("$out.rows.o")
		extra="$extra -DMATRIX_ROWS"
		# shellcheck disable=SC2086
		$(c_compiler "$cc") $include -std=gnu11 -D_GNU_SOURCE $warn "-I$top" $cflags \
			-x c -c -o "$out.rows.o" "$src/matrix_rows.c" || return 1 ;;
	*" so "*) extra="$extra -DMATRIX_SHARED -shared" ;;
	esac
	# shellcheck disable=SC2086
	cd "$(dirname "$out")" && $cc $std $warn "-I$top" $cflags $extra "${lang[@]}" \
		"$src/matrix.c" "$src/matrix_kinds.c" \
		"$src/matrix_code.c" "$src/matrix_unit.c" "${tail[@]}" "${rows[@]}" -o "$out" \
		$ldflags $lib
)

try_build() # NAME CC COMPILE LINK MODES
{
	local name=$1 cc=$2 cflags=$3 ldflags=$4 modes=$5 dir out status
	dir=$(mktemp -d -p "$work") out=$dir/program

	compile "$out" "$cc" "$cflags" "$ldflags" "$modes" '' >"$dir/log" 2>&1 ||
		{ echo "it does not build"; cat "$dir/log"; return 1; }
	if [[ " $modes " = *" strip "* ]]; then $strip "$out"; fi
	[[ " $modes " = *" vanilla "* ]] || table_is_clean "$out" || return 1
	if has_textrel "$out"; then
		[[ " $modes " = *" keep "* ]] || { echo "DT_TEXTREL"; return 1; }
		compile "$dir/vanilla" "$cc" "$cflags" "$ldflags" "$modes" -DMARKER_DISABLE >"$dir/log" 2>&1 &&
			has_textrel "$dir/vanilla" || { echo "DT_TEXTREL, and vanilla has none"; return 1; }
	fi
	case " $modes " in
	*" so "*) (cd "$dir" && $emulate "$work/load" "$out") >"$dir/list" 2>"$dir/log" ;;
	*) (cd "$dir" && $emulate "$out") >"$dir/list" 2>"$dir/log" ;;
	esac
	status=$?
	if [ $status != 0 ] || grep -q FAULT "$dir/list"; then
		echo "exit status $status"
		grep -m5 FAULT "$dir/list"
		tail -n 20 "$dir/log"
		return 1
	fi
	sort -u "$dir/list" >"$dir/sorted"
	if [[ " $modes " = *" vanilla "* ]]; then
		[ ! -s "$dir/sorted" ] || { echo "there are markers"; return 1; }
		return 0
	fi
	case $name in A4\ *) same_offline "$out" "$dir/sorted" || return 1 ;; esac
	cmp -s "$dir/sorted" "$work/list.$(language "$cc")" ||
		{ echo "another list:"; diff "$work/list.$(language "$cc")" "$dir/sorted"; return 1; }
	rm -rf "$dir"
}

c_compiler() # THE-C++-ONE
{
	case $1 in
	*clang++) echo "${1%++}" ;;
	*g++) echo "${1%++}cc" ;;
	*) echo "$1" ;;
	esac
}

language()
{
	case $1 in *++) echo c++ ;; *) echo c ;; esac
}

titled() # NAME
{
	case $1 in
	A[0-9]\ *) echo "${1%% *} $label: ${1#* }" ;;
	*) echo "$label: $1" ;;
	esac
}

one() # LINE
{
	local name cc cflags ldflags modes
	IFS='|' read -r name cc cflags ldflags modes <<<"$1"
	name=$(trim "$name") cc=$(trim "$cc")
	result "$name" try_build "$name" "$cc" "$cflags" "$ldflags" "$(trim "$modes")"
}

# What the markers are, from the sources.
reference()
{
	local files=(matrix_kinds.c matrix_code.c matrix_inline.h matrix_left.h matrix_right.h)
	[ "$1" = c++ ] && files+=(matrix_cxx.cc)
	(cd "$src" && cat "${files[@]}") |
	if [ "$1" = c++ ]; then cat; else sed '/^#ifdef __cplusplus/,/^#endif/d'; fi |
	grep -oE '\b(MARK(_JUMP|_IMMEDIATE|_GENERIC|_OPTIMIZED|_NOARGS)?|_?trace_mark)\([a-z_0-9]+' |
	sed 's/.*(//' | sort -u
}

reference_list() # LANGUAGE COMPILER
{
	compile "$work/first" "$2" -O0 '' '' '' && $emulate "$work/first" | grep -v FAULT | sort -u >"$work/list.$1"
	result "the $1 program lists the markers of its sources, $(wc -l <"$work/list.$1")" \
		diff <(cut -f1 "$work/list.$1" | sort -u) <(reference "$1")
}

result() # NAME COMMAND...
{
	local name=$1
	shift
	check "$(titled "$name")" "$@"
}

# The builds on stdin, two at a time.
run_list()
{
	export -f one result check verdict ok not_ok
	export -f try_build compile table_is_clean has_textrel trim language c_compiler titled same_offline
	export work build top src warn label emulate strip include links
	tr '\n' '\0' | xargs -0 -P 2 -n 1 bash -c 'one "$0"'
}
