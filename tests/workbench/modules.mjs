// Standard input: {"folder": URL of web/write, "jobs": [[name, ...arguments]]}. Standard output: what came of each,
// {"value"} or {"error": [class, message]}. Bytes are {"base64"}.
import fs from "node:fs";

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const { fragmentOf, sharedBy } = await import(`${given.folder}/links.js`);
const { zipped } = await import(`${given.folder}/zip.js`);
const { wrongName } = await import(`${given.folder}/project.js`);
const { RemoteController } = await import(`${given.folder}/remote.js`);
const { digits, wordsOf } = await import(`${given.folder}/words.js`);

const content = (value) => (typeof value === "string" ? value : new Uint8Array(Buffer.from(value.base64, "base64")));
const plain = (value) => (typeof value === "string" ? value : { base64: Buffer.from(value).toString("base64") });
const files = (rows) => new Map(Object.entries(rows).map(([name, value]) => [name, content(value)]));

const JOBS = {
  fragment: (facts) => fragmentOf({ ...facts, files: files(facts.files) }),
  async shared(hash) {
    const found = await sharedBy(hash);
    return { ...found, files: Object.fromEntries([...found.files].map(([name, value]) => [name, plain(value)])) };
  },
  zip: async (rows) => plain(new Uint8Array(await (await zipped(files(rows))).arrayBuffer())),
  wrong: (name) => wrongName(name),
  /** What a page shows of a panel after messages of the worker. */
  panel(messages) {
    const controller = new RemoteController(() => {});
    for (const each of messages) {
      if (each.front) controller.equip(each.front);
      controller.take(each);
    }
    const { shown, panes, focus, hasTurns, notice, paper, back, commands } = controller;
    return {
      shown, panes: panes.map(({ name }) => name), focus, hasTurns, notice, back, lines: paper.visible(20, back).lines, column: paper.column,
      labels: Object.fromEntries(commands.map((each) => [each.name, controller.label(each)])),
      lit: commands.filter(({ name }) => controller.isLit(name)).map(({ name }) => name),
    };
  },
  words: (bytes, bits, radix) => wordsOf(content(bytes), bits).map((word) => digits(word, radix, bits)),
};

const found = [];
for (const [name, ...args] of given.jobs)
  try {
    found.push({ value: await JOBS[name](...args) });
  } catch (error) {
    found.push({ error: [error.constructor.name, error.message] });
  }
console.log(JSON.stringify(found));
