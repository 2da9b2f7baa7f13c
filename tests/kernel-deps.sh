#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Fetches the kernels that the modules are tested with, from the machine's Debian archive into a cache
# of the user's.  Nothing is installed: the machine's packages, its list of architectures and what it
# boots stay as they are.  Silent if everything is there; needs no root.
#	usage: tests/kernel-deps.sh [FLAVOUR...]
#
# What a folder of the cache holds, one for each flavour and version of the package:
#	vmlinuz config		from linux-image-*-unsigned
#	vmlinux			the kernel that is packed in vmlinuz, if that is slow to unpack
#	src/ lib/		headers and build tools, where the machine has not installed them
#	busybox			where the machine's own would not run
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/kernel/kernels.sh
. tests/kernel/kernels.sh
export LC_ALL=C
work=

# Private lists, so that a foreign architecture is known here and nowhere else.
own() # apt-get|apt-cache ARGUMENTS...
{
	local tool=$1
	shift
	$tool -q -o APT::Architecture=amd64 -o APT::Architectures::=amd64 -o APT::Architectures::=arm64 \
		-o Dir::State="$work/apt" -o Dir::State::lists="$work/apt/lists" \
		-o Dir::State::status="$work/apt/status" -o Dir::Cache="$work/apt/cache" \
		-o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}

update()
{
	mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/debs"
	touch "$work/apt/status"
	own apt-get --error-on=any update
}

