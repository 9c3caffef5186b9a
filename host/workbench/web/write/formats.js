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
      const rows = await app.client.call("tools.formats", name, app.chooser.targetOf(name));
      if (!rows.length) return app.notice(`${name} has no other formats: programs and images of machines have.`);
      const answer = await chooseFrom(`${name} as`, rows.map(({ title, name: own }) => ({ title, detail: own })));
      if (answer?.choose === undefined) return;
      const made = await app.client.call("tools.convert", name, rows[answer.choose].name, app.chooser.targetOf(name));
      download(made.name, fromBase64(made.data));
      app.status(`${made.name} is among your downloads.`);
    } catch (error) {
      app.notice(`${name} cannot be converted: ${error.message}`);
    }
  }

  /** What a file that is no text holds, for people; null if it is not known. @param {string} name @returns {Promise<any>} */
  async look(name) {
    if (!this.#app.isReady) return null;
    await this.#app.project.mirror();
    return this.#app.client.call("tools.look", name);
  }
}
