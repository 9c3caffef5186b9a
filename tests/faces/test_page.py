"""Pages: what is written where, recordings, links, notebooks; what cannot be a page says why."""

from __future__ import annotations

import html
import json
import random
import re
import shutil
import subprocess

import pytest

from emulators.errors import IronboardError
from emulators.kim1 import bus
from host.cli.main import main
from host.debugger import recording
from host.debugger.recording import Recorder
from host.machines.kim1.machine import Kim1
from host.panels.kim1.controller import KimController
from host.ui import page
from host.ui.controller import Controller
from host.ui.teletype_screen import TeletypeScreen
from tests.faces import invented
from tests.faces.pages import in_node, record_of
from tests.kim1.test_records import STATE
from tests.record_bytes import differing

node = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")


def test_the_command_writes_one_small_file_without_references(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["web", "checkers"]) == 0
    assert re.fullmatch(r"checkers\.html: [\d,]+ bytes; a browser opens it\n", capsys.readouterr().out)
    text = (tmp_path / "checkers.html").read_text(encoding="utf-8")
    assert len(text) < 165_000  # 7,000 of them are the endings that the machine has in storage, 5,000 games in files
    assert not re.findall(r"https?:|src=|@import|url\(|<link(?! rel=\"icon\" href=\"data:)", text)


def test_the_help_of_a_page_speaks_of_what_a_page_has():
    kim = Kim1()
    kim.boot("wally")
    data = page.contents(KimController(kim, "wally"))
    signs = [sign for _, rows in data["panel"]["help"] for sign, _ in rows]
    assert "bb" in signs
    assert "click" in signs
    assert "drop" not in signs
    assert not {"open", "save", "quit"} & {command["name"] for command in data["commands"]}


@node
def test_the_view_is_a_module_for_pages_with_a_controller_elsewhere():
    told = "console.log(typeof PanelView, typeof Speaker, samples([[0, 3, 0, 0, 1, 0, 0]]))"  # one push
    done = subprocess.run(
        ["node", "--input-type=module"], input=page.view_module() + told, capture_output=True, text=True, check=False
    )
    assert done.stdout == "function function [ 1, 0, 0 ]\n", done.stderr


def test_blanks_are_left_out_of_a_page_but_not_of_its_patterns_and_texts():
    program = page.program(KimController(Kim1(), ""))
    sources = [page.WEB.joinpath(name).read_text(encoding="utf-8") for name in (*page.SCRIPTS, "words.js")]
    found = [each for source in sources for each in re.findall(r"\((/.+?/)g?[,)]|(/\S+/)\.(?:exec|test)", source)]
    patterns = {first or second for first, second in found}
    assert len(patterns) > 6
    assert {each for each in patterns if " " in each}
    assert not [each for each in patterns if each not in program]
    texts = {each for source in sources for each in re.findall(r'^[^"\'`/]*?("[^"\n]+")', source, re.MULTILINE)}
    assert len(texts) > 100
    assert not [each for each in texts if each not in program]


def test_a_page_that_exists_is_replaced_with_force_only(tmp_path, capsys):
    path = tmp_path / "kim.html"
    assert main(["web", "-o", str(path)]) == 0
    assert main(["web", "-o", str(path)]) == 1
    assert "exists" in capsys.readouterr().err
    assert main(["web", "-o", str(path), "--force"]) == 0


def test_a_machine_without_functions_for_pages_says_so():
    with pytest.raises(IronboardError, match=r"the Invented has no page: there is no module tests\.faces\.browser"):
        page.text(Controller(invented.Machine(), invented.panel()))


@node
def test_a_page_plays_a_recording(tmp_path):
    kim = Kim1()
    kim.boot("wally")
    recorder = Recorder(kim)
    kim.run(seconds=1)
    kim.press("0", "0", "GO", seconds=0.2)
    kim.type("x")
    kim.run(seconds=2)
    recorder.recording().write(tmp_path / "game.rec")
    path = page.make(None, {"program": "wally"}, recording.read(tmp_path / "game.rec"), tmp_path / "game.html")
    assert path.stat().st_size < 150_000

    found = recording.read(tmp_path / "game.rec")
    again = Kim1()
    again.load_state(found.state)
    result = in_node(
        KimController(again, "wally"),
        f"desk.play(page.recording); pass({(found.end - again.cycles) / 1e6 - 0.1}); desk.run({found.end});",
        recording=found.log,
    )
    assert result["given"] == [list(each) for each in found.log]
    assert differing(record_of(result, bus), kim.m, STATE) == []


