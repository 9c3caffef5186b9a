// A value that can be changed where it is: a click, Enter or F2 opens a field, Enter takes it, Escape leaves it.

import { make } from "./dom.js";

/**
 * Make a value editable.
 * @param {HTMLElement} element shows it
 * @param {() => string} current the text to begin with
 * @param {(text: string) => Promise<any>} take is rejected with what was wrong, which is shown at the field
 */
export function editable(element, current, take) {
  element.tabIndex = 0;
  element.classList.add("editable");
  element.setAttribute("aria-description", "Enter changes it");
  const open = () => {
    if (element.querySelector("input")) return;
    const field = make("input", { type: "text", class: "inline", value: current(), "aria-label": element.getAttribute("aria-label") ?? "New value", spellcheck: "false", autocomplete: "off" });
    const wrong = make("span", { class: "wrong", role: "alert" });
    const before = [...element.childNodes];
    let isDone = false;
    const close = () => {
      if (isDone) return;
      isDone = true;
      const hadFocus = element.contains(document.activeElement);
      element.replaceChildren(...before);
      if (hadFocus) element.focus();
    };
    field.addEventListener("keydown", async (event) => {
      event.stopPropagation();
      if (event.key === "Escape") close();
      if (event.key !== "Enter") return;
      event.preventDefault();
      try {
        await take(field.value);
        close();
      } catch (error) {
        wrong.textContent = /** @type {Error} */ (error).message;
      }
    });
    field.addEventListener("blur", () => close());
    element.replaceChildren(field, wrong);
    field.style.width = `${Math.max(6, field.value.length + 3)}ch`;
    field.focus();
    field.select();
  };
  element.addEventListener("click", open);
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || (event.key !== "Enter" && event.key !== "F2")) return;
    event.preventDefault();
    open();
  });
  return open;
}
