"""Chromium and Firefox without a screen, driven by WebDriver BiDi: pages, what they compute, mouse, touch, keyboard.

with Firefox() as browser:
    tab = browser.open(path)
    tab.click(100, 200)
    tab.evaluate("desk.cycles")

A browser reaches this computer only: what it asks of another is refused, and noted in `elsewhere`. Firefox speaks the
protocol by itself, Chromium through its own driver (Debian's package chromium-driver).

Source: https://www.w3.org/TR/webdriver-bidi/ (commands and events), https://www.w3.org/TR/webdriver2/ 17.4.2 (keys).
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import socketserver
import subprocess
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
from websockets.sync.client import ClientConnection, connect

SIZE = 1460, 970
PHONE = 390, 844
PATIENCE = 120  # seconds
WITH_PYTHON = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []  # a browser dies with its tests
EVENTS = ["log.entryAdded", "browsingContext.downloadEnd", "input.fileDialogOpened"]
KEYS = {
    name: chr(code)
    for code, name in {
        0xE003: "Backspace",
        0xE004: "Tab",
        0xE006: "Enter",
        0xE008: "Shift",
        0xE009: "Control",
        0xE00A: "Alt",
        0xE00C: "Escape",
        0xE00E: "PageUp",
        0xE00F: "PageDown",
        0xE010: "End",
        0xE011: "Home",
        0xE012: "ArrowLeft",
        0xE013: "ArrowUp",
        0xE014: "ArrowRight",
        0xE015: "ArrowDown",
        0xE017: "Delete",
        **{0xE030 + number: f"F{number}" for number in range(1, 13)},
    }.items()
}


# What browsers ask of their makers by themselves; fonts and libraries that pages ask for are none of it.
OWN = re.compile(r"\w+ (http://)?(?!fonts\.|ajax\.)([\w-]+\.)*(google|gvt1|googleapis|mozilla)\.(com|org)[:/]")

# Firefox's log has this when a page ends a worker that is running Python; neither page nor worker has an error then.
ENDED = "uncaught exception: undefined"


class Proxy(socketserver.ThreadingTCPServer):
    """Where a browser's requests for other computers arrive: each is noted and refused."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Refused)
        self.asked: list[str] = []


