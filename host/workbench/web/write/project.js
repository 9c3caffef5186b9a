// The project in the page: its files, kept in the browser as they change, and mirrored into the worker's folder.
import { isGuest } from "./app.js";
import { StoreError } from "./store.js";

const PAUSE = 400; // milliseconds after a change until it is kept
const TAB = Math.random().toString(36).slice(2); // this tab, as the owner of a project
const LARGEST = 8 << 20; // bytes of a file that is taken

export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** The name of a file as it can be: parts with / between them. "" if it is one, else what is wrong. @param {string} name */
export function wrongName(name) {
  if (!name) return "A file needs a name.";
  if (name.length > 120) return "The name is longer than 120 characters.";
  if (/[\\:*?"<>|\x00-\x1f]/u.test(name)) return 'A name has none of \\ : * ? " < > |';
  return name.split("/").some((part) => !part || part.startsWith(".")) ? "No part of a name is empty or begins with a dot." : "";
}

/** What a project is, besides its files; machine and program "" are found by the file that is open. */
const EMPTY = { name: "Untitled", machine: "", options: {}, compiling: {}, program: "", shown: "", order: [], breakpoints: {}, example: "" };

export class Project {
  #app;
  #store = /** @type {import("./store.js").Store | null} */ (null);
  #dirty = new Map(); // name -> whether it is there
  #unmirrored = new Set();
  #timer = 0;
  #saving = Promise.resolve();
  #mirroring = Promise.resolve();
  #release = () => {};
  #held = ""; // the id of the project that this tab has the lock of
  #isTaking = false;
  #isLoading = false;
  #bytes = new Map(); // of files that are no texts
  /** @type {import("./store.js").Facts} */
  facts = { id: newId(), changed: 0, owner: TAB, ...EMPTY };
  /** Why changes are not kept; null if they are. @type {StoreError | null} */
  trouble = null;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    app.on("edit", (name) => this.#isLoading || this.touch(name));
    app.on("breakpoints", (name) => {
      if (this.#isLoading || isGuest(name)) return;
      this.facts.breakpoints[name] = app.editor.breakpoints(name).map(({ isVerified, title, ...facts }) => facts);
      this.touch();
    });
    const leave = () => document.visibilityState === "hidden" && this.flush();
    document.addEventListener("visibilitychange", leave);
    addEventListener("pagehide", () => this.flush());
    addEventListener("beforeunload", (event) => {
      if (this.#dirty.size && this.trouble) event.preventDefault(); // the browser asks
    });
  }

  // ---------------------------------------------------------------- files

  /** The names of all files in the order of their tabs. */
  get names() {
    return this.facts.order;
  }

  /** The bytes of a file that is no text; undefined for a text. @param {string} name @returns {Uint8Array | undefined} */
  bytes(name) {
    return this.#bytes.get(name);
  }

  /** The content of a file. @param {string} name @returns {string | Uint8Array} */
  content(name) {
    return this.bytes(name) ?? this.#app.editor.text(name);
  }

  /** @param {string} name */
  has(name) {
    return this.facts.order.includes(name);
  }

  /** Whether nothing is lost if the project makes room for another: nothing was written by the user. */
  get isUntouched() {
    return !this.facts.changed;
  }

  /** Put a file into the project, over one of this name. @param {string} name @param {string | Uint8Array} content */
  put(name, content) {
    if (content.length > LARGEST) throw new Error(`${name}: ${content.length.toLocaleString("en")} bytes: a file here has at most ${LARGEST.toLocaleString("en")}.`);
    this.#take(name, content);
    this.touch(name);
    this.#app.emit("files");
  }

  /** @param {string} name */
  remove(name) {
    if (this.#bytes.delete(name)) this.#app.emit("open", this.#app.editor.shown);
    else this.#app.editor.remove(name);
    this.facts.order = this.names.filter((each) => each !== name);
    delete this.facts.breakpoints[name];
    if (this.facts.program === name) this.facts.program = "";
    this.touch(name);
    this.#app.emit("files");
  }

  /** @param {string} name @param {string} other */
  rename(name, other) {
    const found = this.facts.breakpoints[name];
    if (this.#bytes.has(name)) {
      this.#bytes.set(other, this.#bytes.get(name));
      this.#bytes.delete(name);
    } else this.#app.editor.rename(name, other);
    this.facts.order = this.names.map((each) => (each === name ? other : each));
    delete this.facts.breakpoints[name];
    if (found) this.facts.breakpoints[other] = found;
    if (this.facts.program === name) this.facts.program = other;
    if (this.facts.shown === name) this.facts.shown = other;
    this.touch(name);
    this.touch(other);
    this.#app.emit("files");
  }

  /** A name that no file has yet, after one. @param {string} name */
  freeName(name) {
    if (!this.has(name)) return name;
    const [, stem, suffix] = /^(.*?)(\.[^./]*)?$/u.exec(name) ?? ["", name, ""];
    for (let number = 2; ; number++) if (!this.has(`${stem}-${number}${suffix ?? ""}`)) return `${stem}-${number}${suffix ?? ""}`;
  }

  #take(name, content, kept = null) {
    if (!this.has(name)) this.facts.order = [...this.names, name];
    if (typeof content === "string") {
      this.#bytes.delete(name);
      if (this.#app.editor.has(name)) this.#app.editor.replace(name, content);
      else this.#app.editor.add(name, content, kept);
    } else {
      if (this.#app.editor.has(name)) this.#app.editor.remove(name);
      this.#bytes.set(name, content);
    }
  }

  // ---------------------------------------------------------------- projects

  /** Where projects are kept; null: nowhere, for a reason. @param {import("./store.js").Store | null} store @param {StoreError | null} [trouble] */
  useStore(store, trouble = null) {
    this.#store = store;
    this.trouble = trouble;
  }

  get store() {
    return this.#store;
  }

  /**
   * Have another project in the page; the one before is kept first.
   * @param {Partial<import("./store.js").Facts>} facts
   * @param {Map<string, import("./store.js").File>} files
   * @param {{ isKept?: boolean, isNew?: boolean }} [how] isKept: it is in the store already; isNew: worth keeping without an edit
   */
  async replace(facts, files, { isKept = false, isNew = false } = {}) {
    await this.flush();
    this.#release();
    this.#held = "";
    this.#isLoading = true;
    for (const name of [...this.names]) {
      if (!this.#bytes.delete(name)) this.#app.editor.remove(name);
      this.#unmirrored.add(name);
    }
    this.#dirty.clear();
    this.facts = { ...structuredClone(EMPTY), id: newId(), changed: 0, ...facts, order: [], owner: TAB };
    const order = (facts.order ?? []).filter((each) => files.has(each));
    for (const name of [...order, ...[...files.keys()].filter((each) => !order.includes(each))]) {
      const { text, bytes, kept } = /** @type {import("./store.js").File} */ (files.get(name));
      this.#take(name, bytes ?? text ?? "", kept);
      if (text !== undefined) this.#app.editor.setBreakpoints(name, this.facts.breakpoints[name] ?? []);
      this.#unmirrored.add(name);
      if (!isKept) this.#dirty.set(name, true);
    }
    this.#isLoading = false;
    this.#app.emit("replaced");
    clearTimeout(this.#timer);
    if (this.trouble?.kind === "taken") this.trouble = null;
    this.#app.emit("files");
    this.#app.emit("project");
    if (isKept) await this.#claim();
    else if (isNew) this.touch();
  }

  /** Open a project of the store. @param {string} id @returns {Promise<boolean>} whether it is there */
  async open(id) {
    await this.flush();
    const found = await this.#store?.load(id);
    if (!found) return false;
    await this.replace(found.facts, found.files, { isKept: true });
    return true;
  }

  /** Take the project over from another tab, with what that has kept last; what was changed here becomes a copy. */
  async takeOver() {
    const { id } = this.facts;
    if (this.#dirty.size) await this.keepCopy();
    this.#isTaking = true;
    await this.open(id);
  }

  /** Go on with a copy under another name. */
  async keepCopy() {
    this.facts = { ...this.facts, id: newId(), name: `${this.facts.name} (copy)`, owner: TAB };
    for (const name of this.names) this.#dirty.set(name, true);
    this.trouble = null;
    await this.flush();
    this.#app.emit("project");
  }

  /** Be the only tab that writes the project: the second one is told, and keeps nothing. */
  async #claim() {
    const { id } = this.facts;
    if (this.#held === id) return;
    this.#release();
    this.#held = id;
    if (navigator.locks && !(await this.#locked(id))) {
      this.#held = "";
      return this.#lost(new StoreError("taken", "the project is open in another tab"));
    }
    await this.#store?.save(structuredClone(this.facts), new Map(), true).catch((error) => this.#lost(error));
  }

  /** Whether this tab has the lock of a project, until `#release` is called or another tab takes it over. */
  #locked(id) {
    const options = this.#isTaking ? { steal: true } : { ifAvailable: true };
    this.#isTaking = false;
    return new Promise((resolve) => {
      const held = (lock) => {
        resolve(Boolean(lock));
        return lock ? new Promise((done) => (this.#release = () => done(undefined))) : undefined;
      };
      navigator.locks.request(`ironboard-project-${id}`, options, held).catch(() => {
        if (this.#held !== id) return;
        this.#held = "";
        this.#lost(new StoreError("taken", "another tab has taken the project over"));
      });
    });
  }

  #lost(error) {
    this.trouble = error;
    this.#app.emit("trouble", error);
  }

  // ---------------------------------------------------------------- keeping

  /** Something has changed: keep it soon. @param {string} [name] of a file */
  touch(name) {
    this.facts.changed = Date.now();
    if (name) {
      this.#dirty.set(name, true);
      this.#unmirrored.add(name);
    }
    this.#app.emit("saved", false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Keep what has changed, now. Trouble is told by the event "trouble". */
  flush() {
    clearTimeout(this.#timer);
    this.#saving = this.#saving.then(() => this.#save());
    if (this.#app.isReady) this.mirror().catch((error) => this.#app.status(error.message));
    return this.#saving;
  }

  async #save() {
    if (!this.#store || !this.facts.changed || this.trouble?.kind === "taken") return;
    const names = [...this.#dirty.keys()];
    const record = (name) => {
      if (!this.has(name)) return null;
      return this.bytes(name) ? { bytes: this.bytes(name) } : { text: this.#app.editor.text(name), kept: this.#app.editor.kept(name) };
    };
    const files = new Map(names.map((name) => [name, record(name)]));
    this.#dirty.clear();
    try {
      await this.#store.save(structuredClone(this.facts), files);
      const wasTrouble = this.trouble;
      this.trouble = null;
      if (wasTrouble) this.#app.emit("trouble", null);
      this.#app.emit("saved", true);
      if (this.#held !== this.facts.id) await this.#claim(); // a new project is there for the first time
    } catch (error) {
      for (const name of names) this.#dirty.set(name, true);
      this.#lost(error);
    }
  }

  /** Keep everything, and have it in the worker's folder: before a program is read. */
  async save() {
    await this.flush();
    if (this.#app.isReady) await this.mirror();
  }

  /**
   * Have the worker's folder as the project is: whoever asks while it is being written waits for that, too.
   * @param {{ all?: boolean }} [how] all: the folder is empty
   */
  mirror({ all = false } = {}) {
    if (all) this.#unmirrored = new Set(this.names);
    const before = this.#mirroring;
    this.#mirroring = (async () => {
      await before.catch(() => {}); // told to those who asked then
      const names = [...this.#unmirrored];
      this.#unmirrored.clear();
      for (const name of names) await this.#mirrored(name);
    })();
    return this.#mirroring;
  }

  async #mirrored(name) {
    const { client } = this.#app;
    try {
      if (!this.has(name)) await client.call("files.delete", name).catch(() => {}); // it may never have been there
      else if (this.bytes(name)) await client.call("files.write", name, toBase64(this.bytes(name)), "base64");
      else await client.call("files.write", name, this.#app.editor.text(name));
    } catch (error) {
      this.#unmirrored.add(name);
      throw error;
    }
  }
}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
