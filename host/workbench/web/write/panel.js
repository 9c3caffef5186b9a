// The machine beside the source: its panel, its speed, its questions, its files, its sound, its text.

import { PanelView, Speaker, samples } from "../panel.js";
import { askFor, chooseFrom, download, fromBase64, toBase64, upload } from "./dialogs.js";
import { attribute, grouped, make, put } from "./dom.js";
import { RemoteController } from "./remote.js";

const CALM = 500; // milliseconds between two figures while the machine runs

export class MachinePanel {
  /** @param {HTMLElement} place */
  constructor(bench, place) {
    const { client } = bench.app;
    Object.assign(this, { bench, client, place, view: null, isDirty: false });
    this.controller = new RemoteController((hand) => client.send({ channel: "panel", hand }), samples);
    this.stage = make("div", { class: "stage", role: "group", "aria-label": "Panel of the machine" }); // PanelView fills it
    this.empty = make("p", { class: "empty", text: "The machine appears here when a program runs." });
    this.speed = make("select", { "aria-label": "Speed of the machine", title: "speed, times the original's", onchange: () => this.setSpeed(Number(this.speed.value)) });
    this.measured = make("span", { class: "measured", title: "the clock of the machine as it runs now" });
    this.sound = make("button", { type: "button", text: "Sound", "aria-pressed": "false", onclick: () => this.switchSound() });
    this.open = make("button", { type: "button", text: "Open", title: "a tape, deck or program of your computer", onclick: () => this.controller.command("open") });
    this.save = make("button", { type: "button", text: "Save", title: "what the machine has made, as a file", onclick: () => this.controller.command("save") });
    this.more = make("button", { type: "button", text: "Commands", onclick: () => this.listCommands() });
    this.bar = make("div", { class: "panel-bar", role: "group", "aria-label": "Machine", hidden: true }, this.speed, this.measured, this.sound, this.open, this.save, this.more);
    place.append(this.empty, this.stage, this.bar);
    this.stage.hidden = true;
    this.speaker = new Speaker(this.controller);
    for (const name of ["pointerup", "keydown"]) addEventListener(name, () => this.speaker.wake(), { passive: true });
    client.on("panel", (message) => this.take(message));
    this.stage.addEventListener("keydown", (event) => this.leave(event), true);
  }

  focus() {
    this.bench.app.showPart?.("machine");
    this.stage.focus();
  }

  /** Two Escapes take the keyboard back from the machine. */
  leave(event) {
    const now = performance.now();
    if (event.key === "Escape" && now - (this.escapedAt ?? -1e6) < 600) {
      this.bench.app.editor.view.focus();
      event.stopPropagation();
      event.preventDefault();
    }
    this.escapedAt = event.key === "Escape" ? now : -1e6;
  }

  // ---------------------------------------------------------------- messages of the worker

  take(message) {
    if ("front" in message) this.equip(message.front);
    if (message.program) this.bench.begin(message.program).catch(this.bench.fail);
    if (message.file) download(message.file.name, fromBase64(message.file.data));
    if (message.copy !== undefined) this.copy(message.copy);
    this.controller.take(message);
    if (message.state || message.paper) this.changed(message);
    this.speaker.follow();
    if (this.isDirty) return;
    this.isDirty = true;
    requestAnimationFrame(() => this.paint());
  }

  /** Show another machine; null: it has no panel. */
  equip(front) {
    const { controller } = this;
    this.empty.hidden = Boolean(front);
    this.stage.hidden = this.bar.hidden = !front;
    if (!front) return put(this.empty, "This machine has no panel: the tools have its registers, memory and output.");
    controller.equip(front);
    attribute(this.stage, "aria-label", `Panel: ${front.panel.title}`);
    const speeds = front.constants.SPEEDS;
    this.speed.replaceChildren(...[...speeds, 0].map((times) => make("option", { value: times, text: times ? `×${times}` : "turbo" })));
    const names = new Set(front.commands.map(({ name }) => name));
    this.sound.hidden = !names.has("sound") || !Object.keys(front.sounds).length;
    this.open.hidden = !names.has("open");
    this.save.hidden = !names.has("save");
    if (this.view) this.view.equip(front.glyphs);
    else this.view = new PanelView(controller, front.glyphs, this.stage);
  }

