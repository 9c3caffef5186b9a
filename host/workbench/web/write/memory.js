// Memory: words in the machine's radix, and as text. Changes since the last stop are marked; typed digits edit.

import { askFor, fromBase64, menuAt } from "./dialogs.js";
import { attribute, make, put } from "./dom.js";
import { digits, wordsOf } from "./words.js";

const ROW = 22; // pixels
const LIVE = 250; // milliseconds between two looks while the machine runs
const BYTE = 8; // bits of a word that is a character of ASCII
const CODE = 6; // bits of a character elsewhere

export class Memory {
  /**
   * @param {{choose(expression: string): void, lastWrite(expression: string): void, fail(error: Error): void,
   *   watch(expression: string): void, numbers(first: number, count: number, view: string): Promise<string[]>}} bench
   */
  constructor(debug, bench) {
    Object.assign(this, { debug, bench, machine: null, perRow: 16, here: 0, typed: "", words: new Map(), texts: new Map(), view: "words", before: new Map(), rows: [], follow: "" });
    this.field = make("input", { type: "text", "aria-label": "Go to an address, a label or an expression", placeholder: "address, label or expression", spellcheck: "false", autocomplete: "off" });
    const go = make("form", { class: "line", onsubmit: (event) => (event.preventDefault(), this.goTo(this.field.value)) },
      this.field,
      make("button", { type: "submit", text: "Go to" }),
      make("button", { type: "button", text: "Follow", title: "keep the expression's place in sight at each stop", onclick: (event) => this.setFollow(event.target) }),
      make("button", { type: "button", text: "Last write", onclick: () => bench.lastWrite(this.expression) }),
      make("button", { type: "button", text: "More", "aria-haspopup": "menu", onclick: (event) => this.menu(event.target.getBoundingClientRect().left, event.target.getBoundingClientRect().bottom) }));
    this.views = make("select", { "aria-label": "Words as", onchange: () => this.setView(this.views.value) });
    go.append(this.views);
    this.told = make("p", { class: "told", role: "status" });
    this.sheet = make("div", { class: "sheet" });
    this.grid = make("div", { class: "memory", role: "grid", tabindex: "0", "aria-label": "Memory" }, this.sheet);
    this.element = make("div", { class: "memory-view" }, go, this.grid, this.told);
    this.grid.addEventListener("scroll", () => this.look());
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("click", (event) => this.click(event));
    this.grid.addEventListener("dblclick", () => this.change());
    this.grid.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.click(event);
      this.menu(event.clientX, event.clientY);
    });
    new ResizeObserver(() => this.fit()).observe(this.grid);
  }

  get expression() {
    return `[${this.number(this.here)}]`;
  }

  number(address) {
    const { radix, address_bits: bits } = this.machine;
    return digits(address, radix, bits);
  }

  // ------------------------------------------------------------ what is in sight

  equip(machine) {
    this.machine = machine;
    this.views.replaceChildren(...machine.views.map(({ name, title }) => make("option", { value: name, text: title })));
    this.view = machine.views.some(({ name }) => name === this.view) ? this.view : "words";
    this.views.value = this.view;
    this.words.clear();
    this.before.clear();
    this.here = machine.start ?? 0;
    this.drawn = null;
    this.fit();
    this.reveal(this.here);
  }

  fit() {
    if (!this.machine || !this.grid.clientWidth) return;
    const { word_bits: bits } = this.machine;
    const sign = (this.probe ??= this.measure());
    const each = this.width + 1 + (bits === BYTE ? 1.2 : bits / CODE);
    const room = this.grid.clientWidth / sign - this.number(0).length - 4;
    const perRow = [32, 16, 8, 4, 2, 1].find((count) => count * each <= room) ?? 1;
    const row = Math.max(ROW, matchMedia("(pointer: coarse)").matches ? 32 : 0);
    if (perRow !== this.perRow || row !== this.row) {
      [this.perRow, this.row] = [perRow, row];
      const top = this.here;
      this.sheet.style.height = `${Math.ceil((this.machine.top + 1) / perRow) * row}px`;
      this.reveal(top);
    }
    this.build();
    this.look();
  }

  /** Characters of a word in sight. */
  get width() {
    const { radix, word_bits: bits, views } = this.machine;
    return views.find(({ name }) => name === this.view).width ?? digits(0, radix, bits).length;
  }

  setView(view) {
    this.view = view;
    this.texts.clear();
    this.fit();
  }

  /** A word as characters. */
  characters(word) {
    const { word_bits: bits, characters } = this.machine;
    if (!characters) return word >= 32n && word < 127n ? String.fromCharCode(Number(word)) : "·";
    let text = "";
    for (let at = bits - CODE; at >= 0; at -= CODE) text += characters[Number((word >> BigInt(at)) & 63n)];
    return text;
  }

  /** A word as the view has it; "" while it is not known. */
  shown(address) {
    const { radix, word_bits: bits } = this.machine;
    const word = this.words.get(address);
    if (word === undefined) return "";
    return this.view === "words" ? digits(word, radix, bits) : (this.texts.get(address) ?? "").padStart(this.width);
  }

  measure() {
    const probe = make("span", { class: "probe", text: "0".repeat(100) });
    this.grid.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    return width || 8;
  }

  /** Make as many rows as are in sight. */
  build() {
    const count = Math.ceil(this.grid.clientHeight / this.row) + 1;
    if (this.rows.length === count && this.rows[0]?.cells.length === this.perRow) return;
    this.rows = Array.from({ length: count }, () => {
      const cells = Array.from({ length: this.perRow }, () => make("span", { role: "gridcell", class: "word" }));
      const address = make("span", { role: "rowheader", class: "address" });
      const text = make("span", { role: "gridcell", class: "text" });
      const element = make("div", { role: "row", class: "row" }, address, ...cells, text);
      return { element, address, cells, text, first: -1 };
    });
    this.sheet.replaceChildren(...this.rows.map(({ element }) => element));
    attribute(this.grid, "aria-rowcount", Math.ceil((this.machine.top + 1) / this.perRow));
  }

  get first() {
    return Math.floor(this.grid.scrollTop / this.row) * this.perRow;
  }

  get isSeen() {
    return this.machine && this.grid.offsetParent !== null && this.debug.isOpen;
  }

  /** Read and draw what is in sight; one look at a time. */
  async look() {
    if (!this.isSeen || this.isLooking) return void (this.again = this.isLooking);
    this.isLooking = true;
    try {
      const { first } = this;
      const count = Math.min(this.rows.length * this.perRow, this.machine.top + 1 - first);
      const size = Math.ceil(this.machine.word_bits / 8);
      const { data = "" } = await this.debug.dap.request("readMemory", { memoryReference: `0x${first.toString(16)}`, count: count * size });
      wordsOf(fromBase64(data), this.machine.word_bits).forEach((word, number) => this.words.set(first + number, word));
      if (this.view !== "words") {
        const texts = await this.bench.numbers(first, count, this.view);
        texts.forEach((text, number) => this.texts.set(first + number, text));
      }
      this.draw(first);
    } catch (error) {
      put(this.told, error.message);
    } finally {
      this.isLooking = false;
    }
    if (this.again) {
      this.again = false;
      this.look();
    }
  }

  /** The machine stands somewhere else: mark what has changed. */
  async refresh(isNew = true) {
    if (isNew) {
      this.before = this.words;
      this.words = new Map(this.words);
    }
    if (this.follow && this.debug.isStopped) await this.find(this.follow).then((address) => this.reveal(address), () => {});
    await this.look();
  }

  /** While it runs: a look now and then. */
  live() {
    clearTimeout(this.timer);
    if (this.debug.state !== "running") return;
    this.timer = setTimeout(() => this.look().then(() => this.live()), LIVE);
  }

  // ------------------------------------------------------------ drawing

  draw(first) {
    const { radix, word_bits: bits, top } = this.machine;
    this.rows.forEach((row, number) => {
      const start = first + number * this.perRow;
      row.element.style.transform = `translateY(${(start / this.perRow) * this.row}px)`;
      row.element.hidden = start > top;
      put(row.address, start > top ? "" : this.number(start));
      attribute(row.element, "aria-rowindex", start / this.perRow + 1);
      let text = "";
      row.cells.forEach((cell, place) => {
        const address = start + place;
        const word = this.words.get(address);
        const isHere = address === this.here;
        put(cell, word === undefined || address > top ? "" : isHere && this.typed ? this.typed.padEnd(digits(word, radix, bits).length, "_") : this.shown(address));
        cell.className = `word${isHere ? " here" : ""}${this.before.has(address) && this.before.get(address) !== word ? " changed" : ""}`;
        cell.dataset.address = String(address);
        if (isHere) {
          cell.id = "memory-here";
          attribute(this.grid, "aria-activedescendant", "memory-here");
        } else cell.removeAttribute("id");
        if (word !== undefined && address <= top) text += this.characters(word);
      });
      put(row.text, text);
    });
  }

  reveal(address) {
    this.here = Math.max(0, Math.min(this.machine.top, address));
    const at = Math.floor(this.here / this.perRow) * this.row;
    const { scrollTop, clientHeight } = this.grid;
    if (at < scrollTop || at + this.row > scrollTop + clientHeight) this.grid.scrollTop = Math.max(0, at - Math.floor(clientHeight / 3 / this.row) * this.row);
    if (this.isSeen) this.draw(this.first);
    this.look();
  }

  // ------------------------------------------------------------ places

  async find(expression) {
    const { memoryReference, result } = await this.debug.evaluate(expression);
    if (!memoryReference) throw new Error(`'${expression}' is ${result}, which is no place in memory`);
    return Number(memoryReference);
  }

  async goTo(expression) {
    if (!this.machine || !expression.trim()) return;
    try {
      this.reveal(await this.find(expression.trim()));
      put(this.told, "");
      this.grid.focus();
    } catch (error) {
      put(this.told, error.message);
    }
  }

  setFollow(button) {
    this.follow = this.follow ? "" : this.field.value.trim();
    attribute(button, "aria-pressed", String(Boolean(this.follow)));
    put(this.told, this.follow ? `${this.follow} stays in sight at each stop` : "");
    if (this.follow) this.goTo(this.follow);
  }

  // ------------------------------------------------------------ hands

  click(event) {
    const cell = event.target.closest("[data-address]");
    if (!cell) return;
    this.typed = "";
    this.here = Number(cell.dataset.address);
    this.chosen();
  }

  chosen() {
    this.bench.choose(this.expression);
    this.draw(this.first);
  }

  key(event) {
    if (!this.machine || event.ctrlKey || event.altKey || event.metaKey) return;
    const { perRow } = this;
    const page = Math.max(1, Math.floor(this.grid.clientHeight / this.row) - 1) * perRow;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow, PageUp: -page, PageDown: page, Home: -this.here, End: this.machine.top };
    const digit = event.key.toUpperCase();
    if (event.key in steps) {
      this.typed = "";
      this.reveal(this.here + steps[event.key]);
      this.chosen();
    } else if (digit.length === 1 && "0123456789ABCDEF".slice(0, this.machine.radix).includes(digit)) {
      this.typed += digit;
      if (this.typed.length === digits(0n, this.machine.radix, this.machine.word_bits).length) this.store();
      else this.draw(this.first);
    } else if (event.key === "Backspace" && this.typed) {
      this.typed = this.typed.slice(0, -1);
      this.draw(this.first);
    } else if (event.key === "Escape" && this.typed) {
      this.typed = "";
      this.draw(this.first);
    } else if (event.key === "Enter" && this.typed) this.store();
    else if (event.key === "F2" || event.key === "Enter") this.change();
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      const area = this.grid.querySelector("#memory-here")?.getBoundingClientRect() ?? this.grid.getBoundingClientRect();
      this.menu(area.left, area.bottom);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async store() {
    const { typed, here } = this;
    this.typed = "";
    try {
      await this.write(here, typed);
      this.reveal(here + 1);
    } catch (error) {
      put(this.told, error.message);
      this.draw(this.first);
    }
  }

  async write(address, text) {
    await this.debug.assign(`[${this.number(address)}]`, this.machine.radix === 16 ? `$${text}` : `0o${text}`);
  }

  async change() {
    if (!this.isSeen) return;
    const address = this.here;
    const { radix, word_bits: bits } = this.machine;
    await askFor(`Word at ${this.number(address)}`, [{
      name: "word", label: "Value", value: digits(this.words.get(address) ?? 0n, radix, bits), hint: `${radix === 16 ? "hexadecimal" : "octal"}, ${bits} bits; or an expression`,
    }], { word: "Store", check: ({ word }) => this.debug.assign(`[${this.number(address)}]`, word).then(() => "", (error) => error.message) });
    this.grid.focus();
  }

  menu(x, y) {
    if (!this.isSeen) return;
    const { expression, debug, bench } = this;
    const stop = (given) => () => debug.points.watch(expression, given).then((what) => put(this.told, `stops at ${what}`), bench.fail);
    menuAt(x, y, [
      [`Back to the last write to ${this.number(this.here)}`, () => bench.lastWrite(expression)],
      null,
      ["Stop when it changes", stop({ changes: true })],
      ["Stop at each write", stop({})],
      ["Stop at each read", stop({ accessType: "read" })],
      null,
      ["Watch the value", () => bench.watch(expression)],
      ["Show the instruction there", () => bench.showCode(this.here)],
      ["Change the word", () => this.change()],
    ], "Word in memory");
  }
}
