// A panel on a small screen: its panes behind tabs, the parts of a tab below each other, as wide as the screen.
//
// `reflowed` is pure: from the description alone it makes panes of other sizes, in CSS pixels, which the view draws as
// it draws the panel's own. Keys, buttons and the points of boards do not get smaller than a finger needs; where they
// do not fit, the result is larger than the screen, and is scrolled.

const FINGER = 44; // CSS pixels: the least side of a key ...
const POINT = 24; // ... and the least distance of a board's points
const ROOMY = 56; // the most height of a key
const GAP = 6;
const LINE = 22; // of a label
const LETTER = 7.5; // the width of a button's letter
const LAMP = 7; // the least distance of lamps
const CARD = 112; // the height of a pile of cards
const LEAST = 100; // of the screen
const SIDE = 200; // the least width of keys beside a board
const MARGINS = { go: 12, squares: 16, pits: 0 }; // of boards: room for names ...
const marginAt = (style, step) => (style === "go" ? Math.max(MARGINS.go, step / 2) : MARGINS[style]); // ... or half a stone
const ORDER = ["Digits", "Board", "Tube", "Points", "Lamps", "Paper", "Cards", "Label", "Buttons", "Keys"];
const BESIDE_BOARD = "Lamps"; // below all others where there is a board
const LARGE = ["Board", "Tube", "Points", "Paper"]; // left of the rest, where the screen is wider than high
const IN_BAR = "open save keep back pause slower speed faster turbo sound help more rerun".split(" ");

/** Return the commands of buttons that are not in the bar, and lead to no pane: tabs do. `labels`: of all commands. */
const ownButtons = ({ places }, labels) =>
    Object.keys(places).filter((name) => labels.has(name) && !IN_BAR.includes(name) && !name.startsWith("show "));
const isShown = (part, labels) => (part.kind === "Buttons" ? ownButtons(part, labels).length > 0 : part.name !== "now");
const labelsOf = (commands) => new Map(commands.map(({ name, label }) => [name, label || name]));
const isHand = (part) => part.kind !== "Label" && part.kind !== "Buttons";

/** Return a pane's title for a tab: without the explanation that follows after blanks, and not in capitals. */
function titled(text) {
    const [title] = text.split(/ {2,}/);
    return title === title.toUpperCase() ? title.charAt(0) + title.slice(1).toLowerCase() : title;
}

/** Return the tabs: [title, panes] each; a board's is the first, those with nothing but buttons and labels are last. */
function tabsOf(panel, commands) {
    const [tabs, labels] = [new Map(), labelsOf(commands)];
    for (const pane of panel.panes.filter(({ parts }) => parts.some((part) => isShown(part, labels)))) {
        const title = pane.tab || titled(pane.title || pane.name);
        tabs.set(title, [...(tabs.get(title) ?? []), pane]);
    }
    const rank = (panes) => {
        const parts = panes.flatMap((pane) => pane.parts);
        if (parts.some(({ kind }) => kind === "Board")) return 0;
        return parts.some(isHand) ? 1 : 2;
    };
    return [...tabs].sort(([, one], [, other]) => rank(one) - rank(other));
}

/**
 * Return panes in CSS pixels, one for each part, and their size: [width, height].
 * @param {object[]} panes those of a tab
 * @param {object[]} commands of the panel: their labels are on its buttons
 */
