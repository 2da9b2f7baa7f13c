# SPDX-License-Identifier: GPL-2.0-only
#
# linux-source.sh - kernels of our own from Debian's linux-source-6.1; to be sourced, by bash
#
#	. bench/macro/linux-source.sh
#	source_find || source_fetch		# S_TREE, S_VERSION
#	source_marked PROJECT TREE		# the same with markers.patch
#	kernel_configure TREE OBJECTS FRAGMENT...
#	kernel_build TREE OBJECTS TARGET...
#
# The source is unpacked once for each version of the package, under $S_CACHE, and never written to
# again: kernels are built in folders beside.  Nothing is installed and nothing needs root.

# shellcheck shell=bash
S_CACHE=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/source
S_JOBS=$(nproc)

say()
{
	echo "marker: $*"
}

# The Debian packages of the tools that a kernel's build needs beyond ours.
source_missing_packages()
{
	local command
	for command in flex bison bc patch cpio make; do
		command -v "$command" >/dev/null || echo "$command"
	done
	[ -e /usr/include/libelf.h ] || echo libelf-dev
}

# A folder of the cache is the version of the package; of several, the newest.
source_find()
{
	S_VERSION=$(find "$S_CACHE" -mindepth 1 -maxdepth 1 -name '[0-9]*' -printf '%f\n' 2>/dev/null |
		sort -V | tail -n 1)
	# shellcheck disable=SC2034	# the caller's
	S_TREE=$S_CACHE/$S_VERSION/linux-source-6.1
	[ -n "$S_VERSION" ]
}

# Complete or not there: unpacked beside, then renamed.
source_fetch()
{
	local work deb
	mkdir -p "$S_CACHE" && work=$(mktemp -d "$S_CACHE/new.XXXXXX") || return 1
	say "downloading and unpacking linux-source-6.1 (140 MB, 1.5 GB unpacked), once, into $S_CACHE"
	if (cd "$work" && apt-get -q -o APT::Sandbox::User=root download linux-source-6.1) >"$work/log" 2>&1 &&
		deb=$(echo "$work"/linux-source-6.1_*.deb) &&
		dpkg-deb --fsys-tarfile "$deb" | tar -xO ./usr/src/linux-source-6.1.tar.xz | tar -xJ -C "$work" &&
		rm -rf "${S_CACHE:?}/$(dpkg-deb -f "$deb" Version)" &&
		mkdir "$S_CACHE/$(dpkg-deb -f "$deb" Version)" &&
		mv "$work/linux-source-6.1" "$S_CACHE/$(dpkg-deb -f "$deb" Version)/"; then
		rm -rf "$work"
		source_find
		return
	fi
	grep -m 3 '^[EW]:' "$work/log" >&2
	say "linux-source-6.1 cannot be had: is there a Debian 12 archive in apt's lists (apt-get update)?" >&2
	rm -rf "$work"
	return 1
}

# The whole tree as links, so that only what the patch changes is there twice.  The project is linked
# into it: a change of ours is built the next time.
source_marked() # PROJECT TREE
{
	local patch=$1/bench/macro/markers.patch name
	if ! cmp -s "$patch" "$2/markers.patch"; then
		rm -rf "$2" && mkdir -p "$(dirname "$2")" && cp -al "$S_TREE" "$2" &&
			patch -s -p1 -d "$2" <"$patch" && cp "$patch" "$2/" || return 1
	fi
	mkdir -p "$2/marker"
	for name in Kbuild marker probes; do
		ln -sfn "$1/$name" "$2/marker/$name" || return 1
	done
}

# What was asked for and is not in the result: an option whose dependencies are not met says nothing.
kernel_config_lost() # OBJECTS FRAGMENT...
{
	local objects=$1
	shift
	cat "$@" | grep '^CONFIG_' | grep -vxF -f "$objects/.config"
}

# From nothing (tinyconfig) and the fragments; an unchanged result keeps its time, so nothing is rebuilt.
kernel_configure() # TREE OBJECTS FRAGMENT...
{
	local tree=$1 objects=$2 lost
	shift 2
	mkdir -p "$objects" || return 1
	cat "$tree/scripts/kconfig/merge_config.sh" "$@" | cksum >"$objects.asked"
	if cmp -s "$objects.asked" "$objects/asked" && [ -e "$objects/.config" ]; then
		rm "$objects.asked"
		return 0
	fi
	{
		MAKEFLAGS='' make -s -C "$tree" O="$objects" tinyconfig &&
			"$tree/scripts/kconfig/merge_config.sh" -O "$objects" -m "$objects/.config" "$@" &&
			MAKEFLAGS='' make -s -C "$tree" O="$objects" olddefconfig
	} >"$objects.log" 2>&1 || { tail -n 20 "$objects.log" >&2; return 1; }
	lost=$(kernel_config_lost "$objects" "$@")
	if [ -n "$lost" ]; then
		echo "these options could not be set:"
		echo "$lost"
		return 1
	fi >&2
	mv "$objects.asked" "$objects/asked"
}

# A line every half minute.
kernel_progress() # LOG
{
	local start=$SECONDS
	while sleep 30; do
		say "  $(grep -cE '^  (CC|AS|LD|AR) ' "$1") files, $((SECONDS - start)) s"
	done
}

# The time, user and host are in the kernel; fixed, so that the same source gives the same bytes.
kernel_build() # TREE OBJECTS TARGET...
{
	local tree=$1 objects=$2 start=$SECONDS watcher status
	shift 2
	: >"$objects.log"
	kernel_progress "$objects.log" &
	watcher=$!
	KBUILD_BUILD_TIMESTAMP='Mon Nov 30 00:00:00 UTC 2026' KBUILD_BUILD_USER=marker \
		KBUILD_BUILD_HOST=marker MAKEFLAGS='' \
		make -C "$tree" O="$objects" -j"$S_JOBS" "$@" >"$objects.log" 2>&1
	status=$?
	kill "$watcher"
	wait "$watcher" 2>/dev/null
	if [ $status != 0 ]; then
		grep -E 'error|Error|undefined' "$objects.log" | head -n 20 >&2
		say "the build of $objects failed, see $objects.log" >&2
		return 1
	fi
	say "  built in $((SECONDS - start)) s"
}
