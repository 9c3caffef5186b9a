// The debugger's part of the page: it begins programs, follows the machine in the editor, and shows it in the tools.

import { actionOf } from "./actions.js";
import { isGuest, nameOf, pathOf } from "./app.js";
import { Bar } from "./bar.js";
import { Calls, Variables, Watches } from "./calls.js";
import { Code } from "./code.js";
import { Console } from "./console.js";
import { Debugger } from "./debugger.js";
import { askFor } from "./dialogs.js";
import { make, put } from "./dom.js";
import { Margin } from "./margin.js";
import { MemoryMap } from "./map.js";
import { Memory } from "./memory.js";
import { Output } from "./output.js";
import { MachinePanel } from "./panel.js";
import { Registers } from "./registers.js";
import { Stops } from "./stops.js";
import { Symbols } from "./symbols.js";
import { Timeline } from "./timeline.js";
import { digits } from "./words.js";

const STALE = "The text is newer than the program that runs: places and values are those of the older one.";
const HINT = "Debug begins the program and stops at its first instruction. Registers, variables and calls are here then.";
const RUNNING = "The program runs. Pause (F6) shows its registers, variables and calls.";
const REASONS = { entry: "at the beginning", step: "", goto: "" }; // others are described

export class Bench {
  constructor(app) {
    this.app = app;
    this.fail = this.fail.bind(this);
    this.machineFacts = null;
    this.showsCode = false; // by itself, because the machine is in no file of the editor
    this.failure = ""; // what the user has been told last
    this.ownLabels = new Map(); // of the files of the project
    this.expression = ""; // the place that "last write" is about
    this.debug = new Debugger(app);
    this.debug.confirm = async (text) => Boolean(await askFor("A long way", [], { hint: text, word: "Go" }));
    this.machine = new MachinePanel(this, document.getElementById("machine"));
    this.pace = this.machine;
    this.timeline = new Timeline(this.debug, this.fail);
    document.getElementById("work")?.before(this.timeline.element);
    this.bar = new Bar(this, document.getElementById("debug-bar"));
    this.margin = new Margin(this);
    this.furnish();
    this.listen();
    app.launch = (given) => this.launch(given);
  }

  /** Put the views into the tools. */
  furnish() {
    const { app, debug } = this;
    const choose = (expression) => (this.expression = expression);
    this.registers = new Registers(debug, choose);
    this.variables = new Variables(debug, choose, this.ownLabels);
    this.watches = new Watches(debug, choose);
    this.calls = new Calls(debug, (frame) => debug.place && this.open(debug.place.path, frame.line));
    this.memory = new Memory(debug, {
      choose, fail: this.fail, lastWrite: (expression) => this.backToWrite(expression), watch: (expression) => this.watch(expression), showCode: (address) => this.showCode(address), numbers: (...given) => app.client.call("debug.numbers", ...given),
    });
    this.map = new MemoryMap(this);
    this.code = new Code(this);
    this.symbols = new Symbols(this);
    this.stops = new Stops(this);
    this.console = new Console(debug);
    this.output = new Output();
    this.state = make("div", { class: "state-view" }, this.registers.element, this.variables.element, make("div", {}, this.calls.element, this.watches.element));
    this.hint = make("p", { class: "hint", text: HINT });
    const rows = [
      ["state", "State", make("div", {}, this.hint, this.state), () => this.refresh(false)],
      ["memory", "Memory", this.memory.element, () => this.memory.fit()],
      ["map", "Map", this.map.element, () => this.map.look()],
      ["code", "Code", this.code.element, () => this.code.refresh()],
      ["symbols", "Symbols", this.symbols.element, () => this.symbols.refresh()],
      ["stops", "Stops", this.stops.element],
      ["console", "Console", this.console.element],
      ["output", "Printed", this.output.element, () => this.output.refresh()],
    ];
    for (const [id, title, element, onShow] of rows) app.tools.add({ id, title, element, onShow });
    this.tools = { show: (id) => this.showTool(id) };
    this.state.hidden = true;
  }

  showTool(id) {
    this.app.tools.show(id);
    this.app.showPart?.("tools");
    if (id === "console") this.console.focus();
  }

  listen() {
    const { app, debug } = this;
    debug.on("state", () => this.entered());
    debug.on("launched", () => this.launched());
    debug.on("stopped", () => this.stopped());
    debug.on("values", () => this.refresh(false));
    debug.on("frame", () => this.followFrame());
    debug.on("problem", this.fail);
    app.on("edit", () => debug.edited());
    app.on("replaced", () => {
      this.#dismiss();
      debug.end().catch(this.fail);
    });
    app.on("part", () => this.refresh(false));
    addEventListener("keydown", (event) => this.key(event), true);
  }