function reflowed(panes, commands, size) {
    const [width, height] = size.map((each) => Math.max(each, LEAST)); // a hidden panel has no size
    const labels = labelsOf(commands);
    const shownOf = (pane) => pane.parts.filter((part) => isShown(part, labels));
    const all = panes.flatMap((pane) => shownOf(pane).map((part) => ({ part, called: titled(pane.title || pane.name) })));
    const rows = all.flatMap(({ part }) => part.rows?.map?.(({ number }) => number) ?? []);
    const numbers = new Map(all.filter(({ part }) => rows.includes(part.name)).map(({ part }) => [part.name, part]));
    const hasBoard = all.some(({ part }) => part.kind === "Board");
    const rankOf = ({ part: { kind } }) => (hasBoard && kind === BESIDE_BOARD ? ORDER.length : ORDER.indexOf(kind));
    const items = all
        .filter(({ part }) => !numbers.has(part.name))
        .sort((one, other) => rankOf(one) - rankOf(other));
    const given = { labels, numbers };
    const large = items.filter(({ part }) => LARGE.includes(part.kind));
    const small = items.filter(({ part }) => !LARGE.includes(part.kind));
    if (width <= height || width < 2 * SIDE || !large.length) return stacked(items, 0, width, height, given);
    if (!small.length) return stacked(large, 0, width, height, given);
    const wanted = Math.max(...large.map(({ part }) => PLACED[part.kind].widest?.(part, height) ?? width));
    const left = stacked(large, 0, Math.min(wanted, width - SIDE - GAP), height, given);
    const right = stacked(small, left.size[0] + GAP, Math.max(SIDE, width - left.size[0] - GAP), height, given);
    return {
        size: [left.size[0] + GAP + right.size[0], Math.max(left.size[1], right.size[1])],
        panes: [...left.panes, ...right.panes],
    };
}

/** Return parts below each other; what is over in height goes to those that can use it, from the top. */
function stacked(items, x, width, height, given) {
    let isDense = false;
    const measured = () => items.map((item) => ({ ...item, ...PLACED[item.part.kind].measure(item.part, width, { ...given, height, isDense }) }));
    const heightOf = (list) => list.reduce((sum, { least }) => sum + least, GAP * Math.max(0, list.length - 1));
    let list = measured();
    isDense = heightOf(list) > height;
    if (isDense) list = measured();
    let spare = Math.max(0, height - heightOf(list));
    let y = 0;
    const wide = Math.max(width, ...list.map(({ across }) => across ?? 0));
    const panes = list.map(({ part, called, least, most, columns }) => {
        const more = Math.min(spare, Math.max(0, (most ?? least) - least));
        spare -= more;
        const box = [x, y, wide, least + more];
        y += box[3] + GAP;
        const [made, shapes = []] = PLACED[part.kind].put(part, box, { ...given, columns });
        const [one, ...others] = Array.isArray(made) ? made : [made];
        return { name: part.name, box, title: "", called, group: "", shapes, parts: [one, ...others] };
    });
    return { size: [wide, Math.max(0, y - GAP)], panes };
}

const unionOf = (boxes) => {
    const [x, y] = [0, 1].map((axis) => Math.min(...boxes.map((box) => box[axis])));
    return [x, y, Math.max(...boxes.map((box) => box[0] + box[2])) - x, Math.max(...boxes.map((box) => box[1] + box[3])) - y];
};
const boardSize = ({ rows, columns, style }, step) => {
    const less = style === "go" ? 1 : 0;
    return [columns, rows].map((count) => (count - less) * step + 2 * marginAt(style, step));
};
const stepOf = ({ columns, style }, width) =>
    style === "go" ? Math.min((width - 2 * MARGINS.go) / (columns - 1), width / columns) : (width - 2 * MARGINS[style]) / columns;
const inkOf = (colour) => (Math.max(...colour) < 128 ? [232, 228, 218] : colour);
const words = (at, text, size, align = "left") => ({ kind: "Text", at, text, size, colour: [200, 196, 186], align, turned: false });

/** Return how many columns keys have: their own number, a divisor of it, or (`isDense`) a multiple. */
function columnsOf({ keys, columns }, width, isDense) {
    const longest = Math.max(...keys.map((key) => Math.max(...labelOf(key, keys).split(" ").map((word) => word.length))));
    const most = Math.max(1, Math.floor((width + 4) / (Math.max(FINGER, Math.min(longest * 6 + 10, 90)) + 4)));
    const own = columns || keys.length;
    if (own <= most) return isDense ? Math.min(keys.length, own * Math.floor(most / own)) : own;
    return Array.from({ length: most }, (_, less) => most - less).find((each) => own % each === 0 && 2 * each > most) ?? most;
}

