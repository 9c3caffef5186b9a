"""Panels on small screens: nothing overlaps or is cut off, and fingers can hit keys and points, on every panel."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from host import registry
from host.ui import page

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
FIELDS = (
    (360, 500),
    (390, 700),
    (580, 390),
    (600, 740),
)  # of 360x640, 390x844, 844x390 and 600x900: bars have the rest
PANELS = (("kim1", ""), ("kim1", "wally"), ("704", ""), ("704", "checkers"), ("6600", "loops6600"), ("6600", "mates"),
          ("6600", "rook"), ("6600", "kalah"), ("6600", "draughts"))  # fmt: skip
MEASURE = """
const found = [];
for (const [name, panel, commands] of PANELS) {
    for (const size of FIELDS) {
        const tabs = tabsOf(panel, commands);
        for (const [title, panes] of tabs) {
            const made = reflowed(panes, commands, size);
            const parts = made.panes.flatMap((pane) => pane.parts);
            const boards = parts.filter(({ kind }) => kind === "Board").map(fieldOf);
            const itemsOf = ({ kind, keys = [], places }) =>
                kind === "Buttons" ? Object.entries(places) : keys.map(({ name, box }) => [name, box]);
            const items = parts.flatMap((part) => itemsOf(part).map((each) => [part.name, ...each]));
            const [steps, fields] = [boards.map(({ step }) => step), boards.map(({ field }) => field)];
            const boxes = made.panes.map((pane) => [pane.name, pane.box]);
            const names = parts.map((part) => part.name);
            const least = reflowed(panes, commands, [0, 0]).panes.flatMap((pane) => pane.parts);
            const hidden = least.map(({ radius = 1 }) => radius);
            found.push({ panel: name, tab: title, size, whole: made.size, boxes, items, steps, fields, names, hidden });
        }
    }
}
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def screens():
    """Every tab of every panel on every screen."""
    panels = []
    for machine, program in PANELS:
        controller = registry.find(machine).runner().controller({"program": program} if program else {})
        data = page.contents(controller)
        panels.append([f"{machine} {program}", data["panel"], data["commands"]])
    scripts = [page.WEB.joinpath(name).read_text(encoding="utf-8") for name in ("drawing.js", "reflow.js")]
    given = f"const PANELS = {json.dumps(panels)};\nconst FIELDS = {json.dumps(FIELDS)};"
    done = subprocess.run(
        ["node", "--input-type=module"], input="\n".join([*scripts, given, MEASURE]), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return panels, json.loads(done.stdout)


def overlap(one, other):
    """Return whether two boxes share more than an edge."""
    return all(max(one[at], other[at]) < min(one[at] + one[at + 2], other[at] + other[at + 2]) - 0.01 for at in (0, 1))


def inside(box, outer):
    return all(
        outer[at] - 0.01 <= box[at] and box[at] + box[at + 2] <= outer[at] + outer[at + 2] + 0.01 for at in (0, 1)
    )


def test_on_a_small_screen_nothing_overlaps_and_everything_is_inside(screens):
    for screen in screens[1]:
        whole = (0, 0, *screen["whole"])
        boxes = [box for _, box in screen["boxes"]]
        assert all(inside(box, whole) for box in boxes), screen
        assert not [(a, b) for n, a in enumerate(boxes) for b in boxes[:n] if overlap(a, b)], screen
        items = [box for _, _, box in screen["items"]]
        assert all(any(inside(box, outer) for outer in boxes) for box in items), screen
        assert not [(a, b) for n, a in enumerate(items) for b in items[:n] if overlap(a, b)], screen
        assert all(any(inside(box, outer) for outer in boxes) for box in screen["fields"]), screen


def test_what_is_hidden_can_be_drawn(screens):
    assert [screen["panel"] for screen in screens[1] if min(screen["hidden"]) <= 0] == []


def test_keys_are_as_large_as_a_fingertip_and_points_of_boards_are_far_enough_apart(screens):
    for screen in screens[1]:
        for part, name, (_, _, width, height) in screen["items"]:
            assert min(width, height) >= 44, (
                screen["panel"],
                part,
                name,
                width,
            )
        assert all(step >= 24 for step in screen["steps"]), screen


def test_screens_need_no_scrolling_sideways(screens):
    """All boards here fit a telephone of 360 pixels."""
    assert not [
        (each["panel"], each["tab"], each["size"], each["whole"])
        for each in screens[1]
        if each["whole"][0] > each["size"][0] + 0.01
    ]


def test_every_part_of_a_panel_is_behind_a_tab(screens):
    for name, panel, _ in screens[0]:
        for size in FIELDS:
            shown = {
                part
                for each in screens[1]
                if each["panel"] == name and each["size"] == [*size]
                for part in each["names"]
            }
            wanted = {part["name"] for pane in panel["panes"] for part in pane["parts"]} - {"now"}
            bars = {"commands", "toolbar", "tools"}  # whose buttons are in the bar below
            assert wanted - shown <= bars, (name, size)
