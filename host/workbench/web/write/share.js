// "Link": an address that holds the program; and what a page does that was opened by one.
import { make } from "./dom.js";
import { MOST_LINK, fragmentOf, isLink, sharedBy } from "./links.js";

const SHORT = 2048; // characters that every mail, chat and exercise sheet takes

/** What a link to the project holds. @param {import("./app.js").App} app @returns {import("./links.js").Shared} */
export function sharedNow(app) {
  const { project } = app;
  const { name, shown, program, machine, options } = project.facts;
  const files = new Map(project.names.map((each) => [each, project.content(each)]));
  const marked = project.names.filter((each) => app.editor.breakpoints(each).length);
  const plain = ({ isVerified, title, ...facts }) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== "" && value !== undefined && typeof value !== "object"));
  const breakpoints = Object.fromEntries(marked.map((each) => [each, app.editor.breakpoints(each).map(plain)]));
  return { files, name, shown: project.names.length > 1 ? shown : "", program, machine, options, breakpoints };
}

const baseOf = () => `${location.origin}${location.pathname}`;
const isTyping = (length) => `${length.toLocaleString("en")} characters`;

/** Show the link, its length, and the lines that put the program into another page. @param {import("./app.js").App} app */
export async function share(app) {
  const fragment = await fragmentOf(sharedNow(app));
  const address = baseOf() + fragment;
  const frame = `<iframe src="${baseOf()}?embed${fragment}" width="100%" height="480" title="${app.project.facts.name.replace(/["&<>]/gu, " ")}"></iframe>`;
  const size =
    address.length > MOST_LINK
      ? `${isTyping(address.length)}: too long for most programs that send links. Download the files as a ZIP file instead.`
      : address.length > SHORT
        ? `${isTyping(address.length)}: browsers take it, some mails and chats cut it.`
        : `${isTyping(address.length)}.`;
  const dialog = make("dialog", { id: "share-dialog", "aria-labelledby": "share-title" });
  const field = (id, label, text) => {
    const area = make("textarea", { id, readonly: true, rows: 3, spellcheck: "false", value: text, onfocus: () => area.select() });
    const told = make("span", { role: "status" });
    const copy = make("button", { type: "button", class: id === "share-link" ? "strong" : "", text: id === "share-link" ? "Copy link" : "Copy", onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        told.textContent = "Copied.";
      } catch {
        area.select();
        told.textContent = "Press Ctrl+C: the browser lets no page copy by itself here.";
      }
    } });
    return [make("label", { for: id, text: label }), area, make("div", { class: "row" }, told, copy)];
  };
  dialog.append(
    make("h2", { id: "share-title", text: "A link to this program" }),
    make("p", { text: "The program, the machine and the breakpoints are in the address itself: no server has them. Whoever opens it has a copy, and nothing runs until they press Run." }),
    ...field("share-link", "Link", address),
    make("p", { id: "share-size", class: "hint", text: size }),
    make("details", {}, make("summary", { text: "Put it into a page" }), ...field("share-frame", "HTML", frame)),
    make("div", { class: "row" }, make("button", { type: "button", text: "Close", onclick: () => dialog.close() })),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  document.getElementById("share-link")?.focus();
  document.getElementById("share-link")?.scrollTo(0, 0);
}

/**
 * Open the program of the page's address, as a copy; the user's own projects stay as they are.
 * @param {import("./app.js").App} app
 * @returns {Promise<boolean>} whether there was one
 */
export async function openLink(app) {
  if (!isLink(location.hash)) return false;
  let shared;
  try {
    shared = await sharedBy(location.hash);
  } catch (error) {
    history.replaceState(null, "", location.pathname + location.search);
    app.notice(error.message);
    return false;
  }
  await openShared(app, shared);
  if (!app.isEmbedded) app.notice("This program came by a link, as a copy: your own projects are as they were. Nothing runs until you press Run.");
  app.status("Look at the program, then press Run.");
  return true;
}

/** Have these files in the page, not yet kept. @param {import("./app.js").App} app @param {import("./links.js").Shared} shared */
export async function openShared(app, shared) {
  const files = new Map([...shared.files].map(([name, content]) => [name, typeof content === "string" ? { text: content } : { bytes: content }]));
  const { shown = "", program = "", machine = "", options = {}, breakpoints = {}, name } = shared;
  await app.project.replace({ name: name || [...files.keys()][0], shown, program, machine, options, breakpoints, order: [...files.keys()] }, files);
}
