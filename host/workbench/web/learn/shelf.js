// The list of lessons, by machine and language, with what is solved; and the choice of sheets.
import { make } from "../write/dom.js";
import { keyOf } from "./kept.js";
import { fragmentOf } from "./main.js";

const element = (id) => /** @type {any} */ (document.getElementById(id));

export class Shelf {
  #page;
  #tasks = new Map(); // the name of a sheet, "" for Ironboard's own -> tasks
  #sheet = "";
  #shown = "";

  constructor(page) {
    this.#page = page;
    element("sheet-choice").addEventListener("change", ({ target }) => {
      if (target.value === "+") return void page.files.openSheet(), this.draw();
      location.hash = `#s=${encodeURIComponent(target.value)}`;
    });
  }

  /** Take Ironboard's own lessons, which are a file of the site. */
  async begin() {
    const answer = await fetch("lessons.json");
    this.#tasks.set("", await answer.json());
    this.draw();
  }

  /** Read the tasks of a sheet that is kept. @param {string} name */
  async load(name) {
    this.#tasks.set(name, await this.#page.app.client.call("learn.tasks", this.#page.kept.sheets.get(name).text));
  }

  /** @param {string} sheet @returns {any[]} its tasks, as host/lessons/findings.py has them */
  tasks(sheet) {
    return this.#tasks.get(sheet) ?? [];
  }

  isSolved(name, sheet) {
    return this.#page.kept.answers.get(keyOf(name, sheet))?.solved ?? false;
  }

  /** The first lesson that is not solved, after one. */
  next(sheet, after = "") {
    const tasks = this.tasks(sheet);
    const at = tasks.findIndex((each) => each.name === after) + 1;
    return [...tasks.slice(at), ...tasks.slice(0, at)].find((each) => !this.isSolved(each.name, sheet) && each.name !== after);
  }

  show(sheet, task) {
    [this.#sheet, this.#shown] = [sheet, task.name];
    this.draw();
  }

  draw() {
    const { kept } = this.#page;
    const sheets = [["", "Ironboard's lessons"], ...[...kept.sheets.values()].map(({ name, title }) => [name, title]), ["+", "Open a sheet\u2026"]];
    element("sheet-choice").replaceChildren(...sheets.map(([value, text]) => make("option", { value, text, selected: value === this.#sheet })));
    const tasks = this.tasks(this.#sheet);
    const groups = new Map();
    for (const each of tasks) {
      const title = `${each.machine_title}, ${each.language}`;
      groups.set(title, [...(groups.get(title) ?? []), each]);
    }
    element("lessons").replaceChildren(...[...groups].flatMap(([title, rows]) => [make("h2", { text: title }), make("ol", {}, ...rows.map((each) => this.#row(each)))]));
    const solved = tasks.filter((each) => this.isSolved(each.name, this.#sheet)).length;
    element("solved").textContent = `${solved} of ${tasks.length} solved`;
    element("shelf-line").textContent = `Lessons: ${solved} of ${tasks.length} solved`;
  }

  #row({ name, title }) {
    const isSolved = this.isSolved(name, this.#sheet);
    const mark = make("span", { class: "mark", "aria-hidden": "true", text: isSolved ? "\u2713" : "" });
    const link = make("a", { href: fragmentOf(name, this.#sheet) }, mark, make("span", { text: title }), isSolved ? make("span", { class: "visually-hidden", text: "(solved)" }) : null);
    if (name === this.#shown) link.setAttribute("aria-current", "true");
    return make("li", {}, link);
  }
}
