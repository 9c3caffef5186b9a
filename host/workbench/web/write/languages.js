// Colours of texts before the language server is there: grammars.json, which host/workbench/colours.py makes of the
// grammars that all editors have, and one tokenizer that reads any of them.
import { HighlightStyle, StreamLanguage, indentUnit, syntaxHighlighting, tags } from "../vendor/codemirror.js";
import { Tokenizer } from "./tokenizer.js";

/** @typedef {import("./tokenizer.js").Grammar} Grammar */
/** @typedef {import("./tokenizer.js").Piece} Piece */

const KINDS = {
  comment: tags.lineComment,
  string: tags.string,
  number: tags.number,
  constant: tags.bool,
  operation: tags.operatorKeyword,
  keyword: tags.keyword,
  directive: tags.processingInstruction,
  type: tags.typeName,
  register: tags.special(tags.variableName),
  label: tags.labelName,
  builtin: tags.standard(tags.name),
  operator: tags.operator,
};

const STYLE = HighlightStyle.define(Object.entries(KINDS).map(([kind, tag]) => ({ tag, class: `tok-${kind}` })));

/** A language of CodeMirror made of a grammar. @param {Grammar} grammar */
function languageFor(grammar) {
  const tokenizer = new Tokenizer(grammar);
  return StreamLanguage.define({
    name: grammar.id,
    startState: () => ({ open: /** @type {number[]} */ ([]), pieces: /** @type {Piece[]} */ ([]) }),
    copyState: ({ open, pieces }) => ({ open: [...open], pieces }),
    token(stream, state) {
      if (stream.sol()) state.pieces = tokenizer.line(stream.string, state.open);
      while (state.pieces.length && state.pieces[0].to <= stream.pos) state.pieces = state.pieces.slice(1);
      const [piece] = state.pieces;
      stream.pos = !piece ? stream.string.length : stream.pos < piece.from ? piece.from : piece.to;
      return piece && stream.pos === piece.to ? piece.kind : null;
    },
    blankLine(state) {
      tokenizer.line("", state.open);
    },
    tokenTable: KINDS,
    languageData: {
      commentTokens: grammar.comment[1] ? { block: { open: grammar.comment[0].trim(), close: grammar.comment[1] } } : { line: grammar.comment[0].trim() },
      wordChars: [...new Set(grammar.word.match(/[^\w\s[\]\\*+-]/gu) ?? [])].join(""),
      closeBrackets: { brackets: ["(", "[", "{"] },
    },
  });
}

/** The languages of files by their endings. */
export class Languages {
  #grammars;
  #made = new Map();

  /** @param {Grammar[]} grammars */
  constructor(grammars) {
    this.#grammars = grammars;
  }

  static async load() {
    const answer = await fetch("grammars.json");
    return new Languages(answer.ok ? await answer.json() : []);
  }

  /** The languages, for lists. */
  get all() {
    return this.#grammars;
  }

  /** The language of a file; undefined for a plain text. @param {string} name @returns {Grammar | undefined} */
  of(name) {
    const suffix = /\.[^./]+$/u.exec(name)?.[0].toLowerCase() ?? "";
    return this.#grammars.find((each) => each.suffixes.includes(suffix));
  }

  /** The extension that colours a file; only 6502 assembly includes others, besides files with endings of their own. @param {string} name */
  extension(name) {
    const grammar = this.of(/\.inc$/iu.test(name) ? `${name}.s` : name);
    if (!grammar) return [];
    if (!this.#made.has(grammar.id)) this.#made.set(grammar.id, languageFor(grammar));
    const unit = grammar.columns.length ? [] : [indentUnit.of(grammar.id === "ca65" ? "        " : "  ")];
    return [this.#made.get(grammar.id), syntaxHighlighting(STYLE), unit];
  }
}
