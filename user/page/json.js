// SPDX-License-Identifier: GPL-2.0-only
/*
 * json.js - JSON in which a number stays the text that it was
 *
 * The page shows the figures to the digit that markdiff printed, and "81.80" is not 81.8.  So numbers
 * are kept as strings; what is computed with (widths, orders) goes through Number().  A name cannot be
 * taken for a number: the schema says which is which.
 */

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;

export function parse(text) {
	let at = 0;

	function fail() {
		throw new SyntaxError("JSON: nothing that could stand at byte " + at + ": " + text.slice(at, at + 20));
	}

	function match(what) {
		what.lastIndex = at;
		const found = what.exec(text);
		if (!found)
			fail();
		at = what.lastIndex;
		return found[0];
	}

	function space() {
		const c = text.charCodeAt(at);
		if (c <= 32) {
			SPACE.lastIndex = at;
			SPACE.test(text);
			at = SPACE.lastIndex;
		}
	}

	function string() {
		const end = text.indexOf('"', at + 1);
		const plain = text.slice(at + 1, end);
		if (end > 0 && plain.indexOf("\\") < 0) {
			at = end + 1;
			return plain;
		}
		return JSON.parse(match(STRING));
	}

	function word(is, value) {
		if (!text.startsWith(is, at))
			fail();
		at += is.length;
		return value;
	}

	/* What stands between @at and @end, apart by commas. */
	function list(end, one) {
		at++;
		space();
		if (text[at] === end) {
			at++;
			return;
		}
		for (;;) {
			one();
			space();
			if (text[at] === end)
				break;
			if (text[at] !== ",")
				fail();
			at++;
			space();
		}
		at++;
	}

	function object() {
		const made = {};
		list("}", () => {
			if (text[at] !== '"')
				fail();
			const key = string();
			space();
			if (text[at] !== ":")
				fail();
			at++;
			/* Not the prototype, whatever the file calls its keys. */
			if (key === "__proto__")
				value();
			else
				made[key] = value();
		});
		return made;
	}

	function array() {
		const made = [];
		list("]", () => made.push(value()));
		return made;
	}

	function value() {
		space();
		switch (text[at]) {
		case "{": return object();
		case "[": return array();
		case '"': return string();
		case "n": return word("null", null);
		case "t": return word("true", true);
		case "f": return word("false", false);
		default: return match(NUMBER);
		}
	}

	const made = value();
	space();
	if (at < text.length)
		fail();
	return made;
}

/* What can be computed with: NaN for null. */
export function number(text) {
	return text === null || text === undefined ? NaN : Number(text);
}
