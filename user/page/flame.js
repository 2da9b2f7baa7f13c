// SPDX-License-Identifier: GPL-2.0-only
/*
 * flame.js - the differential flame graph, on a canvas
 *
 * The root is at the top.  Colour is the change of the frame and all that it called: orange for a
 * regression, blue for an improvement, grey for what is neither, by the verdict that the JSON has: one
 * among those of all frames.  What only one side has is hatched.  The canvas is as large as what is seen of it; frames that would be thinner than half a pixel
 * are not drawn.
 */
import scaleLinear from "d3-scale/src/linear";
import interpolateRgb from "d3-interpolate/src/rgb";

import { el } from "./dom.js";
import { figure, signed } from "./figures.js";
import { lay, tree } from "./layout.js";

const ROW = 19, THIN = 0.5, FONT = "11.5px ui-monospace, \"DejaVu Sans Mono\", Menlo, Consolas, monospace";
const STATES = {
	noise: "",
	untested: "not tested",
	changed: "",
	new: "new: the baseline does not have it",
	gone: "gone: the new runs do not have it",
	"new untested": "new, and not tested",
	"gone untested": "gone, and not tested",
};

/* Of a frame; the first two are seen by their colour. */
const MEANING = {
	inconclusive: "inconclusive: neither a change nor its absence is certain",
	equivalent: "equivalent: within the tolerance",
};

function colours() {
	const style = getComputedStyle(document.documentElement);
	const at = (name) => style.getPropertyValue("--" + name).trim();
	return { worse: at("flame-worse"), better: at("flame-better"), neutral: at("flame-neutral"), ink: at("flame-ink"),
		strong: at("flame-strong"), line: at("ground"), focus: at("ink"), hatch: at("flame-hatch") };
}

/* From a half less to a half more, in both directions from grey. */
export function palette(c) {
	const mix = (to) => interpolateRgb(c.neutral, to);
	const cheaper = scaleLinear().domain([0, 0.5]).range([0.3, 1]).clamp(true);
	return (node) => {
		if (node.state === "noise" || node.state.endsWith("untested"))
			return c.neutral;
		if (node.state === "new")
			return c.worse;
		if (node.state === "gone")
			return c.better;
		const change = (node.new - node.base) / Math.max(node.base, node.new);
		return mix(change > 0 ? c.worse : c.better)(cheaper(Math.abs(change)));
	};
}

export class Flame {
	constructor(event, state) {
		Object.assign(this, { event, state, view: "diff", nodes: tree(event.flame) });
		this.zoomed = this.at = this.nodes[0];
		this.canvas = el("canvas", { tabindex: 0, role: "application", "aria-roledescription": "flame graph",
			"aria-label": "Flame graph of " + event.name + ": arrows move, Enter zooms, Escape zooms out",
			keydown: (e) => this.key(e), mousemove: (e) => this.hover(e), mouseleave: () => this.hover(null),
			click: (e) => this.click(e), focus: () => this.draw(), blur: () => this.draw() });
		this.tip = el("div", { class: "tip", role: "tooltip", hidden: true });
		this.said = el("p", { class: "said", role: "status", "aria-live": "polite" });
		this.path = el("nav", { class: "path", "aria-label": "zoomed to" });
		this.space = el("div", { class: "space" });
		this.scroller = el("div", { class: "flame", scroll: () => this.draw() }, this.canvas, this.space);
		this.element = el("div", { class: "flamebox" }, this.path, this.scroller, this.tip, this.said);
		new ResizeObserver(() => this.draw()).observe(this.scroller);
		this.show("diff");
	}

	show(view) {
		this.view = view;
		this.levels = lay(this.nodes, view);
		const nothing = (node) => node.x1 <= node.x0;
		while (this.zoomed.parent && nothing(this.zoomed))
			this.zoomed = this.zoomed.parent;
		if (nothing(this.at))
			this.at = this.zoomed;
		this.space.style.height = this.levels.length * ROW + 1 + "px";
		this.update();
	}

	/* The words of the search are other ones. */
	update() {
		const { words } = this.state;
		this.found = words.length ? this.nodes.filter((node) => words.every((word) => node.name.toLowerCase().includes(word))) : null;
		this.nodes.forEach((node) => { node.found = false; });
		(this.found || []).forEach((node) => { node.found = true; });
		this.say(null);
		this.draw();
	}

