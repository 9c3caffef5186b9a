// Projects in the browser's database: a record for each project, and one for each of its files.

const NAME = "ironboard-workbench";
const VERSION = 1;

/** Why something cannot be kept; `kind`: "missing" (no storage here), "full", or "taken" (another tab has the project). */
export class StoreError extends Error {
  /** @param {"missing" | "full" | "taken"} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const failure = (error) => {
  if (error instanceof StoreError) return error;
  const isFull = error?.name === "QuotaExceededError";
  return isFull ? new StoreError("full", "the browser's storage is full") : new StoreError("missing", `the browser keeps nothing here (${error?.message || error?.name || "no database"})`);
};
const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });

/**
 * @typedef {{ text?: string, bytes?: Uint8Array, kept?: object | null }} File
 * @typedef {{ id: string, name: string, changed: number, owner: string, [fact: string]: any }} Facts of a project
 */
export class Store {
  #database;

  constructor(database) {
    this.#database = database;
    database.onversionchange = () => database.close(); // a newer release in another tab
  }

  /** Open the database. Raises StoreError. @returns {Promise<Store>} */
  static async open() {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("projects", { keyPath: "id" });
        request.result.createObjectStore("files", { keyPath: ["project", "name"] });
      };
      return new Store(await answered(request));
    } catch (error) {
      throw failure(error);
    }
  }

  /** Facts of all projects, the latest first. @returns {Promise<Facts[]>} */
  async projects() {
    const all = await this.#do("readonly", (projects) => answered(projects.getAll()));
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** A project's facts and its files by name; null if it is not there. @param {string} id @returns {Promise<{ facts: Facts, files: Map<string, File> } | null>} */
  async load(id) {
    return this.#do("readonly", async (projects, files) => {
      const [facts, rows] = await Promise.all([answered(projects.get(id)), answered(files.getAll(within(id)))]);
      return facts ? { facts, files: new Map(rows.map(({ name, text, bytes, kept }) => [name, { text, bytes, kept }])) } : null;
    });
  }

  /**
   * Keep what has changed, all or nothing. Raises StoreError, "taken" if another tab has opened the project since.
   * @param {Facts} facts
   * @param {Map<string, File | null>} files null: it is removed
   * @param {boolean} [isTaking] take the project over from another tab
   */
  async save(facts, files, isTaking = false) {
    await this.#do("readwrite", async (projects, rows) => {
      const before = await answered(projects.get(facts.id));
      if (before && before.owner !== facts.owner && !isTaking) throw new StoreError("taken", "the project is open in another tab");
      projects.put(facts);
      for (const [name, file] of files)
        if (file) rows.put({ ...file, project: facts.id, name });
        else rows.delete([facts.id, name]);
    });
  }

  /** @param {string} id */
  async remove(id) {
    await this.#do("readwrite", async (projects, files) => {
      projects.delete(id);
      files.delete(within(id));
    });
  }

  async #do(mode, work) {
    let transaction;
    try {
      transaction = this.#database.transaction(["projects", "files"], mode);
    } catch (error) {
      throw failure(error);
    }
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = transaction.onabort = () => reject(failure(transaction.error));
    });
    done.catch(() => {}); // it is awaited below, but may fail before
    try {
      const value = await work(transaction.objectStore("projects"), transaction.objectStore("files"));
      await done;
      return value;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // it has ended
      }
      throw failure(error);
    }
  }
}

const within = (id) => IDBKeyRange.bound([id], [id, []]);
