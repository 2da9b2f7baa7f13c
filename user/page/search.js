// SPDX-License-Identifier: GPL-2.0-only
/*
 * search.js - words that a name has to have, in any order; upper and lower case are the same
 */
import { el } from "./dom.js";

export function wordsOf(text) {
	return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/* The text with what was found marked: a list of texts and elements. */
export function mark(text, words) {
	const lower = text.toLowerCase();
	const found = [];
	/* Where lower case has another length, places are not the same. */
	if (!words.length || lower.length !== text.length)
		return text;
	for (const word of words)
		for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
			found.push([at, at + word.length]);
	found.sort((a, b) => a[0] - b[0]);
	const parts = [];
	let end = 0;
	for (const [from, to] of found) {
		if (to <= end)
			continue;
		const begin = Math.max(from, end);
		parts.push(text.slice(end, begin), el("mark", null, text.slice(begin, to)));
		end = to;
	}
	parts.push(text.slice(end));
	return parts.filter((part) => part !== "");
}
