"""The commands that every panel has: their buttons, keys and help once, for all machines."""

from __future__ import annotations

from host.ui.parts import Command


def key_name(key: str) -> str:
    """Return a key of the PC as it is written on keyboards: F1, Ctrl-O."""
    return "-".join(part.capitalize() for part in key.split("+")) if len(key) > 1 else key


def named(command: Command, terminal: bool) -> str:
    """Return a command as a view shows it: by its button, or in a terminal by its key."""
    label = command.label or command.name.replace("_", " ").upper()
    return f"{key_name(command.key)} {label.lower()}" if terminal and command.key else label


def key_title(key: str) -> str:
    """Return a key of the PC as manuals write it: `Ctrl+O`, `F7`."""
    return "+".join(part.capitalize() for part in key.split("+")) if key != "+" else "+"


def first(opened: str, saved: str) -> tuple[Command, ...]:
    """Return the first commands: files, moments, time. `opened`, `saved`: kinds of files, as "a program or tape"."""
    return (
        Command("open", "OPEN", "ctrl+o", f"open {opened}", page=False),
        Command("save", "SAVE", "ctrl+s", f"save {saved}", page=False),
        Command("keep", "KEEP MOMENT", "ctrl+k", "keep this moment"),
        Command("back", "GO BACK", "ctrl+b", "go back to the moment kept last"),
        Command("moments", "MOMENTS", "alt+k", "list the moments kept, with pictures", page=False),
        Command("pause", "PAUSE", "f7", "pause, go on"),
        Command("step", "STEP", "f8", "one instruction, then stand still"),
        Command("slower", "-", "f9", "slower"),
        Command("speed", "x1", "", "the original's speed"),
        Command("faster", "+", "f10", "faster, up to turbo"),
        Command("turbo", "TURBO", "alt+t", "as fast as this computer can"),
    )


def last(heard: str) -> tuple[Command, ...]:
    """Return the last commands; `heard` names the units with a sound."""
    return (
        Command("copy", "COPY", "alt+c", "copy paper, board or panel to the clipboard", page=False),
        Command("picture", "PICTURE", "alt+s", "write a picture of the panel", page=False),
        Command("film", "FILM", "alt+g", "write the last seconds as a GIF", page=False, terminal=False),
        Command("full screen", "FULL SCREEN", "f11", "full screen, or a window", page=False, terminal=False),
        Command("sound", "SOUND", "ctrl+f", f"hear {heard}, or not", terminal=False),
        Command("more", "MORE", "alt+m", "list all commands", page=False),
        Command("help", "HELP", "f12", "help"),
        Command("quit", "", "ctrl+q", "quit", page=False),
    )
