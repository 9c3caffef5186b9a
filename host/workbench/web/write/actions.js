// The debugger's actions: their buttons, keys and help once. Keys are those of other debuggers where browsers leave them alone.

import { make } from "./dom.js";

/**
 * @typedef {object} Action
 * @property {string} name
 * @property {string} label on the button
 * @property {string} icon a path in a square of 16
 * @property {string[]} keys as `keyName` writes them
 * @property {string} help
 * @property {(debug: any) => boolean} can
 * @property {(it: any) => any} act gets the bench (bench.js)
 */

const stopped = (debug) => debug.isStopped;
const open = (debug) => debug.isOpen;
const move = (name) => (bench) => bench.debug.act(name);

/** @type {Action[]} */
export const ACTIONS = [
  { name: "run", label: "Run", icon: "M4 2v12l10-6z", keys: ["F5", "F8"], help: "begin; go on",
    can: (debug) => debug.state === "none" || debug.isStopped,
    act: (bench) => (bench.debug.isOpen ? bench.debug.act("continue") : bench.start()) },
  { name: "pause", label: "Pause", icon: "M3 2h4v12H3zM9 2h4v12H9z", keys: ["F6", "F8"], help: "pause; end a long way through time",
    can: (debug) => debug.state === "running" || debug.state === "travelling", act: (bench) => bench.debug.pause() },
  { name: "stop", label: "Stop", icon: "M3 3h10v10H3z", keys: ["Shift+F8"], help: "end the program",
    can: (debug) => debug.state !== "none", act: (bench) => bench.debug.end() },
  { name: "restart", label: "Again", icon: "M8 2a6 6 0 1 0 6 6h-2a4 4 0 1 1-4-4v3l5-4-5-4z", keys: ["Ctrl+Shift+F5"],
    help: "read the program again, and begin anew", can: open, act: (bench) => bench.restart() },
  { name: "reverse", label: "Back to stop", icon: "M12 2v12L4 8zM2 2h2v12H2z", keys: ["Shift+F5"],
    help: "back to where a breakpoint would have stopped last", can: stopped, act: move("reverse") },
  { name: "back", label: "Step back", icon: "M14 9H6v3L1 8l5-4v3h8z", keys: ["F7"], help: "back to the line before",
    can: stopped, act: move("back") },
  { name: "over", label: "Step over", icon: "M2 9a6 6 0 0 1 10-4l2-2v6H8l2-2a4 4 0 0 0-6 2zM7 11h3v3H7z", keys: ["F10"],
    help: "to the next line; calls are not followed", can: stopped, act: move("over") },
  { name: "into", label: "Step into", icon: "M7 1h2v6h3l-4 4-4-4h3zM7 12h3v3H7z", keys: ["F11"], help: "to the next line; calls are followed",
    can: stopped, act: move("into") },
  { name: "out", label: "Step out", icon: "M7 10h2V5h3L8 1 4 5h3zM7 12h3v3H7z", keys: ["Shift+F11"], help: "to the end of the procedure or subroutine",
    can: stopped, act: move("out") },
  { name: "to line", label: "To cursor", icon: "M2 2h2v5h5V4l4 4-4 4V9H2zM13 2h2v12h-2z", keys: ["F4", "Ctrl+F10"],
    help: "run to the cursor's line", can: stopped, act: (bench) => bench.runToCursor() },
  { name: "back instruction", label: "", icon: "", keys: ["Shift+F7"], help: "back by one instruction", can: stopped, act: move("back instruction") },
  { name: "instruction", label: "", icon: "", keys: ["Ctrl+F11"], help: "one instruction", can: stopped, act: move("instruction") },
  { name: "written", label: "Last write", icon: "M2 13l1-4 7-7 3 3-7 7zM1 14h14v1H1z", keys: ["Alt+W"],
    help: "back to the last write to the variable, register or byte that is chosen", can: stopped, act: (bench) => bench.backToWrite() },
  { name: "breakpoint", label: "", icon: "", keys: ["F9"], help: "breakpoint at the cursor's line, or not", can: () => true,
    act: (bench) => bench.margin.toggleAtCursor() },
  { name: "condition", label: "", icon: "", keys: ["Shift+F9"], help: "condition, count or message of the breakpoint at the cursor's line",
    can: () => true, act: (bench) => bench.margin.editAtCursor() },
  { name: "time", label: "", icon: "", keys: ["Alt+T"], help: "the time line; there: arrows are steps, Page keys go further", can: open,
    act: (bench) => bench.timeline.focus() },
  { name: "panel", label: "", icon: "", keys: ["Alt+P"], help: "the keyboard to the machine's panel; Esc twice takes it back", can: open,
    act: (bench) => bench.machine.focus() },
  { name: "console", label: "", icon: "", keys: ["Alt+C"], help: "the debugger's console", can: () => true, act: (bench) => bench.tools.show("console") },
  { name: "slower", label: "", icon: "", keys: ["Alt+-"], help: "slower", can: open, act: (bench) => bench.pace.slower() },
  { name: "faster", label: "", icon: "", keys: ["Alt+="], help: "faster, up to turbo", can: open, act: (bench) => bench.pace.faster() },
];

/** Write a key as it is on keyboards: Ctrl+Shift+F5. */
export function keyName(event) {
  const key = event.code?.startsWith("Key") && event.altKey ? event.code.slice(3) : event.key;
  const isSign = key.length === 1 && !/[a-z]/i.test(key);
  const before = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", event.shiftKey && !isSign ? "Shift" : ""];
  return [...before, key.length === 1 ? key.toUpperCase() : key].filter(Boolean).join("+");
}

/** Return the action of a key, of several the one that can be done now. */
export function actionOf(event, debug) {
  const name = keyName(event);
  const those = ACTIONS.filter(({ keys }) => keys.includes(name));
  return those.find(({ can }) => can(debug)) ?? those[0];
}

export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of [["viewBox", "0 0 16 16"], ["width", "16"], ["height", "16"], ["aria-hidden", "true"]]) svg.setAttribute(name, value);
  drawn.setAttribute("d", path);
  drawn.setAttribute("fill", "currentColor");
  svg.append(drawn);
  return svg;
}

/** The list of keys, for the help. */
export function keyList() {
  return make("table", { class: "keys" },
    make("caption", { text: "Keys of the debugger" }),
    make("tbody", {}, ...ACTIONS.map(({ keys, help }) => make("tr", {},
      make("th", { scope: "row" }, ...keys.flatMap((key, number) => [number ? ", " : "", make("kbd", { text: key })])),
      make("td", { text: help })))));
}
