// Run and Debug: the program of the project is started, and what came of it is said beside the text.
import { nameOf, pathOf } from "./app.js";
import { make } from "./dom.js";
import { offerMoment } from "./share.js";

const MOST = 8; // places that a message has as buttons: the list of problems has them all

/** Starts programs, and shows why one did not start. */
export class Runner {
  #app;
  #outcome = /** @type {HTMLElement} */ (document.getElementById("outcome"));
  #buttons = /** @type {HTMLButtonElement[]} */ ([document.getElementById("run"), document.getElementById("debug")]);
  #waiting = /** @type {boolean | null} */ (null); // a program to start once Python is there: whether it stops at its entry
  #isBusy = false;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    this.#buttons[0].addEventListener("click", () => this.start(false));
    this.#buttons[1].addEventListener("click", () => this.start(true));
    app.on("ready", () => this.#waiting !== null && this.start(this.#waiting));
    app.on("edit", () => this.#outcome.classList.contains("bad") && this.#say(""));
  }

  /** The file that is started: the chosen one, else the one that is open, else the first. */
  get file() {
    const { facts, names } = this.#app.project;
    return facts.program || this.#app.shown || names[0] || "";
  }

  /** Start the program; `stopOnEntry`: before its first instruction. @param {boolean} stopOnEntry */
  async start(stopOnEntry) {
    const app = this.#app;
    if (this.#isBusy) return;
    if (!this.file) return this.#say("bad", "There is no program: write one, or open an example.");
    if (!app.isReady || !app.launch) {
      this.#waiting = stopOnEntry;
      return app.status("The program starts as soon as the machines are loaded.");
    }
    this.#waiting = null;
    this.#isBusy = true;
    this.#buttons.forEach((each) => (each.disabled = true));
    const noDebug = !stopOnEntry && !app.bench.debug.points.isAny; // compiled as the command line does
    const given = { path: pathOf(this.file), ...app.chooser.launchOf(this.file), stopOnEntry, noDebug };
    const { id } = app.project.facts;
    app.status(`${this.file} is being assembled.`);
    try {
      await app.project.save();
      app.emit("launching", given);
      this.#say("");
      await app.launch(given);
      if (app.project.facts.id !== id) return await app.bench.debug.end(); // another project was opened meanwhile
      app.emit("launched", given);
      app.showPart("machine");
      offerMoment(app);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isBusy = false;
      this.#buttons.forEach((each) => (each.disabled = false));
    }
  }

  #failed(error) {
    const app = this.#app;
    const places = (error.places ?? placesIn(error.message)).map((each) => ({ ...each, name: nameOf(each.file) || each.file })).filter((each) => app.editor.has(each.name));
    this.#say("bad", error.message.replaceAll(pathOf(""), ""), places);
    const [first] = places;
    if (first) app.editor.reveal(first.name, first.line, first.column, { length: first.length ?? 0 });
    app.status(first ? `Not started: mend line ${first.line}, then press Run again.` : "Not started: the message is below the text.");
    app.emit("failed", error);
    app.showPart("editor");
  }

  /** @param {"" | "bad" | "good"} kind @param {string} [text] @param {any[]} [places] */
  #say(kind, text = "", places = []) {
    const box = this.#outcome;
    box.hidden = !kind;
    box.className = kind;
    if (!kind) return box.replaceChildren();
    const links = places.slice(0, MOST).map((each) =>
      make("button", { type: "button", text: `${each.name}:${each.line}:${each.column}`, onclick: () => this.#app.editor.reveal(each.name, each.line, each.column) }),
    );
    const what = make("strong", { text: places.length ? `Not started: ${places.length === 1 ? "an error" : `${places.length} errors`} in the program.` : "Not started." });
    box.replaceChildren(make("p", {}, what, " ", ...links, places.length > MOST ? " ..." : ""), make("pre", { text }), make("button", { type: "button", class: "close", "aria-label": "Close the message", text: "\u00D7", onclick: () => this.#say("") }));
  }
}

/** Places in a message, FILE:LINE:COLUMN, in order. @param {string} message */
export function placesIn(message) {
  return [...message.matchAll(/^(?<file>[^\s:][^:\n]*):(?<line>\d+):(?<column>\d+): (?:error|warning)/gmu)].map(({ groups }) => ({
    file: groups?.file ?? "",
    line: Number(groups?.line),
    column: Number(groups?.column),
  }));
}
