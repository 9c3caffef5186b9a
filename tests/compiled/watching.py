"""What a watchpoint notices of a variable, and what is said of that when it is set."""

from host.debugger.stops import Kind, Reason, Wanted


def watched(session, name):
    """The values that a variable is seen to change to, and what is said to go unnoticed."""
    found = session.language.evaluate(name)
    wanted = Wanted(Kind.CHANGE, name, ranges=((found.address, found.address + found.words - 1, 0),))
    missed, seen = session.unnoticed(wanted), []
    session.stops.put(wanted)
    while session.run().reason == Reason.BREAKPOINT:
        seen.append(session.machine.peek(found.address))
    session.stops.clear()  # the machine may be used again
    return seen, missed
