// The time line: how far the known past reaches, where the machine is in it, inputs and stops; dragged, it goes there.

import { attribute, grouped, Latest, make, put } from "./dom.js";

const LIVE = 500; // milliseconds between two looks while the machine runs
const PAGE = 20; // shares of the line that a Page key goes

/** Write a time of the machine: 0.000012 s as 12 µs. */
export function duration(seconds) {
  const [factor, unit, digits] = seconds < 1e-3 ? [1e6, "µs", 0] : seconds < 1 ? [1e3, "ms", 3] : [1, "s", 3];
  return `${(seconds * factor).toFixed(digits)} ${unit}`;
}

export class Timeline {
  /** @param {(error: Error) => void} fail is told what went wrong */
  constructor(debug, fail) {
    Object.assign(this, { debug, fail, time: null, wanted: null, drawn: "" });
    this.travelling = new Latest((cycle) => this.go(cycle));
    this.marks = make("canvas", { class: "marks", "aria-hidden": "true" });
    this.knob = make("div", {
      class: "knob", role: "slider", tabindex: "0", "aria-label": "Time of the machine", "aria-orientation": "horizontal",
    });
    this.line = make("div", { class: "line" }, this.marks, this.knob);
    [this.start, this.now, this.end] = ["start", "now", "end"].map((name) => make("span", { class: name }));
    this.element = make("div", { class: "timeline", role: "group", "aria-label": "Time line", hidden: true },
      this.start, this.line, this.end, this.now);
    this.line.addEventListener("pointerdown", (event) => this.grab(event));
    this.line.addEventListener("pointermove", (event) => this.line.hasPointerCapture(event.pointerId) && this.drag(event));
    this.line.addEventListener("lostpointercapture", () => this.release());
    this.knob.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw(true)).observe(this.line);
    for (const name of ["state", "stopped", "values"]) debug.on(name, () => this.looking.ask(null));
    this.looking = new Latest(() => this.look());
    this.timer = 0;
  }

  focus() {
    this.knob.focus();
  }

  /** Ask where the history is; while the machine runs, again and again. */
  async look() {
    clearTimeout(this.timer);
    const { debug } = this;
    this.element.hidden = !debug.isOpen;
    attribute(this.line, "aria-busy", debug.state === "travelling");
    if (!debug.isOpen) return;
    try {
      if (debug.state !== "travelling") this.time = await debug.timeline();
    } catch {
      return; // the program has ended meanwhile
    }
    this.draw();
    if (debug.state === "running") this.timer = setTimeout(() => this.looking.ask(null), LIVE);
  }

  // ------------------------------------------------------------ drawing

  draw(again = false) {
    if (!this.time || this.element.hidden) return;
    const { start, end, clock, inputs = [], stops = [] } = this.time;
    const now = this.wanted ?? this.time.now;
    const said = JSON.stringify([start, now, end, inputs.length, stops.length, this.line.clientWidth]);
    if (said === this.drawn && !again) return;
    this.drawn = said;
    const share = (cycle) => (end > start ? (cycle - start) / (end - start) : 1);
    this.knob.style.left = `${100 * share(now)}%`;
    put(this.start, duration(start / clock));
    put(this.end, duration(end / clock));
    put(this.now, `cycle ${grouped(now)}`);
    this.start.title = `the past is known from cycle ${grouped(start)}: ${duration((now - start) / clock)} before now`;
    this.end.title = end > now ? `the known future ends at cycle ${grouped(end)}; another input begins another future` : "now is the end of what is known";
    attribute(this.knob, "aria-valuemin", start);
    attribute(this.knob, "aria-valuemax", end);
    attribute(this.knob, "aria-valuenow", now);
    attribute(this.knob, "aria-valuetext",
      `cycle ${grouped(now)}, ${duration(now / clock)}; the past reaches back ${duration((now - start) / clock)}${end > now ? `, the known future ${duration((end - now) / clock)}` : ""}`);
    this.paint(share, now, inputs, stops);
  }

  paint(share, now, inputs, stops) {
    const { marks, line } = this;
    const [w, h] = [line.clientWidth, line.clientHeight];
    const ratio = window.devicePixelRatio || 1;
    [marks.width, marks.height] = [w * ratio, h * ratio];
    const c = marks.getContext("2d");
    const { color: past, borderTopColor: future, outlineColor: input, caretColor: stop } = getComputedStyle(marks); // of debug.css
    c.scale(ratio, ratio);
    c.fillStyle = future;
    c.fillRect(0, h / 2 - 2, w, 4);
    c.fillStyle = past;
    c.fillRect(0, h / 2 - 2, w * share(now), 4);
    for (const [cycles, colour, top] of [[inputs, input, h / 2 - 9], [stops, stop, h / 2 + 4]]) {
      c.fillStyle = colour;
      let last = -2;
      for (const cycle of cycles) {
        const at = Math.round(w * share(cycle));
        if (at - last >= 2) c.fillRect((last = at), top, 1.5, 5);
      }
    }
  }

  // ------------------------------------------------------------ hands

  grab(event) {
    if (!this.time) return;
    this.line.setPointerCapture(event.pointerId);
    this.isDragged = true;
    this.knob.focus();
    event.preventDefault();
    this.drag(event);
  }

  drag(event) {
    const area = this.line.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - area.left) / area.width));
    const { start, end } = this.time;
    this.ask(Math.round(start + share * (end - start)));
  }

  /** A way that was too long to be gone while dragging is asked for now. */
  release() {
    this.isDragged = false;
    if (this.tooFar !== undefined) this.ask(this.tooFar);
  }

  key(event) {
    if (!this.time || event.ctrlKey || event.altKey || event.metaKey) return;
    const { start, now, end } = this.time;
    const page = Math.max(1, Math.round((end - start) / PAGE));
    const ways = { Home: start, End: end, PageUp: Math.min(end, now + page), PageDown: Math.max(start, now - page) };
    if (event.key in ways) this.ask(ways[event.key]);
    else if (event.key === "ArrowLeft" || event.key === "ArrowDown") this.step("back instruction");
    else if (event.key === "ArrowRight" || event.key === "ArrowUp") this.step("instruction");
    else return;
    event.preventDefault();
  }

  step(move) {
    this.debug.act(move).catch(this.fail);
  }

  ask(cycle) {
    this.tooFar = undefined;
    this.wanted = cycle;
    this.draw();
    this.travelling.ask(cycle);
  }

  async go(cycle) {
    try {
      if (this.debug.state === "running") await this.debug.pauseAndWait();
      await this.debug.travel(cycle, { asks: !this.isDragged });
    } catch (error) {
      if (/** @type {any} */ (error).kind === "LongWay") this.tooFar = cycle;
      else this.fail(error);
    }
    if (!this.travelling.waits) this.wanted = null;
    await this.looking.ask(null);
  }
}

