"""Recursion: which procedures may be entered again before they have ended; the others need no stack.

An activation begins where a procedure is called by its name. It may also begin wherever a formal parameter is used, if
the procedure was handed over or is called by an expression that was handed over by name, or by an element of a switch.
Who calls whom in these ways is not followed: every use of such a parameter may call everything handed over anywhere.
"""

from __future__ import annotations

from collections import defaultdict

from host.algol.syntax import (
    Actual,
    Call,
    Formal,
    Kind,
    Name,
    Node,
    Procedure,
    Program,
    Subscripted,
    Switch,
    children,
)

HANDED_OVER = "all that was handed over"

# Who may call: a procedure, the main program (None), or whatever uses a parameter.
Caller = Procedure | str | None


def find_recursion(program: Program) -> None:
    """Fill in all that the tree calls [calls]."""
    graph = _calls(program)
    for group in _circles(graph):
        for each in group:
            if isinstance(each, Procedure):
                each.recursive = len(group) > 1 or each in graph[each]


def _calls(program: Program) -> dict[Caller, set[Caller]]:
    """Return who may call whom."""
    graph: dict[Caller, set[Caller]] = defaultdict(set)
    for procedure in program.standard:
        if procedure.rest or any(not formal.by_value for formal in procedure.formals):
            graph[procedure].add(HANDED_OVER)  # its routines use their parameters
    waiting: list[tuple[Node, Procedure | None, bool]] = [(program.body, None, False)]
    while waiting:
        node, owner, handed_over = waiting.pop()
        for called in _called(node):
            graph[owner].add(called)
            if handed_over:
                graph[HANDED_OVER].add(called)
        if isinstance(node, Actual):
            handed_over |= not (node.formal and node.formal.by_value)
            _hand_over(node, graph)
        elif isinstance(node, Switch):
            handed_over = True
        elif isinstance(node, Procedure):
            owner, handed_over = node, False
            graph[owner] |= set()
        waiting.extend((child, owner, handed_over) for child in children(node))
    return graph


def _called(node: Node) -> list[Caller]:
    """Return what a node itself calls."""
    match node:
        case Call(procedure=Name(declared=Procedure() as procedure)):
            return [procedure]
        case Name(called=True, declared=Procedure() as procedure):
            return [procedure]
        case Name(declared=Formal() as formal) if not (formal.by_value or formal.kind in (Kind.ARRAY, Kind.STRING)):
            return [HANDED_OVER]
        case Subscripted() if node.designates:
            return [HANDED_OVER]
    return []


def _hand_over(actual: Actual, graph: dict[Caller, set[Caller]]) -> None:
    match actual.expression:
        case Name(called=False, declared=Procedure() as procedure):
            procedure.handed_over = True
            graph[HANDED_OVER].add(procedure)


def _circles(graph: dict[Caller, set[Caller]]) -> list[set[Caller]]:
    """Return the strongly connected components: who can reach each other (Kosaraju's algorithm)."""
    order = list(_finished(list(graph), graph))
    backwards: dict[Caller, set[Caller]] = defaultdict(set)
    for caller, called in graph.items():
        for each in called:
            backwards[each].add(caller)
    groups: list[set[Caller]] = []
    seen: set[Caller] = set()
    for start in reversed(order):
        if start not in seen:
            group = set(_finished([start], backwards, seen))
            groups.append(group)
    return groups


def _finished(starts: list[Caller], graph: dict[Caller, set[Caller]], seen: set[Caller] | None = None) -> list[Caller]:
    """Return what can be reached and was not seen, each after all that it alone reaches."""
    seen = set() if seen is None else seen
    order: list[Caller] = []
    waiting = [(each, False) for each in starts]
    while waiting:
        each, done = waiting.pop()
        if done:
            order.append(each)
        elif each not in seen:
            seen.add(each)
            waiting.append((each, True))
            waiting.extend((called, False) for called in graph.get(each, ()))
    return order
