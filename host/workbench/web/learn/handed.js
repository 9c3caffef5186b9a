// The answers that pupils have handed in: files read, every answer checked again, a table.
import { make } from "../write/dom.js";
import { chosenFiles, download } from "./sheets.js";
import { sentence } from "./verdict.js";

const MOST_BYTES = 8 << 20; // of a file
const element = (id) => /** @type {any} */ (document.getElementById(id));

export class Handed {
  #client;
  #ready;
  #ownSheet;
  #rows = /** @type {any[]} */ ([]);
  #isStopped = false;

  /** @param {import("../client.js").Client} client @param {Promise<any>} ready @param {() => string} ownSheet the text of the sheet in the form */
  constructor(client, ready, ownSheet) {
    this.#client = client;
    this.#ready = ready;
    this.#ownSheet = ownSheet;
    element("read-files").addEventListener("click", () => this.#choose());
    element("stop-reading").addEventListener("click", () => {
      this.#isStopped = true;
      void client.stop(); // the answer that is run, too
    });
    element("save-table").addEventListener("click", () => this.#save());
  }

  async #choose() {
    const files = await chosenFiles({ many: true });
    if (!files.length) return;
    this.#tell("The files are read as soon as Python is loaded.");
    await this.#ready;
    this.#isStopped = false;
    element("stop-reading").hidden = false;
    const refused = [];
    for (const file of files) {
      try {
        if (file.size > MOST_BYTES) throw new Error("it is larger than 8 MB");
        const found = await this.#client.call("learn.read", await file.text());
        for (const answer of found.answers) this.#add(file.name, found, answer);
      } catch (error) {
        refused.push(`${file.name}: ${error.message}`);
      }
    }
    await this.#checkAll(refused);
  }

  #add(file, { pupil, sheets }, answer) {
    const text = sheets[answer.sheet] ?? "";
    this.#rows = this.#rows.filter((each) => !(each.file === file && each.answer.lesson === answer.lesson && each.answer.sheet === answer.sheet));
    this.#rows.push({ file, pupil: pupil || file, answer, text, origin: !text ? "Ironboard" : text === this.#ownSheet() ? "your sheet" : "the pupil's file", verdict: null });
  }

  async #checkAll(refused) {
    const waiting = this.#rows.filter((each) => !each.verdict);
    let done = 0;
    this.#draw();
    for (const each of waiting) {
      if (this.#isStopped) break;
      this.#tell(`Answer ${++done} of ${waiting.length} is checked: ${each.answer.lesson} of ${each.pupil}.`);
      each.verdict = await this.#check(each);
      this.#draw();
    }
    element("stop-reading").hidden = true;
    const right = this.#rows.filter((each) => each.verdict?.right).length;
    const doubt = this.#rows.some((each) => each.origin === "the pupil's file") ? " Tasks from a pupil's file may have been changed: open your sheet above, and read the files again." : "";
    this.#tell([`${right} of ${this.#rows.length} answers are right.${this.#isStopped ? " The others were not checked." : ""}${doubt}`, ...refused].join("\n"), refused.length ? "bad" : "");
  }

  async #check({ answer, text }) {
    try {
      const found = await this.#client.call("learn.check", answer.lesson, answer.source, 0, text);
      return { right: found.right, text: sentence(found), found };
    } catch (error) {
      return error.kind === "Stopped" ? null : { right: false, text: error.message.split("\n")[0] };
    }
  }

  #tell(text, kind = "") {
    element("read-told").textContent = text;
    element("read-told").className = `told ${kind}`;
  }

  #draw() {
    const titles = ["Pupil", "Lesson", "Verdict", "Wrong before", "Hints", "Handed in", "Task of"];
    const rows = [...this.#rows].sort((a, b) => a.pupil.localeCompare(b.pupil) || a.answer.lesson.localeCompare(b.answer.lesson)).map((each) => {
      const { verdict, answer } = each;
      const kind = !verdict ? "" : verdict.right ? "good" : "bad";
      return make("tr", { class: kind },
        make("th", { scope: "row", text: each.pupil }), make("td", { text: answer.lesson }),
        make("td", { class: verdict?.right ? "is-right" : verdict ? "is-wrong" : "" }, verdict ? `${verdict.right ? "right" : "wrong"}: ${verdict.text}` : "not checked yet",
          make("details", {}, make("summary", { text: "Answer" }), make("pre", { class: "source", tabindex: "0", text: answer.source }))),
        make("td", { text: String(answer.attempts) }), make("td", { text: String(answer.hints) }),
        make("td", { text: answer.date ? new Date(answer.date).toLocaleString() : "" }), make("td", { text: each.origin }));
    });
    const table = make("table", { class: "cases" }, make("caption", { text: "Answers" }), make("thead", {}, make("tr", {}, ...titles.map((text) => make("th", { scope: "col", text })))), make("tbody", {}, ...rows));
    element("handed").replaceChildren(make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Answers that were handed in" }, table));
    element("save-table").hidden = !rows.length;
  }

  #save() {
    const cell = (value) => {
      const text = String(value ?? "");
      return `"${(/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`; // a spreadsheet calculates what begins so
    };
    const rows = this.#rows.map(({ pupil, answer, verdict, origin, file }) => [pupil, answer.lesson, verdict ? (verdict.right ? "right" : "wrong") : "", verdict?.text, answer.attempts, answer.hints, answer.date, origin, file]);
    const titles = ["pupil", "lesson", "verdict", "findings", "wrong before", "hints", "date", "task of", "file"];
    download("answers.csv", [titles, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n", "text/csv");
  }
}
