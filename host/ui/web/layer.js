// The panel in words: an element over each key, button and point of a board, which has a name and can have the keyboard,
// and texts of displays and papers. Screen readers read them; Tab goes from part to part, arrow keys within one.
//
// Hands of mouse and touch go through it to the canvas below.

const TOLD_EVERY = 500; // milliseconds between two looks
const COUNTED_EVERY = 5000; // ... at lines of which only numbers run: each change of the document costs 2 ms
const MEN = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [each, value] of Object.entries(attributes)) {
        if (each === "textContent") made.textContent = value;
        else made.setAttribute(each, value);
    }
    made.append(...children);
    return made;
};

class TextLayer {
    /** @param {HTMLElement} root lies over the canvas */
    constructor(view, root) {
        Object.assign(this, { view, root, parts: [], toldAt: 0 });
        root.addEventListener("keydown", (event) => this.keyDown(event));
        root.addEventListener("keyup", () => view.controller.release());
        root.addEventListener("click", (event) => this.click(event));
        root.addEventListener("focusin", ({ target }) => this.rove(target));
    }

    /** Make the elements of panes anew; what had the keyboard keeps it. */
    build(panes) {
        const had = this.root.contains(document.activeElement) ? document.activeElement.dataset.item : "";
        this.parts = panes.flatMap((pane) =>
            pane.parts.filter((part) => NAMED[part.kind] && part.name !== "now").map((part) => {
                const title = pane.called ?? (pane.title || pane.name);
                const { root, items = [], boxes = [] } = NAMED[part.kind].make(part, title, this.view.controller);
                items.forEach((item, number) => {
                    item.dataset.item = `${part.name} ${number}`;
                    item.tabIndex = number ? -1 : 0;
                    this.place(item, boxes[number]);
                });
                return { part, root, items, boxes, told: "" };
            }),
        );
        this.root.replaceChildren(...this.parts.map(({ root }) => root));
        this.follow(true);
        if (had) this.root.querySelector(`[data-item="${had}"]`)?.focus();
    }

    place(item, [x, y, w, h]) {
        const { left, factor } = this.view;
        const [l, t, wide, high] = [left + x * factor, y * factor, w * factor, h * factor].map((each) => `${each}px`);
        Object.assign(item.style, { left: l, top: t, width: wide, height: high });
    }

    /** Say what has changed. */
    follow(isNow = false) {
        const now = performance.now();
        clearTimeout(this.later);
        if (!isNow && now - this.toldAt < TOLD_EVERY) {
            this.later = setTimeout(() => this.follow(), TOLD_EVERY); // nothing may be painted any more
            return;
        }
        this.toldAt = now;
        for (const each of this.parts) {
            const told = JSON.stringify(this.view.valueOf(each.part));
            if (told === each.told) continue;
            const sense = each.part.kind === "Label" ? told.replace(/\d+/g, "") : "";
            if (sense && sense === each.sense && !isNow && now - each.toldAt < COUNTED_EVERY) continue;
            Object.assign(each, { told, sense, toldAt: now });
            NAMED[each.part.kind].tell(each, this.view.controller);
        }
    }

    /** Return the part and the number of an item. */
    itemOf(target) {
        for (const each of this.parts) {
            const number = each.items.indexOf(target);
            if (number >= 0) return { ...each, number };
        }
        return null;
    }

    /** Make an item the one that Tab leads to. */
    rove(target) {
        const found = this.itemOf(target);
        found?.items.forEach((item) => (item.tabIndex = item === target ? 0 : -1));
    }