  /** Take the debugger's keys wherever they are pressed, but in dialogs. */
  key(event) {
    if (document.querySelector("dialog[open], .menu")) return;
    const action = actionOf(event, this.debug);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.can(this.debug)) this.do(action);
  }

  async do(action) {
    this.app.unsay(this.failure);
    try {
      await action.act(this);
    } catch (error) {
      this.fail(/** @type {Error} */ (error));
    }
  }

  // ---------------------------------------------------------------- programs

  /** Begin a program; the promise is rejected with what is wrong with it. @param {{path: string, machine?: string, options?: object, stopOnEntry?: boolean}} given */
  async launch({ path, program, stopOnEntry = true, ...more }) {
    await this.debug.launch({ program: program ?? path, stopOnEntry, speed: this.machine.times || "turbo", ...more });
  }

  /** Begin a program that was opened at the panel; a source of the user's becomes a file of the project. */
  async begin(program) {
    const { client, chooser, files, project } = this.app;
    const name = nameOf(program);
    if (name && !project.has(name)) project.put(name, await client.call("files.read", name));
    if (name) files.open(name);
    const { machine } = this.debug.program ?? {};
    await this.launch({ program, ...(name ? chooser.launchOf(name) : { machine }), stopOnEntry: false, noDebug: !this.debug.points.isAny });
    if (name) this.app.choose({ program: project.facts.program && name });
  }

  start() {
    /** @type {HTMLElement | null} */ (document.getElementById("debug"))?.click();
  }

  async restart() {
    await this.app.project?.save?.();
    await this.debug.restart();
  }

  async launched() {
    this.#dismiss();
    this.app.unsay(STALE);
    this.app.unsay(this.failure);
    this.machineFacts = await this.app.client.call("debug.machine").catch(() => null);
    if (this.machineFacts) {
      this.memory.equip(this.machineFacts);
      this.map.equip(this.machineFacts);
    }
    this.registers.clear();
    this.variables.clear();
    this.symbols.forget();
    this.ownLabels.clear();
    for (const { name, path } of await this.symbols.all().catch(() => [])) if (nameOf(path ?? "")) this.ownLabels.set(name, path);
  }

  entered() {
    const { debug, app } = this;
    const { state } = debug;
    document.body.dataset.debug = state;
    this.machine.place.classList.toggle("ended", state === "none");
    const isKnown = debug.isStopped || (debug.isOpen && this.registers.cells.size > 0);
    put(this.hint, debug.isOpen ? RUNNING : HINT);
    this.hint.hidden = isKnown;
    this.state.hidden = !isKnown;
    this.state.classList.toggle("running", state === "running" || state === "travelling");
    if (state !== "stopped") app.editor.currentLine(null);
    if (state === "running") app.status("The program runs. Pause (F6) stops it where it is.");
    if (state === "travelling") app.status("On the way through time. Pause (F6) ends it where it began.");
    if (state === "starting") app.status("The program is assembled or compiled, and the machine set up.");
    if (state === "none") {
      app.status("No program runs. Run begins one; Debug stops at its first instruction.");
      this.symbols.forget();
      app.unsay(STALE);
    }
    if (state === "running") {
      this.memory.live();
      this.map.look();
    }
    if (debug.stale && debug.isOpen) {
      app.notice(STALE, { "Begin again": () => this.restart().catch(this.fail) });
    }
  }

  // ---------------------------------------------------------------- stops

  stopped() {
    const { debug, app } = this;
    const { reason = "", description = "", text = "", hitBreakpointIds = [] } = debug.stop ?? {};
    const where = debug.place ? `${this.shortName(debug.place.path)}:${debug.place.line}` : debug.frames[0]?.name ?? "";
    const why = hitBreakpointIds.length ? `breakpoint ${debug.points.names(hitBreakpointIds).join(", ")}` : REASONS[reason] ?? description.toLowerCase();
    app.status(`Stopped at ${where}${why ? `: ${why}` : ""}${text ? `: ${text}` : ""}.`);
    this.followFrame();
  }

  async followFrame() {
    const { debug } = this;
    const { place } = debug;
    this.calls.refresh();
    if (place) await this.open(place.path, place.line, { isCurrent: debug.chosen === 0 });
    else this.app.editor.currentLine(null);
    await this.refresh(true);
  }

  /** Show the values again; only those in sight are asked for. */
  async refresh(isNew) {
    const { debug } = this;
    if (!debug.isOpen) return;
    try {
      if (debug.isStopped && this.state.offsetParent !== null) {
        const scopes = await debug.scopes();
        this.state.classList.toggle("spoken", scopes[0]?.presentationHint === "locals"); // of a language: its variables are above the registers
        await Promise.all([this.registers.refresh(scopes, isNew), this.variables.refresh(scopes, isNew), this.watches.refresh(isNew)]);
      }
      await Promise.all([this.memory.refresh(isNew), this.code.refresh(isNew)]);
      if (this.map.isSeen) await this.map.look();
    } catch (error) {
      if (debug.isStopped) this.fail(/** @type {Error} */ (error)); // it runs again already
    }
  }

  // ---------------------------------------------------------------- places

  shortName(path) {
    return nameOf(path) || path.replace(/^.*\//, "");
  }

  /** Show a line: in the editor if the file is there, else with the instructions. */
  async open(path, line, { isCurrent = false } = {}) {
    const { editor } = this.app;
    const name = nameOf(path) || (await this.#guest(path));
    if (name && editor.has(name)) {
      if (this.showsCode && this.app.tools.shown === "code") this.app.tools.show("state");
      this.showsCode = false;
      editor.reveal(name, line, 1, { focus: false });
      if (isCurrent) editor.currentLine(name, line);
      return;
    }
    const { tools } = this.app;
    if (tools.shown !== "state") return;
    tools.show("code"); // nothing else shows where it is
    this.showsCode = true;
  }

  /** Have a source from outside the project in the editor; "" if its text is not known. */
  async #guest(path) {
    const { editor } = this.app;
    if (!path || editor.has(path)) return path;
    const { content = "" } = await this.debug.dap.request("source", { source: { path } }).catch(() => ({}));
    if (content) editor.add(path, content);
    return content && path;
  }

  /** Let the sources from outside the project go: another program begins. */
  #dismiss() {
    const { editor, files, shown } = this.app;
    const guests = editor.all.filter(isGuest);
    const isSeen = guests.includes(editor.shown);
    for (const each of guests) editor.remove(each);
    if (isSeen) files.open(shown);
    if (guests.length) this.app.emit("files");
  }

  /** The text of a line of a source; "" if it is not known. */
  sourceLine(path, line) {
    const { editor } = this.app;
    const name = nameOf(path) || path;
    if (!editor.has(name)) return "";
    const { doc } = editor.state(name);
    return line <= doc.lines ? doc.line(line).text.trim() : "";
  }

  number(address) {
    return this.machineFacts ? digits(address, this.machineFacts.radix, this.machineFacts.address_bits) : address.toString(16);
  }

  showMemory(expression) {
    this.showTool("memory");
    this.memory.goTo(expression);
  }

  showCode(address) {
    this.showTool("code");
    this.code.show(address);
  }

  async showLine(name, line) {
    const { targets } = await this.debug.dap.request("gotoTargets", { source: { path: pathOf(name) }, line });
    if (targets.length) this.showCode(Number(targets[0].instructionPointerReference));
  }

  watch(expression) {
    this.watches.add(expression);
    this.showTool("state");
  }

  // ---------------------------------------------------------------- moves of the cursor's line

  runToCursor() {
    const { name, line } = this.app.editor.cursor;
    return this.runTo(name, line);
  }

  async runTo(name, line) {
    await this.debug.runTo(`${pathOf(name)}:${line}`).catch(this.fail);
  }

  async jumpTo(name, line) {
    await this.debug.jumpTo(pathOf(name), line).catch(this.fail);
  }

  /** Go back to the last write to a place: the one that is chosen in the tools, or the word under the cursor. */
  async backToWrite(expression = "") {
    const place = expression || this.margin.selectedWord() || this.expression;
    if (!place) throw new Error("Choose a register, a variable or a byte first: a click on it, or the cursor on its name.");
    const { debug } = this;
    try {
      const found = await debug.lastWrite(place);
      if (found === undefined) return;
      if (found === null) this.say(`${place}: nothing has written to it since cycle ${this.timeline.time?.start ?? 0}, the beginning of what is known.`);
      else this.say(`${place}: ${found.text ?? `${found.before} became ${found.after}`}`);
    } catch (error) {
      this.fail(/** @type {Error} */ (error));
    }
  }

  // ---------------------------------------------------------------- telling

  printed(paper) {
    this.output.show(paper);
  }

  say(text) {
    this.app.status(text);
  }

  fail(error) {
    this.app.unsay(this.failure);
    this.failure = error.message;
    this.app.notice(error.message);
  }
}

/** Furnish the page with the debugger, as soon as the worker can be talked to. @param {import("./app.js").App} app */
export function furnish(app) {
  app.bench = new Bench(app);
  return app.bench;
}

