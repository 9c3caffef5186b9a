"""The documents as a site, with machines to play in it: a part of what `ironboard site` makes (`make site`).

The pages are README.md, CHANGELOG.md and those under docs/, in the order of docs/README.md. What they link to besides
(sources, folders) becomes pages, too, so that no link leaves the site; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host import registry
from host.workbench import links

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ORDER = DOCS / "README.md"  # the navigation: sections, groups and pages
PICTURES = (".png", ".svg", ".gif")
LINK = re.compile(r"\]\((?!\w+:|#)(?P<path>[^)#\s]+)(?P<anchor>#[^)\s]*)?\)")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"## (.+)")
ENTRY = re.compile(r"(?P<indent> *)\* (?:\[(?P<linked>[^]]+)\]\((?P<path>[^)]+)\)|(?P<title>.+))")
LANGUAGES = {".s": "ca65", ".py": "python", ".json": "json", ".lua": "lua", ".el": "elisp"}  # for colours of sources
EXAMPLE = re.compile(r'```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*)```', re.DOTALL)
SUFFIXES = {"asm": ".s", "sap": ".sap", "compass": ".compass", "algol": ".alg", "fortran": ".f"}  # of blocks
WHOLE = re.compile(r"^\S*\s*[\"']?END\b|^\s*\.org\b", re.IGNORECASE | re.MULTILINE)  # a program, not a part of one
INCLUDED = re.compile(r'^\s*\.include\s+"([^"]+)"', re.MULTILINE | re.IGNORECASE)
MOST_LINK = 30_000  # characters of a link to a program
OPEN = '<p class="workbench"><a href="{up}workbench/index.html{fragment}">Open in the workbench</a></p>'
RENAMED = {"workbench.md": "the-workbench.md"}  # pages with the names of other folders of the site
PLAY = "In your browser"


PROGRAMS = (*SUFFIXES.values(), ".rules")  # sources with pages of their own


PICTURED = {  # of the games that the documents have a picture of
    "wally": "kim1-window.png",
    "checkers": "ibm704-checkers.png",
    "mates": "cdc6600-window.png",
    "rook": "cdc6600-rook.png",
}
PLAY_PAGE = """# Play in your browser

Each picture below becomes the machine when you click it: the real program on the emulated computer, inside this page.
The first line of a panel says what you can do; `F12` lists its keys. [More about these pages](web.md).
"""
LIVE_ROW = """
## {title}

{about} {side} [On a page of its own](live/{name}.html){{ target=_blank }}.

<a class="live" href="../live/{name}.html"><img src="../images/{picture}" alt="{title}" loading="lazy"></a>
"""
SCRIPT = """// A picture of a machine becomes the machine; without JavaScript, its link leads to the machine's page.
for (const link of document.querySelectorAll("a.live"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const frame = document.createElement("iframe");
    const title = link.firstElementChild.alt;
    Object.assign(frame, { sandbox: "allow-scripts", allow: "fullscreen; clipboard-write", title, src: link.href });
    link.replaceWith(frame);
    frame.focus();
  });
"""
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
)  # of the documents' pages; machines' pages have their own
MAIN = f"""{{% extends "base.html" %}}
{{% block extrahead %}}<meta http-equiv="Content-Security-Policy" content="{POLICY}">{{% endblock %}}
"""
STYLE = """
.md-grid { max-width: 76rem; }
.md-typeset iframe { width: 100%; aspect-ratio: 3 / 2; border: 0; }
.md-typeset a.live img { display: block; margin: auto; max-height: 30rem; cursor: pointer; }
.md-typeset pre > code { font-size: .66rem; line-height: 1.35; }
.md-typeset .workbench { margin-top: -.6em; text-align: right; font-size: .7rem; }
.md-typeset table:not([class]) td:first-child { min-width: 7rem; }
"""


def order() -> list[dict[str, Any]]:
    """Return the navigation as mkdocs takes it, from the lists of docs/README.md."""
    sections: list[dict[str, Any]] = []
    for line in ORDER.read_text(encoding="utf-8").splitlines():
        if found := SECTION.fullmatch(line):
            sections.append({found[1]: []})
        elif sections and (found := ENTRY.fullmatch(line)):
            entries = next(iter(sections[-1].values()))
            page = found["path"] and found["path"].removeprefix("../")  # the site has one folder
            if found["indent"]:  # a page of the group above, whose own page comes first
                ((title, group),) = entries[-1].items()
                if isinstance(group, str):
                    entries[-1] = {title: (group := [group])}
                group.append({found["linked"]: page})
            else:
                entries.append({found["linked"] or found["title"]: page or []})
    return sections


def pages(entries: Any) -> Iterator[str]:
    """Yield the paths in a navigation."""
    if isinstance(entries, str):
        yield entries
    else:
        for each in entries.values() if isinstance(entries, dict) else entries:
            yield from pages(each)


def file_of(page: str) -> Path:
    """Return the file of a page in the navigation."""
    return ROOT / page if (ROOT / page).is_file() else DOCS / page


def machine_of(path: Path) -> str:
    """Return the machine that a page's folder is named after; "" where there is none."""
    return next((each.name for each in registry.models().values() if each.marker in path.relative_to(ROOT).parts), "")