    keyDown(event) {
        const found = this.itemOf(event.target);
        if (!found) return;
        const way = ARROWS[event.key];
        const isDoing = event.key === "Enter" || event.key === " ";
        if (way) this.nearest(found, way)?.focus();
        else if (isDoing && !event.repeat) this.act(found);
        if (!way && !isDoing) return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** Return the item next to one in a direction: the nearest row or column, in it the nearest. */
    nearest({ items, boxes, number }, [across, down]) {
        const from = centre(boxes[number]);
        const measured = items.map((item, each) => {
            const [x, y] = centre(boxes[each]).map((at, axis) => at - from[axis]);
            const [along, aside] = across ? [x * across, Math.abs(y)] : [y * down, Math.abs(x)];
            return { item, along, far: across ? along + 4 * aside : along + aside / 1000 };
        });
        const beyond = measured.filter(({ along }) => along > 1).sort((one, other) => one.far - other.far);
        return beyond[0]?.item;
    }

    /** A screen reader's click; those of hands have a number. */
    click(event) {
        const found = this.itemOf(event.target);
        if (found && !event.detail) this.act(found, true);
    }

    act({ part, items, number }, isWhole = false) {
        const { controller } = this.view;
        if (part.kind === "Board") controller.act(part.name, Number(items[number].dataset.cell));
        else if (part.kind === "Keys") controller.press(part.name, part.keys[number].name);
        else if (part.kind === "Buttons") controller.command(Object.keys(part.places)[number]);
        if (isWhole) setTimeout(() => controller.release(), 150);
        this.view.paint();
        this.follow(true);
    }
}

/** Return a place's name on a board as players write it: D4, 4F, 12. */
function cellName({ names, row_names, column_names, columns, style }, cell) {
    if (names[cell]) return names[cell];
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const [one, other] = [row_names[row] ?? "", column_names[column] ?? ""];
    if (one || other) return style === "go" ? one + other : other + one;
    return columns === 1 || style === "pits" ? `pit ${cell + 1}` : `row ${row + 1}, column ${column + 1}`;
}

function manName({ men, style }, sign) {
    if (style === "pits") return /^[0-9A-Z]$/.test(sign) ? `${parseInt(sign, 36)} counters` : "";
    const man = men[sign];
    if (!man) return "empty";
    if (man.length === 1) return `${man === man.toUpperCase() ? "white" : "black"} ${MEN[man.toUpperCase()]}`;
    if (style === "go") return `${man} stone`;
    return man.endsWith("king") ? `${man.replace("king", "")} king` : `${man} man`;
}

/** Return the lines of a tube, from its top. */
function linesOf(shown) {
    const rows = new Map();
    for (const [x, y, size, text] of shown ?? []) {
        if (size > 1) rows.set(y, [...(rows.get(y) ?? []), [x, text]]);
    }
    const sorted = [...rows].sort(([one], [other]) => one - other);
    return sorted.map(([, texts]) => texts.sort(([one], [other]) => one - other).map(([, text]) => text).join(" "));
}

/** Return the characters of seven-segment digits. */
function digitsOf({ boxes, levels, signs }, shown) {
    const isLit = (digit, place) => (shown?.[digit * 7 + place] ?? 0) > levels / 4;
    return boxes.map((_, digit) => {
        const pattern = [0, 1, 2, 3, 4, 5, 6].reduce((sum, place) => sum + (isLit(digit, place) ? 2 ** place : 0), 0);
        return pattern ? (signs[pattern] ?? "?") : " ";
    }).join("");
}

/** Set an attribute that has changed. */
const mark = (target, name, value) => {
    if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value);
};

const picture = (label) => ({ root: element("div", { role: "img", "aria-label": label }) });

