// SPDX-License-Identifier: GPL-2.0-only
/*
 * print.js - what a printer gets: the light colours, and the rows that the table has now, up to a limit
 */
import { el, shown } from "./dom.js";
import { figure, interval, signed, times, verdict } from "./figures.js";

const LIMIT = 2000;

function row(data, cost) {
	const f = data[cost] || {}, share = f.share || {};
	return el("tr", null, el("td", null, f.verdict ? verdict(f.verdict) : ""),
		el("td", null, el("span", { class: "code" }, shown(data.keys.symbol || "")), data.presence === "both" ? null : " " + data.presence),
		el("td", null, Object.entries(data.keys).filter(([key]) => key !== "symbol").map(([, value]) => shown(value)).join(", ")),
		[figure(f.base), figure(f.new), signed(f.difference && f.difference.value), interval(f.difference),
			times(f.ratio && f.ratio.value), interval(f.ratio, figure), signed(share.difference), figure(f.q)]
			.map((text) => el("td", { class: "n" }, text)));
}

function table(view) {
	const { grid } = view.table, order = grid.order.slice(0, LIMIT), left = grid.order.length - order.length;
	return el("div", { class: "printed" },
		el("table", null,
			el("thead", null, el("tr", null, ["verdict", "symbol", "in", "base", "new", "difference", "interval", "ratio", "interval", "share \u0394", "q"]
				.map((name, i) => el("th", { class: i > 2 ? "n" : null }, name)))),
			el("tbody", null, order.map((i) => row(grid.rows[i], view.state.cost)))),
		left ? el("p", { class: "soft" }, left.toLocaleString("en") + " more rows are not printed; a search or a verdict chooses which are.") : null);
}

export function printing(tabs, theme) {
	let printed = null;
	addEventListener("beforeprint", () => {
		document.documentElement.dataset.theme = "light";
		if (tabs.view && !printed) {
			tabs.view.redraw();
			printed = table(tabs.view);
			tabs.view.table.place.append(printed);
		}
	});
	addEventListener("afterprint", () => {
		if (printed)
			printed.remove();
		printed = null;
		theme.set(theme.is === "dark");
	});
}
