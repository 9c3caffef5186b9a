// Registers and flags: what has changed since the last stop is marked, values can be typed.

import { editable } from "./edit.js";
import { attribute, make, put } from "./dom.js";

export class Registers {
  /** @param {(expression: string) => void} choose is told what "last write" is about */
  constructor(debug, choose) {
    Object.assign(this, { debug, choose, cells: new Map(), last: new Map(), names: "" });
    this.words = make("dl", { class: "registers" });
    this.bits = make("div", { class: "flags", role: "group", "aria-label": "Flags" });
    this.element = make("section", { class: "registers-view", "aria-label": "Registers" }, this.words, this.bits);
  }

  clear() {
    this.last.clear();
    this.cells.clear();
    this.names = "";
    this.words.replaceChildren();
    this.bits.replaceChildren();
  }

  /** Show the values; `isNew`: another stop, so that changes since the last one are marked. */
  async refresh(scopes, isNew = true) {
    const of = (name) => scopes.find((each) => each.name === name)?.variablesReference;
    const [registers, flags] = [of("Registers"), of("Flags")];
    const [words, bits] = await Promise.all([registers, flags].map((each) => (each ? this.debug.variables(each) : [])));
    const names = [...words, ...bits].map(({ name }) => name).join();
    if (names !== this.names) this.build(words, bits);
    this.names = names;
    for (const each of [...words, ...bits]) this.show(each, isNew);
  }

  build(words, bits) {
    this.cells.clear();
    this.words.replaceChildren(...words.map((each) => {
      const value = make("dd", { "aria-label": each.name });
      editable(value, () => this.cells.get(each.name).value, (text) => this.debug.assign(each.evaluateName ?? each.name, text));
      value.addEventListener("focus", () => this.choose(each.evaluateName ?? each.name));
      this.cells.set(each.name, { element: value, value: "" });
      return make("div", {}, make("dt", { text: each.name, title: each.type ?? "" }), value);
    }));
    this.bits.replaceChildren(...bits.map((each) => {
      const flip = () => this.debug.assign(each.evaluateName, this.cells.get(`flag ${each.name}`).value === "1" ? "0" : "1").catch(this.fail);
      const flag = make("button", { type: "button", class: "flag", title: `${each.name}: a click changes it`, onclick: flip }, make("span", { text: each.name.replace(/^.*\./, "") }));
      this.cells.set(`flag ${each.name}`, { element: flag, value: "" });
      return flag;
    }));
    this.flagNames = new Set(bits.map(({ name }) => name));
  }

  show({ name, value, presentationHint, evaluateName }, isNew) {
    const isFlag = this.flagNames.has(name) && this.cells.has(`flag ${name}`) && (evaluateName ?? "").includes(".");
    const cell = this.cells.get(isFlag ? `flag ${name}` : name);
    if (!cell) return;
    const hasChanged = this.last.has(cell) && this.last.get(cell) !== value;
    cell.element.classList.toggle("changed", isNew ? hasChanged : hasChanged || cell.element.classList.contains("changed"));
    if (isNew) this.last.set(cell, value);
    cell.value = value;
    if (isFlag) {
      attribute(cell.element, "aria-pressed", value === "1");
      attribute(cell.element, "aria-label", `flag ${name} is ${value}`);
    } else if (!cell.element.querySelector("input")) put(cell.element, value);
    attribute(cell.element, "aria-label", hasChanged ? `${name}, changed` : isFlag ? `flag ${name} is ${value}` : name);
  }

  fail = (error) => this.debug.signal("problem", error);
}
