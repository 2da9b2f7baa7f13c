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

const PARENT = 0, FRAME = 1, BASE = 2, NEW = 3, LOW = 4, HIGH = 5;

/*
 * The paths as a tree: node 0 is all of them.  @state says what a node is:
 *	gone, new	the other side has nothing of it
 *	noise		its interval has 0 in it, or it is within the tolerance
 *	untested	there is no interval
 *	changed
 */
export function tree(flame, options) {
	const names = flame.frames.map((name) => shown(name) || "<no name>");
	const tolerance = number(options.tolerance) / 100, least = number(options.abs_tolerance) || 0;
	const nodes = [{ name: "all", parent: null, children: [], base: 0, new: 0, state: "untested", text: {} }];
	flame.nodes.forEach((n) => {
		const parent = nodes[Number(n[PARENT]) + 1];
		const node = { name: names[Number(n[FRAME])], parent, children: [], base: number(n[BASE]) || 0, new: number(n[NEW]) || 0,
			text: { base: n[BASE], new: n[NEW], low: n[LOW], high: n[HIGH] } };
		node.state = stateOf(node, number(n[LOW]), number(n[HIGH]), tolerance, least);
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

function stateOf(node, low, high, tolerance, least) {
	const within = Math.max(node.base * tolerance, least);
	if (isNaN(low) || isNaN(high))
		return node.base === 0 ? "new untested" : node.new === 0 ? "gone untested" : "untested";
	if (low <= 0 && high >= 0 || low >= -within && high <= within)
		return "noise";
	return node.base === 0 ? "new" : node.new === 0 ? "gone" : "changed";
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
