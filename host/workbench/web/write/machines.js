// The two choosers of the tool bar: on which machine, and which file is the program.
import { make } from "./dom.js";

export class Chooser {
  #app;
  #machine = /** @type {HTMLSelectElement} */ (document.getElementById("machine-choice"));
  #program = /** @type {HTMLSelectElement} */ (document.getElementById("program-choice"));
  /** @type {{ name: string, title: string }[]} */
  machines = [];

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    app.choose = (facts) => this.choose(facts);
    for (const event of ["project", "files", "shown"]) app.on(event, () => this.#draw());
    app.on("ready", async () => {
      this.machines = await app.client.call("tools.machines").catch(() => []);
      this.#draw();
    });
    this.#machine.addEventListener("change", () => this.choose({ machine: this.#machine.value }));
    this.#program.addEventListener("change", () => this.choose({ program: this.#program.value }));
    this.#draw();
  }

  /** Choose the machine, the program, or options of the machine. @param {{ machine?: string, program?: string, options?: object }} facts */
  choose(facts) {
    const { project } = this.#app;
    if (facts.machine !== undefined && facts.machine !== project.facts.machine) project.facts.options = {};
    Object.assign(project.facts, facts);
    project.touch();
    if (facts.machine !== undefined) this.#app.emit("machine", facts.machine);
    this.#draw();
  }

  #draw() {
    const { project, shown } = this.#app;
    if (!project) return;
    const { machine, program } = project.facts;
    const known = this.machines.length || !machine ? this.machines : [{ name: machine, title: machine }];
    fill(this.#machine, [["", "of the program"], ...known.map(({ name, title }) => [name, title])], machine);
    fill(this.#program, [["", shown ? `the open file: ${shown}` : "the open file"], ...project.names.map((name) => [name, name])], program);
  }
}

/** Have these rows in a list, [value, text]; it is left alone where nothing differs. */
function fill(select, rows, value) {
  const now = JSON.stringify(rows);
  if (select.dataset.rows !== now) {
    select.replaceChildren(...rows.map(([each, text]) => make("option", { value: each, text })));
    select.dataset.rows = now;
  }
  select.value = value;
}
