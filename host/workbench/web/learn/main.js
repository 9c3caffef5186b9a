// The page Learn: puts its parts together. Lessons and texts are there before Python is; checking waits for it.
import { Client } from "../client.js";
import { fillHeader } from "../nav.js";
import { App } from "../write/app.js";
import { furnish } from "../write/bench.js";
import { Editor } from "../write/editor.js";
import { Languages } from "../write/languages.js";
import { Server } from "../write/server.js";
import { Tabs } from "../write/tabs.js";
import { tellDeath } from "../write/trouble.js";
import { Answering } from "./answering.js";
import { Files } from "./files.js";
import { Kept } from "./kept.js";
import { Shelf } from "./shelf.js";
import { isSheetLink, nameOfSheet, textBy, titleOfSheet } from "./sheets.js";
import { offerStop } from "./stop.js";

const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The fragment of the address of a lesson. */
export const fragmentOf = (lesson, sheet) => `#l=${encodeURIComponent(lesson)}${sheet ? `&s=${encodeURIComponent(sheet)}` : ""}`;

class Page {
  #moved = 0; // guards against an address that is older than the one followed now

  constructor() {
    this.app = new App();
    this.app.client = new Client();
    offerStop(this.app.client);
    this.app.tools = new Tabs(element("tool-tabs"), element("tool-panels"));
    this.kept = new Kept((trouble) => this.trouble(trouble));
    tellDeath(this.app, () => this.again());
    this.ready = new Promise((resolve) => this.app.on("ready", () => resolve(null)));
  }

  async furnish() {
    const { app } = this;
    app.languages = await Languages.load();
    app.editor = new Editor(app, app.languages, element("editor"));
    app.server = new Server(app);
    app.editor.useServer(app.server);
    furnish(app);
    this.files = new Files(this);
    this.shelf = new Shelf(this);
    this.answering = new Answering(this);
  }

  trouble(text) {
    element("saved").textContent = text ? "not kept" : "kept in this browser";
    if (text) this.app.notice(text, { "Download my answers": () => this.files.save() });
    else this.app.notice("What you write is kept again.");
  }

  /** Open the lesson, or the sheet, that the address names. */
  async follow() {
    const moved = ++this.#moved;
    const { app } = this;
    if (isSheetLink(location.hash)) {
      try {
        const text = await textBy(location.hash);
        app.status("The tasks of the link are checked as soon as Python is loaded.");
        await this.ready;
        const name = await this.addSheet(text);
        if (moved !== this.#moved) return;
        app.notice("These tasks came by a link. Nothing of yours has changed, and nothing runs until you press Check.");
        if (!this.kept.trouble) history.replaceState(null, "", fragmentOf(this.shelf.tasks(name)[0].name, name));
        else return this.#open(name, this.shelf.tasks(name)[0]); // a reload needs the link again
      } catch (error) {
        history.replaceState(null, "", location.pathname + location.search);
        app.notice(error.message);
      }
    }
    const asked = new URLSearchParams(location.hash.slice(1));
    let sheet = asked.get("s") ?? "";
    if (sheet && !this.kept.sheets.has(sheet)) {
      app.notice("The tasks of this address are not in this browser: open the link or the file that your teacher gave you.");
      sheet = "";
    }
    if (sheet && !this.shelf.tasks(sheet).length) {
      await this.ready;
      try {
        await this.shelf.load(sheet);
      } catch (error) {
        app.notice(error.message);
        sheet = "";
      }
    }
    if (moved !== this.#moved) return;
    const tasks = this.shelf.tasks(sheet);
    const task = tasks.find((each) => each.name === asked.get("l")) ?? this.shelf.next(sheet) ?? tasks[0];
    this.#open(sheet, task);
  }

  #open(sheet, task) {
    this.shelf.show(sheet, task);
    this.answering.open(task, sheet);
  }

  /** Take a sheet, by anybody. Raises an Error with what is wrong with it. @param {string} text @returns {Promise<string>} its name */
  async addSheet(text) {
    const name = nameOfSheet(text);
    await this.app.client.call("learn.sheet", text);
    await this.kept.addSheet({ name, title: titleOfSheet(text), text, date: new Date().toISOString() });
    await this.shelf.load(name);
    return name;
  }

  /** The machines have been started again: they know nothing yet. */
  async again() {
    const { app } = this;
    if (!this.answering.isBusy) app.status("The machines are there again: press Check.");
    await app.server.connect().catch(() => {}); // the answer is checked without it, too
  }

  async load() {
    const { app } = this;
    try {
      await app.client.start(({ step = "" }) => step && app.status(`${step}. You can write already.`));
      app.isReady = true;
      app.emit("ready");
      app.status("Ready: write your answer, then press Check.");
    } catch (error) {
      app.status("You can write, but not check.");
      return app.notice(`The machines could not be loaded: ${error.message}. What you write is kept; reload the page to try again.`, { Reload: () => location.reload() });
    }
    await app.client.quiet();
    await app.server.connect().catch(({ message }) => app.notice(`The languages could not be loaded (${message}): errors are told by Check alone.`));
    await app.client.keep();
  }
}

fillHeader(element("top"), "Learn");
if (matchMedia("(max-width: 699px)").matches) /** @type {HTMLDetailsElement} */ (element("shelf-details")).open = false;
const page = new Page();
await page.furnish();
await page.kept.open();
if (!page.kept.trouble) element("saved").textContent = "kept in this browser";
await page.shelf.begin();
addEventListener("hashchange", () => page.follow());
void page.follow();
globalThis.ironboard = page.app; // for tests and the curious
requestAnimationFrame(() => setTimeout(() => page.load())); // the editor is painted first
