// SPDX-License-Identifier: GPL-2.0-only
/*
 * help.js - the keys, and what the signs mean
 */
import { el } from "./dom.js";
import { verdict } from "./figures.js";

const KEYS = [
	["/", "search; all words have to be in a name"],
	["Esc", "close the row, clear the search, clear the filters; in the flame graph, zoom out"],
	["\u2191 \u2193 PgUp PgDn Home End", "move in the table"],
	["Enter", "look at the row; zoom to the frame"],
	["\u2191 \u2193 \u2190 \u2192", "in the flame graph: caller, dearest callee, neighbours"],
	["s", "search for the frame"],
	["1 \u2026 5", "only regressions, improvements, inconclusive, equivalent, untested rows"],
	["i", "self or inclusive cost"],
	["b", "what the bars show: ratio, difference, share"],
	["v", "width of frames: both, base, new"],
	["t f m q", "to the table, flame graph, markers, quality of the data"],
	["[ ]", "previous, next event"],
	["d", "light or dark"],
	["?", "this list"],
];
const MEANING = [
	["regression", "the interval lies above the tolerance, and the row stands among all that were tested"],
	["improvement", "the same, below"],
	["inconclusive", "neither a change nor its absence is shown"],
	["equivalent", "the whole interval is within the tolerance: no change that would matter"],
	["untested", "too few samples"],
];

export function help() {
	const dialog = el("dialog", { "aria-label": "Keys" },
		el("h2", null, "Keys"),
		el("dl", null, KEYS.map(([keys, what]) => el("div", null,
			el("dt", null, keys.split(" ").map((key) => key === "\u2026" ? " \u2026 " : el("kbd", null, key))), el("dd", null, what)))),
		el("h2", null, "Verdicts"),
		el("dl", null, MEANING.map(([name, what]) => el("div", null, el("dt", null, verdict(name)), el("dd", null, what)))),
		el("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Close"));
	return dialog;
}
