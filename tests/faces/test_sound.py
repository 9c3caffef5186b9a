"""What is heard of machines: recipes by their spectra, events by what was printed, the tape by what it holds."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import wave

import numpy as np
import pygame
import pytest

from docs.studies import sound as bench
from emulators.pacing import Pacer
from host import registry
from host.formats import audio, cassette
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.machine import Ibm704
from host.machines.kim1.machine import Kim1
from host.panels.cdc6600.controller import controller as controller_6600
from host.panels.cdc6600.sounds import LINES
from host.panels.cdc6600.view import PRINTED
from host.panels.ibm704.controller import controller as controller_704
from host.panels.kim1.controller import KimController
from host.panels.kim1.sounds import BELL, SOUNDS, STROKE
from host.ui import window
from host.ui.sheet import Sheet
from host.ui.sound import APART, DELAY, RATE, Mode, plan, samples
from host.ui.speaker import BUFFER, TAPE_VOLUME, Ear, Speaker
from host.ui.terminal import Terminal
from tests.faces import invented
from tests.faces.pages import in_node
from tests.faces.user import FRAME, Clock, User

DUMP = {0x17F5: 0x00, 0x17F6: 0x02, 0x17F7: 0x08, 0x17F8: 0x02, 0x17F9: 0x07, 0x00F1: 0x00}  # 0200-0207 as record 07
DATA = bytes([0x00, 0x1D, 0x3A, 0x57, 0x74, 0x91, 0xAE, 0xCB])


def on_a_clock(controller, speed=1.0):
    """Give a controller a clock that tests turn."""
    controller.now = Clock()
    controller.pacer = Pacer(controller, speed, controller.now)
    controller.refresh(still=True)
    return controller


def heard(controller, seconds, ear=None):
    """Let time pass; return what is heard, silence included."""
    ear, parts = ear or Ear(controller), []
    for _ in range(round(seconds / FRAME)):
        controller.now.time += FRAME
        controller.advance()
        before, now = ear._at, ear.listen()
        parts.append(np.zeros(max(0, ear._at - before), np.int16) if now is None else now)
    return np.concatenate(parts)


def spectrum(sound):
    power = np.abs(np.fft.rfft(np.asarray(sound) * np.hanning(len(sound)))) ** 2
    return np.fft.rfftfreq(len(sound), 1 / RATE), power


# ---------------------------------------------------------------- recipes


def test_a_struck_mode_rings_at_its_frequency_and_fades_as_it_says():
    ringing = np.array(samples(plan((Mode(1000, 0.05, 0.5),))))
    frequencies, power = spectrum(ringing)
    assert frequencies[power.argmax()] == pytest.approx(1000, abs=RATE / len(ringing))
    peaks = [np.abs(ringing[round(at * RATE) :][:100]).max() for at in (0.0, 0.05)]
    assert peaks[0] == pytest.approx(0.5, rel=0.03)
    assert peaks[1] / peaks[0] == pytest.approx(np.exp(-1), rel=0.03)
    assert np.abs(ringing[-100:]).max() < 0.5 / 1000  # 60 dB lower at its end


def test_a_rubbed_mode_is_noise_round_its_frequency_as_loud_as_it_says():
    (row,) = plan((Mode(3000, 0.0005, 0.2, rub=1.0),))
    rubbed = np.array(samples([[0, RATE, *row[2:6], 1.0]]))  # a second of it that does not fade
    assert np.sqrt((rubbed[1000:] ** 2).mean()) == pytest.approx(0.2, rel=0.05)
    frequencies, power = spectrum(rubbed)
    near = power[(frequencies > 2000) & (frequencies < 4000)].sum() / power.sum()
    assert near > 0.7
    assert power.max() < 0.05 * power.sum()  # not a tone


def test_the_bell_rings_longer_than_a_stroke_and_on_its_partials():
    bell, stroke = np.array(samples(plan(BELL))), np.array(samples(plan(STROKE)))
    frequencies, power = spectrum(bell)
    assert abs(frequencies[power.argmax()] - BELL[0].hertz) < 5
    assert len(bell) > 1.5 * RATE > 0.3 * RATE > len(stroke)


@pytest.mark.parametrize("machine", ["kim1", "704", "6600"])
def test_every_recipe_is_loud_enough_to_be_heard_and_none_is_cut_off(machine):
    model = registry.find(machine)
    empty = {"program": None} if machine == "kim1" else {"empty": True}
    panel = model.runner().controller(empty).panel
    assert panel.sounds
    assert panel.hear
    for name, recipe in panel.sounds.items():
        assert 0.05 < np.abs(samples(plan(recipe))).max() < 1.0, name


# ---------------------------------------------------------------- the Teletype


def teletype(baud, text, seconds):
    """What a KIM-1 sounds like that echoes a text, with clicks for strokes; and when the characters were complete."""
    kim = Kim1(baud=baud)
    kim.log_on()
    controller = on_a_clock(KimController(kim))
    controller.hear()
    kim.give("type", [text, 0])
    begun, ear, cycles = len(kim.printed), Ear(controller), []
    ear._made["stroke"] = np.ones(1)
    hear = controller.hear
    controller.hear = lambda: [cycles.append(each[1]) or each for each in hear()]
    sound = heard(controller, seconds, ear)
    assert bytes(kim.printed[begun:]).decode() == text
    return np.flatnonzero(sound) / RATE, np.array(cycles) / kim.clock


def test_every_character_has_its_stroke_when_it_is_complete():
    strokes, complete = teletype(110, "1234567890", 2.0)
    assert len(strokes) == len(complete) == 10
    assert np.diff(strokes) == pytest.approx(np.diff(complete), abs=2 / RATE)
    assert np.diff(complete).min() > 10 / 110  # seconds that ten bits take


def test_a_fast_line_rattles_but_its_strokes_stay_apart():
    strokes, complete = teletype(9600, "0" * 300, 1.0)
    assert len(complete) == 300
    assert np.diff(strokes).min() >= APART - 2 / RATE
    assert len(strokes) == pytest.approx((complete[-1] - complete[0]) / APART, abs=2)


@pytest.mark.parametrize(("code", "name"), [(7, "bell"), (13, "return"), (10, "feed"), (32, "space"), (0x41, "stroke"),
                                            (0, "space"), (0x7F, "space"), (0xC1, "stroke")])  # fmt: skip
def test_each_character_has_its_own_sound(code, name):
    controller = KimController(Kim1())
    controller.hear()
    m = controller.machine.m
    m.received[m.received_count % len(m.received)] = code
    m.received_count += 1
    m.last_mark = 12345
    assert controller.hear() == [[name, 12345]]
    assert controller.hear() == []


# ---------------------------------------------------------------- the tape


def recording(speed=1.0):
    """A controller whose KIM-1 begins to dump DATA on the tape, and what is heard until it is done."""
    kim = Kim1()
    for address, value in {**DUMP, **{0x200 + place: byte for place, byte in enumerate(DATA)}}.items():
        kim.poke(address, value)
    kim.press("AD", "1", "8", "0", "0", "GO")
    kim.run(seconds=0.01)
    controller = on_a_clock(KimController(kim), speed)
    controller.command("record")
    ear = Ear(controller)
    sound = heard(controller, 8.5 / speed, ear)
    return controller, ear, sound


@pytest.fixture(scope="module")
def recorded():
    return recording()


def wav(path, sound, rate=RATE):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(sound.tobytes())
    return path.read_bytes()


def test_its_samples_are_those_of_a_wav_file_but_softer(recorded):
    controller, ear, sound = recorded
    step = controller.clock / RATE
    place = ear._cursor - len(sound) * step, step, cassette.HIGH.half_period
    wave = audio.Waveform(controller.machine.recorded, cassette.LOW.half_period, *place)
    wanted = np.array(wave.samples(len(sound))) * TAPE_VOLUME * 32767
    assert sound.any()
    assert np.abs(sound - wanted).max() < 1.0


def test_at_twice_the_speed_the_tones_are_twice_as_high(tmp_path):
    _, _, sound = recording(2.0)
    assert cassette.records(cassette.read_edges(wav(tmp_path / "fast.wav", sound, RATE // 2))) == [
        cassette.Record(id=7, address=0x0200, data=DATA)
    ]


def test_a_machine_that_runs_unevenly_leaves_no_gaps_in_a_tape(recorded, tmp_path):
    """Frames of 5 to 30 ms."""
    kept, _, _ = recorded
    path = tmp_path / "tape.wav"
    kept.machine.save_tape(path)
    controller = on_a_clock(KimController(Kim1()))
    controller.open(str(path))
    controller.command("play")
    ear, parts = Ear(controller), []
    for frame in range(480):
        controller.now.time += 0.005 + 0.025 * (frame * 7 % 11) / 11
        controller.advance()
        if (now := ear.listen()) is not None:
            parts.append(now)
    records = cassette.records(cassette.read_edges(wav(tmp_path / "heard.wav", np.concatenate(parts))))
    assert records[0].data == DATA


# ---------------------------------------------------------------- the 704 and the 6600


def events(controller, seconds, frame=FRAME):
    """Let time pass; return what has sounded: [name, seconds of the machine]."""
    found = []
    for _ in range(round(seconds / frame)):
        controller.now.time += frame
        controller.advance()
        found += [(name, cycle / controller.clock) for name, cycle in controller.hear()]
    return found


def test_cards_are_heard_250_a_minute():
    controller = on_a_clock(controller_704(Ibm704(), "checkers", slow=True))
    found = events(controller, 6)
    assert {name for name, _ in found} == {"card"}
    assert len(found) == controller.machine.m.cards_read
    assert np.diff([second for _, second in found][1:]) == pytest.approx(60 / 250, abs=1e-4)


def test_a_machine_that_runs_ahead_to_its_units_times_is_heard_in_time():
    """The 704 goes to the next row of a card at once, up to a tenth of a second."""
    controller = on_a_clock(controller_704(Ibm704(), "checkers", slow=True))
    ear = Ear(controller)
    ear._made["card"] = np.ones(1)
    clicks = np.flatnonzero(heard(controller, 6, ear)) / RATE
    assert len(clicks) > 20
    assert np.diff(clicks)[1:] == pytest.approx(60 / 250, abs=1e-3)


def test_a_printed_line_is_heard_once():
    controller = on_a_clock(controller_704(Ibm704(), "checkers"))
    events(controller, 1)
    before = len(controller.machine.printed)
    controller.act("board", 17)
    controller.act("board", 24)
    found = events(controller, 600, frame=0.2)  # it thinks for minutes; a card takes 0.24 s
    printed = controller.machine.printed[before:].decode()
    assert [name for name, _ in found].count("line") == printed.count("\n") > 0
    assert [name for name, _ in found].count("card") == 2


def test_every_line_of_output_is_heard_at_the_printers_speed():
    controller = controller_6600(Cdc6600())
    controller.begin("mates", lines=["WHITE KC8 RA1 PB6", "BLACK KA8 BB8 PA7 PB7", *["SOLVE"] * 3])
    on_a_clock(controller)
    found = events(controller, 3)
    assert len(found) == len(controller.machine.text("OUTPUT").splitlines()) > 10
    assert np.diff([second for _, second in found]).min() >= 60 / LINES - 1e-6


def test_what_a_printer_could_not_keep_up_with_is_left_out():
    controller = on_a_clock(controller_6600(Cdc6600()))
    controller.hear()
    controller.ui["paper"]["written"] += 500
    found = controller.hear()
    assert len(found) == PRINTED * LINES // 60
    assert controller.hear() == []


def test_lines_that_have_been_printed_before_are_not_heard(tmp_path):
    """Neither when the sound is switched on, nor in another moment."""
    controller = controller_6600(Cdc6600())
    controller.begin("mates", lines=["WHITE KC8 RA1 PB6", "BLACK KA8 BB8 PA7 PB7", "SOLVE"])
    on_a_clock(controller)
    for _ in range(round(3 / FRAME)):
        controller.now.time += FRAME
        controller.advance()
    ear = Ear(controller)
    assert not heard(controller, 0.5, ear).any()
    controller.save(str(tmp_path / "later.state"))
    controller.open(str(tmp_path / "later.state"))
    controller.refresh()
    assert controller.ui["paper"]["written"] > 2
    assert not heard(controller, 0.5, ear).any()


def test_a_line_waits_until_the_printer_is_done_with_those_before():
    controller = on_a_clock(controller_6600(Cdc6600()))
    found = []
    for _ in range(2):
        controller.ui["paper"]["written"] += 3
        found += [cycle / controller.clock for _, cycle in controller.hear()]
    assert np.diff(found) == pytest.approx([60 / LINES] * 5)


# ---------------------------------------------------------------- when nothing is heard


def sounding(**options):
    """A controller whose machine clicks at every look."""
    controller = invented.controller(sounds=SOUNDS, hear=lambda m, ui: [["stroke", controller.cycles]], **options)
    return controller


def test_above_twice_the_speed_and_in_a_pause_nothing_is_heard():
    controller = sounding()
    assert heard(controller, 0.5).any()
    controller.pacer.speed = 5.0
    assert not heard(controller, 0.5).any()
    controller.pacer.speed = 1.0
    controller.pacer.pause()
    assert not heard(controller, 0.5).any()


def test_what_rings_rings_on_in_a_pause():
    controller = sounding()
    ear = Ear(controller)
    heard(controller, 0.1, ear)
    controller.pacer.pause()
    assert heard(controller, DELAY, ear).any()


def test_what_happened_before_the_sound_was_on_or_in_another_time_is_not_heard():
    controller = invented.controller(
        sounds=SOUNDS, hear=lambda m, ui: [["stroke", controller.cycles - controller.clock]]
    )
    assert not heard(controller, 0.5).any()


def test_after_a_long_wait_only_what_is_new_is_made():
    controller = sounding()
    ear = Ear(controller)
    controller.now.time += 60
    assert ear.listen() is None
    assert len(ear.listen() if controller.advance() else heard(controller, 0.1, ear)) < 0.2 * RATE


# ---------------------------------------------------------------- the device


@pytest.fixture
def no_device(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "there is none")
    yield
    pygame.mixer.quit()


@pytest.fixture
def dummy_device(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


def test_the_button_switches_the_sound_and_is_lit(display):
    user = User(KimController(Kim1()))
    box = user.part("commands").part.places["sound"]
    dark = user.area(box)
    user.click_button("sound")
    assert user.controller.sound
    assert "sound on" in user.controller.notice
    assert user.area(box) != dark
    user.strike("ctrl+f")
    assert not user.controller.sound
    assert user.controller.notice == "sound off"


def test_it_says_above_which_speed_nothing_is_heard(dummy_device):
    controller = sounding()
    controller.command("sound")
    speaker = Speaker(controller)
    speaker.follow()
    assert controller.notice == "sound on"
    controller.pacer.speed = 2.0
    speaker.follow()
    assert controller.notice == "sound on"
    controller.pacer.speed = 5.0
    speaker.follow()
    assert controller.notice == "sound is heard up to x2"
    controller.notice = ""
    speaker.follow()
    assert controller.notice == ""


def test_without_a_device_it_says_so_and_stays_silent(no_device):
    controller = sounding()
    controller.sound = True
    speaker = Speaker(controller)
    speaker.follow()
    assert not controller.sound
    assert controller.notice.startswith("there is no sound device here (")
    controller.notice = ""
    speaker.follow()
    assert controller.notice == ""
    assert not speaker.busy


def test_the_device_is_open_while_the_sound_is_on(dummy_device):
    controller = sounding()
    speaker = Speaker(controller)
    speaker.follow()
    assert pygame.mixer.get_init() is None
    controller.sound = True
    for _ in range(20):
        controller.now.time += FRAME
        controller.advance()
        speaker.follow()
    assert pygame.mixer.get_init() == (RATE, -16, 1)
    assert pygame.mixer.Channel(0).get_busy()
    assert speaker.busy
    controller.sound = False
    speaker.follow()
    assert pygame.mixer.get_init() is None


class Channel:
    """A channel of a mixer that plays a buffer after the other, as SDL's does, on a clock that tests turn."""

    def __init__(self, now):
        self.now, self.heard, self.playing, self.queued, self.began = now, b"", b"", None, now()

    def run(self):
        while len(self.heard) < 2 * int((self.now() - self.began) * RATE / BUFFER) * BUFFER:
            self.heard += self.playing[: 2 * BUFFER].ljust(2 * BUFFER, b"\0")
            self.playing = self.playing[2 * BUFFER :]
            if not self.playing:
                self.playing, self.queued = self.queued or b"", None

    def get_queue(self):
        self.run()
        return self.queued

    def get_busy(self):
        return bool(self.playing)

    def queue(self, sound):
        if self.playing:
            self.queued = sound.get_raw()
        else:
            self.playing = sound.get_raw()


