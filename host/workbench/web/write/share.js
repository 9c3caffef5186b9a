// "Link": an address that holds the program; and what a page does that was opened by one.
import { make } from "./dom.js";
import { MOST_LINK, fragmentOf, isLink, sharedBy } from "./links.js";

const SHORT = 2048; // characters that every mail, chat and exercise sheet takes

/** What a link to the project holds. @param {import("./app.js").App} app @returns {import("./links.js").Shared} */
export function sharedNow(app) {
  const { project } = app;
  const { name, shown, program, machine, options, compiling } = project.facts;
  const files = new Map(project.names.map((each) => [each, project.content(each)]));
  const marked = project.names.filter((each) => app.editor.breakpoints(each).length);
  const plain = ({ isVerified, title, ...facts }) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== "" && value !== undefined && typeof value !== "object"));
  const breakpoints = Object.fromEntries(marked.map((each) => [each, app.editor.breakpoints(each).map(plain)]));
  return { files, name, shown: project.names.length > 1 ? shown : "", program, machine, options, compiling, breakpoints };
}

const baseOf = () => `${location.origin}${location.pathname}`;

/** What brings the machine to where it is, from the beginning of the program in the editor; null if that is not known. */
async function momentNow(app) {
  const { debug } = app.bench;
  if (!debug.isOpen || debug.stale) return null;
  const { whole, inputs, cycle, check } = await app.client.call("debug.inputs").catch(() => ({}));
  return whole ? { inputs, cycle, check } : null;
}

/** Show the link, its length, and the lines that put the program into another page. @param {import("./app.js").App} app */
export async function share(app) {
  const shared = sharedNow(app);
  const moment = await momentNow(app);
  const [link, frame] = [area("share-link", 4), area("share-frame", 4)];
  const size = make("p", { id: "share-size", class: "hint", role: "status" });
  const withMoment = make("input", { type: "checkbox", id: "share-moment", onchange: () => write() });
  const write = async () => {
    const fragment = await fragmentOf({ ...shared, moment: withMoment.checked ? moment : undefined });
    link.value = baseOf() + fragment;
    frame.value = `<iframe src="${baseOf()}?embed${fragment}" width="100%" height="480" title="${(shared.name ?? "").replace(/["&<>]/gu, " ")}"></iframe>`;
    size.textContent = sizeOf(link.value.length);
  };
  await write();
  const dialog = make("dialog", { id: "share-dialog", "aria-labelledby": "share-title" },
    make("h2", { id: "share-title", text: "A link to this program" }),
    make("p", { text: "The program, the machine and the breakpoints are in the address itself: no server has them. Whoever opens it has a copy, and nothing runs until they press Run." }),
    make("label", { for: link.id, text: "Link" }), link, copier(link, "Copy link"), size,
    moment ? make("p", {}, make("label", {}, withMoment, " with all that was done at the machine, to go to where it is now")) : null,
    make("details", {}, make("summary", { text: "Put it into a page" }), make("label", { for: frame.id, text: "HTML" }), frame, copier(frame, "Copy")),
    make("div", { class: "row" }, make("button", { type: "button", text: "Close", onclick: () => dialog.close() })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  link.focus();
  link.scrollTo(0, 0);
}

function area(id, rows) {
  const made = make("textarea", { id, readonly: true, rows, spellcheck: "false", onfocus: () => made.select() });
  return made;
}

/** A button that copies a text, and says whether it could. */
function copier(field, title) {
  const told = make("span", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      told.textContent = "Copied.";
    } catch {
      field.select();
      told.textContent = "Press Ctrl+C: the browser lets no page copy by itself here.";
    }
  };
  return make("div", { class: "row" }, told, make("button", { type: "button", class: title === "Copy" ? "" : "strong", text: title, onclick: copy }));
}

/** How long a link is, and what that means. @param {number} length */
function sizeOf(length) {
  const characters = `${length.toLocaleString("en")} characters`;
  if (length > MOST_LINK) return `${characters}: too long for most programs that send links. Download the files as a ZIP file instead.`;
  return length > SHORT ? `${characters}: browsers take it, some mails and chats cut it.` : `${characters}.`;
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

/** Once the program of a link runs, offer to go to where its sender was. @param {import("./app.js").App} app */
export function offerMoment(app) {
  const { moment } = app;
  app.moment = null;
  if (!moment || !app.project.isUntouched) return;
  const go = () => app.client.call("debug.live", moment.inputs, moment.cycle, moment.check).catch((error) => app.notice(error.message));
  app.notice(`The link has what its sender did at the machine, up to cycle ${moment.cycle.toLocaleString("en")}.`, { "Go there": go });
}

/** Have these files in the page, not yet kept. @param {import("./app.js").App} app @param {import("./links.js").Shared} shared */
export async function openShared(app, shared) {
  const files = new Map([...shared.files].map(([name, content]) => [name, typeof content === "string" ? { text: content } : { bytes: content }]));
  const { shown = "", program = "", machine = "", options = {}, compiling = {}, breakpoints = {}, name } = shared;
  await app.project.replace({ name: name || [...files.keys()][0], shown, program, machine, options, compiling, breakpoints, order: [...files.keys()] }, files);
  app.moment = shared.moment ?? null;
}
