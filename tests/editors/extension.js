// Runs the extension for VS Code in Node: a module "vscode" with as much of the API as the extension uses, and one text
// that is open. $EXTENSION: its folder; $SOURCE: the text; $COMMAND: the setting ironboard.command. Prints what was seen.
const fs = require("fs");
const path = require("path");
const Module = require("module");

const record = (...names) => function (...values) {
  names.forEach((name, index) => { this[name] = values[index]; });
};
const Position = record("line", "character");
const named = (name) => (...given) => { seen.registered.push(name); providers[name] = given.at(-1); return gone; };
const gone = { dispose() {} };
const events = {};
const on = (name) => (listener) => { events[name] = listener; return gone; };
const providers = {};
const seen = { registered: [], errors: [], diagnostics: [] };
const settings = { command: process.env.COMMAND, languageServer: true, options: { ca65: { defines: "SPARE=1", machine: "kim1" } }, inlayHints: { time: true } };
let text = fs.readFileSync(process.env.SOURCE, "utf8");
const uri = { fsPath: process.env.SOURCE, toString: () => `file://${process.env.SOURCE}` };
const open = { uri, languageId: "ca65", version: 1, isDirty: false, getText: () => text };

class MarkdownString {
  constructor(value = "") { this.value = value; }
  appendText(value) { this.value += value; return this; }
}

const vscode = {
  Position,
  Range: function (startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  },
  Location: record("uri", "range"),
  Uri: { parse: (value) => ({ toString: () => value, value }) },
  Hover: record("contents", "range"),
  MarkdownString,
  Diagnostic: record("range", "message", "severity"),
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticRelatedInformation: record("location", "message"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  SymbolInformation: record("name", "kind", "containerName", "location"),
  DocumentHighlight: record("range"),
  DocumentLink: record("range", "target"),
  CompletionItem: record("label", "kind"),
  CompletionList: record("items", "isIncomplete"),
  WorkspaceEdit: function () { this.edits = []; this.replace = (...edit) => this.edits.push(edit); },
  DebugAdapterExecutable: record("command", "args"),
  FoldingRange: record("start", "end", "kind"),
  FoldingRangeKind: { Comment: 1, Imports: 2, Region: 3 },
  SignatureHelp: record(),
  SignatureInformation: record("label", "documentation"),
  ParameterInformation: record("label"),
  InlayHint: record("position", "label"),
  CodeAction: record("title", "kind"),
  CodeActionKind: { QuickFix: { value: "quickfix" } },
  SemanticTokensLegend: record("types", "modifiers"),
  SemanticTokens: record("data", "resultId"),
  SemanticTokensEdits: record("edits", "resultId"),
  SemanticTokensEdit: record("start", "deleteCount", "data"),
  languages: {
    createDiagnosticCollection: () => ({
      ...gone, delete() {}, get: () => seen.diagnostics, set: (_, found) => { seen.diagnostics = found; },
    }),
    registerHoverProvider: named("hover"),
    registerDefinitionProvider: named("definition"),
    registerReferenceProvider: named("references"),
    registerDocumentSymbolProvider: named("symbols"),
    registerDocumentHighlightProvider: named("highlights"),
    registerDocumentLinkProvider: named("links"),
    registerRenameProvider: named("rename"),
    registerWorkspaceSymbolProvider: named("workspace"),
    registerFoldingRangeProvider: named("folds"),
    registerInlayHintsProvider: named("inlays"),
    registerSignatureHelpProvider: (_, provider) => { providers.signature = provider; return gone; },
    registerCodeActionsProvider: (_, provider) => { providers.actions = provider; return gone; },
    registerDocumentSemanticTokensProvider: (_, provider, legend) => {
      providers.tokens = provider;
      seen.legend = legend.types;
      return gone;
    },
    registerCompletionItemProvider: (_, provider) => { providers.completion = provider; return gone; },
  },
  workspace: {
    workspaceFolders: undefined,
    getWorkspaceFolder: () => undefined,
    textDocuments: [open],
    getConfiguration: () => ({ get: (name) => settings[name] }),
    createFileSystemWatcher: () => ({ ...gone, onDidCreate: on(), onDidChange: on(), onDidDelete: on() }),
    onDidOpenTextDocument: on("open"),
    onDidChangeTextDocument: on("change"),
    onDidSaveTextDocument: on("save"),
    onDidCloseTextDocument: on("close"),
    onDidChangeConfiguration: on("configuration"),
  },
  window: {
    activeTextEditor: { document: open },
    createOutputChannel: () => ({ ...gone, append() {}, info() {}, warn() {}, debug() {}, error() {} }),
    showErrorMessage: async (message) => { seen.errors.push(message); },
  },
  commands: { registerCommand: () => gone, executeCommand() {} },
  debug: {
    registerDebugAdapterDescriptorFactory: (_, factory) => { providers.adapter = factory; return gone; },
    registerDebugConfigurationProvider: (_, provider) => { providers.configuration = provider; return gone; },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

async function until(condition) {
  for (let turn = 0; turn < 1500 && !condition(); turn++) await new Promise((resolve) => { setTimeout(resolve, 20); });
  if (!condition()) throw new Error(`never: ${condition}`);
}

(async () => {
  const extension = require(path.join(process.env.EXTENSION, "extension.js"));
  await extension.activate({ subscriptions: [] });
  seen.launch = providers.configuration.resolveDebugConfiguration(undefined, {});
  try {
    seen.adapter = providers.adapter.createDebugAdapterDescriptor();
  } catch (error) {
    seen.adapter = error.message;
  }
  if (process.env.BROKEN) {
    await until(() => seen.errors.length);
  } else {
    await until(() => seen.diagnostics.length);
    seen.first = seen.diagnostics;
    seen.hover = await providers.hover.provideHover(open, new Position(2, 9));
    seen.definition = await providers.definition.provideDefinition(open, new Position(4, 13));
    const everything = new vscode.Range(0, 0, 9, 0);
    seen.actions = await providers.actions.provideCodeActions(open, everything, { only: { value: "quickfix" } });
    seen.inlays = await providers.inlays.provideInlayHints(open, everything);
    seen.folds = await providers.folds.provideFoldingRanges(open);
    seen.signature = await providers.signature.provideSignatureHelp(open, new Position(2, 12));
    seen.workspace = await providers.workspace.provideWorkspaceSymbols("st");
    seen.tokens = await providers.tokens.provideDocumentSemanticTokens(open);
    seen.tokens.data = [...seen.tokens.data];
    seen.symbols = await providers.symbols.provideDocumentSymbols(open);
    text = text.replace("ADCC", "ADC ");
    open.version++;
    events.change({ document: open, contentChanges: [{ text }] });
    await until(() => !seen.diagnostics.length);
    seen.newTokens = await providers.tokens.provideDocumentSemanticTokensEdits(open, seen.tokens.resultId);
    seen.references = await providers.references.provideReferences(open, new Position(2, 1), { includeDeclaration: true });
    seen.completion = await providers.completion.provideCompletionItems(open, new Position(3, 9));
    seen.rename = await providers.rename.provideRenameEdits(open, new Position(2, 1), "AGAIN");
    await extension.deactivate();
  }
  console.log(JSON.stringify(seen));
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
