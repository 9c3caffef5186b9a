"""A machine as a page: one file with its panel, its kernel, its record, and nothing outside.

    page.write(controller, "wally.html")

The page runs the machine itself, bit for bit as here, from the moment in which it is written. The file also has:
host/ui/web, the view functions and those of operating.py as JavaScript (script.py), and the panel as JSON. A machine
has functions of its own for pages in the module `browser` beside its panel, which replace Python code:

    give(k, kind, value)   do an input; return an error message, or nothing
    printed(k)             the text printed since the last call
    run(k, cycle)          run to a cycle, and return the Stop; without it, the entry point `run` does
    start(k)               inputs that make a stopped machine execute one instruction
    holds(k)               return whether a record from outside agrees with itself
    refresh(k, ui)         update the entries of `ui` that belong to the machine's own controller
    outside(machine)       (in Python) the machine's data outside its record, as plain data: `k.outside`
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from emulators import pacing
from emulators.errors import IronboardError
from emulators.kernels import building
from emulators.machine import Stop
from host import registry
from host.formats import storage
from host.ui import icon, operating, sound
from host.ui.controller import Controller
from host.ui.front import front
from host.ui.parts import GameFile
from host.ui.script import script

WEB = Path(__file__).parent / "web"
VIEW = (
    "drawing.js",
    "reflow.js",
    "layer.js",
    "sound.js",
    "view.js",
)  # wherever the machine runs
SCRIPTS = ("record.js", "controller.js", *VIEW, "page.js")
WORDS = f"const WORDS = {WEB.joinpath('words.js').read_text(encoding='utf-8').strip()};"
STYLE = f"const STYLE = {json.dumps(WEB.joinpath('panel.css').read_text(encoding='utf-8'))};"  # of view.js
POLICY = "POLICY"  # its place in the template
COMMENT = re.compile(r"^\s*/\*\*.*?\*/", re.MULTILINE | re.DOTALL)  # on lines of its own
BLANKS = re.compile(  # and comments, of JavaScript: texts and patterns are matched first, and left alone
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`"""
    r"""|(?:(?<=[(,=:?&|!])|(?<=[(,=:?&|!] ))/(?![/*])(?:[^/\\\n]|\\.)+/)"""
    r"""|\s*//.*$| ?([=*<>?:,;{}()|&!]+) ?""",
    re.MULTILINE,
)
OWN = ("give", "printed", "run", "start", "refresh", "holds")  # of the module `browser`


def make(
    machine: str | None, setup: Mapping[str, Any], played: Any, path: Path | None, overwrite: bool = False
) -> Path:
    """Write the page of a machine put up as its verb does; `played`: a `Recording` that it plays. Return the file.

    Without `machine` it is the one that the recording is of, or that the program is for.
    """
    program = setup.get("program")
    model = registry.find(machine or (registry.titled(played.title) if played else "") or registry.meant(program))
    path = path or Path(f"{Path(program or model.name).stem}.html")
    if not overwrite:
        storage.refuse_existing(path)
    controller: Controller = model.runner().controller(setup)
    if played:
        played.begin(controller.machine)
        controller.time_has_jumped()
    write(controller, path, recording=played.log if played else (), overwrite=overwrite)
    return path


def write(
    controller: Controller,
    path: Path,
    *,
    recording: Sequence[Any] = (),
    about: Mapping[str, str] | None = None,
    overwrite: bool = False,
) -> None:
    """Write the page to a file; see `text`."""
    storage.write_text(path, text(controller, recording=recording, about=about), overwrite)


def text(controller: Controller, *, recording: Sequence[Any] = (), about: Mapping[str, str] | None = None) -> str:
    """Return the page of a machine as it is now.

    `recording`: [cycle, kind, value] of inputs that it plays; `about`: title, about, side, goal of a game, and the
    addresses of its document and of the list of games, if the page is beside them.
    """
    template = WEB.joinpath("page.html").read_text(encoding="utf-8")
    parts = pieces(controller, recording, about)
    made = template.format(
        title=html.escape(about["title"] if about else controller.panel.title),
        icon=html.escape(icon.link()),
        style=WEB.joinpath("page.css").read_text(encoding="utf-8"),
        background=f"rgb{controller.panel.background}",
        policy=POLICY,
        **{name: packed(each) for name, each in parts.items()},
    )
    return made.replace(POLICY, policy(made, parts["program"]), 1)


