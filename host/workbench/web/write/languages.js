// Colours of texts before the language server is there: grammars.json, which host/workbench/colours.py makes of the
// grammars that all editors have, and one tokenizer that reads any of them.
import { HighlightStyle, StreamLanguage, indentUnit, syntaxHighlighting, tags } from "../vendor/codemirror.js";

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

/**
 * @typedef {{ token?: string, kind?: string, after?: string, lead?: string }} TokenRow its groups: context, text
 * @typedef {{ begin: string, end: string, kind: string, nested?: boolean, opening?: string }} RegionRow
 * @typedef {{ line: string, operand: string, kind: string, inside: string | TokenRow[], latest: number }} LineRow
 * @typedef {{ id: string, title: string, suffixes: string[], comment: [string, string], word: string, columns: number[],
 *   names: string[], rules: (TokenRow & RegionRow & LineRow)[] }} Grammar
 * @typedef {{ from: number, to: number, kind: string }} Piece
 */

const pattern = (/** @type {string} */ text, flags = "iug") => new RegExp(text, flags);

/** A rule that finds its next match in a line. */
class Rule {
  /** @param {any} row @param {number} number */
  constructor(row, number) {
    this.row = row;
    this.number = number;
    this.search = pattern(row.token ?? row.begin ?? row.line);
    this.end = row.end ? pattern(row.end) : null;
    this.operand = row.operand ? pattern(`[ \\t]+(${row.operand})`, "iuyd") : null;
    this.inside = Array.isArray(row.inside) ? row.inside.map((each, at) => new Rule(each, at)) : null;
  }

  /** The match at or after a place; null if there is none. @param {string} text @param {number} place */
  next(text, place) {
    this.search.lastIndex = place;
    return this.search.exec(text);
  }
}

/** Reads lines by the rules of a grammar: the first rule that matches at the earliest place counts. */
export class Tokenizer {
  /** @param {Grammar} grammar */
  constructor(grammar) {
    this.rules = grammar.rules.map((row, number) => new Rule(row, number));
  }

  /**
   * The coloured pieces of a line, in order.
   * @param {string} text
   * @param {number[]} open the rules of the regions that are open at its beginning; changed to those at its end
   * @returns {Piece[]}
   */
  line(text, open) {
    /** @type {Piece[]} */
    const pieces = [];
    let place = 0;
    while (open.length && place <= text.length) {
      const rule = this.rules[open[open.length - 1]];
      const to = this.#region(rule, text, place, open);
      pieces.push({ from: place, to, kind: rule.row.kind });
      place = to;
      if (open.length && place >= text.length) return pieces;
    }
    return pieces.concat(this.#tokens(this.rules, text, place, text.length, open));
  }

  /** Where the region ends that is open at the end of `open`, which leaves it then. */
  #region(rule, text, place, open) {
    const end = /** @type {RegExp} */ (rule.end);
    for (;;) {
      end.lastIndex = place;
      const found = end.exec(text);
      const inner = rule.row.nested ? rule.next(text, place) : null;
      if (inner && (!found || inner.index < found.index)) {
        open.push(rule.number);
        place = inner.index + inner[0].length;
      } else if (found) {
        open.pop();
        place = found.index + (rule.row.opening ? 0 : found[0].length);
        if (open[open.length - 1] !== rule.number) return place;
      } else return text.length;
    }
  }

  /** @param {Rule[]} rules @param {string} text @param {number} place @param {number} last @param {number[] | null} open */
  #tokens(rules, text, place, last, open) {
    /** @type {Piece[]} */
    const pieces = [];
    const found = rules.map(() => /** @type {RegExpExecArray | null | undefined} */ (undefined));
    const add = (from, to, kind) => to > from && kind && pieces.push({ from, to: Math.min(to, last), kind });
    while (place < last) {
      let best = null;
      let first = null;
      for (const [at, rule] of rules.entries()) {
        let match = found[at];
        if (match === undefined || (match && match.index < place)) match = found[at] = rule.next(text, place);
        if (match && match.index < last && (!first || match.index < first.index)) [best, first] = [rule, match];
      }
      if (!best || !first) break;
      const { row } = best;
      const start = first.index;
      const end = start + first[0].length;
      if (row.token) {
        add(start, start + first[1].length, row.lead);
        add(start + first[1].length, end, row.kind);
        place = Math.max(end, start + 1);
      } else if (row.begin) {
        add(start, end, row.opening ?? row.kind);
        open?.push(best.number);
        place = open ? this.#region(best, text, end, open) : end;
        add(end, place, row.kind);
        if (place === start) place++;
      } else {
        add(start, start + first[1].length, "label");
        add(end - first[3].length, end, row.kind);
        pieces.push(...this.#operand(best, text, end));
        place = last;
      }
    }
    return pieces;
  }

  /** The operand after an operation that ends at `place`, and the remark after it. */
  #operand(rule, text, place) {
    const { row, operand } = rule;
    /** @type {Piece[]} */
    const pieces = [];
    if (operand) {
      operand.lastIndex = place;
      const found = operand.exec(text);
      const [from, to] = found?.indices?.[1] ?? [0, 0];
      if (found && (!row.latest || from < row.latest || text[from - 1] === "\t")) {
        if (rule.inside) pieces.push(...this.#tokens(rule.inside, text, from, to, null));
        else if (row.inside) pieces.push({ from, to, kind: row.inside });
        place = to;
      }
    }
    const remark = text.slice(place).search(/\S/u);
    if (remark >= 0) pieces.push({ from: place + remark, to: text.length, kind: "comment" });
    return pieces;
  }
}

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
    const answer = await fetch(new URL("../grammars.json", import.meta.url));
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

  /** The extension that colours a file. @param {string} name */
  extension(name) {
    const grammar = this.of(name);
    if (!grammar) return [];
    if (!this.#made.has(grammar.id)) this.#made.set(grammar.id, languageFor(grammar));
    const unit = grammar.columns.length ? [] : [indentUnit.of(grammar.id === "ca65" ? "        " : "  ")];
    return [this.#made.get(grammar.id), syntaxHighlighting(STYLE), unit];
  }
}
