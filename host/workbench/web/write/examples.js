// Examples by machine, and the program of a first visit.
import { chooseFrom } from "./dialogs.js";

const FIRST = `; The six digits of the KIM-1 count. Press Run; change STEP and press Run again.
; Click beside a line number for a breakpoint; step back shows where a value came from.

STEP   = 1
TIMES  = 10             ; shows the digits this often before it counts on

SCANDS = $1F1F          ; of the monitor: lights the six digits once
DIGITS = $F9            ; the last two of them; $FA and $FB have the others
LEFT   = $00            ; how often they are to be shown yet

        .org $0200
start:  lda #0
        sta DIGITS
        sta DIGITS+1
        sta DIGITS+2
count:  sed             ; decimal numbers
        clc
        lda DIGITS
        adc #STEP
        sta DIGITS
        lda DIGITS+1
        adc #0          ; and the carry
        sta DIGITS+1
        lda DIGITS+2
        adc #0
        sta DIGITS+2
        cld
        lda #TIMES
        sta LEFT
show:   jsr SCANDS
        dec LEFT
        bne show
        jmp count
`;

export const STARTER = { facts: { name: "Counting", machine: "" }, files: new Map([["count.s", { text: FIRST }]]) };

export class Examples {
  #app;
  #rows = /** @type {any[] | null} */ (null);

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Show the examples, those of the chosen machine first; open one as a project of its own. */
  async choose() {
    const app = this.#app;
    if (!app.isReady) return app.status("The examples are there once the machines are loaded.");
    try {
      this.#rows ??= await app.client.call("tools.examples");
      const { machine } = app.project.facts;
      const rows = [...this.#rows].sort((a, b) => Number(b.machine === machine) - Number(a.machine === machine));
      const titles = new Map(app.chooser.machines.map((each) => [each.name, each.title]));
      const answer = await chooseFrom("Examples", rows.map((each) => ({ title: each.title, detail: [titles.get(each.machine) ?? each.machine, each.sentence === each.title ? "" : each.sentence].filter(Boolean).join(": ") })));
      if (answer?.choose !== undefined) await this.open(rows[answer.choose]);
    } catch (error) {
      app.notice(error.message);
    }
  }

  /** @param {any} row */
  async open(row) {
    const app = this.#app;
    const { files, program, machine } = await app.client.call("tools.example", row.name);
    const texts = new Map(Object.entries(files).map(([name, text]) => [name, { text }]));
    await app.project.replace({ name: row.title, machine, program, example: row.name, order: [...texts.keys()] }, texts);
    app.status(`${row.title}: press Run, or change it. It is yours; the example remains.`);
  }
}
