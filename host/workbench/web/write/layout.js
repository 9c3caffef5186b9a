// The sizes of the page's parts: lines to drag, or to move by the arrow keys; kept for the next visit.
import { keep, recall } from "./tabs.js";

const STEP = 3; // per cent for a key
const LEAST = 15;

/**
 * Let a line between two parts be moved.
 * @param {HTMLElement} divider
 * @param {HTMLElement} box the element of which it divides the width or height
 * @param {string} property of CSS, in per cent
 * @param {"width" | "height"} side
 */
export function divide(divider, box, property, side) {
  const kept = `ironboard${property}`;
  let share = Number(recall(kept)) || (side === "width" ? 50 : 55);
  const set = (value) => {
    share = Math.max(LEAST, Math.min(100 - LEAST, value));
    document.documentElement.style.setProperty(property, `${share}%`);
    divider.setAttribute("aria-valuenow", String(Math.round(share)));
  };
  const move = (value) => {
    set(value);
    keep(kept, String(share));
  };
  divider.setAttribute("aria-valuemin", String(LEAST));
  divider.setAttribute("aria-valuemax", String(100 - LEAST));
  set(share);
  divider.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    move(share + step);
  });
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  divider.addEventListener("pointermove", (event) => {
    if (!divider.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = box.getBoundingClientRect();
    move(side === "width" ? ((event.clientX - left) / width) * 100 : ((event.clientY - top) / height) * 100);
  });
}
