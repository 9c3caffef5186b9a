// The teacher's page: a form that makes a sheet of tasks, its link and its file; and the answers that were handed in.
import { Client } from "../client.js";
import { fillHeader } from "../nav.js";
import { make } from "../write/dom.js";
import { MOST_LINK } from "../write/links.js";
import { chooseFrom } from "../write/dialogs.js";
import { FIRST } from "../write/examples.js";
import { keep, recall } from "../write/tabs.js";
import { TaskForm } from "./form.js";
import { Handed } from "./handed.js";
import { chosenFiles, download, fragmentOf, isSheetLink, textBy } from "./sheets.js";
import { offerStop, stoppable } from "./stop.js";
import { sentence } from "./verdict.js";

const DRAFT = "ironboard.sheet"; // the sheet in the form, with model answers
const PAUSE = 600; // milliseconds
const SHORT = 2048; // characters that every mail takes
/** An error as a finding; a check that was stopped has none. */
const unlessStopped = (error) => {
  if (error.kind === "Stopped") throw error;
  return { error };
};
const element = (id) => /** @type {any} */ (document.getElementById(id));

class Teacher {
  #client = new Client();
  #machines = /** @type {any[]} */ ([]);
  #lessons = /** @type {any[]} */ ([]);
  #programs = /** @type {any[] | null} */ (null);
  #forms = /** @type {TaskForm[]} */ ([]);
  #timer = 0;
  isThere = false; // Python

