"use strict";
// Ironboard in VS Code: starts `ironboard lsp` for the sources that are open, and `ironboard dap` for debugging.
//
// The client of the Language Server Protocol is our own: `ironboard editors vscode` writes this extension without npm and
// without the network, and vscode-languageclient would have to be fetched and bundled for what these lines do.

const vscode = require("vscode");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawn } = require("child_process");

const OWN = require("./package.json").contributes;
const LANGUAGES = OWN.languages.map((each) => each.id);
const DEBUGGED = OWN.debuggers[0].languages;
const SEVERITIES = [, vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Warning,
  vscode.DiagnosticSeverity.Information, vscode.DiagnosticSeverity.Hint];
const LEVELS = [, "error", "warn", "info", "debug"];

let output, server;

function words() {
  const given = vscode.workspace.getConfiguration("ironboard").get("command") || "ironboard";
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return [].concat(given).map((each) => each.replace("${workspaceFolder}", folder).replace(/^~(?=[/\\])/, os.homedir()));
}

function missing(program) {
  const folders = /[/\\]/.test(program) ? [""] : (process.env.PATH ?? "").split(path.delimiter);
  const there = folders.some((folder) => ["", ".exe"].some((end) => fs.existsSync(path.join(folder, program + end))));
  return there ? "" : `Ironboard: there is no command '${program}'. The setting ironboard.command says where it is.`;
}

async function complain(text) {
  const settings = "Open Settings";
  if (await vscode.window.showErrorMessage(text, settings) === settings)
    vscode.commands.executeCommand("workbench.action.openSettings", "ironboard.command");
}

// ---------------------------------------------------------------- the language server

const range = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const unranged = ({ start, end }) => ({ start: plain(start), end: plain(end) });
const FOLDS = { comment: vscode.FoldingRangeKind.Comment, region: vscode.FoldingRangeKind.Region };
const plain = (position) => ({ line: position.line, character: position.character });
const at = (document, position) => ({ textDocument: { uri: document.uri.toString() }, position: plain(position) });
const place = (found) => new vscode.Location(vscode.Uri.parse(found.targetUri ?? found.uri),
  range(found.targetSelectionRange ?? found.range));
const list = (found) => (found ? [].concat(found) : []);

function hover(found) {
  if (!found) return undefined;
  const texts = list(found.contents).map((each) => {
    if (typeof each === "string") return new vscode.MarkdownString(each);
    if (each.language) return new vscode.MarkdownString().appendCodeblock(each.value, each.language);
    return each.kind === "plaintext" ? new vscode.MarkdownString().appendText(each.value) : new vscode.MarkdownString(each.value);
  });
  return new vscode.Hover(texts, found.range && range(found.range));
}

function symbol(found) {
  if (found.location)
    return new vscode.SymbolInformation(found.name, found.kind - 1, found.containerName ?? "", place(found.location));
  const made = new vscode.DocumentSymbol(found.name, found.detail ?? "", found.kind - 1,
    range(found.range), range(found.selectionRange));
  made.children = list(found.children).map(symbol);
  return made;
}

const text = (found) => (found.kind === "markdown" ? new vscode.MarkdownString(found.value) : found.value ?? found);

function changes(found) {
  const made = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(found?.changes ?? {}))
    for (const each of edits) made.replace(vscode.Uri.parse(uri), range(each.range), each.newText);
  return made;
}

function colours(found) {
  if (!found) return undefined;
  if (found.data) return new vscode.SemanticTokens(new Uint32Array(found.data), found.resultId);
  return new vscode.SemanticTokensEdits(found.edits.map((each) => new vscode.SemanticTokensEdit(
    each.start, each.deleteCount, each.data && new Uint32Array(each.data))), found.resultId);
}