def test_the_device_gets_a_tape_without_gaps(recorded, tmp_path, dummy_device, monkeypatch):
    kept, _, _ = recorded
    path = tmp_path / "tape.wav"
    kept.machine.save_tape(path)
    controller = on_a_clock(KimController(Kim1()))
    controller.open(str(path))
    channel = Channel(controller.now)
    monkeypatch.setattr(pygame.mixer, "Channel", lambda number: channel)
    controller.command("play")
    controller.sound = True
    speaker = Speaker(controller)
    for frame in range(700):
        controller.now.time += 0.010 + 0.015 * (frame * 7 % 11) / 11
        controller.advance()
        speaker.follow()
        channel.run()
    sound = np.frombuffer(channel.heard, np.int16)
    assert cassette.records(cassette.read_edges(wav(tmp_path / "heard.wav", sound)))[0].data == DATA
    silent = np.flatnonzero(sound == 0)
    within = silent[(silent > np.flatnonzero(sound)[0]) & (silent < np.flatnonzero(sound)[-1])]
    assert len(within) < 0.01 * len(sound)  # crossings of zero


def test_samples_that_are_not_played_do_not_gather(dummy_device, monkeypatch):
    """A device that hangs."""
    controller = sounding()
    controller.sound = True
    speaker = Speaker(controller)
    monkeypatch.setattr(speaker, "_play", lambda: None)
    for _ in range(600):
        controller.now.time += FRAME
        controller.advance()
        speaker.follow()
    assert len(speaker._rest) < RATE  # bytes: half a second
    assert len(speaker._ear._ringing) < 100