def policy(text: str, program: bytes) -> str:
    """Return the content security policy of a page: its own code runs, and nothing is loaded.

    The page's script unpacks the program, which is another one. By their hashes no third one is run.
    """
    scripts, styles = (re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL) for tag in ("script", "style"))
    allowed = {
        "default-src": "'none'",
        "script-src": f"{' '.join(map(source_of, [*(each.encode() for each in scripts), program]))} 'wasm-unsafe-eval'",
        "style-src": " ".join(source_of(each.encode()) for each in styles),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


def source_of(content: bytes) -> str:
    """Return the name of a script or a style in a policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode('ascii')}'"


def pieces(
    controller: Controller, recording: Sequence[Any] = (), about: Mapping[str, str] | None = None
) -> dict[str, bytes]:
    """Return the pieces of a page: its program, data as JSON, the kernel's module, the record."""
    data = contents(controller) | {"recording": [list(each) for each in recording], "about": about}
    return {
        "program": program(controller).encode(),
        "data": json.dumps(data, separators=(",", ":")).encode(),
        "wasm": building.page_module(controller.machine.processor.module),
        "record": image(controller),
    }


def image(controller: Controller) -> bytes:
    """Return the record as the kernel has it."""
    return controller.machine.processor.image()


def program(controller: Controller) -> str:
    """Return the JavaScript of a page: the kernel's loader, words.js, the view functions, controller, view."""
    return small(
        building.LOADER.read_text(encoding="utf-8").replace("export class", "class"),
        WORDS,
        STYLE,
        f"const VIEWS = {script(view_functions(controller))};",
        *(WEB.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS),
    )


def view_module() -> str:
    """Return the view as an ES module, for pages with a controller elsewhere.

    `samples(plan)` makes a sound from its plan, as `Speaker` asks it of a controller's `views`.
    """
    return small(
        WORDS,
        STYLE,
        *(WEB.joinpath(name).read_text(encoding="utf-8") for name in VIEW),
        f"const VIEWS = {script({'samples': sound.samples})};",
        "const { samples } = VIEWS(WORDS);",
        "export { DRAWN, PanelView, Pen, Speaker, samples };",
    )


def small(*parts: str) -> str:
    """Return JavaScript without its comments and blanks."""
    lines = (line.strip() for line in COMMENT.sub("", "\n".join(parts)).split("\n"))
    code = "\n".join(line for line in lines if line and not line.startswith("//"))
    return BLANKS.sub(lambda found: found[1] or found[2] or "", code)


def view_functions(controller: Controller) -> dict[str, Callable[..., Any]]:
    """Return the functions to be translated, by the names that controller.js knows."""
    named = controller.views | {name: getattr(browser(controller), name, None) for name in OWN}
    named |= {each.__name__: each for each in operating.SHARED}
    for each in pacing.SHARED:
        own: Any = each.fget if isinstance(each, property) else each
        named[f"{'paced' if own is not each else 'pacer'} {own.__name__}"] = own
    named |= {"samples": sound.samples} if controller.panel.hear else {}
    return {name: each for name, each in named.items() if each}


def browser(controller: Controller) -> ModuleType:
    """Return a machine's functions for pages."""
    name = f"{controller.panel.look.__module__.rpartition('.')[0]}.browser"  # beside its view functions
    if find_spec(name) is None:
        raise IronboardError(f"the {controller.machine.title} has no page: there is no module {name}")
    return import_module(name)


def contents(controller: Controller) -> dict[str, Any]:
    """Return all data of a page."""
    machine = controller.machine
    own = browser(controller)
    outside = own.outside(machine) if hasattr(own, "outside") else {}  # it may make room in the record
    description = building.description(machine.processor.module.__name__)
    for name, each in description[
        "fields"
    ].items():  # fields of a link are within the ranges, and tables are left alone
        field = machine.FIELDS.get(name, machine.processor.module.FIELDS[name])
        each |= {"least": str(field.least), "most": str(field.most), "own": name in machine.OWN}
    bits = 4 if machine.radix == 16 else 3
    return {
        **front(controller),
        "ui": controller.ui | {"instruction": ""},  # a page has no disassembler
        "speed": min(controller.pacer.speed, pacing.SPEEDS[-2]),
        "printed": controller.printed.decode("latin-1"),
        "outside": outside,
        "file": controller.program + file.suffix if (file := game_file(controller)) else "",
        "counter": machine.program_counter.lower(),
        "radix": machine.radix,
        "digits": machine.address_digits or -(-machine.address_bits // bits),
        "stops": {int(each): each.name.lower().replace("_", " ") for each in Stop},
        "kernel": description,
        "room": (len(image(controller)) - description["size"]) // 8,
    }


def game_file(controller: Controller) -> GameFile | None:
    """Return how the game on the board is saved, if a page can do it."""
    game = controller.panel.game
    return game.file if game and game.save and game.open else None


def packed(data: bytes) -> str:
    """Return bytes as a page has them: deflated, in base64."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(compressor.compress(data) + compressor.flush()).decode("ascii")
