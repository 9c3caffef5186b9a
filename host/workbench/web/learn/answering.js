// A lesson: its task, the answer in the editor, hints, the check and its findings, the way back from the mistake.
import { make } from "../write/dom.js";
import { fragmentOf } from "./main.js";
import { stoppable } from "./stop.js";
import { drawVerdict, sentence } from "./verdict.js";

const PAUSE = 500; // milliseconds after a change until it is kept
const element = (id) => /** @type {any} */ (document.getElementById(id));

export class Answering {
  #page;
  #task = /** @type {any} */ (null);
  #answer = /** @type {import("./kept.js").Answer | null} */ (null);
  #file = "";
  #timer = 0;
  #isBusy = false;
  #told = ""; // the notice about the last answer that could not be run
  sheet = "";

  constructor(page) {
    this.#page = page;
    const { app } = page;
    element("check").addEventListener("click", () => this.check());
    element("debug").addEventListener("click", () => this.stepBack());
    element("hint").addEventListener("click", () => this.#hint());
    element("anew").addEventListener("click", () => this.#anew());
    element("earlier").addEventListener("change", ({ target }) => this.#again(Number(target.value)));
    element("bench-close").addEventListener("click", () => this.#closeBench());
    addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.check();
    });
    app.on("edit", (name) => name === this.#file && this.#edited());
    addEventListener("pagehide", () => this.keep());
    document.addEventListener("visibilitychange", () => document.hidden && this.keep());
    app.bench.restart = () => this.stepBack(); // the case anew, not the program from its start
  }

  /** Open a lesson. @param {any} task @param {string} sheet */
  open(task, sheet) {
    const { app, kept } = this.#page;
    if (this.#task === task && this.sheet === sheet) return;
    void this.keep();
    this.#closeBench();
    const before = this.#file;
    [this.#task, this.sheet] = [task, sheet];
    this.#answer = kept.answer(task.name, sheet, task.begin);
    this.#file = `${task.name}${task.suffix}`;
    if (before) app.editor.remove(before);
    app.editor.add(this.#file, this.#answer.source);
    app.editor.openFile(this.#file);
    app.shown = this.#file;
    app.emit("files"); // the language server follows the editor's
    document.title = `${task.title} \u2013 Learn: the Ironboard workbench`;
    this.#draw();
  }

  get isBusy() {
    return this.#isBusy;
  }

  /** Show the answer that is kept now, another one than before. */
  reload() {
    const [task, { sheet }] = [this.#task, this];
    this.#task = null;
    this.open(task, sheet);
  }

  #edited() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), PAUSE);
  }

  /** Keep the text of the editor, if it is another one. */
  async keep() {
    clearTimeout(this.#timer);
    const text = this.#file ? this.#page.app.editor.text(this.#file) : "";
    const answer = this.#answer;
    if (!answer || text === answer.source) return;
    answer.source = text;
    await this.#page.kept.save(answer);
  }

  // ---------------------------------------------------------------- drawing

  #draw() {
    const { title, task, limits, routine, cases, machine_title, language, hints } = this.#task;
    const { isSolved } = { isSolved: this.#answer?.solved };
    const how = routine ? `Check calls ${routine} in ${cases} case${cases === 1 ? "" : "s"}` : `Check runs the program in ${cases} case${cases === 1 ? "" : "s"}`;
    element("task").replaceChildren(
      make("h1", { text: title }),
      make("p", { class: "hint", text: `${machine_title}, ${language}. ${how}.${isSolved ? " You have solved it." : ""}` }),
      make("div", { class: "text", text: paragraphs(task) }),
      ...(limits.length ? [make("ul", { class: "limits" }, ...limits.map((text) => make("li", { text })))] : []),
      make("ol", { class: "hints", "aria-label": "Hints", hidden: true }));
    this.#drawHints();
    element("hint").hidden = !hints.length;
    const { earlier, findings } = /** @type {import("./kept.js").Answer} */ (this.#answer);
    const choice = element("earlier");
    choice.parentElement.hidden = !earlier.length;
    choice.replaceChildren(make("option", { value: "", text: "answers" }),
      ...earlier.map(({ date, right }, value) => make("option", { value, text: `${new Date(date).toLocaleString()}, ${right ? "right" : "wrong"}` })));
    this.#drawVerdict(findings);
  }

  #drawHints() {
    const { hints } = this.#task;
    const count = Math.min(this.#answer?.hints ?? 0, hints.length);
    const list = /** @type {HTMLElement} */ (element("task").querySelector(".hints"));
    list.replaceChildren(...hints.slice(0, count).map((text) => make("li", { text })));
    list.hidden = !count;
    element("hint").disabled = count >= hints.length;
    element("hint").textContent = count ? (count < hints.length ? "Next hint" : "No more hints") : "Hint";
  }

  #drawVerdict(found) {
    const place = element("verdict");
    place.hidden = !found;
    element("debug").disabled = !found || found.right || !found.cases.some((each) => !each.right) || this.#isBusy;
    if (!found) return place.replaceChildren();
    place.replaceChildren(...drawVerdict(found, (line) => this.#page.app.editor.reveal(this.#file, line)));
    const next = found.right ? this.#page.shelf.next(this.sheet, this.#task.name) : null;
    if (next) place.append(make("p", {}, make("a", { href: fragmentOf(next.name, this.sheet), text: `Next: ${next.title}` })));
    else if (found.right) place.append(make("p", { text: "All these lessons are solved." }));
  }

  // ---------------------------------------------------------------- what the user does

  async #hint() {
    const answer = /** @type {import("./kept.js").Answer} */ (this.#answer);
    answer.hints = Math.min(answer.hints + 1, this.#task.hints.length);
    this.#drawHints();
    await this.#page.kept.save(answer);
  }

  /** The source to begin with; the present one can be had again. */
  async #anew() {
    await this.#replace(this.#task.begin);
    this.#page.app.status("The source to begin with is in the editor. Undo, or Earlier, brings back your answer.");
  }

  async #again(number) {
    const found = this.#answer?.earlier[number];
    if (found) await this.#replace(found.source);
  }

  async #replace(text) {
    const { app, kept } = this.#page;
    await this.keep();
    const answer = /** @type {import("./kept.js").Answer} */ (this.#answer);
    if (answer.source !== this.#task.begin && answer.source !== text) kept.remember(answer, answer.findings?.right ?? false);
    app.editor.replace(this.#file, text);
    await this.keep();
    this.#draw();
  }

  /** Run the answer in all cases, and say what was found. */
  async check() {
    const { app, kept, shelf } = this.#page;
    if (this.#isBusy || !this.#task) return;
    if (!app.isReady) return app.status("The machines are still being loaded: Check works in a moment.");
    const [task, sheet, answer] = [this.#task, this.sheet, /** @type {import("./kept.js").Answer} */ (this.#answer)];
    const { cases } = task;
    this.#closeBench();
    await this.#busy(`Your answer is assembled or compiled, and run in ${cases === 1 ? "its case" : `up to ${cases} cases`}.`, async () => {
      await this.keep();
      const found = await app.client.call("learn.check", task.name, answer.source, answer.attempts, this.#textOf(sheet));
      Object.assign(answer, { findings: found, attempts: found.right ? 0 : answer.attempts + 1, solved: answer.solved || found.right });
      kept.remember(answer, found.right);
      await kept.save(answer);
      app.status(sentence(found));
      if (this.#task !== task) return;
      this.#draw();
      element("verdict").scrollIntoView({ block: "nearest" });
      if (found.place) app.editor.reveal(this.#file, found.place.line, 1, { focus: false });
    });
    shelf.draw();
  }

  /** Open the debugger in the first wrong case, at the mistake. */
  async stepBack() {
    const { app } = this.#page;
    if (this.#isBusy || !this.#task || !app.isReady) return;
    await this.#busy("The first wrong case is lived again.", async () => {
      await this.keep();
      const mistake = await app.client.call("learn.debug", this.#task.name, this.#answer?.source, this.#textOf(this.sheet));
      element("bench").hidden = false;
      document.body.classList.add("stepping");
      element("bench-line").textContent = `Case ${mistake.case}, at the mistake. Step back from it: registers, memory and the machine are as they were.`;
      await app.bench.debug.launch({ program: mistake.program, machine: mistake.machine, stopOnEntry: true });
      element("answer-bar").scrollIntoView({ block: "start" });
    });
  }

  #closeBench() {
    if (element("bench").hidden) return;
    element("bench").hidden = true;
    document.body.classList.remove("stepping");
    void this.#page.app.bench.debug.end().catch(() => {});
    this.#page.app.editor.currentLine(null);
  }

  #textOf(sheet) {
    return sheet ? this.#page.kept.sheets.get(sheet)?.text : "";
  }

  /** Do something that takes a while; what goes wrong with the source is shown at its place. */
  async #busy(text, action) {
    const { app } = this.#page;
    const buttons = ["check", "debug", "anew"].map(element);
    this.#isBusy = true;
    for (const each of buttons) each.disabled = true;
    app.status(text);
    app.unsay(this.#told);
    try {
      await stoppable(action);
    } catch (error) {
      if (error.kind === "Stopped") return; // the last line says so
      app.status("The answer was not run.");
      app.notice((this.#told = error.message));
      const [place] = error.places ?? [];
      if (place) app.editor.reveal(this.#file, place.line, place.column, { length: place.length });
    } finally {
      this.#isBusy = false;
      for (const each of buttons) each.disabled = false;
      element("debug").disabled = !this.#answer?.findings || this.#answer.findings.right;
    }
  }
}

/** The text of a task: its lines run on, its paragraphs are kept. */
const paragraphs = (text) => text.split(/\n\s*\n/u).map((each) => (/\n\s+\S/u.test(each) ? each : each.replace(/\n/gu, " "))).join("\n\n");
