"""Conversations that no editor would hold: whatever is said, every request gets one answer, as the protocol has it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.image import Image, SourceLine
from host.debugger.dap.conversation import Conversation
from host.debugger.dap.messages import Error, FramingError, MessageError
from host.debugger.dap.requests import REQUESTS
from host.debugger.opening import Opened
from host.debugger.session import Session
from host.languages.sources import Program
from tests.debugger.dap_editor import capital, check, definitions
from tests.debugger.programs import COUNTING
from tests.machines.ironboard_machines.toy import MODEL
from tests.machines.ironboard_machines.toy.machine import Toy

LINES = [SourceLine(address, 1, "count.s", address + 1) for address in range(5)]
IMAGE = Image(symbols={"LOOP": 0, "COUNTER": 0o100}, lines=LINES)

WORDS = {  # what texts are made of, by the name of the member
    "path": ["count.s", "/nowhere/count.s", "file:///count.s"],
    "name": ["AC", "PC", "S", "LOOP", "COUNTER", "paper", "100", "count.s:3"],
    "expression": ["AC", "PC", "AC.S", "[100]", "LOOP", "COUNTER + 1", "cycles", "NOP"],
    "value": ["0", "1", "7777", "10000", "AC", "-1", "?"],
    "context": ["watch", "hover", "clipboard", "variables", ""],
    "condition": ["", "1", "AC == 3", "[100] > 2", "AC ="],
    "hitCondition": ["", "2", "%3", "== 4", "often"],
    "logMessage": ["", "here", "{AC} and {[100]}", "{"],
    "instructionReference": ["0x0000", "0x0003", "LOOP", "0x0FFF"],
    "memoryReference": ["0x0000", "0x0040", "0x01FF", "COUNTER", "0x0200", "-1"],
    "data": ["AAAA", "AAE=", "////", "", "A"],
    "dataId": ["change:1:AC", "write:2:COUNTER", "write:1:777", "write:9999:0", "write:1:", "x"],
    "accessType": ["read", "write", "readWrite", "execute"],
    "mode": ["write", "change", "hardware"],
    "granularity": ["instruction", "line", "statement"],
    "filter": ["named", "indexed"],
    "text": ["", "CO", "break L", "x\ny"],
    "pathFormat": ["path", "uri"],
}
COMMANDS = ["help", "z", "back", "reverse", "x", "b LOOP", "r AC=1", "who 100", "AC", "[100]", "?", "\0", ""]
NUMBERS = st.integers(-2, 12) | st.sampled_from([64, 100, 511, 512, 4096, 10**6, 10**20, -(10**20)])
JUNK = st.one_of(
    st.none(), st.booleans(), NUMBERS, st.sampled_from([1.5, 1e300]), st.text(max_size=5), st.just([]), st.just({})
)
ENDING = {"disconnect", "terminate"}


def described_by(schema, name=""):
    """Values of the kind that the protocol's schema describes."""
    if "$ref" in schema:
        return described_by(definitions()[schema["$ref"].rpartition("/")[2]], name)
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        return objects(schema)
    if kind == "array":
        return st.lists(described_by(schema["items"]), max_size=3)
    if kind == "string":
        return st.sampled_from(WORDS.get(name) or schema.get("enum") or ["LOOP", ""])
    return {"integer": NUMBERS, "number": NUMBERS, "boolean": st.booleans()}.get(str(kind), JUNK)


def objects(schema):
    """Objects of that kind; now and then a member is missing, or is of another kind."""
    members = {name: described_by(each, name) for name, each in schema["properties"].items() if name != "sources"}
    needed = {name: members[name] for name in (*schema.get("required", ()), "path") if name in members}
    good = st.fixed_dictionaries(needed, optional={name: members[name] for name in members.keys() - needed.keys()})
    return seldom(st.fixed_dictionaries({}, optional=dict.fromkeys(members, JUNK)), good)


def seldom(one, other):
    """One of five is this, the others are that."""
    return st.integers(0, 4).flatmap(lambda number: other if number else one)


def arguments_of(command):
    if command == "launch":
        return st.fixed_dictionaries({}, optional={"stopOnEntry": JUNK, "noDebug": JUNK, "speed": JUNK})
    if command == "restart":
        return st.just({}) | JUNK
    definition = definitions().get(f"{capital(command)}Arguments", {"type": "object", "properties": {}})
    return described_by(definition)


def requests_for(command):
    return st.tuples(st.just(command), seldom(JUNK, arguments_of(command)))


CONSOLE = st.fixed_dictionaries({"expression": st.sampled_from(COMMANDS), "context": st.just("repl")})
REQUEST = st.one_of(
    *(requests_for(command) for command in sorted({*REQUESTS} - ENDING)),
    st.tuples(st.just("evaluate"), CONSOLE),
    st.tuples(st.text(max_size=8), JUNK),
)
BEGINNING = [
    ("initialize", {"adapterID": "fuzz", "supportsMemoryReferences": True, "supportsInvalidatedEvent": True}),
    ("launch", {"stopOnEntry": True}),
    ("configurationDone", {}),
]


