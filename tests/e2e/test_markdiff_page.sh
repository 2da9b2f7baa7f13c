#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The page of markdiff --html in a browser: it is read, sorted, searched, zoomed and printed there, by
# keys and clicks (page_check.js), for comparisons of all kinds (make_verdicts.py).
#
# usage: tests/e2e/test_markdiff_page.sh BUILD_DIR
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "${BASH_SOURCE[0]}")/begin.sh"
here=$tree/tests/e2e
write=$build/tests/e2e/page_write

if [ ! -x "$write" ]; then
	not_ok "$write is not built"
	exit 1
fi
if ! "$write" </dev/null >/dev/null 2>why; then
	skip "the page" "$(cat why)"
	exit 0
fi
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
# What needs no browser.
for kind in small large hostile empty single flat nulls; do
	if ! "$here/make_verdicts.py" $kind >$kind.json || ! "$write" <$kind.json >$kind.html; then
		not_ok "the page of $kind is written"
		exit 1
	fi
done

asset_size()
{
	[ "$(stat -c %s "$build/page/page.html.in")" -le 300000 ]
}
check "the page without its figures is not over 300 kB" asset_size

elsewhere()
{
	head -c 100000 empty.html | grep -oE '<(link|img|iframe|object|embed|base)[^>]*|(src|href|srcset)=[^ >]*|@import[^;]*|url\([^)]*\)'
}
silent "nothing is fetched from anywhere" elsewhere

embedded() # KIND: the JSON of the page is that of the file
{
	python3 - "$1" <<-'END'
		import json, sys
		page = open(sys.argv[1] + ".html", encoding="utf-8").read()
		inside = page.split('<script type="application/json" id="comparison">', 1)[1]
		assert inside.count("<") == 1 and inside.endswith("</script>\n"), "an element in the figures"
		assert json.loads(inside[:-len("</script>\n")]) == json.load(open(sys.argv[1] + ".json", encoding="utf-8"))
	END
}
for kind in small hostile nulls; do
	check "the page of $kind has its JSON, and only that" embedded $kind
done

if [ -z "$browser" ]; then
	skip "the page in a browser" "no chromium; install chromium"
	exit $failed
fi

# A profile of its own for each start; a browser that does not end is ended.
browse() # OPTION...
{
	local profile status
	profile=$(mktemp -d "$dir/profile.XXXXXX")
	timeout -k 5 200 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
		--hide-scrollbars --window-size=1500,1000 --user-data-dir="$profile" "$@" 2>said
	status=$?
	# It says much about buses and graphics that no test has.
	grep -vE 'dbus|gpu|GPU|unexpected operator' said | tail -n 5 >err
	rm -rf "$profile"
	return $status
}

# The page's policy lets no other script in, so the copy that is tried has another policy.
tried() # KIND
{
	sed -E "s/script-src 'sha256-[^']*'/script-src 'unsafe-inline'/" "$1.html"
	printf '<script>const KIND = "%s";</script>\n<script>\n' "$1"
	cat "$here/page_check.js"
	printf '</script>\n'
}

in_browser() # KIND [OPTION...]
{
	tried "$1" >"$1-tried.html"
	browse "${@:2}" --virtual-time-budget=8000 --dump-dom "file://$dir/$1-tried.html" >"$1.dom"
	sed -e 's/&lt;/</g' -e 's/&gt;/>/g' -e 's/&amp;/\&/g' "$1.dom" | grep -aE '^(ok - |not ok - |# is )'
	grep -aq '^# finished' "$1.dom" || not_ok "$1: the script came to its end" err
}
for kind in small hostile empty single nulls large; do
	reported in_browser $kind
done
reported in_browser flat --force-dark-mode

# ---- the page as it is --------------------------------------------------------------------------------

{
	cat hostile.html
	echo '<script>document.title = "owned"; document.body.textContent = ""</script>'
	echo '<img src="x" onerror="document.title = 1">'
} >intruder.html
intruded()
{
	browse --virtual-time-budget=5000 --dump-dom "file://$dir/intruder.html" >intruder.dom
	grep -aq 'role="grid"' intruder.dom || echo "the page does not show itself"
	grep -aE '<title>(owned|1)</title>' intruder.dom
}
silent "with its policy the page runs, and no script but its own" intruded

printed()
{
	browse --virtual-time-budget=5000 --no-pdf-header-footer --print-to-pdf="$dir/small.pdf" "file://$dir/small.html"
	head -c 5 small.pdf | grep -q '^%PDF-' || { echo "no PDF"; return 1; }
	[ "$(stat -c %s small.pdf)" -gt 20000 ] || { echo "an empty PDF"; return 1; }
}
check "it prints" printed
exit $failed