class Refused(socketserver.StreamRequestHandler):
    """A request that goes no further."""

    def handle(self) -> None:
        assert isinstance(self.server, Proxy)
        asked = self.rfile.readline().decode("latin-1").strip()
        if not OWN.match(asked):
            self.server.asked.append(asked)
        self.wfile.write(b"HTTP/1.1 502 elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


class Browser:
    """A browser. A subclass starts the program."""

    program = ""  # its path; "" where it is not installed
    process: subprocess.Popen[str]

    def __enter__(self) -> Browser:
        with ExitStack() as stack:
            self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
            self.downloads = self.folder / "downloads"
            self.downloads.mkdir()
            proxy = stack.enter_context(Proxy())
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            stack.callback(proxy.shutdown)
            self.elsewhere = proxy.asked
            stack.callback(self._end)
            host = f"127.0.0.1:{proxy.server_address[1]}"
            self._number, self.tabs = 0, dict[str, Tab]()
            self._socket = self._start(stack, {"proxyType": "manual", "httpProxy": host, "sslProxy": host})
            self.send("session.subscribe", events=EVENTS)
            allowed = {"type": "allowed", "destinationFolder": str(self.downloads)}
            self.send("browser.setDownloadBehavior", downloadBehavior=allowed)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.send("browser.close")
        self._stack.close()

    def _start(self, stack: ExitStack, proxy: dict[str, str]) -> ClientConnection:
        """Start the program, set `process`; return a connection with a session."""
        raise NotImplementedError

    def _end(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def send(self, method: str, /, **parameters: Any) -> Any:
        """Give the browser a command; return its answer."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv(timeout=PATIENCE))).get("id") != self._number:
            if "method" in answer:  # else it is the late answer to a command that was given up
                self._note(answer["method"], answer["params"])
        assert answer["type"] == "success", f"{method}: {answer['error']}: {answer['message']}"
        return answer["result"]

    def _note(self, event: str, told: dict[str, Any]) -> None:
        """Note an event for the tab in which it happened."""
        tab = self.tabs.get(told["source"].get("context") if event == "log.entryAdded" else told.get("context", ""))
        if tab and event == "log.entryAdded" and told["level"] == "error":
            tab.errors += [told["text"]] if told["text"] != ENDED else []
        elif tab and event == "browsingContext.downloadEnd":
            tab.downloaded.append(Path(told.get("filepath") or ""))
        elif tab and event == "input.fileDialogOpened":
            tab.dialog = told.get("element")

    def open(self, path: Path, hash: str = "") -> Tab:
        """Open a machine's page from its file; wait until it is ready."""
        tab = self.visit(f"{path.as_uri()}{hash}")
        tab.until("window.ready > 0")
        return tab

    def visit(self, address: str, *, profile: str = "default", before: str = "", phone: bool = False) -> Tab:
        """Open any page; wait until it is loaded.

        `before` is a function of JavaScript that each document of this tab runs before its own scripts.
        """
        tab = Tab(self, self.send("browsingContext.create", type="tab", userContext=profile)["context"])
        self.tabs[tab.context] = tab
        tab.resize(*(PHONE if phone else SIZE))
        if phone:
            self._make_phone(tab)
        if before:
            self.send("script.addPreloadScript", functionDeclaration=before, contexts=[tab.context])
        tab.go(address)
        return tab

    def _make_phone(self, tab: Tab) -> None:
        """Give a tab a screen that is touched, where the browser can."""

    def profile(self) -> str:
        """Return a new profile for `visit`: its storage is its own."""
        return str(self.send("browser.createUserContext")["userContext"])

    def processor_seconds(self) -> float:
        """Return the processor time that the browser has taken, all its living processes together."""
        first, total = psutil.Process(self.process.pid), 0.0
        for each in (first, *first.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):  # a page's process may end at any time
                times = each.cpu_times()
                total += times.user + times.system
        return total


class Chromium(Browser):
    """Chromium with its driver."""

    program = bool(shutil.which("chromium")) * (shutil.which("chromedriver") or "")

    def _start(self, stack: ExitStack, proxy: dict[str, str]) -> ClientConnection:
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder / 'profile'}"]
        options.append("--remote-debugging-pipe")  # Chromium ends when its driver does
        self.process = subprocess.Popen([*WITH_PYTHON, self.program, "--port=0"], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        port = next(line.split()[-1].strip(".") for line in self.process.stdout if "successfully on port" in line)
        wanted = {"webSocketUrl": True, "goog:chromeOptions": {"args": options}, "proxy": proxy}
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/session",
            json.dumps({"capabilities": {"alwaysMatch": wanted}}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(asked) as answer:
            address = json.load(answer)["value"]["capabilities"]["webSocketUrl"]
        return stack.enter_context(connect(address, max_size=None, proxy=None))

    def _make_phone(self, tab: Tab) -> None:
        self.send("emulation.setTouchOverride", maxTouchPoints=5, contexts=[tab.context])
        session = tab.send("goog:cdp.getSession")["session"]
        hidden = {"method": "Emulation.setScrollbarsHidden", "params": {"hidden": True}}
        self.send("goog:cdp.sendCommand", session=session, **hidden)


class Firefox(Browser):
    """Firefox, which needs no driver."""

    program = shutil.which("firefox-esr") or shutil.which("firefox") or ""

    def _start(self, stack: ExitStack, proxy: dict[str, str]) -> ClientConnection:
        profile = self.folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text('user_pref("dom.w3c_touch_events.enabled", 1);\n', "utf-8")
        options = ["--headless", "--no-remote", "--remote-debugging-port=0"]
        self.process = subprocess.Popen(
            [*WITH_PYTHON, self.program, *options, "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        told, end = profile / "WebDriverBiDiServer.json", time.monotonic() + PATIENCE
        while not (told.exists() and told.stat().st_size):
            assert time.monotonic() < end, "Firefox has not started"
            time.sleep(0.05)
        port = json.loads(told.read_text("utf-8"))["ws_port"]
        self._socket = stack.enter_context(connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None))
        self.send("session.new", capabilities={"alwaysMatch": {"proxy": proxy}})
        return self._socket


class Tab:
    """A page that is open."""

    def __init__(self, browser: Browser, context: str) -> None:
        self.browser, self.context = browser, context
        self.errors: list[str] = []  # of scripts, and what they have told the console as errors
        self.downloaded: list[Path] = []
        self.dialog: Any = None  # the element that has asked for files

    def send(self, method: str, /, **parameters: Any) -> Any:
        return self.browser.send(method, context=self.context, **parameters)

    def go(self, address: str) -> None:
        """Open another page here; wait until it is loaded."""
        self.send("browsingContext.navigate", url=address, wait="complete")

    def reload(self) -> None:
        self.send("browsingContext.reload", wait="complete")

    def close(self) -> None:
        del self.browser.tabs[self.context]
        self.send("browsingContext.close")

    def evaluate(self, text: str) -> Any:
        """Return the value of an expression of JavaScript, a promise's when it is kept."""
        answer = self.browser.send(
            "script.evaluate",
            expression=text,
            target={"context": self.context},
            awaitPromise=True,
            userActivation=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return plain(answer["result"])

    def frame(self) -> Tab:
        """Return the page in the newest frame."""
        end = time.monotonic() + PATIENCE
        while not (
            frames := self.browser.send("browsingContext.getTree", root=self.context)["contexts"][0]["children"]
        ):
            assert time.monotonic() < end, "there is no frame"
            time.sleep(0.05)
        return Tab(self.browser, frames[-1]["context"])

    def until(self, condition: str, seconds: float = PATIENCE) -> None:
        """Wait until an expression is true, of the page that is here then."""
        end, pause = time.monotonic() + seconds, 0.02
        while not self._is(condition):
            assert time.monotonic() < end, f"{condition} never was true: {self.evaluate('document.body.innerText')}"
            time.sleep(pause := min(1.3 * pause, 0.2))  # each question costs the browser some milliseconds

    def _is(self, condition: str) -> bool:
        try:
            return bool(self.evaluate(condition))
        except AssertionError as error:
            if "find context" in str(error):  # another page is being opened
                return False
            raise

    def resize(self, width: int, height: int) -> None:
        self.send("browsingContext.setViewport", viewport={"width": width, "height": height})

    def media(self, **features: str) -> None:
        """Say what the user prefers: `media(color_scheme="dark", forced_colors="active")`. Chromium only."""
        names = {name: name if name == "forced_colors" else f"prefers_{name}" for name in features}
        given = {names[name].replace("_", "-"): value for name, value in features.items()}
        self.browser.send("emulation.setMediaFeaturesOverride", features=given, contexts=[self.context])

    def offline(self, really: bool = True) -> None:
        """Take the network away from this tab, or give it back."""
        given = {"type": "offline"} if really else None
        self.browser.send("emulation.setNetworkConditions", networkConditions=given, contexts=[self.context])

    def picture(self, path: Path) -> None:
        """Write what the tab shows, as a PNG."""
        path.write_bytes(base64.b64decode(self.send("browsingContext.captureScreenshot")["data"]))

    # ------------------------------------------------------------ hands

    def _act(self, kind: str, *actions: dict[str, Any], **more: Any) -> None:
        self.send("input.performActions", actions=[{"type": kind, "id": kind, **more, "actions": list(actions)}])

    def click(self, x: float, y: float, *, touch: bool = False) -> None:
        self.drag((x, y), touch=touch)

    def touch(self, x: float, y: float) -> None:
        self.drag((x, y), touch=True)

    def hover(self, x: float, y: float) -> None:
        self._act("pointer", {"type": "pointerMove", "x": round(x), "y": round(y)})

    def drag(self, first: tuple[float, float], *others: tuple[float, float], touch: bool = False) -> None:
        """Press at a point, move to the others, release there."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in (first, *others)]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        more = {"id": "finger", "parameters": {"pointerType": "touch"}} if touch else {}
        self._act("pointer", moves[0], down, *moves[1:], up, **more)

    def key(self, key: str) -> None:
        """Press a key of the keyboard by its name in browsers, after others that are held: "Control+Shift+F"."""
        *held, last = key.split("+") if len(key) > 1 else [key]
        values = [KEYS.get(each, each) for each in (*held, last)]
        downs = [{"type": "keyDown", "value": each} for each in values]
        self._act("key", *downs, *({"type": "keyUp", "value": each} for each in reversed(values)))

    def type(self, text: str) -> None:
        """Press the keys of a text, one after the other."""
        letters = text.replace("\n", KEYS["Enter"])
        self._act("key", *({"type": kind, "value": each} for each in letters for kind in ("keyDown", "keyUp")))

    def middle(self, element: str) -> tuple[float, float]:
        """Return the point in the middle of an element, an expression of JavaScript, when it is there to be seen."""
        self.until(f"!!({element})")
        x, y = self.evaluate(f"""(async () => {{
            const middle = () => {{
                const element = {element};
                if (!element) return [NaN, NaN];
                element.scrollIntoView({{ block: "nearest", inline: "nearest", behavior: "instant" }});
                const box = element.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }};
            let [before, now] = [[NaN, NaN], middle()];
            while (before.some((each, axis) => each !== now[axis])) {{ // it may move while the page is laid out
                await new Promise((resolve) => setTimeout(resolve, 30));
                [before, now] = [now, middle()];
            }}
            return now;
        }})()""")
        return x, y

    def press(self, element: str, *, touch: bool = False) -> None:
        """Click on an element, an expression of JavaScript, or touch it."""
        self.click(*self.middle(element), touch=touch)

    def give_files(self, *paths: Path) -> None:
        """Choose files in the dialog that the page has just opened."""
        end = time.monotonic() + PATIENCE
        while not self.dialog:
            assert time.monotonic() < end, "the page has not asked for files"
            time.sleep(0.05)
            self.evaluate("null")  # events arrive with answers
        self.send("input.setFiles", element=self.dialog, files=list(map(str, paths)))
        self.dialog = None

    def download(self) -> Path:
        """Return the file that the page has just given."""
        end = time.monotonic() + PATIENCE
        while not self.downloaded:
            assert time.monotonic() < end, "the page has given no file"
            time.sleep(0.05)
            self.evaluate("null")
        return self.downloaded.pop(0)

    # ------------------------------------------------------------ pages of a machine

    def place(self, part: str, what: str | int) -> Any:
        """Return where an item of a part is on the page: a cell of a board, a key, a command's button."""
        return self.evaluate(f"""(() => {{
            const part = panelView.panes.flatMap((pane) => pane.parts).find((each) => each.name === "{part}");
            const what = {json.dumps(what)};
            const box = part.kind === "Board" ? fieldOf(part).squareOf(what)
                : part.kind === "Keys" ? part.keys.find((key) => key.name === what).box : part.places[what];
            const [x, y] = centre(box);
            const area = panelView.canvas.getBoundingClientRect();
            return [area.left + x * panelView.factor + panelView.left, area.top + y * panelView.factor];
        }})()""")

    def touch_on(self, part: str, what: str | int) -> None:
        self.touch(*self.place(part, what))

    def click_on(self, part: str, what: str | int) -> None:
        self.click(*self.place(part, what))

    def state(self) -> Any:
        """Return what the page has been given and what the machine is, at one moment."""
        return self.evaluate("""({
            given: desk.given, cycles: desk.cycles, printed: desk.printed, error: desk.error, shown: desk.shown,
            record: btoa(Array.from(desk.hand.bytes, (each) => String.fromCharCode(each)).join("")),
        })""")


def plain(value: dict[str, Any]) -> Any:
    """Return a value of JavaScript from its form in the protocol; an object's keys are texts."""
    match value:
        case {"type": "array", "value": items}:
            return [plain(each) for each in items]
        case {"type": "object", "value": items}:
            return {key: plain(each) for key, each in items}
        case {"type": "node"}:
            return value
        case {"type": "number", "value": str(name)}:
            return float(name.replace("Infinity", "inf"))
        case {"type": "bigint", "value": digits}:
            return int(digits)
        case {"value": simple}:
            return simple
    return None
