"""Chromium without a screen, driven through its debugging pipe: a page, what it computes, mouse, touch and keyboard.

with Chromium() as chromium:
    tab = chromium.open(path)
    tab.click(100, 200)
    tab.evaluate("desk.cycles")
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
SIZE = 1460, 970
PATIENCE = 40  # seconds
WITH_PIPE = """if True:
    import os, sys
    from fcntl import F_DUPFD, fcntl
    given = [fcntl(int(each), F_DUPFD, 10) for each in sys.argv[1:3]]
    for number, each in zip((3, 4), given):
        os.dup2(each, number)
    os.execv(sys.argv[3], sys.argv[3:])
"""  # the pipe's two ends are files 3 and 4


class Chromium:
    """A browser."""

    def __enter__(self) -> Chromium:
        self.folder = tempfile.TemporaryDirectory(prefix="chromium")
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        options = [
            *("--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"),
            *(f"--user-data-dir={self.folder.name}", f"--window-size={SIZE[0]},{SIZE[1]}", "about:blank"),
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-c", WITH_PIPE, str(to_browser), str(from_browser), PROGRAM, *options],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._received, self._number = b"", 0
        return self

    def __exit__(self, *error: object) -> None:
        self.send("Browser.close")
        self.process.wait(20)
        os.close(self._to)
        os.close(self._from)
        self.folder.cleanup()

    def send(self, method: str, session: str | None = None, **parameters: Any) -> Any:
        """Let the browser do something; return its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        os.write(self._to, json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            pass  # events
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._received:
            received = os.read(self._from, 1 << 16)
            assert received, "chromium has ended"
            self._received += received
        message, _, self._received = self._received.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def open(self, path: Path, hash: str = "") -> Tab:
        """Open a machine's page from its file; wait until it is ready."""
        tab = self.visit(f"{path.as_uri()}{hash}")
        tab.until("window.ready > 0")
        return tab

    def visit(self, address: str) -> Tab:
        """Open any page; wait until it is loaded."""
        target = self.send("Target.createTarget", url=address)["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session)
        tab.send("Runtime.enable")
        tab.until("location.href !== 'about:blank' && document.readyState === 'complete'")
        return tab


class Tab:
    """A page that is open."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self.browser, self.session = browser, session

    def send(self, method: str, **parameters: Any) -> Any:
        return self.browser.send(method, self.session, **parameters)

    def evaluate(self, text: str) -> Any:
        """Return the value of an expression of JavaScript, a promise's when it is kept."""
        answer = self.send("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def frame(self) -> Tab:
        """Return the page in the newest frame that runs apart from the page around it, as one with `sandbox` does."""
        end = time.monotonic() + PATIENCE
        frames: list[dict[str, Any]] = []
        while not frames:
            assert time.monotonic() < end, "there is no such frame"
            targets = self.browser.send("Target.getTargets")["targetInfos"]
            frames = [each for each in targets if each["type"] == "iframe"]
        target = frames[-1]["targetId"]
        return Tab(self.browser, self.browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def until(self, condition: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"{condition} never was true: {self.evaluate('self.desk?.shown.now')}"
            time.sleep(0.05)

    def processor_seconds(self) -> float:
        """Return the processor time that the browser has taken, all its processes together."""
        return float(sum(each["cpuTime"] for each in self.browser.send("SystemInfo.getProcessInfo")["processInfo"]))

    # ------------------------------------------------------------ hands

    def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def touch(self, x: float, y: float) -> None:
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key: str, **more: Any) -> None:
        """Press a key of the keyboard, by the name that browsers give it."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **more)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, **more)

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

    def screen(self, width: int, height: int) -> None:
        """Make it the screen of a telephone, in CSS pixels."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
        self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        self.until(f"innerWidth === {width} && panelView.stage.clientHeight <= {height}")
        self.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")  # it is drawn

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
