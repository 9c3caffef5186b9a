// Breakpoints: of lines, which are in the editor and move with the text; of procedures and labels; of data.

import { Signals } from "./dom.js";
import { nameOf, pathOf } from "./app.js";
import { keep, recall } from "./tabs.js";

const KEPT = "ironboard.functions";

/**
 * @typedef {object} Point of a line, as the editor has it
 * @property {number} line
 * @property {string} [condition]
 * @property {string} [hitCondition]
 * @property {string} [logMessage] it prints and does not stop
 * @property {boolean} [isOff]
 * @property {number} [id] the debugger's, while a program is there
 * @property {boolean} [isVerified] false: it does not work; `title` says why
 * @property {string} [title]
 */

export class Breakpoints extends Signals {
  /** @param {import("./app.js").App} app */
  constructor(debug, app) {
    super();
    Object.assign(this, { debug, app, editor: app.editor, data: [], isOurs: false });
    /** @type {Array<{name: string, isOff?: boolean, title?: string}>} of procedures and labels */
    this.functions = [];
    try {
      this.functions = JSON.parse(recall(KEPT) ?? "[]").filter(({ name }) => typeof name === "string");
    } catch {
      // not ours
    }
  }

  // ---------------------------------------------------------------- of lines

  /** All of them: [file, point]. */
  get lines() {
    return this.editor.all.flatMap((name) => this.editor.breakpoints(name).map((point) => [name, point]));
  }

  /** Whether one would stop a program. */
  get isAny() {
    return [...this.lines.map(([, point]) => point), ...this.functions].some((each) => !each.isOff);
  }

  at(name, line) {
    return this.editor.breakpoints(name).find((each) => each.line === line);
  }

  toggle(name, line) {
    return this.at(name, line) ? this.remove(name, line) : this.set(name, line, {});
  }

  /** Set a breakpoint, or change it. */
  set(name, line, properties) {
    const others = this.editor.breakpoints(name).filter((each) => each.line !== line);
    return this.replace(name, [...others, titled({ ...this.at(name, line), ...properties, line })]);
  }

  remove(name, line) {
    return this.replace(name, this.editor.breakpoints(name).filter((each) => each.line !== line));
  }

  async replace(name, points) {
    this.show(name, points);
    this.isOurs = true;
    this.app.emit("breakpoints", name); // the project keeps them
    this.isOurs = false;
    if (this.debug.isOpen) await this.sendLines(name);
  }

  /** Put them into the editor; its event about that is our own doing. */
  show(name, points) {
    this.isOurs = true;
    this.editor.setBreakpoints(name, points);
    this.isOurs = false;
    this.signal("changed", name);
  }

  /** The editor's have changed: by an edit of the text, or by whoever opened the file. */
  moved(name) {
    if (this.isOurs) return;
    this.signal("changed", name);
  }

  async removeAll() {
    [this.functions, this.data] = [[], []];
    for (const name of this.editor.all) if (this.editor.breakpoints(name).length) await this.replace(name, []);
    await this.sendFunctions();
    await this.sendData();
  }

  // ---------------------------------------------------------------- of procedures, labels, data

  addFunction(name) {
    if (!this.functions.some((each) => each.name === name)) this.functions.push({ name });
    return this.sendFunctions();
  }

  removeFunction(name) {
    this.functions = this.functions.filter((each) => each.name !== name);
    return this.sendFunctions();
  }

  /** Stop where a place is written or read: `expression` as in the console; returns what is watched. */
  async watch(expression, { accessType = "write", changes = false } = {}) {
    const { dataId, description, accessTypes } = await this.debug.dap.request("dataBreakpointInfo", {
      name: expression, ...(this.debug.frameId ? { frameId: this.debug.frameId } : {}), ...(changes ? { mode: "changes" } : {}),
    });
    if (!dataId) throw new Error(description);
    const access = accessTypes.includes(accessType) ? accessType : accessTypes[0];
    this.data = this.data.filter((each) => each.dataId !== dataId);
    this.data.push({ dataId, accessType: access, label: description, word: changes ? "changes" : access === "readWrite" ? "is read or written" : access === "read" ? "is read" : "is written" });
    await this.sendData();
    return description;
  }

