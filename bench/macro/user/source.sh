# SPDX-License-Identifier: GPL-2.0-only
#
# source.sh - Debian's sources of lua5.4, sqlite3 and redis, patched; to be sourced, by bash
#
#	sources_fetch			all that are not there yet, into $directory/source
#	source_tree PROGRAM		$directory/tree/PROGRAM: unpacked and patched, with what the
#					programs' own makefiles generate
#
# deb-src lines are not in the system's lists as a rule, and are not put there: apt is given lists of its
# own, made from the system's "deb" lines.  It checks the archive's signature and each file's hash.
# PROGRAM is lua, sqlite or redis.

# What it reads of user.sh: directory, results, scratch, build, here, cc, at_once, processor, programs, seed.
# shellcheck shell=bash disable=SC2154
package_of() # PROGRAM
{
	case $1 in
	lua) echo lua5.4 ;;
	sqlite) echo sqlite3 ;;
	*) echo "$1" ;;
	esac
}

# The Debian packages of the tools that this needs beyond those of make check.
source_missing_packages()
{
	command -v dpkg-source >/dev/null || echo dpkg-dev
	command -v tclsh >/dev/null || echo tcl
	command -v patch >/dev/null || echo patch
}

# Both forms of apt's lists: lines, and stanzas in *.sources.
apt_lists() # DIR
{
	mkdir -p "$1/parts" "$1/lists/partial" "$1/cache/archives/partial" || return 1
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
		sed -n '/debian/s/^deb /deb-src /p' >"$1/parts/lines.list"
	find /etc/apt/sources.list.d -name 'debian*.sources' -exec cat {} + 2>/dev/null |
		sed 's/^Types:.*/Types: deb-src/' >"$1/parts/stanzas.sources"
}

apt() # DIR ARGUMENT...
{
	local private=$1
	shift
	apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$private/parts" \
		-o Dir::State::lists="$private/lists" -o Dir::Cache="$private/cache" \
		-o APT::Sandbox::User=root "$@"
}

# Complete or not there: downloaded and unpacked beside, then renamed.
sources_fetch()
{
	local work program packages=()
	for program in "${programs[@]}"; do
		[ -e "$directory/source/$program" ] || packages+=("$(package_of "$program")")
	done
	[ ${#packages[@]} -gt 0 ] || return 0
	mkdir -p "$directory/source" && work=$(mktemp -d "$directory/source/new.XXXXXX") || return 1
	say "downloading the sources of ${packages[*]}, once, into $directory/source"
	if ! (apt_lists "$work" && apt "$work" update && cd "$work" &&
		apt "$work" source --download-only "${packages[@]}") >"$work/log" 2>&1; then
		grep -m 3 '^[EW]:' "$work/log" >&2
		rm -rf "$work"
		return 1
	fi
	for program in "${programs[@]}"; do
		[ -e "$directory/source/$program" ] || unpack "$work" "$program" || return 1
	done
	rm -rf "$work"
}

unpack() # WORK PROGRAM
{
	local description
	description=$(echo "$1/$(package_of "$2")"_*.dsc)
	dpkg-source -q --no-check -x "$description" "$1/$2" >"$1/log" 2>&1 ||
		{ tail -n 3 "$1/log" >&2; return 1; }
	sed -n 's/^Version: //p' "$description" | head -n 1 >"$1/$2/VERSION.debian"
	mv "$1/$2" "$directory/source/$2"
}

version_of() # PROGRAM
{
	cat "$directory/source/$1/VERSION.debian"
}

# ---- patched, and with what is generated ----------------------------------------------------------

generate_lua()
{
	printf '#define DEB_HOST_MULTIARCH "%s"\n' "$(gcc -print-multiarch)" >src/lua5.4-deb-multiarch.h
}

generate_sqlite()
{
	./configure --disable-readline --disable-tcl && make -j"$at_once" sqlite3.c
}

generate_redis()
{
	make -j"$at_once" -C deps hiredis linenoise lua hdr_histogram && cd src && ./mkreleasehdr.sh
}

# Made anew when the package or the patch is another one.
source_tree() # PROGRAM
{
	local tree=$directory/tree/$1 patch=$here/user/$1.patch asked
	asked=$(cat "$directory/source/$1/VERSION.debian" "$patch" | cksum)
	if [ "$asked" = "$(cat "$tree/asked" 2>/dev/null)" ]; then return 0; fi
	say "preparing $1 $(version_of "$1")"
	rm -rf "$tree" && mkdir -p "$directory/tree" && cp -r "$directory/source/$1" "$tree" || return 1
	patch -s -p1 -d "$tree" <"$patch" || return 1
	(cd "$tree" && MAKEFLAGS='' "generate_$1") >"$directory/$1.log" 2>&1 ||
		{ tail -n 5 "$directory/$1.log" >&2; return 1; }
	echo "$asked" >"$tree/asked"
}
