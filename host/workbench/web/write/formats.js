// Files in other formats: tapes, decks, HEX, S-records, sound; and what an uploaded file may be.
import { chooseFrom, download, fromBase64 } from "./dialogs.js";

export class Formats {
  #app;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Let the user choose a format for a file of the project, and download it. @param {string} name */
  async ask(name) {
    const app = this.#app;
    if (!app.isReady) return app.status("The formats are there once the machines are loaded.");
    try {
      await app.project.mirror();
      const rows = await app.client.call("tools.formats", name);
      if (!rows.length) return app.notice(`${name} has no other formats: programs and images of machines have.`);
      const answer = await chooseFrom(`${name} as`, rows.map(({ title, name: own }) => ({ title: title ?? own, detail: own })));
      if (answer?.choose === undefined) return;
      const made = await app.client.call("tools.convert", name, rows[answer.choose].name);
      download(made.name, fromBase64(made.data));
      app.status(`${made.name} is among your downloads.`);
    } catch (error) {
      app.notice(`${name} cannot be converted: ${error.message}`);
    }
  }

  /** What the project takes of an uploaded file that is no text; null: the bytes as they are. @param {string} _name @param {Uint8Array} _bytes */
  async source(_name, _bytes) {
    return null;
  }
}
