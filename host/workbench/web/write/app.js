// The object that the modules of the page Write share: who is there, what happens, what the user is told.

/**
 * The parts, each set by its module before `start` is emitted:
 *   client   Client of client.js: call, on, send
 *   editor   Editor of editor.js: texts, markers in the margins
 *   project  Project of project.js: the files
 *   tools    Tabs of tabs.js: add({ id, title, element, onShow }), show(id)
 *   launch   async ({ path, machine, options, stopOnEntry }): starts a program; the debugger sets it
 *
 * Events (`on`, `emit`):
 *   start                    the page is put together; Python may still be loading
 *   ready                    Python answers, the files are in the worker's folder
 *   open (name)              another file is in the editor
 *   edit (name)              the text of a file has changed
 *   breakpoints (name)       breakpoints were set, or have moved with the text
 *   files ()                 a file was added, renamed or removed
 *   replaced ()              another project is in the page: the program of the one before ends
 *   problems (name)          the language server has looked at a file
 *   launching ({ path, machine, options, stopOnEntry }), launched (), failed (Error)
 *   machine (name)           another machine was chosen
 */
export class App {
  #listeners = new Map();
  #now = /** @type {HTMLElement} */ (document.getElementById("now"));
  #notice = /** @type {HTMLElement} */ (document.getElementById("notice"));

  client = null;
  editor = null;
  project = null;
  tools = null;
  launch = null;
  server = null;
  languages = null;
  embedding = null;
  files = null;
  projects = null;
  problems = null;
  runner = null;
  chooser = null;
  examples = null;
  formats = null;
  reading = null;
  bench = null;
  moment = null; // of a link: what was done at its sender's machine
  shown = ""; // the file that is open, text or not
  isEmbedded = false;
  choose = (_facts) => {};
  showPart = /** @type {(part: "editor" | "machine" | "tools") => void} */ (() => {});
  isReady = false;

  /** Call `listener` at each event of a name. @param {string} event @param {(...args: any[]) => void} listener */
  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  /** Tell those who listen. @param {string} event @param {...any} args */
  emit(event, ...args) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }

  /** Say in the last line what is going on, and what the user can do now. @param {string} text */
  status(text) {
    if (this.#now.textContent !== text) this.#now.textContent = text;
  }

  /**
   * Say something above the editor that remains until it is closed, with buttons; the same thing is said once.
   * @param {string} text
   * @param {{ [title: string]: () => void }} [actions]
   */
  notice(text, actions = {}) {
    if (!text) return;
    const rows = /** @type {HTMLElement[]} */ ([...this.#notice.children]);
    for (const each of rows) if (each.dataset.text === text) each.remove();
    if (rows.length >= MOST_NOTICES) rows[0].remove();
    const row = document.createElement("p");
    row.dataset.text = text;
    row.append(text);
    for (const [title, action] of Object.entries({ ...actions, Close: () => {} })) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
      button.addEventListener("click", () => (row.remove(), action()));
      row.append(button);
    }
    this.#notice.append(row);
  }

  /** Take a notice back that is no longer true. @param {string} text */
  unsay(text) {
    for (const each of /** @type {HTMLElement[]} */ ([...this.#notice.children])) if (each.dataset.text === text) each.remove();
  }
}

const MOST_NOTICES = 3;
const FOLDER = "/work/"; // of the worker, where the files of the project are

/** The path in the worker of a file of the project; a source from elsewhere is named by its path. @param {string} name */
export const pathOf = (name) => (isGuest(name) ? name : FOLDER + name);
/** Whether a file of the editor is a source from elsewhere: it can be read only. @param {string} name */
export const isGuest = (name) => name.startsWith("/");
/** The name in the project of a path in the worker; "" if it is elsewhere. @param {string} path */
export const nameOf = (path) => (path.startsWith(FOLDER) ? path.slice(FOLDER.length) : "");
