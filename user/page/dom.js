// SPDX-License-Identifier: GPL-2.0-only
/*
 * dom.js - making elements; text only ever becomes text
 */

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
	for (const name in attributes) {
		const value = attributes[name];
		if (value === null || value === undefined || value === false)
			continue;
		if (typeof value === "function")
			element.addEventListener(name, value);
		else
			element.setAttribute(name, value === true ? "" : value);
	}
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false)
			element.append(child);
	return element;
}

/* Functions among the attributes are listeners of the event of that name. */
export function el(name, attributes, ...children) {
	return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes, ...children) {
	return fill(document.createElementNS(SVG, name), attributes, children);
}

/*
 * A name as it can be shown.  Control characters, and those that turn the direction of what follows or
 * have no width, would make one name look like another; they are shown by their number.
 */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

export function shown(name) {
	return String(name).replace(UNSEEN, (c) => "<U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0") + ">");
}