def sources(path: Path) -> dict[str, str]:
    """Return a source and those that it includes, by names relative to its folder."""
    texts: dict[str, str] = {}
    waiting = [path.name]
    while waiting:
        name = waiting.pop()
        if name not in texts and (path.parent / name).is_file():
            texts[name] = (path.parent / name).read_text(encoding="utf-8")
            waiting += INCLUDED.findall(texts[name])
    return texts


def renamed(entries: Any) -> Any:
    """Return a navigation with the names that pages have in the site."""
    if isinstance(entries, str):
        return RENAMED.get(entries, entries)
    if isinstance(entries, dict):
        return {title: renamed(each) for title, each in entries.items()}
    return [renamed(each) for each in entries]


class Stage:
    """A folder from which mkdocs builds: the pages with links that work there, and all they link to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: set[Path] = set()

    def place(self, path: Path) -> Path:
        """Return where a file of the checkout stands in the stage; a source or a folder stands there as a page."""
        if path in (ROOT / "README.md", ORDER):
            return Path("index.md")
        inside = path.relative_to(DOCS) if path.is_relative_to(DOCS) else path.relative_to(ROOT)
        inside = Path(RENAMED.get(inside.as_posix(), inside))
        if path.suffix == ".md" or path.suffix in PICTURES:
            return inside
        return Path("sources", path.relative_to(ROOT), "index.md") if path.is_dir() else Path("sources", f"{inside}.md")

    def add(self, path: Path) -> None:
        """Put a file or a folder there, once."""
        if path in self._made or path == ORDER:
            return
        self._made.add(path)
        target = self._folder / self.place(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in PICTURES:
            shutil.copy(path, target)
        elif path.suffix == ".md":
            target.write_text(self._page(path), encoding="utf-8")
        elif path.is_dir():
            files = sorted(each for each in path.rglob("*") if each.is_file() and "__pycache__" not in each.parts)
            rows = [f"* [{each.relative_to(path)}]({self._link(target, each)})" for each in files]
            target.write_text("\n".join([f"# {path.relative_to(ROOT)}", "", *rows, ""]), encoding="utf-8")
        else:
            fence = f"````{LANGUAGES.get(path.suffix, 'text')}\n{path.read_text(encoding='utf-8')}\n````\n"
            opened = f"{self._opened(path, sources(path))}\n\n" if path.suffix in PROGRAMS else ""
            target.write_text(f"# {path.relative_to(ROOT)}\n\n{opened}{fence}", encoding="utf-8")

    def _opened(self, path: Path, files: dict[str, str]) -> str:
        """Return a link from the page of a file to the workbench with a program; nothing for one that is too long."""
        place = self.place(path)
        page = place.parent if place.name == "index.md" else place.with_suffix("")
        found = links.fragment(files, machine_of(path))
        return OPEN.format(up="../" * len(page.parts), fragment=found) if len(found) <= MOST_LINK else ""

    def _block(self, path: Path, block: str) -> str:
        """Return a block of a page; a program is followed by a link to the workbench."""
        found = EXAMPLE.fullmatch(block)
        if not found or found["language"] == "diff":
            return block
        name = found["title"] or f"example{SUFFIXES.get(found['language'], '')}"
        if Path(name).suffix not in PROGRAMS or not (found["title"] or WHOLE.search(found["text"])):
            return block
        return f"{block}\n\n{self._opened(path, {name: found['text']})}"

    def _link(self, source: Path, path: Path) -> str:
        """Return how a page of the stage links to a file of the checkout, which is added."""
        self.add(path)
        return Path(os.path.relpath(self._folder / self.place(path), source.parent)).as_posix()

    def _page(self, path: Path) -> str:
        def replaced(link: re.Match[str]) -> str:
            target = self._link(self._folder / self.place(path), (path.parent / link["path"]).resolve())
            return f"]({target}{link['anchor'] or ''})"

        text = path.read_text(encoding="utf-8")
        text = "".join(
            self._block(path, part) if part.startswith("`") else LINK.sub(replaced, part) for part in CODE.split(text)
        )
        return re.sub(r"^<!--.*-->$", "", text, flags=re.MULTILINE)  # they would end a paragraph in front of a table

    def write(self, name: str, text: str) -> None:
        """Write a page that is made here."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def configuration(stage: Path, theme: Path, site: Path) -> dict[str, Any]:
    """Return what mkdocs.yml would say; `theme` adds to its theme. Nothing loads fonts or scripts from elsewhere."""
    play, *others = renamed(order())
    return {
        "site_name": "Ironboard",
        "docs_dir": str(stage),
        "site_dir": str(site),
        "nav": [{"Ironboard": "index.md"}, {"Play": [{PLAY: "live.md"}, *play["Play"]]}, *others],
        "theme": {
            "name": "material",
            "custom_dir": str(theme),
            "font": False,
            "icon": {"logo": "material/chip"},
            "palette": [
                {
                    "media": f"(prefers-color-scheme: {name})",
                    "scheme": scheme,
                    "primary": "black",
                    "accent": "red",
                    "toggle": {"icon": "material/brightness-6", "name": f"{other} colours"},
                }
                for name, scheme, other in [("light", "default", "dark"), ("dark", "slate", "light")]
            ],
            "features": [
                *("navigation.tabs", "navigation.indexes", "navigation.top", "navigation.footer", "toc.follow"),
                *("search.highlight", "search.suggest", "content.code.copy"),
            ],
        },
        "extra": {"generator": False},
        "extra_css": ["site.css"],
        "extra_javascript": [{"path": "site.js", "defer": True}],
        "plugins": ["search"],
        "markdown_extensions": [
            *("tables", "attr_list", "sane_lists"),
            {"toc": {"permalink": True, "slugify": anchor}},
            {"pymdownx.highlight": {"use_pygments": True}},
            {"pymdownx.superfences": {}},
        ],
        "validation": {"nav": {"omitted_files": "ignore"}, "links": {"anchors": "warn"}},
        "strict": True,
    }


