// The two choosers of the tool bar: on which machine, and which file is the program.
import { askFor } from "./dialogs.js";
import { make } from "./dom.js";

export class Chooser {
  #app;
  #machine = /** @type {HTMLSelectElement} */ (document.getElementById("machine-choice"));
  #options = /** @type {HTMLButtonElement} */ (document.getElementById("machine-options"));
  #program = /** @type {HTMLSelectElement} */ (document.getElementById("program-choice"));
  /** Rows of `tools.machines`. @type {{ name: string, title: string, options: any[] }[]} */
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
    this.#options.addEventListener("click", () => this.#askOptions());
    this.#draw();
  }

  /** Let the user set the options of the chosen machine; empty ones are as the machine has them. */
  async #askOptions() {
    const { project } = this.#app;
    const { title, options } = /** @type {any} */ (this.#chosen);
    const fields = options.map(({ name, help, choices, kind, default: usual }) => ({
      name,
      label: name,
      value: String(project.facts.options[name] ?? ""),
      hint: `${help}${choices ? `: ${choices.join(", ")}` : kind === "path" ? ": a file of the project" : kind === "bool" ? ": true or nothing" : ""}${usual ? ` (${usual})` : ""}`,
    }));
    const given = await askFor(`Options of the ${title}`, fields);
    if (given) this.choose({ options: Object.fromEntries(Object.entries(given).filter(([, value]) => value)) });
  }

  get #chosen() {
    return this.machines.find(({ name }) => name === this.#app.project?.facts.machine);
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
    const known = this.machines.length || !machine ? this.machines : [{ name: machine, title: machine, options: [] }];
    fill(this.#machine, [["", "of the program"], ...known.map(({ name, title }) => [name, title])], machine);
    this.#options.hidden = !this.#chosen?.options.length;
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