def test_a_window_plays_while_it_is_shown_and_closes_the_device(dummy_device, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    controller, states = sounding(), []
    controller.sound = True

    def frame(controller):
        controller.now.time += FRAME
        states.append(pygame.mixer.get_init())
        controller.quitting = len(states) == 5

    assert window.run(controller, frame) == 0
    assert states[0] is None  # opened after the first look
    assert states[-1] == (RATE, -16, 1)
    assert pygame.mixer.get_init() is None


SILENT = {
    "a run without a view": "import host.cli.main; host.cli.main.main('kim1 --headless --seconds 0.1'.split())",
    "a picture": (
        "from host.machines.kim1.machine import Kim1; from host.panels.kim1.controller import KimController; "
        "from host.ui import window; "
        "window.screenshot(KimController(Kim1()), '{path}')"
    ),
}


@pytest.mark.parametrize("doing", SILENT)
def test_no_device_is_opened_by(doing, tmp_path):
    script = (
        "import sys\ntry:\n    import pygame\n    pygame.mixer.init = lambda *a, **o: sys.exit('a device is opened')\n"
        "except ImportError:\n    pass\ntry:\n    " + SILENT[doing].format(path=tmp_path / "picture.png") + "\n"
        "except SystemExit as end:\n    assert end.code in (None, 0), end.code\n"
        "assert 'host.ui.speaker' not in sys.modules\nassert not pygame.mixer.get_init()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr


def test_the_benchmark_prints_what_hearing_costs(monkeypatch, capsys):
    monkeypatch.setattr(bench, "SECONDS", 0.2)
    assert bench.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(bench.CASES)
    assert all(re.fullmatch(r".{28} +[\d.]+% +[\d.]+%", line) for line in lines[1:])


# ---------------------------------------------------------------- a page


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")


@needs_node
def test_a_page_makes_the_same_samples():
    controller = KimController(Kim1())
    result = in_node(
        controller,
        "told.made = Object.fromEntries(Object.entries(page.sounds).map(([n, p]) => [n, desk.views.samples(p)]));",
    )
    assert result["told"]["made"] == {name: samples(plan(recipe)) for name, recipe in SOUNDS.items()}


AUDIO = """
told.rung = [];
class Node {
    connect() {}
    start(when) { told.rung.push([this.buffer.length, when]); }
}
class Context {
    state = "running";
    get currentTime() { return time; }
    createBuffer(channels, length, rate) { return { length, copyToChannel() {} }; }
    close() { told.closed = true; }
}
const made = (node, facts) => Object.assign(node, facts);
globalThis.AudioBufferSourceNode = class extends Node { constructor(context, facts) { made(super(), facts); } };
globalThis.GainNode = class extends Node {};
const speaker = new Speaker(desk, () => new Context());
const listen = (seconds) => {
    for (let frame = 0; frame < seconds * 25; frame++) { pass(1 / 30); speaker.follow(); }
};
"""


@needs_node
def test_a_page_rings_for_what_is_printed():
    kim = Kim1(baud=110)
    kim.log_on()
    result = in_node(
        KimController(kim),
        AUDIO
        + """
        listen(1);
        told.before = told.rung.length;
        desk.command("sound");
        listen(0.2);
        desk.act("type", "12345");
        listen(3);
        told.after = told.rung.length;
        told.printed = desk.printed;
        desk.pacer.set_speed(5);
        desk.act("type", "67890");
        listen(3);
        told.fast = told.rung.length;
        told.notice = desk.notice;
        desk.pacer.set_speed(1);
        desk.given = [];
        desk.give("baud", 9600);
        desk.act("type", "0".repeat(100));
        told.slow = told.rung;
        told.rung = [];
        listen(3);
        told.rattled = told.rung.length;
        desk.command("sound");
        speaker.follow();
        """,
    )
    told = result["told"]
    assert told["before"] == 0
    assert told["printed"].endswith("12345")
    assert told["after"] == told["fast"] == 5
    assert told["notice"] == "sound is heard up to x2"
    assert told["closed"]
    assert {length for length, _ in told["rung"]} == {len(samples(plan(STROKE)))}
    assert np.diff([when for _, when in told["slow"]]).min() > 0.09
    assert 0 < told["rattled"] < 100
    assert np.diff([when for _, when in told["rung"]]).min() > APART * 0.99


@needs_node
def test_a_page_without_a_device_says_so():
    result = in_node(
        KimController(Kim1()),
        'const speaker = new Speaker(desk, () => { throw new Error("none"); }); desk.command("sound");'
        "speaker.follow(); told.sound = desk.sound;",
    )
    assert result["notice"] == "there is no sound device here (none)"
    assert not result["told"]["sound"]


# ---------------------------------------------------------------- a terminal


def test_a_terminal_does_not_name_the_command_and_says_why():
    controller = KimController(Kim1())
    assert "Ctrl-F" not in Sheet(controller).help()
    controller.sound = True  # remembered of a window
    app = Terminal(controller, frames=0)

    async def use():
        async with app.run_test() as pilot:
            app.tick()
            assert controller.notice == ""
            await pilot.press("ctrl+f")
            app.tick()

    asyncio.run(use())
    assert controller.notice == "a terminal has no sound but its bell; the window and a page have"
    assert not controller.sound
