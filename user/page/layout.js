// SPDX-License-Identifier: GPL-2.0-only
/*
 * layout.js - where the frames of a flame graph lie
 *
 * The JSON has what each call path cost, with all that it called, on both sides.  What it cost itself is
 * that less what the paths below it cost.  The width of a frame is
 *
 *	base, new	its cost on that side: paths that the side does not have are not there
 *	diff		the larger of its own costs on both sides, and the widths of what it called:
 *			the union, in which what is gone keeps its place
 *
 * Frames are sorted by name, so that one is about where it was when the view changes.
 */
import hierarchy from "d3-hierarchy/src/hierarchy/index";
import partition from "d3-hierarchy/src/partition";

import { shown } from "./dom.js";
import { number } from "./json.js";

const PARENT = 0, FRAME = 1, BASE = 2, NEW = 3, LOW = 4, HIGH = 5, Q = 6, VERDICT = 7;

/*
 * The paths as a tree: node 0 is all of them.  @state says what a node is, by its verdict:
 *	gone, new	an improvement, a regression, and the other side has nothing of it
 *	changed		one of these, and both have it
 *	noise		neither: inconclusive, equivalent
 *	untested
 */
export function tree(flame) {
	const names = flame.frames.map((name) => shown(name) || "<no name>");
	const verdictOf = (n) => n[VERDICT] === null || n[VERDICT] === undefined ? "untested" : flame.verdicts[Number(n[VERDICT])];
	const nodes = [{ name: "all", parent: null, children: [], base: 0, new: 0, state: "untested", text: {} }];
	flame.nodes.forEach((n) => {
		const parent = nodes[Number(n[PARENT]) + 1];
		const node = { name: names[Number(n[FRAME])], parent, children: [], base: number(n[BASE]) || 0, new: number(n[NEW]) || 0,
			verdict: verdictOf(n), text: { base: n[BASE], new: n[NEW], low: n[LOW], high: n[HIGH], q: n[Q] } };
		node.state = stateOf(node);
		nodes.push(node);
		parent.children.push(node);
		if (parent === nodes[0]) {
			parent.base += node.base;
			parent.new += node.new;
		}
	});
	nodes.forEach((node, i) => {
		node.i = i;
		node.children.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : a.i - b.i);
	});
	for (const side of ["base", "new"])
		for (const node of nodes)
			node["own " + side] = Math.max(0, node.children.reduce((left, child) => left - child[side], node[side]));
	return nodes;
}

function stateOf(node) {
	const side = node.base === 0 ? "new" : node.new === 0 ? "gone" : "";
	if (node.verdict === "untested")
		return (side + " untested").trim();
	if (node.verdict !== "regression" && node.verdict !== "improvement")
		return "noise";
	return side || "changed";
}

const OWN = {
	base: (node) => node["own base"],
	new: (node) => node["own new"],
	diff: (node) => Math.max(node["own base"], node["own new"]),
};

/* Sets x0 and x1 of each node, of 0 to 1, and returns them by depth and from the left. */
export function lay(nodes, view) {
	const root = hierarchy(nodes[0], (node) => node.children.length ? node.children : null).sum(OWN[view]);
	const levels = [];
	partition()(root).each((at) => {
		const node = at.data;
		Object.assign(node, { x0: at.x0, x1: at.x1, depth: at.depth });
		(levels[at.depth] = levels[at.depth] || []).push(node);
	});
	return levels;
}