  constructor() {
    this.ready = new Promise((...ends) => ([this.isReady, this.hasFailed] = ends));
    this.ready.catch(() => {}); // whoever waits for it is told
    offerStop(this.#client);
    this.#client.on("boot", ({ dead, again }) => this.status(again ? "The machines are there again." : dead));
    this.handed = new Handed(this.#client, this.ready, () => this.#text(true));
    const on = (id, action) => element(id).addEventListener("click", () => this.#guarded(action));
    on("add-task", () => (this.#add(null), this.#keep()));
    on("add-example", () => this.#example());
    on("new-sheet", () => this.#new());
    on("open-sheet", () => this.#open());
    on("check-sheet", () => this.#checked());
    on("make-link", () => this.#link());
    on("save-sheet", async () => download("sheet.json", (await this.#checked()).text));
    element("sheet-title").addEventListener("input", () => this.#soon());
  }

  async load() {
    try {
      await this.#client.start(({ step = "" }) => step && this.status(`${step}. You can write already.`));
      void this.#client.keep();
      this.isReady((this.isThere = true));
      this.status("Ready: write a task.");
    } catch (error) {
      this.hasFailed(new Error("The machines are not there: reload the page to try again."));
      this.status("You can write, but not check.");
      this.#notice(`The machines could not be loaded: ${error.message}. What you write is kept; reload the page to try again.`);
    }
  }

  /** Show the form, before Python is there. */
  async furnish() {
    try {
      const answer = await fetch("form.json");
      if (!answer.ok) throw new Error(`form.json is not there (${answer.status})`);
      ({ machines: this.#machines, lessons: this.#lessons } = await answer.json());
      await this.#begin();
    } catch (error) {
      this.#notice(`The form cannot be shown: ${error.message}. Reload the page to try again.`);
    }
  }

  /** The sheet of the address, or the draft of the last visit, or an empty task. */
  async #begin() {
    if (isSheetLink(location.hash)) {
      try {
        const text = await textBy(location.hash);
        await this.ready;
        return this.#show(await this.#client.call("learn.sheet", text));
      } catch (error) {
        this.#notice(error.message);
      } finally {
        history.replaceState(null, "", location.pathname + location.search);
      }
    }
    try {
      this.#show(JSON.parse(recall(DRAFT) ?? ""));
    } catch {
      this.#show({ lessons: [null] });
    }
  }

  status(text) {
    element("now").textContent = text;
  }

  #notice(text) {
    element("notice").textContent = text;
    element("notice").hidden = !text;
  }

  #tell(text, kind = "") {
    element("sheet-told").textContent = text;
    element("sheet-told").className = `told ${kind}`;
  }

  async #guarded(action) {
    try {
      await action();
    } catch (error) {
      this.#tell(error.kind === "Stopped" ? "It was stopped." : error.message, "bad");
    }
  }

  // ---------------------------------------------------------------- the sheet

  #show({ title = "", lessons }) {
    element("sheet-title").value = title;
    this.#forms = [];
    element("tasks").replaceChildren();
    for (const each of lessons) this.#add(each);
  }

  #add(data) {
    const actions = { fill: (form) => this.#fill(form), remove: (form) => this.#remove(form), changed: () => this.#soon() };
    const form = new TaskForm(this.#machines, data, actions);
    this.#forms.push(form);
    element("tasks").append(form.element);
    this.#forms.forEach((each, index) => each.number(index + 1));
  }

  /** Add a task that begins as a lesson of Ironboard, or with a program: a choice of both. */
  async #example() {
    if (this.isThere) this.#programs ??= await this.#client.call("tools.examples");
    const machineOf = (each) => this.#machines.find(({ name }) => name === each.machine);
    const suffixOf = (file) => file.slice(file.lastIndexOf("."));
    const languageOf = (each, suffix) => machineOf(each)?.languages.find((one) => one.suffix === suffix)?.title;
    const lessons = this.#lessons.map((data) => ({ data, title: `Lesson: ${data.title}`, detail: languageOf(data, data.suffix) }));
    const programs = [...FIRST, ...(this.#programs ?? [])].map((row) => ({ row, title: `Program: ${row.title}`, detail: languageOf(row, suffixOf(row.file)) }));
    const rows = [...lessons, ...programs.filter(({ detail }) => detail)].map((each) => ({ ...each, detail: `${machineOf(each.data ?? each.row).title}, ${each.detail}` }));
    const answer = await chooseFrom(this.#programs ? "Start from an example" : "Start from an example (more once the machines are loaded)", rows);
    if (answer?.choose === undefined) return;
    const { data, row } = rows[answer.choose];
    const begun = data ?? (await this.#taskOf(row, suffixOf(row.file)));
    if (this.#isEmpty) this.#show({ title: element("sheet-title").value, lessons: [begun] });
    else this.#add(begun);
    this.#keep();
    this.#forms.at(-1)?.element.scrollIntoView({ block: "start" });
    this.#tell(data ? `Task ${this.#forms.length} is the lesson: change what you like. Hints to known mistakes are not part of a sheet.`
      : `Task ${this.#forms.length} has the program as the text to begin with: write what is to be done with it, and the cases.`);
  }

  /** A task that begins with a program. */
  async #taskOf({ name, file, machine, title }, suffix) {
    const answer = name ? null : await fetch(`write/first/${file}`);
    const begin = answer ? await answer.text() : Object.values((await this.#client.call("tools.example", name)).files)[0];
    return { name: file.slice(0, -suffix.length), title, machine, suffix, task: "", begin, cases: [{}] };
  }

  #remove(form) {
    if (!confirm("Remove this task from the sheet?")) return;
    this.#forms = this.#forms.filter((each) => each !== form);
    form.element.remove();
    this.#forms.forEach((each, index) => each.number(index + 1));
    this.#keep();
  }

  #new() {
    if (!confirm("Begin a new sheet? The present one is gone then: download it first, if you need it.")) return;
    this.#show({ lessons: [null] });
    this.#keep();
  }

  async #open() {
    const [file] = await chosenFiles();
    if (!file) return;
    await this.ready;
    const found = await this.#client.call("learn.sheet", await file.text());
    if (!this.#isEmpty && !confirm(`Open ${file.name}? The present sheet is gone then: download it first, if you need it.`)) return;
    this.#show(found);
    this.#keep();
    this.#tell(`${file.name} is open. Model answers are not part of a sheet.`);
  }

  /** The sheet's JSON. @param {boolean} [isQuiet] "" where a case cannot be read */
  #text(isQuiet = false) {
    try {
      const title = element("sheet-title").value.trim();
      return JSON.stringify({ ...(title ? { title } : {}), lessons: this.#forms.map((each) => each.data()) });
    } catch (error) {
      if (isQuiet) return "";
      throw error;
    }
  }

  get #isEmpty() {
    return this.#forms.every(({ controls: { title, task, begin, model } }) => ![title, task, begin, model].some(({ value }) => value.trim()));
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), PAUSE);
  }

  /** Keep the draft, with the model answers. */
  #keep() {
    try {
      const lessons = this.#forms.map((each) => ({ ...each.data(), model: each.controls.model.value }));
      const text = JSON.stringify({ title: element("sheet-title").value, lessons });
      keep(DRAFT, text);
      element("saved").textContent = recall(DRAFT) === text ? "kept in this browser" : "not kept: download the sheet";
    } catch {
      // a case that cannot be read yet: the next change may mend it
    }
  }

  // ---------------------------------------------------------------- checks

  /** Check the tasks: their fields, that the text to begin with is wrong and the model answer right. */
  async #checked() {
    for (const each of this.#forms) each.tell("");
    const text = this.#text();
    this.#tell("The tasks are checked as soon as Python is loaded.");
    await this.ready;
    this.#tell("The tasks are checked.");
    return stoppable(() => this.#checkAll(text));
  }

  async #checkAll(text) {
    await this.#client.call("learn.sheet", text);
    const told = [];
    for (const form of this.#forms) {
      const { name, title, begin } = form.data();
      const begun = await this.#client.call("learn.check", name, begin, 0, text).catch(unlessStopped);
      const model = form.controls.model.value;
      const found = model.trim() ? await this.#client.call("learn.check", name, model, 0, text).catch(unlessStopped) : null;
      const trouble = begun.error
        ? `The text to begin with has an error: ${begun.error.message}`
        : begun.right
          ? "The text to begin with is right already: there is nothing to do."
          : found?.error
            ? `The model answer has an error: ${found.error.message}`
            : found && !found.right
              ? `The model answer: ${sentence(found)}`
              : "";
      form.tell(trouble || `The text to begin with is wrong, as it should be.${found ? ` The model answer: ${sentence(found)}` : ""}`, trouble ? "bad" : "good");
      if (trouble) told.push(title || name);
    }
    if (told.length) this.#tell(`Look at ${told.join(", ")}: what is said there can be on purpose.`, "bad");
    else this.#tell("All tasks can be given out.", "good");
    return { text };
  }

  async #fill(form) {
    form.tell("The model answer is run as soon as Python is loaded.");
    try {
      await this.ready;
      form.tell("The model answer is run in all cases.");
      const { name, ...data } = form.data();
      const text = JSON.stringify({ lessons: [{ name: name || "task", ...data }] });
      const { cases, cycles, size, unit } = await stoppable(() => this.#client.call("learn.filled", text, form.controls.model.value));
      form.setCases(cases);
      this.#keep();
      form.tell(`The expected values are those of the model answer: at most ${cycles.toLocaleString("en")} cycles, ${size} ${unit}.`, "good");
    } catch (error) {
      form.tell(error.message, "bad");
    }
  }

  async #link() {
    const { text } = await this.#checked();
    const address = new URL("learn.html", location.href).href + (await fragmentOf(text));
    const size = address.length > MOST_LINK ? "too long for a link: give out the file instead" : address.length > SHORT ? "browsers take it, some mails and chats cut it" : "short enough for every mail";
    const area = make("textarea", { id: "sheet-link", class: "mono", readonly: true, rows: 3, value: address, onfocus: () => area.select() });
    const told = make("span", { role: "status" });
    const copy = make("button", { type: "button", text: "Copy", onclick: async () => {
      try {
        await navigator.clipboard.writeText(address);
        told.textContent = "Copied.";
      } catch {
        area.select();
        told.textContent = "Press Ctrl+C: the browser lets no page copy by itself here.";
      }
    } });
    element("link-place").replaceChildren(
      make("div", { class: "field" }, make("label", { for: "sheet-link", text: `Link, ${address.length.toLocaleString("en")} characters: ${size}` }), area),
      make("p", { class: "buttons" }, copy, make("a", { class: "button", href: address, target: "_blank", rel: "noopener", text: "Try it" }), told));
    area.focus();
  }
}

fillHeader(element("top"), "Learn");
const teacher = new Teacher();
globalThis.ironboard = teacher; // for tests and the curious
void teacher.furnish();
requestAnimationFrame(() => setTimeout(() => teacher.load()));
