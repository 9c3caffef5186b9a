// The debugger's buttons.

import { ACTIONS, icon } from "./actions.js";
import { attribute, make, rove } from "./dom.js";

export class Bar {
  /** @param {HTMLElement} place */
  constructor(bench, place) {
    this.bench = bench;
    this.buttons = ACTIONS.filter((each) => each.icon).map((action) => {
      const title = `${action.label} (${action.keys[0]}): ${action.help}`;
      const button = make("button", {
        type: "button", class: "action", title, "aria-label": action.label, "aria-keyshortcuts": action.keys[0].replaceAll("Ctrl", "Control"), tabindex: "-1",
        onclick: () => bench.do(action),
      }, icon(action.icon));
      return { action, button };
    });
    attribute(this.buttons[0].button, "tabindex", "0");
    attribute(place, "role", "toolbar");
    place.append(...this.buttons.map(({ button }) => button));
    rove(place, "button");
    bench.debug.on("state", () => this.refresh());
    this.refresh();
  }

  refresh() {
    const { debug } = this.bench;
    for (const { action, button } of this.buttons) {
      const isThere = action.name === "run" ? debug.state !== "running" && debug.state !== "travelling" : action.name === "pause" ? !debug.isStopped && debug.state !== "none" : true;
      button.hidden = !isThere || debug.state === "none";
      button.disabled = !action.can(debug);
    }
    const { buttons } = this;
    if (!buttons.some(({ button }) => button.tabIndex === 0 && !button.hidden && !button.disabled)) {
      const first = buttons.find(({ button }) => !button.hidden && !button.disabled);
      for (const each of buttons) each.button.tabIndex = each === first ? 0 : -1;
    }
  }
}
