"""Completion in the real shells: what is offered for the word at the cursor; zsh and fish where they are."""

import os
import re
import shutil
import subprocess
import time

import pytest

from host.cli.main import GROUPS, main, verbs
from host.cli.manual.words import commands

FILES = ("game.s", "game.ptp", "notes.txt", "deck.cbn", "x.sap", "tape.tap", "folder/inner.s", "two words/y.s")
OFFERED = {  # words, the last one being completed -> what must be offered, what must not be
    "ironboard as": ("asm", "algol"),
    "ironboard --col": ("--color", "--core"),
    "ironboard --color always kal": ("kalah", "kim1"),
    "ironboard --color ": ("auto always never", "kim1"),
    "ironboard --core=": ("compiled py65 python", "wally"),
    "ironboard kim1 --core p": ("py65 python", "compiled"),
    "ironboard kim1 --program ": ("wally game.s game.ptp folder/", "mates notes.txt"),
    "ironboard --program wally-": ("wally-walk wally-line", "copy"),
    "ironboard run ": ("704 6600", "kim1"),
    "ironboard run 6600 ma": ("mates", "wally"),
    "ironboard run 6600 --mo": ("--model", "--modifications"),
    "ironboard run 6600 --file A=no": ("notes.txt", "game.s"),
    "ironboard asm ": ("game.s x.sap folder/", "notes.txt game.ptp"),
    "ironboard asm --dialect ca": ("ca65", "sap"),
    "ironboard asm -D X=1 --fo": ("--force --format", "--labels"),
    "ironboard asm folder/": ("folder/inner.s", "game.s"),
    "ironboard asm -I ": ("folder/", "game.s"),
    "ironboard verify ": ("6502 704 6600", "game.s"),
    "ironboard 704 --tape 1=": ("tape.tap", "game.s"),
    "ironboard board --port x lo": ("load", "dump"),
    "ironboard pitrat moves che": ("chess checkers", "ttt"),
    "ironboard learn add": ("add16", "swap"),
    "ironboard bench sieve sp": ("speed", "sieve"),
    "ironboard debug --machine ": ("kim1 704 6600", "wally"),
    "ironboard completion z": ("zsh", "bash"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("completion")
    for name in FILES:
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).touch()
    return place


@pytest.fixture
def script(request, capsys, tmp_path):
    """The script for the shell that a test is for, as a file."""
    assert main(["completion", request.param]) == 0
    path = tmp_path / "_ironboard"
    path.write_text(capsys.readouterr().out)
    return path


def told(shell, program, folder, *words):
    done = subprocess.run([shell, *words, program], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def check(found):
    """Compare what a shell has offered for each line with OFFERED."""
    for line, (wanted, unwanted) in OFFERED.items():
        offered = {each.removesuffix("/") for each in found[line]}
        word = line.rpartition(" ")[2]
        before = word[: word.rfind("=") + 1]
        within = word[: word.rfind("/") + 1]
        offered |= {each.removeprefix(before) for each in offered}  # fish repeats what is before the =
        offered |= {within + each for each in offered}  # zsh does not repeat the folder
        missing = {each.rstrip("/") for each in wanted.split()} - offered
        assert (missing, offered & {*unwanted.split()}) == (set(), set()), (line, offered)


BASH = r"""
source {script}
while IFS= read -r line; do
    words=() word=
    for ((i = 0; i < ${{#line}}; i++)); do # as bash cuts a line: at blanks, and = is a word
        case ${{line:i:1}} in
        " ") [[ $word ]] && words+=("$word"); word= ;;
        "=") [[ $word ]] && words+=("$word"); words+=("="); word= ;;
        *) word+=${{line:i:1}} ;;
        esac
    done
    [[ $word || $line != *= ]] && words+=("$word")
    COMP_WORDS=("${{words[@]}}") COMP_CWORD=$((${{#words[@]}} - 1)) COMPREPLY=()
    __ironboard
    printf '== %s\n' "$line"
    printf '%s\n' "${{COMPREPLY[@]}}"
done <<'END'
{lines}
END
"""


def sections(text):
    """Return the lines below each title of a text."""
    parts = re.split(r"^== (.*)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (part.strip("\n").split("\n") for part in parts[2::2]), strict=True))


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash(script, folder):
    check(sections(told("bash", BASH.format(script=script, lines="\n".join(OFFERED)), folder, "-c")))


FISH = """
source {script}
for line in {lines}
    echo "== $line"
    complete -C "$line" | string replace -r '\\t.*' ''
end
"""


@pytest.mark.skipif(not shutil.which("fish"), reason="needs fish")
@pytest.mark.parametrize("script", ["fish"], indirect=True)
def test_fish(script, folder):
    lines = " ".join(f"'{line}'" for line in OFFERED)
    check(sections(told("fish", FISH.format(script=script, lines=lines), folder, "--no-config", "-c")))


ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f
zpty -w shell 'PROMPT= PS2=; unsetopt prompt_cr prompt_sp; setopt no_beep; stty -echo'
zpty -w shell 'fpath=(FOLDER $fpath); autoload -U compinit; compinit -u -D'
# Say what is added to the list, instead of showing it.
zpty -w shell 'compadd() { local -a found; if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"; return; fi
    builtin compadd -A found "$@"; print -lr -- "FOUND "$^found; builtin compadd "$@"; }'
zpty -w shell 'offer() { _main_complete; compstate[insert]= compstate[list]=; print END-OF-LINE; }'
zpty -w shell 'zle -C offer complete-word offer; bindkey "^I" offer; print REA""DY'
zpty -r shell text '*READY*'
while IFS= read -r line; do
    zpty -w -n shell "$line"$'\t'
    zpty -r shell text '*END-OF-LINE*'
    print -r -- "== $line"
    print -r -- "$text"
    zpty -w -n shell $'\x15'
done <<'END'
LINES
END
zpty -d shell
"""


@pytest.mark.skipif(not shutil.which("zsh"), reason="needs zsh")
@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh(script, folder):
    """In a pseudo-terminal of zsh's own."""
    program = ZSH.replace("FOLDER", str(script.parent)).replace("LINES", "\n".join(OFFERED))
    found = sections(told("zsh", program, folder, "-f", "-c"))
    check({line: re.findall(r"FOUND (.*?)\r*$", "\n".join(lines), re.MULTILINE) for line, lines in found.items()})


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_the_tab_key_in_bash(script, folder):
    """A user types in a terminal: a unique verb is completed with a blank, and choices are listed."""
    import pty

    ours, theirs = pty.openpty()
    rc = script.with_name("rc")
    rc.write_text(f"PS1='$ '\nbind 'set enable-bracketed-paste off'\nbind 'set bell-style none'\nsource {script}\n")
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    surroundings = {**os.environ, "TERM": "dumb"}
    words = ["bash", "--rcfile", str(rc), "-i"]
    shell = subprocess.Popen(words, cwd=folder, **streams, start_new_session=True, env=surroundings)
    text, end = "", time.monotonic() + 60
    try:
        for typed, wanted in (("ironboard compl\t", "completion "), ("\t\t", "zsh"), ("f\t", "fish ")):
            os.write(ours, typed.encode())
            while wanted not in text and time.monotonic() < end:
                text += os.read(ours, 4096).decode()
            assert wanted in text, text
            text = text.partition(wanted)[2]
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)
        os.close(theirs)


def test_the_words_are_those_of_the_parsers():
    """All verbs by group, and each option of each command once."""
    found = [*commands()]
    assert [*found[0].inner] == [each.name for group in GROUPS for each in verbs() if each.group == group]
    assert {each.path[0] for each in found[1:]} == {*found[0].inner}
    for each in found:
        names = [name for word in each.options for name in word.names]
        assert len(names) == len({*names}), each.path
        assert {"--help", "--color"} <= {*names}, each.path
    inner = {each.path for each in found if len(each.path) == 2}
    assert ("run", "6600") in inner
    assert inner == {(*each.path, word) for each in found if each.path for word in each.inner}


def test_shells_without_a_completion_are_refused(capsys):
    with pytest.raises(SystemExit) as end:
        main(["completion", "tcsh"])
    assert (end.value.code, "there is no 'tcsh'" in capsys.readouterr().err) == (2, True)
