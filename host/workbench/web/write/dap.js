// The Debug Adapter Protocol's messages to the worker: requests as promises, events as signals.

import { Signals } from "./dom.js";

/** A request that was refused: its message is meant for the user. */
export class Refused extends Error {}

export class Dap extends Signals {
  /** @param {{send(message: object): void, on(channel: string, listener: Function): void}} client */
  constructor(client) {
    super();
    this.client = client;
    this.sequence = 0;
    /** @type {Map<number, {resolve: Function, reject: Function}>} */
    this.waiting = new Map();
    client.on("dap", (answer) => this.take(answer.message));
    client.on("boot", ({ dead }) => dead && this.fail(dead));
  }

  /** Whatever has been asked for is not answered any more. */
  fail(reason) {
    this.signal("lost");
    for (const { reject } of this.waiting.values()) reject(new Refused(reason));
    this.waiting.clear();
  }

  /** Ask for something; the promise has the answer's body, or is rejected with what was wrong. */
  request(command, given = {}) {
    const seq = ++this.sequence;
    const answered = new Promise((resolve, reject) => this.waiting.set(seq, { resolve, reject }));
    this.client.send({ channel: "dap", message: { seq, type: "request", command, arguments: given } });
    return answered;
  }

  take(message) {
    if (message.type === "event") return this.signal(message.event, message.body ?? {});
    const asked = this.waiting.get(message.request_seq);
    if (!asked) return;
    this.waiting.delete(message.request_seq);
    if (message.success) asked.resolve(message.body ?? {});
    else asked.reject(new Refused(message.body?.error?.format || message.message || `${message.command} failed`));
  }
}
