// The debugger's console: its commands and expressions, with history and completion; and what programs and stops print.

import { make } from "./dom.js";

const MOST = 2000; // lines kept on the page
const KEPT = "workbench commands";
const MOST_KEPT = 200;

export class Console {
  constructor(debug) {
    this.debug = debug;
    this.lines = make("div", { class: "console-lines", role: "log", tabindex: "0", "aria-label": "Console" });
    this.field = make("input", {
      type: "text", class: "command", "aria-label": "Command or expression", placeholder: "a command (help lists them) or an expression",
      spellcheck: "false", autocomplete: "off", autocapitalize: "off", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": "console-offers",
    });
    this.offers = make("ul", { id: "console-offers", class: "offers", role: "listbox", "aria-label": "Completions", hidden: true });
    this.element = make("div", { class: "console" }, this.lines,
      make("form", { class: "line", onsubmit: (event) => (event.preventDefault(), this.enter()) }, make("span", { class: "prompt", "aria-hidden": "true", text: ">" }), this.field), this.offers);
    try {
      this.past = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    } catch {
      this.past = [];
    }
    this.at = this.past.length;
    this.chosen = -1;
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => setTimeout(() => this.hide(), 150));
    debug.on("output", (category, text) => category !== "stdout" && this.print(text, category));
  }

  print(text, category = "console") {
    const { lines } = this;
    const isAtEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 4;
    lines.append(make("pre", { class: category, text: text.replace(/\n$/, "") }));
    while (lines.childElementCount > MOST) lines.firstElementChild.remove();
    if (isAtEnd) lines.scrollTop = lines.scrollHeight;
  }

  async enter() {
    const line = this.field.value;
    this.field.value = "";
    this.hide();
    this.print(`> ${line}`, "typed");
    if (line.trim() && this.past.at(-1) !== line) this.past = [...this.past, line].slice(-MOST_KEPT);
    this.at = this.past.length;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.past));
    } catch {
      // they last as long as the page
    }
    if (line.trim() === "clear") return this.lines.replaceChildren();
    if (!this.debug.isOpen) return this.print("There is no program: Run or Debug begins one.", "important");
    try {
      const result = await this.debug.command(line);
      if (result) this.print(result, "result");
    } catch (error) {
      this.print(error.message, "important");
    }
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  // ------------------------------------------------------------ history and completion

  key(event) {
    event.stopPropagation();
    const isOpen = !this.offers.hidden;
    if (event.key === "Tab" && !event.shiftKey && this.field.value.trim()) {
      event.preventDefault();
      if (isOpen) this.move(1);
      else this.complete();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (isOpen) this.move(step);
      else this.recall(step);
    } else if (event.key === "Escape" && isOpen) this.hide();
    else if (event.key === "Enter" && isOpen && this.chosen >= 0) {
      event.preventDefault();
      this.hide();
    } else if (event.key === "c" && event.ctrlKey && this.field.selectionStart === this.field.selectionEnd) this.debug.pause();
    else if (isOpen && event.key.length === 1) this.hide();
  }

  recall(step) {
    this.at = Math.max(0, Math.min(this.past.length, this.at + step));
    this.field.value = this.past[this.at] ?? "";
  }

  async complete() {
    if (!this.debug.isOpen) return;
    const text = this.field.value;
    const column = this.field.selectionStart + 1;
    const { targets } = await this.debug.dap.request("completions", { text, column }).catch(() => ({ targets: [] }));
    if (text !== this.field.value || !targets.length) return;
    this.targets = targets;
    this.base = text;
    if (targets.length === 1) return this.take(targets[0]);
    this.offers.replaceChildren(...targets.slice(0, 100).map(({ label, type }, number) => make("li", {
      role: "option", id: `offer-${number}`, "aria-selected": "false",
      onpointerdown: (event) => (event.preventDefault(), this.take(targets[number]), this.hide()),
    }, make("span", { text: label }), make("small", { text: type ?? "" }))));
    this.offers.hidden = false;
    this.field.setAttribute("aria-expanded", "true");
    this.chosen = -1;
  }

  move(step) {
    const options = [...this.offers.children];
    this.chosen = (this.chosen + step + options.length) % options.length;
    options.forEach((each, number) => each.setAttribute("aria-selected", String(number === this.chosen)));
    options[this.chosen].scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", `offer-${this.chosen}`);
    this.take(this.targets[this.chosen]);
  }

  take({ label, start, length }) {
    const from = start - 1;
    this.field.value = this.base.slice(0, from) + label + this.base.slice(from + length);
    const end = from + label.length;
    this.field.setSelectionRange(end, end);
  }

  hide() {
    this.offers.hidden = true;
    this.chosen = -1;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  focus() {
    this.field.focus();
  }
}
