"""How texts look in real editors: the kind of every character, as each editor's own name for it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host import workbench
from host.editors import command, vscode
from host.editors.grammars import languages
from host.workbench import colours as page_colours

HERE = Path(__file__).parent
NODE_MODULES = Path(os.environ.get("IRONBOARD_NODE_MODULES", Path(sys.prefix) / "npm" / "node_modules"))
LANGUAGES = {each.id: each for each in languages()}


def tool(name):
    """Return the path of an editor; skip the test without it."""
    return shutil.which(name) or pytest.skip(f"{name} is not installed")


def in_vscode(texts, folder):
    """Return names for the texts, pairs of language and text, as VS Code's own engine finds them."""
    if not (NODE_MODULES / "vscode-textmate").is_dir():
        pytest.skip(f"{NODE_MODULES} has no vscode-textmate")
    known = LANGUAGES.values()
    grammars = {each.id: vscode.textmate(each.title, each.id, each.suffixes, each.grammar) for each in known}
    done = subprocess.run(
        [tool("node"), HERE / "colours.js"],
        input=json.dumps({"grammars": grammars, "texts": texts}).encode(),
        env=os.environ | {"NODE_PATH": str(NODE_MODULES)},
        stdout=subprocess.PIPE,
        check=True,
        timeout=100,
    )
    return json.loads(done.stdout)


def _from_files(texts, folder, words, **environment):
    paths = []
    for number, (id, text) in enumerate(texts):
        paths.append(folder / f"{number}{LANGUAGES[id].suffixes[0]}")
        paths[-1].write_text(text, encoding="utf-8")
    environment |= {"FILES": json.dumps([*map(str, paths)]), "RESULT": str(folder / "result.json"), "HOME": str(folder)}
    done = subprocess.run(
        words, env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100, text=True
    )
    assert done.returncode == 0, done.stdout
    assert "Error" not in done.stdout, done.stdout
    return json.loads((folder / "result.json").read_text(encoding="utf-8"))


def in_neovim(texts, folder):
    neovim = tool("nvim")
    command.write("neovim", folder / "plugin")
    options = ["--headless", "-n", "-u", "NONE", "--cmd", f"set runtimepath+={folder / 'plugin'}"]
    start = ["-c", "let g:loaded_ironboard = 1 | filetype plugin on | syntax on", "-S", HERE / "colours.lua"]
    return _from_files(texts, folder, [neovim, *options, *start])


def in_emacs(texts, folder):
    emacs = tool("emacs")
    command.write("emacs", folder / "plugin")
    path = str(folder / "plugin" / "ironboard.el")
    return _from_files(texts, folder, [emacs, "--batch", "-Q", "-l", HERE / "colours.el"], IRONBOARD=path)


def in_workbench(texts, folder):
    """Return kinds for the texts as the page of the workbench finds them."""
    tokenizer = Path(workbench.__file__).parent / "web" / "write" / "tokenizer.js"
    given = {"tokenizer": tokenizer.as_uri(), "grammars": page_colours.languages(), "texts": texts}
    done = subprocess.run(
        [tool("node"), "--no-warnings", HERE / "workbench.mjs"],
        input=json.dumps(given).encode(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=100,
    )
    return json.loads(done.stdout)


EDITORS = {  # how texts are coloured in it -> its name of a kind
    in_vscode: lambda kind: kind.scope,
    in_neovim: lambda kind: kind.group,
    in_emacs: lambda kind: kind.face,
    in_workbench: page_colours.KINDS.__getitem__,
}
