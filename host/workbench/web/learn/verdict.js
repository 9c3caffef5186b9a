// The findings about an answer, in words and as a table with a row for each case.
import { grouped, make } from "../write/dom.js";

const pair = (name, value) => (name ? `${name} = ${value}` : value);

/** One sentence about an answer. @param {any} found an Answer of host/lessons/findings.py */
export function sentence(found) {
  const { cases, total, right, size, most, unit, limit } = found;
  if (right) {
    const spent = cases.map((each) => each.cycles);
    const [least, worst] = [Math.min(...spent), Math.max(...spent)];
    const cycles = least === worst ? grouped(least) : `${grouped(least)} to ${grouped(worst)}`;
    return `Right in ${total === 1 ? "the only case" : `all ${total} cases`}: ${cycles} cycles${limit ? ` of at most ${grouped(limit)}` : ""}, ${grouped(size)} ${unit}${most ? ` of at most ${grouped(most)}` : ""}.`;
  }
  const wrong = cases.filter((each) => !each.right);
  if (!wrong.length) return `The results are right, but the answer is too large: ${grouped(size)} ${unit}, ${grouped(most)} are allowed.`;
  const [first] = wrong;
  if (total === 1 && first.ended) return `Wrong in the only case, ${first.title}.`;
  if (!first.ended) return `${total === 1 ? "The only case" : `Case ${first.number} of ${total}`}, ${first.title}, did not come to its end.`;
  return `Wrong in ${wrong.length} of ${total} cases; the first is case ${first.number}, ${first.title}.`;
}

/**
 * The elements that say what was found.
 * @param {any} found an Answer of host/lessons/findings.py
 * @param {(line: number) => void} reveal shows a line of the answer
 */
export function drawVerdict(found, reveal) {
  const line = make("div", { class: `verdict-line ${found.right ? "right" : ""}` }, make("p", {}, make("strong", { text: sentence(found) })));
  if (found.mistake.length)
    line.append(make("p", {}, `${found.mistake[0]} `, found.mistake.length > 1 ? make("code", { text: found.mistake.slice(1).map((each) => each.trim()).join(" ") }) : null, " ",
      found.place ? make("button", { type: "button", class: "small", text: `Line ${found.place.line}`, onclick: () => reveal(found.place.line) }) : null));
  if (found.hint) line.append(make("p", { class: "hinted", text: `Hint: ${found.hint}` }));
  for (const each of found.warnings) line.append(make("p", { text: `Warning: ${each}` }));
  return [line, make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Cases, with what was given, expected and found" }, table(found))];
}

function table(found) {
  const rows = found.cases.map((each) => row(each, found.limit));
  if (found.cases.length < found.total) {
    const [first, last] = [found.cases.length + 1, found.total];
    const text = `${first === last ? `Case ${first} was` : `Cases ${first} to ${last} were`} not tried: an answer that does not come to its end in one case seldom does in another.`;
    rows.push(make("tr", {}, make("td", { colspan: 6, text })));
  }
  const titles = ["Case", "Given", "Expected", "Found", "Cycles", ""];
  return make("table", { class: "cases" }, make("thead", {}, make("tr", {}, ...titles.map((text) => make("th", { scope: "col", text: text || "Verdict" })))), make("tbody", {}, ...rows));
}

function row(each, limit) {
  const words = (list, isOff = () => false) => make("td", { class: "words" }, ...list.map((one) => make("div", { class: isOff(one) ? "off" : "" }, pair(one.name, one.value))));
  const left = each.compared.map((one) => ({ name: one.name, value: one.found, right: one.right }));
  const found = each.ended ? words(left, (one) => !one.right) : make("td", { class: "is-wrong", text: each.findings.join("\n") });
  const isSlow = limit !== null && each.cycles > limit;
  return make("tr", { class: each.right ? "good" : "bad" },
    make("th", { scope: "row" }, `${each.number}`, make("div", { class: "hint", text: each.title })),
    words(each.given), words(each.compared.map((one) => ({ name: one.name, value: one.expected }))), found,
    make("td", { class: isSlow ? "is-wrong" : "", text: `${grouped(each.cycles)}${isSlow ? `, more than ${grouped(limit)}` : ""}` }),
    make("td", { class: each.right ? "is-right" : "is-wrong", text: each.right ? "right" : "wrong" }));
}
