#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Installs the Debian packages that the build, the demo and the tests need and that are missing.
# Says what it installs; says nothing where nothing is missing.  As root or with sudo; otherwise it
# prints the one command to run and fails.
set -eu

# What one might wonder about:
#	golang-go		go tool pprof, which reads what markdiff --pprof wrote (test_markdiff_exports.sh)
#	r-mathlib		distributions for markdiff's verdicts, without R
#	esbuild, node-d3-*	bundle the page of markdiff --html; chromium reads it (test_markdiff_page.sh)
#	protobuf-c*, zlib1g	write profiles for pprof
#	mold, lld		linkers of the build matrix (test_build_matrix.sh)
packages="
gcc g++ make libc6-dev pkg-config
liburcu-dev libelf-dev libdw-dev libzstd-dev liblzma-dev libiberty-dev libjson-c-dev
libcapstone-dev libtraceevent-dev r-mathlib libbabeltrace2-dev libcmocka-dev
linux-perf binutils xz-utils zstd
clang lld libclang-rt-14-dev clang-format clang-tidy cppcheck sparse
valgrind gdb python3-docutils
esbuild node-d3-hierarchy node-d3-scale chromium
protobuf-c-compiler libprotobuf-c-dev zlib1g-dev golang-go
liblttng-ust-dev lttng-tools babeltrace2 systemtap-sdt-dev
qemu-user gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross
mold
qemu-system-x86 qemu-system-arm busybox-static cpio kmod xz-utils
linux-headers-amd64 linux-headers-rt-amd64
"

missing=
for p in $packages; do
	dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
	run=
elif command -v sudo >/dev/null 2>&1; then
	run=sudo
else
	echo "marker: packages are missing; run as root: apt-get update && $install" >&2
	exit 1
fi
echo "marker: installing Debian packages:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A small spinner of dots: apt is quiet for minutes on a slow line.
(while sleep 5; do printf .; done) & dots=$!
ok=0
{ $run apt-get update && $run env DEBIAN_FRONTEND=noninteractive $install; } >"$log" 2>&1 || ok=$?
kill "$dots" 2>/dev/null || true
echo
if [ "$ok" != 0 ]; then
	tail -n 20 "$log" >&2
	echo "marker: installing failed (above: the end of apt's words); run: apt-get update && $install" >&2
	exit 1
fi
echo "marker: packages installed"
