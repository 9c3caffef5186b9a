// What the debugger does in the editor: breakpoints by clicks, the values under the mouse, cycles, the profile.

import { nameOf, pathOf } from "./app.js";
import { grouped, make, put } from "./dom.js";
import { editPoint, pointMenu } from "./stops.js";

const WAIT = 200; // milliseconds until the cursor has come to rest

export class Margin {
  constructor(bench) {
    const { app, debug } = bench;
    Object.assign(this, { bench, debug, editor: app.editor, points: debug.points });
    this.cycles = make("span", { id: "cycles", title: "cycles of the line, or of the selected lines: least, and most where branches or pages differ" });
    this.profile = make("button", { type: "button", class: "small", text: "Profile", "aria-pressed": "false", title: "where the time has gone, beside the lines", onclick: () => this.toggleProfile() });
    document.getElementById("status")?.append(this.cycles, this.profile);
    app.editor.onGutterClick((name, line) => this.points.toggle(name, line).catch(bench.fail));
    app.editor.onSelection(() => this.rest());
    app.on("breakpoints", (name) => this.points.moved(name));
    app.on("open", () => this.rest());
    debug.on("stopped", () => this.isProfiled && this.showProfile());
    debug.on("launched", () => {
      this.clear();
      this.rest();
    });
    debug.on("state", () => (this.profile.hidden = !debug.isOpen));
    this.profile.hidden = true;
    app.editor.view.dom.addEventListener("contextmenu", (event) => this.menu(event));
  }

  // ---------------------------------------------------------------- breakpoints

  toggleAtCursor() {
    const { name, line } = this.editor.cursor;
    if (name) return this.points.toggle(name, line);
  }

  editAtCursor() {
    const { name, line } = this.editor.cursor;
    if (name) return editPoint(this.points, name, line);
  }

  menu(event) {
    if (!event.target.closest(".cm-gutters")) return;
    event.preventDefault();
    const { view } = this.editor;
    const block = view.lineBlockAtHeight(event.clientY - view.documentTop);
    pointMenu(this.bench, this.editor.shown, view.state.doc.lineAt(block.from).number, event.clientX, event.clientY);
  }

  /** The name under the cursor, or what is selected. */
  selectedWord() {
    const { view } = this.editor;
    if (!view.hasFocus) return "";
    const { from, to, head } = view.state.selection.main;
    if (from !== to) return view.state.sliceDoc(from, to).trim();
    const word = view.state.wordAt(head);
    return word ? view.state.sliceDoc(word.from, word.to) : "";
  }

  // ---------------------------------------------------------------- cycles and profile

  rest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.count(), WAIT);
  }

  /** Tell the cycles of the lines that are selected. */
  async count() {
    const { name, first, last } = this.editor.cursor;
    if (!name || !this.debug.isOpen || this.debug.stale) return put(this.cycles, "");
    try {
      const found = await this.bench.app.client.call("debug.cycles", pathOf(name), first, last);
      put(this.cycles, found ? `${first === last ? `line ${first}` : `lines ${first}–${last}`}: ${words(found)}` : "");
    } catch {
      put(this.cycles, "");
    }
  }

  async toggleProfile() {
    this.isProfiled = !this.isProfiled;
    this.profile.setAttribute("aria-pressed", String(this.isProfiled));
    if (this.isProfiled) await this.showProfile();
    else this.clear();
  }

  clear() {
    for (const name of this.editor.names) this.editor.lineNotes(name, new Map());
  }

  async showProfile() {
    try {
      const { total, lines } = await this.bench.app.client.call("debug.profile");
      const notes = new Map();
      const [own, others] = [[], []];
      for (const row of lines) (this.editor.has(nameOf(row[0])) ? own : others).push(row);
      const most = Math.max(1, ...own.map(([, , cycles]) => cycles));
      for (const [path, line, cycles, times] of own) {
        const name = nameOf(path);
        if (!notes.has(name)) notes.set(name, new Map());
        notes.get(name).set(line, { text: share(cycles, total), title: `${grouped(cycles)} cycles in ${grouped(times)} executions`, heat: cycles / most });
      }
      for (const name of this.editor.names) this.editor.lineNotes(name, notes.get(name) ?? new Map());
      this.bench.say(`Profile of the last ${grouped(total)} cycles: ${summary(own, others, total)}.`);
    } catch (error) {
      this.bench.fail(/** @type {Error} */ (error));
    }
  }
}

const words = ({ least, most }) => (least === most ? `${grouped(least)} cycles` : `${grouped(least)} to ${grouped(most)} cycles`);

/** A share of the time, in percent. */
function share(cycles, total) {
  const percent = (100 * cycles) / Math.max(1, total);
  return percent >= 10 ? `${percent.toFixed(0)} %` : percent >= 0.1 ? `${percent.toFixed(1)} %` : "<0.1 %";
}

/** Where the time has gone, by files: those of the editor, and others, such as a ROM. */
function summary(own, others, total) {
  const sums = new Map();
  for (const [path, , cycles] of [...own, ...others]) sums.set(path, (sums.get(path) ?? 0) + cycles);
  const rows = [...sums].sort(([, one], [, other]) => other - one).slice(0, 3);
  return rows.map(([path, cycles]) => `${share(cycles, total)} in ${path.replace(/^.*\//, "")}`).join(", ") || "no line was executed";
}
