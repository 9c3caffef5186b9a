// The debugger as the page knows it: one program at a time, its position, its breakpoints, and the moves that it can make.
//
//     const debug = new Debugger(app)
//     debug.on("state", () => ...)       none, starting, stopped, running, travelling: it has changed
//     debug.on("stopped", () => ...)     the machine stands; `stop`, `frames` say why and where
//     debug.on("values", () => ...)      registers, memory or variables may have changed while it stands
//     await debug.launch({ program: "/work/game.s" })
//     await debug.act("step")

import { Dap } from "./dap.js";
import { Breakpoints } from "./breakpoints.js";
import { Signals } from "./dom.js";

const THREAD = { threadId: 1 };
const CALM = 120; // milliseconds
const MOST_FRAMES = 200;
const INSTRUCTION = { granularity: "instruction" };

/** Moves of the machine: the request of the protocol, and whether it goes back in time. */
const MOVES = {
  continue: { request: "continue" },
  over: { request: "next" },
  into: { request: "stepIn" },
  out: { request: "stepOut" },
  instruction: { request: "stepIn", ...INSTRUCTION },
  back: { request: "stepBack", past: true },
  "back instruction": { request: "stepBack", past: true, ...INSTRUCTION },
  reverse: { call: "debug.back" },
};

export class Debugger extends Signals {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super();
    this.client = app.client;
    this.dap = new Dap(app.client);
    this.points = new Breakpoints(this, app);
    this.state = this.told = "none";
    /** Why the machine stands: {reason, description, text} of the protocol. */
    this.stop = null;
    this.frames = [];
    this.chosen = 0; // of the frames
    /** The arguments of the last launch, and the texts of its sources then. */
    this.program = null;
    this.stale = false; // the text has been changed since
    this.introduced = null;
    this.confirm = async (_message) => false; // asks the user
    this.halting = Promise.resolve();
    this.dap.on("stopped", (body) => (this.halting = this.halted(body)));
    this.dap.on("continued", () => this.enter("running"));
    this.dap.on("invalidated", () => this.signal("values"));
    this.dap.on("memory", () => this.signal("values"));
    this.dap.on("terminated", () => this.ended());
    this.dap.on("lost", () => this.lost());
    this.dap.on("output", (body) => this.signal("output", body.category ?? "console", body.output ?? ""));
    this.dap.on("breakpoint", (body) => this.points.told(body.breakpoint, body.reason));
  }

  get isOpen() {
    return this.state !== "none" && this.state !== "starting";
  }

  get isStopped() {
    return this.state === "stopped";
  }

  /** File and line of the chosen frame; null outside the sources. */
  get place() {
    const frame = this.frames[this.chosen];
    return frame?.source?.path && !frame.source.sourceReference ? { path: frame.source.path, line: frame.line, column: frame.column } : null;
  }

  /** A run is told of when it lasts: steps flicker otherwise, and are read out. */
  enter(state) {
    if (state === this.state) return;
    this.state = state;
    if (state !== "stopped") [this.frames, this.chosen] = [[], 0];
    clearTimeout(this.soon);
    if (state === "running" || state === "travelling") this.soon = setTimeout(() => this.tell(), CALM);
    else this.tell();
  }

  tell() {
    if (this.told === this.state) return;
    this.told = this.state;
    this.signal("state");
  }

  // ------------------------------------------------------------ the program

  /**
   * Assemble or compile a program, build its machine, and go to its first instruction, or on with `stopOnEntry: false`.
   * It takes the place of one that is there. The promise is rejected with what is wrong with it; the old one stays then.
   */
  async launch(given) {
    if (this.state === "starting") return;
    const before = { state: this.state, stop: this.stop };
    const program = { stopOnEntry: true, ...given };
    this.enter("starting");
    try {
      this.introduced ??= this.dap.request("initialize", {
        adapterID: "ironboard", supportsVariableType: true, supportsMemoryReferences: true, supportsInvalidatedEvent: true, supportsMemoryEvent: true,
      });
      await this.introduced;
      if (before.state === "none") {
        await this.dap.request("launch", program);
        await this.points.send();
        this.began(program);
        await this.dap.request("configurationDone");
      } else {
        await this.dap.request("restart", { arguments: program });
        this.began(program);
      }
      if (!program.stopOnEntry && this.state === "starting") this.enter("running");
    } catch (error) {
      if (this.state === "none") throw error; // the worker has died
      if (before.state === "stopped") await this.halted(before.stop);
      else this.enter(before.state);
      throw error;
    }
  }

  began(program) {
    Object.assign(this, { program, stale: false });
    this.signal("launched");
  }

  /** Read the program again and begin anew; with an error in it the old one stays. */
  async restart() {
    if (this.program) await this.launch(this.program);
  }

  /** End the program; what it still tells on its way does not bring it back. */
  async end() {
    if (!this.isOpen) return this.ended();
    const done = this.dap.request("terminate");
    this.ended();
    await done.finally(() => this.ended());
  }

  /** The worker has died, with machine and program. */
  lost() {
    [this.introduced, this.stop] = [null, null];
    this.enter("none");
  }

  ended() {
    if (this.state === "starting") return; // it makes room for the next one
    this.stop = null;
    this.enter("none");
  }

  /** A source has been changed in the editor. */
  edited() {
    if (!this.isOpen || this.stale) return;
    this.stale = true;
    this.signal("state");
  }

  // ------------------------------------------------------------ moves

  /** Begin a move; the signal `stopped` tells where it leads. */
  async act(name) {
    const { request, past, call, ...given } = MOVES[name];
    if (!this.isStopped) return;
    if (call) await this.journey(call, []);
    else await this.go(request, given, past);
  }

  async go(request, given, past) {
    const before = this.state;
    this.enter(past ? "travelling" : "running");
    try {
      await this.dap.request(request, { ...THREAD, ...given });
    } catch (error) {
      if (this.state !== "stopped") await this.halted(this.stop ?? {});
      throw error;
    }
    return before;
  }

  async pause() {
    if (this.state === "running" || this.state === "travelling") await this.dap.request("pause", THREAD);
  }

  /** Pause, and wait until the machine stands. */
  async pauseAndWait() {
    const stands = new Promise((resolve) => {
      const end = this.on("stopped", () => (end(), resolve(null)));
    });
    await this.pause();
    await stands;
  }

  /** Run to a line, or an address: a temporary stop. */
  async runTo(place) {
    if (!this.isStopped) return;
    await this.command(`until ${place}`);
  }

  /** Set the program counter to a line. */
  async jumpTo(path, line) {
    const { targets } = await this.dap.request("gotoTargets", { source: { path }, line });
    if (!targets.length) throw new Error(`line ${line} has no code`);
    await this.dap.request("goto", { ...THREAD, targetId: targets[0].id });
  }

  // ------------------------------------------------------------ looking

  async halted(body) {
    this.stop = body;
    const { stackFrames } = await this.dap.request("stackTrace", { ...THREAD, levels: MOST_FRAMES }).catch(() => ({ stackFrames: [] }));
    [this.frames, this.chosen] = [stackFrames, 0];
    clearTimeout(this.soon);
    this.state = "stopped";
    this.tell();
    this.signal("stopped");
  }

  /** Look at another open call. */
  choose(number) {
    this.chosen = number;
    this.signal("frame");
  }

  get frameId() {
    return this.frames[this.chosen]?.id;
  }

  async scopes() {
    if (!this.frames.length) return [];
    return (await this.dap.request("scopes", { frameId: this.frameId })).scopes;
  }

  async variables(reference, more = {}) {
    return (await this.dap.request("variables", { variablesReference: reference, ...more })).variables;
  }

  evaluate(expression, context = "watch") {
    return this.dap.request("evaluate", { expression, context, ...(this.frameId ? { frameId: this.frameId } : {}) });
  }

  /** Do a command of the debugger's console; returns what it prints. */
  async command(line) {
    const { result } = await this.evaluate(line, "repl");
    return result;
  }

  /** Give a register, a word or a variable another value: all that `expression` names. */
  async assign(expression, value) {
    const done = await this.dap.request("setExpression", {
      expression, value, ...(this.frameId ? { frameId: this.frameId } : {}),
    });
    this.signal("values");
    return done;
  }

  // ------------------------------------------------------------ time

  /** Go to a cycle of the past or the known future. */
  travel(cycle, { asks = true } = {}) {
    return this.journey("debug.go", [cycle], asks);
  }

  /**
   * Go elsewhere in time by a call of the worker; returns what it says. A way that is long and cannot be interrupted is
   * gone only if `confirm` says so.
   */
  async journey(name, given, asks = true) {
    this.enter("travelling");
    try {
      return await this.client.call(name, ...given);
    } catch (error) {
      const { kind, message } = /** @type {any} */ (error);
      if (kind !== "LongWay" || !asks) throw error;
      if (!(await this.confirm(message))) return undefined;
      return await this.client.call(name, ...given, true);
    } finally {
      await this.halting;
      if (this.state === "travelling") await this.halted(this.stop ?? {}); // it has not gone anywhere
    }
  }

  /** Where the history begins and ends, where it is now, its inputs and stops. */
  timeline() {
    return this.client.call("debug.timeline");
  }

  /** Go back to the instruction that wrote to an expression's place last; returns what it did, null: none is known. */
  lastWrite(expression) {
    return this.journey("debug.written", [expression, this.frameId ?? 1]);
  }
}
