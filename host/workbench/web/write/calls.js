// Open calls, variables by scope, watches: a list and two trees.

import { editable } from "./edit.js";
import { attribute, make, put, rove } from "./dom.js";

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

/**
 * A tree of variables. What is open remains open from stop to stop; rows are kept, and only what differs is written.
 * @typedef {object} Row as the protocol's variables, and
 * @property {() => void} [remove]
 * @property {boolean} [isNote] no value of the program: a scope, or why there is none
 */
class Tree {
  /** @param {(expression: string) => void} choose @param {(variables: Row[], id: string) => Row[]} [sort] */
  constructor(debug, choose, label, sort = (variables) => variables) {
    Object.assign(this, { debug, choose, sort, open: new Set(), values: new Map(), rows: new Map(), more: new Map(), last: [] });
    this.element = make("div", { class: "tree", role: "tree", "aria-label": label });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Show variables; `isNew`: another stop, so that changes since the last one are marked. */
  async put(variables, isNew) {
    this.last = variables;
    const fresh = new Map();
    const lists = await Promise.all(variables.map((each) => this.branch(each, "", 0, fresh)));
    const rows = lists.flat();
    if (isNew) this.values = fresh;
    const here = document.activeElement;
    const same = rows.length === this.element.childElementCount && rows.every((row, number) => row === this.element.children[number]);
    if (!same) this.element.replaceChildren(...rows);
    if (!same && here instanceof HTMLElement && this.element.contains(here)) here.focus();
    if (!this.element.querySelector("[role=treeitem][tabindex='0']")) attribute(this.element.querySelector("[role=treeitem]") ?? this.element, "tabindex", "0");
  }

  /** The rows of a variable and of what is open in it. */
  async branch(variable, path, depth, fresh) {
    const id = `${path}/${variable.name}`;
    const { variablesReference: reference = 0, indexedVariables: count = 0 } = variable;
    fresh.set(id, variable.value);
    const row = this.row(variable, id, depth, this.values.has(id) && this.values.get(id) !== variable.value);
    if (!reference || !this.open.has(id)) return [row];
    const shown = PAGE * (1 + (this.more.get(id) ?? 0));
    const inner = await this.debug.variables(reference, count > shown ? { start: 0, count: shown } : {}).catch(() => []);
    const lists = await Promise.all(this.sort(inner, id).map((each) => this.branch(each, id, depth + 1, fresh)));
    return [row, ...lists.flat(), ...(count > shown ? [this.rest(id, count - shown)] : [])];
  }

  row(variable, id, depth, hasChanged) {
    const { name, value, type = "", evaluateName = "", variablesReference: reference = 0, presentationHint, remove, isNote = false } = variable;
    const canEdit = Boolean(evaluateName) && !(presentationHint?.attributes ?? []).includes("readOnly");
    let kept = this.rows.get(id);
    if (!kept || kept.canEdit !== canEdit || kept.isOpenable !== reference > 0) {
      kept = { canEdit, isOpenable: reference > 0, variable };
      kept.shown = make("span", { class: "value" });
      if (canEdit) editable(kept.shown, () => kept.variable.value, (text) => this.debug.assign(kept.variable.evaluateName, text));
      kept.twist = make("span", { class: "twist", "aria-hidden": "true", onclick: () => this.toggle(id) });
      kept.item = make("div", { role: "treeitem", "aria-level": depth + 1, tabindex: "-1", style: `--depth:${depth}`, class: isNote ? "unknown" : "", onfocusin: () => this.chosen(id) },
        kept.twist, make("span", { class: "name", text: name, onclick: () => reference && this.toggle(id) }), kept.shown,
        remove ? make("button", { type: "button", class: "small", text: "\u00D7", "aria-label": `Do not watch ${name}`, onclick: () => kept.variable.remove() }) : null);
      kept.item.dataset.id = id;
      this.rows.set(id, kept);
    }
    kept.variable = variable;
    if (!kept.shown.querySelector("input")) put(kept.shown, value);
    kept.shown.className = `value${canEdit ? " editable" : ""}${hasChanged ? " changed" : ""}`;
    attribute(kept.shown, "title", (isNote ? value : type) || null);
    attribute(kept.shown, "aria-label", `${name}${hasChanged ? ", changed" : ""}`);
    const isOpen = this.open.has(id);
    put(kept.twist, reference ? (isOpen ? "\u25BE" : "\u25B8") : "");
    attribute(kept.item, "aria-expanded", reference ? String(isOpen) : null);
    return kept.item;
  }

  /** A button for the rest of a long array. */
  rest(id, count) {
    return make("button", { type: "button", class: "small", text: `${count} more`, onclick: () => {
      this.more.set(id, 1 + (this.more.get(id) ?? 0));
      this.refresh();
    } });
  }

  chosen(id) {
    const { variable } = this.rows.get(id);
    const expression = variable.evaluateName || (variable.isNote ? "" : variable.name);
    if (expression) this.choose(expression);
  }

  toggle(id) {
    if (!this.open.delete(id)) this.open.add(id);
    this.refresh();
  }

  refresh() {
    return this.put(this.last, false);
  }

  forget() {
    this.rows.clear();
    this.values.clear();
    return this.put([], true);
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
        : go(items.findLastIndex((each, number) => number < here && Number(each.ariaLevel) < Number(item.ariaLevel)))),
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
  /** @param {Map<string, number>} own the program's labels, which are listed before those of ROMs */
  constructor(debug, choose, own) {
    this.debug = debug;
    this.own = own;
    this.tree = new Tree(debug, choose, "Variables", (variables, id) => (id === "/Labels" ? this.sorted(variables) : variables));
    this.element = make("section", { "aria-label": "Variables" }, make("h3", { text: "Variables" }), this.tree.element);
    this.seen = new Set(); // scopes that have been opened by themselves
  }

  async refresh(scopes, isNew = true) {
    const rows = scopes.filter(({ name }) => !SKIPPED.has(name)).map(({ name, variablesReference }) => ({ name, value: "", variablesReference, isNote: true }));
    this.unfold(scopes[0]);
    await this.tree.put(rows, isNew);
  }

  /** Open a scope of the language when it is seen first; where there is none, the labels. */
  unfold(first) {
    const isSpoken = first?.presentationHint === "locals";
    const id = `/${isSpoken ? first.name : "Labels"}`;
    if (!first || this.seen.has(id)) return;
    if (isSpoken && this.seen.size === 1) this.tree.open.delete("/Labels"); // of code before the program's own
    this.seen.add(id);
    this.tree.open.add(id);
  }

  sorted(variables) {
    const isOwn = ({ name }) => this.own.has(name);
    return this.own.size ? [...variables.filter(isOwn), ...variables.filter((each) => !isOwn(each))] : variables;
  }

  clear() {
    this.seen.clear();
    this.tree.open.clear();
    this.tree.forget();
  }
}

/** Expressions and their values, followed from stop to stop. */
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
      if (!debug.isStopped) return { name: expression, value: debug.isOpen ? "while it stands" : "no program", isNote: true, remove };
      try {
        const { result, type, variablesReference, indexedVariables, presentationHint } = await debug.evaluate(expression);
        return { name: expression, value: result, type, evaluateName: expression, variablesReference, indexedVariables, presentationHint, remove };
      } catch (error) {
        return { name: expression, value: error.message, isNote: true, remove };
      }
    }));
    await this.tree.put(rows, isNew);
  }
}