	/* To @node; the keys go on from it, or from @at. */
	zoom(node, at = node) {
		this.zoomed = node;
		this.at = at;
		this.scroller.scrollTop = Math.max(0, Math.min(this.scroller.scrollTop, (node.depth - 1) * ROW));
		this.say(node);
		this.draw();
	}

	/* ---- drawing ---- */

	size() {
		const width = this.scroller.clientWidth, height = this.scroller.clientHeight, ratio = devicePixelRatio || 1;
		if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
			this.canvas.width = Math.round(width * ratio);
			this.canvas.height = Math.round(height * ratio);
			this.canvas.style.width = width + "px";
			this.canvas.style.height = height + "px";
			this.space.style.marginTop = -height + "px";
		}
		return { width, height, ratio };
	}

	x(node, width) {
		const { x0, x1 } = this.zoomed;
		return [(node.x0 - x0) / (x1 - x0) * width, (node.x1 - x0) / (x1 - x0) * width];
	}

	drawPath() {
		const path = [];
		for (let node = this.zoomed; node; node = node.parent)
			path.unshift(node);
		this.path.replaceChildren(...path.slice(-6).map((node) =>
			el("button", { type: "button", "aria-current": node === this.zoomed ? "true" : null, click: () => this.zoom(node) }, node.name)));
		if (path.length > 6)
			this.path.prepend(el("button", { type: "button", click: () => this.zoom(this.nodes[0]) }, "all"), "\u2026");
	}

	draw() {
		const { width, height, ratio } = this.size();
		const c = colours(), fill = palette(c), g = this.canvas.getContext("2d");
		const top = this.scroller.scrollTop;
		if (!width)
			return;
		this.drawPath();
		g.setTransform(ratio, 0, 0, ratio, 0, -top * ratio);
		g.clearRect(0, top, width, height);
		g.font = FONT;
		g.textBaseline = "middle";
		const paint = { g, c, fill, width, letter: g.measureText("0").width, hatch: hatch(g, c.hatch) };
		const last = Math.min(this.levels.length, Math.ceil((top + height) / ROW));
		this.drawn = 0;
		for (let depth = Math.floor(top / ROW); depth < last; depth++)
			for (const node of this.levels[depth])
				this.frame(paint, node);
		if (document.activeElement === this.canvas)
			this.outline(paint, this.at);
	}

	frame({ g, c, fill, width, letter, hatch }, node) {
		let [from, to] = this.x(node, width);
		if (to - from < THIN || to <= 0 || from >= width)
			return;
		from = Math.max(0, from);
		to = Math.min(width, to);
		const y = node.depth * ROW, wide = Math.max(THIN, to - from - (to - from > 3 ? 1 : 0));
		this.drawn++;
		g.globalAlpha = this.found && !node.found ? 0.45 : node.depth < this.zoomed.depth ? 0.55 : 1;
		g.fillStyle = fill(node);
		g.fillRect(from, y, wide, ROW - 1);
		if (node.state.startsWith("gone") || node.state.startsWith("new")) {
			g.fillStyle = hatch;
			g.fillRect(from, y, wide, ROW - 1);
		}
		if (node.found && to - from > 2) {
			g.strokeStyle = c.focus;
			g.lineWidth = 1.5;
			g.strokeRect(from + 0.75, y + 0.75, wide - 1.5, ROW - 2.5);
		}
		const letters = Math.floor((to - from - 8) / letter);
		if (letters >= 2) {
			const cut = node.name.length > letters;
			g.fillStyle = c.ink;
			g.fillText(cut ? node.name.slice(0, letters - 1) + "\u2026" : node.name, from + 4, y + ROW / 2);
		}
		g.globalAlpha = 1;
	}

	outline({ g, c, width }, node) {
		const [from, to] = this.x(node, width);
		const left = Math.max(0, from), right = Math.min(width, to);
		g.strokeStyle = c.focus;
		g.lineWidth = 2;
		g.strokeRect(left + 1, node.depth * ROW + 1, Math.max(2, right - left - 2), ROW - 3);
	}

	/* ---- telling ---- */

	words(node) {
		const { text } = node, unit = this.event.unit + " per " + this.event.per;
		if (!node.parent)
			return ["all", "", ""];
		const range = text.low === null || text.low === undefined ? "" :
			"difference " + signed(text.low) + " \u2026 " + signed(text.high) + ", q " + figure(text.q);
		const judged = node.verdict === "untested" ? "" : MEANING[node.verdict] || node.verdict;
		return [node.name, figure(text.base) + " \u2192 " + figure(text.new) + " " + unit,
			[range, judged, STATES[node.state]].filter(Boolean).join("; ")];
	}

	say(node) {
		const found = this.found ? this.found.length.toLocaleString("en") + (this.found.length === 1 ? " frame matches" : " frames match") : "";
		const words = node ? this.words(node) : [];
		this.said.replaceChildren(found, found && node ? " \u00b7 " : "", words[0] ? el("b", { class: "code" }, words[0]) : "",
			words[1] ? "  " + words[1] : "", words[2] ? " \u00b7 " + words[2] : "");
		if (!this.said.textContent)
			this.said.textContent = "Click or Enter zooms; Esc zooms out; arrows move.";
	}

	under(event) {
		const box = this.canvas.getBoundingClientRect();
		const depth = Math.floor((event.clientY - box.top + this.scroller.scrollTop) / ROW);
		const at = event.clientX - box.left;
		return (this.levels[depth] || []).find((node) => {
			const [from, to] = this.x(node, box.width);
			return from <= at && at < to;
		});
	}

	hover(event) {
		const node = event ? this.under(event) : null;
		this.tip.hidden = !node;
		if (!node)
			return;
		const [name, costs, state] = this.words(node), box = this.element.getBoundingClientRect();
		this.tip.replaceChildren(el("b", { class: "code" }, name), el("div", null, costs), el("div", { class: "soft" }, state));
		const x = event.clientX - box.left, y = event.clientY - box.top;
		this.tip.style.left = Math.max(0, Math.min(x + 14, box.width - this.tip.offsetWidth - 4)) + "px";
		this.tip.style.top = y + 18 + "px";
	}

	click(event) {
		const node = this.under(event);
		if (node)
			this.zoom(node === this.zoomed && node.parent ? node.parent : node);
	}

	/* ---- the keyboard ---- */

	sibling(step) {
		const row = this.levels[this.at.depth].filter((node) => node.x1 > node.x0);
		return row[row.indexOf(this.at) + step];
	}

	down() {
		const children = this.at.children.filter((node) => node.x1 > node.x0);
		return children.sort((a, b) => (b.x1 - b.x0) - (a.x1 - a.x0))[0];
	}

	inside(node) {
		const { x0, x1 } = this.zoomed;
		return node && node.x0 < x1 && node.x1 > x0 ? node : null;
	}

	key(event) {
		if (event.ctrlKey || event.altKey || event.metaKey)
			return;
		const moves = { ArrowUp: () => this.at.parent, ArrowDown: () => this.down(), ArrowLeft: () => this.sibling(-1),
			ArrowRight: () => this.sibling(1), Home: () => this.nodes[0] };
		if (moves[event.key])
			this.move(this.inside(moves[event.key]()));
		else if (event.key === "Enter")
			this.zoom(this.at);
		else if (event.key === "Escape" && this.zoomed.parent)
			this.zoom(this.zoomed.parent, this.zoomed);
		else
			return;
		event.preventDefault();
		event.stopPropagation();
	}

	move(node) {
		if (!node)
			return;
		this.at = node;
		const y = node.depth * ROW;
		if (y < this.scroller.scrollTop)
			this.scroller.scrollTop = y;
		else if (y + ROW > this.scroller.scrollTop + this.scroller.clientHeight)
			this.scroller.scrollTop = y + ROW - this.scroller.clientHeight;
		this.say(node);
		this.draw();
	}
}

function hatch(g, colour) {
	const tile = document.createElement("canvas");
	tile.width = tile.height = 8;
	const t = tile.getContext("2d");
	t.strokeStyle = colour;
	t.lineWidth = 2;
	t.beginPath();
	for (const d of [-8, 0, 8]) {
		t.moveTo(d - 1, 9);
		t.lineTo(d + 9, -1);
	}
	t.stroke();
	return g.createPattern(tile, "repeat");
}

