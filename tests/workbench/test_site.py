"""The workbench's folder: its archives, what is in it, where it is put, and the server that gives it to a browser."""

import ast
import gzip
import io
import json
import re
import socket
import tarfile
import urllib.error
import urllib.request
import zipfile

import pytest

from docs.studies import workbench as study
from emulators.errors import IronboardError
from host.cli.main import main
from host.formats import storage
from host.panels.games import listed
from host.workbench import bundle, npm, playing, serve, site
from tests.workbench.conftest import served


@pytest.fixture(scope="module")
def own():
    return bundle.own_files()


def modules(names):
    """The paths of modules by their dotted names."""
    return {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in names}


def test_no_module_of_the_bundle_needs_one_that_is_left_out_when_it_is_loaded(own):
    here = [f"{path.relative_to(bundle.ROOT)}" for path in bundle.walk(bundle.ROOT / "host") if path.suffix == ".py"]
    missing = {name for name, path in modules(here).items() if path not in own}
    found = []
    for path, content in own.items():
        if not path.endswith(".py"):
            continue
        for node in ast.parse(content).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
                found += [f"{path}: {name}" for name in names & missing]
    assert len(missing) > 50
    assert found == []


def test_an_archive_has_the_files_and_the_same_bytes_each_time(own):
    made = bundle.archive(own, bundle.QUICK)
    assert made == bundle.archive(dict(reversed(own.items())), bundle.QUICK)
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(made))) as tar:
        assert {each.name: tar.extractfile(each).read() for each in tar} == own
    assert {"roms/manifest.toml", "host/games/data/mates.tsv", "host/workbench/browser.py"} <= own.keys()
    assert not any(name.startswith(("host/cli/", "host/workbench/web/")) for name in own)


def test_a_kernel_of_each_core_is_in_the_bundle_as_the_core_looks_for_it(own):
    stamp = json.loads(own["emulators/kernels/built/kernels.json"])
    assert stamp["target"] == "pyodide"
    for name in stamp["libraries"].values():
        assert own[f"emulators/kernels/built/{name}"].startswith(b"\0asm")


def test_the_folder_is_whole_and_its_notes_have_the_size_and_hash_of_each_file(folder):
    place = folder / site.WORKBENCH
    notes = json.loads((place / site.VERSION).read_text())
    assert notes == site.version(place)
    assert f'"{notes["release"]}"' in (place / site.KEEPER).read_text()
    wanted = "index.html learn.html play.html licences.html python.tgz lsp.tgz write/main.js"
    assert {*wanted.split(), *(f"pyodide/{name}" for name in site.PYODIDE), bundle.LIBRARY} <= notes["files"].keys()
    pages = [path.read_text(encoding="utf-8") for path in place.glob("*.html")]
    assert not {"vendor/codemirror.js", "write/app.js"} & notes["files"].keys()  # they are joined
    assert [page for page in pages if f'content="{site.CONTENT_SECURITY_POLICY}"' not in page] == []


def test_the_page_of_licences_has_the_text_of_each_work(folder):
    page = (folder / site.WORKBENCH / "licences.html").read_text(encoding="utf-8")
    works = page.split("<details>")[1:]
    names = [each.partition("<summary>")[2].split()[0] for each in works]
    assert {"Ironboard", "Pyodide", "CPython", "@codemirror/view", "marked", "pygls", "platformdirs"} <= {*names}
    assert [name for name, each in zip(names, works, strict=True) if len(each) < 900] == []


def test_a_first_visit_is_byte_code_and_the_rest_are_sources(folder):
    """By Pyodide itself, so that the byte code is that of its Python."""
    names = set()
    for archive in ("python.tgz", "lsp.tgz"):
        with tarfile.open(folder / site.WORKBENCH / archive) as tar:
            names |= {each.name for each in tar}
    assert {"host/workbench/tools.pyc", "host/debugger/session.pyc", "lsprotocol/types.pyc"} <= names
    assert "host/compilers/algol/compiler.py" in names
    with zipfile.ZipFile(folder / site.WORKBENCH / bundle.LIBRARY) as library:
        standard = {*library.namelist()}
    assert {"enum.pyc", "_strptime.py", "ctypes/wintypes.py"} <= standard
    assert standard.isdisjoint({"pdb.py", "encodings/cp1250.py", "xml/dom/minidom.py"})
    assert [name for name in names | standard if f"{name}c" in names | standard] == []


def test_without_documents_no_link_of_a_game_leads_nowhere(tmp_path):
    site.without_documents(tmp_path)
    for game in listed.LISTED:
        place = tmp_path / playing.GAMES / "x" / game.told(playing.DOCUMENTS)["document"] / "index.html"
        (to_play,) = re.findall(r'href="([^"]+)play.html"', place.resolve().read_text(encoding="utf-8"))
        assert (place.resolve().parent / to_play).resolve() == tmp_path / site.WORKBENCH


def test_a_folder_with_something_else_is_left_alone(tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("dear")
    assert main(["site", str(tmp_path)]) == 1
    assert "letter" not in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == ["letter.txt"]


def test_a_build_that_fails_leaves_the_folder_as_it_was(tmp_path):
    folder = tmp_path / "site"

    def good(made, tell):
        site.write(made / site.VERSION, b"{}")

    def bad(made, tell):
        site.write(made / "half", b"")
        raise IronboardError("no network")

    site.replace(folder, good)
    with pytest.raises(IronboardError, match="no network"):
        site.replace(folder, bad)
    assert [each.name for each in folder.iterdir()] == [site.VERSION]
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_without_npm_it_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(storage.CACHE, str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", "")
    assert main(["site", str(tmp_path / "site")]) == 1
    said = capsys.readouterr().err
    assert "there is no 'npm' here" in said
    assert "ironboard-site.zip" in said
    assert not (tmp_path / "site").exists()


def test_what_npm_says_is_told(tmp_path):
    with pytest.raises(npm.NpmError, match="it is broken"):
        npm.run(["sh", "-c", "echo it is broken >&2; exit 3"], tmp_path)


@pytest.fixture
def small(tmp_path):
    """A folder to be served."""
    for name in ("index.html", "a.js", "a.mjs", "a.wasm", "a.css", "a.json", "a.tgz", site.VERSION):
        (tmp_path / name).write_bytes(b"{}")
    return tmp_path


def test_the_server_gives_each_file_the_type_that_browsers_want(small):
    types = {}
    with served(small) as address:
        for path in small.iterdir():
            with urllib.request.urlopen(address + path.name) as answer:
                types[path.suffix] = answer.headers["Content-Type"]
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}../etc/passwd")
    assert types[".js"] == types[".mjs"] == "text/javascript"
    assert types[".wasm"] == "application/wasm"
    assert types[".html"] == "text/html; charset=utf-8"


def test_the_server_is_heard_on_this_computer_only(small):
    with serve.server(small) as running:
        assert running.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_told(small, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["workbench", str(small), "--no-open", "--port", str(port)]) == 1
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_a_folder_without_a_workbench_is_refused(tmp_path, capsys):
    assert main(["workbench", str(tmp_path), "--no-open"]) == 1
    assert "has no workbench" in capsys.readouterr().err


def test_the_study_prints_the_bytes_of_a_first_visit(folder, capsys):
    study.bytes_of(folder / site.WORKBENCH)
    largest, *_, whole = capsys.readouterr().out.splitlines()
    assert largest.split()[0] == "pyodide/pyodide.asm.wasm"
    assert 9_000_000 < int(whole.split()[-1].replace(",", "")) < 10_000_000
