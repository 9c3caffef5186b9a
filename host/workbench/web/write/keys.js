// The keys of the page besides those of the editor and the debugger, and the buttons of the tool bar.
import { keyName } from "./actions.js";
import { help } from "./help.js";
import { share } from "./share.js";

/** @param {import("./app.js").App} app */
export function listen(app) {
  const click = (id, action) => document.getElementById(id)?.addEventListener("click", action);
  click("examples", () => app.examples.choose());
  click("share", () => share(app));
  click("keys", help);
  const part = (name, focus) => () => (app.showPart(name), focus());
  const actions = {
    "Ctrl+Enter": () => app.runner.start(false),
    "Ctrl+Shift+Enter": () => app.runner.start(true),
    "Ctrl+S": () => app.project.flush().then(() => app.project.trouble || app.status("Kept in this browser. Files, Download saves it on your computer.")),
    F1: help,
    "Alt+F8": () => app.problems.go(1),
    "Alt+Shift+F8": () => app.problems.go(-1),
    "Alt+1": part("editor", () => app.editor.view.focus()),
    "Alt+2": part("machine", () => focusIn("machine")),
    "Alt+3": part("tools", () => focusIn("tool-tabs")),
  };
  addEventListener("keydown", (event) => {
    const action = actions[keyName(event)];
    if (!action || document.querySelector("dialog[open], .menu")) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }, true);
  const files = document.getElementById("file-tabs");
  files?.addEventListener("keydown", (event) => {
    const tab = /** @type {HTMLElement} */ (event.target).closest("[role=tab]");
    if (!tab || !(event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey) || event.key === "Delete")) return;
    event.preventDefault();
    const name = /** @type {HTMLElement} */ (tab).dataset.name ?? "";
    if (event.key === "Delete") return app.files.remove(name);
    const { left, bottom } = tab.getBoundingClientRect();
    app.files.menu(name, left, bottom);
  });
}

/** Give the keyboard to the first element of a part that takes it. */
function focusIn(id) {
  const box = document.getElementById(id);
  const first = box?.querySelector("[tabindex='0'], canvas[tabindex], button:not([tabindex='-1']), input, select");
  /** @type {HTMLElement | null | undefined} */ (first)?.focus();
}
