"""Peripheral programs that show a program's picture on the console's two screens, and give it the keys.

    ABC     the address is that of two words:
            59-48 ................ 17-0     1  the table of the picture
            59-48 47-30 .......... 17-0     2  status and requests; where it says how much is typed; where a key goes
    LUN     the address is that of seven words:
            ............ 23-12 11-0         1  requests: field length in hundreds (octal), and to leave
            ............ 35-0               2  milliseconds since deadstart
            .................. 11-0         3  the key
            59-48 ............ 17-0         4  how much has been typed, and where it is
            .................. 17-0         5  a line that is shown above it
            .................. 17-0         6  and 7: the first and the last but one of the words that describe displays

The console reads the picture from storage (host/panels/cdc6600/tubes.py). Here is everything else: every 20
or 16 milliseconds they look at the requests of the program and at the keyboard. The key `*` takes the screens from the
program and gives them back to it.

Source: the interfaces as LIFE and LUNAR, the games that call these programs, and the descriptions with them have them.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.cdc6600 import cio, display_code, requests
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.display_code import ASCII
from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.cdc6600.requests import MILLISECOND, SECOND
from emulators.kernels import out_of_line
from emulators.record import COUNT, FLAG, MOMENT, Field, Fields, State, octets, unsigned


class Driver(IntEnum):
    """The peripheral programs."""

    NONE = 0
    ABC = 1
    LUN = 2


DRIVERS = {requests.number_of(name): Driver[name] for name in ("ABC", "LUN")}
ABC, LUN = DRIVERS
PERIODS = (1, 20 * MILLISECOND, 16 * MILLISECOND)  # between two looks, by Driver
WAKING = 100 * MILLISECOND  # ABC wakes the program, if it is in recall, so often
TYPING = SECOND // 10  # between two keys: the fastest typing
RING = 64  # keys that are kept until the driver takes them
KEYS = ASCII[:0o53] + "[=],.\r\b "  # the console's keys by their codes; [ and ] are the left and the right blank
LEFT_BLANK, K, STAR, H = 0o53, *display_code.codes("K*H")
AWAY = 0o4000  # in the status of ABC: the screens are the system's
TOGGLE, HOLD, DROP = 1, 2, 4  # requests to ABC
REQUESTS = 7
BYTE = 0o7777
FIELDS: Fields = {
    "driver": Field(0, max(Driver)),  # which Driver works for the program
    "driver_at": unsigned(ADDRESS_BITS),  # the address that it was called with
    "driver_next": MOMENT,  # the cycle at which it looks again
    "driver_woke": MOMENT,  # the cycle at which it has last woken the program
    "driver_away": FLAG,  # 1: the screens are the system's
    "driver_key": unsigned(6),  # the last key that the program was given
    "keys": octets(RING),  # key n is at place n modulo RING
    "keys_typed": COUNT,
    "keys_taken": COUNT,
    "keys_next": MOMENT,  # the cycle before which no further key is pressed
}


def press(m: State, key: int) -> int:
    """Press a key of the console, a code of 1 to 62 octal; return whether there was room for it."""
    if m.keys_typed - m.keys_taken == RING:
        return 0
    m.keys[m.keys_typed % RING] = key
    m.keys_typed += 1
    return 1


def take_key(m: State) -> int:
    """Return the key that is down, 0 if none is."""
    if m.keys_taken == m.keys_typed or m.cycles < m.keys_next:
        return 0
    m.keys_next = m.cycles + TYPING
    m.keys_taken += 1
    return m.keys[(m.keys_taken - 1) % RING]


@out_of_line
def begin(m: State, driver: int, address: int) -> None:
    """Start a peripheral program; the screens are the program's."""
    m.driver, m.driver_at, m.driver_next = driver, address, m.cycles + PERIODS[driver]
    m.driver_away, m.driver_key, m.driver_woke = 0, 0, m.cycles
    if driver == Driver.ABC:
        tell_status(m, 0)


def drop(m: State) -> None:
    """End the peripheral program; keys that it has not taken are lost."""
    m.driver, m.keys_taken = Driver.NONE, m.keys_typed


def wake(m: State) -> None:
    """Resume a program in periodic recall."""
    if m.recall_at:
        m.recall_at = m.cycles
    m.driver_woke = m.cycles


@out_of_line
def look(m: State) -> None:
    """Do everything that is due."""
    m.driver_next = m.cycles + PERIODS[m.driver]
    if m.driver_away:
        if take_key(m) == STAR:
            leave(m, 0)
    elif m.driver == Driver.ABC:
        abc(m)
    else:
        lun(m)


def leave(m: State, away: int) -> None:
    """Give the screens to the system, or take them back."""
    m.driver_away = away
    if m.driver == Driver.ABC:
        tell_status(m, AWAY if away else 0)


def tell_status(m: State, status: int) -> None:
    """Say in the second word of ABC whether the screens are the program's."""
    if cio.exists(m, m.driver_at + 1):
        cio.put(m, m.driver_at + 1, cio.word_at(m, m.driver_at + 1) & (1 << 48) - 1 | status << 48)


# ---------------------------------------------------------------- ABC


def abc(m: State) -> None:
    """Look at the requests, then at the keyboard; wake the program now and then."""
    if not cio.exists(m, m.driver_at + 1):
        return
    word = cio.word_at(m, m.driver_at + 1)
    asked = word >> 48 & REQUESTS
    if asked:
        leave(m, 1)
        if asked & DROP:
            drop(m)
        return
    key = take_key(m)
    typed, at = word >> 30 & M18, word & M18
    if key and cio.exists(m, at) and cio.exists(m, typed):
        if key == STAR and (cio.word_at(m, typed) & BYTE == 0 or m.driver_key == LEFT_BLANK):
            leave(m, 1)
        else:
            m.driver_key = key
            cio.put(m, at, key << 54)
            wake(m)
    if m.cycles - m.driver_woke >= WAKING:
        wake(m)


# ---------------------------------------------------------------- LUN


class Det(IntEnum):
    """The words that LUN is called with: its display environment table."""

    STATUS = 0
    CLOCK = 1
    KEY = 2
    TYPED = 3
    MESSAGE = 4
    FIRST = 5
    LAST = 6


def lun(m: State) -> None:
    """Tell the time, look at the requests, then at the keyboard."""
    at = m.driver_at
    if not cio.exists(m, at) or not cio.exists(m, at + Det.LAST):
        return
    cio.put(m, at + Det.CLOCK, m.cycles // MILLISECOND & (1 << 36) - 1)
    word = cio.word_at(m, at + Det.STATUS)
    if word & BYTE:
        cio.put(m, at + Det.STATUS, 0)
        drop(m)
        return
    blocks = word >> 12 & BYTE
    if blocks and requests.field_length(m, blocks * requests.BLOCK) and cio.exists(m, at + Det.STATUS):
        cio.put(m, at + Det.STATUS, 0)
    key = take_key(m)
    if key:
        first = cio.word_at(m, at + Det.TYPED) >> 48 == 0 or m.driver_key == LEFT_BLANK
        m.driver_key = key
        if first and key == K:
            drop(m)
            m.ending = requests.END
        elif first and key in (STAR, H):
            leave(m, 1)
        else:
            cio.put(m, at + Det.KEY, key)
