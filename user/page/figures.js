// SPDX-License-Identifier: GPL-2.0-only
/*
 * figures.js - how figures, intervals and verdicts are shown: the digits are the JSON's
 *
 * A verdict has a sign and a word besides its colour, so that nobody needs the colour.
 */
import scaleLinear from "d3-scale/src/linear";

import { el, svg } from "./dom.js";
import { number } from "./json.js";

export const VERDICTS = ["regression", "improvement", "inconclusive", "equivalent", "untested"];

const SIGNS = { regression: "\u25b2", improvement: "\u25bc", inconclusive: "?", equivalent: "=", untested: "\u00b7" };

export const NONE = "\u2013";

/* The text of a figure, and of one that may be either side of zero. */
export function figure(text) {
	return text === null || text === undefined ? NONE : String(text);
}

export function signed(text) {
	return number(text) > 0 ? "+" + text : figure(text);
}

export function interval(of, show = signed) {
	if (!of || of.low === null && of.high === null || of.low === undefined)
		return NONE;
	return show(of.low) + " \u2026 " + show(of.high);
}

export function times(text) {
	return text === null || text === undefined ? NONE : "\u00d7" + text;
}

export function verdict(name) {
	return el("span", { class: "verdict " + name },
		el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[name] || "?"), name);
}

/* ---- the bar of an interval ---------------------------------------------------------------------- */

/*
 * What a bar can show: value, low, high, and the tolerance on both sides of zero, in one unit for all
 * rows.  A ratio is shown as its distance from 1 in percent.
 */
export const SCALES = {
	ratio: {
		title: "ratio", unit: "%",
		of: (f) => ends(f.ratio, (x) => (x - 1) * 100),
		zone: (f, options) => number(options.tolerance),
	},
	difference: {
		title: "difference", unit: "",
		of: (f) => ends(f.difference, (x) => x),
		zone: (f, options) => Math.max(Math.abs(number(f.base)) * number(options.tolerance) / 100,
					       number(options.abs_tolerance) || 0),
	},
	share: {
		title: "share", unit: " pt",
		of: (f) => f.share ? ends({ value: f.share.difference, low: f.share.low, high: f.share.high }, (x) => x) : null,
		zone: () => 0,
	},
};

function ends(of, change) {
	if (!of || of.value === null || of.value === undefined)
		return null;
	return { value: change(number(of.value)), low: change(number(of.low)), high: change(number(of.high)) };
}

/* An axis on which nearly all of @list's intervals fit; those that do not end in an arrow. */
export function axis(kind, list, options) {
	const reach = [];
	let zone = 0;
	for (const f of list) {
		const e = f && f.verdict !== "untested" ? SCALES[kind].of(f) : null;
		if (!e)
			continue;
		const far = Math.max(Math.abs(e.low), Math.abs(e.high), Math.abs(e.value));
		if (isFinite(far))
			reach.push(far);
		if (kind === "ratio")
			zone = SCALES[kind].zone(f, options);
	}
	reach.sort((a, b) => a - b);
	const most = reach.length ? reach[Math.floor((reach.length - 1) * 0.95)] : 1;
	return { kind, options, scale: scaleLinear().domain([-1, 1].map((s) => s * Math.max(most * 1.05, zone * 3, 1e-12))) };
}

const HEIGHT = 18;

/* Zero, and the last round number on each side that has room. */
export function axisTicks(on, width) {
	const x = on.scale.copy().range([4, width - 4]);
	const room = x.ticks(4).filter((t) => t && x(t) > 16 && x(t) < width - 16);
	const ticks = [0, room[0], room[room.length - 1]].filter((t) => t !== undefined);
	const format = x.tickFormat(4);
	return svg("svg", { class: "bar", width, height: 14, "aria-hidden": "true" },
		ticks.map((t) => svg("text", { x: x(t), y: 11, "text-anchor": "middle" },
			(t > 0 ? "+" : "") + format(t).replace("\u2212", "-") + (t ? SCALES[on.kind].unit : ""))));
}

function arrow(at, to, y) {
	const d = Math.sign(to - at) * 5;
	return svg("path", { class: "end", d: `M${at + d} ${y}l${-d} -4v8z` });
}

function cap(x, y) {
	return svg("path", { class: "line", d: `M${x} ${y - 3}v6` });
}

export function bar(f, on, width, height = HEIGHT) {
	const x = on.scale.copy().range([4, width - 4]).clamp(true);
	const free = on.scale.copy().range([4, width - 4]);
	const y = height / 2, zero = x(0);
	const of = SCALES[on.kind].of(f), zone = SCALES[on.kind].zone(f, on.options);
	const parts = [];

	if (zone > 0)
		parts.push(svg("rect", { class: "zone", x: x(-zone), width: x(zone) - x(-zone), y: 0, height }));
	parts.push(svg("path", { class: "zero", d: `M${zero} 0v${height}` }));
	if (of) {
		const low = isFinite(of.low) ? x(of.low) : x(of.value);
		const high = isFinite(of.high) ? x(of.high) : x(of.value);
		parts.push(svg("path", { class: "line", d: `M${low} ${y}H${high}` }));
		for (const end of [of.low, of.high])
			if (isFinite(end))
				parts.push(x(end) === free(end) ? cap(x(end), y) : arrow(x(end), free(end), y));
		if (x(of.value) === free(of.value))
			parts.push(svg("circle", { class: "value", cx: x(of.value), cy: y, r: 3 }));
	}
	return svg("svg", { class: "bar " + f.verdict, width, height, "aria-hidden": "true" }, parts);
}

/* ---- the runs, a dot each ------------------------------------------------------------------------ */

export function dots(f, width) {
	const runs = f.runs || {};
	const sides = ["base", "new"].map((side) => (runs[side] || []).filter((v) => v !== null));
	const all = sides.flat().map(number);
	if (!all.length)
		return null;
	const low = Math.min(...all), high = Math.max(...all), pad = (high - low) * 0.08 || Math.abs(high) * 0.05 || 1;
	const x = scaleLinear().domain([low - pad, high + pad]).range([44, width - 8]);
	const ticks = x.ticks(5), format = x.tickFormat(5);
	return svg("svg", { class: "dots", width, height: 66, role: "img",
		"aria-label": "runs: base " + sides[0].join(", ") + "; new " + sides[1].join(", ") },
		ticks.map((t) => [svg("path", { class: "zero", d: `M${x(t)} 4V48` }),
			svg("text", { x: x(t), y: 62, "text-anchor": "middle" }, format(t))]),
		sides.map((values, s) => [
			svg("text", { x: 0, y: 18 + s * 22 }, s ? "new" : "base"),
			values.map((v) => svg("circle", { class: s ? "new" : "base", cx: x(number(v)), cy: 14 + s * 22, r: 4 },
				svg("title", null, v))),
		]));
}
