// The page Write: puts its modules together.
import { fillHeader } from "../nav.js";
import { App } from "./app.js";
import { Editor } from "./editor.js";
import { Languages } from "./languages.js";
import { Tabs, markTab, tabKeys } from "./tabs.js";

const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const app = new App();
fillHeader(element("top"), "Write");
app.tools = new Tabs(element("tool-tabs"), element("tool-panels"));

const parts = element("phone-tabs");
/** On a phone, show the editor, the machine or the tools. @param {string} part */
app.showPart = (part) => {
  document.body.dataset.show = part;
  markTab(parts, parts.querySelector(`[data-part="${part}"]`));
};
tabKeys(parts, (tab) => app.showPart(tab.dataset.part));

app.editor = new Editor(app, await Languages.load(), element("editor"));
app.editor.add("first.s", "; A first program\n        .org $0200\n        lda #1\n        brk\n");
app.editor.openFile("first.s");
app.emit("start");
app.status("Write a program, then press Run.");
globalThis.ironboard = app; // for tests and the curious