/** For each kind: `make` returns the elements of a part, `tell` brings them up to date. */
const NAMED = {
    Keys: {
        make(part, title) {
            const items = part.keys.map((key) => {
                const name = key.label || key.name;
                const label = !key.meaning ? name : key.meaning.startsWith(name) ? key.meaning : `${name}: ${key.meaning}`;
                return element("button", { type: "button", "aria-label": label });
            });
            return { root: element("div", { role: "group", "aria-label": `${title}: ${part.name}` }, ...items), items, boxes: part.keys.map(({ box }) => box) };
        },
        tell({ part, items }, { shown }) {
            part.keys.forEach(({ name, style }, number) => {
                if (style !== "key") mark(items[number], "aria-pressed", (shown[part.name] ?? []).includes(name));
            });
        },
    },
    Buttons: {
        make(part, title, { commands }) {
            const shown = Object.entries(part.places).filter(([name]) => commands.some((each) => each.name === name));
            part.places = Object.fromEntries(shown);
            const items = shown.map(() => element("button", { type: "button" }));
            return { root: element("div", { role: "group", "aria-label": `${title}: commands` }, ...items), items, boxes: shown.map(([, box]) => box) };
        },
        tell({ part, items }, controller) {
            Object.keys(part.places).forEach((name, number) => {
                const command = controller.commands.find((each) => each.name === name);
                const label = controller.shown[part.name]?.[name] ?? controller.label(command);
                mark(items[number], "aria-label", command.help ? `${label}: ${command.help}` : label);
                mark(items[number], "aria-pressed", controller.isLit(name));
            });
        },
    },
    Board: {
        make(part, title) {
            const { squareOf } = fieldOf(part);
            const cells = Array.from({ length: part.rows * part.columns }, (_, cell) => cell);
            const used = part.names.length ? cells.filter((cell) => part.names[cell]) : cells;
            const items = used.map((cell) => element("div", { role: "gridcell", "data-cell": cell, "aria-colindex": (cell % part.columns) + 1 }));
            const rows = Array.from({ length: part.rows }, (_, row) =>
                element("div", { role: "row", "aria-rowindex": row + 1 }, ...items.filter((_each, number) => Math.floor(used[number] / part.columns) === row)));
            const root = element("div", { role: "grid", "aria-label": titled(title) }, ...rows.filter((row) => row.children.length));
            return { root, items, boxes: used.map(squareOf) };
        },
        tell({ part, items }, { shown }) {
            const { cells = "", marks = [], chosen = -1 } = shown[part.name] ?? {};
            for (const item of items) {
                const cell = Number(item.dataset.cell);
                const more = cell === chosen ? ", chosen" : marks.includes(cell) ? ", marked" : "";
                const label = `${cellName(part, cell)}, ${manName(part, cells[cell])}${more}`;
                mark(item, "aria-label", label);
                item.hidden = cells[cell] === "-";
            }
        },
    },
    Paper: {
        make: (_, title) => ({ root: element("div", { role: "log", "aria-label": title }) }),
        tell({ root }, { paper }) {
            const { lines } = paper.visible(40, 0);
            const said = lines.map((line) => line.trimEnd());
            while (root.children.length > said.length) root.lastChild.remove();
            said.forEach((line, number) => {
                const row = root.children[number] ?? root.appendChild(element("div"));
                if (row.textContent !== line) row.textContent = line;
            });
        },
    },
    Tube: {
        make: (part) => ({ root: element("div", { role: "region", "aria-label": `${part.name} screen` }) }),
        tell({ part, root }, { shown }) {
            root.replaceChildren(...linesOf(shown[part.name]).map((textContent) => element("div", { textContent })));
        },
    },
    Digits: {
        make: () => picture("display"),
        tell({ part, root }, { shown }) {
            mark(root, "aria-label", `display: ${digitsOf(part, shown[part.name]).trim() || "dark"}`);
        },
    },
    Lamps: {
        make: () => picture("lamps"),
        tell({ part, root }, { shown }) {
            const rows = part.rows.map(({ title, number, places }, row) => {
                const lit = places.map((_, place) => ((shown[part.name]?.[row]?.[place] ?? 0) * 2 > part.levels ? "1" : "0")).join("");
                return `${title} ${number && shown[number] ? shown[number] : places.length === 1 ? (lit === "1" ? "on" : "off") : lit}`;
            });
            mark(root, "aria-label", rows.join(", "));
        },
    },
    Points: {
        make: (_, title) => picture(title),
        tell({ root }, { shown }) {
            mark(root, "aria-label", `display tube: ${(shown.tube ?? []).length} points`);
        },
    },
    Cards: {
        make: (_, title) => ({ root: element("div", { role: "group", "aria-label": title }, element("p")) }),
        tell({ part, root }, { shown }) {
            const { count = 0, texts = [], empty = "no cards" } = shown[part.name] ?? {};
            root.firstChild.textContent = count ? `${count === 1 ? "1 card" : `${count} cards`}; the first: ${texts[0] ?? "not printed"}` : empty;
        },
    },
    Label: {
        make: () => ({ root: element("p") }),
        tell({ part, root }, { shown }) {
            root.textContent = shown[part.name] ?? "";
        },
    },
};
