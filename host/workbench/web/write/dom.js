// Elements, and who listens to what: the few lines that a framework would be used for.

/**
 * Make an element. Attributes that begin with "on" are listeners, `class`, `text` and boolean ones are as in HTML.
 * Text is always text: nothing of a user's or a program's becomes markup.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else if (name === "value") /** @type {any} */ (made).value = value;
    else if (typeof value === "boolean" && !name.startsWith("aria-")) made.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((each) => each !== null && each !== undefined).map((each) => /** @type {Node | string} */ (each)));
  return made;
}

/** Put a text or an attribute only where it differs: the browser lays out nothing that has not changed. */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function attribute(element, name, value) {
  if (value === null || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Something that others listen to. */
export class Signals {
  constructor() {
    /** @type {Map<string, Set<Function>>} */
    this.listeners = new Map();
  }

  /** Call a function at each signal of this name; returns a function that ends it. */
  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, new Set());
    const those = /** @type {Set<Function>} */ (this.listeners.get(name));
    those.add(listener);
    return () => those.delete(listener);
  }

  signal(name, ...given) {
    for (const listener of this.listeners.get(name) ?? []) listener(...given);
  }
}

/** Do one thing at a time, the newest wish next: what a drag or fast keys ask for in between is left out. */
export class Latest {
  /** @param {(wish: any) => Promise<any>} action */
  constructor(action) {
    Object.assign(this, { action, busy: false, wish: undefined, waits: false });
  }

  async ask(wish) {
    [this.wish, this.waits] = [wish, true];
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waits) {
        this.waits = false;
        await this.action(this.wish);
      }
    } finally {
      this.busy = false;
    }
  }
}

/** Let the arrow keys, Home and End move the one tab stop among items: toolbars, tabs, lists. */
export function rove(container, selector, { vertical = false, wraps = true } = {}) {
  const [back, on] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  container.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const items = [...container.querySelectorAll(selector)].filter((each) => !each.disabled && each.offsetParent !== null);
    const here = items.indexOf(event.target.closest(selector));
    const steps = { [back]: here - 1, [on]: here + 1, Home: 0, End: items.length - 1 };
    if (here < 0 || !(event.key in steps) || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const next = wraps ? (steps[event.key] + items.length) % items.length : Math.max(0, Math.min(items.length - 1, steps[event.key]));
    items.forEach((each, number) => each.setAttribute("tabindex", number === next ? "0" : "-1"));
    items[next].focus();
    event.preventDefault();
  });
}

export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
