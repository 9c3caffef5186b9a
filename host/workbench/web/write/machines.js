// On which machine, and which file is the program: the choosers of the tool bar, and the options of machine and language.
import { askFor } from "./dialogs.js";
import { make } from "./dom.js";

const suffixOf = (name) => /\.[^./]+$/u.exec(name)?.[0].toLowerCase() ?? "";

export class Chooser {
  #app;
  #machine = /** @type {HTMLSelectElement} */ (document.getElementById("machine-choice"));
  #options = /** @type {HTMLButtonElement} */ (document.getElementById("machine-options"));
  #program = /** @type {HTMLSelectElement} */ (document.getElementById("program-choice"));
  /** Rows of `tools.machines`. @type {any[]} */
  machines = [];
  /** Rows of `tools.languages`. @type {any[]} */
  languages = [];

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    app.choose = (facts) => this.choose(facts);
    for (const event of ["project", "files", "shown"]) app.on(event, () => this.#draw());
    app.on("ready", async () => {
      const tables = ["tools.machines", "tools.languages"].map((name) => app.client.call(name));
      [this.machines, this.languages] = await Promise.all(tables).catch(() => [[], []]);
      this.#draw();
      app.emit("chosen");
    });
    this.#machine.addEventListener("change", () => this.choose({ machine: this.#machine.value }));
    this.#program.addEventListener("change", () => this.choose({ program: this.#program.value }));
    this.#options.addEventListener("click", () => this.#askOptions());
    this.#draw();
  }

  // ---------------------------------------------------------------- which machine

  /** The languages of a file on several machines. @param {string} name */
  #languagesOf(name) {
    return this.languages.filter((each) => each.suffixes.includes(suffixOf(name)));
  }

  /** The machine that a file runs on: the chosen one if it can, else the one that such files are for; "" if Python has to look. @param {string} name */
  machineOf(name) {
    const { machine } = this.#app.project.facts;
    const takers = this.#languagesOf(name).flatMap((each) => each.machines);
    for (const each of this.machines) if (each.suffixes.includes(suffixOf(name))) takers.push(each.name);
    if (!takers.length || takers.includes(machine)) return machine;
    return this.machines.find((each) => each.meant.includes(suffixOf(name)))?.name ?? takers[0];
  }

  /** The language of a file on its machine; undefined for files that are no sources. @param {string} name */
  languageOf(name) {
    const machine = this.machineOf(name);
    const found = this.#languagesOf(name);
    return found.find((each) => each.machines.includes(machine)) ?? found[0];
  }

  /** What a program is started with. @param {string} name */
  launchOf(name) {
    const { machine, options } = this.#app.project.facts;
    const own = this.machineOf(name);
    return { ...(own ? { machine: own } : {}), options: own === machine ? options : {}, compiling: this.compilingOf(name) };
  }

  /** The options of the language of a file. @param {string} name */
  compilingOf(name) {
    return this.#app.project.facts.compiling[this.languageOf(name)?.id] ?? {};
  }

  /** The options of calls that assemble or compile a file. @param {string} name */
  targetOf(name) {
    const machine = this.machineOf(name);
    return { ...(machine ? { machine } : {}), ...this.compilingOf(name) };
  }

  /** The options of all languages, as the language server takes them. */
  get settings() {
    const found = structuredClone(this.#app.project.facts.compiling);
    for (const each of this.languages) {
      const machine = this.machineOf(`x${each.suffixes[0]}`);
      if (each.machines.includes(machine) && this.#languagesOf(`x${each.suffixes[0]}`).length > 1) found[each.id] = { ...found[each.id], machine };
    }
    return found;
  }

  // ---------------------------------------------------------------- the user's choice

  /** Let the user set the options of machine and language; empty ones are as these have them. */
  async #askOptions() {
    const { facts } = this.#app.project;
    const { file } = this.#app.runner;
    const machine = this.machines.find(({ name }) => name === this.machineOf(file));
    const language = this.languageOf(file);
    const fields = (rows, set, title) => rows.map((each) => ({ ...field(each, set[each.name]), name: `${title}.${each.name}` }));
    const parts = [
      ...(language ? [{ heading: `The program: ${language.title}` }, ...fields(language.options, this.compilingOf(file), "language")] : []),
      ...(machine?.options.length ? [{ heading: `The machine: ${machine.title}` }, ...fields(machine.options, facts.machine === machine.name ? facts.options : {}, "machine")] : []),
    ];
    const given = await askFor(`Options of ${file}`, parts);
    if (!given) return;
    const of = (title, rows) => Object.fromEntries(rows.map((each) => [each, given[`${title}.${each.name}`]]).filter(([, value]) => value).map(([each, value]) => [each.name, each.kind === "bool" ? each.on : value]));
    const options = of("machine", machine?.options ?? []);
    if (machine && (Object.keys(options).length || facts.machine === machine.name)) this.choose({ machine: machine.name, options });
    if (language) this.choose({ compiling: { ...facts.compiling, [language.id]: of("language", language.options) } });
  }

  /** Choose the machine, the program, options of the machine or of languages. @param {{ machine?: string, program?: string, options?: object, compiling?: object }} facts */
  choose(facts) {
    const { project, runner } = this.#app;
    if (facts.machine !== undefined && facts.machine !== project.facts.machine) project.facts.options = {};
    Object.assign(project.facts, facts);
    project.touch();
    if (facts.machine !== undefined) this.#app.emit("machine", facts.machine);
    this.#app.emit("chosen");
    this.#draw();
    const own = runner?.file ? this.machineOf(runner.file) : "";
    if (facts.machine && own !== facts.machine) this.#app.status(`${runner.file} is for the ${this.#titleOf(own)}, and runs there: the ${this.#titleOf(facts.machine)} has no such language.`);
  }

  #titleOf(machine) {
    return this.machines.find(({ name }) => name === machine)?.title ?? machine;
  }

  #draw() {
    const { project, shown, runner } = this.#app;
    if (!project) return;
    const { machine, program } = project.facts;
    const file = runner?.file ?? "";
    const own = file ? this.machineOf(file) : machine;
    const known = this.machines.length || !machine ? this.machines : [{ name: machine, title: machine }];
    const isFree = !machine || own !== machine;
    const ofProgram = isFree && own ? `${this.#titleOf(own)} (automatic)` : "automatic";
    fill(this.#machine, [["", ofProgram], ...known.map(({ name, title }) => [name, title])], isFree ? "" : machine);
    this.#options.hidden = !this.machines.length;
    fill(this.#program, [["", shown ? `${shown} (open)` : "the open file"], ...project.names.map((name) => [name, name])], program);
  }
}

/** An option, and its value, as a field of a dialog. */
function field({ spelling, help, choices, kind, default: usual, many, on }, value) {
  const more = choices || kind === "bool" ? "" : many ? ", several apart by blanks" : kind === "path" ? ": a file of the project" : "";
  const isSwitch = kind === "bool";
  return { label: spelling, hint: `${help}${more}${usual ? ` (${usual})` : ""}`, choices, isSwitch, value: String((isSwitch ? value === on : value) ?? "") };
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
