// The page within another page (?embed): the other page sets the program, runs it, and is told what happens.
//
//   frame.contentWindow.postMessage({ ironboard: 1, id: 7, call: "setSource", args: ["hello.s", "..."] }, origin)
//   -> { ironboard: 1, id: 7, value } or { ironboard: 1, id: 7, error: "a sentence" }
//   -> { ironboard: 1, event: "ready" | "edit" | "problems" | "launched" | "failed" | "stopped", ... }
//
// Only the page around may speak. Nothing here is kept in the browser, and no project of the user can be reached.
import { openShared, sharedNow } from "./share.js";
import { make } from "./dom.js";
import { fragmentOf } from "./links.js";
import { wrongName } from "./project.js";

const PROTOCOL = 1;
const PAUSE = 300; // milliseconds after an edit until the link has it
const MOST = 2 << 20; // characters of a source

const need = (isRight, sentence) => {
  if (!isRight) throw new Error(sentence);
};

const CALLS = {
  /** Replace all files by one, or by several: setSource(name, text) or setSource({ name: text, ... }, { machine, program }). */
  async setSource(app, given, more = {}) {
    const isOne = typeof given === "string";
    const files = isOne ? { [given]: more } : given;
    need(files && typeof files === "object" && Object.keys(files).length, "setSource takes a name and a text, or an object of them");
    for (const [name, text] of Object.entries(files)) {
      need(!wrongName(name), `'${name}': ${wrongName(name)}`);
      need(typeof text === "string" && text.length <= MOST, `${name}: a text of at most ${MOST} characters`);
    }
    const { machine = "", program = "" } = isOne ? {} : (more ?? {});
    need(typeof machine === "string" && typeof program === "string", "machine and program are names");
    need(!program || program in files, `there is no file ${program}`);
    await openShared(app, { files: new Map(Object.entries(files)), machine, program });
  },
  /** Assemble or compile, and run; the promise is kept once it runs. */
  run: (app) => app.runner.start(false),
  /** The same, stopped before the first instruction. */
  debug: (app) => app.runner.start(true),
  /** Files, where the cursor is, problems, and whether the machines are loaded. */
  getState(app) {
    const files = Object.fromEntries(app.project.names.filter((name) => !app.project.bytes(name)).map((name) => [name, app.editor.text(name)]));
    const { machine, program } = app.project.facts;
    return { files, machine, program, cursor: app.editor.cursor, problems: app.problems.all, isReady: app.isReady };
  },
  /** The address of the program in the workbench itself. */
  getLink: async (app) => `${location.origin}${location.pathname}${await fragmentOf(sharedNow(app))}`,
  /** Go to a place: reveal(name, line, column). */
  reveal: (app, name, line = 1, column = 1) => need(app.editor.reveal(String(name), Number(line), Number(column)), `there is no file ${name}`),
};

export class Embedding {
  #app;
  #origin = ""; // of the page around, once it has spoken

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    addEventListener("message", (event) => event.source === parent && this.#hear(event));
    app.on("ready", () => this.tell("ready"));
    app.on("edit", (name) => this.tell("edit", { file: name }));
    app.on("problems", () => this.tell("problems", { problems: app.problems.all }));
    app.on("launched", ({ path }) => this.tell("launched", { path }));
    app.on("failed", ({ message }) => this.tell("failed", { message }));
    app.on("stopped", (facts = {}) => this.tell("stopped", facts));
    this.#link();
    app.on("start", () => parent.postMessage({ ironboard: PROTOCOL, event: "loaded" }, "*")); // it says nothing of the user
  }

  /** Tell the page around of an event, once it has spoken. @param {string} event @param {object} [facts] */
  tell(event, facts = {}) {
    if (this.#origin) parent.postMessage({ ...facts, ironboard: PROTOCOL, event }, this.#origin);
  }

  /** Have a link to the same program in the workbench itself beside the buttons. */
  #link() {
    const link = make("a", { id: "whole", class: "button", target: "_blank", rel: "noopener", href: location.pathname, text: "Open in the workbench" });
    document.getElementById("share")?.replaceWith(link);
    let timer = 0;
    const follow = () => {
      clearTimeout(timer);
      timer = setTimeout(async () => (link.href = location.pathname + (await fragmentOf(sharedNow(this.#app)))), PAUSE);
    };
    for (const event of ["edit", "files", "project", "breakpoints"]) this.#app.on(event, follow);
  }

  async #hear({ data, origin }) {
    if (data?.ironboard !== PROTOCOL || typeof data.call !== "string") return;
    this.#origin = origin === "null" ? "*" : origin;
    const answer = { ironboard: PROTOCOL, id: data.id };
    try {
      need(Object.hasOwn(CALLS, data.call), `there is no call '${data.call}': there are ${Object.keys(CALLS).join(", ")}`);
      const value = await CALLS[data.call](this.#app, ...(Array.isArray(data.args) ? data.args : []));
      parent.postMessage({ ...answer, value: value ?? null }, this.#origin);
    } catch (error) {
      parent.postMessage({ ...answer, error: error.message }, this.#origin);
    }
  }
}
