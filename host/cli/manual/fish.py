"""The completion for fish: a line for each option and argument, with the command that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.cli.main import verbs
from host.cli.manual.words import Command, Value

SCRIPT = r"""# Completion of ironboard for fish, made by `ironboard completion fish`.

# The words before the cursor that are neither options nor their values, the default verb included.
function __ironboard_words
    set -l value
    set -l words (commandline -opc)
    set -l first $words[2] (commandline -ct)
    if string match -qr -- '^-' $first[1]; and not string match -qr -- '^--?(color.*|help|h|version|)$' $first[1]
        echo %(default)s
    end
    for word in $words[2..]
        if test -n "$value"
            set value
        else if contains -- $word $__ironboard_valued
            set value yes
        else if not string match -q -- '-*' $word
            echo $word
        end
    end
end

# Whether there are no words yet.
function __ironboard_start
    test (count (__ironboard_words)) -eq 0
end

# Whether these are the words of the command line, before its arguments.
function __ironboard_at
    set -l words (__ironboard_words)
    test "$words[1..$(count $argv)]" = "$argv"
end

# Whether the words of the command line are these, and then so many arguments ($argv[2]), or at least so many.
function __ironboard_argument
    set -l words (__ironboard_words)
    set -l path $argv[3..]
    test (count $words) $argv[1] (math (count $path) + $argv[2]); and test "$words[1..$(count $path)]" = "$path"
end

# Folders, and files with one of the endings; all files if there are none of them.
function __ironboard_files
    set -l word (string replace -r -- '^--[^=]*=' '' (commandline -ct))
    set -l name (string match -r -- '^.*=' $word)
    set -l all (complete -C "__ironboard_none "(string replace -r -- '^.*=' '' $word) | string replace -r '\t.*' '')
    set -l found
    for ending in $argv
        set -a found (string match -- "*$ending" $all)
    end
    test -n "$found"; or set found $all
    printf "$name%%s\n" (string match -- '*/' $all) $found
end

set -g __ironboard_valued %(valued)s
complete -c ironboard -e
complete -c ironboard -f
%(lines)s
"""


def script(commands: Sequence[Command]) -> str:
    """Return the script."""
    words = [word for each in commands for word in each.options if word.value and not word.value.optional]
    valued = " ".join(dict.fromkeys(name for word in words for name in word.names))
    lines = "\n".join(line for each in commands for line in _lines(each))
    return SCRIPT % {"default": verbs()[0].name, "valued": valued, "lines": lines}


def _quoted(text: str) -> str:
    """Return a text between apostrophes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _lines(command: Command) -> Iterator[str]:
    """Yield the lines of a command."""
    path = " ".join(command.path)
    here = f"__ironboard_at {path}" if path else "__ironboard_start"
    beginning = f"complete -c ironboard -n '{here}'"
    free = f"complete -c ironboard -n '__ironboard_argument -eq 0 {path}'" if path else beginning
    for name, title in command.inner.items():
        yield f"{free} -a {name} -d {_quoted(title)}"
    for word in command.options:
        yield f"{beginning}{''.join(map(_name, word.names))}{_value(word.value)} -d {_quoted(word.help)}"
    for at, word in enumerate(command.arguments):
        if word.value and (offered := _offered(word.value)):
            test = f"__ironboard_argument {'-ge' if word.many else '-eq'} {at} {path}"
            yield f"complete -c ironboard -n '{test}' -k -a {offered} -d {_quoted(word.value.metavar)}"


def _name(name: str) -> str:
    """Return the parameters for a name of an option."""
    text = name.lstrip("-")
    return f" -l {text}" if name.startswith("--") else f" -s {text}" if len(text) == 1 else f" -o {text}"


def _value(value: Value | None) -> str:
    """Return the parameters for the value of an option."""
    if value is None:
        return ""
    offered = _offered(value)
    return " -x" * (not value.optional) + (f" -k -a {offered}" if offered else "")


def _offered(value: Value) -> str:
    """Return names, and the call of the function that lists files."""
    parts = [*value.names]
    if value.files or value.folders:
        parts.append(f"({' '.join(['__ironboard_files', *(value.endings or '/' * value.folders)])})")
    return _quoted(" ".join(parts)) if parts else ""
