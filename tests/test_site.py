"""The documents as a site: every page has its place, links lead somewhere, machines play, nothing is fetched."""

from __future__ import annotations

import functools
import importlib.util
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parent.parent
LOADED = """performance.getEntriesByType("resource").map((each) => each.name)"""

POLICY = r"""<meta http-equiv="?Content-Security-Policy"? content="(.*?)">"""
OUTSIDE = """new Promise((told) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", (event) => {
        refused.push(event.effectiveDirective);
        if (refused.length === 4) told(refused);
    });
    const add = (name, given) => document.body.append(Object.assign(document.createElement(name), given));
    for (const name of ["script", "img", "iframe"]) add(name, { src: "https://elsewhere.invalid/" });
    fetch("https://elsewhere.invalid/data").catch(() => null);
})"""

pytest.importorskip("material", reason="mkdocs-material is not installed")


@pytest.fixture(scope="module")
def make_site():
    spec = importlib.util.spec_from_file_location("make_site", ROOT / "docs" / "tools" / "make_site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(make_site, tmp_path_factory, worker_id):
    """The folder of the site, built once for all processes that run tests. Building is strict: warnings are errors."""
    shared = tmp_path_factory.getbasetemp()
    folder = (shared if worker_id == "master" else shared.parent) / "site"
    with FileLock(f"{folder}.lock"):
        if not (folder / "sitemap.xml").exists():
            make_site.build(folder)
    return folder


@pytest.fixture(scope="module")
def address(site):
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_every_document_stands_in_the_order_once(make_site):
    found = [make_site.file_of(each).resolve() for each in make_site.pages(make_site.order())]
    wanted = [each for each in (ROOT / "docs").rglob("*.md") if each != make_site.ORDER]
    assert sorted(found) == sorted([ROOT / "CHANGELOG.md", *wanted]), "docs/README.md lists the pages"
    assert [next(iter(each)) for each in make_site.order()] == ["Play", "Program", "Machines", "Reference"]


def test_a_link_to_what_is_missing_stops_the_build(make_site, tmp_path):
    stage = make_site.Stage(tmp_path)
    page = ROOT / "docs" / "web.md"
    assert stage._link(tmp_path / "web.md", page) == "web.md"
    with pytest.raises(FileNotFoundError):
        stage._link(tmp_path / "web.md", ROOT / "docs" / "no-such-page.md")


def test_sources_and_folders_that_are_linked_are_pages(site):
    monitor = (site / "sources/asm/kim1/monitor.s/index.html").read_text(encoding="utf-8")
    assert 'class="highlight"' in monitor
    assert "sums.alg" in (site / "sources/docs/examples/index.html").read_text(encoding="utf-8")


def test_no_page_names_a_font_a_script_or_a_picture_of_another_place(site):
    pages = [*site.rglob("*.html")]
    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|source)[^>]* src=\"?([^\"> ]+)", text)
        loaded += re.findall(r"<link[^>]* rel=\"?(?:stylesheet|preconnect)\"?[^>]* href=\"?([^\"> ]+)", text)
        assert not [each for each in loaded if re.match(r"\w+:|//", each)], page


def test_a_search_finds_pages_and_nothing_is_fetched_from_elsewhere(chromium, address):
    tab = chromium.visit(f"{address}kim1/wally/")
    tab.evaluate("document.querySelector('[data-md-component=search-query]').focus()")
    tab.evaluate("document.querySelector('label[for=__search]').click()")
    for letter in "breakpoint":
        tab.key(letter)
    tab.until("document.querySelectorAll('.md-search-result__item').length > 0")
    assert "debugger" in tab.evaluate("document.querySelector('.md-search-result__item a').href")
    loaded = tab.evaluate(LOADED)
    assert len(loaded) > 5
    assert [each for each in loaded if not each.startswith((address, "data:", "blob:"))] == []


def test_a_machine_is_played_in_its_page_of_the_site(chromium, address):
    tab = chromium.visit(f"{address}live/")
    tab.evaluate("document.querySelector('a.live[href*=wally]').click()")
    frame = tab.frame()
    frame.until("window.ready > 0")
    frame.until('desk.shown.now.includes("your move")')
    assert frame.evaluate("[self.origin, desk.error, desk.cycles > 0]") == ["null", "", True]
    frame.until("document.querySelector('canvas').width > 0")
    assert tab.evaluate("document.querySelector('iframe').contentDocument") is None, "it is not in a sandbox"
    for each in (tab, frame):
        assert [each for each in each.evaluate(LOADED) if not each.startswith((address, "data:", "blob:"))] == []


def test_every_page_has_a_content_security_policy_that_keeps_to_the_site(site):
    found = [re.findall(POLICY, each.read_text(encoding="utf-8")) for each in site.rglob("*.html")]
    assert len(found) > 100
    assert {len(each) for each in found} == {1}
    assert all(each[0].startswith("default-src 'none'; ") and "http" not in each[0] for each in found)


def test_a_page_of_the_documents_loads_nothing_from_elsewhere(chromium, address):
    tab = chromium.visit(f"{address}web/")
    assert sorted(tab.evaluate(OUTSIDE)) == ["connect-src", "frame-src", "img-src", "script-src-elem"]
