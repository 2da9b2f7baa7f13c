// SPDX-License-Identifier: GPL-2.0-only
/*
 * grid.js - a table of any length, of which only the rows in sight exist
 *
 * The rows of the data are numbered as the JSON has them; "order" is which of them are shown, and in
 * which order.  The part that scrolls is as high as all rows would be; the rows in sight are put where
 * they belong in it, anew whenever it scrolls past one.  Assistive programs are told how many there are
 * (aria-rowcount, aria-rowindex).
 *
 * A column:
 *	id, title, tip		what its head says
 *	cell(row)		text, or an element, or a list of them
 *	value(row)		what it sorts by, a number or a string; NaN and null come last
 *	width			in CSS; "number" for as wide as the digits are
 *	rank			where there is no room, columns of the highest rank go first
 *	down			the first click sorts with the largest first
 */
import { el } from "./dom.js";

const ROW = 24, SPARE = 8;
let grids = 0;

export class Grid {
	constructor({ label, columns, rows, activate, className }) {
		Object.assign(this, { columns, rows, activate, id: "grid" + grids++ });
		this.order = rows.map((row, i) => i);
		this.match = null;
		this.sort = { column: null, down: false };
		this.at = -1;
		this.head = el("div", { role: "row", class: "head", "aria-rowindex": 1 });
		this.body = el("div", { role: "rowgroup", class: "rows" });
		this.none = el("p", { class: "none" }, rows.length ? "No row matches." : "No rows.");
		this.element = el("div", {
			role: "grid", class: "grid " + (className || ""), tabindex: 0, "aria-label": label,
			scroll: () => this.draw(), keydown: (e) => this.key(e), click: (e) => this.click(e),
		}, el("div", { role: "rowgroup", class: "headgroup" }, this.head), this.body, this.none);
		this.element.style.setProperty("--full", Math.max(2, rows.length) * ROW + 50 + "px");
		new ResizeObserver(() => this.resize()).observe(this.element);
		this.arrange();
	}

	/* ---- which rows, in which order ---- */

	filter(match) {
		this.match = match;
		this.arrange();
	}

	sortBy(column, down) {
		this.sort = { column, down };
		this.arrange();
	}

	/* A column goes one way, the other way, and back to the order of the file. */
	turn(column) {
		const first = !!column.down;
		if (this.sort.column !== column)
			this.sortBy(column, first);
		else if (this.sort.down === first)
			this.sortBy(column, !first);
		else
			this.sortBy(null, false);
	}

	arrange() {
		const kept = this.order[this.at];
		const order = [];
		for (let i = 0; i < this.rows.length; i++)
			if (!this.match || this.match(this.rows[i], i))
				order.push(i);
		if (this.sort.column)
			this.sorted(order);
		this.order = order;
		this.at = this.at < 0 ? -1 : order.indexOf(kept);
		this.element.setAttribute("aria-rowcount", order.length + 1);
		this.body.style.height = order.length * ROW + "px";
		this.none.hidden = order.length > 0;
		this.element.scrollTop = 0;
		this.drawHead();
		this.draw();
	}

	sorted(order) {
		const { column, down } = this.sort;
		const value = this.rows.map(column.value);
		const last = (v) => v === null || v === undefined || v !== v;
		const sign = down ? -1 : 1;
		order.sort((a, b) => {
			const x = value[a], y = value[b];
			if (last(x) || last(y))
				return last(x) - last(y) || a - b;
			return x < y ? -sign : x > y ? sign : a - b;
		});
	}

	/* ---- which columns ---- */

	/* To be called when it is in the document, too: only there it has a size. */
	resize() {
		if (this.element.clientWidth !== this.width) {
			this.width = this.element.clientWidth;
			this.drawHead();
		}
		this.draw();
	}

	/* As wide as the longest text of the column, which is of digits that are equally wide. */
	digits(column, probe) {
		let most = "";
		for (const row of this.rows) {
			const text = String(column.cell(row));
			if (text.length > most.length)
				most = text;
		}
		const wide = (text) => {
			probe.textContent = text;
			return Math.ceil(probe.getBoundingClientRect().width);
		};
		return Math.min(240, Math.max(wide(most), wide(column.title) + 10) + 14);
	}

