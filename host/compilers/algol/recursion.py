"""Recursion analysis: finds the procedures that may be entered again before they have ended; others need no stack.

An activation begins where a procedure is called by its name. It may also begin wherever a formal parameter is used, if
the procedure was handed over or is called by an expression that was handed over by name, or by an element of a switch.
Who calls whom in these ways is not followed: every use of such a parameter may call everything handed over anywhere.
"""

from __future__ import annotations

from collections import defaultdict

from host.compilers.algol import syntax
from host.compilers.algol.syntax import Kind, children

HANDED_OVER = "all that was handed over"

# Who may call: a procedure, the main program (None), or whatever uses a parameter.
Caller = syntax.Procedure | str | None


def find_recursion(program: syntax.Program) -> None:
    """Fill in all that the tree calls [recursion]."""
    graph = _calls(program)
    for procedure in program.procedures:
        procedure.recursive = False
    for group in _circles(graph):
        for each in group:
            if isinstance(each, syntax.Procedure):
                each.recursive = len(group) > 1 or each in graph.get(each, ())


def _calls(program: syntax.Program) -> dict[Caller, set[Caller]]:
    """Return the call graph: the possible callees of each caller."""
    graph: dict[Caller, set[Caller]] = defaultdict(set)
    # A node, the procedure it belongs to, and who evaluates it: the owner, or whom it is handed over to by name.
    waiting: list[tuple[syntax.Node, syntax.Procedure | None, Caller]] = [(program.body, None, None)]
    while waiting:
        node, owner, evaluator = waiting.pop()
        for called in _called(node):
            graph[owner].add(called)
            graph[evaluator].add(called)
        if isinstance(node, syntax.Call):
            user = _user(node)
            waiting.append((node.procedure, owner, evaluator))
            waiting.extend(
                (each.expression, owner, evaluator if each.formal and each.formal.by_value else user)
                for each in node.actuals
            )
            for actual in node.actuals:
                graph[user] |= _handed_over(actual)
            continue
        if isinstance(node, syntax.Switch):
            evaluator = HANDED_OVER
        elif isinstance(node, syntax.Procedure):
            owner = evaluator = node
        waiting.extend((child, owner, evaluator) for child in children(node))
    return graph


def _user(call: syntax.Call) -> Caller:
    """Return the users of a call's parameters: a standard procedure, or any caller if the procedure is unknown."""
    called = call.procedure.declared
    return called if isinstance(called, syntax.Procedure) and called.standard else HANDED_OVER


def _called(node: syntax.Node) -> list[Caller]:
    """Return the procedures that a node itself calls."""
    match node:
        case syntax.Call(procedure=syntax.Name(declared=syntax.Procedure() as procedure)):
            return [procedure]
        case syntax.Name(called=True, declared=syntax.Procedure() as procedure):
            return [procedure]
        case syntax.Name(declared=syntax.Formal() as formal) if not (
            formal.by_value or formal.kind in (Kind.ARRAY, Kind.STRING)
        ):
            return [HANDED_OVER]
        case syntax.Subscripted() if node.designates:
            return [HANDED_OVER]
    return []


def _handed_over(actual: syntax.Actual) -> set[Caller]:
    """Return the procedure that an actual parameter is."""
    match actual.expression:
        case syntax.Name(called=False, declared=syntax.Procedure() as procedure):
            procedure.handed_over = True
            return {procedure}
    return set()


def _circles(graph: dict[Caller, set[Caller]]) -> list[set[Caller]]:
    """Return the strongly connected components of a graph (Kosaraju's algorithm)."""
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
    """Return the procedures that can be reached and were not seen, each after all that it alone reaches."""
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