  unwatch(dataId) {
    this.data = this.data.filter((each) => each.dataId !== dataId);
    return this.sendData();
  }

  // ---------------------------------------------------------------- telling the debugger

  /** Tell the debugger all of them: there is another program. */
  async send() {
    this.data = []; // places of the program before
    for (const name of this.editor.all) if (this.editor.breakpoints(name).length) await this.sendLines(name);
    await this.sendFunctions();
    this.signal("changed");
  }

  async sendLines(name) {
    const points = this.editor.breakpoints(name);
    const asked = points.filter((each) => !each.isOff);
    const breakpoints = asked.map(({ line, condition, hitCondition, logMessage }) => ({ line, condition, hitCondition, logMessage }));
    let found = asked.map(() => ({ verified: false }));
    try {
      found = (await this.debug.dap.request("setBreakpoints", { source: { path: pathOf(name) }, breakpoints })).breakpoints;
    } catch {
      // the file is no part of this program
    }
    const learned = new Map(asked.map((each, number) => [each.line, found[number]]));
    const now = this.editor.breakpoints(name);
    this.show(name, now.map((each) => (learned.has(each.line) ? titled({ ...each, ...told(learned.get(each.line), each.line) }) : each)));
  }

  async sendFunctions() {
    keep(KEPT, JSON.stringify(this.functions.map(({ name, isOff }) => ({ name, isOff }))));
    await this.sendGroup("setFunctionBreakpoints", this.functions, ({ name }) => ({ name }));
  }

  async sendData() {
    await this.sendGroup("setDataBreakpoints", this.data, ({ dataId, accessType }) => ({ dataId, accessType }));
  }

  async sendGroup(request, points, asArguments) {
    const asked = points.filter((each) => !each.isOff);
    if (this.debug.isOpen || this.debug.state === "starting") {
      const { breakpoints } = await this.debug.dap.request(request, { breakpoints: asked.map(asArguments) });
      breakpoints.forEach((each, number) => Object.assign(asked[number], told(each, 0)));
    }
    this.signal("changed");
  }

  /** The debugger says more of one; the console may have set it, or removed it. */
  told(found, reason) {
    const name = nameOf(found.source?.path ?? "");
    if (reason === "new" && this.editor.has(name)) {
      const { condition, hitCondition, logMessage } = found;
      return this.set(name, found.line, { condition, hitCondition, logMessage });
    }
    if (reason === "removed") {
      [this.functions, this.data] = [this.functions, this.data].map((list) => list.filter(({ id }) => id !== found.id));
      for (const [own, point] of this.lines) if (point.id === found.id) return this.remove(own, point.line);
    }
    for (const [name, point] of this.lines) {
      if (point.id === found.id) this.set(name, point.line, told(found, point.line));
    }
    for (const point of [...this.functions, ...this.data]) if (point.id === found.id) Object.assign(point, told(found, 0));
    this.signal("changed");
  }

  /** Where the debugger's stops are among ours: "first.s:12", of a list of numbers. */
  names(ids) {
    const lines = this.lines.filter(([, { id }]) => ids.includes(id)).map(([name, { line }]) => `${name}:${line}`);
    const others = [...this.functions, ...this.data].filter(({ id }) => ids.includes(id)).map(({ name, label, word }) => name ?? `${label} ${word}`);
    return [...lines, ...others];
  }
}

/** What the debugger answers of one. */
function told({ id, verified, message = "", line }, wanted) {
  const elsewhere = verified && wanted && line && line !== wanted ? `stops at line ${line}` : "";
  return { id, isVerified: verified, note: verified ? elsewhere || message : message || "no code here" };
}

/** With words for the mouse. */
function titled(point) {
  const { condition, hitCondition, logMessage, isOff, note } = point;
  const words = [
    logMessage ? `prints "${logMessage}"` : "breakpoint", condition ? `if ${condition}` : "", hitCondition ? `hits ${hitCondition}` : "", isOff ? "(off)" : "", note ?? "",
  ];
  return { ...point, isVerified: isOff ? false : point.isVerified, title: words.filter(Boolean).join(" ") };
}

