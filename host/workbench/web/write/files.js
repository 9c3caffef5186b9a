// The files of the project: their tabs, their menu, upload and download.
import { isGuest } from "./app.js";
import { askFor, chooseFrom, download, menuAt } from "./dialogs.js";
import { make } from "./dom.js";
import { wrongName } from "./project.js";
import { markTab, tabKeys } from "./tabs.js";
import { zipped } from "./zip.js";

const SAMPLE = 4096; // bytes by which a text is known

/** The text of some bytes; null if they are none. The editor has one end of a line, so that others are bytes unless the
 * file is for people: a paper tape has CR and LF, a program may have a byte 0D. @param {Uint8Array} bytes @param {boolean} isForPeople */
export function textOf(bytes, isForPeople) {
  if (bytes.subarray(0, SAMPLE).includes(0)) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return isForPeople ? text.replace(/\r\n?/gu, "\n") : text.includes("\r") ? null : text;
  } catch {
    return null;
  }
}

export class Files {
  #app;
  #tabs = /** @type {HTMLElement} */ (document.getElementById("file-tabs"));
  #menu = /** @type {HTMLElement} */ (document.getElementById("project"));
  #image = /** @type {HTMLElement} */ (document.getElementById("image"));

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    app.on("files", () => this.#drawTabs());
    app.on("project", () => this.open(app.project.facts.shown || app.project.names[0] || ""));
    app.on("open", (name) => name && this.#opened(name));
    app.on("ready", () => app.project.bytes(app.shown) && this.#opened(app.shown));
    tabKeys(this.#tabs, (tab) => this.open(tab.dataset.name ?? ""));
    this.#tabs.addEventListener("contextmenu", (event) => {
      const tab = /** @type {HTMLElement} */ (event.target).closest("[role=tab]");
      if (!tab || isGuest(/** @type {HTMLElement} */ (tab).dataset.name ?? "")) return;
      event.preventDefault();
      this.menu(/** @type {HTMLElement} */ (tab).dataset.name ?? "", event.clientX, event.clientY);
    });
    document.getElementById("new-file")?.addEventListener("click", () => this.create());
    this.#menu.addEventListener("click", () => this.#projectMenu());
    const page = document.getElementById("edit") ?? document.body;
    page.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && (event.preventDefault(), page.classList.add("dropping")));
    page.addEventListener("dragleave", () => page.classList.remove("dropping"));
    page.addEventListener("drop", (event) => {
      page.classList.remove("dropping");
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      event.stopPropagation();
      void this.take([...event.dataTransfer.files]);
    }, true);
  }

  /** Show a file: a text in the editor, of another one what it is. @param {string} name */
  open(name) {
    const { project, editor } = this.#app;
    if (isGuest(name)) return editor.openFile(name);
    if (!name || !project.has(name)) return false;
    this.#app.shown = name;
    if (project.bytes(name)) this.#opened(name);
    else if (editor.shown === name) this.#opened(name);
    else editor.openFile(name);
    return true;
  }

  #opened(name) {
    const { project } = this.#app;
    if (isGuest(name)) {
      this.#image.hidden = true;
      return this.#drawTabs();
    }
    this.#app.shown = name;
    if (project.facts.shown !== name) {
      project.facts.shown = name;
      if (project.facts.changed) project.touch();
    }
    const bytes = project.bytes(name);
    this.#image.hidden = !bytes;
    if (bytes) this.#drawImage(name, bytes);
    for (const tab of this.#tabs.children) if (/** @type {HTMLElement} */ (tab).dataset.name === name) markTab(this.#tabs, tab), tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#app.emit("shown", name);
  }

