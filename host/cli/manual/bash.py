"""The completion for bash: a script that needs neither this program nor the package bash-completion when it runs.

It takes the versions of bash from 3.2 on, as macOS has it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from host.cli.main import verbs
from host.cli.manual.words import Command, Value

SCRIPT = r"""# Completion of ironboard for bash, made by `ironboard completion bash`.

# What can follow a command ($1): words, options, and those of the options with a value, each between blanks.
__ironboard_command() {
    inner= options= valued=
    case $1 in
%(commands)s
    esac
}

# What can be the value of an option, or the argument with a number ($1): names, and files with some endings.
__ironboard_value() {
    names= kind= endings=
    case $1 in
%(values)s
    esac
}

# Add the files that begin as the word does: folders, and those with one of the endings; all if there are none of them.
__ironboard_files() {
    local file ending found=
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        [[ -d $file ]] && COMPREPLY+=("$file")
    done < <(compgen -d -- "$1")
    [[ $kind == folders ]] && return
    while IFS= read -r file; do
        [[ -d $file ]] && continue
        for ending in $endings; do
            [[ $file == *"$ending" ]] && COMPREPLY+=("$file") && found=yes
        done
    done < <(compgen -f -- "$1")
    [[ $found ]] && return
    while IFS= read -r file; do
        [[ -d $file ]] || COMPREPLY+=("$file")
    done < <(compgen -f -- "$1")
}

__ironboard() {
    local words=() word glued= i path= at=0 skipped=yes option= current prefix= inner options valued names kind endings
    COMPREPLY=()
    for ((i = 1; i <= COMP_CWORD; i++)); do # --option=value and NAME=FILE may have come in pieces
        word=${COMP_WORDS[i]}
        if [[ $word == "=" && ${#words[@]} -gt 0 ]]; then
            words[${#words[@]}-1]+="=" glued=yes
        elif [[ $glued ]]; then
            words[${#words[@]}-1]+=$word glued=
        else
            words+=("$word")
        fi
    done
    current=${words[${#words[@]}-1]}
    __ironboard_command ""
    for ((i = 0; i < ${#words[@]} - 1; i++)); do # the words before that of the cursor
        word=${words[i]}
        if [[ $option ]]; then
            option=
        elif [[ $word == -* ]]; then
            [[ -z $path && $options != *" ${word%%%%=*} "* ]] && path=%(default)s && __ironboard_command "$path"
            [[ $valued == *" $word "* ]] && option=$word
        elif [[ $inner == *" $word "* ]]; then
            path="${path:+$path }$word" at=0
            __ironboard_command "$path"
        else
            ((at++))
        fi
    done
    if [[ -z $path && $current == -?* && $options != *" ${current%%%%=*}"* ]]; then
        path=%(default)s
        __ironboard_command "$path"
    fi
    if [[ $current == --*=* ]]; then
        option=${current%%%%=*} prefix="${current%%%%=*}=" current=${current#*=}
    elif [[ $current == -* && -z $option ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
        return
    fi
    [[ -z $option && $inner ]] && { COMPREPLY=($(compgen -W "$inner" -- "$current")); return; }
    __ironboard_value "$path ${option:-$at}"
    [[ $kind ]] && [[ $current == *=* ]] && prefix+="${current%%%%=*}=" current=${current#*=}
    COMPREPLY=($(compgen -W "$names" -- "$current"))
    [[ $kind ]] && __ironboard_files "$current"
    if [[ $prefix && $COMP_WORDBREAKS != *=* ]]; then
        for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do COMPREPLY[i]=$prefix${COMPREPLY[i]}; done
    fi
}

complete -F __ironboard ironboard
"""


def script(commands: Sequence[Command]) -> str:
    """Return the script."""
    return SCRIPT % {
        "commands": "\n".join(map(_row, commands)),
        "values": "\n".join(_values(commands)),
        "default": verbs()[0].name,
    }


def _row(command: Command) -> str:
    """Return the line of a command."""
    every = [name for word in command.options for name in word.names]
    valued = [name for word in command.options for name in word.names if word.value and not word.value.optional]
    parts = {"inner": command.inner, "options": every, "valued": valued}
    made = " ".join(f"{name}={shlex.quote(' ' + ' '.join(words) + ' ')}" for name, words in parts.items() if words)
    return f"    {shlex.quote(' '.join(command.path))}) {made} ;;"


def _values(commands: Sequence[Command]) -> Iterator[str]:
    """Yield a line for each value that can be completed; equal ones share it. Arguments that repeat are last."""
    single: dict[str, list[str]] = {}
    repeated: dict[str, list[str]] = {}
    for each in commands:
        path = " ".join(each.path)
        for word in each.options:
            single.setdefault(_value(word.value), []).extend(shlex.quote(f"{path} {name}") for name in word.names)
        for at, word in enumerate(each.arguments):
            where = f"{path} " + "[0-9]*" * word.many + str(at) * (not word.many)
            (repeated if word.many else single).setdefault(_value(word.value), []).append(where.replace(" ", "\\ "))
    for value, places in (*single.items(), *repeated.items()):
        if value:
            yield f"    {' | '.join(places)}) {value} ;;"


def _value(value: Value | None) -> str:
    """Return the variables that describe a value."""
    if value is None:
        return ""
    kind = "files" if value.files else "folders" if value.folders else ""
    parts = {"names": " ".join(value.names), "kind": kind, "endings": " ".join(value.endings)}
    return " ".join(f"{name}={shlex.quote(text)}" for name, text in parts.items() if text)
