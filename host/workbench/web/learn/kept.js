// What the page Learn keeps in the browser: answers with their progress, and the sheets that came by links or files.

const NAME = "ironboard-learn";
const VERSION = 1;
const MOST_EARLIER = 20; // answers of a lesson that are kept besides the one in the editor

/**
 * @typedef {{ source: string, date: string, right: boolean }} Earlier
 * @typedef {{ key: string, lesson: string, sheet: string, source: string, date: string, solved: boolean, attempts: number,
 *   hints: number, findings: any, earlier: Earlier[] }} Answer
 * @typedef {{ name: string, title: string, text: string, date: string }} Sheet
 */

const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export const keyOf = (lesson, sheet) => `${sheet}/${lesson}`;

export class Kept {
  #database = /** @type {IDBDatabase | null} */ (null);
  #told;
  /** @type {Map<string, Answer>} */
  answers = new Map();
  /** @type {Map<string, Sheet>} */
  sheets = new Map();
  /** Why nothing is kept; "" while everything is. */
  trouble = "";

  /** @param {(trouble: string) => void} told called when `trouble` changes */
  constructor(told) {
    this.#told = told;
  }

  /** Read what is kept; without storage, begin with nothing. */
  async open() {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("answers", { keyPath: "key" });
        request.result.createObjectStore("sheets", { keyPath: "name" });
      };
      this.#database = await answered(request);
      this.#database.onversionchange = () => this.#database?.close();
      const transaction = this.#database.transaction(["answers", "sheets"]);
      const [answers, sheets] = await Promise.all(["answers", "sheets"].map((each) => answered(transaction.objectStore(each).getAll())));
      for (const each of answers) this.answers.set(each.key, each);
      for (const each of sheets) this.sheets.set(each.name, each);
      void navigator.storage?.persist?.().catch(() => {});
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The answer to a lesson, begun if there is none. @returns {Answer} */
  answer(lesson, sheet, begin) {
    const key = keyOf(lesson, sheet);
    if (!this.answers.has(key))
      this.answers.set(key, { key, lesson, sheet, source: begin, date: "", solved: false, attempts: 0, hints: 0, findings: null, earlier: [] });
    return /** @type {Answer} */ (this.answers.get(key));
  }

  /** Keep the present source among the earlier ones, where it is not the last of them. @param {Answer} answer @param {boolean} right */
  remember(answer, right) {
    const [last] = answer.earlier;
    if (last?.source === answer.source) last.right = right;
    else answer.earlier = [{ source: answer.source, date: answer.date || new Date().toISOString(), right }, ...answer.earlier].slice(0, MOST_EARLIER);
  }

  /** Keep an answer; one that another tab has changed meanwhile goes to the earlier ones. @param {Answer} answer */
  async save(answer) {
    const before = answer.date;
    answer.date = new Date().toISOString();
    await this.#write("answers", async (store) => {
      const found = await answered(store.get(answer.key));
      if (found && found.date > before) {
        const others = [{ source: found.source, date: found.date, right: found.findings?.right ?? false }, ...found.earlier];
        const isNew = ({ source }) => source !== answer.source && !answer.earlier.some((each) => each.source === source);
        answer.earlier = [...others.filter(isNew), ...answer.earlier].slice(0, MOST_EARLIER);
      }
      answer.solved ||= found?.solved ?? false;
      store.put(answer);
    });
  }

  /** @param {Sheet} sheet */
  async addSheet(sheet) {
    this.sheets.set(sheet.name, sheet);
    await this.#write("sheets", async (store) => store.put(sheet));
  }

  async #write(name, work) {
    if (!this.#database) return;
    try {
      const transaction = this.#database.transaction(name, "readwrite");
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      });
      done.catch(() => {}); // it is awaited below, but may fail before
      await work(transaction.objectStore(name));
      await done;
      if (this.trouble) this.#told((this.trouble = ""));
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error) {
    const isFull = error?.name === "QuotaExceededError";
    const trouble = isFull
      ? "The browser's storage is full: what you write now is not kept. Download your answers."
      : "This browser keeps nothing here (a private window?): your answers are lost when the page closes. Download them to keep them.";
    if (trouble !== this.trouble) this.#told((this.trouble = trouble));
  }

  /** The text of a file of answers. @param {{ pupil?: string, release?: string, sheet?: string | null }} given `sheet`: of its lessons only */
  file({ pupil = "", release = "", sheet = null } = {}) {
    const rows = [...this.answers.values()].filter((each) => each.date && (sheet === null || each.sheet === sheet));
    const answers = rows.map(({ lesson, sheet, source, date, solved, attempts, hints, findings }) => ({ lesson, sheet, source, date, solved, attempts, hints, findings }));
    const names = new Set(rows.map((each) => each.sheet).filter(Boolean));
    const sheets = Object.fromEntries([...names].map((name) => [name, this.sheets.get(name)?.text ?? ""]).filter(([, text]) => text));
    return JSON.stringify({ ironboard: "answers", pupil, date: new Date().toISOString(), release, answers, sheets }, null, 1);
  }

  /** Take the answers of a file that was read; the newer one of two counts, the older one is kept beside it. @returns {Promise<number>} how many */
  async take({ answers, sheets }) {
    for (const [name, text] of Object.entries(sheets)) if (!this.sheets.has(name)) await this.addSheet({ name, title: JSON.parse(text).title ?? name, text, date: new Date().toISOString() });
    for (const each of answers) {
      const mine = this.answers.get(keyOf(each.lesson, each.sheet));
      if (!mine) {
        const made = this.answer(each.lesson, each.sheet, each.source);
        Object.assign(made, each, { key: made.key });
        await this.save(made);
        continue;
      }
      mine.solved ||= each.solved;
      mine.hints = Math.max(mine.hints, each.hints);
      if (each.source !== mine.source && each.date > mine.date) {
        this.remember(mine, mine.findings?.right ?? false);
        mine.source = each.source;
        mine.findings = null;
      } else if (each.source !== mine.source && !mine.earlier.some(({ source }) => source === each.source)) mine.earlier.push({ source: each.source, date: each.date, right: each.solved });
      await this.save(mine);
    }
    return answers.length;
  }
}
