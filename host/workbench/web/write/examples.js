// Examples by machine; short ones to begin with are there before Python is.
import { chooseFrom } from "./dialogs.js";

/** Short programs to begin with, in the folder first. */
export const FIRST = [
  { file: "count.s", machine: "kim1", title: "First program in 6502 assembly", sentence: "the digits count" },
  { file: "powers.sap", machine: "704", title: "First program in SAP", sentence: "powers of 2 on the printer" },
  { file: "cubes.f", machine: "704", title: "First program in FORTRAN", sentence: "squares and cubes on the printer" },
  { file: "cubes.alg", machine: "6600", title: "First program in ALGOL 60", sentence: "squares and cubes on the printer" },
  { file: "sum.compass", machine: "6600", title: "First program in COMPASS", sentence: "a sum in a register" },
];

/** The facts and files of one of them. */
async function first({ file, machine, title }) {
  const answer = await fetch(`write/first/${file}`);
  if (!answer.ok) throw new Error(`${file} is not there: ${answer.status}`);
  return { facts: { name: title, machine, program: "", order: [file] }, files: new Map([[file, { text: await answer.text() }]]) };
}

/** The program of a first visit. */
export const starter = () => first(FIRST[0]);

export class Examples {
  #app;
  #rows = /** @type {any[] | null} */ (null);

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Show the examples, those of the chosen machine first; open one as a project of its own. */
  async choose() {
    const app = this.#app;
    try {
      if (app.isReady) this.#rows ??= await app.client.call("tools.examples");
      const { machine } = app.project.facts;
      const rows = [...FIRST, ...(this.#rows ?? [])].sort((a, b) => Number(b.machine === machine) - Number(a.machine === machine));
      const titles = new Map(app.chooser.machines.map((each) => [each.name, each.title]));
      const detail = (each) => [titles.get(each.machine) ?? each.machine, each.sentence === each.title ? "" : each.sentence].filter(Boolean).join(": ");
      const answer = await chooseFrom(app.isReady ? "Examples" : "Examples (more once the machines are loaded)", rows.map((each) => ({ title: each.title, detail: detail(each) })));
      if (answer?.choose !== undefined) await this.open(rows[answer.choose]);
    } catch (error) {
      app.notice(error.message);
    }
  }

  /** Open an example as a project of its own, which is kept once it is changed. @param {any} row of FIRST or `tools.examples` */
  async open(row) {
    const app = this.#app;
    const { facts, files } = row.file && !row.name ? await first(row) : await this.#ofBundle(row);
    await app.project.replace(facts, files);
    app.status(`${row.title}: press Run, or change it. It is yours; the example remains.`);
  }

  async #ofBundle({ name, title }) {
    const { files, program, machine } = await this.#app.client.call("tools.example", name);
    const texts = new Map(Object.entries(files).map(([file, text]) => [file, { text }]));
    return { facts: { name: title, machine, program, example: name, order: [...texts.keys()] }, files: texts };
  }
}
