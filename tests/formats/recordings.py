"""Recordings made without our code, from the numbers of the KIM-1 User Manual alone."""

import io
import wave

import numpy as np

HIGH, LOW = 3672.0, 2425.0  # Hz
SLOTS = {0: ((HIGH, 9), (HIGH, 9), (LOW, 6)), 1: ((HIGH, 9), (LOW, 6), (LOW, 6))}  # (tone, cycles)


def characters(id, address, data, syns=100):
    """The characters of a record."""
    total = address % 256 + address // 256 + sum(data)
    text = "*%02X%02X%02X%s/%02X%02X" % (  # noqa: UP031 - as the manual prints it
        id, address % 256, address // 256, bytes(data).hex().upper(), total % 256, total // 256 % 256)  # fmt: skip
    return b"\x16" * syns + text.encode() + b"\x04\x04"


def sound(text, rate, speed=1.0, hypertape=1, shape="sine", before=0.2):
    """Samples between -1 and 1: tones that follow each other without a jump, `speed` times too fast."""
    slots = [slot for code in text for place in range(8) for slot in SLOTS[code >> place & 1]]
    lengths = np.array([cycles / hypertape / (tone * speed) for tone, cycles in slots])
    ends = before + np.concatenate([[0], np.cumsum(lengths)])
    cycles = np.concatenate([[0], np.cumsum([cycles / hypertape for _, cycles in slots])])
    at = np.arange(int((ends[-1] + 0.2) * rate)) / rate
    signal = np.sin(2 * np.pi * np.interp(at, ends, cycles)) * ((at > ends[0]) & (at < ends[-1]))
    return np.sign(signal) if shape == "square" else signal


def wav(*channels, rate, bits=16):
    """A WAV file by the standard library. Samples beyond -1 and 1 are clipped."""
    top = (1 << bits - 1) - 1
    values = np.rint(np.clip(np.stack(channels, axis=1), -1, 1) * top).astype("<i8") + (128 if bits == 8 else 0)
    target = io.BytesIO()
    with wave.open(target, "wb") as writer:
        writer.setnchannels(len(channels))
        writer.setsampwidth(bits // 8)
        writer.setframerate(rate)
        writer.writeframes(values.reshape(-1).view(np.uint8).reshape(-1, 8)[:, : bits // 8].tobytes())
    return target.getvalue()