/** Return a key's label; its name, where several have the same. */
const labelOf = ({ label, name }, keys) => (label && keys.filter((each) => each.label === label).length === 1 ? label : name);

/** Return the boxes of buttons with these widths, as many beside each other as fit. */
function flowed(widths, [left, top, width]) {
    let [x, y] = [left, top];
    return widths.map((each) => {
        const wide = Math.min(each, width);
        if (x > left && x + wide > left + width) [x, y] = [left, y + FINGER + GAP];
        const box = [x, y, wide, FINGER];
        x += wide + GAP;
        return box;
    });
}

const buttonWidths = (part, { labels }) =>
    ownButtons(part, labels).map((name) => Math.max(FINGER, labels.get(name).length * LETTER + 24));

/** Return how a row of lamps is put: how many lines, from lamp to lamp, and its height. */
function lampLines({ places, title, group }, width, radius) {
    const room = width - 2 * GAP - (places.length / (group || 3)) * 2;
    const lines = Math.max(1, Math.ceil((places.length * LAMP) / room));
    const each = Math.ceil(places.length / lines);
    const pitch = Math.min(3 * radius, room / each);
    return { lines, each, pitch, height: (title ? 18 : 0) + lines * (pitch + 4) + 4 };
}

const isSingle = ({ rows }) => rows.length > 1 && rows.every(({ places }) => places.length === 1);
const CELL = [112, 26]; // of a single lamp with its name

