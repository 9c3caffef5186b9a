"""`ironboard editors`: the editors that there are files for, and writing them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict

from emulators.errors import IronboardError, did_you_mean
from host.editors import emacs, vim, vscode
from host.editors.grammars import Language, languages
from host.formats import results, storage


class Editor(NamedTuple):
    """An editor: the files for it, their usual place, and their installation."""

    title: str
    what: str
    target: str
    files: Callable[[list[Language]], dict[str, bytes]]  # by their paths in the target; "" is the target itself
    install: str


def _texts(make: Callable[[list[Language]], dict[str, str]]) -> Callable[[list[Language]], dict[str, bytes]]:
    return lambda known: {name: text.encode() for name, text in make(known).items()}


EDITORS = {
    "vscode": Editor(
        "Visual Studio Code, VSCodium, code-server",
        "colours, language server, debugger",
        "ironboard.vsix",
        lambda known: {"": vscode.vsix(known)},
        "code --install-extension {target}",
    ),
    "neovim": Editor(
        "Neovim 0.7 and later",
        "colours, language server, debugger with nvim-dap",
        "ironboard-neovim",
        _texts(vim.neovim),
        "add to init.lua: vim.opt.runtimepath:append([[{path}]])",
    ),
    "vim": Editor(
        "Vim", "colours, :make", "ironboard-vim", _texts(vim.files), "add to .vimrc: set runtimepath+={path}"
    ),
    "emacs": Editor(
        "Emacs 28 and later",
        "colours, language server with eglot, debugger with dape",
        "ironboard-emacs",
        _texts(emacs.files),
        'add to init.el: (load "{path}/ironboard.el")',
    ),
}


class EditorRow(TypedDict):
    """An editor."""

    name: Annotated[str, "as `ironboard editors` takes it"]
    title: str
    what: Annotated[str, "what it gets"]


class EditorList(TypedDict):
    """The editors."""

    editors: list[EditorRow]


def overview(as_json: bool = False) -> None:
    """Print the set-up of each editor, and the command for it."""
    rows = [EditorRow(name=name, title=each.title, what=each.what) for name, each in EDITORS.items()]
    if as_json:
        results.show(EditorList(editors=rows))
        return
    width = max(map(len, EDITORS)) + 2
    text = [f"{row['name']:{width}}{row['title']}: {row['what']}" for row in rows]
    print("\n".join([*text, "", "ironboard editors NAME writes the files for one of them."]))


def write(name: str, output: Path | None = None, overwrite: bool = False) -> str:
    """Write the files for an editor; return what to do with them. Raises IronboardError."""
    if name not in EDITORS:
        hint = did_you_mean(name, EDITORS, f"there are {', '.join(EDITORS)}")
        raise IronboardError(f"there is no editor '{name}': {hint}")
    editor = EDITORS[name]
    target = output or Path(editor.target)
    parts = {target / path if path else target: data for path, data in editor.files(languages()).items()}
    if not overwrite:
        storage.refuse_existing(*parts)
    for path, data in parts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        storage.write_all(path, data, overwrite)
    return f"{target}: written. To install: {editor.install.format(target=target, path=target.resolve())}"
