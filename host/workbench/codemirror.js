// The entry of vendor/codemirror.js: what the pages use of CodeMirror, in one module.
export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyField, historyKeymap, indentWithTab, insertTab, redo, toggleComment, undo } from "@codemirror/commands";
export { HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, lintKeymap, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
export {
  LSPClient,
  LSPPlugin,
  Workspace,
  findReferences,
  findReferencesKeymap,
  formatDocument,
  hoverTooltips,
  jumpToDefinition,
  jumpToDefinitionKeymap,
  renameKeymap,
  renameSymbol,
  serverCompletion,
  signatureHelp,
} from "@codemirror/lsp-client";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { Annotation, ChangeSet, Compartment, EditorSelection, EditorState, Facet, Prec, RangeSet, StateEffect, StateField, Text, Transaction } from "@codemirror/state";
export {
  Decoration,
  EditorView,
  GutterMarker,
  ViewPlugin,
  WidgetType,
  drawSelection,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
  showTooltip,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