  #drawTabs() {
    const { editor, project: { names } } = this.#app;
    const tabs = names.map((name) => {
      const tab = make("button", { type: "button", role: "tab", "aria-controls": "editor", text: name, title: `${name}: a right click or Shift+F10 renames, copies, deletes` });
      tab.dataset.name = name;
      return tab;
    });
    const guests = editor.all.filter(isGuest).map((path) => {
      const tab = make("button", { type: "button", role: "tab", class: "guest", "aria-controls": "editor", text: path.replace(/^.*\//u, ""), title: `${path}: a source from outside the project; it can be read only` });
      tab.dataset.name = path;
      return tab;
    });
    this.#tabs.replaceChildren(...tabs, ...guests);
    if (!names.includes(this.#app.shown)) this.#app.shown = "";
    if (!this.#app.shown) this.open(names[0] ?? "");
    markTab(this.#tabs, guests.find((tab) => tab.dataset.name === editor.shown) ?? tabs[names.indexOf(this.#app.shown)]);
  }

  async #drawImage(name, bytes) {
    const told = make("div", {});
    this.#image.replaceChildren(
      make("h2", { text: name }),
      make("p", { text: `${bytes.length.toLocaleString("en")} bytes. Run starts them, if they are an image for a machine.` }),
      make("p", { class: "row" },
        make("button", { type: "button", text: "Download", onclick: () => download(name, bytes) }),
        make("button", { type: "button", text: "Other formats", onclick: () => this.#app.formats?.ask(name) }),
        make("button", { type: "button", text: "Delete", onclick: () => this.remove(name) })),
      told,
    );
    try {
      const found = await this.#app.formats?.look(name);
      if (found) told.replaceChildren(...looked(found));
    } catch (error) {
      told.replaceChildren(make("p", { class: "hint", text: error.message.replaceAll("/work/", "") }));
    }
  }

  // ---------------------------------------------------------------- menus

  menu(name, x, y) {
    const { project } = this.#app;
    menuAt(x, y, [
      ["Rename", () => this.rename(name)],
      ["Copy", () => this.copy(name)],
      [project.facts.program === name ? "Run the open file" : "Run this file always", () => this.#app.choose({ program: project.facts.program === name ? "" : name })],
      null,
      ["Download", () => download(name, project.content(name))],
      ["Download in other formats", () => this.#app.formats?.ask(name)],
      null,
      ["Delete", () => this.remove(name)],
    ], name);
  }

  #projectMenu() {
    const { project, shown } = this.#app;
    const box = this.#menu.getBoundingClientRect();
    const ofFile = shown
      ? [
          [`Rename ${shown}`, () => this.rename(shown)],
          [`Copy ${shown}`, () => this.copy(shown)],
          [`Delete ${shown}`, () => this.remove(shown)],
          null,
          [`Download ${shown}`, () => download(shown, project.content(shown))],
          [`Download ${shown} in other formats`, () => this.#app.formats?.ask(shown)],
        ]
      : [];
    this.#menu.setAttribute("aria-expanded", "true");
    menuAt(box.left, box.bottom + 2, [
      ["New file", () => this.create()],
      ["Upload files", () => this.upload()],
      null,
      ...ofFile,
      ["Download all as a ZIP file", () => this.downloadAll()],
      null,
      ["New project", () => this.#app.projects.create()],
      ["Open a project", () => this.#app.projects.choose()],
      ["Rename the project", () => this.#app.projects.rename()],
    ], "Files");
    const done = new MutationObserver(() => {
      if (document.querySelector(".menu")) return;
      this.#menu.setAttribute("aria-expanded", "false");
      done.disconnect();
    });
    done.observe(document.body, { childList: true });
  }

  // ---------------------------------------------------------------- what the menus do

  async #askName(title, value, word) {
    const { project } = this.#app;
    const taken = ({ name }) => wrongName(name) || (name !== value && project.has(name) ? `There is a file ${name}.` : "");
    const endings = this.#app.languages.all.map((each) => `${each.suffixes[0]} ${each.title}`).join(", ");
    const given = await askFor(title, [{ name: "name", label: "Name", value, hint: `The ending is the language: ${endings}.` }], { word, check: async (all) => taken(all) });
    return given?.name;
  }

  async create() {
    const { project, editor } = this.#app;
    const suffix = /\.[^./]+$/u.exec(this.#app.shown)?.[0] ?? ".s";
    const name = await this.#askName("New file", project.freeName(`new${suffix}`), "Make it");
    if (!name) return;
    project.put(name, "");
    this.open(name);
    editor.view.focus();
  }

  async rename(name) {
    const other = await this.#askName(`Rename ${name}`, name, "Rename");
    if (!other || other === name) return;
    this.#app.project.rename(name, other);
    this.open(other);
  }

  copy(name) {
    const { project } = this.#app;
    const other = project.freeName(name);
    project.put(other, project.content(name));
    this.open(other);
    this.#app.status(`${other} is a copy of ${name}.`);
  }

  /** Delete a file; for a while it can be had back. @param {string} name */
  remove(name) {
    const { project } = this.#app;
    const content = project.content(name);
    project.remove(name);
    this.#app.notice(`${name} was deleted.`, { "Have it back": () => (project.put(project.freeName(name), content), this.open(name)) });
  }

  upload() {
    const input = make("input", { type: "file", multiple: true });
    input.addEventListener("change", () => this.take([...input.files]));
    input.click();
  }

  /** Take files of the user's computer into the project. @param {File[]} files */
  async take(files) {
    const { project } = this.#app;
    for (const file of files) {
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const clean = file.name.replace(/[\\/:*?"<>|\x00-\x1f]/gu, "-").replace(/^\.+/u, "") || "file";
        const name = project.freeName(clean);
        const isForPeople = Boolean(this.#app.languages?.of(name)) || /\.txt$/iu.test(name);
        project.put(name, textOf(bytes, isForPeople) ?? bytes);
        this.open(name);
        this.#app.status(name === clean ? `${name} is in the project.` : `${name} is in the project: there was a ${clean} already.`);
      } catch (error) {
        this.#app.notice(`${file.name} cannot be taken: ${error.message}`);
      }
    }
  }

  async downloadAll() {
    const { project } = this.#app;
    const files = new Map(project.names.map((name) => [name, project.content(name)]));
    download(`${project.facts.name.replace(/[^\w.-]+/gu, "-") || "project"}.zip`, await zipped(files), "application/zip");
  }
}

/** What `tools.look` has found in a file, as elements. */
function looked({ title, size, notes, text }) {
  return [
    make("p", { text: `${title}: ${size.toLocaleString("en")} words or bytes of memory.` }),
    ...notes.map((each) => make("p", { class: "hint", text: each })),
    text ? make("pre", { class: "listing", tabindex: "0", "aria-label": "Disassembled", text }) : "",
  ];
}

/** The projects of this browser. */
export class Projects {
  #app;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Begin anew, with one empty file. */
  async create() {
    await this.#app.project.replace({ name: "Untitled" }, new Map([["program.s", { text: "" }]]), { isNew: true });
    this.#app.status("A new project. The ending of a file's name is its language.");
    this.#app.editor.view.focus();
  }

  async rename() {
    const { project } = this.#app;
    const given = await askFor("Rename the project", [{ name: "name", label: "Name", value: project.facts.name }], {
      check: async ({ name }) => (name ? "" : "A project needs a name."),
    });
    if (!given) return;
    project.facts.name = given.name.slice(0, 100);
    project.touch();
    this.#app.emit("named");
  }

  /** Show the projects; open, rename or delete one. */
  async choose() {
    const { project } = this.#app;
    if (!project.store) return this.#app.notice("This browser keeps no projects here: download your files to keep them.");
    await project.flush();
    const all = await project.store.projects();
    const rows = all.map((each) => ({
      title: each.id === project.facts.id ? `${each.name} (this one)` : each.name,
      detail: `${each.order.length} ${each.order.length === 1 ? "file" : "files"}, ${new Date(each.changed).toLocaleString()}`,
    }));
    if (!rows.length) return this.#app.notice("There are no other projects yet: what you write is kept by itself.");
    const answer = await chooseFrom("Projects", rows, { canDelete: true });
    if (answer?.choose !== undefined) await project.open(all[answer.choose].id);
    if (answer?.delete !== undefined) await this.#delete(all[answer.delete]);
  }

  async #delete({ id, name }) {
    const { project } = this.#app;
    const found = await project.store.load(id);
    if (id === project.facts.id) {
      project.facts.changed = 0; // or it would be kept once more
      await this.create();
    }
    await project.store.remove(id);
    this.#app.notice(`The project ${name} was deleted.`, {
      "Have it back": () => found && project.replace({ ...found.facts, changed: 0 }, found.files, { isNew: true }),
    });
  }
}
