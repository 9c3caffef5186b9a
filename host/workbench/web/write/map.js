// The map of memory: a cell for every word, or for several; what happened to it last, the brighter the more recently.

import { grouped, make, put } from "./dom.js";

const LIVE = 200; // milliseconds between two looks while the machine runs
const KINDS = ["untouched", "read", "executed", "written"];
const COLOURS = [null, [64, 140, 220], [60, 170, 90], [214, 60, 40]];
const BRIGHT = [[0, 1], [3, 0.75], [25, 0.5]]; // looks up to which a cell is so bright
const OLD = 0.35;
const NOTHING = "What the program touches from now on appears here.";

export class MemoryMap {
  constructor(bench) {
    Object.assign(this, { bench, debug: bench.debug, marks: null, looks: 0, per: 1 });
    this.canvas = make("canvas", { class: "map", tabindex: "0", role: "img", "aria-label": "Map of memory" });
    this.told = make("p", { class: "told", role: "status" });
    const legend = make("span", { class: "legend" }, ...KINDS.slice(1).map((name, number) => make("span", {},
      make("i", { style: `background: rgb(${COLOURS[number + 1]?.join()})` }), name)));
    this.element = make("div", { class: "map-view" },
      make("div", { class: "line" }, make("button", { type: "button", text: "Forget", title: "begin the map anew", onclick: () => this.forget() }), legend), this.canvas, this.told);
    this.canvas.addEventListener("pointermove", (event) => this.tell(this.addressAt(event)));
    this.canvas.addEventListener("click", (event) => this.here(this.addressAt(event)));
    this.canvas.addEventListener("dblclick", (event) => bench.showMemory(`$${this.addressAt(event).toString(16)}`));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.cursor = 0;
  }

  get isSeen() {
    return this.debug.isOpen && this.element.offsetParent !== null;
  }

  equip(machine) {
    Object.assign(this, { machine, marks: null, cursor: 0 });
  }

  async forget() {
    await this.bench.app.client.call("debug.map", true).catch(this.bench.fail);
    this.marks = null;
    this.look();
  }

  /** Ask what has been touched since the last look. */
  async look() {
    clearTimeout(this.timer);
    if (!this.isSeen || this.isLooking) return;
    this.isLooking = true;
    try {
      this.take(await this.bench.app.client.call("debug.map"));
    } catch (error) {
      put(this.told, /** @type {Error} */ (error).message);
    } finally {
      this.isLooking = false;
    }
    if (this.debug.state === "running") this.timer = setTimeout(() => this.look(), LIVE);
  }

  /** Take {size, looks, marks: [[address, kind, look], ...] of what has changed, isNew}. */
  take({ size, looks, changed, isNew }) {
    if (!this.marks || this.marks.length !== size || isNew) this.marks = new Int32Array(size);
    for (let at = 0; at < changed.length; at += 2) this.marks[changed[at]] = changed[at + 1];
    this.looks = looks;
    if (looks === 0) put(this.told, NOTHING);
    else if (this.told.textContent === NOTHING) put(this.told, "");
    this.draw();
  }

  // ---------------------------------------------------------------- drawing

  draw() {
    const { canvas, marks } = this;
    if (!marks || !canvas.clientWidth) return;
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = window.devicePixelRatio || 1;
    [canvas.width, canvas.height] = [w * ratio, h * ratio];
    // cells of a power of two of words, as large as fit
    let per = 1;
    const fits = (words) => {
      const cells = Math.ceil(marks.length / words);
      for (const size of [12, 10, 8, 6, 5, 4, 3]) {
        const columns = 2 ** Math.floor(Math.log2(w / size));
        if (Math.ceil(cells / columns) * size <= h) return { size, columns };
      }
      return null;
    };
    let found = fits(per);
    while (!found && per < marks.length) found = fits((per *= 2));
    Object.assign(this, { per, ...found });
    const c = canvas.getContext("2d");
    c.scale(ratio, ratio);
    const { size, columns } = this;
    c.fillStyle = getComputedStyle(canvas).borderTopColor;
    c.fillRect(0, 0, columns * size, Math.ceil(marks.length / per / columns) * size);
    for (let cell = 0, cells = Math.ceil(marks.length / per); cell < cells; cell++) {
      let mark = 0;
      for (let word = cell * per, end = word + per; word < end; word++) if (marks[word] > mark) mark = marks[word];
      if (!mark) continue;
      const age = this.looks - (mark >> 2);
      const bright = BRIGHT.find(([looks]) => age <= looks)?.[1] ?? OLD;
      c.fillStyle = `rgba(${COLOURS[mark & 3]?.join()},${bright})`;
      c.fillRect((cell % columns) * size, Math.floor(cell / columns) * size, size - (size > 3 ? 1 : 0), size - (size > 3 ? 1 : 0));
    }
    const at = Math.floor(this.cursor / per);
    c.strokeStyle = getComputedStyle(canvas).color;
    c.strokeRect((at % columns) * size - 0.5, Math.floor(at / columns) * size - 0.5, size, size);
  }

  // ---------------------------------------------------------------- hands

  addressAt(event) {
    const area = this.canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - area.left) / this.size);
    const row = Math.floor((event.clientY - area.top) / this.size);
    return (row * this.columns + Math.min(column, this.columns - 1)) * this.per;
  }

  tell(address) {
    if (!this.marks || !(address >= 0) || address >= this.marks.length) return;
    const last = Math.min(this.marks.length, address + this.per) - 1;
    let mark = 0;
    for (let word = address; word <= last; word++) mark = Math.max(mark, this.marks[word]);
    const span = this.per === 1 ? this.bench.number(address) : `${this.bench.number(address)} to ${this.bench.number(last)}`;
    const age = this.looks - (mark >> 2);
    put(this.told, `${span}: ${KINDS[mark & 3]}${mark ? (age ? `, ${grouped(age)} looks ago` : ", just now") : ""}`);
  }

  here(address) {
    if (!this.marks || address >= this.marks.length) return;
    this.cursor = address;
    this.tell(address);
    this.draw();
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns }[event.key];
    if (step) this.here(Math.max(0, this.cursor + step * this.per));
    else if (event.key === "Enter") this.bench.showMemory(`$${this.cursor.toString(16)}`);
    else return;
    event.preventDefault();
  }
}
