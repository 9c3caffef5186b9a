// The page's end of the worker: calls and channels.
// @ts-check
import { keepOffline } from "./offline.js";

const QUIET = 1000; // milliseconds without a message: a user's first program is not waited for any more
const [SOON, LATER] = [3000, 20_000]; // milliseconds until the languages and the next visit wait no longer: a machine that runs has messages all the time
const DIED = "The machines have stopped working";
const STOPPED = "Stopped. The machines are started again: that takes some seconds.";

/** An error that a call raised in Python; `kind` is its class there, `places` are those of a source with errors. */
class CallError extends Error {
  constructor({ message, kind, places = [] }) {
    super(message);
    Object.assign(this, { kind, places });
  }
}

/** Whether the browser keeps files: private windows have `caches`, too, which refuse everything. */
async function keepsFiles() {
  try {
    await caches.has("");
    return true;
  } catch {
    return false;
  }
}

const newWorker = () => new Worker("worker.js", { type: "module" });

/**
 * Channels that can be listened to: reply (by `call`), lsp, dap, panel, fault (logged here), and "boot": {dead: a sentence} when the
 * worker has died and is started again, {again: true} when a new one is ready: without files, program and machine.
 */
export class Client {
  /** @type {Worker | null} */
  #worker = null;
  #calls = new Map(); // number of a call -> its promise's two functions
  #number = 0;
  #listeners = new Map(); // channel -> listeners
  #version = null;
  #isFirst = false; // the worker had no memory of an earlier visit
  #heard = 0; // when the last message was sent or received

  /** Start a worker; `progress({step, share})` is told how far it is. */
  static async boot({ progress = () => {} } = {}) {
    const client = new Client();
    await client.start(progress);
    return client;
  }

  /** Start the worker. Raises an Error with the reason if it does not start. */
  async start(progress = () => {}) {
    try {
      const found = await fetch("version.json", { cache: "no-cache" });
      if (!found.ok) throw new Error(`version.json is not there (${found.status})`);
      this.#version = await found.json();
      this.#isFirst = !(await this.#begin(progress)).fromMemory;
    } catch (error) {
      void keepOffline(); // there may be a new release
      throw error;
    }
    this.#heard = performance.now();
  }

  /** Wait, on a first visit, until the user wants nothing of the worker, but not long: what makes it slow begins then. */
  async quiet(patience = SOON) {
    const end = performance.now() + patience;
    for (let now = performance.now(); this.#isFirst && now < Math.min(end, this.#heard + QUIET); now = performance.now())
      await new Promise((resolve) => setTimeout(resolve, Math.min(end, this.#heard + QUIET) - now));
  }

  /** Keep what the next visit needs, where the browser can: all files, and a memory, which another worker makes. */
  async keep() {
    await this.quiet(LATER);
    await keepOffline();
    if (this.#isFirst && (await keepsFiles())) await this.#rehearse();
  }

  /** Call a function of the worker by name; its value, or an Error with `kind`. */
  call(name, ...args) {
    return new Promise((...ends) => {
      this.#calls.set(++this.#number, ends);
      this.send({ channel: "call", id: this.#number, name, args });
    });
  }

  /** Be told the messages of a channel. */
  on(channel, listener) {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
  }

  send(message) {
    this.#heard = performance.now();
    this.#worker?.postMessage(message);
  }

  /** End what the worker does, at the user's wish: calls under way fail with the kind "Stopped". */
  stop() {
    return this.restart("", "Stopped");
  }

  /** End the worker, whatever it does, and start another one: for programs that nothing else stops. */
  async restart(reason = "", kind = "Died") {
    this.#worker?.terminate();
    const dead = kind === "Died" ? `${DIED}${reason ? `: ${reason}` : ""}. They are started again.` : STOPPED;
    for (const [, broken] of this.#calls.values()) broken(new CallError({ message: dead, kind }));
    this.#calls.clear();
    this.#tell({ channel: "boot", dead, kind });
    try {
      await this.#begin(() => {});
      this.#tell({ channel: "boot", again: true });
    } catch (error) {
      this.#tell({ channel: "boot", dead: `${DIED}, and cannot be started again: ${error.message}. Reload the page.` });
    }
  }

  #begin(progress) {
    const worker = (this.#worker = newWorker());
    return new Promise((ready, failed) => {
      let isReady = false;
      const died = (reason) => (isReady ? this.restart(reason) : (worker.terminate(), failed(new Error(reason))));
      worker.onmessage = ({ data }) => {
        if (data.channel !== "boot") this.#hear(data);
        else if (data.dead) died(data.dead);
        else if (data.ready) ready(((isReady = true), data));
        else progress(data);
      };
      worker.onerror = (event) => died(event.message || "worker.js cannot be loaded");
      worker.postMessage({ channel: "boot", version: this.#version });
    });
  }

  #rehearse() {
    const worker = newWorker();
    return new Promise((ended) => {
      worker.onerror = ended;
      worker.onmessage = ({ data }) => (data.kept || data.dead) && ended(data);
      worker.postMessage({ channel: "boot", version: this.#version, rehearsal: true });
    }).finally(() => worker.terminate());
  }

  #hear(message) {
    this.#heard = performance.now();
    if (message.channel === "fault") console.error(message.text);
    if (message.channel !== "reply") return this.#tell(message);
    const [kept, broken] = this.#calls.get(message.id) ?? [];
    this.#calls.delete(message.id);
    if (message.error) broken?.(new CallError(message.error));
    else kept?.(message.value);
  }

  #tell(message) {
    for (const each of this.#listeners.get(message.channel) ?? []) each(message);
  }
}
