"""The completion for zsh: a function for each command, which gives its options and arguments to `_arguments`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.cli.main import verbs
from host.cli.manual.words import Command, Value, Word

SCRIPT = r"""#compdef ironboard
# Completion of ironboard for zsh, made by `ironboard completion zsh`: a file _ironboard in a folder of $fpath.

# Offer names ($1) and files with some endings ($2, a pattern).
_ironboard_named() {
    _alternative "names:name:($1)" "files:file:_files -g '$2'"
}

# Offer files, after the last = of the word; with some endings ($1, a pattern) first.
_ironboard_files() {
    compset -P 1 '*='
    if [[ -n $1 ]]; then _files -g "$1"; else _files; fi
}

%(functions)s

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _ironboard "$@"
else
    compdef _ironboard ironboard
fi
"""
TOP = r"""_ironboard() {
    local context state state_descr line
    local -A opt_args
    if [[ $words[2] == -?* && $words[2] != --(color|help|version)* ]] && (( $+functions[_ironboard_%(default)s] )); then
        _ironboard_%(default)s
        return
    fi
    _arguments -C %(options)s ':verb:->verb' '*:: :->rest' && return
    case $state in
    verb)
%(groups)s
        ;;
    rest)
        (( $+functions[_ironboard_${words[1]}] )) && _ironboard_${words[1]}
        ;;
    esac
}"""
INNER = r"""_ironboard_%(name)s() {
    local context state state_descr line
    local -A opt_args
    local -a inner=(%(inner)s)
    _arguments -C %(options)s ':word:->word' '*:: :->rest' && return
    case $state in
    word) _describe -t words 'word' inner ;;
    rest) (( $+functions[_ironboard_%(name)s_${words[1]}] )) && _ironboard_%(name)s_${words[1]} ;;
    esac
}"""


def script(commands: Sequence[Command]) -> str:
    """Return the script."""
    return SCRIPT % {"functions": "\n\n".join(_function(each, commands) for each in commands)}


def _function(command: Command, commands: Sequence[Command]) -> str:
    """Return the function of a command."""
    options = " ".join(each for word in command.options for each in _option(word))
    name = "_".join(command.path)
    if not command.path:
        return TOP % {"default": verbs()[0].name, "options": options, "groups": "\n".join(_groups(commands))}
    if command.inner:
        inner = " ".join(_described(word, title) for word, title in command.inner.items())
        return INNER % {"name": name, "inner": inner, "options": options}
    arguments = " ".join(map(_argument, command.arguments))
    return f"_ironboard_{name}() {{\n    _arguments {options} {arguments}\n}}"


def _groups(commands: Sequence[Command]) -> Iterator[str]:
    """Yield the lines that offer the verbs, by group."""
    grouped: dict[str, list[str]] = {}
    for each in commands:
        if each.verb and len(each.path) == 1:
            grouped.setdefault(each.verb.group, []).append(_described(each.path[0], each.title))
    for group, found in grouped.items():
        yield f"        local -a {group}=({' '.join(found)})\n        _describe -t {group} '{group}' {group}"


def _quoted(text: str) -> str:
    """Return a text between apostrophes."""
    return "'" + text.replace("'", "'\\''") + "'"


def _plain(text: str, marks: str = "\\:[]") -> str:
    """Return a text in which the marks of `_arguments` mean nothing."""
    return "".join("\\" * (each in marks) + each for each in text)


def _described(word: str, title: str) -> str:
    return _quoted(f"{_plain(word, ':')}:{title}")


def _option(word: Word) -> Iterator[str]:
    """Yield the option by each of its names, which exclude each other."""
    for name in word.names:
        others = "" if word.many or len(word.names) == 1 else f"({' '.join(word.names)})"
        equals = "" if word.value is None else "=" if name.startswith("--") else "+"
        yield _quoted(f"{others}{'*' * word.many}{name}{equals}[{_plain(word.help)}]{_action(word.value)}")


def _argument(word: Word) -> str:
    return _quoted(("*" if word.many else "") + _action(word.value))


def _action(value: Value | None) -> str:
    """Return the part about a value: its name, and the offer."""
    if value is None:
        return ""
    names, pattern = " ".join(_plain(each, "\\:[]() ") for each in value.names), _pattern(value.endings)
    offered = f"({names})" if names else " "
    if value.folders:
        offered = "_files -/"
    elif value.files:
        offered = f" _ironboard_named {_inner(names)} {_inner(pattern or '*')}" if names else " _ironboard_files"
        offered += f" {_inner(pattern)}" if pattern and not names else ""
    return f"{':' * (1 + value.optional)}{_plain(value.metavar)}:{offered}"


def _inner(text: str) -> str:
    return f'"{text}"'


def _pattern(endings: Sequence[str]) -> str:
    return f"*({'|'.join(endings)})(-.)" if endings else ""
