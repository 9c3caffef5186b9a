// Two tools for reading: the outline of the open file, and the listing of the program.
import { make } from "./dom.js";

const PAUSE = 300; // milliseconds after the server's answer

export class Reading {
  #app;
  #outline = make("div", { class: "outline" });
  #listing = make("div", {});
  #timer = 0;
  #asked = 0;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    app.tools.add({ id: "outline", title: "Outline", element: this.#outline, onShow: () => this.#drawOutline() });
    app.tools.add({ id: "listing", title: "Listing", element: this.#listing, onShow: () => this.#drawListing() });
    for (const event of ["problems", "shown", "languages"]) app.on(event, () => this.#soon());
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#app.tools.shown === "outline") void this.#drawOutline();
      if (this.#app.tools.shown === "listing") void this.#drawListing();
    }, PAUSE);
  }

  async #drawOutline() {
    const { server, editor, shown } = this.#app;
    const symbols = await server.outline(shown);
    if (shown !== this.#app.shown) return;
    const rows = (list) =>
      make("ul", {}, ...list.map((each) => {
        const { start } = (each.selectionRange ?? each.location?.range ?? each.range);
        return make("li", {},
          make("button", { type: "button", class: "link", onclick: () => editor.reveal(shown, start.line + 1, start.character + 1) }, each.name),
          each.detail ? make("small", { text: ` ${each.detail}` }) : null,
          each.children?.length ? rows(each.children) : null);
      }));
    this.#outline.replaceChildren(symbols.length ? rows(symbols) : make("p", { class: "hint", text: server.isReady ? "There are no names in this file yet." : "The outline is there once the languages are loaded." }));
  }

  async #drawListing() {
    const app = this.#app;
    const asked = ++this.#asked;
    let text = "The listing is there once the machines are loaded.";
    if (app.isReady)
      try {
        await app.project.mirror();
        text = await app.client.call("tools.listing", app.runner.file, app.chooser.targetOf(app.runner.file));
      } catch (error) {
        text = error.message.replaceAll("/work/", "");
      }
    if (asked === this.#asked) this.#listing.replaceChildren(make("pre", { class: "listing", tabindex: "0", "aria-label": "Listing", text: typeof text === "string" ? text : text.text }));
  }
}
