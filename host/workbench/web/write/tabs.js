// Rows of tabs with their panels: arrows move, Home and End jump, as WAI-ARIA has them.

/** Let the arrow keys move within a row of tabs, and a click or an arrow select. @param {HTMLElement} list @param {(tab: HTMLElement) => void} select */
export function tabKeys(list, select) {
  list.addEventListener("click", ({ target }) => {
    const tab = /** @type {HTMLElement} */ (target).closest("[role=tab]");
    if (tab) select(/** @type {HTMLElement} */ (tab));
  });
  list.addEventListener("keydown", (event) => {
    const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
    const at = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    next.focus();
    select(next);
  });
}

/** Mark the selected tab of a row; only it is reached by the tabulator. @param {HTMLElement} list @param {Element | null | undefined} chosen */
export function markTab(list, chosen) {
  for (const tab of list.querySelectorAll("[role=tab]")) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    /** @type {HTMLElement} */ (tab).tabIndex = tab === chosen ? 0 : -1;
  }
}

/** Tabs with a panel each; the one that was open last is open again on the next visit. */
export class Tabs {
  #list;
  #panels;
  #tabs = new Map();
  #kept;
  shown = "";

  /** @param {HTMLElement} list @param {HTMLElement} panels */
  constructor(list, panels) {
    this.#list = list;
    this.#panels = panels;
    this.#kept = `ironboard.tab.${list.id}`;
    tabKeys(list, (tab) => this.show(tab.dataset.id ?? ""));
  }

  /**
   * Add a tab at the end; the first is shown, or that of the last visit.
   * @param {{ id: string, title: string, element: HTMLElement, onShow?: () => void }} tab
   */
  add({ id, title, element, onShow }) {
    const tab = Object.assign(document.createElement("button"), { type: "button", id: `tab-${id}`, textContent: title });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `panel-${id}`);
    tab.dataset.id = id;
    const panel = Object.assign(document.createElement("div"), { id: `panel-${id}`, tabIndex: 0, hidden: true });
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.append(element);
    this.#tabs.set(id, { tab, panel, onShow });
    this.#list.append(tab);
    this.#panels.append(panel);
    if (!this.shown || recall(this.#kept) === id) this.#open(id);
    else markTab(this.#list, this.#tabs.get(this.shown).tab);
  }

  /** Show a tab; nothing happens if there is none of the id. @param {string} id */
  show(id) {
    if (!this.#tabs.has(id)) return;
    keep(this.#kept, id);
    this.#open(id);
  }

  /** Change the text of a tab. @param {string} id @param {string} title */
  title(id, title) {
    const row = this.#tabs.get(id);
    if (row && row.tab.textContent !== title) row.tab.textContent = title;
  }

  #open(id) {
    this.shown = id;
    for (const [each, { panel }] of this.#tabs) panel.hidden = each !== id;
    markTab(this.#list, this.#tabs.get(id).tab);
    this.#tabs.get(id).onShow?.();
  }
}

/** A small fact of the last visit; null if there is none, or no storage. @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a small fact for the next visit; without storage it is forgotten. @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a private window: the page works all the same
  }
}