def anchor(title: str, separator: str) -> str:
    """Return the anchor of a heading, as links in the documents write it."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", separator)


def build(site: Path, live: tuple[str, ...] = tuple(PICTURED)) -> None:
    """Build the site into a folder, whose content is replaced; `live`: the games that it shows."""
    try:
        from mkdocs.commands.build import build as mkdocs_build
        from mkdocs.config.base import load_config
    except ModuleNotFoundError:
        raise IronboardError('mkdocs-material builds the documents: python -m pip install -e ".[site]"') from None
    from host.panels.games import listed

    games = [each for each in listed.LISTED if each.name in live]
    with tempfile.TemporaryDirectory(prefix="ironboard-site") as folder:
        pages_folder, theme = Path(folder, "pages"), Path(folder, "theme")
        stage = Stage(pages_folder)
        for path in [ROOT / "README.md", *map(file_of, pages(order()))]:
            stage.add(path)
        for each in games:
            stage.add(DOCS / "images" / PICTURED[each.name])
        rows = [LIVE_ROW.format(**vars(each), picture=PICTURED[each.name]) for each in games]
        stage.write("live.md", PLAY_PAGE + "".join(rows))
        stage.write("site.js", SCRIPT)
        stage.write("site.css", STYLE)
        Stage(theme).write("main.html", MAIN)
        (pages_folder / "live").mkdir()
        for each in games:
            listed.write(each, pages_folder / "live" / f"{each.name}.html", documents="../")
        config = load_config(os.devnull, **configuration(pages_folder, theme, site.resolve()))
        mkdocs_build(config)
