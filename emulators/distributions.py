"""The two distributions of a checkout: `ironboard-core` to write and test programs, `ironboard` with all to play them.

They fill one package, `ironboard`, and share no file; `ironboard` requires `ironboard-core` of its own version. A
checkout has all of it under the name `ironboard`. docs/wheels.md says why.
"""

from __future__ import annotations

from pathlib import Path

from emulators.errors import IronboardError

CORE, WHOLE = "ironboard-core", "ironboard"
COMMAND = "host/cli/whole.py"  # of `ironboard`: it needs no file of the core
PLAY = (  # paths in a checkout: packed into `ironboard`; all others into `ironboard-core`
    "emulators/kernels/wasm",
    "host/cli/verbs/chess.py",
    "host/cli/verbs/games.py",
    "host/cli/verbs/machines.py",
    "host/cli/verbs/measuring.py",
    "host/cli/verbs/pitrat.py",
    "host/cli/verbs/workbench.py",
    COMMAND,
    "host/debugger/tui",
    "host/experiments",
    "host/games",
    "host/panels",
    "host/software",
    "host/ui",
    "host/workbench",
)
PACKAGES = ("platformdirs", "py65")  # those that `ironboard-core` requires; `ironboard` requires all others
EXTRAS = ("lsp", "serial")  # of both
NEEDED = f"'{{}}' needs the package {WHOLE}: pip install {WHOLE}"
UNINSTALLED = "0+uninstalled"  # the version of files that no package has brought
ROOT = Path(__file__).parents[1]  # the checkout, or the package of a wheel


class NotInstalled(IronboardError, ImportError):
    """Something that the other distribution has."""


def distribution(path: str) -> str:
    """Return the distribution that a file or folder of a checkout is packed into, by its path with slashes."""
    return WHOLE if any(f"{path}/".startswith(f"{each}/") for each in PLAY) else CORE


def path_of(module: str) -> str:
    """Return a module's path in a checkout without a suffix, by its name there or in a wheel: "host/ui/window"."""
    return module.removeprefix(f"{WHOLE}.").replace(".", "/")


def installed(module: str) -> bool:
    """Return whether a module or package is here, by its name in a checkout or in a wheel."""
    path = ROOT / path_of(module)
    return path.is_dir() or path.with_suffix(".py").is_file()


def require(module: str, name: str) -> None:
    """Raise NotInstalled if a module is not here; `name` is the user's word for what needs it."""
    if not installed(module):
        raise NotInstalled(NEEDED.format(name))


def lacking(error: ModuleNotFoundError, name: str) -> NotInstalled:
    """Return the error for an import that failed because the other distribution is not here; raise any other again."""
    path = path_of(error.name or "")
    if WHOLE not in (distribution(path), distribution(f"{path}.py")) or installed(path):
        raise error
    return NotInstalled(NEEDED.format(name))


def name() -> str:
    """Return the distribution that is here: `ironboard` if all of it is, as in a checkout."""
    return WHOLE if all((ROOT / path).exists() for path in PLAY) else CORE


def version() -> str:
    """Return the version of what is installed."""
    from importlib import metadata  # it takes half as long to load as a machine

    try:
        return metadata.version(name())
    except metadata.PackageNotFoundError:  # files without a package: a page has them
        return UNINSTALLED
