// SPDX-License-Identifier: GPL-2.0-only
/*
 * event.js - all that belongs to one event: total, table, flame graph, markers, quality
 *
 * One search and one kind of cost are those of the table and of the flame graph alike.
 */
import { counts, total } from "./summary.js";
import { el } from "./dom.js";
import { Flame } from "./flame.js";
import { markerPanel } from "./markers.js";
import { qualityPanel } from "./quality.js";
import { SCALES, VERDICTS, verdict } from "./figures.js";
import { Table } from "./table.js";
import { wordsOf } from "./search.js";

const NAMES = { self: "self", inclusive: "inclusive", ratio: "ratio", difference: "difference", share: "share",
	base: "base", new: "new", diff: "both" };

/* A row of buttons of which one is pressed. */
class Choice {
	constructor(label, values, chosen, change) {
		this.values = values;
		this.change = change;
		this.buttons = values.map((value) => el("button", { type: "button", "data-value": value, click: () => this.choose(value) }, NAMES[value]));
		this.element = el("div", { class: "choice", role: "group", "aria-label": label }, el("span", { class: "label" }, label), this.buttons);
		this.press(chosen);
	}

	press(value) {
		this.chosen = value;
		this.buttons.forEach((button) => button.setAttribute("aria-pressed", button.dataset.value === value ? "true" : "false"));
	}

	choose(value) {
		this.press(value);
		this.change(value);
	}

	next() {
		this.choose(this.values[(this.values.indexOf(this.chosen) + 1) % this.values.length]);
	}
}

function section(id, heading, ...content) {
	return el("section", { class: id, "aria-label": heading, tabindex: -1 }, el("h2", null, heading), content);
}

export class EventView {
	constructor(data, event) {
		const costs = ["self", "inclusive"].filter((cost) => event.rows.some((row) => row[cost]));
		const wanted = data.options.order === "inclusive" ? "inclusive" : "self";
		this.state = { cost: costs.includes(wanted) || !costs.length ? wanted : costs[0], bar: "ratio", words: [],
			verdicts: new Set(), presence: new Set() };
		this.data = data;
		this.event = event;
		this.grids = [];
		this.table = new Table(event, data.options, this.state);
		this.flame = event.flame && event.flame.nodes.length ? new Flame(event, this.state) : null;
		this.total = el("div", null, total(event, data, this.state.cost));
		this.element = el("div", { class: "event" }, this.total, this.tools(costs), this.tableSection(), this.flameSection(),
			this.markerSection(), (this.qualitySection = section("quality", "Quality of the data", ...qualityPanel(data, event))));
	}

	/* ---- what is chosen ---- */

	tools(costs) {
		this.input = el("input", { type: "search", placeholder: "search names  ( / )", "aria-label": "Search names in table and flame graph",
			spellcheck: "false", autocomplete: "off", input: () => this.searched(), keydown: (e) => this.fromInput(e) });
		this.cost = costs.length > 1 ? new Choice("cost", costs, this.state.cost, (value) => this.set("cost", value)) : null;
		this.bar = new Choice("interval of", Object.keys(SCALES), this.state.bar, (value) => this.set("bar", value));
		this.chips = el("div", { class: "chips", role: "group", "aria-label": "Only these verdicts" });
		this.drawChips();
		return el("div", { class: "toolbar" }, this.input, this.table.count, this.cost && this.cost.element, this.chips, this.bar.element);
	}

	drawChips() {
		const nr = counts(this.event, this.state.cost);
		const chip = (set, name, content, many, key) => el("button", { type: "button", "aria-pressed": set.has(name) ? "true" : "false",
			"data-value": name, title: "only " + name + (key ? " (" + key + ")" : ""), click: () => this.toggle(set, name) }, content, el("span", { class: "nr" }, many));
		const present = (name) => this.event.rows.filter((row) => row.presence === name).length;
		this.chips.replaceChildren(
			...VERDICTS.map((name, i) => chip(this.state.verdicts, name, verdict(name), nr[name].toLocaleString("en"), i + 1)),
			...["new", "gone"].filter(present).map((name) => chip(this.state.presence, name, el("span", { class: "presence" }, name), present(name).toLocaleString("en"))));
	}

	toggle(set, name) {
		if (!set.delete(name))
			set.add(name);
		const focused = document.activeElement && document.activeElement.dataset.value;
		const inside = this.chips.contains(document.activeElement);
		this.drawChips();
		if (inside)
			[...this.chips.children].find((button) => button.dataset.value === focused).focus();
		this.table.update();
	}

	set(what, value) {
		this.state[what] = value;
		this.drawChips();
		this.total.replaceChildren(total(this.event, this.data, this.state.cost));
		this.table.build();
	}

	searched() {
		this.state.words = wordsOf(this.input.value);
		this.table.update();
		if (this.flame)
			this.flame.update();
	}

	fromInput(event) {
		if (event.key === "Enter" || event.key === "ArrowDown") {
			this.goTable();
			event.preventDefault();
		}
	}

	/* ---- parts ---- */

	tableSection() {
		return el("section", { class: "symbols", "aria-label": "Symbols" }, this.table.place, this.table.detail);
	}

	flameSection() {
		if (!this.flame)
			return null;
		this.view = new Choice("width", ["diff", "base", "new"], "diff", (value) => this.flame.show(value));
		const legend = el("div", { class: "legend" },
			el("span", null, el("i", { class: "better" }), "cheaper"), el("span", null, el("i", { class: "neutral" }), "neither is certain, or not tested"),
			el("span", null, el("i", { class: "worse" }), "dearer"), el("span", null, el("i", { class: "only" }), "hatched: gone, or new"));
		this.flamePart = section("flames", "Flame graph", el("div", { class: "toolbar still" }, this.view.element, legend), this.flame.element);
		return this.flamePart;
	}

	markerSection() {
		if (!this.event.markers)
			return null;
		const parts = markerPanel(this.event, this.data.options);
		this.grids = parts.filter((part) => part.resize);
		this.markerPart = section("markers", "Cost of the markers", parts.map((part) => part.resize ? part.element : part));
		return this.markerPart;
	}

	/* It is in the document now, or its colours are other ones. */
	redraw() {
		[this.table.grid, ...this.grids].forEach((grid) => grid.resize());
		if (this.flame)
			this.flame.draw();
	}

	/* ---- what keys do ---- */

	search() {
		this.input.focus();
		this.input.select();
	}

	searchFrame() {
		if (this.flame && this.flame.at.parent) {
			this.input.value = this.flame.at.name;
			this.searched();
		}
	}

	turnCost() {
		if (this.cost)
			this.cost.next();
	}

	turnBar() {
		this.bar.next();
	}

	turnView() {
		if (this.view)
			this.view.next();
	}

	turnVerdict(i) {
		this.toggle(this.state.verdicts, VERDICTS[i]);
	}

	goTable() {
		this.table.grid.element.focus();
		if (this.table.grid.at < 0)
			this.table.grid.select(0, false);
	}

	goFlame() {
		if (this.flame)
			this.flame.canvas.focus();
	}

	goMarkers() {
		if (this.markerPart)
			this.markerPart.focus();
	}

	goQuality() {
		this.qualitySection.focus();
	}

	/* Escape: the row that is looked at, then the search, then what is chosen. */
	leave() {
		if (this.table.close())
			return;
		if (this.input.value) {
			this.input.value = "";
			this.searched();
		} else if (this.state.verdicts.size || this.state.presence.size) {
			this.state.verdicts.clear();
			this.state.presence.clear();
			this.drawChips();
			this.table.update();
		}
		this.input.blur();
	}
}