function item(found) {
  const made = new vscode.CompletionItem(found.label, found.kind && found.kind - 1);
  const { detail, documentation, sortText, filterText, insertText, textEdit } = found;
  Object.assign(made, { detail, sortText, filterText, insertText: textEdit?.newText ?? insertText });
  if (documentation) made.documentation = text(documentation);
  if (textEdit) made.range = range(textEdit.range ?? textEdit.replace);
  return made;
}

// What a server may be able to do -> the provider that asks it
const PROVIDERS = {
  hoverProvider: (server) => vscode.languages.registerHoverProvider(LANGUAGES, {
    provideHover: async (document, position, token) =>
      hover(await server.ask("textDocument/hover", at(document, position), token)),
  }),
  definitionProvider: (server) => vscode.languages.registerDefinitionProvider(LANGUAGES, {
    provideDefinition: async (document, position, token) =>
      list(await server.ask("textDocument/definition", at(document, position), token)).map(place),
  }),
  referencesProvider: (server) => vscode.languages.registerReferenceProvider(LANGUAGES, {
    provideReferences: async (document, position, context, token) =>
      list(await server.ask("textDocument/references", { ...at(document, position), context }, token)).map(place),
  }),
  documentHighlightProvider: (server) => vscode.languages.registerDocumentHighlightProvider(LANGUAGES, {
    provideDocumentHighlights: async (document, position, token) =>
      list(await server.ask("textDocument/documentHighlight", at(document, position), token))
        .map((each) => new vscode.DocumentHighlight(range(each.range))),
  }),
  documentLinkProvider: (server) => vscode.languages.registerDocumentLinkProvider(LANGUAGES, {
    provideDocumentLinks: async (document, token) => list(await server.ask("textDocument/documentLink",
      { textDocument: { uri: document.uri.toString() } }, token))
      .map((each) => new vscode.DocumentLink(range(each.range), each.target && vscode.Uri.parse(each.target))),
  }),
  renameProvider: (server, { prepareProvider }) => vscode.languages.registerRenameProvider(LANGUAGES, {
    prepareRename: prepareProvider && (async (document, position, token) => {
      const found = await server.ask("textDocument/prepareRename", at(document, position), token);
      if (!found) throw new Error("There is no name here that can be changed.");
      return found.range ? { range: range(found.range), placeholder: found.placeholder } : range(found);
    }),
    provideRenameEdits: async (document, position, newName, token) =>
      changes(await server.ask("textDocument/rename", { ...at(document, position), newName }, token)),
  }),
  completionProvider: (server, { triggerCharacters = [] }) => vscode.languages.registerCompletionItemProvider(LANGUAGES, {
    provideCompletionItems: async (document, position, token) => {
      const found = await server.ask("textDocument/completion", at(document, position), token);
      return new vscode.CompletionList(list(found?.items ?? found).map(item), found?.isIncomplete ?? false);
    },
  }, ...triggerCharacters),
  documentSymbolProvider: (server) => vscode.languages.registerDocumentSymbolProvider(LANGUAGES, {
    provideDocumentSymbols: async (document, token) => list(await server.ask("textDocument/documentSymbol",
      { textDocument: { uri: document.uri.toString() } }, token)).map(symbol),
  }),
  workspaceSymbolProvider: (server) => vscode.languages.registerWorkspaceSymbolProvider({
    provideWorkspaceSymbols: async (query, token) => list(await server.ask("workspace/symbol", { query }, token)).map(symbol),
  }),
  foldingRangeProvider: (server) => vscode.languages.registerFoldingRangeProvider(LANGUAGES, {
    provideFoldingRanges: async (document, context, token) => list(await server.ask("textDocument/foldingRange",
      { textDocument: { uri: document.uri.toString() } }, token))
      .map((each) => new vscode.FoldingRange(each.startLine, each.endLine, FOLDS[each.kind])),
  }),
  signatureHelpProvider: (server, { triggerCharacters = [] }) => vscode.languages.registerSignatureHelpProvider(LANGUAGES, {
    provideSignatureHelp: async (document, position, token) => {
      const found = await server.ask("textDocument/signatureHelp", at(document, position), token);
      if (!found) return undefined;
      return Object.assign(new vscode.SignatureHelp(), {
        signatures: found.signatures.map(({ label, documentation, parameters }) => Object.assign(
          new vscode.SignatureInformation(label, documentation && text(documentation)),
          { parameters: list(parameters).map((each) => new vscode.ParameterInformation(each.label)) })),
        activeSignature: found.activeSignature ?? 0,
        activeParameter: found.activeParameter ?? 0,
      });
    },
  }, ...triggerCharacters),
  inlayHintProvider: (server) => vscode.languages.registerInlayHintsProvider(LANGUAGES, {
    provideInlayHints: async (document, where, token) => list(await server.ask("textDocument/inlayHint",
      { textDocument: { uri: document.uri.toString() }, range: unranged(where) }, token)).map((each) => Object.assign(
      new vscode.InlayHint(new vscode.Position(each.position.line, each.position.character), each.label),
      { tooltip: each.tooltip, paddingLeft: each.paddingLeft })),
  }),
  codeActionProvider: (server) => vscode.languages.registerCodeActionsProvider(LANGUAGES, {
    provideCodeActions: async (document, where, context, token) => {
      const only = context.only && [context.only.value];
      const found = await server.ask("textDocument/codeAction", { textDocument: { uri: document.uri.toString() },
        range: unranged(where), context: { diagnostics: [], only } }, token);
      return list(found).map((each) => Object.assign(new vscode.CodeAction(each.title, vscode.CodeActionKind.QuickFix), {
        edit: changes(each.edit),
        isPreferred: each.isPreferred,
        diagnostics: list(server.diagnostics.get(document.uri)).filter((shown) => list(each.diagnostics)
          .some((cured) => cured.message === shown.message && cured.range.start.line === shown.range.start.line)),
      }));
    },
  }, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
  semanticTokensProvider: (server, { legend }) => vscode.languages.registerDocumentSemanticTokensProvider(LANGUAGES, {
    provideDocumentSemanticTokens: async (document, token) => colours(await server.ask("textDocument/semanticTokens/full",
      { textDocument: { uri: document.uri.toString() } }, token)),
    provideDocumentSemanticTokensEdits: async (document, previousResultId, token) => colours(await server.ask(
      "textDocument/semanticTokens/full/delta", { textDocument: { uri: document.uri.toString() }, previousResultId }, token)),
  }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
};

class Server {
  constructor() {
    this.number = 0;
    this.waiting = new Map(); // number of a request -> who waits for the answer
    this.received = Buffer.alloc(0);
    this.said = "";
    this.diagnostics = vscode.languages.createDiagnosticCollection("ironboard");
    this.own = [this.diagnostics]; // what goes when the server goes
    this.alive = true;
  }

  async start() {
    const [program, ...rest] = words();
    this.process = spawn(program, [...rest, "lsp"], { cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath });
    this.process.on("error", (error) => this.ended(missing(program) || `Ironboard: ${program}: ${error.message}`));
    this.process.on("exit", (status) => this.ended(`Ironboard's language server: ${this.lastWords()
      || `it ended with status ${status}`}. Colours and debugging work without it.`));
    this.process.stdin.on("error", () => {}); // `exit` says it
    this.process.stdout.on("data", (data) => this.read(data));
    this.process.stderr.on("data", (data) => {
      this.said = (this.said + data).slice(-2000);
      output.append(data.toString());
    });
    const settings = vscode.workspace.getConfiguration("ironboard");
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
    const { capabilities } = await this.ask("initialize", {
      processId: process.pid,
      clientInfo: { name: "ironboard for VS Code" },
      rootUri: folders[0]?.uri ?? null,
      workspaceFolders: folders,
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: {
          synchronization: { didSave: true },
          publishDiagnostics: { relatedInformation: true },
          hover: { contentFormat: ["markdown", "plaintext"] },
          definition: { linkSupport: true },
          rename: { prepareSupport: true },
          completion: { completionItem: { documentationFormat: ["markdown", "plaintext"] } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          signatureHelp: { signatureInformation: { documentationFormat: ["markdown", "plaintext"] } },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } }, isPreferredSupport: true },
          semanticTokens: { requests: { full: { delta: true } }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
        },
      },
      initializationOptions: { inlay_hints: settings.get("inlayHints") ?? {}, ...(settings.get("options") ?? {}) },
    });
    this.ready = true;
    const { textDocumentSync: sync } = capabilities;
    this.incremental = (sync?.change ?? sync) === 2;
    this.tell("initialized", {});
    for (const [name, provider] of Object.entries(PROVIDERS)) if (capabilities[name]) this.own.push(provider(this, capabilities[name]));
    const { workspace } = vscode;
    this.own.push(
      workspace.onDidOpenTextDocument((document) => this.opened(document)),
      workspace.onDidChangeTextDocument((event) => this.changed(event)),
      workspace.onDidSaveTextDocument((document) => this.about("didSave", document)),
      ...this.watched(),
      workspace.onDidCloseTextDocument((document) => {
        this.about("didClose", document);
        this.diagnostics.delete(document.uri);
      }),
    );
    workspace.textDocuments.forEach((document) => this.opened(document));
  }

  opened(document) {
    if (!LANGUAGES.includes(document.languageId)) return;
    const { languageId, version } = document;
    this.tell("textDocument/didOpen",
      { textDocument: { uri: document.uri.toString(), languageId, version, text: document.getText() } });
  }

  changed({ document, contentChanges: changes }) {
    if (!changes.length) return;
    const contentChanges = this.incremental
      ? changes.map(({ range: { start, end }, text }) => ({ range: { start: plain(start), end: plain(end) }, text }))
      : [{ text: document.getText() }];
    this.about("didChange", document, { contentChanges });
  }

  about(what, document, more) {
    if (!LANGUAGES.includes(document.languageId)) return;
    const textDocument = { uri: document.uri.toString(), version: document.version };
    this.tell(`textDocument/${what}`, { textDocument, ...more });
  }

  watched() {
    const watcher = vscode.workspace.createFileSystemWatcher(
      `**/*{${OWN.languages.flatMap((each) => each.extensions).join(",")}}`);
    const tell = (type) => (uri) =>
      this.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
    return [watcher, watcher.onDidCreate(tell(1)), watcher.onDidChange(tell(2)), watcher.onDidDelete(tell(3))];
  }

  // ---------------------------------------------------------------- messages

  send(message) {
    if (!this.alive) return;
    const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${text.length}\r\n\r\n`), text]));
  }

  tell(method, params) {
    this.send({ method, params });
  }

  ask(method, params, token) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      token?.onCancellationRequested(() => this.tell("$/cancelRequest", { id }));
      this.send({ id, method, params });
    });
  }

  read(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      const length = end >= 0 && /content-length: *(\d+)/i.exec(this.received.toString("ascii", 0, end));
      if (!length || this.received.length < end + 4 + Number(length[1])) return;
      const text = this.received.toString("utf8", end + 4, end + 4 + Number(length[1]));
      this.received = this.received.subarray(end + 4 + Number(length[1]));
      this.got(JSON.parse(text));
    }
  }

  got({ id, method, params, result, error }) {
    if (method && id !== undefined) {
      const known = { "workspace/configuration": () => params.items.map(() => null), "client/registerCapability": () => null,
        "window/workDoneProgress/create": () => null }[method];
      this.send({ id, ...(known ? { result: known() } : { error: { code: -32601, message: `${method} is not supported` } }) });
    } else if (method === "textDocument/publishDiagnostics") {
      this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map((each) => {
        const found = new vscode.Diagnostic(range(each.range), each.message, SEVERITIES[each.severity ?? 1]);
        found.source = each.source ?? "ironboard";
        found.code = each.code;
        found.relatedInformation = each.relatedInformation?.map(
          (other) => new vscode.DiagnosticRelatedInformation(place(other.location), other.message));
        return found;
      }));
    } else if (method === "window/logMessage" || method === "window/showMessage") {
      output[LEVELS[params.type] ?? "debug"](params.message);
      if (method === "window/showMessage" && params.type === 1) vscode.window.showErrorMessage(params.message);
    } else if (!method) {
      const { resolve, reject } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      if (error?.code === -32800 || error?.code === -32801) resolve?.(null); // cancelled, or the text has changed
      else if (error) reject?.(new Error(error.message));
      else resolve?.(result);
    }
  }

  ended(why) {
    if (!this.alive) return;
    this.alive = false;
    this.own.forEach((each) => each.dispose());
    this.waiting.forEach(({ reject }) => reject(new Error(why)));
    complain(why);
  }

  lastWords() {
    return this.said.trim().split("\n").pop().replace(/\.$/, "");
  }

  async stop() {
    if (!this.alive) return;
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    const late = setTimeout(() => this.process.kill(), 2000);
    if (this.ready) await this.ask("shutdown", null).catch(() => {});
    this.tell("exit", null);
    this.alive = false;
    this.own.forEach((each) => each.dispose());
    await gone;
    clearTimeout(late);
  }
}

async function restart() {
  await server?.stop();
  server = undefined;
  if (!vscode.workspace.getConfiguration("ironboard").get("languageServer")) return;
  if (!vscode.workspace.textDocuments.some((each) => LANGUAGES.includes(each.languageId))) return;
  server = new Server();
  await server.start().catch((error) => output.error(error.message));
}

// ---------------------------------------------------------------- the debugger

function configuration(document, more) {
  const program = document.uri.fsPath;
  const name = path.basename(program);
  const { machine, ...compiling } = vscode.workspace.getConfiguration("ironboard").get("options")?.[document.languageId] ?? {};
  const cwd = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? path.dirname(program);
  return { type: "ironboard", request: "launch", name, program, cwd, compiling, stopOnEntry: true, ...(machine ? { machine } : {}), ...more };
}

async function launch(uri, more) {
  const document = uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
  if (!document || !DEBUGGED.includes(document.languageId)) {
    vscode.window.showErrorMessage("Ironboard: open a program first, such as a .s, .sap, .compass or .alg file.");
    return;
  }
  if (document.isDirty) await document.save();
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(document.uri), configuration(document, more), more);
}

const resolver = { // F5 without a launch.json
  resolveDebugConfiguration(folder, given) {
    if (given.type || given.request || given.name) return given;
    const document = vscode.window.activeTextEditor?.document;
    return document && DEBUGGED.includes(document.languageId) ? configuration(document) : given;
  },
};

const adapter = {
  createDebugAdapterDescriptor() {
    const [program, ...rest] = words();
    if (missing(program)) throw new Error(missing(program));
    return new vscode.DebugAdapterExecutable(program, [...rest, "dap"]);
  },
};

// ---------------------------------------------------------------- the extension

function activate(context) {
  output = vscode.window.createOutputChannel("Ironboard", { log: true });
  context.subscriptions.push(
    output,
    vscode.debug.registerDebugAdapterDescriptorFactory("ironboard", adapter),
    vscode.debug.registerDebugConfigurationProvider("ironboard", resolver),
    vscode.commands.registerCommand("ironboard.run", (uri) => launch(uri, { noDebug: true, stopOnEntry: false })),
    vscode.commands.registerCommand("ironboard.debug", (uri) => launch(uri, {})),
    vscode.commands.registerCommand("ironboard.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("ironboard") && restart()),
    vscode.workspace.onDidOpenTextDocument((document) => !server && LANGUAGES.includes(document.languageId) && restart()),
  );
  return restart();
}

function deactivate() {
  return server?.stop();
}

module.exports = { activate, deactivate };
