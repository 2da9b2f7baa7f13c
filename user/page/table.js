// SPDX-License-Identifier: GPL-2.0-only
/*
 * table.js - the table of symbols: its columns, what of it is shown, and the row that is looked at
 */
import { axis, axisTicks, bar, dots, figure, interval, SCALES, signed, times, VERDICTS, verdict } from "./figures.js";
import { el, shown } from "./dom.js";
import { Grid } from "./grid.js";
import { number } from "./json.js";
import { mark } from "./search.js";

const BAR = 190;
const MODES = { user: ".", kernel: "k", guest: "g", "guest user": "u", hypervisor: "H" };

export function numeric(id, title, tip, text, show = figure, more = {}) {
	return { id, title, tip, width: "number", align: "n", down: true, cell: (row) => show(text(row)),
		value: (row) => number(text(row)), ...more };
}

/* The columns that a row's FIGURES have, wherever they stand; @of finds them in the row. */
export function figureColumns(of, unit, on) {
	const at = (path) => (row) => path.split(".").reduce((o, name) => o === null || o === undefined ? null : o[name], of(row));
	return [
		numeric("base", "base", "cost in the baseline, " + unit, at("base"), figure, { rank: 1 }),
		numeric("new", "new", "cost in the new runs, " + unit, at("new"), figure, { rank: 1 }),
		numeric("difference", "difference", "new minus base, " + unit, at("difference.value"), signed),
		{ id: "interval", title: "interval", tip: "confidence interval of the difference", width: "number", align: "n", rank: 4,
			cell: (row) => interval(of(row) && of(row).difference), value: (row) => number(at("difference.low")(row)), down: true },
		numeric("ratio", "ratio", "new divided by base", at("ratio.value"), times, { rank: 3 }),
		{ id: "bar", title: "interval of the " + SCALES[on.kind].title, width: BAR + 12 + "px", align: "c", rank: 2, down: true,
			tip: "the value and its interval; the tinted zone is the tolerance; an arrow: it ends outside",
			cell: (row) => of(row) ? bar(of(row), on, BAR) : "", below: () => axisTicks(on, BAR),
			value: (row) => of(row) ? (SCALES[on.kind].of(of(row)) || { value: NaN }).value : NaN },
	];
}

export function verdictColumn(of) {
	return { id: "verdict", title: "verdict", width: "138px", tip: "what the figures allow to say",
		cell: (row) => of(row) ? verdict(of(row).verdict) : "", value: (row) => VERDICTS.indexOf(of(row) ? of(row).verdict : "") };
}

function symbol(row, words) {
	const sides = row.presence === "new" || row.presence === "gone" ? el("span", { class: "presence" }, row.presence) : null;
	const mode = MODES[row.mode];
	const name = shown(row.keys.symbol) || "<no name>";
	return [mode ? el("span", { class: "mode", title: row.mode }, "[" + mode + "]") : null,
		el("span", { class: "name", title: name }, mark(name, words)), sides];
}

function keyColumn(key, i, words) {
	const common = { id: key, value: (row) => row.keys[key], rank: i ? 5 : 0 };
	if (key === "symbol")
		return { ...common, title: "symbol", width: "210px", grow: 3, cell: (row) => symbol(row, words()) };
	return { ...common, title: key === "dso" ? "shared object" : key, width: "110px", grow: 1,
		cell: (row) => el("span", { class: "name", title: shown(row.keys[key]) }, mark(shown(row.keys[key]), words())) };
}

/* The symbol first; what it is in after it. */
function keysOf(rows) {
	const keys = rows.length ? Object.keys(rows[0].keys) : ["symbol"];
	return keys.sort((a, b) => (b === "symbol") - (a === "symbol"));
}

export class Table {
	constructor(event, options, state) {
		Object.assign(this, { event, options, state });
		this.names = event.rows.map((row) => Object.values(row.keys).join("\n").toLowerCase());
		this.place = el("div", { class: "place" });
		this.count = el("span", { class: "count", role: "status", "aria-live": "polite" });
		this.detail = el("aside", { class: "detail", hidden: true, "aria-label": "The row", tabindex: -1 });
		this.build();
	}

