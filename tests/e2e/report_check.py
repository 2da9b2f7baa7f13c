#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the files that markbench report writes.

usage: report_check.py CHECK DIR	one of them; silent if it is so
       report_check.py			their names
"""
import glob
import json
import re
import sys
import xml.dom.minidom

SECTIONS = ("machine micro separation connected int3 size patching recording macro conclusions").split()


def load(directory):
    with open(directory + "/report.json", encoding="utf-8") as file:
        return json.load(file)


def page(directory):
    return xml.dom.minidom.parse(directory + "/report.html")


def blocks(document):
    return [block for section in document["sections"] for block in section["blocks"]]


def markdown(directory):
    with open(directory + "/report.md", encoding="utf-8") as file:
        return file.read()


def json_says_how_it_was_measured(directory):
    document = load(directory)
    assert document["tool"] == "markbench report" and document["version"] == 1
    assert document["seed"] > 0 and document["resamples"] > 0 and document["order"]
    assert document["host"] and document["date"]
    assert document["timer"]["ticks_per_s"] > 0
    run = document["runs"]["micro-benchmarks"]
    assert run["rounds"] == 5
    assert all("cycles" in row or "missing" in row for row in run["rows"])
    assert document["kernel"]["rows"]


def all_sections_are_there(directory):
    assert [section["id"] for section in load(directory)["sections"]] == SECTIONS
    ids = [section.getAttribute("id") for section in page(directory).getElementsByTagName("section")]
    assert ids == SECTIONS, ids
    assert len(re.findall(r"^## ", markdown(directory), re.M)) == len(SECTIONS)


def page_needs_nothing_else(directory):
    html = page(directory)
    for element in html.getElementsByTagName("*"):
        assert element.tagName not in ("script", "link", "img", "iframe", "object"), element.tagName
        for name in ("src", "srcset", "data"):
            assert not element.hasAttribute(name), element.toxml()[:200]
        if element.hasAttribute("href"):
            assert element.getAttribute("href").startswith("#"), element.toxml()
    for style in html.getElementsByTagName("style"):
        text = style.firstChild.data
        assert "@import" not in text and "url(" not in text
        assert "prefers-color-scheme" in text


def ids_of_the_page_are_unique_and_linked(directory):
    html = page(directory)
    ids = [e.getAttribute("id") for e in html.getElementsByTagName("*") if e.hasAttribute("id")]
    assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)
    for link in html.getElementsByTagName("a"):
        assert link.getAttribute("href")[1:] in ids


def plots_parse_and_have_units(directory):
    plots = [block for block in blocks(load(directory)) if "plot" in block]
    assert len(plots) >= 5
    for plot in plots:
        path = f"{directory}/{plot['plot']}.svg"
        svg = xml.dom.minidom.parse(path).documentElement
        assert svg.tagName == "svg", path
        assert svg.getElementsByTagName("title") and svg.getElementsByTagName("desc")
        texts = [t.firstChild.data for t in svg.getElementsByTagName("text") if t.firstChild]
        assert plot["axis"] in texts, path
        assert not re.search(r"\b(nan|inf)\b", svg.toxml()), path
        assert f"]({plot['plot']}.svg)" in markdown(directory), path
    inline = page(directory).getElementsByTagName("svg")
    assert len(inline) == len(plots)
    assert len(glob.glob(directory + "/*.svg")) == len(plots)


def cells_of(line):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def tables_of(text):
    """Rows of cells of each table, without the head and the rule."""
    tables, table = [], []
    for line in text.splitlines():
        if line.startswith("|"):
            table.append(cells_of(line))
        elif table:
            tables.append(table[2:])
            table = []
    return tables + ([table[2:]] if table else [])


def figures_of_markdown_are_those_of_json(directory):
    tables = tables_of(markdown(directory))
    expected = [block for block in blocks(load(directory)) if "table" in block]
    assert len(tables) == len(expected)
    figures = 0
    for table, block in zip(tables, expected):
        assert len(table) == len(block["rows"]), block["table"]
        for cells, row in zip(table, block["rows"]):
            if "heading" in row:
                continue
            assert len(cells) == len(block["columns"])
            for text, cell in zip(cells, row):
                if isinstance(cell, str) or "missing" in cell:
                    continue
                figures += 1
                why = "; " + cell["why"] if "why" in cell else ""
                assert text == cell["text"] + why, (block["table"], text, cell)
                assert cell["low"] <= cell["high"], cell
    assert figures > 100, figures


def no_difference_is_told_that_is_none(directory):
    for block in blocks(load(directory)):
        if block.get("table") != "separation":
            continue
        for row in block["rows"]:
            for cell in row[1:]:
                if "value" not in cell or cell.get("why") == "A/A" or row[0].startswith("`none`"):
                    continue
                holds_0 = cell["low"] <= 0 <= cell["high"] and cell["low"] < cell["high"]
                assert not holds_0 or cell["text"].startswith("~"), cell


def figures_of_the_page_are_those_of_json(directory):
    html = page(directory)
    tables = html.getElementsByTagName("tbody")
    expected = [block for block in blocks(load(directory)) if "table" in block]
    assert len(tables) == len(expected)
    for table, block in zip(tables, expected):
        rows = table.getElementsByTagName("tr")
        for tr, row in zip(rows, block["rows"]):
            if "heading" in row:
                continue
            for td, cell in zip(tr.getElementsByTagName("td"), row):
                if isinstance(cell, dict) and "text" in cell:
                    said = td.firstChild.data.replace("\u2212", "-")
                    assert cell["text"].split(" [")[0] == said, (said, cell)


CHECKS = {
    function.__name__.replace("_", "-"): function
    for function in (
        json_says_how_it_was_measured,
        all_sections_are_there,
        page_needs_nothing_else,
        ids_of_the_page_are_unique_and_linked,
        plots_parse_and_have_units,
        figures_of_markdown_are_those_of_json,
        figures_of_the_page_are_those_of_json,
        no_difference_is_told_that_is_none,
    )
}

if len(sys.argv) == 1:
    print("\n".join(CHECKS))
else:
    CHECKS[sys.argv[1]](sys.argv[2])
