// Files of the page Learn: answers to hand in, progress to take along, sheets of a teacher.
import { make } from "../write/dom.js";
import { keep, recall } from "../write/tabs.js";
import { chosenFiles, download } from "./sheets.js";

const PUPIL = "ironboard.pupil"; // the name that was typed last
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const inName = (text) => text.normalize("NFKD").replace(/[^\w-]+/gu, "-").replace(/^-+|-+$/gu, "");

export class Files {
  #page;

  constructor(page) {
    this.#page = page;
    element("hand-in").addEventListener("click", () => this.#handIn());
    element("progress").addEventListener("click", () => this.#progress());
  }

  async #release() {
    const { version = "", release = "" } = await (await fetch("version.json")).json().catch(() => ({}));
    return `${version} ${release}`.trim();
  }

  /** Download all answers. */
  async save() {
    await this.#page.answering.keep();
    download("ironboard-progress.json", this.#page.kept.file({ release: await this.#release() }));
  }

  #handIn() {
    const { answering, kept, app } = this.#page;
    const name = make("input", { id: "pupil", type: "text", maxlength: 200, autocomplete: "name", value: recall(PUPIL) ?? "" });
    const dialog = this.#dialog("Hand in your answers",
      make("p", { text: "A file with your answers to these lessons is saved on your computer: give it to your teacher. It has the findings too, but your teacher's page checks every answer again." }),
      make("label", { for: "pupil", text: "Your name" }), name);
    const save = async () => {
      keep(PUPIL, name.value);
      dialog.close();
      await answering.keep();
      download(`answers-${inName(name.value) || "pupil"}.json`, kept.file({ pupil: name.value, release: await this.#release(), sheet: answering.sheet }));
      app.status("The file of answers is among your downloads.");
    };
    dialog.querySelector(".row").prepend(make("button", { type: "button", class: "strong", text: "Download", onclick: save }));
    name.focus();
  }

  #progress() {
    const dialog = this.#dialog("Your progress", make("p", { text: "Answers, solved lessons and sheets are kept in this browser. Take them to another computer as a file." }));
    const add = (text, action) => dialog.querySelector(".row").prepend(make("button", { type: "button", text, onclick: () => (dialog.close(), action()) }));
    add("Take in a file", () => this.#take());
    add("Download all", () => this.save());
  }

  #dialog(title, ...content) {
    const dialog = make("dialog", { "aria-labelledby": "dialog-title", onclose: () => dialog.remove() },
      make("h2", { id: "dialog-title", text: title }), ...content,
      make("div", { class: "row" }, make("button", { type: "button", text: "Close", onclick: () => dialog.close() })));
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  async #take() {
    const { app, kept, ready } = this.#page;
    try {
      const [file] = await chosenFiles();
      if (!file) return;
      app.status("The file is read as soon as Python is loaded.");
      await ready;
      await this.#page.answering.keep();
      const count = await kept.take(await app.client.call("learn.read", await file.text()));
      app.status(`${count} answer${count === 1 ? " was" : "s were"} taken in; where yours was another one, both are kept.`);
      this.#page.shelf.draw();
      this.#page.answering.reload();
    } catch (error) {
      app.notice(error.message);
    }
  }

  /** Take a sheet from a file. */
  async openSheet() {
    const { app, ready } = this.#page;
    try {
      const [file] = await chosenFiles();
      if (!file) return;
      app.status("The sheet is read as soon as Python is loaded.");
      await ready;
      const name = await this.#page.addSheet(await file.text());
      location.hash = `#s=${encodeURIComponent(name)}`;
    } catch (error) {
      app.notice(error.message);
    }
  }
}