  changed({ state = {}, paper }) {
    if (state.prompt || state.menu) this.question(state);
    if (paper) this.bench.printed(this.controller.paper);
    if (state.speed !== undefined) this.speed.value = String(state.speed);
    if (state.sound !== undefined) attribute(this.sound, "aria-pressed", String(state.sound));
    const { running, megahertz, cycles } = this.controller.state;
    const now = performance.now();
    if (running && now - (this.measuredAt ?? 0) < CALM) return;
    this.measuredAt = now;
    put(this.measured, running ? (megahertz ? `${megahertz < 10 ? megahertz.toFixed(2) : megahertz.toFixed(0)} MHz` : "") : `cycle ${grouped(cycles)}`);
  }

  paint() {
    this.isDirty = false;
    if (this.stage.offsetParent !== null) this.view?.frame();
  }

  // ---------------------------------------------------------------- speed and sound

  /** The speed that the user has chosen, times the original's; 0 as fast as this computer can. */
  get times() {
    return this.view ? this.controller.state.speed : 1;
  }

  /** @param {number} times the original's speed; 0 as fast as this computer can */
  setSpeed(times) {
    this.controller.send(["speed", times]);
  }

  slower() {
    this.controller.command("slower");
  }

  faster() {
    this.controller.command("faster");
  }

  switchSound() {
    this.controller.sound = !this.controller.sound;
    this.speaker.follow();
  }

  // ---------------------------------------------------------------- questions and files

  async question({ prompt, menu }) {
    if (menu) return this.choose(menu);
    if (prompt.kind === "open") return this.answerWithFile(prompt);
    const given = await askFor(prompt.title, [{ name: "line", label: prompt.kind === "save" ? "Name of the file" : "Answer", value: prompt.text, hint: prompt.hint }], { word: prompt.kind === "save" ? "Save" : "OK" });
    this.controller.send(given ? ["answer", given.line] : ["leave"]);
  }

  async answerWithFile({ title, hint: terminal }) {
    const { controller } = this;
    const hint = terminal.replace(/^Tab completes\.\s*/, ""); // nothing is completed here
    const answer = await chooseFrom(title, [{ title: "A file of this computer" }, { title: "A file of the project, or a program by its name", detail: hint }]);
    let name = "";
    if (answer?.choose === 0) {
      const file = await upload();
      if (file) name = (await this.client.call("files.write", file.name, toBase64(file.bytes), "base64").catch(this.bench.fail))?.name ?? "";
    } else if (answer) name = (await askFor(title, [{ name: "line", label: "Name", hint }], { word: "Open" }))?.line ?? "";
    controller.send(name ? ["answer", name] : ["leave"]);
  }

  async choose({ title, choices, deletes, renames }) {
    const rows = choices.map(([name, detail]) => ({ title: name, detail }));
    const answer = await chooseFrom(title, rows, { canDelete: deletes, canRename: renames });
    this.controller.send(answer ? /** @type {any[]} */ (Object.entries(answer)[0]) : ["close"]);
  }

  async listCommands() {
    const { controller } = this;
    const listed = controller.commands.filter(({ name, label, help }) => (label || help) && name !== "more");
    const answer = await chooseFrom("Commands of the machine", listed.map(({ label, help, key, name }) => ({ title: help || label.toLowerCase() || name, detail: [label, key].filter(Boolean).join("   ") })));
    if (answer) controller.command(listed[answer.choose].name);
  }

  copy(text) {
    navigator.clipboard?.writeText(text).then(() => this.bench.say("copied"), () => this.bench.fail(new Error("the browser did not allow the clipboard")));
  }
}
