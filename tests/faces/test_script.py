"""View functions do in JavaScript what they do in Python."""

from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest

from host.ui import parts, words
from host.ui.script import ScriptError, script, words_script
from tests.faces import refused, translated

in_node = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
DRAW = random.Random(6502)
INTEGERS = [0, 1, -1, 2, 3, 7, -7, 31, 2**31 - 1, 2**31, -(2**31), 2**32, 2**36 - 1, 2**40 + 5, -(2**40)] + [
    DRAW.randrange(-(2**44), 2**44) for _ in range(30)
]
NUMBERS = [0.0, 0.5, 1.5, 2.5, -0.5, -2.5, 0.125, 1.005, 1.15, 1234.5678, 99.995] + [
    DRAW.uniform(-9, 999) for _ in range(40)
]


def in_javascript(functions, calls):
    """Return the answers of [name, arguments] in Node."""
    program = f"""
        const functions = ({script(functions)})({words_script()});
        const calls = JSON.parse(require("fs").readFileSync(0, "utf-8"));
        console.log(JSON.stringify(calls.map(([name, given]) => functions[name](...given))));
    """
    done = subprocess.run(
        ["node", "--eval", program], input=json.dumps(calls), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def compare(function, arguments):
    arguments = [json.loads(json.dumps(each)) for each in arguments]
    answers = in_javascript({"it": function}, [["it", each] for each in arguments])
    for given, answer in zip(arguments, answers, strict=True):
        assert answer == json.loads(json.dumps(function(*given))), given


@in_node
def test_operators_work_on_integers_of_53_bits_with_sign():
    compare(translated.operators, [(DRAW.choice(INTEGERS), DRAW.choice(INTEGERS)) for _ in range(1000)])


@in_node
def test_texts():
    compare(translated.texts, [(n, name) for n in range(12) for name in ("abc,x", " A,b ", "x", "{}", "%")])


@in_node
def test_lists_and_dicts():
    tables = [{"a": 1, "b": 2}, {}, {"zz": 3}]
    compare(
        translated.collections, [(values, each) for values in ([1, 2, 3], [], [2], [5, 1, 2, 9]) for each in tables]
    )


@in_node
def test_functions_and_constants_of_other_modules():
    compare(translated.names, [(n,) for n in range(12)])


@in_node
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (
            words.bits,
            [
                ([0, word], 1, shift, width)
                for word in [*INTEGERS, 2**53 - 1]
                for shift in (0, 5, 35)
                for width in (1, 15, 31)
                if word >= 0
            ],
        ),
        (words.octal_word, [([word], 0, digits) for word in INTEGERS if word >= 0 for digits in (1, 6, 20)]),
        (words.octal, [(word, digits) for word in INTEGERS if word >= 0 for digits in (1, 12)]),
        (words.hexadecimal, [(word, digits) for word in INTEGERS if word >= 0 for digits in (1, 12)]),
        (words.decimal, [(word, digits) for word in INTEGERS for digits in (1, 5, 15)]),
        (words.grouped, [(word,) for word in INTEGERS]),
        (words.fixed, [(number, decimals) for number in NUMBERS for decimals in range(4)]),
        (words.left, [(text, width) for text in ("", "ab") for width in range(4)]),
        (words.right, [(text, width) for text in ("", "ab") for width in range(4)]),
        (translated.counted, [(53, [word for word in INTEGERS if 0 <= word < 2**53]), (5, [0, 31, 16, 1]), (3, [])]),
        (words.is_text, [("",), (1,), (["a"],)]),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_words_are_written_alike(function, arguments):
    compare(function, arguments)


@pytest.mark.parametrize(
    "name", [name for name, each in vars(refused).items() if getattr(each, "__module__", "") == refused.__name__]
)
def test_what_would_mean_something_else_is_refused_with_its_place(name):
    with pytest.raises(ScriptError, match=r"refused\.py:\d+: .* cannot go to a page"):
        script({"it": getattr(refused, name)})


def test_the_defaults_of_a_panel_go_to_a_page():
    for each in (parts.nothing_done, parts.left_to_machine, parts.always, parts.never):
        assert script({"it": each})
    assert in_javascript({"it": parts.nothing_done}, [["it", [{}, {}, "", ""]]]) == [[]]
