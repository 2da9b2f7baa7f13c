// SPDX-License-Identifier: GPL-2.0-only
/*
 * summary.js - what a reader of ten seconds reads: what was compared, the total, the gate
 */
import { axis, bar, figure, interval, signed, times, VERDICTS, verdict } from "./figures.js";
import { el, shown } from "./dom.js";
import { number } from "./json.js";

function side(data, name) {
	const runs = data[name].runs;
	const programs = [...new Set(runs.map((run) => run.program).filter(Boolean))].map(shown);
	const files = runs.map((run) => shown(run.file));
	const several = files.length === 1 ? "1 run" : files.length + " runs";
	return { program: programs.length === 1 ? programs[0] : "", several,
		files: files.length > 3 ? files[0] + " \u2026 " + files[files.length - 1] : files.join(", "), all: files.join("\n") };
}

/* "v1-*.data" for several. */
function pattern(files) {
	const [first] = files;
	let from = 0, to = 0;
	const all = (test) => files.every(test);
	while (from < first.length && all((file) => file[from] === first[from]))
		from++;
	while (to < Math.min(...files.map((file) => file.length)) - from && all((file) => file[file.length - 1 - to] === first[first.length - 1 - to]))
		to++;
	return from + to >= first.length ? first : from + to ? first.slice(0, from) + "*" + first.slice(first.length - to) : first + " \u2026";
}

export function title(data) {
	return [data.base, data.new].map(({ runs }) => runs.length ? pattern(runs.map((run) => shown(run.file))) : "nothing");
}

export function comparison(data) {
	const names = title(data);
	return el("div", { class: "comparison" },
		el("h1", null, el("span", { class: "code" }, names[0]), el("span", { class: "to" }, "\u2192"), el("span", { class: "code" }, names[1])),
		el("p", { class: "sides" }, ["base", "new"].map((name) => {
			const of = side(data, name);
			return el("span", { title: of.all }, el("b", null, name), " " + of.several + (of.program ? " of " + of.program : "") + ": ", el("span", { class: "soft" }, of.files));
		})));
}

/* ---- the gate ------------------------------------------------------------------------------------ */

const RESULTS = {
	pass: ["\u2714", "passed", "pass"],
	regression: ["\u2716", "failed: regression", "regression"],
	inconclusive: ["?", "inconclusive", "inconclusive"],
	"not comparable": ["\u2260", "not comparable: nothing follows from these recordings", "incomparable"],
};

export function gate(of) {
	if (!of)
		return null;
	const [sign, word, name] = RESULTS[of.result] || ["?", shown(of.result), "inconclusive"];
	const reasons = of.reasons || [];
	return el("section", { class: "gate " + name, "aria-label": "Gate" },
		el("p", { class: "result" }, el("span", { class: "sign", "aria-hidden": "true" }, sign), el("b", null, "Gate at " + figure(of.percent) + " % " + word),
			el("span", { class: "soft" }, " exit status " + figure(of.exit) + (of.inconclusive ? ", inconclusive counts as " + shown(of.inconclusive) : ""))),
		el("ul", null, reasons.slice(0, 20).map((reason) => el("li", null, shown(reason))),
			reasons.length > 20 ? el("li", { class: "soft" }, "and " + (reasons.length - 20) + " more") : null));
}

/* ---- the total ----------------------------------------------------------------------------------- */

export function counts(event, cost) {
	const of = Object.fromEntries(VERDICTS.map((name) => [name, 0]));
	for (const row of event.rows)
		if (row[cost] && row[cost].verdict in of)
			of[row[cost].verdict]++;
	return of;
}

const PLURAL = ["regression", "improvement"];

function fact(name, value, more) {
	return el("div", { class: "fact" }, el("dt", null, name), el("dd", null, value, more ? el("small", null, more) : null));
}

export function total(event, { options, gate: decided }, cost) {
	const f = event.total.self || event.total.inclusive;
	const nothing = decided && decided.result === "not comparable";
	if (!f)
		return el("p", { class: "none" }, "No total: neither side has samples of this event.");
	const unit = shown(event.unit) + " per " + shown(event.per), percent = Math.round(number(options.confidence) * 100);
	const found = Object.entries(counts(event, cost)).filter(([, nr]) => nr).map(([name, nr]) => nr.toLocaleString("en") + " " + name + (nr > 1 && PLURAL.includes(name) ? "s" : ""));
	return el("div", { class: "total" },
		el("div", { class: "line" },
			el("div", { class: "big" }, el("span", { class: "soft" }, "Total"), verdict(f.verdict)),
			el("dl", null,
				fact("base \u2192 new", figure(f.base) + " \u2192 " + figure(f.new), unit),
				fact("difference", signed(f.difference && f.difference.value), (isNaN(percent) ? "" : percent + " % ") + interval(f.difference)),
				fact("ratio", times(f.ratio && f.ratio.value), interval(f.ratio, figure)),
				fact("detectable", f.detectable ? f.detectable + " %" : figure(null), "with power 0.8")),
			bar(f, axis("ratio", [f], options), 240, 34)),
		nothing ? el("p", { class: "sentence incomparable" }, el("b", null, "Not comparable"),
			decided.reasons && decided.reasons.length ? ": " + shown(decided.reasons[0]) : null) : null,
		f.reason ? el("p", { class: "sentence" }, shown(f.reason)) : null,
		el("p", { class: "soft" }, event.rows.length ? (cost === "self" ? "Symbols: " : "Symbols, inclusive: ") + found.join(", ") + "." : "No symbols."));
}
