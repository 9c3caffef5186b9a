"""The architecture, checked: a machine is named in its own places only, and rooms need only rooms below them."""

from collections import defaultdict

from tests.modules import module_of, modules, naming, needs, room

PLACES = {  # a beginning of a path -> why machines are named there
    **{f"emulators/{name}/": "a machine" for name in ("kim1", "ibm704", "cdc6600")},
    "emulators/kernels/__init__.py": "the cores that are compiled ahead",
    **{f"host/machines/{name}/": "a machine with its files" for name in ("kim1", "ibm704", "cdc6600")},
    **{f"host/panels/{name}/": "what its user sees" for name in ("kim1", "ibm704", "cdc6600", "games")},
    "host/assemblers/": "languages of a machine, and the table of all",
    "host/languages/assembly.py": "libraries of a language",
    **{f"host/compilers/algol/{name}": "the compiler's front end and its machine meet"
       for name in ("cdc6600/", "lowering/", "compiler.py", "dialect.py")},
    **{f"host/compilers/fortran/{name}": "the compiler's front end and its machines meet"
       for name in ("cdc6600/", "ibm704/", "compiler.py", "dialect.py", "front.py")},
    **{f"host/compilers/backends/{name}/": "a back end for a machine" for name in ("cdc6600", "ibm704")},
    "host/formats/": "media of a machine",
    **dict.fromkeys(("host/games/", "host/experiments/", "host/software/"), "programs for a machine"),
    "host/lessons/tasks/": "tasks for a machine",
    "host/cli/main.py": "titles of verbs",
    **{f"host/cli/verbs/{name}.py": "verbs of programs for a machine"
       for name in ("games", "pitrat", "measuring", "sources", "boards")},
    "ironboard/__init__.py": "the public names",
    "ironboard/testing.py": "the machine of a test that names none",
}  # fmt: skip


def test_a_machine_is_named_in_its_own_places_only():
    found = [f"{path}:{line}: {text}" for path, line, text in naming() if not path.startswith(tuple(PLACES))]
    assert found == []


def test_every_place_where_machines_are_named_is_needed():
    for place in PLACES:
        assert any(path.startswith(place) for path, _, _ in naming()), place


ROOMS = (  # the order: each imports only from lines below its own
    "ironboard",
    "host.cli",
    "host.workbench",
    "host.software",
    "host.experiments",
    "host.panels",
    "host.lessons",
    "host.testing host.editors",
    "host.games",
    "host.machines",
    "host.debugger",
    "host.compilers",
    "host.assemblers",
    "host.ui",
    "host.registry",
    "host.languages host.interruption",
    "host.formats",
    "host.options host.streams",
    "emulators",
)
FLOOR = {room: floor for floor, rooms in enumerate(reversed(ROOMS)) for room in rooms.split()}
ARROWS, CIRCLES = 130, 5


def arrows():
    """Return the pairs of rooms of which the first needs the second, each with the modules that need."""
    found = defaultdict(set)
    for module in modules():
        for needed in needs(module):
            if room(module) != room(needed):
                found[room(module), room(needed)].add(f"{module} -> {needed}")
    return found


def test_every_room_has_its_place_in_the_order():
    assert {room(module) for module in modules()} - {"host"} == FLOOR.keys()


def test_rooms_need_only_rooms_below_them():
    """So there is no circle of rooms."""
    up = {places for (one, other), found in arrows().items() if FLOOR[one] <= FLOOR[other] for places in found}
    assert up == set()


def test_the_walk_sees_imports_and_names_in_texts():
    assert "host.formats.storage" in set(needs("host.assemblers.cached"))
    assert "host.experiments.bench.go" in set(needs("host.experiments.bench"))  # a text
    assert module_of("host.formats.storage.read_all") == "host.formats.storage"


def test_arrows_between_rooms_get_fewer():
    """A change may lower the number."""
    assert len([pair for pair in arrows() if "emulators" not in pair]) <= ARROWS


def circles(graph):
    """Return the sets of nodes that reach each other, of two or more: Tarjan's strongly connected components."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in graph[node]:
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            circle = set(stack[stack.index(node) :])
            del stack[stack.index(node) :]
            if len(circle) > 1:
                found.append(circle)

    for node in graph:
        if node not in number:
            visit(node)
    return found


def test_circles_are_found():
    assert circles({1: [2], 2: [3], 3: [1, 4], 4: [5], 5: [4], 6: [1]}) == [{4, 5}, {1, 2, 3}]


def test_circles_of_modules_get_fewer():
    """A change may lower the number. A package's own modules, which its table names, make no circle with it."""
    graph = {module: {needed for needed in needs(module, texts=False) if needed != module} for module in modules()}
    found = circles(graph)
    assert len(found) <= CIRCLES, [sorted(each) for each in found]
