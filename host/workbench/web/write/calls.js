// Open calls, variables by scope, watches: a list and two trees.

import { editable } from "./edit.js";
import { attribute, make, rove } from "./dom.js";

const PAGE = 100; // elements of an array that are shown at once
const SKIPPED = new Set(["Registers", "Flags"]); // shown by a view of their own
const KEPT = "workbench watches";

/** The calls, the innermost first. */
export class Calls {
  /** @param {(frame: object) => void} open shows where a call is */
  constructor(debug, open) {
    Object.assign(this, { debug, open });
    this.list = make("ol", { class: "calls", role: "listbox", "aria-label": "Open calls" });
    this.element = make("section", { "aria-label": "Calls" }, make("h3", { text: "Calls" }), this.list);
    rove(this.list, "[role=option]", { vertical: true, wraps: false });
  }

  refresh() {
    const { debug } = this;
    this.list.replaceChildren(...debug.frames.map((frame, number) => {
      const place = frame.source ? `${frame.source.name ?? frame.source.path}:${frame.line}` : "";
      const choose = () => {
        debug.choose(number);
        this.open(frame);
      };
      return make("li", {
        role: "option", tabindex: number === debug.chosen ? "0" : "-1", "aria-selected": String(number === debug.chosen),
        onclick: choose, onkeydown: (event) => event.key === "Enter" && choose(),
      }, make("span", { text: frame.name }), make("small", { text: place }));
    }));
  }
}

/** A tree of variables: what is open remains open from stop to stop. */
class Tree {
  constructor(debug, choose, label) {
    Object.assign(this, { debug, choose, open: new Set(), values: new Map() });
    this.element = make("div", { class: "tree", role: "tree", "aria-label": label });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {{depth: number, path: string}} where */
  async row({ name, value, type = "", evaluateName, variablesReference, indexedVariables, presentationHint, remove, note }, { depth, path }) {
    const id = `${path}/${name}`;
    const isOpen = variablesReference > 0 && this.open.has(id);
    const changed = this.values.has(id) && this.values.get(id) !== value;
    this.fresh.set(id, value);
    const shown = make("span", { class: `value${changed ? " changed" : ""}`, text: value, title: type, "aria-label": `${name}${changed ? ", changed" : ""}` });
    const canEdit = evaluateName && !(presentationHint?.attributes ?? []).includes("readOnly");
    if (canEdit) editable(shown, () => value, (text) => this.debug.assign(evaluateName, text));
    const expression = evaluateName ?? (note ? "" : name);
    const item = make("div", {
      role: "treeitem", "aria-level": depth + 1, tabindex: "-1", style: `--depth:${depth}`, "data-id": id, class: note ? "unknown" : "",
      ...(variablesReference ? { "aria-expanded": String(isOpen) } : {}),
      onfocusin: () => expression && this.choose(expression),
    },
    make("span", { class: "twist", "aria-hidden": "true", text: variablesReference ? (isOpen ? "▾" : "▸") : "", onclick: () => this.toggle(id) }),
    make("span", { class: "name", text: name, title: type, onclick: () => variablesReference && this.toggle(id) }),
    shown,
    remove ? make("button", { type: "button", class: "small", text: "×", "aria-label": `Do not watch ${name}`, onclick: remove }) : null);
    item.dataset.expression = expression;
    if (!isOpen) return [item];
    const paged = indexedVariables > PAGE ? { start: 0, count: PAGE * (1 + (this.more?.get(id) ?? 0)) } : {};
    const inner = await this.debug.variables(variablesReference, paged);
    const rows = (await Promise.all(inner.map((each) => this.row(each, { depth: depth + 1, path: id })))).flat();
    if (paged.count && paged.count < indexedVariables) {
      rows.push(make("button", { type: "button", class: "small", text: `${indexedVariables - paged.count} more`, onclick: () => {
        this.more = new Map([...(this.more ?? []), [id, 1 + (this.more?.get(id) ?? 0)]]);
        this.refresh();
      } }));
    }
    return [item, ...rows];
  }

  toggle(id) {
    if (!this.open.delete(id)) this.open.add(id);
    this.refresh();
  }

  async put(variables, isNew) {
    this.last = variables;
    this.fresh = new Map();
    const rows = (await Promise.all(variables.map((each) => this.row(each, { depth: 0, path: "" })))).flat();
    if (isNew) this.values = this.fresh;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[role=treeitem]"));
    if (this.element.querySelector("input")) return; // a value is being typed
    const id = focused && this.element.contains(focused) ? focused.dataset.id : "";
    this.element.replaceChildren(...rows);
    const items = [...this.element.querySelectorAll("[role=treeitem]")];
    const here = items.find((each) => /** @type {HTMLElement} */ (each).dataset.id === id);
    attribute(here ?? items[0] ?? this.element, "tabindex", "0");
    if (here) /** @type {HTMLElement} */ (here).focus();
  }

  refresh() {
    return this.put(this.last ?? [], false);
  }

  key(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.target !== item) return;
    const items = [...this.element.querySelectorAll("[role=treeitem]")];
    const here = items.indexOf(item);
    const go = (number) => items[number] && (attribute(item, "tabindex", "-1"), attribute(items[number], "tabindex", "0"), items[number].focus());
    const isOpen = item.getAttribute("aria-expanded");
    const keys = {
      ArrowDown: () => go(here + 1), ArrowUp: () => go(here - 1), Home: () => go(0), End: () => go(items.length - 1),
      ArrowRight: () => (isOpen === "false" ? this.toggle(item.dataset.id) : go(here + 1)),
      ArrowLeft: () => (isOpen === "true" ? this.toggle(item.dataset.id)
        : go(items.findLastIndex((each, number) => number < here && each.ariaLevel < item.ariaLevel))),
      Enter: () => item.querySelector(".editable")?.click(),
      Delete: () => item.querySelector("button")?.click(),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }
}

/** Variables of the scopes: of ALGOL and FORTRAN by block, of an assembler by label; devices; time. */
export class Variables {
  constructor(debug, choose) {
    this.debug = debug;
    this.tree = new Tree(debug, choose, "Variables");
    this.element = make("section", { "aria-label": "Variables" }, make("h3", { text: "Variables" }), this.tree.element);
    this.isFresh = true;
  }

