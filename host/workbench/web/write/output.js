// What the machine has printed, as text to read, select and keep.

import { download } from "./dialogs.js";
import { make } from "./dom.js";

export class Output {
  constructor() {
    this.text = make("pre", { class: "paper", tabindex: "0", role: "log", "aria-label": "Text printed by the machine" });
    this.hint = make("p", { class: "hint", text: "What Teletype, printer and cards of the machine print is here as text." });
    this.element = make("div", { class: "output-view" },
      make("div", { class: "line" },
        make("button", { type: "button", text: "Copy", onclick: () => navigator.clipboard?.writeText(this.paper?.text ?? "") }),
        make("button", { type: "button", text: "Download", onclick: () => download("printed.txt", this.paper?.text ?? "", "text/plain") })),
      this.hint, this.text);
  }

  /** Show the paper if someone sees it: only lines that are new or have changed are touched. */
  show(paper) {
    this.paper = paper;
    if (this.element.offsetParent === null) return;
    this.refresh();
  }

  refresh() {
    const lines = this.paper?.lines ?? [];
    this.hint.hidden = lines.some((line) => line);
    const { text } = this;
    const isAtEnd = text.scrollTop + text.clientHeight >= text.scrollHeight - 4;
    while (text.childNodes.length > lines.length) text.lastChild?.remove();
    lines.forEach((line, number) => {
      const row = text.childNodes[number];
      const words = `${line}\n`;
      if (!row) text.append(words);
      else if (row.textContent !== words) row.textContent = words;
    });
    if (isAtEnd) text.scrollTop = text.scrollHeight;
  }
}
