// The list of breakpoints, and the dialog for conditions, counts and messages.

import { askFor, menuAt } from "./dialogs.js";
import { make, put } from "./dom.js";

/** Ask for the condition, hits and message of a line's breakpoint, and set it. */
export async function editPoint(points, name, line) {
  const before = points.at(name, line) ?? {};
  const given = await askFor(`Breakpoint at ${name}:${line}`, [
    { name: "condition", label: "Condition", value: before.condition, hint: "stops only if this is true: X == $88, [SCORE] > 10, i = 3" },
    { name: "hitCondition", label: "Hits", value: before.hitCondition, hint: "stops only the 5th time: 5; from then on: >= 5; each 10th time: % 10" },
    { name: "logMessage", label: "Message", value: before.logMessage, hint: "prints this in the console and does not stop: A is {A}" },
  ], { word: "Set" });
  if (!given) return;
  await points.set(name, line, Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value || undefined])));
}

/** The menu of a line's margin. */
export function pointMenu(bench, name, line, x, y) {
  const { points } = bench.debug;
  const point = points.at(name, line);
  const rows = point
    ? [["Remove the breakpoint", () => points.remove(name, line)], [point.isOff ? "Switch it on" : "Switch it off", () => points.set(name, line, { isOff: !point.isOff })],
      ["Condition, count, message", () => editPoint(points, name, line).catch(bench.fail)]]
    : [["Breakpoint", () => points.set(name, line, {})], ["Breakpoint with a condition, count or message", () => editPoint(points, name, line).catch(bench.fail)]];
  const more = bench.debug.isStopped
    ? [null, ["Run to this line", () => bench.runTo(name, line)], ["Go on from this line", () => bench.jumpTo(name, line)], ["Show its instructions", () => bench.showLine(name, line)]]
    : [];
  menuAt(x, y, [...rows, ...more], `Line ${line}`);
}

export class Stops {
  constructor(bench) {
    this.bench = bench;
    this.points = bench.debug.points;
    this.list = make("ul", { class: "stops" });
    this.field = make("input", { type: "text", "aria-label": "Label, procedure or place", placeholder: "label, procedure, [address] or register", spellcheck: "false", autocomplete: "off" });
    this.told = make("p", { class: "told", role: "status" });
    const how = make("select", { "aria-label": "When it stops" },
      ...[["execute", "is executed"], ["changes", "changes"], ["write", "is written"], ["read", "is read"]].map(([value, text]) => make("option", { value, text })));
    this.element = make("div", { class: "stops-view" },
      make("form", { class: "line", onsubmit: (event) => (event.preventDefault(), this.add(this.field.value.trim(), how.value)) },
        make("label", {}, "Stop where ", this.field), how, make("button", { type: "submit", text: "Add" }),
        make("button", { type: "button", text: "Remove all", onclick: () => this.points.removeAll().catch(bench.fail) })),
      this.told, this.list);
    this.points.on("changed", () => this.refresh());
    this.refresh();
  }

  async add(place, how) {
    if (!place) return;
    try {
      if (how === "execute") await this.points.addFunction(place);
      else if (!this.bench.debug.isOpen) throw new Error("There is no program: places in memory can be watched once it has begun.");
      else await this.points.watch(place, { changes: how === "changes", accessType: how === "read" ? "read" : "write" });
      this.field.value = "";
      put(this.told, "");
    } catch (error) {
      put(this.told, /** @type {Error} */ (error).message);
    }
  }

  refresh() {
    const { points, bench } = this;
    const rows = [
      ...points.lines.map(([name, point]) => ({
        words: `${name}:${point.line}`, note: point.title?.replace(/^breakpoint ?/, ""), isOff: point.isOff, isBad: point.isVerified === false && !point.isOff,
        go: () => bench.app.editor.reveal(name, point.line), flip: () => points.set(name, point.line, { isOff: !point.isOff }),
        remove: () => points.remove(name, point.line), edit: () => editPoint(points, name, point.line),
      })),
      ...points.functions.map((each) => ({
        words: each.name, note: each.note, isOff: each.isOff, isBad: each.isVerified === false, flip: () => ((each.isOff = !each.isOff), points.sendFunctions()), remove: () => points.removeFunction(each.name),
      })),
      ...points.data.map((each) => ({
        words: `${each.label} ${each.word}`, note: each.note, isOff: each.isOff, isBad: each.isVerified === false, flip: () => ((each.isOff = !each.isOff), points.sendData()), remove: () => points.unwatch(each.dataId),
      })),
    ];
    const guarded = (action) => () => Promise.resolve(action()).catch(bench.fail);
    this.list.replaceChildren(...rows.map(({ words, note, isOff, isBad, go, flip, remove, edit }) => make("li", { class: isBad ? "bad" : "" },
      make("label", {}, make("input", { type: "checkbox", checked: !isOff, "aria-label": `${words} is on`, onchange: guarded(flip) })),
      go ? make("button", { type: "button", class: "link", text: words, onclick: go }) : make("span", { text: words }),
      note ? make("small", { text: note }) : null,
      edit ? make("button", { type: "button", class: "small", text: "Change", "aria-label": `Change ${words}`, onclick: guarded(edit) }) : null,
      make("button", { type: "button", class: "small", text: "×", "aria-label": `Remove ${words}`, onclick: guarded(remove) }))));
    if (!rows.length) this.list.append(make("li", { class: "hint", text: "No breakpoints. A click in the margin beside a line, or F9, sets one." }));
  }
}