  async refresh(scopes, isNew = true) {
    const rows = scopes.filter(({ name }) => !SKIPPED.has(name)).map(({ name, variablesReference }) => ({ name, value: "", variablesReference, note: true }));
    if (this.isFresh && rows.length) {
      const isLanguage = !["Devices", "Time", "Labels"].includes(rows[0].name);
      this.tree.open.add(`/${isLanguage ? rows[0].name : "Labels"}`);
      this.isFresh = false;
    }
    await this.tree.put(rows, isNew);
  }

  clear() {
    this.isFresh = true;
    this.tree.put([], true);
  }
}

/** Expressions whose values are followed. */
export class Watches {
  constructor(debug, choose) {
    this.debug = debug;
    this.tree = new Tree(debug, choose, "Watches");
    this.field = make("input", { type: "text", "aria-label": "Expression to watch", placeholder: "expression: SCORE, [BOARD+3], X + 1", spellcheck: "false", autocomplete: "off" });
    const form = make("form", { class: "line", onsubmit: (event) => {
      event.preventDefault();
      this.add(this.field.value.trim());
      this.field.value = "";
    } }, this.field, make("button", { type: "submit", text: "Watch" }));
    this.element = make("section", { "aria-label": "Watches" }, make("h3", { text: "Watches" }), this.tree.element, form);
    try {
      this.expressions = JSON.parse(localStorage.getItem(KEPT) ?? "[]").filter((each) => typeof each === "string");
    } catch {
      this.expressions = [];
    }
  }

  add(expression) {
    if (expression && !this.expressions.includes(expression)) this.expressions.push(expression);
    this.changed();
  }

  remove(expression) {
    this.expressions = this.expressions.filter((each) => each !== expression);
    this.changed();
  }

  changed() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.expressions));
    } catch {
      // they last as long as the page
    }
    this.refresh(false);
  }

  async refresh(isNew = true) {
    const { debug } = this;
    const rows = await Promise.all(this.expressions.map(async (expression) => {
      const remove = () => this.remove(expression);
      if (!debug.isStopped) return { name: expression, value: debug.isOpen ? "while it stands" : "no program", note: true, remove };
      try {
        const { result, type, variablesReference, indexedVariables, presentationHint } = await debug.evaluate(expression);
        return { name: expression, value: result, type, evaluateName: expression, variablesReference, indexedVariables, presentationHint, remove };
      } catch (error) {
        return { name: expression, value: error.message, note: true, remove };
      }
    }));
    await this.tree.put(rows, isNew);
  }
}
