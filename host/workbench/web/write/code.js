// The instructions around a place, with the lines of the source that they are from.

import { attribute, make, put } from "./dom.js";

const BEFORE = 12;
const COUNT = 80;

export class Code {
  constructor(bench) {
    this.bench = bench;
    this.debug = bench.debug;
    this.at = null; // an address that the user wants to see; null: that of the machine
    this.field = make("input", { type: "text", "aria-label": "Show the instructions at", placeholder: "address, label or expression", spellcheck: "false", autocomplete: "off" });
    this.told = make("p", { class: "told", role: "status" });
    this.body = make("tbody", {});
    this.table = make("table", { class: "code", "aria-label": "Instructions" }, this.body);
    this.element = make("div", { class: "code-view" },
      make("form", { class: "line", onsubmit: (event) => (event.preventDefault(), this.goTo(this.field.value.trim())) },
        this.field, make("button", { type: "submit", text: "Show" }),
        make("button", { type: "button", text: "At the machine", onclick: () => this.show(null) }),
        make("button", { type: "button", text: "Earlier", onclick: () => this.move(-BEFORE * 2) }),
        make("button", { type: "button", text: "Later", onclick: () => this.move(BEFORE * 2) })),
      this.told, this.table);
  }

  async goTo(expression) {
    if (!expression) return this.show(null);
    try {
      const { memoryReference, result } = await this.debug.evaluate(expression);
      if (!memoryReference) throw new Error(`'${expression}' is ${result}, which is no address`);
      await this.show(Number(memoryReference));
    } catch (error) {
      put(this.told, /** @type {Error} */ (error).message);
    }
  }

  show(address) {
    this.at = address;
    return this.refresh();
  }

  move(instructions) {
    this.skip = instructions;
    return this.refresh();
  }

  get isSeen() {
    return this.element.offsetParent !== null;
  }

  async refresh(isNew = false) {
    if (!this.debug.isOpen || !this.isSeen) return;
    if (isNew) this.at = null;
    const here = this.debug.frames[0]?.instructionPointerReference;
    const place = this.at === null ? this.debug.frames[this.debug.chosen]?.instructionPointerReference ?? here : `0x${this.at.toString(16)}`;
    if (!place) return;
    const from = this.skip ? this.first ?? place : place;
    const offset = this.skip || -BEFORE;
    this.skip = 0;
    try {
      const { instructions } = await this.debug.dap.request("disassemble", { memoryReference: from, instructionOffset: offset, instructionCount: COUNT, resolveSymbols: true });
      this.first = instructions[0]?.address;
      this.draw(instructions, here, place);
      put(this.told, "");
    } catch (error) {
      put(this.told, /** @type {Error} */ (error).message);
    }
  }

  draw(instructions, here, place) {
    const { bench } = this;
    let last = "";
    const rows = [];
    let marked = null;
    for (const { address, instruction, instructionBytes = "", symbol, location, line } of instructions) {
      const number = address.replace(/^0x/, "");
      const text = this.address(Number(address));
      if (symbol) rows.push(make("tr", { class: "label" }, make("td"), make("th", { colspan: 3, scope: "rowgroup", text: `${symbol}:` })));
      const source = location?.path && line ? `${location.path}:${line}` : "";
      if (source && source !== last) {
        const words = bench.sourceLine(location.path, line);
        rows.push(make("tr", { class: "source" }, make("td"), make("td", { colspan: 3 },
          make("button", { type: "button", class: "link", text: `${location.name ?? location.path}:${line}`, onclick: () => bench.open(location.path, line) }), make("span", { text: words }))));
      }
      last = source || last;
      const isHere = address === here;
      const row = make("tr", { class: isHere ? "here" : address === place ? "shown" : "", "data-address": number },
        make("td", { class: "arrow", text: isHere ? "▶" : "" }), make("td", { class: "address", text }), make("td", { class: "bytes", text: instructionBytes }), make("td", { text: instruction }));
      if (isHere) attribute(row, "aria-current", "true");
      if (address === place) marked = row;
      rows.push(row);
    }
    this.body.replaceChildren(...rows);
    marked?.scrollIntoView({ block: "center" });
  }

  address(number) {
    return this.bench.number(number);
  }
}
