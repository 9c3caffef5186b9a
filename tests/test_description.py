"""The description on a package index: the README with links and pictures that lead somewhere without a checkout."""

from __future__ import annotations

import importlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from host.assemblers.roms import CHECKOUT

ADDRESS = "https://example.org/ironboard"
README = Path(CHECKOUT, "README.md").read_text(encoding="utf-8")

hatchling = pytest.importorskip("hatchling", reason="hatchling is not installed")
renderer = pytest.importorskip("readme_renderer.markdown", reason="readme_renderer is not installed")


@pytest.fixture(scope="module")
def hook():
    return importlib.import_module("docs.tools.hatch_description")


class Addresses(HTMLParser):
    """The addresses of links and of pictures in a page."""

    def __init__(self, page):
        super().__init__()
        self.links, self.pictures = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                (self.links if name == "href" else self.pictures).append(value)


def test_all_links_and_pictures_of_the_description_lead_to_files_of_this_version(hook):
    page = Addresses(renderer.render(hook.description(README, ADDRESS, "1.2.3")))
    inside = [each for each in page.links + page.pictures if each.startswith(ADDRESS)]
    outside = [each for each in page.links if not each.startswith(ADDRESS)]
    assert len(page.pictures) == README.count("![")
    assert all(each.startswith(f"{ADDRESS}/raw/v1.2.3/") for each in page.pictures)
    for each in inside:
        path = re.fullmatch(rf"{ADDRESS}/(?:raw|blob)/v1\.2\.3/([^#]+)(?:#.*)?", each)[1]
        assert Path(CHECKOUT, path).exists(), each
    assert all(each.startswith(("https://", "#")) for each in outside)


def test_a_description_without_an_address_has_no_links_that_lead_nowhere(hook):
    page = Addresses(renderer.render(hook.description(README, "", "1.2.3")))
    assert page.pictures == []
    assert all(each.startswith(("https://", "#")) for each in page.links)


def test_commands_in_the_description_are_left_as_they_are(hook):
    text = "[here](docs/a.md)\n\n```sh\necho [x](y)\n```\n"
    assert hook.description(text, ADDRESS, "2") == f"[here]({ADDRESS}/blob/v2/docs/a.md)\n\n```sh\necho [x](y)\n```\n"


@pytest.mark.parametrize(("given", "expected"), [({}, ""), ({"Repository": ADDRESS}, f"{ADDRESS}/raw/v3/docs/images/")])
def test_the_address_is_that_of_the_project(hook, given, expected, monkeypatch):
    monkeypatch.delenv(hook.VARIABLE, raising=False)
    metadata = {"version": "3", "urls": given}
    hook.DescriptionHook(str(CHECKOUT), {}).update(metadata)
    assert metadata["readme"]["content-type"] == "text/markdown"
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", metadata["readme"]["text"])
    assert bool(pictures) == bool(expected)
    assert all(each.startswith(expected) for each in pictures)