@node
@pytest.mark.parametrize("most", [8192, 0])
def test_a_link_leads_to_the_same_moment(most):
    kim = Kim1()
    kim.boot("wally")
    result = in_node(
        KimController(kim, "wally"),
        f"""
        pass(1);
        for (const key of ["0", "0", "enter"]) {{ desk.key(key); desk.release(); pass(0.3); }}
        pass(1);
        const there = Buffer.from(desk.hand.bytes).toString("base64");
        const link = await linkTo(desk, {most});
        desk.command("rerun");
        pass(3);
        told.link = link;
        await followLink(desk, link);
        told.there = {{ record: there }};
        told.again = (await linkTo(desk, 0)).slice(0, 7);
        """,
    )
    assert result["told"]["link"].startswith("#state=" if most else "#inputs=")
    assert len(result["told"]["link"]) < 8200
    assert differing(record_of(result, bus), record_of(result["told"]["there"], bus), STATE) == []
    assert result["told"]["again"] == ("#state=" if most else "#inputs")  # what led to a state is not known


TRIP = """
    pass(1);
    for (const key of ["0", "0", "enter"]) { desk.key(key); desk.release(); pass(0.3); }
    pass(20);
    const there = Buffer.from(desk.hand.bytes).toString("base64");
    const link = await linkTo(desk, 0);
    desk.command("rerun");
    pass(3);
    desk.pacer.set_speed(4);
    const before = [desk.cycles, desk.printed, desk.pacer.speed];
    desk.now = () => time + desk.cycles / 1e7; // the browser's machine is ten times as fast
    told.notices = [];
    const trip = followLink(desk, link).catch((error) => void (told.error = error.message));
    let isThere = false;
    trip.finally(() => void (isThere = true));
"""


@node
def test_a_link_to_a_far_moment_goes_there_in_pieces_and_says_how_far_it_is():
    kim = Kim1()
    kim.boot("wally")
    result = in_node(
        KimController(kim, "wally"),
        f"""{TRIP}
        while (!isThere) {{
            await new Promise((goOn) => setTimeout(goOn)); // the browser's turn
            const {{ cycles }} = desk;
            if (!desk.trip) continue; // not yet, or no longer
            desk.advance(); // as frames do
            if (desk.cycles !== cycles) throw new Error("two let it run");
            told.notices.push(desk.notice);
        }}
        told.there = {{ record: there }};
        """,
    )
    told = result["told"]
    shares = [
        int(re.match(r"on the way: (\d+) %, cycle [\d,]+ of [\d,]+; Esc or a click", each)[1])
        for each in told["notices"]
    ]
    assert len({*shares}) > 5
    assert shares == sorted(shares)
    assert result["notice"] == ""
    assert "error" not in told
    assert differing(record_of(result, bus), record_of(told["there"], bus), STATE) == []


@node
@pytest.mark.parametrize(
    "hand", ['desk.act("pad", "GO")', 'desk.press("pad", "GO")', 'desk.command("pause")', "desk.endTrip()"]
)
def test_a_hand_ends_the_way_to_a_far_moment_and_the_page_is_as_it_was(hand):
    kim = Kim1()
    kim.boot("wally")
    result = in_node(
        KimController(kim, "wally"),
        f"""{TRIP}
        while (!desk.notice) await new Promise((goOn) => setTimeout(goOn));
        {hand};
        await trip;
        told.unchanged = JSON.stringify([desk.cycles, desk.printed, desk.pacer.speed]) === JSON.stringify(before);
        desk.now = () => time;
        desk.pacer.restart();
        told.goesOn = (pass(1), desk.cycles > before[0]);
        """,
    )
    assert result["told"]["error"] == "it was left on the way"
    assert result["told"]["unchanged"]
    assert result["told"]["goesOn"]


