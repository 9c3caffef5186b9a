// Links: files, machine and breakpoints of a project in the fragment of an address, #w=..., deflated, in base64url.
import { wrongName } from "./project.js";

const VERSION = 1;
const MARK = "#w=";
export const MOST_LINK = 100_000; // characters of a link: beyond it, mails and chats cut it
const MOST_TEXT = 2 << 20; // bytes of what a link holds
const MOST_FILES = 100;
const MOST_BREAKPOINTS = 1000;
const MOST_INPUTS = 100_000;

/**
 * @typedef {{ files: Map<string, string | Uint8Array>, shown?: string, program?: string, machine?: string, name?: string,
 *   options?: Record<string, string | number | boolean>, compiling?: Record<string, Record<string, string | number | boolean>>, breakpoints?: Record<string, any[]>, moment?: { inputs: any[], cycle: number, check?: any } }} Shared
 */

export const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
export const toBase64 = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** The bytes of a deflated text; raises an error if there are more than `most`, or if it is damaged. */
export async function inflated(bytes, most) {
  const pieces = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new RangeError("it holds more than a link can");
    }
    pieces.push(value);
  }
}

/** The fragment of a link to these files. @param {Shared} shared @returns {Promise<string>} */
export async function fragmentOf(shared) {
  const files = Object.fromEntries([...shared.files].map(([name, content]) => [name, typeof content === "string" ? content : { base64: toBase64(content) }]));
  const { shown, program, machine, name, options, compiling, breakpoints, moment } = shared;
  const rows = Object.entries({ name, shown, program, machine, options, compiling, breakpoints, moment });
  const said = rows.filter(([, value]) => value && (typeof value !== "object" || Object.keys(value).length));
  const text = JSON.stringify({ v: VERSION, files, ...Object.fromEntries(said) });
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return MARK + toBase64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** Whether an address has a program in its fragment. @param {string} hash */
export const isLink = (hash) => hash.startsWith(MARK);

/**
 * What a link holds. Whoever made it, the result has the shape of `Shared`; raises an Error with one sentence otherwise.
 * @param {string} hash
 * @returns {Promise<Shared>}
 */
export async function sharedBy(hash) {
  if (hash.length > 20 * MOST_LINK) throw new Error("The link is too long to be one of the workbench.");
  let facts;
  try {
    facts = JSON.parse(await (await inflated(fromBase64(hash.slice(MARK.length)), MOST_TEXT)).text());
  } catch (error) {
    throw new Error(error instanceof RangeError ? `The link is refused: ${error.message} (${MOST_TEXT >> 20} MB).` : "The link is damaged: a part of it is missing or was changed. Ask for it again.");
  }
  if (Number.isInteger(facts?.v) && facts.v > VERSION) throw new Error("The link was made by a newer release of the workbench: reload this page when you are online.");
  try {
    return checked(facts);
  } catch {
    throw new Error("The link is not one that the workbench makes: nothing of it was taken.");
  }
}

const must = (isRight) => {
  if (!isRight) throw new TypeError();
};
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value, most = 200) => {
  if (value === undefined) return "";
  must(typeof value === "string" && value.length <= most);
  return value;
};

/** @returns {Shared} */
function checked(facts) {
  must(isRecord(facts) && facts.v === VERSION && isRecord(facts.files));
  const rows = Object.entries(facts.files);
  must(rows.length > 0 && rows.length <= MOST_FILES);
  const files = new Map();
  for (const [name, content] of rows) {
    must(!wrongName(name));
    must(typeof content === "string" || typeof content?.base64 === "string");
    files.set(name, typeof content === "string" ? content : fromBase64(content.base64));
  }
  const { options = {}, compiling = {} } = facts;
  must(isRecord(compiling));
  for (const each of [options, ...Object.values(compiling)])
    must(isRecord(each) && Object.values(each).every((value) => ["string", "number", "boolean"].includes(typeof value)));
  const breakpoints = facts.breakpoints ?? {};
  must(isRecord(breakpoints));
  for (const [name, list] of Object.entries(breakpoints)) {
    must(files.has(name) && Array.isArray(list) && list.length <= MOST_BREAKPOINTS);
    for (const each of list) must(isRecord(each) && Number.isInteger(each.line) && each.line > 0 && Object.values(each).every((value) => typeof value !== "object"));
  }
  const [shown, program] = [text(facts.shown), text(facts.program)];
  must((!shown || files.has(shown)) && (!program || files.has(program)));
  const { moment } = facts;
  if (moment !== undefined) {
    must(isRecord(moment) && Number.isSafeInteger(moment.cycle) && Array.isArray(moment.inputs) && moment.inputs.length <= MOST_INPUTS);
    for (const each of moment.inputs) must(Array.isArray(each) && each.length === 3 && Number.isSafeInteger(each[0]) && typeof each[1] === "string");
  }
  return { files, shown, program, machine: text(facts.machine), name: text(facts.name), options, compiling, breakpoints, moment };
}