class Feeding(Toy):
    """A machine that lets the editor say the next thing whenever it runs."""

    feed = staticmethod(lambda: None)

    def run_to(self, cycle):
        self.feed()
        return super().run_to(cycle)


def converse(items):
    """Hold a conversation; return what has been sent. The next item comes when something is answered, or runs."""
    sent, items = [], iter([*items, None])

    def feed():
        for item in items:
            conversation.hear(item)
            return

    def send(message):
        sent.append(message)
        runs = message.get("command") == "continue" and message["success"]
        if (message["type"] == "response" and not runs) or message.get("event") == "output":
            feed()

    def open_toy(wish):
        toy = Feeding([COUNTING.get(address, 0) for address in range(512)])
        toy.feed = feed
        program = Program("toy", IMAGE, infos=[IMAGE])
        return Opened(Session(toy, program.sources(radix=8, address_bits=9)), MODEL, program)

    conversation = Conversation(send, open_toy, pytest.fail, REQUESTS)
    feed()
    conversation.converse()
    return sent


def requests(pairs):
    return [
        {"seq": number, "type": "request", "command": command, "arguments": arguments}
        for number, (command, arguments) in enumerate(pairs, 1)
    ]


def answers(sent):
    for message in sent:
        check(message)
    assert [message["seq"] for message in sent] == list(range(1, len(sent) + 1))
    return [message for message in sent if message["type"] == "response"]


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None, derandomize=True)
@given(st.lists(REQUEST, max_size=25))
def test_every_request_gets_one_answer(pairs):
    said = requests([*BEGINNING, *pairs, ("disconnect", {})])
    found = answers(converse(said))
    assert [message["request_seq"] for message in found] == [request["seq"] for request in said]
    assert found[-1]["success"]
    for message in found:
        assert message["success"] or message["body"]["error"]["id"] != Error.INTERNAL, message


GARBAGE = st.one_of(
    st.dictionaries(st.sampled_from(["seq", "type", "command", "arguments", "x"]), JUNK, max_size=4),
    st.builds(MessageError, st.text()),
)


@settings(deadline=None, derandomize=True)
@given(st.lists(GARBAGE, max_size=10))
def test_messages_that_are_no_requests_are_remarked_upon_and_the_conversation_goes_on(garbage):
    sent = converse([*garbage, *requests(BEGINNING), *requests([("threads", {})])])
    *_, last = answers(sent)
    assert last["body"]["threads"] == [{"id": 1, "name": "Toy"}]
    remarks = [message for message in sent if message.get("event") == "output"]
    assert len(remarks) + len(answers(sent)) >= len(garbage) + 4


def test_bytes_that_make_no_sense_end_the_conversation_with_a_word_of_why():
    sent = converse([*requests(BEGINNING), FramingError("not a message header"), *requests([("threads", {})])])
    assert sent[-1]["body"]["category"] == "important"
    assert sent[-1]["body"]["output"] == "not a message header\nThe session ends here.\n"
    assert len(answers(sent)) == 3


@pytest.mark.parametrize("command", sorted({*REQUESTS} - {"initialize", "disconnect"}))
def test_before_initialize_everything_is_refused(command):
    (answer, _) = answers(converse(requests([(command, {}), ("disconnect", {})])))
    assert answer["message"] == f"{command}: send initialize first"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (None, "setBreakpoints.source.name: it is missing: expected a text"),
        ([1], "setBreakpoints: expected an object, not [1]"),
        (0, "setBreakpoints: expected an object, not 0"),
        ({"source": "count.s"}, "setBreakpoints.source: expected an object, not 'count.s'"),
        ({"source": {"path": 1}}, "setBreakpoints.source.path: expected a text, not 1"),
        ({"source": {"path": "a"}, "breakpoints": "a"}, "setBreakpoints.breakpoints: expected a list, not 'a'"),
        ({"source": {"path": "a"}, "breakpoints": [1]}, "setBreakpoints.breakpoints[0]: expected an object, not 1"),
        ({"source": {"path": "a"}, "breakpoints": [{"line": True}]},
         "setBreakpoints.breakpoints[0].line: expected a whole number, not True"),
        ({"source": {"path": "a"}, "breakpoints": [{"line": 1.5}]},
         "setBreakpoints.breakpoints[0].line: expected a whole number, not 1.5"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_pointed_at(arguments, message):
    *_, answer, _ = answers(converse(requests([*BEGINNING, ("setBreakpoints", arguments), ("disconnect", {})])))
    assert (answer["message"], answer["body"]["error"]["id"]) == (message, Error.NOT_UNDERSTOOD)


def test_an_unknown_request_is_named():
    *_, answer, _ = answers(converse(requests([*BEGINNING, ("stepSideways", {}), ("disconnect", {})])))
    assert answer["message"] == "there is no request 'stepSideways'"


def test_an_empty_list_may_stand_for_an_empty_object_and_the_other_way_round():
    """Editors that are written in Lua cannot tell them apart."""
    said = [("setFunctionBreakpoints", {"breakpoints": {}}), ("threads", []), ("disconnect", [])]
    assert all(answer["success"] for answer in answers(converse(requests([*BEGINNING, *said]))))