/** For each kind: its heights (`least`, `most`) and least width (`across`), and the part in a box, with lettering. */
const PLACED = {
    Digits: {
        measure: ({ boxes }, width) => {
            const [, , w, h] = unionOf(boxes);
            return { least: Math.min(60, (width / w) * h) };
        },
        put: (part, [x, y, w, h]) => {
            const [left, top, wide, high] = unionOf(part.boxes);
            const scale = Math.min(w / wide, h / high);
            const moved = ([bx, by, bw, bh]) => [x + (w - wide * scale) / 2 + (bx - left) * scale, y + (by - top) * scale, bw * scale, bh * scale];
            return [{ ...part, boxes: part.boxes.map(moved) }];
        },
    },
    Board: {
        measure: (board, width, { height }) => {
            const [across, least] = boardSize(board, POINT);
            const [, most] = boardSize(board, stepOf(board, Math.max(width, across)));
            return { across, least: Math.max(least, Math.min(most, height)), most };
        },
        widest: (board, height) => boardSize(board, Math.max(POINT, stepOf({ ...board, columns: board.rows }, height)))[0],
        put: (part, [x, y, w, h]) => {
            const step = Math.min(stepOf(part, w), stepOf({ ...part, columns: part.rows }, h));
            const [wide, high] = boardSize(part, step);
            return [{ ...part, margin: marginAt(part.style, step), box: [x + (w - wide) / 2, y, wide, high] }];
        },
    },
    Tube: {
        measure: (_, width) => ({ least: Math.min(width, 240), most: width }),
        widest: (_, height) => height,
        put: (part, [x, y, w, h]) => [{ ...part, isSquare: true, box: [x + (w - h) / 2, y, h, h] }],
    },
    Points: {
        measure: (_, width) => ({ least: Math.min(width, 240), most: Math.min(width, 480) }),
        widest: (_, height) => height,
        put: (part, [x, y, w, h]) => [{ ...part, box: [x + (w - h) / 2, y, h, h] }],
    },
    Lamps: {
        measure: (part, width) => {
            if (isSingle(part)) return { least: Math.ceil(part.rows.length / Math.max(1, Math.floor(width / CELL[0]))) * CELL[1] };
            return { least: part.rows.reduce((sum, row) => sum + lampLines(row, width, part.radius).height, 0) };
        },
        put: (part, [x, y, w], { numbers }) => {
            if (isSingle(part)) {
                const columns = Math.max(1, Math.floor(w / CELL[0]));
                const place = (number) => [x + (number % columns) * CELL[0] + 12, y + (Math.floor(number / columns) + 0.5) * CELL[1]];
                const rows = part.rows.map((row, number) => ({ ...row, places: [place(number)] }));
                return [{ ...part, rows }, rows.map(({ title, places: [[u, v]] }) => words([u + 14, v], title, 14))];
            }
            const [lettering, found] = [[], []];
            let [top, radius] = [y, part.radius];
            const rows = part.rows.map((row) => {
                const { each, pitch, height } = lampLines(row, w, part.radius);
                const begin = top + (row.title ? 18 : 0) + pitch / 2 + 2;
                radius = Math.min(radius, pitch * 0.42);
                if (row.title) lettering.push(words([x + GAP, top + 9], row.title, 15));
                if (numbers.has(row.number)) {
                    const label = numbers.get(row.number);
                    found.push({ ...label, at: [x + w - GAP, top + 9], size: 15, align: "right", width: w * 0.6, colour: inkOf(label.colour) });
                }
                top += height;
                const place = (lamp) => {
                    const at = lamp % each;
                    return [x + GAP + (at + 0.5) * pitch + Math.floor(at / (row.group || 3)) * 2, begin + Math.floor(lamp / each) * (pitch + 4)];
                };
                return { ...row, places: row.places.map((_, lamp) => place(lamp)) };
            });
            return [[{ ...part, rows, radius }, ...found], lettering];
        },
    },
    Paper: {
        measure: () => ({ least: 160, most: 2000 }),
        put: (part, box) => [{ ...part, box, line: 15, across: Math.min(part.columns, Math.floor((box[2] - (part.glass ? 20 : 44)) / 6)) }],
    },
    Cards: {
        measure: () => ({ least: CARD }),
        put: (part, [x, y, w, h]) => [{ ...part, box: [x + GAP, y + 2, w - 2 * GAP, h - 2] }],
    },
    Label: {
        measure: () => ({ least: LINE }),
        put: (part, [x, y, w]) => [{ ...part, at: [x + GAP, y + LINE / 2], size: 19, align: "left", width: w - 2 * GAP, colour: inkOf(part.colour) }],
    },
    Keys: {
        measure: (part, width, { isDense }) => {
            const columns = columnsOf(part, width - 8, isDense);
            const rows = Math.ceil(part.keys.length / columns);
            return { columns, least: rows * (FINGER + 4) + 4, most: rows * (ROOMY + 4) + 4 };
        },
        put: (part, [x, y, w, h], { columns }) => {
            const rows = Math.ceil(part.keys.length / columns);
            const [wide, high] = [Math.min((w - 4) / columns, 120), (h - 4) / rows];
            const left = x + (w - columns * wide) / 2;
            const box = (number) => [left + (number % columns) * wide + 2, y + 4 + Math.floor(number / columns) * high, wide - 4, high - 4];
            const isWorded = part.keys.some(({ label }) => label.includes(" "));
            const keys = part.keys.map((key, number) => {
                const isDark = !key.label && Math.min(...key.colour) > 128; // lettering on a light key that had none
                return { ...key, label: labelOf(key, part.keys), box: box(number), ink: isDark ? [38, 40, 42] : key.ink };
            });
            return [{ ...part, keys, isWorded }];
        },
    },
    Buttons: {
        measure: (part, width, given) => {
            const boxes = flowed(buttonWidths(part, given), [0, 0, width - 8]);
            return { least: boxes[boxes.length - 1][1] + FINGER };
        },
        put: (part, [x, y, w], given) => {
            const boxes = flowed(buttonWidths(part, given), [x + 4, y, w - 8]);
            return [{ ...part, places: Object.fromEntries(ownButtons(part, given.labels).map((name, number) => [name, boxes[number]])) }];
        },
    },
};
