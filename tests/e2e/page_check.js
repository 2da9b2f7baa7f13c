// SPDX-License-Identifier: GPL-2.0-only
/*
 * page_check.js - a reader of the page of markdiff --html, in it
 *
 * test_markdiff_page.sh puts this behind a copy of a page, after a line that sets KIND.  It clicks and
 * types, looks at what is there then, and leaves "ok - NAME" and "not ok - NAME" in the document.
 */
/* No end of a script may stand in here as it is: this is one. */
const results = [];
const page = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const source = document.getElementById("comparison").textContent;

function equal(name, is, wanted) {
	const same = JSON.stringify(is) === JSON.stringify(wanted);
	results.push((same ? "ok - " : "not ok - ") + KIND + ": " + name);
	if (!same)
		results.push("# is " + JSON.stringify(is) + ", not " + JSON.stringify(wanted));
}

function holds(name, condition) {
	equal(name, !!condition, true);
}

/*
 * Time is virtual here: it passes as soon as nothing is to be done, and the browser may draw no frame
 * in it.  So nothing here waits for one, and what comes with frames (scroll) is sent.
 */
function settle() {
	return new Promise((done) => setTimeout(done, 50));
}

async function key(name, target) {
	(target || document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
	await settle();
}

async function click(what) {
	(typeof what === "string" ? page(what) : what).click();
	await settle();
}

async function type(text) {
	const input = page("input[type=search]");
	input.value = text;
	input.dispatchEvent(new Event("input", { bubbles: true }));
	await settle();
}

const button = (group, value) => page(`${group} button[data-value="${value}"]`);
const rows = () => all(".symbols .rows > [role=row]");
const cells = (row) => [...row.children].map((cell) => cell.textContent);
const heads = () => all(".symbols .head button").map((b) => b.dataset.column);
const column = (id) => rows().map((row) => cells(row)[heads().indexOf(id)]);
const names = () => all(".symbols .rows .name").filter((n, i) => n.parentElement.getAttribute("aria-colindex") === "2").map((n) => n.textContent);
const count = () => Number(page(".symbols .grid").getAttribute("aria-rowcount")) - 1;

async function sort(id) {
	await click(`.symbols .head button[data-column="${id}"]`);
}

/* ---- the flame graph, as eyes and a mouse meet it ---- */

/* Fractions of the pixels of one row that are grey, orange and blue: hues do not depend on the theme. */
function hues(depth) {
	const canvas = page("canvas"), ratio = devicePixelRatio;
	const line = canvas.getContext("2d").getImageData(0, Math.round((depth * 19 + 3) * ratio), canvas.width, 1).data;
	const of = { grey: 0, orange: 0, blue: 0, none: 0 };
	for (let i = 0; i < line.length; i += 4) {
		const [r, g, b, a] = line.slice(i, i + 4);
		of[a === 0 ? "none" : r - b > 25 ? "orange" : b - r > 25 ? "blue" : "grey"] += 4 / line.length;
	}
	return of;
}

function at(x, depth, kind) {
	const box = page("canvas").getBoundingClientRect();
	page("canvas").dispatchEvent(new MouseEvent(kind, { clientX: box.left + x, clientY: box.top + depth * 19 + 9, bubbles: true }));
}

/* What the tooltip says along a row, and where. */
function along(depth) {
	const found = new Map(), width = page("canvas").clientWidth;
	for (let x = 0.5; x < width; x += 1) {
		at(x, depth, "mousemove");
		const tip = page(".tip");
		if (!tip.hidden && !found.has(tip.firstChild.textContent))
			found.set(tip.firstChild.textContent, { x, text: tip.textContent });
	}
	return found;
}

const zoomed = () => page(".path [aria-current]").textContent;

/* ---- what is looked at ---- */

async function flame() {
	page("canvas").scrollIntoView();
	await settle();
	const both = along(1);
	equal("flame: both sides' paths", [...both.keys()].sort(), ["_start", "clone3", "new_main", "old_main"]);
	holds("flame: what may be chance among so many is said to be inconclusive",
		/83\.00 \u2192 86\.00 ms .*\+1\.00 \u2026 \+5\.00, q 0\.200; inconclusive/.test(both.get("_start").text));
	holds("flame: the gone one is said to be gone", /8\.00 \u2192 0\.00 ms .*-8\.50 \u2026 -7\.50.*gone/.test(both.get("old_main").text));
	const colours = hues(1);
	holds("flame: what is within the noise is grey, and most of it", colours.grey > 0.6);
	holds("flame: what is gone is blue, what is new is orange", colours.blue > 0.02 && colours.orange > 0.02);
	await click(button(".flames .choice", "new"));
	equal("flame: new alone", [...along(1).keys()].sort(), ["_start", "clone3", "new_main"]);
	await click(button(".flames .choice", "base"));
	equal("flame: base alone", [...along(1).keys()].sort(), ["_start", "clone3", "old_main"]);
	await click(button(".flames .choice", "diff"));
	at(both.get("old_main").x + 2, 1, "click");
	await settle();
	equal("flame: a click zooms", zoomed(), "old_main");
	holds("flame: the zoomed frame takes the width", hues(1).blue > 0.9);
	await key("Escape", page("canvas"));
	equal("flame: Escape zooms out", zoomed(), "all");
	await key("f");
	equal("flame: f goes there", document.activeElement, page("canvas"));
	await key("Home");
	await key("ArrowDown");
	await key("Enter");
	equal("flame: ArrowDown and Enter zoom to the dearest", zoomed(), "_start");
	holds("flame: what is there is said", page(".said").textContent.includes("_start  83.00 \u2192 86.00 ms"));
	await key("Escape");
	await key("ArrowRight");
	await key("Enter");
	equal("flame: ArrowRight is the neighbour", zoomed(), "clone3");
	await key("Escape");
	await type("old_ path");
	holds("flame: the search finds one frame", page(".said").textContent.startsWith("1 frame matches"));
	await type("");
}

async function small() {
	equal("light where the system is", document.documentElement.dataset.theme, "light");
	equal("title", document.title, "v1-*.data \u2192 v2-*.data - markdiff");
	equal("events are tabs", all("[role=tab]").map((t) => t.getAttribute("aria-selected")), ["true", "false"]);
	holds("gate and its reasons", page(".gate").textContent.includes("Gate at 2 % failed: regression") && all(".gate li").length === 2);
	equal("total", page(".total .fact dd").firstChild.textContent, "85.00 \u2192 87.98");
	holds("one sentence", page(".sentence").textContent.includes("+2.98 ms more"));
	equal("rows", count(), 17);
	equal("the file's order at first", names()[0], "parse_request");
	equal("a column says that it is not sorted", page(".symbols [role=columnheader]").getAttribute("aria-sort"), "none");

	const digits = source.slice(source.indexOf('"parse_request"')).match(/"self": \{"base": ([^,]+), "new": ([^,]+),.*?"difference": \{"value": ([^,]+), "low": ([^,]+), "high": ([^}]+)\}/);
	equal("the JSON's digits", ["base", "new", "difference", "interval"].map((id) => column(id)[0]),
		[digits[1], digits[2], "+" + digits[3], "+" + digits[4] + " \u2026 +" + digits[5]]);
	holds("each bar has the tolerance, and a sign stands beside each colour", rows().every((r) => r.querySelector(".zone") && r.querySelector(".sign").textContent));

	await sort("base");
	equal("sorted, the largest first", column("base").slice(0, 3), ["21.40", "14.20", "11.75"]);
	equal("aria-sort", all(".symbols [aria-sort=descending]").length, 1);
	await sort("base");
	equal("sorted, the smallest first", column("base").slice(0, 3), ["0.00", "0.01", "0.80"]);
	await sort("base");
	equal("the file's order again", names()[0], "parse_request");
	await sort("ratio");
	await sort("ratio");
	equal("what has no figure comes last", column("ratio").slice(-2), ["\u2013", "\u2013"]);
	await sort("ratio");

	await key("/");
	equal("/ goes to the search", document.activeElement, page("input[type=search]"));
	await type("KERNEL tcp");
	equal("all words are searched, in all keys", names(), ["tcp_sendmsg_locked"]);
	equal("what was found is marked", all(".symbols mark").map((m) => m.textContent).sort(), ["kernel", "tcp"]);
	equal("how many there are", page(".count").textContent, "1 of 17 rows");
	await type("no such name");
	holds("nothing is said to be found", count() === 0 && !page(".symbols .none").hidden);
	await key("Escape");
	equal("Escape clears it", count(), 17);

	await key("1", document.body);
	equal("1: regressions alone", new Set(column("verdict")).size === 1 && column("verdict")[0], "\u25b2regression");
	await click(button(".chips", "improvement"));
	equal("and improvements", count(), 8);
	await key("Escape", document.body);
	equal("Escape shows all", count(), 17);
	await click(button(".chips", "gone"));
	equal("gone alone", names(), ["old_lookup"]);
	await key("Escape", document.body);

	await key("t");
	await key("ArrowDown");
	await key("Enter");
	equal("the row that is looked at", page(".detail h3 .code").textContent, "trace_mark");
	holds("with its reason, and a dot for each run", page(".detail .reason").textContent && all(".detail .dots")[0].querySelectorAll("circle").length === 10);
	equal("one row is the active one", page("#" + page(".symbols .grid").getAttribute("aria-activedescendant")).getAttribute("aria-selected"), "true");
	await key("End");
	equal("End is the last one", page(".detail h3 .code").textContent, "atexit_handler");
	await key("Escape");
	holds("Escape closes it", page(".detail").hidden);

	await key("i");
	equal("i: inclusive cost", column("base")[names().indexOf("parse_request")], "43.80");
	await key("i");
	await key("b");
	holds("b: bars of differences", heads().length && page('.symbols [data-column="bar"]').textContent.includes("difference"));

	await flame();

	equal("markers", all(".markers .grid:last-child .rows [role=row]").length, 3);
	holds("marker by name", page(".markers").textContent.includes("net_rx"));
	const parts = all(".markers .grid")[0], titles = [...parts.querySelectorAll(".head button")].map((b) => b.dataset.column);
	const percent = [...parts.querySelectorAll(".rows [role=row]")].map((row) => cells(row)[titles.indexOf("percent")]);
	equal("the markers' parts", [...parts.querySelectorAll(".rows .name")].map((n) => n.textContent),
		["all markers", "in functions of markers and probes", "in functions that have sites"]);
	equal("in percent of the total", percent, ["+3.36", "+2.76", "+0.53"]);
	equal("of each marker, too", all(".markers .grid")[1].querySelectorAll('[data-column="percent"]').length, 1);
	holds("what all runs have in common is said once", page(".quality").textContent.includes("All runs: program server \u00b7 command perf record"));
	holds("lost samples stand out", page(".runs .bad").textContent === "12");
	holds("drift", page(".quality").textContent.includes("new, slope"));

	await click(all("[role=tab]")[1]);
	equal("the other event", [count(), all("canvas").length], [6, 0]);
	await key("[", document.body);
	equal("[ is the first one", count(), 17);

	const ground = () => getComputedStyle(document.body).backgroundColor;
	const light = ground();
	await key("d", document.body);
	holds("d: dark", document.documentElement.dataset.theme === "dark" && ground() !== light);
	dispatchEvent(new Event("beforeprint"));
	equal("printed in light colours", ground(), light);
	equal("all rows are printed", all(".printed tbody tr").length, 17);
	dispatchEvent(new Event("afterprint"));
	holds("dark again", ground() !== light && !page(".printed"));
	await key("?", document.body);
	holds("? lists the keys", page("dialog").open && page("dialog").textContent.includes("search"));
}

async function large() {
	const grid = page(".symbols .grid");
	equal("all rows are there", count(), 50000);
	holds("few of them exist", rows().length > 10 && rows().length < 120);
	grid.scrollTop = 25000 * 24;
	grid.dispatchEvent(new Event("scroll"));
	holds("scrolled to the middle", rows().some((r) => r.getAttribute("aria-rowindex") === "25003") && rows().length < 120);
	await type("method_4242(");
	equal("one is found", [count(), names()[0].includes("method_4242(")], [1, true]);
	await type("class7::");
	holds("several are", count() > 40 && count() < 60);
	await type("");
	await sort("new");
	const list = source.slice(source.indexOf('"rows": ['));
	const costs = [...list.matchAll(/"self": \{"base": [^,]+, "new": ([^,]+),/g)].map((found) => found[1]).sort((a, b) => b - a);
	equal("sorted", column("new").slice(0, 20), costs.slice(0, 20));
	await key("t");
	await key("End");
	equal("End", grid.getAttribute("aria-activedescendant").split("-")[1], "49999");
	holds("still few", rows().length < 120);
	dispatchEvent(new Event("beforeprint"));
	equal("printed up to a limit", all(".printed tbody tr").length, 2000);
	holds("and it is said", page(".printed").textContent.includes("48,000 more rows"));
	dispatchEvent(new Event("afterprint"));
	holds("the whole page is a small document", all("*").length < 6000);
}

async function hostile() {
	equal("nothing was run", document.title.includes("owned") && document.title === "owned", false);
	equal("nothing became an element", all("#page img, #page script").length, 0);
	equal("rows", count(), 15);
	const shown = names();
	equal("markup is text", shown.slice(0, 2), ["<\/script><script>document.title='owned'<\/script>", "<img src=x onerror=\"document.title='owned'\">"]);
	holds("what cannot be seen is shown", shown.includes("control<U+0001><U+001B>[31m<U+0009>characters<U+000A>") &&
		shown.includes("right<U+202E>ot<U+202C>tfel") && shown.includes("line<U+2028>separator<U+2029>paragraph"));
	holds("names of objects' own members are names", shown.includes("__proto__") && shown.includes("constructor"));
	await type("operator<<");
	equal("searched", count(), 1);
	await type("");
	await click(rows()[0]);
	holds("looked at", page(".detail").textContent.includes("<\/script>"));
	page("canvas").scrollIntoView();
	await settle();
	holds("in the flame graph", along(1).has("<\/script><script>document.title='owned'<\/script>"));
	const wide = document.documentElement.scrollWidth > innerWidth;
	equal("no wider than the window", wide ? all("main *").filter((e) => e.scrollWidth > innerWidth && !e.closest(".grid, .wide")).map((e) => e.className) : [], []);
}

async function empty() {
	equal("no rows", [count(), page(".symbols .none").textContent], [0, "No rows."]);
	holds("it is said", page(".total").textContent.includes("No symbols.") && page(".total .verdict").textContent.includes("untested"));
	await key("t");
	await key("ArrowDown");
	await key("End");
	await type("x");
	holds("no remarks", page(".quality").textContent.includes("No remarks"));
	holds("no flame graph, no markers", !page("canvas") && !page(".markers"));
	holds("not comparable, and why", page(".gate.incomparable").textContent.includes("not comparable: nothing follows") &&
		page(".gate.incomparable li").textContent.includes("the baseline has 0 samples"));
	holds("and beside the total", page(".total").textContent.includes("Not comparable: cpu-clock: the baseline has 0 samples"));
}

async function single() {
	holds("one run a side is said", page(".quality").textContent.includes("the error of sampling alone") && page(".sides").textContent.includes("1 run"));
	equal("rows", count(), 17);
	equal("no gate", page(".gate"), null);
	equal("begins with the cost that rows are sorted by", button(".toolbar", "inclusive").getAttribute("aria-pressed"), "true");
	equal("and shows it", column("base")[names().indexOf("parse_request")], "43.80");
	await key("i", document.body);
	equal("the other one", column("base")[names().indexOf("parse_request")], "21.40");
}

async function flat() {
	equal("dark where the system is", document.documentElement.dataset.theme, "dark");
	equal("no choice of inclusive cost", button(".toolbar", "inclusive"), null);
	holds("the gate passed", page(".gate.pass").textContent.includes("passed"));
	await key("i", document.body);
	equal("i does nothing", count(), 13);
}

async function nulls() {
	const text = document.getElementById("page").textContent;
	holds("null is a dash", column("difference")[0] === "\u2013" && column("samples")[0] === "\u2013");
	equal("nothing else of it is seen", ["null", "NaN", "undefined", "Infinity", "[object"].filter((word) => text.includes(word)), []);
	for (const value of ["difference", "share", "ratio"]) {
		await click(button(".toolbar", value));
		holds("bars of " + value, rows().every((r) => !/NaN|undefined/.test(r.innerHTML)));
	}
	await click(rows()[0]);
	holds("looked at", !/NaN|undefined|null/.test(page(".detail").innerHTML));
	for (const id of heads()) {
		await sort(id);
		await sort(id);
	}
	equal("sorted by all columns", count(), 17);
}

addEventListener("error", (event) => results.push("not ok - " + KIND + ": an error: " + event.message));
addEventListener("unhandledrejection", (event) => results.push("not ok - " + KIND + ": an error: " + event.reason.stack));
document.addEventListener("DOMContentLoaded", async () => {
	try {
		await settle();
		await { small, large, hostile, empty, single, flat, nulls }[KIND]();
		results.push("# finished");
	} catch (error) {
		results.push("not ok - " + KIND + ": an error: " + error.stack);
	}
	document.documentElement.replaceChildren();
	const end = document.createElement("body");
	end.textContent = "\n" + results.join("\n") + "\n";
	document.documentElement.append(end);
});
