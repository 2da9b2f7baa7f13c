// SPDX-License-Identifier: GPL-2.0-only
/*
 * markers.js - what the markers cost: in all, in which part, and each
 */
import { axis, interval, signed } from "./figures.js";
import { el, shown } from "./dom.js";
import { figureColumns, numeric, verdictColumn } from "./table.js";
import { Grid } from "./grid.js";
import { number } from "./json.js";

const PARTS = {
	library: "in functions of markers and probes",
	functions: "in functions that have sites",
};

/* What the total is made dearer by: in percent of the baseline's. */
function percentColumns(of) {
	const at = (name) => (row) => of(row) && of(row).percent ? of(row).percent[name] : null;
	return [
		numeric("percent", "% of total", "the difference, in percent of what everything costs in the baseline", at("value"), signed, { rank: 1 }),
		{ id: "percent-interval", title: "its interval", tip: "confidence interval of that", width: "number", align: "n", rank: 4, down: true,
			cell: (row) => interval(of(row) && of(row).percent), value: (row) => number(at("low")(row)) },
	];
}

function grid(rows, label, first, event, options) {
	const of = (row) => row.figures;
	const unit = shown(event.unit) + " per " + shown(event.per);
	const on = axis("difference", rows.map(of), options);
	return new Grid({ label, rows, className: "small", columns: [verdictColumn(of), ...first, ...figureColumns(of, unit, on), ...percentColumns(of)] });
}

const name = (id, title, grow, rank) => ({ id, title, width: "150px", grow, rank, value: (row) => row[id],
	cell: (row) => el("span", { class: "name", title: shown(row[id]) }, shown(row[id])) });

/* Texts, elements and grids. */
export function markerPanel(event, options) {
	const { total, of, rows } = event.markers;
	const parts = [{ what: "all markers", figures: total }];
	for (const part in of || {})
		parts.push({ what: PARTS[part] || part, figures: of[part] });
	return [
		total && total.reason ? el("p", { class: "reason" }, shown(total.reason)) : null,
		grid(parts.filter((part) => part.figures), "Cost of the markers", [name("what", "cost", 1, 0)], event, options),
		rows && rows.length ? grid(rows, "Cost of each marker", [name("marker", "marker", 1, 0), name("function", "function", 1, 5),
			numeric("sites", "sites", "activation sites", (row) => row.sites, undefined, { rank: 6 })], event, options) : null,
	].filter(Boolean);
}
