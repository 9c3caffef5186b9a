"""Bytes to messages: the framing of the protocol, with everything that can be wrong with it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.debugger.dap import messages
from host.debugger.dap.messages import FramingError, MessageError, Reader, framed

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
MESSAGES = st.dictionaries(st.text(), JSON, max_size=4)


def reader(data, sizes=(1 << 16,)):
    """A reader of these bytes; they come in pieces of these sizes, the last one again and again."""
    stream, sizes = bytearray(data), list(sizes)

    def receive(count):
        size = min(count, sizes.pop(0) if len(sizes) > 1 else sizes[0])
        piece = bytes(stream[:size])
        del stream[:size]
        return piece

    return Reader(receive)


def read_all(read):
    """Read to the end, over messages that are not understood."""
    while True:
        try:
            if read.message() is None:
                return
        except MessageError:
            continue


def with_header(content, length=None):
    return b"Content-Length: %d\r\n\r\n%b" % (len(content) if length is None else length, content)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(MESSAGES, max_size=5), st.lists(st.integers(1, 50), min_size=1))
def test_messages_come_out_as_they_went_in_whatever_pieces_they_arrive_in(messages, sizes):
    read = reader(b"".join(map(framed, messages)), sizes)
    assert [read.message() for _ in messages] == messages
    assert read.message() is None


@settings(deadline=None, derandomize=True)
@given(MESSAGES)
def test_what_is_sent_is_ascii_with_the_length_in_bytes(message):
    header, _, content = framed(message).partition(b"\r\n\r\n")
    assert header == b"Content-Length: %d" % len(content)
    assert json.loads(content.decode("ascii")) == message


def test_names_of_fields_may_be_written_in_any_case_and_other_fields_are_passed_over():
    data = b"content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}"
    assert reader(data).message() == {}


def test_text_is_utf_8():
    assert reader(with_header('{"a": "größe"}'.encode())).message() == {"a": "größe"}


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"nonsense", b"[]", b"5", b'"text"', b"null", b'{"a": NaN}', b'{"a": -Infinity}', b"\xff\xfe",
        b'{"a": "\xc3"}', b"[" * 100_000, b'{"a": ' * 100_000, b'{"a": ' + b"9" * 5000 + b"}",
    ],
)  # fmt: skip
def test_a_message_that_is_no_json_object_is_an_error_and_the_next_one_is_read(content):
    read = reader(with_header(content) + framed({"seq": 1}))
    with pytest.raises(MessageError):
        read.message()
    assert read.message() == {"seq": 1}


def test_a_huge_message_is_read_over_without_being_kept(monkeypatch):
    monkeypatch.setattr(messages, "LARGEST", 1000)
    read = reader(with_header(b'{"a": "' + b"x" * 100_000 + b'"}') + framed({"seq": 1}), [77])
    with pytest.raises(MessageError, match=r"a message of 100,009 bytes is not read: at most 1,000"):
        read.message()
    assert read.message() == {"seq": 1}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\r\n\r\n{}", "not a message header"),
        (b"Content-Length: two\r\n\r\n{}", "without a length"),
        (b"Content-Length: -2\r\n\r\n{}", "without a length"),
        (b"Content-Length: 2.0\r\n\r\n{}", "without a length"),
        (b"Content-Length: " + b"9" * 3000 + b"\r\n\r\n{}", "without a length"),
        (b"Content-Type: json\r\n\r\n{}", "without a length"),
        (b"{}\r\n\r\n", "not a message header"),
        (b"Content-Length: 2\n\n{}", "in the middle of a header"),
        (b"Content-Length: 200\r\n\r\n{}", "ends in the middle of a message"),
        (b"Content-Length", "in the middle of a header"),
        (b"x" * 10_000, "no message begins here"),
        (with_header(b"{}", 1) + framed({"seq": 1}), "not a message header"),
    ],
)
def test_where_the_next_message_begins_cannot_be_told_any_more(data, message):
    with pytest.raises(FramingError, match=message):
        read_all(reader(data))


def test_a_web_page_cannot_send_requests():
    """A browser may be made to send any content to a port of this computer, but behind a header of HTTP."""
    page = b"POST / HTTP/1.1\r\nHost: localhost:4711\r\nContent-Length: 51\r\n\r\n"
    with pytest.raises(FramingError):
        reader(page + framed({"seq": 1, "type": "request", "command": "launch"})).message()


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=200), st.lists(st.integers(1, 30), min_size=1))
def test_bytes_of_any_kind_give_messages_or_errors_and_come_to_an_end(data, sizes):
    read = reader(data, sizes)
    for _ in range(len(data) + 1):
        try:
            if read.message() is None:
                return
        except MessageError:
            continue
        except FramingError:
            return
    raise AssertionError("it never ended")
