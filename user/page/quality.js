// SPDX-License-Identifier: GPL-2.0-only
/*
 * quality.js - what the figures rest on: remarks, runs, drift, method
 */
import { figure } from "./figures.js";
import { el, shown } from "./dom.js";

const WEIGHTS = {
	wrong: ["\u2716", "rows may be wrong or missing"],
	careful: ["!", "small figures may be due to it"],
	detail: ["i", "detail"],
};
const METHODS = {
	welch: "Welch's test on the runs of each side",
	paired: "paired test on interleaved runs",
	single: "one run a side: the error of sampling alone",
};

function remarks(list) {
	if (!list || !list.length)
		return el("p", { class: "soft" }, "No remarks: nothing was seen that would make the comparison doubtful.");
	return el("ul", { class: "remarks" }, list.map(({ weight, text }) => {
		const [sign, what] = WEIGHTS[weight] || WEIGHTS.detail;
		return el("li", { class: "weight-" + weight }, el("span", { class: "sign", title: what }, sign), el("span", { class: "unseen" }, what + ": "), shown(text));
	}));
}

const TEXTS = ["file", "program", "command", "kernel", "cpu"];
const COLUMNS = ["file", "samples", "lost", "seconds", "work", "program", "command", "kernel", "cpu"];

/* What all runs have in common is said once, below. */
function common(runs, column) {
	const first = runs.length ? runs[0][column] : undefined;
	return runs.length > 1 && first !== undefined && first !== null && runs.every((run) => run[column] === first);
}

function runsTable(data) {
	const sides = ["base", "new"].map((side) => data[side].runs.map((run) => ({ side, ...run }))), all = sides.flat();
	const known = COLUMNS.filter((column) => all.some((run) => run[column] !== undefined && run[column] !== null));
	const same = known.filter((column) => TEXTS.includes(column) && common(all, column));
	const columns = known.filter((column) => !same.includes(column));
	return [
		el("div", { class: "wide" }, el("table", { class: "runs" },
			el("thead", null, el("tr", null, ["side", ...columns].map((title) => el("th", { scope: "col", class: TEXTS.includes(title) || title === "side" ? null : "n" }, title)))),
			el("tbody", null, all.map((run) => el("tr", { class: run.side }, el("td", null, run.side), columns.map((column) =>
				el("td", { class: (TEXTS.includes(column) ? "" : "n") + (column === "lost" && Number(run.lost) > 0 ? " bad" : "") }, shown(figure(run[column]))))))))),
		same.length ? el("p", { class: "soft" }, "All runs: " + same.map((column) => column + " " + shown(all[0][column])).join(" \u00b7 ")) : null,
	];
}

/* Facts of any depth, "a.b" being b of a. */
function facts(of, prefix = "") {
	return Object.entries(of || {}).flatMap(([key, value]) => {
		const name = prefix + key.replace(/_/g, " ");
		if (value && typeof value === "object" && !Array.isArray(value))
			return facts(value, name + ", ");
		return [[name, Array.isArray(value) ? value.map((v) => shown(figure(v))).join(", ") || "none" : value === true ? "yes" : value === false ? "no" : shown(figure(value))]];
	});
}

function list(pairs) {
	return el("dl", { class: "pairs" }, pairs.map(([name, value]) => el("div", null, el("dt", null, name), el("dd", null, value))));
}

export function qualityPanel(data, event) {
	const total = event.total.self || event.total.inclusive || {};
	return [
		remarks(data.remarks),
		el("h3", null, "Runs"), runsTable(data),
		el("div", { class: "columns" },
			el("div", null, el("h3", null, "What could have been found"),
				list([["detectable change of the total, %", figure(total.detectable)]])),
			event.drift ? el("div", null, el("h3", null, "Drift over the runs"), list(facts(event.drift))) : null,
			el("div", null, el("h3", null, "Method"),
				el("p", null, METHODS[data.options.method] || shown(data.options.method || "")), list(facts(data.options))),
		),
	].flat().filter(Boolean);
}
