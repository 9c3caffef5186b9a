// Sheets of tasks: in the fragment of an address, #t=..., deflated, in base64url; and by a name made of their text.
import { MOST_LINK, fromBase64, inflated, toBase64 } from "../write/links.js";

const MARK = "#t=";
const MOST_TEXT = 1 << 20; // bytes of a sheet, as in host/lessons/written.py

/** Whether an address has a sheet in its fragment. @param {string} hash */
export const isSheetLink = (hash) => hash.startsWith(MARK);

/** The fragment of a link to a sheet. @param {string} text its JSON @returns {Promise<string>} */
export async function fragmentOf(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return MARK + toBase64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The text in a link, by anybody: `learn.sheet` says whether it is a sheet. Raises an Error with a sentence. @param {string} hash */
export async function textBy(hash) {
  if (hash.length > MOST_LINK * 3) throw new Error("The link is too long to be one of a sheet of tasks.");
  try {
    const text = await (await inflated(fromBase64(hash.slice(MARK.length)), MOST_TEXT)).text();
    JSON.parse(text);
    return text;
  } catch (error) {
    if (error instanceof RangeError) throw new Error("The link is refused: it holds more than 1 MB.");
    throw new Error("The link is damaged: a part of it is missing or was changed. Ask for it again.");
  }
}

/** A name for a sheet: the same for the same text (53 bits of a hash). @param {string} text */
export function nameOfSheet(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(16).padStart(14, "0");
}

/** What a sheet is called. @param {string} text its JSON, which was checked */
export function titleOfSheet(text) {
  const { title, lessons } = JSON.parse(text);
  return title || lessons[0].title || "Sheet";
}

/** Have the user save a text as a file. @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = "application/json") {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Let the user choose files; where the choice is left, the promise is never kept. @param {{ many?: boolean }} [options] @returns {Promise<File[]>} */
export function chosenFiles({ many = false } = {}) {
  return new Promise((resolve) => {
    document.getElementById("file-choice")?.remove();
    const input = Object.assign(document.createElement("input"), { type: "file", id: "file-choice", accept: ".json,application/json", multiple: many, hidden: true });
    input.addEventListener("change", () => (input.remove(), resolve([...(input.files ?? [])])));
    document.body.append(input); // one that is nowhere may be collected while the user chooses
    input.click();
  });
}
