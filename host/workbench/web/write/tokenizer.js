// Reads lines of any language by its grammar of grammars.json, which host/workbench/colours.py makes.

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
