"""docs/debugger-commands.md as it follows from the table: `python -m tests.debugger.monitor.page` writes it."""

from pathlib import Path

from host.debugger.commands import GROUPS

PAGE = Path(__file__).parents[3] / "docs" / "debugger-commands.md"
HEAD = """\
# Commands of the debugger

What may be typed in the line mode, on the command line of the full-screen view, in an editor's debug console, and in
scripts. [debugger.md](debugger.md) tells how they are used. `help COMMAND` says the same.

* Names may be cut off as long as they are unique, and written in capitals.
* `[ ]` may be left out, `|` is a choice, `...` means several.
* **PLACE** is an address, a label or `FILE:LINE`; `:LINE` is in the file of the current instruction. In a program whose
  [language](debugger.md#programs-in-a-language-of-their-own) is known, `LINE`, `LINE:COLUMN` and names of procedures
  will do. **RANGE** is `FIRST LAST`, `FIRST..LAST` or `FIRST:LAST`. **WORD**s, **ADDRESS**es and **VALUE**s are
  [expressions](debugger.md#expressions) in the machine's own radix; blanks stand only within their parentheses.
  **EXPRESSION** and **CONDITION** go to the end of the line and may contain blanks.
* **COUNT**s and **CYCLES** are decimal, `_` may group digits; **SECONDS** of the machine's clock are `0.5s`, `20ms`,
  `100us`.
* **FILE** names with blanks stand in quotes. A file that exists is replaced only with `--force`.
* `;` after a blank, or `#` at the start of a line, begins a comment.
* At the prompt, an empty line repeats steps and runs, and lets `d`, `m`, `text` and `list` go on where they ended.

Users of py65mon and of VICE's monitor will find what they type; where the two differ, it is VICE that is followed: `s`
saves, `z` steps, `h` hunts. Unlike there, `?` prints a value, radices cannot be changed, and `x` goes on running
here.
"""


def page():
    return HEAD + "".join(map(section, GROUPS))


def section(group):
    rows = "".join(map(row, group.commands))
    return f"\n## {group.title}\n\n| command | also | |\n|---|---|---|\n{rows}"


def row(command):
    also = " ".join(f"`{name}`" for name in command.names[1:])
    more = f"<br>{escaped(command.more)}" if command.more else ""
    return f"| `{escaped(command.usage)}` | {also} | {escaped(command.help)}{more} |\n"


def escaped(text):
    """Return a text as it stands in a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
