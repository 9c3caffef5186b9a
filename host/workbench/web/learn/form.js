// The form of a task, and the data that it makes: the JSON of host/lessons/written.py.
import { make } from "../write/dom.js";

const KINDS = [
  ["routine", "calls a subroutine"],
  ["program", "runs until it stops"],
  ["endless", "runs for a time"],
];
const EMPTY = { name: "", title: "", machine: "kim1", suffix: ".s", task: "", begin: "", hints: [], cases: [{}] };
let numbers = 0; // of fields, for their labels

/** A field with its label. @param {string} label @param {any} control @param {string} [hint] */
function field(label, control, hint = "", isWhole = false) {
  control.id ||= `field-${++numbers}`;
  const told = hint ? make("span", { class: "hint", id: `${control.id}-hint`, text: hint }) : null;
  if (told) control.setAttribute("aria-describedby", told.id);
  return make("div", { class: isWhole ? "field whole" : "field" }, make("label", { for: control.id, text: label }), control, told);
}
const line = (value = "", more = {}) => make("input", { type: "text", maxlength: 200, ...more, value });
const area = (value = "", rows = 3, more = {}) => make("textarea", { rows, spellcheck: "false", ...more, value });
const choice = (rows, value) => make("select", {}, ...rows.map(([each, text]) => make("option", { value: each, text, selected: each === value })));

/** "A = 12" in lines -> { A: "12" }; a name without a value has "". Raises an Error. @param {string} text */
export function values(text) {
  const found = {};
  for (const row of text.split(/[\n;]/u).map((each) => each.trim()).filter(Boolean)) {
    const [, name, value = ""] = /^([^\s=]+)\s*(?:=\s*(.*))?$/u.exec(row) ?? [];
    if (!name) throw new Error(`"${row}": expected a name, = and its value, such as A = 12`);
    if (Object.hasOwn(found, name)) throw new Error(`"${row}": ${name} is there twice`);
    found[name] = value.trim();
  }
  return found;
}
const lines = (...groups) => groups.flatMap((each) => Object.entries(each ?? {})).map(([name, value]) => `${name} = ${value}`).join("\n");

export class TaskForm {
  #machines;
  #rows = /** @type {any[]} */ ([]);

