// The page Play: all games of games.json, by machines, each with its board as it begins.

import { fillHeader } from "../nav.js";
import { keepOffline } from "../offline.js";
import { DRAWN, Pen } from "../panel.js";

const SIDE = 112; // CSS pixels of a small board

/** @typedef {{ name: string, machine: string, title: string, about: string, side: string, goal: string, document: string, board: [any, any] | null }} Game */

/** Make an element with a text. */
function make(name, text = "", given = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...given });
}

/** Draw a board as it begins, within a square. */
function picture(/** @type {Game} */ { title, board }, glyphs) {
  const ratio = window.devicePixelRatio || 1;
  const canvas = make("canvas", "", { width: SIDE * ratio, height: SIDE * ratio });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `the board of ${title}`);
  if (!board) return canvas;
  const [part, shown] = board;
  const pen = new Pen(canvas.getContext("2d"));
  pen.glyphs = glyphs;
  const [x, y, w, h] = part.box;
  const scale = (SIDE * ratio) / Math.max(w, h);
  pen.c.translate((SIDE * ratio - w * scale) / 2, (SIDE * ratio - h * scale) / 2);
  pen.c.scale(scale, scale);
  pen.c.translate(-x, -y);
  DRAWN.Board.dark(pen, part);
  DRAWN.Board.lit(pen, part, shown, { hover: -1 });
  return canvas;
}

function card(/** @type {Game} */ game, glyphs) {
  const row = make("li");
  const title = make("h3");
  title.append(make("a", game.title, { href: `games/${game.name}.html` }));
  const text = make("div");
  const more = make("a", "About the program", { href: game.document.replace("../../", "../"), className: "more" });
  more.setAttribute("aria-label", `About the program: ${game.title}`);
  text.append(title, make("p", `${game.side} ${game.goal}`), make("p", game.about, { className: "about" }), more);
  row.append(picture(game, glyphs), text);
  return row;
}

async function fill(place) {
  const answer = await fetch("play/games.json");
  if (!answer.ok) throw new Error(`the list of games is missing (${answer.status})`);
  const { games, glyphs } = await answer.json();
  const machines = new Map();
  for (const each of games) machines.set(each.machine, [...(machines.get(each.machine) ?? []), each]);
  place.replaceChildren();
  for (const [machine, own] of machines) {
    const list = make("ul");
    list.append(...own.map((each) => card(each, glyphs)));
    place.append(make("h2", machine), list);
  }
}

const place = /** @type {HTMLElement} */ (document.getElementById("games"));
fillHeader(/** @type {HTMLElement} */ (document.getElementById("top")), "Play");
fill(place)
  .catch((error) => place.replaceChildren(make("p", `The games cannot be listed: ${error.message}. Reload the page.`, { className: "cannot" })))
  .finally(() => (place.setAttribute("aria-busy", "false"), keepOffline()));
