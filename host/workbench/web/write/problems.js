// The line below the text: how many problems there are, and the first; opened, a list of all of them to go to.
import { make } from "./dom.js";

const MOST = 200; // rows of the list

/** The problems of all files, those of the shown one first. */
export class Problems {
  #app;
  #server;
  #box = /** @type {HTMLDetailsElement} */ (document.getElementById("problems"));
  #line = /** @type {HTMLElement} */ (document.getElementById("problems-line"));
  #list = /** @type {HTMLElement} */ (document.getElementById("problems-list"));
  #timer = 0;

  /** @param {import("./app.js").App} app @param {import("./server.js").Server} server */
  constructor(app, server) {
    this.#app = app;
    this.#server = server;
    for (const event of ["problems", "shown", "files", "languages"])
      app.on(event, () => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#draw(), 30);
      });
    this.#draw();
  }

  /** @returns {import("./server.js").Problem[]} */
  get all() {
    const found = [...this.#server.problems.values()].flat();
    const rank = (each) => (each.name === this.#app.shown ? 0 : 1);
    return found.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || a.line - b.line || a.column - b.column);
  }

  /** Go to the next problem after the cursor, from the last to the first. @param {1 | -1} step */
  go(step) {
    const { all } = this;
    if (!all.length) return this.#app.status("There are no problems.");
    const { name, line, column } = this.#app.editor.cursor;
    const order = (each) => (each.name === name ? 0 : each.name < name ? -1 : 1) || each.line - line || each.column - column;
    const next = step > 0 ? all.find((each) => order(each) > 0) : all.findLast((each) => order(each) < 0);
    this.#show(next ?? all.at(step > 0 ? 0 : -1));
  }

  #show(problem) {
    this.#app.editor.reveal(problem.name, problem.line, problem.column, { length: problem.length });
    this.#app.status(problem.message.split("\n")[0]);
  }

  #draw() {
    const { all } = this;
    const errors = all.filter((each) => each.severity === "error").length;
    const count = (number, word) => (number ? `${number} ${word}${number === 1 ? "" : "s"}` : "");
    const counts = [count(errors, "error"), count(all.length - errors, "warning")].filter(Boolean).join(", ");
    const [first] = all;
    const where = first && (first.name === this.#app.shown ? "line " : `${first.name}:`) + first.line;
    const said = first ? ` \u2013 ${where}: ${first.message.split("\n")[0]}` : "";
    this.#line.textContent = counts ? counts + said : this.#server.isReady ? "No problems" : "Problems are found once the languages are loaded";
    this.#box.classList.toggle("bad", errors > 0);
    this.#box.classList.toggle("empty", !all.length);
    const rows = all.slice(0, MOST).map((each) => {
      const [message, ...hint] = each.message.split("\n");
      return make("li", {},
        make("button", { type: "button", class: each.severity, onclick: () => this.#show(each) },
          make("code", { text: `${each.name}:${each.line}:${each.column}` }), ` ${each.severity}: ${message}`,
          hint.length ? make("small", { text: hint.join(" ") }) : null));
    });
    if (all.length > MOST) rows.push(make("li", { text: `and ${all.length - MOST} more` }));
    this.#list.replaceChildren(...rows);
    for (const tab of document.querySelectorAll("#file-tabs [role=tab]"))
      tab.classList.toggle("wrong", all.some((each) => each.severity === "error" && each.name === /** @type {HTMLElement} */ (tab).dataset.name));
  }
}
