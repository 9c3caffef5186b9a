// The editor: one view of CodeMirror, a state for each file with its own history, margins for the debugger.
import {
  Compartment,
  EditorSelection,
  EditorState,
  EditorView,
  Prec,
  autocompletion,
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyField,
  historyKeymap,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  rectangularSelection,
  search,
  searchKeymap,
} from "../vendor/codemirror.js";
import { isGuest } from "./app.js";
import { columns } from "./columns.js";
import { breakpointsOf, effects, margins, sameBreakpoints } from "./margins.js";

const MOST_HISTORY = 400_000; // characters of an undo history that is kept for the next visit
const KEPT = { history: historyField };

/** The texts of the project; one of them is shown. */
export class Editor {
  #app;
  #languages;
  #states = new Map(); // name -> EditorState; that of the shown file is older than the view's
  #gutter = /** @type {((name: string, line: number) => void)[]} */ ([]);
  #selection = /** @type {((name: string) => void)[]} */ ([]);
  #writable = new Compartment();
  #isWritable = true;
  #colours = new Compartment();
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #server = null;
  shown = "";

  /**
   * @param {import("./app.js").App} app
   * @param {import("./languages.js").Languages} languages
   * @param {HTMLElement} parent
   */
  constructor(app, languages, parent) {
    this.#app = app;
    this.#languages = languages;
    this.view = new EditorView({ parent, state: this.#create("", ""), dispatchTransactions: (list, view) => this.#dispatched(list, view) });
    this.view.dom.classList.add("no-file");
    this.#dark.addEventListener("change", () => {
      const effect = { effects: this.#colours.reconfigure(EditorView.darkTheme.of(this.#dark.matches)) };
      for (const name of this.#states.keys()) this.change(name, effect);
    });
  }

  /** Take the language server's extensions for the files that are added from now on. @param {{ extension(name: string): any }} server */
  useServer(server) {
    this.#server = server;
  }

  // ---------------------------------------------------------------- files

  /** The names of the texts of the project. */
  get names() {
    return this.all.filter((name) => !isGuest(name));
  }

  /** The names of all texts, sources from elsewhere among them. */
  get all() {
    return [...this.#states.keys()];
  }

  /**
   * Take a file, not shown yet.
   * @param {string} name
   * @param {string} text
   * @param {object | null} [kept] of `keep`: selection and history of the last visit, if they belong to this text
   */
  add(name, text, kept = null) {
    this.#states.set(name, this.#create(name, text, kept));
  }

  /** Forget a file. @param {string} name */
  remove(name) {
    this.#states.delete(name);
    if (name !== this.shown) return;
    this.shown = ""; // so that it is not kept
    this.#show("");
  }

  /** @param {string} name @param {string} other */
  rename(name, other) {
    const state = this.state(name);
    const kept = state.toJSON(KEPT);
    const found = breakpointsOf(state);
    this.#states.delete(name);
    this.add(other, state.doc.toString(), kept);
    this.setBreakpoints(other, found);
    if (name === this.shown) this.#show(other);
  }

  /** Show a file. @param {string} name @returns {boolean} whether it is there */
  openFile(name) {
    if (!this.#states.has(name)) return false;
    if (name !== this.shown) this.#show(name);
    return true;
  }

  /** The state of a file as it is now. @param {string} name @returns {EditorState} */
  state(name) {
    return name === this.shown ? this.view.state : this.#states.get(name);
  }

  /** @param {string} name */
  has(name) {
    return this.#states.has(name);
  }

  /** @param {string} name */
  text(name) {
    return this.state(name).doc.toString();
  }

  /** What the next visit needs of a file besides its text; without a history that is too long. @param {string} name */
  kept(name) {
    const { selection, history: past } = this.state(name).toJSON(KEPT);
    return JSON.stringify(past).length > MOST_HISTORY ? { selection } : { selection, history: past };
  }

  /** Replace a text, which can be undone. @param {string} name @param {string} text */
  replace(name, text) {
    const { doc } = this.state(name);
    if (doc.toString() === text) return;
    this.change(name, { changes: { from: 0, to: doc.length, insert: text } });
  }

  /** Change a file, shown or not. @param {string} name @param {any} spec of a transaction */
  change(name, spec) {
    if (name === this.shown) return this.view.dispatch(spec);
    const before = this.#states.get(name);
    const transaction = before.update(spec);
    this.#states.set(name, transaction.state);
    this.#told(name, before, transaction.state, transaction.docChanged);
  }

  /** Let the user change the texts, or not. @param {boolean} isWritable */
  setWritable(isWritable) {
    this.#isWritable = isWritable;
    const effect = { effects: this.#writable.reconfigure(EditorState.readOnly.of(!isWritable)) };
    for (const name of this.names) this.change(name, effect);
  }

  // ---------------------------------------------------------------- places

  /**
   * Show a place of a file; the columns count from 1.
   * @param {string} name
   * @param {number} line from 1
   * @param {number} [column] from 1
   * @param {{ focus?: boolean, length?: number }} [options]
   */
  reveal(name, line, column = 1, { focus = true, length = 0 } = {}) {
    if (!this.openFile(name)) return false;
    const { doc } = this.view.state;
    const row = doc.line(Math.min(Math.max(1, line), doc.lines));
    const at = Math.min(row.from + column - 1, row.to);
    const selection = EditorSelection.single(at, Math.min(at + length, row.to));
    this.view.dispatch({ selection, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    if (focus) this.view.focus();
    return true;
  }

  /** Where the cursor is. @returns {{ name: string, line: number, column: number, first: number, last: number }} lines of the selection */
  get cursor() {
    const { doc, selection } = this.view.state;
    const { head, from, to } = selection.main;
    const line = doc.lineAt(head);
    return { name: this.shown, line: line.number, column: head - line.from + 1, first: doc.lineAt(from).number, last: doc.lineAt(to).number };
  }

  /** Call a listener when the selection has moved. @param {(name: string) => void} listener */
  onSelection(listener) {
    this.#selection.push(listener);
  }

  // ---------------------------------------------------------------- margins

  /** Call a listener when the margin of breakpoints is clicked, or F9 pressed. @param {(name: string, line: number) => void} listener */
  onGutterClick(listener) {
    this.#gutter.push(listener);
  }

  /** Show these breakpoints of a file. @param {string} name @param {import("./margins.js").Breakpoint[]} list */
  setBreakpoints(name, list) {
    if (this.has(name)) this.change(name, { effects: effects.breakpoints(list) });
  }

  /** The breakpoints of a file, in the lines to which the text has moved them. @param {string} name */
  breakpoints(name) {
    return this.has(name) ? breakpointsOf(this.state(name)) : [];
  }

  /** Mark the line where the machine is; null: none. @param {string | null} name @param {number} [line] */
  currentLine(name, line) {
    for (const each of this.#states.keys()) this.change(each, { effects: effects.current(each === name ? (line ?? null) : null) });
  }

  /** Show notes at the ends of lines, instead of those before. @param {string} name @param {Map<number, string | import("./margins.js").Note>} notes */
  lineNotes(name, notes) {
    if (this.has(name)) this.change(name, { effects: effects.notes(notes) });
  }

  // ---------------------------------------------------------------- inside

  #show(name) {
    if (this.shown) this.#states.set(this.shown, this.view.state);
    this.shown = name;
    this.view.setState(name ? this.#states.get(name) : this.#create("", ""));
    this.view.dom.classList.toggle("no-file", !name);
    this.#app.emit("open", name);
  }

  #create(name, text, kept = null) {
    const extensions = this.#extensions(name);
    if (kept)
      try {
        return EditorState.fromJSON({ doc: text, ...kept }, { extensions }, kept.history ? KEPT : {});
      } catch {
        // of another version of the editor, or damaged: the text counts
      }
    return EditorState.create({ doc: text, extensions });
  }

  #extensions(name) {
    const grammar = this.#languages.of(name);
    const click = (line) => this.#gutter.forEach((listener) => listener(this.shown, line));
    return [
      Prec.high(keymap.of([{ key: "F9", run: () => (click(this.cursor.line), true), preventDefault: true }])),
      this.#writable.of([EditorState.readOnly.of(!this.#isWritable || !name || isGuest(name)), EditorView.editable.of(Boolean(name))]),
      this.#colours.of(EditorView.darkTheme.of(this.#dark.matches)),
      margins(click),
      lineNumbers(),
      lintGutter(),
      history(),
      highlightSpecialChars(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      rectangularSelection(),
      EditorState.allowMultipleSelections.of(true),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      search({ top: true }),
      highlightSelectionMatches(),
      EditorState.tabSize.of(8),
      EditorView.contentAttributes.of({ "aria-label": name ? `Text of ${name}` : "No file is open", spellcheck: "false" }),
      this.#languages.extension(name),
      columns(grammar),
      this.#server ? this.#server.extension(name, isGuest(name) ? "" : (grammar?.id ?? "")) : [],
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
    ];
  }

  #dispatched(list, view) {
    const before = view.state;
    view.update(list);
    if (!this.shown) return;
    this.#told(this.shown, before, view.state, list.some((each) => each.docChanged));
    if (list.some((each) => each.selection || each.docChanged)) this.#selection.forEach((listener) => listener(this.shown));
  }

  #told(name, before, after, isEdited) {
    if (isEdited) this.#app.emit("edit", name);
    if (!sameBreakpoints(before, after)) this.#app.emit("breakpoints", name);
  }
}

