// A machine's panel that is computed in the worker (host/workbench/panel.py): the controller that the view draws.

const NOTHING = { panel: { title: "", size: [1, 1], panes: [], keys: {}, help: [], background: [34, 32, 30] }, commands: [], glyphs: {}, constants: {}, sounds: {}, clock: 1 };
const BEGINNING = {
  panes: [], focus: "", turns: false, notice: "", error: "", help: false, paused: true, running: false, speed: 1, megahertz: 0, cycles: 0, labels: {}, lit: [], back: 0,
  sound: false, prompt: null, menu: null,
};

/** Printed lines; the worker sends those that are new. */
class RemotePaper {
  constructor() {
    Object.assign(this, { lines: [""], column: 0, scrolled: 0, folds: [], fed: 0 });
  }

  /** Take the lines from the number `at` on; `first` is the first that is kept. */
  take({ first, at, lines, column, folds }) {
    const kept = this.lines.slice(Math.max(0, first - this.scrolled), Math.max(0, at - this.scrolled));
    Object.assign(this, { lines: [...kept, ...lines], scrolled: first, column, folds, fed: this.fed + 1 });
  }

  /** The newest rows, or those `back` lines further up, and the number of the first. */
  visible(rows, back) {
    const end = Math.max(this.lines.length - back, Math.min(rows, this.lines.length));
    const first = Math.max(0, end - rows);
    return { first, lines: this.lines.slice(first, end) };
  }

  get text() {
    return this.lines.map((line) => line.trimEnd()).join("\n");
  }
}

export class RemoteController {
  /** @param {(hand: any[]) => void} send gives the worker what the user does */
  constructor(send, samples) {
    this.send = send;
    this.views = { samples };
    this.equip(NOTHING);
  }

  /** Another machine, or another program on it. */
  equip(front) {
    const { panel, commands, constants } = front;
    Object.assign(this, { front, panel, commands, constants, shown: {}, state: { ...BEGINNING }, paper: new RemotePaper(), pointed: "", heard: [] });
  }

  /** Take what has changed. */
  take({ shown = {}, state = {}, paper, heard = [] }) {
    Object.assign(this.shown, shown);
    Object.assign(this.state, state);
    if (paper) this.paper.take(paper);
    this.heard.push(...heard);
  }

  // ---------------------------------------------------------------- what there is to see

  get panes() {
    return this.panel.panes.filter(({ name }) => this.state.panes.includes(name));
  }

  get focus() {
    return this.state.focus;
  }

  get hasTurns() {
    return this.state.turns;
  }

  get notice() {
    return this.state.notice;
  }

  get back() {
    return this.state.back;
  }

  get error() {
    return this.state.error;
  }

  set error(text) {
    if (this.state.error && !text) this.send(["seen"]);
    this.state.error = text;
  }

  get showsHelp() {
    return this.state.help;
  }

  set showsHelp(isShown) {
    if (isShown !== this.state.help) this.send(["command", "help"]);
    this.state.help = isShown;
  }

  label({ name, label }) {
    return this.state.labels[name] ?? label;
  }

  isLit(name) {
    return this.state.lit.includes(name);
  }

  // ---------------------------------------------------------------- hands

  press(part, key) {
    this.isHeld = true;
    this.send(["press", part, key]);
  }

  release() {
    if (this.isHeld) this.send(["release"]);
    this.isHeld = false;
  }

  act(what, value) {
    this.send(["act", what, value]);
  }

  command(name) {
    this.send(["command", name]);
  }

  /** Take a key of the PC, by its neutral name; return whether it means something. */
  key(name) {
    if (!(name in this.panel.keys) && !this.commands.some(({ key }) => key === name)) return false;
    this.isHeld = true;
    this.send(["key", name]);
    return true;
  }

  type(text) {
    this.send(["type", text]);
  }

  scroll(lines) {
    this.send(["scroll", lines]);
  }

  takeFocus(part) {
    if (part !== this.state.focus) this.send(["focus", part]);
    this.state.focus = part;
  }

  endTrip() {
    return false;
  }

  // ---------------------------------------------------------------- sound, for Speaker

  get sound() {
    return this.state.sound;
  }

  set sound(isOn) {
    if (isOn !== this.state.sound) this.send(["command", "sound"]);
    this.state.sound = isOn;
  }

  get paused() {
    return !this.state.running;
  }

  get page() {
    return this.front;
  }

  get pacer() {
    return { speed: this.state.speed || Infinity, due: 0 };
  }

  now() {
    return performance.now() / 1000;
  }

  tell(text) {
    this.state.notice = text;
  }

  /** The sounds since the last call, [name, cycle]: cycles are counted from now, those before are negative. */
  view(name) {
    const pace = this.pacer.speed * this.front.clock;
    return name === "hear" ? this.heard.splice(0).map(([sound, ago]) => [sound, -ago * pace]) : null;
  }
}
