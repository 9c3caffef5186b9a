// What the editor shows beside the text and of the machine: breakpoints, the line it is at, notes at the ends of lines.
import { Decoration, EditorView, GutterMarker, RangeSet, StateEffect, StateField, WidgetType, gutter } from "../vendor/codemirror.js";

/**
 * @typedef {{ line: number, isVerified?: boolean, title?: string, [fact: string]: any }} Breakpoint
 * @typedef {{ text: string, title?: string, heat?: number }} Note heat: 0 to 1, the share of the time
 */

const setBreakpoints = StateEffect.define();
const setCurrent = StateEffect.define();
const setNotes = StateEffect.define();

class Dot extends GutterMarker {
  startSide = 1; // an empty line put before the line moves it
  /** @param {Breakpoint} facts */
  constructor(facts) {
    super();
    this.facts = facts;
  }
  eq(/** @type {Dot} */ other) {
    return this.facts === other.facts;
  }
  toDOM() {
    const dot = document.createElement("span");
    dot.className = `breakpoint${this.facts.isVerified === false ? " unverified" : ""}${this.facts.condition || this.facts.logMessage ? " conditional" : ""}`;
    dot.title = this.facts.title ?? "breakpoint";
    return dot;
  }
}

/** Breakpoints move with the text: the field is where they are. */
const breakpoints = StateField.define({
  create: () => RangeSet.empty,
  update(dots, transaction) {
    const { doc } = transaction.state;
    let rows = null;
    for (const effect of transaction.effects) if (effect.is(setBreakpoints)) rows = effect.value;
    if (rows) return dotsAt(doc, rows);
    if (!transaction.docChanged || !dots.size) return dots;
    return dotsAt(doc, rowsOf(doc, dots.map(transaction.changes)));
  },
});

/** Dots at the beginnings of lines; of two that an edit has moved to one line, one. */
function dotsAt(doc, rows) {
  const found = new Map(rows.filter((each) => each.line >= 1 && each.line <= doc.lines).map((each) => [each.line, each]));
  const sorted = [...found.values()].sort((a, b) => a.line - b.line);
  return RangeSet.of(sorted.map((each) => new Dot(each).range(doc.line(each.line).from)));
}

/** The breakpoints with their lines now. */
function rowsOf(doc, dots) {
  const rows = [];
  dots.between(0, doc.length, (from, _to, dot) => void rows.push({ ...dot.facts, line: doc.lineAt(from).number }));
  return rows;
}

class Arrow extends GutterMarker {
  toDOM() {
    return Object.assign(document.createElement("span"), { className: "arrow", textContent: "\u25B6" });
  }
}
const ARROW = new Arrow();

/** The start of the line at which the machine is; null elsewhere. */
const current = StateField.define({
  create: () => /** @type {number | null} */ (null),
  update(place, transaction) {
    if (place !== null) place = transaction.changes.mapPos(place);
    for (const effect of transaction.effects)
      if (effect.is(setCurrent)) {
        const { doc } = transaction.state;
        place = effect.value && effect.value <= doc.lines ? doc.line(effect.value).from : null;
      }
    return place;
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) => {
      const place = state.field(field);
      return place === null ? Decoration.none : Decoration.set([Decoration.line({ class: "cm-current" }).range(state.doc.lineAt(place).from)]);
    }),
});

class NoteWidget extends WidgetType {
  /** @param {Note} note */
  constructor(note) {
    super();
    this.note = note;
  }
  eq(/** @type {NoteWidget} */ other) {
    return this.note.text === other.note.text && this.note.heat === other.note.heat && this.note.title === other.note.title;
  }
  toDOM() {
    const { text, title = "", heat } = this.note;
    const widget = Object.assign(document.createElement("span"), { className: "cm-note", textContent: text, title });
    if (heat !== undefined) widget.style.setProperty("--heat", heat.toFixed(3));
    return widget;
  }
}

/** Notes are about the program that was assembled: an edit of their line removes them. */
const notes = StateField.define({
  create: () => Decoration.none,
  update(found, transaction) {
    if (transaction.docChanged) {
      const touched = new Set();
      transaction.changes.iterChangedRanges((_a, _b, from, to) => {
        const { doc } = transaction.state;
        for (let line = doc.lineAt(from).number; line <= doc.lineAt(to).number; line++) touched.add(line);
      });
      const { doc } = transaction.state;
      found = found.map(transaction.changes).update({ filter: (from) => !touched.has(doc.lineAt(from).number) });
    }
    for (const effect of transaction.effects)
      if (effect.is(setNotes)) {
        const { doc } = transaction.state;
        const rows = [...effect.value].filter(([line]) => line >= 1 && line <= doc.lines).sort(([a], [b]) => a - b);
        const note = (value) => (typeof value === "string" ? { text: value } : value);
        found = Decoration.set(rows.map(([line, value]) => Decoration.widget({ widget: new NoteWidget(note(value)), side: 1 }).range(doc.line(line).to)));
      }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The extension with all margins. @param {(line: number) => void} onClick a click beside a line */
export function margins(onClick) {
  return [
    breakpoints,
    current,
    notes,
    gutter({
      class: "cm-breakpoints",
      markers: (view) => view.state.field(breakpoints),
      lineMarker: (view, line) => (view.state.field(current) === line.from ? ARROW : null),
      lineMarkerChange: (update) => update.startState.field(current) !== update.state.field(current),
      initialSpacer: () => ARROW,
      domEventHandlers: {
        mousedown: (view, line, event) => event.button === 0 && (onClick(view.state.doc.lineAt(line.from).number), true),
      },
    }),
  ];
}

/** The breakpoints of a text where they are now. @param {import("@codemirror/state").EditorState} state @returns {Breakpoint[]} */
export const breakpointsOf = (state) => rowsOf(state.doc, state.field(breakpoints));

/** Whether two states have their breakpoints in the same lines. */
export const sameBreakpoints = (before, after) => {
  if (before.field(breakpoints) === after.field(breakpoints)) return true;
  const lines = (state) => breakpointsOf(state).map((each) => each.line).join();
  return lines(before) === lines(after);
};

export const effects = {
  breakpoints: (/** @type {Breakpoint[]} */ list) => setBreakpoints.of(list),
  current: (/** @type {number | null} */ line) => setCurrent.of(line),
  notes: (/** @type {Map<number, string | Note>} */ map) => setNotes.of(map),
};
