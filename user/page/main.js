// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.js - the page of markdiff --html
 *
 * One file that needs nothing else: script, style and figures are in it, so that it can be mailed, put
 * beside a build's results, and read in ten years.  It reads the JSON of markdiff --json and computes no
 * figure: what is shown has the JSON's digits.  What it does compute are places: widths, orders.
 *
 *	json.js		JSON in which a number stays the text that it was
 *	dom.js		elements; how a hostile name is shown
 *	figures.js	figures, verdicts, bars of intervals
 *	summary.js	what was compared, the total, the gate
 *	grid.js		a table of which only the rows in sight exist
 *	table.js	the symbols
 *	layout.js	where the frames of a flame graph lie
 *	flame.js	the flame graph
 *	markers.js	what the markers cost
 *	quality.js	what the figures rest on
 *	event.js	all that belongs to one event
 *	print.js	what a printer gets
 *	help.js		the keys
 *
 * Nothing is trusted that is in the figures.  Names become text, never markup; those that would lie
 * (control characters, changes of direction) are shown by number.  Were there a hole, the policy in the
 * page's head lets no other script run than this one, which it knows by its digest, and no request out.
 *
 * Colours are two hues that all kinds of colour vision tell apart, blue and orange, of the palette of
 * Okabe and Ito (Color Universal Design, 2008), darkened or lightened for contrast with the ground;
 * and each stands beside a sign, a word or a hatching that says the same.
 *
 * D3's modules do the layout of the flame graph, the axes and the mixing of colours; esbuild bundles.
 * Both are Debian's packages, since the build must not need a network.  d3-flame-graph, which would draw
 * a differential graph by itself, is no package there; its licence (Apache-2.0) cannot be combined with
 * GPL-2.0-only; and it colours by the sign of a difference, where here most frames should be grey.
 */
import { comparison, gate, title } from "./summary.js";
import { el, shown } from "./dom.js";
import { EventView } from "./event.js";
import { help } from "./help.js";
import { parse } from "./json.js";
import { printing } from "./print.js";
import { verdict } from "./figures.js";

/* ---- light and dark ------------------------------------------------------------------------------ */

class Theme {
	constructor(changed) {
		this.changed = changed;
		this.dark = matchMedia("(prefers-color-scheme: dark)");
		this.dark.addEventListener("change", () => this.set(this.dark.matches));
		this.button = el("button", { type: "button", class: "quiet", title: "light or dark (d)", click: () => this.turn() });
		this.set(this.dark.matches);
	}

	set(dark) {
		this.is = dark ? "dark" : "light";
		document.documentElement.dataset.theme = this.is;
		this.button.textContent = dark ? "\u2600 light" : "\u263e dark";
		this.changed();
	}

	turn() {
		this.set(this.is === "light");
	}
}

/* ---- events as tabs ------------------------------------------------------------------------------ */

class Tabs {
	constructor(data) {
		this.data = data;
		this.views = data.events.map(() => null);
		this.panel = el("div", { role: data.events.length > 1 ? "tabpanel" : null, id: "panel" });
		this.list = el("div", { role: "tablist", class: "tabs", "aria-label": "Events", keydown: (e) => this.key(e) },
			data.events.map((event, i) => {
				const f = event.total.self || event.total.inclusive;
				return el("button", { type: "button", role: "tab", "aria-controls": "panel", click: () => this.show(i) },
					el("span", { class: "code" }, shown(event.name)), f ? verdict(f.verdict) : null);
			}));
		this.list.hidden = data.events.length < 2;
		this.at = 0;
	}

	get view() {
		return this.views[this.at];
	}

	show(i) {
		this.at = i;
		[...this.list.children].forEach((tab, j) => {
			tab.setAttribute("aria-selected", i === j ? "true" : "false");
			tab.tabIndex = i === j ? 0 : -1;
		});
		if (!this.data.events.length) {
			this.panel.replaceChildren(el("p", { class: "none" }, "No event: there is nothing to compare."));
			return;
		}
		if (!this.views[i])
			this.views[i] = new EventView(this.data, this.data.events[i]);
		this.panel.replaceChildren(this.views[i].element);
		this.views[i].redraw();
	}

	step(by) {
		const nr = this.data.events.length;
		if (nr > 1)
			this.show((this.at + by + nr) % nr);
	}

	key(event) {
		const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (by) {
			this.step(by);
			this.list.children[this.at].focus();
			event.preventDefault();
		}
	}
}

/* ---- keys ---------------------------------------------------------------------------------------- */

function keys(tabs, theme, dialog) {
	const view = (what) => () => tabs.view && tabs.view[what]();
	const actions = {
		"/": view("search"), i: view("turnCost"), b: view("turnBar"), v: view("turnView"), s: view("searchFrame"),
		t: view("goTable"), f: view("goFlame"), m: view("goMarkers"), q: view("goQuality"),
		"[": () => tabs.step(-1), "]": () => tabs.step(1), d: () => theme.turn(), "?": () => dialog.showModal(),
		Escape: view("leave"),
	};
	document.addEventListener("keydown", (event) => {
		const typing = event.target.closest("input, select, textarea");
		if (event.ctrlKey || event.altKey || event.metaKey || dialog.open || typing && event.key !== "Escape")
			return;
		const number = Number(event.key);
		if (number >= 1 && number <= 5 && tabs.view)
			tabs.view.turnVerdict(number - 1);
		else if (actions[event.key])
			actions[event.key]();
		else
			return;
		event.preventDefault();
	});
}

/* ---- the whole ----------------------------------------------------------------------------------- */

function show(data, page) {
	let tabs = null;
	const theme = new Theme(() => tabs && tabs.view && tabs.view.redraw());
	const dialog = help();
	tabs = new Tabs(data);
	document.title = title(data).join(" \u2192 ") + " - markdiff";
	page.append(
		el("header", null,
			comparison(data),
			el("div", { class: "tools" }, theme.button,
				el("button", { type: "button", class: "quiet", title: "keys (?)", click: () => dialog.showModal() }, "? keys"))),
		gate(data.gate) || "", tabs.list, tabs.panel,
		el("footer", null, "markdiff " + shown(data.markdiff.version || ""), " \u00b7 ", el("code", null, shown(data.markdiff.command || ""))),
		dialog);
	tabs.show(0);
	keys(tabs, theme, dialog);
	printing(tabs, theme);
}

function start() {
	const page = document.getElementById("page");
	try {
		const data = parse(document.getElementById("comparison").textContent);
		if (Number(data.markdiff.schema) !== 1)
			throw new Error("schema " + data.markdiff.schema + " is not one that this page knows");
		show(data, page);
	} catch (error) {
		page.replaceChildren(el("p", { class: "broken", role: "alert" }, "The comparison in this page cannot be shown: " + error.message));
		throw error;
	}
}

document.addEventListener("DOMContentLoaded", start);
