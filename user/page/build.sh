#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Bundles the page, and prints all of it that comes before the JSON.   usage: build.sh WORK_DIR
#
# The policy in the page allows this one script and this one style, by their digests, and nothing else.
set -eu
here=$(dirname "$0")
work=$1
limit=300000

digest() # FILE: as a policy has it
{
	sha256sum <"$1" | cut -c 1-64 | tr a-f A-F | basenc --base16 -d | base64
}

esbuild --log-level=warning --bundle --minify --format=iife --target=es2019 --charset=ascii \
	--legal-comments=none --outfile="$work/page.js" "$here/main.js"
esbuild --log-level=warning --minify --charset=ascii --outfile="$work/page.css" "$here/page.css"
# Not a byte more than is digested.
if grep -qi '</script\|<!--' "$work/page.js" || grep -qi '</style' "$work/page.css"; then
	echo "$0: the bundle would end its own element" >&2
	exit 1
fi

while IFS= read -r line; do
	case $line in
	*@STYLE@*) printf '<style>'; cat "$work/page.css"; printf '</style>\n' ;;
	*@SCRIPT@*) printf '<script>'; cat "$work/page.js"; printf '</script>\n' ;;
	*@POLICY@*) printf '%s\n' "${line%%@POLICY@*}default-src 'none'; script-src 'sha256-$(digest "$work/page.js")'; style-src 'sha256-$(digest "$work/page.css")'; base-uri 'none'; form-action 'none'${line##*@POLICY@}" ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$here/page.html" >"$work/whole"
size=$(wc -c <"$work/whole")
if [ "$size" -gt $limit ]; then
	echo "$0: the page has $size bytes, more than $limit" >&2
	exit 1
fi
cat "$work/whole"
