// Labels, constants and procedures of the program: search, go to the source, break, watch.

import { make, put } from "./dom.js";

const MOST = 300;

export class Symbols {
  constructor(bench) {
    Object.assign(this, { bench, rows: [], asked: null });
    this.field = make("input", { type: "search", "aria-label": "Search the symbols", placeholder: "search", oninput: () => this.draw() });
    this.told = make("p", { class: "told", role: "status" });
    this.body = make("tbody", {});
    this.element = make("div", { class: "symbols-view" }, make("div", { class: "line" }, this.field), this.told,
      make("table", { class: "symbols" }, make("thead", {}, make("tr", {}, ...["Symbol", "Value", "Where"].map((text) => make("th", { scope: "col", text })), make("td", {}))), this.body));
  }

  forget() {
    this.asked = null;
    this.refresh();
  }

  /** All symbols, asked for once a program: {name, value, kind, path, line}. */
  all() {
    this.asked ??= this.bench.app.client.call("debug.symbols");
    return this.asked;
  }

  async refresh() {
    if (this.element.offsetParent === null) return;
    try {
      this.rows = this.bench.debug.isOpen ? await this.all() : [];
      this.draw();
    } catch (error) {
      put(this.told, /** @type {Error} */ (error).message);
    }
  }

  draw() {
    const { bench } = this;
    const word = this.field.value.trim().toLowerCase();
    const found = this.rows.filter(({ name, value = "" }) => name.toLowerCase().includes(word) || value.toLowerCase() === word);
    put(this.told, bench.debug.isOpen ? `${found.length} of ${this.rows.length} symbols${found.length > MOST ? `; the first ${MOST} are shown` : ""}` : "The symbols of a program are here once it has begun.");
    this.body.replaceChildren(...found.slice(0, MOST).map(({ name, value = "", kind = "", path, line }) => make("tr", {},
      make("th", { scope: "row", text: name, title: kind }), make("td", { class: "mono", text: value }),
      make("td", {}, path ? make("button", { type: "button", class: "link", text: `${path.replace(/^.*\//, "")}:${line}`, onclick: () => bench.open(path, line) }) : kind),
      make("td", { class: "actions" },
        make("button", { type: "button", class: "small", text: "Stop", "aria-label": `Stop at ${name}`, onclick: () => bench.debug.points.addFunction(name).then(() => bench.say(`stops at ${name}`), bench.fail) }),
        make("button", { type: "button", class: "small", text: "Memory", "aria-label": `${name} in memory`, onclick: () => bench.showMemory(name) }),
        make("button", { type: "button", class: "small", text: "Watch", "aria-label": `Watch ${name}`, onclick: () => bench.watch(`[${name}]`) })))));
  }
}
