// The page's end of the worker: calls and channels.
// @ts-check

/** An error that a call raised in Python; `kind` is its class there, `places` are those of a source with errors. */
class CallError extends Error {
  constructor({ message, kind, places = [] }) {
    super(message);
    Object.assign(this, { kind, places });
  }
}

export class Client {
  #worker = null;
  #calls = new Map(); // number of a call -> its promise's two functions
  #number = 0;
  #listeners = new Map(); // channel -> listeners

  /** Start a worker; `progress({step, share})` is told how far it is. */
  static async boot({ progress = () => {} } = {}) {
    const client = new Client();
    await client.start(progress);
    return client;
  }

  async start(progress = () => {}) {
    const version = await (await fetch("version.json", { cache: "no-cache" })).json();
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    await new Promise((ready, failed) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.channel !== "boot") this.#hear(data);
        else if (data.error) failed(new Error(data.error));
        else if (data.ready) ready();
        else progress(data);
      };
      this.#worker.onerror = (event) => failed(new Error(event.message));
      this.#worker.postMessage({ channel: "boot", version });
    });
  }

  /** Call a function of the worker by name; its value, or an Error with `kind`. */
  call(name, ...args) {
    return new Promise((...ends) => {
      this.#calls.set(++this.#number, ends);
      this.send({ channel: "call", id: this.#number, name, args });
    });
  }

  /** Be told the messages of a channel: lsp, dap, panel. */
  on(channel, listener) {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
  }

  send(message) {
    this.#worker.postMessage(message);
  }

  #hear(message) {
    if (message.channel !== "reply") return this.#listeners.get(message.channel)?.forEach((each) => each(message));
    const [kept, broken] = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.error) broken(new CallError(message.error));
    else kept(message.value);
  }
}