@node
def test_a_damaged_link_is_one_plain_line_and_leaves_the_machine_as_it_was():
    kim = Kim1()
    kim.boot("wally")
    result = in_node(
        KimController(kim, "wally"),
        """
        const packed = async (text) => toBase64(await deflated(new TextEncoder().encode(text)));
        pass(1);
        desk.pacer.set_speed(4);
        const before = desk.cycles;
        const links = ["#state=AAAA", "#state=!", `#state=${await packed("")}`, `#inputs=${await packed("{")}`];
        const contents = [
            "null", "[null,5]", "[[[1]],5]", '[[[6,"nope",1]],9]', '[[[5,"poke",8],7],9]', "[[],null]", "[[],1e300]",
            '[[[9007199254740992,"key_down","GO"]],5]', '[[[5,"key_down","GO"],[4,"key_up","GO"]],9]',
        ];
        for (const content of contents)
            links.push(`#inputs=${await packed(content)}`);
        told.lines = [];
        for (const link of links) {
            await followLink(desk, link).catch((error) => told.lines.push(error.message));
        }
        told.links = links.length;
        told.unchanged = desk.cycles === before && desk.pacer.speed === 4;
        """,
    )
    told = result["told"]
    assert len(told["lines"]) == told["links"]
    plain = re.compile(r"it is damaged$|it is too far away$|a page cannot do this to a KIM-1: [a-z]+$|this link is of")
    assert [line for line in told["lines"] if not plain.match(line)] == []
    assert told["unchanged"]


@node
def test_moments_are_kept_and_gone_back_to():
    kim = Kim1()
    kim.boot("wally")
    result = in_node(
        KimController(kim, "wally"),
        """
        desk.command("back");
        told.none = desk.error;
        pass(1);
        desk.command("keep");
        told.kept = desk.cycles;
        desk.key("7");
        desk.release();
        pass(1);
        desk.command("back");
        told.back = desk.cycles;
        told.given = desk.given.length;
        desk.scroll(9999);
        told.scrolled = [desk.back, desk.paper.lines.length];
        desk.scroll(-9999);
        told.newest = desk.back;
        """,
    )
    assert "no moment" in result["told"]["none"]
    assert result["told"]["kept"] == result["told"]["back"]
    assert result["told"]["given"] == 0
    back, lines = result["told"]["scrolled"]
    assert (back, result["told"]["newest"]) == (lines - 1, 0)
    assert lines > 2


def test_a_machine_shows_its_page_in_a_notebook():
    kim = Kim1()
    kim.boot("wally")
    shown = kim._repr_html_()
    (inside,) = re.fullmatch(r'<iframe srcdoc="([^"]*)" .*></iframe>', shown).groups()
    text = html.unescape(inside)
    assert text.startswith("<!doctype html>")
    assert len(shown) < 200_000


@node
@pytest.mark.parametrize("returns", [False, True])
def test_the_paper_of_a_page_is_that_of_every_face(returns):
    draw = random.Random(33)
    texts = ["".join(draw.choices("AB z\x07\b\t\r\n\n\f\x8d\xc1", k=900)) for _ in range(12)]
    texts += ["\n" * 2100 + "end", "x" * 41, "A\tB\t\tC", "\f\f", "AB\b\bC\rD"]
    kim = Kim1()
    result = in_node(
        KimController(kim),
        f"""
        told.papers = {json.dumps(texts)}.map((text) => {{
            const screen = new Screen(desk.views, 20, {json.dumps(returns)}, desk.constants.HISTORY);
            for (let end = 7; end < text.length + 7; end += 7) screen.follow(text.slice(0, end));
            const {{ lines, column, scrolled, folds }} = screen;
            return [lines, column, scrolled, [...folds], screen.visible(5, 0).lines, screen.visible(5, 3).lines];
        }});
        """,
    )
    for text, (*found, last, before) in zip(texts, result["told"]["papers"], strict=True):
        paper = TeletypeScreen(20, returns=returns)
        paper.follow(text.encode("latin-1"))
        assert found == [paper.lines, paper.column, paper.scrolled, sorted(paper.folds)]
        assert [last, before] == [paper.visible(5), paper.visible(5, 3)]
