"""What the program's own language says, as the protocol has it: frames, scopes, variables, values.

The reference of a scope or of an array is a number that is given out when it is first spoken of. A frame's identifier
is its number and 1, as for the frames of the machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from host.debugger.dap.arguments import Body, Refusal
from host.debugger.dap.numbers import reference
from host.debugger.language import Activation, Language, Variable

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation
    from host.debugger.dap.debuggee import Debuggee
    from host.debugger.session import Session

FIRST = 10_000  # the first reference
READ_ONLY: Body = {"kind": "data", "attributes": ["readOnly"]}


class Holder(NamedTuple):
    """What has variables in it: a scope, or an array of an activation."""

    frame: int
    scope: int = 0
    array: str = ""  # the expression for an array; empty: the scope


class Holders:
    """The references that have been given out."""

    def __init__(self) -> None:
        self._list: list[Holder] = []

    def reference(self, holder: Holder) -> int:
        """Return the reference of something."""
        if holder not in self._list:
            self._list.append(holder)
        return FIRST + self._list.index(holder)

    def at(self, number: int) -> Holder | None:
        """Return what a reference means, None if it is none of these."""
        return self._list[number - FIRST] if 0 <= number - FIRST < len(self._list) else None


# ---------------------------------------------------------------- frames


def frame(debuggee: Debuggee, number: int, each: Activation) -> Body:
    """Return an activation as the protocol describes frames."""
    note = f": {each.note}" if each.parameter else f"({each.note})"
    body: Body = {
        "id": number + 1,
        "name": f"{each.name}{note if each.note else ''}",
        "instructionPointerReference": reference(each.spot.address),
        **debuggee.places.of_frame(each.spot.address),
    }
    return {**body, **debuggee.places.of_passage(each.passage)} if each.passage else body


# ---------------------------------------------------------------- scopes and variables


def scopes(conversation: Conversation, language: Language, frame: int) -> list[Body]:
    """Return the blocks and procedures around the statement of a frame."""
    debuggee, rows = conversation.debuggee, []
    locals_told = False
    for each in language.scopes(frame):
        body: Body = {
            "name": each.title,
            "variablesReference": debuggee.holders.reference(Holder(frame, each.level)),
            "expensive": False,
            **(debuggee.places.of_passage(each.passage) if each.passage else {}),
        }
        rows.append(body if locals_told else {**body, "presentationHint": "locals"})
        locals_told = True
    return rows


def variables(session: Session, holder: Holder, start: int = 0, count: int = 0) -> list[Variable]:
    """Return what is in a scope or an array, perhaps a page of it; raises IronboardError."""
    assert session.language is not None
    if not holder.array:
        found = session.language.variables(holder.scope, holder.frame)
        return found[start : start + count] if count else found[start:]
    whole = session.language.evaluate(holder.array, holder.frame)
    count = min(count or whole.children, max(0, whole.children - start))
    return session.language.children(holder.array, start, count, holder.frame)


def described(conversation: Conversation, each: Variable, frame: int) -> Body:
    """Return a variable as the protocol describes them."""
    body: Body = {"name": each.name, **value_of(conversation, each, frame)}
    body["value"] = body.pop("result")
    if each.expression:
        body["evaluateName"] = each.expression
    return body


def value_of(conversation: Conversation, each: Variable, frame: int) -> Body:
    """Return a value as the protocol describes the results of expressions."""
    holders = conversation.debuggee.holders
    body: Body = {"result": each.value, "variablesReference": 0}
    if each.children:
        body |= {
            "variablesReference": holders.reference(Holder(frame, array=each.expression)),
            "indexedVariables": each.children,
        }
    body["presentationHint"] = {"kind": "data"} if each.assignable else READ_ONLY
    if conversation.can("supportsVariableType"):
        body["type"] = f"{each.type}: {each.note}" if each.note else each.type
    if each.address is not None and conversation.can("supportsMemoryReferences"):
        body["memoryReference"] = reference(each.address)
    return body


def meant(session: Session, text: str) -> Language | None:
    """Return the language if an expression is one of its own, None if it is about the machine."""
    language = session.language
    return language if language is not None and language.condition(text) is not None else None


def expression_of(session: Session, holder: Holder, name: str) -> str:
    """Return the expression for a variable in a scope or an array; raises Refusal if it cannot be assigned to."""
    for each in variables(session, holder):
        if each.name == name and each.assignable:
            return each.expression
    raise Refusal(f"'{name}' can only be looked at")
