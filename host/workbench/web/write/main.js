// The page Write: puts its modules together, in the order in which a user can do something with them.
import { Client } from "../client.js";
import { fillHeader } from "../nav.js";
import { App } from "./app.js";
import { furnish } from "./bench.js";
import { drawRuler } from "./columns.js";
import { Editor } from "./editor.js";
import { Embedding } from "./embed.js";
import { Examples, starter } from "./examples.js";
import { Files, Projects } from "./files.js";
import { Formats } from "./formats.js";
import { listen } from "./keys.js";
import { Languages } from "./languages.js";
import { divide } from "./layout.js";
import { Chooser } from "./machines.js";
import { Problems } from "./problems.js";
import { Project } from "./project.js";
import { Reading } from "./reading.js";
import { Runner } from "./run.js";
import { Server } from "./server.js";
import { openLink } from "./share.js";
import { Store } from "./store.js";
import { Tabs, keep, markTab, recall, tabKeys } from "./tabs.js";
import { tellDeath, tellTrouble } from "./trouble.js";

const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const LAST = "ironboard.project"; // the project of the last visit

/** Make the parts; nothing here waits for Python. */
async function furnished() {
  const app = new App();
  app.isEmbedded = new URLSearchParams(location.search).has("embed");
  document.body.classList.toggle("embedded", app.isEmbedded);
  fillHeader(element("top"), "Write");
  app.client = new Client();
  tellDeath(app, () => beAgain(app));
  app.tools = new Tabs(element("tool-tabs"), element("tool-panels"));
  const parts = element("phone-tabs");
  app.showPart = (part) => {
    document.body.dataset.show = part;
    markTab(parts, parts.querySelector(`[data-part="${part}"]`));
    app.emit("part", part);
  };
  tabKeys(parts, (tab) => app.showPart(tab.dataset.part));
  divide(element("divider"), element("work"), "--editor-width", "width");
  divide(element("side-divider"), element("side"), "--machine-height", "height");

  app.languages = await Languages.load();
  app.editor = new Editor(app, app.languages, element("editor"));
  app.server = new Server(app);
  app.editor.useServer(app.server);
  app.project = new Project(app);
  app.files = new Files(app);
  app.projects = new Projects(app);
  app.problems = new Problems(app, app.server);
  app.runner = new Runner(app);
  app.chooser = new Chooser(app);
  app.examples = new Examples(app);
  app.formats = new Formats(app);
  if (app.isEmbedded) app.embedding = new Embedding(app);
  const { debug } = furnish(app);
  debug.on("stopped", () => app.emit("stopped", debug.place ?? {}));
  app.reading = new Reading(app);
  listen(app);
  tellTrouble(app);
  showPlace(app);
  return app;
}

/** The cursor's place in the last line, and the ruler of card columns above the text. */
function showPlace(app) {
  const [place, saved, ruler] = ["place", "saved", "ruler"].map(element);
  const draw = () => {
    const { name, line, column, first, last } = app.editor.cursor;
    place.textContent = name === app.shown ? `${first === last ? `line ${line}` : `lines ${first} to ${last}`}, column ${column}` : "";
  };
  const rule = () => requestAnimationFrame(() => drawRuler(ruler, app.languages.of(app.shown), app.editor.view));
  app.editor.onSelection(draw);
  app.on("shown", () => (draw(), rule()));
  app.editor.view.scrollDOM.addEventListener("scroll", rule, { passive: true });
  addEventListener("resize", rule);
  const title = () => (document.title = `${app.project.facts.name} \u2013 Write: the Ironboard workbench`);
  app.on("project", title);
  app.on("named", title);
  app.on("saved", (isKept) => {
    saved.textContent = isKept ? `${app.project.facts.name}: kept in this browser` : "";
    if (!isKept || app.isEmbedded) return;
    keep(LAST, app.project.facts.id);
    if (location.hash) history.replaceState(null, "", location.pathname + location.search); // the copy is kept now
  });
}

/** Open what the address has, else the project of the last visit, else a first program. */
async function begin(app) {
  if (!app.isEmbedded)
    try {
      app.project.useStore(await Store.open());
      void navigator.storage?.persist?.().catch(() => {});
    } catch (error) {
      app.project.useStore(null, error);
      app.emit("trouble", error);
    }
  if (await openLink(app)) return;
  const { store } = app.project;
  try {
    const last = recall(LAST);
    if (last && (await app.project.open(last))) return;
    const [latest] = (await store?.projects()) ?? [];
    if (latest && (await app.project.open(latest.id))) return;
  } catch (error) {
    app.project.useStore(null, error);
    app.emit("trouble", error);
  }
  const { facts, files } = await starter();
  await app.project.replace(facts, files);
}

/** Load Python, and have everything answer that needs it. */
async function load(app) {
  const told = ({ step = "", share = null }) => {
    if (step) app.status(`${step}${share === null ? "" : `: ${Math.round(share * 100)} %`}. You can write already.`);
  };
  try {
    await app.client.start(told);
  } catch (error) {
    app.notice(`The machines could not be loaded: ${error.message}. What you write is kept; reload the page to try again.`, { Reload: () => location.reload() });
    return app.status("You can write, but not run.");
  }
  app.isReady = true;
  app.status("Ready: press Run.");
  await app.project.mirror().catch((error) => app.notice(error.message));
  app.emit("ready");
  await app.client.quiet();
  await connect(app);
  await app.client.keep();
}

/** Have the language server of the worker, with all texts. */
async function connect(app) {
  try {
    await app.server.connect();
    app.emit("languages");
  } catch (error) {
    app.notice(`The languages could not be loaded (${error.message}): errors are told by Run alone.`);
  }
}

/** The worker has died, and another one is there: without files, program and machine. */
async function beAgain(app) {
  await app.project.mirror({ all: true }).catch((error) => app.notice(error.message));
  app.status("The machines are there again: press Run.");
  await connect(app);
}

const app = await furnished();
addEventListener("hashchange", () => openLink(app));
await begin(app);
app.emit("start");
globalThis.ironboard = app; // for tests and the curious
app.status("Write a program; the machines are being loaded.");
requestAnimationFrame(() => setTimeout(() => load(app))); // the editor is painted first
