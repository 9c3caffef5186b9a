// The language server of the worker, as the editor sees it: all texts of the project are open there, shown or not.
import {
  ChangeSet,
  Decoration,
  EditorView,
  LSPClient,
  LSPPlugin,
  StateEffect,
  StateField,
  Workspace,
  findReferencesKeymap,
  formatDocument,
  hoverTooltips,
  jumpToDefinitionKeymap,
  keymap,
  renameKeymap,
  serverCompletion,
  setDiagnostics,
  signatureHelp,
} from "../vendor/codemirror.js";
import { nameOf, pathOf } from "./app.js";
import { sanitized } from "./markup.js";

const PAUSE = 60; // milliseconds after a key until the server is told; it has a pause of its own
const PATIENCE = 600_000; // milliseconds: loading it takes long on a slow line or computer, and a long way back of the machine waits
const SEVERITIES = ["error", "error", "warning", "info", "hint"];
const TOKENS_PAUSE = 150; // milliseconds after the server's answer until semantic tokens are asked for

const uriOf = (name) => `file://${pathOf(name).split("/").map(encodeURIComponent).join("/")}`;
const nameOfUri = (uri) => nameOf(decodeURIComponent(uri.replace(/^file:\/\//u, "")));

/** A text of the project as the client has it: what the server was told last, and the changes after it. */
class OpenFile {
  version = 0;

  constructor(workspace, name, languageId) {
    this.workspace = workspace;
    this.name = name;
    this.uri = uriOf(name);
    this.languageId = languageId;
    this.doc = workspace.editor.state(name).doc;
  }
  getView() {
    const { editor } = this.workspace;
    return editor.shown === this.name ? editor.view : null;
  }
}

class ProjectWorkspace extends Workspace {
  /** @type {OpenFile[]} */
  files = [];

  constructor(client, editor) {
    super(client);
    this.editor = editor;
  }

  /** The shown file tells its changes by its plugin; the others are compared. */
  syncFiles() {
    const found = [];
    for (const file of this.files) {
      if (!this.editor.has(file.name)) continue;
      const plugin = file.getView() && LSPPlugin.get(file.getView());
      const { doc } = this.editor.state(file.name);
      if (doc === file.doc || (doc.length === file.doc.length && doc.eq(file.doc))) continue;
      const changes = plugin && plugin.syncedDoc === file.doc ? plugin.unsyncedChanges : wholeChange(file.doc, doc);
      found.push({ file, prevDoc: file.doc, changes });
      file.doc = doc;
      file.version++;
      plugin?.clear();
    }
    return found;
  }

  openFile(uri, languageId) {
    if (this.getFile(uri)) return; // it was open before, and is shown again
    this.add(nameOfUri(uri), languageId);
  }

  add(name, languageId) {
    const file = new OpenFile(this, name, languageId);
    this.files.push(file);
    this.client.didOpen(file);
  }

  /** A file that is no longer shown stays open: its errors are still told. */
  closeFile() {}

  /** A file that has left the project. @param {string} name */
  forget(name) {
    const file = this.getFile(uriOf(name));
    if (!file) return;
    this.files = this.files.filter((each) => each !== file);
    this.client.didClose(file.uri);
  }

  async requestFile(uri) {
    return this.getFile(uri);
  }

  updateFile(uri, update) {
    const name = nameOfUri(uri);
    if (this.editor.has(name)) this.editor.change(name, update);
  }

  async displayFile(uri) {
    const name = nameOfUri(uri);
    return name && this.editor.openFile(name) ? this.editor.view : null;
  }
}

/** The change from one text to another: the part in which they differ. */
function wholeChange(before, after) {
  const [a, b] = [before.toString(), after.toString()];
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let end = 0;
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return ChangeSet.of({ from, to: a.length - end, insert: b.slice(from, b.length - end) }, a.length);
}

// ---------------------------------------------------------------- semantic tokens

const setTokens = StateEffect.define();
const semanticTokens = StateField.define({
  create: () => Decoration.none,
  update(found, transaction) {
    found = found.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTokens)) found = effect.value;
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Decorations of tokens as the protocol has them: five numbers each, places relative to the one before. */
function decorated(doc, data, types) {
  const rows = [];
  let line = 1;
  let start = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    line += data[at];
    start = data[at + 1] + (data[at] ? 0 : start);
    if (line > doc.lines) break;
    const row = doc.line(line);
    const [from, to] = [row.from + start, Math.min(row.from + start + data[at + 2], row.to)];
    if (from < to) rows.push(Decoration.mark({ class: `sem-${types[data[at + 3]]}` }).range(from, to));
  }
  return Decoration.set(rows);
}

// ---------------------------------------------------------------- the server

const UNASKED = ["completion", "hover", "signatureHelp", "documentSymbol", "semanticTokens/full"].map((each) => `textDocument/${each}`);

/**
 * A client that has no answers before there is a server: completion and hover ask nevertheless. What the editor asks by
 * itself has none, either, when the machines are too busy or start again.
 */
class PatientClient extends LSPClient {
  request(method, params) {
    if (!this.connected) return Promise.resolve(null);
    const answer = super.request(method, params);
    return UNASKED.includes(method) ? answer.catch(() => null) : answer;
  }
}

/**
 * @typedef {{ name: string, line: number, column: number, length: number, severity: string, message: string }} Problem
 */
export class Server {
  #app;
  #client;
  #workspace;
  #timer = 0;
  #types = /** @type {string[]} */ ([]);
  /** Of all texts, plain ones too: what is on its way when another file is opened finds its fields there. */
  #extensions = [
    serverCompletion(),
    hoverTooltips(),
    signatureHelp(),
    semanticTokens,
    keymap.of([{ key: "Shift-Alt-f", run: formatDocument, preventDefault: true }, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
  ];
  #handlers = new Set();
  #transport = {
    send: (/** @type {string} */ text) => this.#app.client.send({ channel: "lsp", text }),
    subscribe: (handler) => void this.#handlers.add(handler),
    unsubscribe: (handler) => void this.#handlers.delete(handler),
  };
  #asked = new Map();
  /** The problems of each file. @type {Map<string, Problem[]>} */
  problems = new Map();
  isReady = false;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    this.#client = new PatientClient({
      rootUri: "file:///work",
      timeout: PATIENCE,
      sanitizeHTML: sanitized,
      workspace: (client) => (this.#workspace = new ProjectWorkspace(client, app.editor)),
      notificationHandlers: { "textDocument/publishDiagnostics": (_client, params) => this.#published(params) },
      unhandledNotification: () => {},
      extensions: [
        {
          clientCapabilities: {
            textDocument: {
              publishDiagnostics: { versionSupport: true, relatedInformation: true },
              documentSymbol: { hierarchicalDocumentSymbolSupport: true },
              semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
            },
          },
        },
        this.#extensions,
      ],
    });
    app.client.on("lsp", (message) => this.#handlers.forEach((each) => each(message.text)));
    app.on("chosen", () => this.#configure());
    for (const event of ["project", "languages"]) app.on(event, () => this.#configure());
    app.on("files", () => this.#client.connected && this.#follow());
    app.on("edit", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#client.sync(), PAUSE);
    });
  }

  /** The editor's extension for a file. @param {string} name @param {string} id of its language; "" for a plain text */
  extension(name, id) {
    return id ? this.#client.plugin(uriOf(name), id) : this.#extensions;
  }

  /** Begin to talk to the server, which is there now, or there again; the texts are open there then. */
  async connect() {
    if (this.#client.connected) this.#client.disconnect();
    this.#client.connect(this.#transport);
    this.#follow();
    await this.#client.initializing;
    this.#types = this.#client.serverCapabilities?.semanticTokensProvider?.legend?.tokenTypes ?? [];
    this.isReady = true;
  }

  /** Tell the server the options of the languages. */
  #configure() {
    const settings = this.#app.chooser?.settings;
    if (this.isReady && settings) this.#client.notification("workspace/didChangeConfiguration", { settings });
  }

  /** Have the files of the project open at the server, and no others. */
  #follow() {
    const { editor, languages } = this.#app;
    for (const { name } of [...this.#workspace.files]) if (!editor.has(name)) this.#close(name);
    for (const name of editor.names) {
      const id = languages.of(name)?.id;
      if (id && !this.#workspace.getFile(uriOf(name))) this.#workspace.add(name, id);
    }
    this.#client.sync(); // another project may have other texts of the same names
  }

  #close(name) {
    this.#workspace.forget(name);
    this.problems.delete(name);
    this.#app.emit("problems", name);
  }

  /** The outline of a file. @param {string} name @returns {Promise<any[]>} symbols of the protocol */
  async outline(name) {
    if (!this.isReady || !this.#workspace.getFile(uriOf(name))) return [];
    this.#client.sync();
    return (await this.#client.request("textDocument/documentSymbol", { textDocument: { uri: uriOf(name) } })) ?? [];
  }

  #published({ uri, version, diagnostics }) {
    const name = nameOfUri(uri);
    const file = this.#workspace.getFile(uri);
    if (!name || !this.#app.editor.has(name)) return true;
    if (file && version !== undefined && version !== null && version !== file.version) return true; // of an older text
    const { doc } = file ?? this.#app.editor.state(name);
    const found = diagnostics.map((each) => described(doc, each));
    this.problems.set(name, found.map(({ from, to, line, column, severity, message }) => ({ name, line, column, length: to - from, severity, message })));
    const plugin = file?.getView() && LSPPlugin.get(file.getView());
    if (this.#app.editor.state(name).doc !== doc && plugin?.syncedDoc !== doc) return true; // the next answer is on its way
    const moved = plugin?.syncedDoc === doc ? found.map((each) => ({ ...each, from: plugin.unsyncedChanges.mapPos(each.from), to: plugin.unsyncedChanges.mapPos(each.to) })) : found;
    this.#app.editor.change(name, setDiagnostics(this.#app.editor.state(name), moved));
    this.#app.emit("problems", name);
    this.#askTokens(name);
    return true;
  }

  #askTokens(name) {
    if (!this.#types.length) return;
    clearTimeout(this.#asked.get(name));
    this.#asked.set(name, setTimeout(() => this.#takeTokens(name), TOKENS_PAUSE));
  }

  async #takeTokens(name) {
    const file = this.#workspace.getFile(uriOf(name));
    if (!file) return;
    const { version } = file;
    const answer = await this.#client.request("textDocument/semanticTokens/full", { textDocument: { uri: file.uri } });
    if (!answer || version !== file.version || !this.#app.editor.has(name)) return;
    if (this.#app.editor.state(name).doc !== file.doc) return; // the next answer is on its way
    this.#app.editor.change(name, { effects: setTokens.of(decorated(file.doc, answer.data, this.#types)) });
  }
}

function described(doc, { range, severity = 1, message }) {
  const place = ({ line, character }) => {
    if (line >= doc.lines) return doc.length;
    const row = doc.line(line + 1);
    return Math.min(row.from + character, row.to);
  };
  const [from, to] = [place(range.start), place(range.end)];
  return { from, to, severity: SEVERITIES[severity], message, line: range.start.line + 1, column: range.start.character + 1 };
}
