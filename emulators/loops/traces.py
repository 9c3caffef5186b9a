"""Loops over the rows of traces: the counts of profiles, and where a step through a compiled program ends.

`cells` are the rows of a trace (`emulators.trace`), `width` integers each. A slot is where an instruction may begin: an
address, and on machines with several instructions in a word the part of the word in its lowest bits.
"""

from __future__ import annotations

from emulators.loops import lent
from emulators.record import ANYTHING, COUNT, State
from emulators.trace import TRACE_CYCLE, TRACE_FLOW, Flow

INTERRUPT = int(Flow.INTERRUPT)
EVENT = 6  # integers that tell of an event
ANY = -1  # frame of a live activation whose code no other one has

FIELDS = {
    **lent("cells", "executions", "cycles", "keys", "counts", "old_keys", "old_counts", "origins", "found"),
    **lent("spent", "own", "owners", "beginning", "charged", "foreign", "times"),
    **lent("regions", "begins", "unframed", "live_region", "live_frame"),
    "width": COUNT,
    "column": COUNT,  # of the program counter
    "part_column": COUNT,  # of the part of its word
    "part_bits": COUNT,
    "frame_column": COUNT,
    "top_column": COUNT,
    "slot_bits": COUNT,
    "done": COUNT,
    "last": COUNT,  # the slot of the own instruction that ran last
    "used": COUNT,  # entries of the table of steps
    "inner": COUNT,  # the innermost activation that still lives
    "following": ANYTHING,  # the slot after the last row
    "end": ANYTHING,  # and its cycle
}


def slot_at(m: State, row: int) -> int:
    """Return the slot of a row; after the last one, that of the next instruction."""
    at = row * m.width
    if at >= m.cells_size:
        return m.following
    if m.part_bits == 0:
        return m.cells[at + m.column]
    return m.cells[at + m.column] << min(m.part_bits, 63) | m.cells[at + m.part_column]


def cycle_at(m: State, row: int) -> int:
    """Return the cycle of a row; after the last one, that of the next instruction."""
    at = row * m.width
    return m.cells[at + TRACE_CYCLE] if at < m.cells_size else m.end


# ---------------------------------------------------------------- profiles


def add(m: State, first: int, rows: int) -> int:
    """Count rows, beginning with the first one: executions, cycles, and steps from slot to slot.

    A step with an interrupt in between is not counted. Return the number of the first row that is not counted yet:
    `rows`, or where the table of steps became half full.
    """
    slot, cycle = slot_at(m, first), cycle_at(m, first)
    for row in range(first, rows):
        if 2 * m.used >= m.keys_size:
            return row
        after, end = slot_at(m, row + 1), cycle_at(m, row + 1)
        m.executions[slot] += 1
        m.cycles[slot] += end - cycle
        if m.cells[row * m.width + TRACE_FLOW] & INTERRUPT == 0:
            count_step(m, (slot << min(m.slot_bits, 31) | after) + 1, 1)
        slot, cycle = after, end
    return rows


def count_step(m: State, key: int, times: int) -> None:
    """Count a step, in a table of a power of two of places: keys are above 0, and an empty place has 0."""
    mask = m.keys_size - 1
    place = (key >> min(m.slot_bits, 31)) * 5 + key & mask
    while m.keys[place] != key and m.keys[place] != 0:
        place = place + 1 & mask
    m.used += m.keys[place] == 0
    m.keys[place] = key
    m.counts[place] += times


def move(m: State) -> None:
    """Count everything in the old table of steps in the new one."""
    for place in range(m.old_keys_size):
        if m.old_keys[place]:
            count_step(m, m.old_keys[place], m.old_counts[place])


def events(m: State, first: int, rows: int, level_column: int) -> int:
    """Note rows that change the open calls, or lead to another program's code; return how many such events are noted.

    An event in `found` is: number of the row, flow, address, the next address, the next cycle, `level_column`'s value.
    `done` are the rows that have been looked at, all of them if `found` had room enough.
    """
    count, m.done = 0, rows
    address = m.cells[first * m.width + m.column]
    for row in range(first, rows):
        if (count + 1) * EVENT > m.found_size:
            m.done = row
            break
        at = row * m.width
        after = m.cells[at + m.width + m.column] if row + 1 < rows else m.following
        flow = m.cells[at + TRACE_FLOW]
        if flow != 0 or m.origins[after] != m.origins[address]:
            place = count * EVENT
            m.found[place] = row
            m.found[place + 1] = flow
            m.found[place + 2] = address
            m.found[place + 3] = after
            m.found[place + 4] = cycle_at(m, row + 1)
            m.found[place + 5] = m.cells[at + level_column]
            count += 1
        address = after
    return count


# ---------------------------------------------------------------- steps through compiled programs


# `regions` has the number of the stretch of code that an address belongs to, -1 for none; `begins` is 1 for a slot
# where a statement begins; `unframed` where the frame is still to be made, at the top. Activations are in `live_region`
# and `live_frame`, the innermost first, those before `inner` have ended.


def activation(m: State, row: int) -> int:
    """Return the innermost live activation that a row is in, -1 for none."""
    at = row * m.width
    address = m.cells[at + m.column]
    region = m.regions[address] if address < m.regions_size else -1
    if region < 0:
        return -1
    slot = slot_at(m, row)
    unframed = slot < m.unframed_size and m.unframed[slot] != 0
    frame = m.cells[at + (m.top_column if unframed else m.frame_column)]
    for each in range(m.inner, m.live_region_size):
        if m.live_region[each] == region and m.live_frame[each] in (ANY, frame):
            return each
    return -1


def begins_at(m: State, row: int) -> bool:
    """Return whether a statement begins at a row."""
    slot = slot_at(m, row)
    return slot < m.begins_size and m.begins[slot] != 0


def into(m: State, first: int, rows: int) -> int:
    """Return the first row, not before `first`, where a statement begins; `rows` if there is none."""
    for row in range(first, rows):
        if begins_at(m, row):
            return row
    return rows


def over(m: State, first: int, rows: int) -> int:
    """Return the first row, not before `first`, where a statement of the innermost activation begins, or else `rows`.

    An instruction of another live activation ends those inside it.
    """
    for row in range(rows):
        each = activation(m, row)
        if each >= 0:
            if row >= first and begins_at(m, row):
                return row
            m.inner = each
    return rows


def out(m: State, first: int, rows: int) -> int:
    """Return the first row, not before `first`, in a live activation around the innermost one, or else `rows`."""
    for row in range(first, rows):
        if activation(m, row) > m.inner:
            return row
    return rows


def before(m: State, rows: int) -> int:
    """Return the last row where a statement of an activation begins that lives at the end; -1 if there is none."""
    for row in range(rows - 1, -1, -1):
        each = activation(m, row)
        if each >= 0:
            if begins_at(m, row):
                return row
            m.inner = each
    return -1


def charge(m: State, rows: int) -> None:
    """Charge the cycles that rows have `spent` to the owner of the own instruction that ran last.

    `charged` and `foreign` are sums by owner, of all cycles and of those outside the program's `own` code; `times` are
    counted by the owner whose first instruction it is (`beginning`). All of these tables are by slot.
    """
    for row in range(rows):
        slot = slot_at(m, row)
        if slot < m.own_size and m.own[slot]:
            m.last = slot
            m.times[m.beginning[slot]] += 1
        else:
            m.foreign[m.owners[m.last]] += m.spent[row]
        m.charged[m.owners[m.last]] += m.spent[row]


ENTRY_POINTS = (add, move, events, into, over, out, before, charge)