	/* Another kind of cost, or another bar: other columns. */
	build() {
		const { event, state } = this;
		const of = (row) => row[state.cost];
		const unit = shown(event.unit) + " per " + shown(event.per);
		const sort = this.grid && this.grid.sort.column ? { id: this.grid.sort.column.id, down: this.grid.sort.down } : null;
		this.on = axis(state.bar, event.rows.map(of), this.options);
		const share = (name) => (row) => of(row) && of(row).share ? of(row).share[name] : null;
		const columns = [
			verdictColumn(of),
			...keysOf(event.rows).map((key, i) => keyColumn(key, i, () => state.words)),
			...figureColumns(of, unit, this.on),
			numeric("share.base", "share", "percent of the baseline's total", share("base"), figure, { rank: 7 }),
			numeric("share", "share \u0394", "change of the share, in points", share("difference"), signed, { rank: 6 }),
			numeric("q", "q", "false discovery rate at which this row is one", (row) => of(row) && of(row).q, figure, { rank: 8 }),
			numeric("detectable", "detectable", "the change, in percent, that would have been found in 4 of 5 cases",
				(row) => of(row) && of(row).detectable, figure, { rank: 9 }),
			{ id: "samples", title: "samples", tip: "of all runs of base, and of new", width: "number", align: "n", rank: 10, down: true,
				cell: (row) => row.samples ? figure(row.samples.base) + " / " + figure(row.samples.new) : figure(null),
				value: (row) => row.samples ? number(row.samples.base) + number(row.samples.new) : NaN },
		];
		this.grid = new Grid({ label: "Symbols of " + shown(event.name), columns, rows: event.rows,
			activate: (row, open) => this.look(row, open) });
		const column = sort && columns.find((c) => c.id === sort.id);
		if (column)
			this.grid.sortBy(column, sort.down);
		this.place.replaceChildren(this.grid.element);
		this.grid.resize();
		this.update();
	}

	update() {
		const { words, verdicts, presence, cost } = this.state;
		const all = !words.length && !verdicts.size && !presence.size;
		const match = (row, i) => words.every((word) => this.names[i].includes(word)) &&
			(!verdicts.size || row[cost] && verdicts.has(row[cost].verdict)) &&
			(!presence.size || presence.has(row.presence));
		this.grid.filter(all ? null : match);
		this.count.textContent = (all ? "" : this.grid.order.length.toLocaleString("en") + " of ") +
			this.event.rows.length.toLocaleString("en") + " rows";
	}

	look(row, open) {
		if (!open && this.detail.hidden)
			return;
		this.detail.hidden = false;
		this.detail.replaceChildren(...describe(row, this.event, this.options, this.state, () => this.close()));
	}

	close() {
		const was = !this.detail.hidden;
		this.detail.hidden = true;
		if (was)
			this.grid.element.focus({ preventScroll: true });
		return was;
	}
}

/* ---- all that is known of a row ------------------------------------------------------------------ */

function line(name, ...cells) {
	return el("tr", null, el("th", { scope: "row" }, name), cells.map((cell) => el("td", null, cell)));
}

export function figuresTable(f, unit) {
	const share = f.share || {};
	return el("table", { class: "facts" },
		el("thead", null, el("tr", null, ["", "base", "new", "new \u2212 base", "interval", "ratio", "interval", "p", "q"]
			.map((title) => el("th", { scope: "col" }, title)))),
		el("tbody", null,
			line(unit, figure(f.base), figure(f.new), signed(f.difference && f.difference.value), interval(f.difference),
				times(f.ratio && f.ratio.value), interval(f.ratio, figure), figure(f.p), figure(f.q)),
			f.share ? line("share, %", figure(share.base), figure(share.new), signed(share.difference), interval(share), "", "",
				figure(share.p), figure(share.q)) : null));
}

function describe(row, event, options, state, close) {
	const costs = ["self", "inclusive"].filter((cost) => row[cost]);
	const unit = shown(event.unit) + " per " + shown(event.per);
	const f = row[state.cost] || row[costs[0]];
	return [
		el("button", { type: "button", class: "close", "aria-label": "Close (Esc)", click: close }, "\u00d7"),
		el("h3", null, verdict(f.verdict), " ", el("span", { class: "code" }, shown(row.keys.symbol || ""))),
		el("p", { class: "reason" }, shown(f.reason || "")),
		el("p", { class: "soft" }, Object.entries(row.keys).filter(([key]) => key !== "symbol")
			.map(([key, value]) => key + " " + shown(value)).concat(row.mode ? [row.mode] : [],
				row.samples ? ["samples " + figure(row.samples.base) + " / " + figure(row.samples.new)] : [],
				row.markers ? ["activation sites " + row.markers] : [],
				f.detectable ? ["detectable change " + f.detectable + " %"] : []).join(" \u00b7 ")),
		costs.map((cost) => [costs.length > 1 ? el("h4", null, cost) : null,
			el("div", { class: "wide" }, figuresTable(row[cost], unit)),
			dots(row[cost], Math.min(560, Math.max(240, innerWidth - 80)))]),
	].flat(3).filter(Boolean);
}
