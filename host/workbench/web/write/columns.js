// Card columns: a ruler above the text, and a tabulator that goes to the next field of the card.
import { EditorSelection, EditorView, Prec, indentMore, keymap } from "../vendor/codemirror.js";

/** The next field after a column, both from 1; without one, the next multiple of 8. @param {number[]} fields @param {number} column */
export function nextField(fields, column) {
  return fields.find((each) => each > column) ?? column + 8 - ((column - 1) % 8);
}

/** The extension for a language with fields: the tabulator inserts blanks up to the next one. @param {import("./languages.js").Grammar | undefined} grammar */
export function columns(grammar) {
  const fields = grammar?.columns ?? [];
  const insert = (view) => {
    const { state } = view;
    if (state.readOnly) return false;
    if (state.selection.ranges.some(({ from, to }) => state.doc.lineAt(from).number < state.doc.lineAt(to).number)) return indentMore(view);
    const change = state.changeByRange((range) => {
      const line = state.doc.lineAt(range.from);
      const column = range.from - line.from + 1;
      const to = fields.length ? nextField(fields, column) : column + 8 - ((column - 1) % 8);
      const blanks = " ".repeat(to - column);
      return { changes: { from: range.from, to: range.to, insert: blanks }, range: EditorSelection.cursor(range.from + blanks.length) };
    });
    view.dispatch(state.update(change, { scrollIntoView: true, userEvent: "input" }));
    return true;
  };
  const leave = (view) => (view.contentDOM.blur(), false); // Escape, then the tabulator: out of the editor
  return Prec.low([keymap.of([{ key: "Tab", run: insert }, { key: "Escape", run: leave }]), EditorView.editorAttributes.of({ class: fields.length ? "with-columns" : "" })]);
}

/**
 * Draw the ruler of a language: its fields, and a number at each tenth column. Columns are as wide as the text's.
 * @param {HTMLElement} ruler
 * @param {import("./languages.js").Grammar | undefined} grammar
 * @param {EditorView} view
 */
export function drawRuler(ruler, grammar, view) {
  const fields = grammar?.columns ?? [];
  ruler.hidden = !fields.length;
  if (ruler.hidden) return;
  const width = view.defaultCharacterWidth;
  const start = view.contentDOM.getBoundingClientRect().left - ruler.getBoundingClientRect().left + 6 - view.scrollDOM.scrollLeft;
  const edges = [...fields, 73, 81].filter((each, at, all) => all.indexOf(each) === at);
  const marks = edges.map((column, at) => {
    const mark = document.createElement("span");
    mark.textContent = column <= 80 ? `${column} ${grammar?.names[at] ?? ""}` : "";
    mark.style.left = `${start + (column - 1) * width}px`;
    mark.style.maxWidth = `${((edges[at + 1] ?? column) - column) * width}px`;
    return mark;
  });
  ruler.replaceChildren(...marks);
}