download() # PACKAGE...
{
	(cd "$work/debs" && rm -f ./*.deb && own apt-get download "$@")
}

# A signed image comes later than the headers that it belongs to, the unsigned one with them.
download_image() # RELEASE[:ARCHITECTURE] VERSION
{
	local release=${1%%:*} architecture=
	[ "$release" = "$1" ] || architecture=:${1##*:}
	download "linux-image-$release-unsigned$architecture=$2" ||
		download "linux-image-$release$architecture=$2"
}

# Only what is named, and never into the root: archives hold /lib, which is a link of the machine.
unpack() # FOLDER PATH...
{
	local to=$1 deb
	shift
	mkdir -p "$to"
	for deb in "$work"/debs/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$to" --wildcards "$@" || return 1
	done
}

image() # FOLDER RELEASE[:ARCHITECTURE] VERSION
{
	download_image "$2" "$3" && unpack "$1/image" './boot/vmlinuz-*' './boot/config-*' &&
		mv "$1"/image/boot/vmlinuz-* "$1/vmlinuz" && mv "$1"/image/boot/config-* "$1/config" &&
		rm -r "$1/image"
}

number() # FILE OFFSET BYTES: of a little-endian machine
{
	od -An -tu"$3" -j "$2" -N "$3" "$1" | tr -d ' '
}

# Half of a boot under emulation is xz, so that is done here, once; QEMU starts the kernel itself by
# its PVH entry.  Where things are: the kernel's Documentation/x86/boot.rst.  Such a boot has no
# KASLR, which is vmlinuz's doing; 6.12 (zstd) and arm64 still have it.  Without xz, vmlinuz will do.
unpack_kernel() # FOLDER
{
	local image=$1/vmlinuz setup start length
	[ "$(number "$image" $((0x202)) 2)" -ge $((0x208)) ] || return 0
	setup=$((($(number "$image" $((0x1f1)) 1) + 1) * 512))
	start=$((setup + $(number "$image" $((0x248)) 4)))
	length=$(number "$image" $((0x24c)) 4)
	tail -c +$((start + 1)) "$image" | head -c "$length" >"$1/packed"
	# The four bytes behind the stream are the length of what is in it.
	xz -dc --single-stream "$1/packed" >"$1/vmlinux" 2>/dev/null || rm -f "$1/vmlinux"
	rm "$1/packed"
}

depends() # PACKAGE: its dependencies on packages of the same source, "NAME"
{
	own apt-cache show "$1" | sed -n 's/^Depends: //p' | head -n 1 | tr ',|' '\n' |
		sed -nE 's/^ *(linux-(headers-[^ ]*-common[^ ]*|kbuild-[^ ]*)).*/\1/p'
}

# The headers say where their common part is, as an absolute path; their links into the tools are
# relative, so the tree keeps its shape.
headers() # FOLDER RELEASE[:ARCHITECTURE]
{
	local parts
	mapfile -t parts < <(depends "linux-headers-$2")
	[ ${#parts[@]} = 2 ] || return 1
	download "linux-headers-$2" && unpack "$1/tree" './usr/src/*' --exclude=./usr/src/*/vmlinux &&
		download "${parts[@]}" && unpack "$1/tree" './usr/*' --exclude='./usr/share' || return 1
	mv "$1/tree/usr/src" "$1/tree/usr/lib" "$1" && rm -r "$1/tree"
}

busybox_of() # FOLDER ARCHITECTURE
{
	download "busybox-static:$2" && unpack "$1/tree" ./bin/busybox &&
		mv "$1/tree/bin/busybox" "$1" && rm -r "$1/tree"
}

fetch_installed() # FLAVOUR FOLDER: the image for headers that the machine has
{
	read -r release version < <(kernel_installed_release "$1")
	if [ -z "$release" ]; then
		echo "E: $(kernel_metapackage "$1") is not installed; run tests/deps.sh"
		return 1
	fi
	image "$2" "$release" "$version"
}

fetch_newest() # FLAVOUR FOLDER: image and headers, of the newest release
{
	local architecture=
	read -r release version < <(own apt-cache show "$(kernel_metapackage "$1")" | kernel_of_dependency)
	[ -n "$release" ] || return 1
	[ "$1" = arm64 ] && architecture=:arm64
	image "$2" "$release$architecture" "$version" && headers "$2" "$release$architecture" || return 1
	[ "$1" != arm64 ] || busybox_of "$2" arm64
}

# The one absolute path of the headers' makefile: to where they will be.
relocate() # FOLDER HOME
{
	local makefile
	for makefile in "$1"/src/linux-headers-*/Makefile; do
		[ -e "$makefile" ] || continue
		sed -i "s,^include /usr/src/,include $2/src/," "$makefile" || return 1
	done
}

# Complete, or not there: made beside, then renamed.
fetch() # FLAVOUR
{
	local new=$work/$1 release='' version='' home
	mkdir -p "$new" "$KERNEL_CACHE/$1"
	if kernel_headers_installed "$1"; then
		fetch_installed "$1" "$new" || return 1
	else
		fetch_newest "$1" "$new" || return 1
	fi
	home=$KERNEL_CACHE/$1/${release}_$version
	[ "$1" = arm64 ] || unpack_kernel "$new"
	relocate "$new" "$home" && rm -rf "$home" && mv "$new" "$home" || return 1
	echo "marker: kernel $1: $release, package version $version"
}

wanted=("$@")
[ ${#wanted[@]} -gt 0 ] || wanted=("${KERNEL_FLAVOURS[@]}")
missing()
{
	local flavour
	for flavour in "${wanted[@]}"; do
		kernel_find "$flavour" || echo "$flavour"
	done
}
[ -n "$(missing)" ] || exit 0

mkdir -p "$KERNEL_CACHE" || exit 1
exec 9>"$KERNEL_CACHE/lock"
flock 9
mapfile -t flavours < <(missing)	# another check may have brought them meanwhile
[ ${#flavours[@]} -gt 0 ] || exit 0
work=$(mktemp -d "$KERNEL_CACHE/new.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
echo "marker: downloading Debian's kernels (${flavours[*]}), 60 to 110 MB each, once, into $KERNEL_CACHE"
if ! update >"$work/log" 2>&1; then
	echo "marker: the kernels cannot be had: $(grep -m 1 -E '^(E|W|Err)[:0-9]' "$work/log")" >&2
	exit 1
fi
status=0
for flavour in "${flavours[@]}"; do
	fetch "$flavour" >"$work/log" 2>"$work/err" </dev/null && grep '^marker:' "$work/log" && continue
	echo "marker: kernel $flavour cannot be had: $(cat "$work/err" "$work/log" | grep -m 1 '^E:')" >&2
	status=1
done
exit $status