	measure() {
		const probe = el("span", { class: "probe" });
		this.element.append(probe);
		for (const column of this.columns) {
			if (column.width === "number") {
				column.least = this.digits(column, probe);
				column.css = column.least + "px";
			} else {
				column.least = parseFloat(column.width);
				column.css = `minmax(${column.least}px, ${column.grow || 0}fr)`;
				if (!column.grow)
					column.css = column.least + "px";
			}
		}
		probe.remove();
	}

	fit() {
		if (!this.columns[0].css)
			this.measure();
		const shown = this.columns.slice();
		const room = this.element.clientWidth || 1200;
		const wide = () => shown.reduce((sum, column) => sum + column.least, 0);
		while (shown.length > 2 && wide() > room) {
			const rank = Math.max(...shown.map((column) => column.rank || 0));
			if (!rank)
				break;
			shown.splice(shown.map((column) => column.rank || 0).lastIndexOf(rank), 1);
		}
		this.shown = shown;
		this.element.style.setProperty("--columns", shown.map((column) => column.css).join(" "));
		this.element.setAttribute("aria-colcount", shown.length);
	}

	drawHead() {
		if (!this.element.isConnected)
			return;
		this.fit();
		const focused = this.head.contains(document.activeElement) ? document.activeElement.dataset.column : null;
		this.head.replaceChildren(...this.shown.map((column, i) => this.headCell(column, i)));
		if (focused)
			for (const button of this.head.querySelectorAll("button"))
				if (button.dataset.column === focused)
					button.focus();
	}

	headCell(column, i) {
		const by = this.sort.column === column;
		const sort = by ? (this.sort.down ? "descending" : "ascending") : "none";
		return el("div", { role: "columnheader", "aria-sort": sort, "aria-colindex": i + 1, class: column.align || "" },
			el("button", { type: "button", "data-column": column.id, title: column.tip || null, click: () => this.turn(column) },
				column.title, el("span", { class: "arrow", "aria-hidden": "true" }, by ? (this.sort.down ? "\u2193" : "\u2191") : "")),
			column.below ? column.below() : null);
	}

	/* ---- the rows in sight ---- */

	draw() {
		if (!this.shown)
			return;
		const high = this.element.clientHeight || 600;
		const from = Math.max(0, Math.floor(this.element.scrollTop / ROW) - SPARE);
		const to = Math.min(this.order.length, from + Math.ceil(high / ROW) + 2 * SPARE);
		const made = [];
		for (let i = from; i < to; i++)
			made.push(this.row(i));
		this.body.replaceChildren(...made);
		const active = this.at >= from && this.at < to;
		this.element.setAttribute("aria-activedescendant", active ? this.id + "-" + this.at : "");
	}

	row(i) {
		const data = this.rows[this.order[i]];
		const row = el("div", {
			role: "row", id: this.id + "-" + i, "aria-rowindex": i + 2, "data-i": i,
			"aria-selected": i === this.at ? "true" : "false", class: i & 1 ? "odd" : null,
		}, this.shown.map((column, c) => el("div", { role: "gridcell", "aria-colindex": c + 1, class: column.align || null },
			column.cell(data))));
		row.style.top = i * ROW + "px";
		return row;
	}

	/* ---- the hand of the reader ---- */

	select(at, open) {
		if (!this.order.length)
			return;
		this.at = Math.max(0, Math.min(this.order.length - 1, at));
		const top = this.at * ROW, head = this.head.offsetHeight;
		const high = this.element.clientHeight - head;
		if (top < this.element.scrollTop)
			this.element.scrollTop = top;
		else if (top + ROW > this.element.scrollTop + high)
			this.element.scrollTop = top + ROW - high;
		this.draw();
		if (this.activate)
			this.activate(this.rows[this.order[this.at]], open);
	}

	click(event) {
		const row = event.target.closest("[data-i]");
		if (row)
			this.select(Number(row.dataset.i), true);
	}

	key(event) {
		if (event.target !== this.element || event.ctrlKey || event.altKey || event.metaKey)
			return;
		const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 2);
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
		if (step !== undefined)
			this.select(step === -Infinity ? 0 : step === Infinity ? this.order.length - 1 : this.at + step, false);
		else if (event.key === "Enter" && this.at >= 0)
			this.select(this.at, true);
		else
			return;
		event.preventDefault();
	}
}
