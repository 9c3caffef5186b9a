// Questions in dialogs of the browser: a line, a list, a choice; files to and from the user's computer.

import { make, rove } from "./dom.js";

/** Show a dialog until it is answered; Escape answers null. `build(done)` returns its contents. */
function ask(title, build) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    let answer = null;
    const dialog = make("dialog", { "aria-labelledby": "dialog-title" });
    const done = (value) => {
      answer = value;
      dialog.close();
    };
    dialog.append(make("h2", { id: "dialog-title", text: title }), ...build(done, dialog));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(answer);
    });
    dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the machine and the debugger do not hear it
    document.body.append(dialog);
    dialog.showModal();
  });
}

const buttons = (done, word = "OK") => make("div", { class: "row" },
  make("button", { type: "button", text: "Cancel", onclick: () => done(null) }),
  make("button", { type: "submit", class: "strong", text: word }));

/** The element of a field; undefined for a heading. */
function inputOf({ name, value = "", heading, choices, isSwitch }) {
  if (heading) return undefined;
  const own = { name, id: `ask-${name}`, "aria-describedby": `hint-${name}` };
  if (isSwitch) return make("input", { ...own, type: "checkbox", checked: value === "true" });
  if (!choices) return make("input", { ...own, type: "text", value, autocomplete: "off", spellcheck: "false" });
  const list = make("select", own, ...["", ...choices].map((each) => make("option", { value: String(each), text: String(each) })));
  list.value = value;
  return list;
}

/**
 * Ask for texts: [{name, label, value, hint}]; resolves to them by name, or null. `check` returns what is wrong.
 * A field with `choices` is a list, one with `isSwitch` is true or false; {heading} stands alone.
 */
export function askFor(title, fields, { word = "OK", hint = "", check = async (_given) => "" } = {}) {
  return ask(title, (done) => {
    const wrong = make("p", { class: "wrong", role: "alert" });
    const inputs = fields.map(inputOf);
    const form = make("form", { method: "dialog", onsubmit: async (event) => {
      event.preventDefault();
      const given = Object.fromEntries(inputs.flatMap((each) => (each ? [[each.name, each.type === "checkbox" ? each.checked : each.value.trim()]] : [])));
      wrong.textContent = await check(given);
      if (!wrong.textContent) done(given);
    } },
    ...fields.flatMap(({ name, label, heading, hint: about = "" }, number) => (heading ? [make("h3", { text: heading })] : [
      make("label", { for: `ask-${name}`, text: label }), inputs[number], make("p", { class: "hint", id: `hint-${name}`, text: about }),
    ])),
    wrong, buttons(done, word));
    const [first] = inputs.filter(Boolean);
    queueMicrotask(() => (first ? (first.focus(), first.select?.()) : form.querySelector("[type=submit]")?.focus()));
    return [hint ? make("p", { text: hint }) : "", form];
  });
}

/**
 * Choose from a list: [{title, detail, picture}]; resolves to {choose: n}, {delete: n}, {rename: n}, or null.
 * @param {{canDelete?: boolean, canRename?: boolean}} may
 */
export function chooseFrom(title, rows, { canDelete = false, canRename = false } = {}) {
  return ask(title, (done) => {
    const filter = rows.length > 12 ? make("input", { type: "search", "aria-label": "Search the list", placeholder: "Search" }) : null;
    const list = make("div", { class: "choices", role: "group", "aria-label": title });
    const fill = () => {
      const word = filter?.value.toLowerCase() ?? "";
      list.replaceChildren(...rows.flatMap(({ title: name, detail = "", picture }, number) => {
        if (!`${name} ${detail}`.toLowerCase().includes(word)) return [];
        const choice = make("button", { type: "button", class: "choice", onclick: () => done({ choose: number }) },
          picture ? make("img", { src: `data:image/png;base64,${picture}`, alt: "" }) : null,
          make("span", { text: name }), detail ? make("small", { text: detail }) : null);
        const more = (word, verb) => make("button", { type: "button", text: word, "aria-label": `${word} ${name}`, onclick: () => done({ [verb]: number }) });
        return [make("div", { class: "choice-row" }, choice, canRename ? more("Name", "rename") : null, canDelete ? more("Delete", "delete") : null)];
      }));
    };
    filter?.addEventListener("input", fill);
    fill();
    rove(list, ".choice", { vertical: true });
    return [filter ?? "", list, make("div", { class: "row" }, make("button", { type: "button", text: "Cancel", onclick: () => done(null) }))];
  });
}

/** A menu at a place: [[label, action], ...], null draws a line. The element that had the focus has it again afterwards. */
export function menuAt(x, y, rows, label) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const menu = make("div", { class: "menu", role: "menu", "aria-label": label, tabindex: "-1" });
  const close = () => {
    menu.remove();
    removeEventListener("pointerdown", outside, true);
    before?.focus();
  };
  const outside = (event) => menu.contains(event.target) || close();
  for (const row of rows) {
    if (!row) menu.append(make("hr"));
    else menu.append(make("button", { type: "button", role: "menuitem", tabindex: "-1", text: row[0], onclick: () => (close(), row[1]()) }));
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Tab") close();
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") event.preventDefault();
  });
  rove(menu, "[role=menuitem]", { vertical: true });
  document.body.append(menu);
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
  addEventListener("pointerdown", outside, true);
  menu.querySelector("[role=menuitem]")?.focus();
}

/** Let the user choose a file of the computer; resolves to {name, bytes}, or null. */
export function upload(accept = "") {
  return new Promise((resolve) => {
    const input = make("input", { type: "file", accept });
    input.addEventListener("change", async () => {
      const [file] = input.files;
      resolve(file ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : null);
    });
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}

/** Give the user a file. */
export function download(name, content, type = "application/octet-stream") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const fromBase64 = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
export const toBase64 = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
};
