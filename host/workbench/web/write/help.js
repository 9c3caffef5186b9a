// The keys of the page Write, and where more is written.
import { keyList } from "./actions.js";
import { make } from "./dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["Ctrl+Enter", "Run the program"],
  ["Ctrl+Shift+Enter", "Debug: stop before the first instruction"],
  ["Alt+1, Alt+2, Alt+3", "To the text, to the machine, to the tools"],
  ["Alt+F8, Alt+Shift+F8", "Next, previous problem"],
  ["F12, Shift+F12", "Go to the definition; list all uses"],
  ["F2", "Rename the name at the cursor everywhere"],
  ["Ctrl+Space", "Complete the word"],
  ["Ctrl+Shift+Space", "Show the parameters"],
  ["Shift+Alt+F", "Format: fields in their columns"],
  ["Ctrl+F, Ctrl+G", "Search; again"],
  ["Ctrl+/", "Comment lines out, or in again"],
  ["Ctrl+Z, Ctrl+Y", "Undo, redo: also what was written on an earlier visit"],
  ["Tab", "Blanks to the next field of the card"],
  ["Escape, Tab", "Leave the text by the tabulator"],
  ["Ctrl+S", "Keep now; it is kept by itself as well"],
  ["Shift+F10 on a tab", "Rename, copy, delete, download the file"],
  ["F1", "This list"],
];

/** Show the list of keys. */
export function help() {
  const dialog = make("dialog", { id: "help-dialog", "aria-labelledby": "help-title" });
  const rows = KEYS.map(([keys, what]) => make("tr", {}, make("th", { scope: "row" }, ...keyed(keys)), make("td", { text: what })));
  dialog.append(
    make("h2", { id: "help-title", text: "Keys" }),
    make("p", {}, "More in ", make("a", { href: "../the-workbench/index.html", text: "the workbench's page" }), ". On a Mac, Ctrl is Cmd."),
    make("table", { class: "keys" }, make("caption", { text: "Keys of the page" }), make("tbody", {}, ...rows)),
    keyList(),
    make("div", { class: "row" }, make("button", { type: "button", text: "Close", autofocus: true, onclick: () => dialog.close() })),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // Close has the focus, and is at its end
}

const keyed = (text) => text.split(", ").flatMap((each, at) => [at ? ", " : "", make("kbd", { text: each })]);
