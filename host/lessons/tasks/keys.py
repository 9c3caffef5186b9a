"""The keypad: add up the keys that are pressed."""

from typing import Any

from host.lessons.lesson import Case, Lesson, Mistake

KEYS = [(3, 4), (1,), (15, 15, 15), (0, 10, 5), (9, 9, 8, 7)]
BEGIN, DOWN, UP = 150_000, 60_000, 60_000  # cycles: the first key is pressed, how long each is down, and then up


def press(machine: Any, *keys: int) -> None:
    """Press keys, one after the other; GO, with which the program has been started, is still down."""
    machine.key_down("GO")
    machine.at(machine.cycles + UP, "key_up", "GO")
    for number, key in enumerate(keys):
        moment = machine.cycles + BEGIN + number * (DOWN + UP)
        machine.at(moment, "key_down", f"{key:X}")
        machine.at(moment + DOWN, "key_up", f"{key:X}")


def case(*keys: int) -> Case:
    title = " ".join(f"{key:X}" for key in keys)
    return Case(f"keys {title}", keys, {"TOTAL": 0}, wanted={"TOTAL": sum(keys) & 0xFF})


LESSON = Lesson(
    title="the keypad: add up the keys",
    machine="kim1",
    number=7,
    suffix=".s",
    task="""
Write a program, from START on, that adds the number of every key 0 to F that is pressed to TOTAL (at 0010), for
ever: 3 and then 4 make 07. A key counts once, however long it is down. TOTAL is 00 when the program begins. GETKEY
(at 1F6A), a subroutine of the monitor, returns the key that is down in A: 00 to 0F, 10 to 14 for AD DA + GO PC, 15
if none is down. It changes X and Y. The GO with which your program is started may be down for a while yet: it does
not count.""",
    begin="""
; Add up the keys that are pressed.

TOTAL   = $10
GETKEY  = $1F6A

        .org $0200
START:  CLD
DOWN:   JSR GETKEY      ; wait until a key is down
        CMP #$15
        BEQ DOWN
        CLC
        ADC TOTAL
        STA TOTAL
        JMP DOWN        ; and if it is still the same?
""",
    cases=[case(*keys) for keys in KEYS],
    endless=True,
    cycles=BEGIN + 4 * (DOWN + UP),
    prepare=press,
    mistakes=[
        Mistake("GO was counted, too: keys from 10 on do not count.",
                lambda *keys: {"TOTAL": sum(keys) + 0x13 & 0xFF}),
        Mistake("No key was counted: is GETKEY called again and again? 15 means that no key is down.",
                lambda *keys: {"TOTAL": 0}),
        Mistake("Each key replaces the total: add it to what is there.",
                lambda *keys: {"TOTAL": keys[-1]}),
        Mistake("Only the first key was counted: once it is up again, go back and wait for the next.",
                lambda *keys: {"TOTAL": keys[0]}),
    ],
    hints=("After a key has been counted, call GETKEY until it returns 15: only then look for the next one.",),
)  # fmt: skip