  /**
   * @param {any[]} machines of `learn.machines`
   * @param {any} data of a task; null: an empty one
   * @param {{ fill: (form: TaskForm) => void, remove: (form: TaskForm) => void, changed: () => void }} actions
   */
  constructor(machines, data, actions) {
    this.#machines = machines;
    const given = { ...EMPTY, ...data };
    const kind = given.endless ? "endless" : given.routine || !data ? "routine" : "program";
    const c = (this.controls = {
      name: line(given.name, { class: "mono", maxlength: 40 }), title: line(given.title),
      machine: choice(machines.map((each) => [each.name, each.title]), given.machine), suffix: choice([], ""), kind: choice(KINDS, kind),
      routine: line(given.routine ?? "", { class: "mono" }), task: area(given.task, 6, { spellcheck: "true", maxlength: 20000 }),
      begin: area(given.begin, 8, { class: "mono" }), model: area(given.model ?? "", 8, { class: "mono" }), hints: area((given.hints ?? []).join("\n"), 3),
      cycles: make("input", { type: "number", min: 1, max: 100_000_000, value: given.cycles ?? "" }), words: make("input", { type: "number", min: 1, value: given.words ?? "" }),
      writes: line(given.writes?.join(", ") ?? "", { class: "mono" }), restrict: make("input", { type: "checkbox", checked: Boolean(given.writes) }),
      decimal: make("input", { type: "checkbox", checked: Boolean(given.decimal) }),
    });
    this.body = make("tbody", {});
    this.told = make("p", { class: "told", role: "status" });
    const tick = (control, text) => make("label", { class: "tick" }, control, text);
    this.legend = make("legend", {});
    this.digits = make("p", { class: "hint" });
    this.routine = field("Label of the subroutine", c.routine);
    this.writable = make("div", { class: "field" }, tick(c.restrict, "It may write only to"), c.writes);
    c.writes.setAttribute("aria-label", "Places that it may write to, such as SUM:2 for two of them");
    c.writes.placeholder = "SUM:2, $20:16";
    this.element = make("fieldset", {}, this.legend,
      make("div", { class: "fields" },
        field("Title", c.title), field("Name, for files", c.name, "letters, digits, - and _"), field("Machine", c.machine), field("Language", c.suffix), field("Check", c.kind), this.routine,
        field("Text of the task", c.task, "", true), field("Text to begin with", c.begin, "it assembles, and is not right yet", true)),
      make("div", { class: "scroll" }, make("table", { class: "cases" }, make("caption", { text: "Cases" }),
        make("thead", {}, make("tr", {}, ...["Title", "Before", "Input", "Expected after", "Expected to be shown", "Remove"].map((text) => make("th", { scope: "col", text })))), this.body)),
      this.digits,
      make("p", { class: "buttons" }, make("button", { type: "button", text: "Add a case", onclick: () => (this.addCase({}), actions.changed()) })),
      make("div", { class: "fields" },
        field("Hints, one a line", c.hints, "shown one at a time", true), field("Most cycles of a case", c.cycles, "none: a million"), field("Largest size", c.words, "bytes or words"), this.writable,
        make("div", { class: "field" }, tick(c.decimal, "Words are decimal numbers"))),
      make("details", { open: Boolean(given.model) }, make("summary", { text: "Model answer: it fills in what is expected, and is not given out" }), field("Model answer", c.model, "", true),
        make("p", { class: "buttons" }, make("button", { type: "button", text: "Run the model answer to fill in the expected values", onclick: () => actions.fill(this) }))),
      this.told,
      make("p", { class: "buttons" }, make("button", { type: "button", text: "Remove this task", onclick: () => actions.remove(this) })));
    c.machine.addEventListener("change", () => this.#machineChosen());
    c.kind.addEventListener("change", () => this.#kindChosen());
    c.decimal.addEventListener("change", () => this.#machineChosen());
    this.element.addEventListener("input", () => actions.changed());
    this.#machineChosen(given.suffix);
    this.#kindChosen();
    for (const each of given.cases) this.addCase(each);
  }

  get #machine() {
    return this.#machines.find((each) => each.name === this.controls.machine.value);
  }

  #machineChosen(suffix = this.controls.suffix.value) {
    const { languages, radix, registers, title } = this.#machine;
    const found = languages.some((each) => each.suffix === suffix) ? suffix : languages[0].suffix;
    this.controls.suffix.replaceChildren(...languages.map((each) => make("option", { value: each.suffix, text: each.title, selected: each.suffix === found })));
    const digits = `${radix === 16 ? "hexadecimal" : "octal"} digits, as the ${title} shows them`;
    this.digits.textContent = `A line for each register, flag or place of memory: A = 12, TABLE = 1 2 3, 0010 = 7. Numbers are ${digits}${this.controls.decimal.checked ? "; words of memory are decimal" : ""}. Registers and flags: ${registers.join(" ")}. Every other name is a label of the answer.`;
  }

  #kindChosen() {
    const isRoutine = this.controls.kind.value === "routine";
    this.routine.hidden = this.writable.hidden = !isRoutine;
    for (const each of this.#rows) each.input.disabled = isRoutine;
  }

  number(index) {
    this.legend.textContent = `Task ${index}`;
  }

  /** Add a row for a case. @param {any} data of it */
  addCase(data) {
    const row = {
      title: line(data.title ?? ""), before: area(lines(data.registers, data.memory), 2, { class: "mono" }), input: area(data.input ?? "", 2, { class: "mono" }),
      after: area(lines(data.results, data.wanted), 2, { class: "mono" }), shown: area(data.shown ?? "", 2, { class: "mono" }),
    };
    const labels = { title: "Title", before: "Before", input: "Input", after: "Expected after", shown: "Expected to be shown" };
    const cells = Object.entries(row).map(([name, control]) => {
      control.setAttribute("aria-label", `${labels[name]} of case ${this.#rows.length + 1}`);
      control.placeholder = window.innerWidth < 700 ? labels[name] : "";
      return make("td", {}, control);
    });
    const element = make("tr", {}, ...cells, make("td", {}, make("button", { type: "button", text: "\u00d7", "aria-label": `Remove case ${this.#rows.length + 1}`, onclick: () => {
      this.#rows = this.#rows.filter((each) => each !== row);
      element.remove();
    } })));
    this.#rows.push(row);
    row.input.disabled = this.controls.kind.value === "routine";
    this.body.append(element);
  }

  /** Show other cases. @param {any[]} cases */
  setCases(cases) {
    this.#rows = [];
    this.body.replaceChildren();
    for (const each of cases) this.addCase(each);
  }

  /** @param {string} text @param {"" | "good" | "bad"} [kind] */
  tell(text, kind = "") {
    this.told.textContent = text;
    this.told.className = `told ${kind}`;
  }

  /** The task's data; raises an Error for a case that cannot be read. */
  data() {
    const c = this.controls;
    const kind = c.kind.value;
    const found = {
      name: c.name.value.trim(), title: c.title.value.trim(), machine: c.machine.value, suffix: c.suffix.value, task: c.task.value.trim(),
      begin: c.begin.value.replace(/\s+$/u, "") + "\n", cases: this.#rows.map((each, index) => this.#case(each, index + 1)),
    };
    const hints = c.hints.value.split("\n").map((each) => each.trim()).filter(Boolean);
    if (hints.length) found.hints = hints;
    if (kind === "routine") found.routine = c.routine.value.trim();
    if (kind === "endless") found.endless = true;
    for (const name of ["cycles", "words"]) if (c[name].value) found[name] = Number(c[name].value);
    if (kind === "routine" && c.restrict.checked) found.writes = c.writes.value.split(/[\s,]+/u).filter(Boolean);
    if (c.decimal.checked) found.decimal = true;
    return found;
  }

  #case(row, number) {
    const known = new Set(this.#machine.registers);
    const apart = (text) => {
      try {
        const all = Object.entries(values(text));
        return [true, false].map((isRegister) => Object.fromEntries(all.filter(([name]) => known.has(name) === isRegister)));
      } catch (error) {
        throw new Error(`Case ${number}: ${error.message}`);
      }
    };
    const found = {};
    const add = (name, value) => Object.keys(value).length && (found[name] = value);
    if (row.title.value.trim()) found.title = row.title.value.trim();
    const [registers, memory] = apart(row.before.value);
    const [results, wanted] = apart(row.after.value);
    add("registers", registers), add("memory", memory);
    if (!row.input.disabled && row.input.value) found.input = row.input.value;
    add("results", results), add("wanted", wanted);
    if (row.shown.value) found.shown = row.shown.value;
    return found;
  }
}
