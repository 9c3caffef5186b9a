// Parts on a canvas: shapes, and for each kind of part its background and the picture of its value.

const INK = "#e8e4da";
const FAINT_INK = globalThis.matchMedia?.("(prefers-contrast: more)").matches ? "#fff" : "#a09b91";
const GROUND = "#34322f";
const EDGE = "#4a4742";
const DARK = "#262422";
const BUTTON = "#4e4b46";
const LIT_BUTTON = "#b07a28";
const HOVER = "#605c56";
const FOCUS = "#e2aa46";
const LIT = "#ff842c"; // a switch that is on
const FONT = '"Liberation Sans", Arial, Helvetica, sans-serif';
const MONO = '"Liberation Mono", Menlo, Consolas, monospace';
const LETTERS = 0.76; // of a text's size that its letters are: sizes are those of the window's font

const css = ([red, green, blue], alpha = 1) => `rgba(${red},${green},${blue},${alpha})`;
const shaded = (colour, factor) => css(colour.map((channel) => Math.min(255, Math.round(channel * factor))));
const inset = ([x, y, w, h], by) => [x + by, y + by, w - 2 * by, h - 2 * by];
const centre = ([x, y, w, h]) => [x + w / 2, y + h / 2];
const holds = ([x, y, w, h], [px, py]) => x <= px && px < x + w && y <= py && py < y + h;

/** Drawing in logical units on a context that has been scaled. */
class Pen {
    constructor(context) {
        this.c = context;
    }

    box([x, y, w, h], colour, radius = 0, outline = 0) {
        const { c } = this;
        c.beginPath();
        if (outline) c.roundRect(x + outline / 2, y + outline / 2, w - outline, h - outline, radius);
        else c.roundRect(x, y, w, h, radius);
        this.paint(colour, outline);
    }

    disc([x, y], radius, colour, outline = 0) {
        this.c.beginPath();
        this.c.arc(x, y, Math.max(0, radius - outline / 2), 0, 2 * Math.PI);
        this.paint(colour, outline);
    }

    path(points, colour, width = 0) {
        this.c.beginPath();
        points.forEach(([x, y], number) => (number ? this.c.lineTo(x, y) : this.c.moveTo(x, y)));
        this.paint(colour, width);
    }

    paint(colour, width) {
        const { c } = this;
        c.lineJoin = c.lineCap = "round";
        if (width) [c.strokeStyle, c.lineWidth] = [colour, width];
        else c.fillStyle = colour;
        if (width) c.stroke();
        else c.fill();
    }

    text([x, y], text, size, colour, align = "left", { turned = false, width = 0, mono = false, bold = false } = {}) {
        const { c } = this;
        c.font = `${bold ? "bold " : ""}${size * LETTERS}px ${mono ? MONO : FONT}`;
        [c.fillStyle, c.textAlign, c.textBaseline] = [colour, align === "centre" ? "center" : align, "middle"];
        if (width) while (text && c.measureText(text).width > width) text = text.replace(/.(\.\.\.)?$/, "...").replace(/^\.\.\.$/, "");
        if (!turned) return c.fillText(text, x, y + size * 0.03);
        c.save();
        c.translate(x, y);
        c.rotate(-Math.PI / 2);
        c.fillText(text, 0, 0);
        return c.restore();
    }

    width(text, size) {
        this.c.font = `${size * LETTERS}px ${FONT}`;
        return this.c.measureText(text).width;
    }

    /** Write a label as large as fits; or (`isWorded`) small, its words below each other. */
    letter([x, y], label, width, height, colour, isWorded = false) {
        const lines = isWorded ? label.split(" ") : [label];
        let size = isWorded ? Math.min(12, (0.9 * height) / lines.length) : height * (label.length === 1 ? 0.54 : 0.46);
        size *= Math.min(1, width / Math.max(...lines.map((each) => this.width(each, size))));
        lines.forEach((line, row) => this.text([x, y + (row - (lines.length - 1) / 2) * size * 0.92], line, size, colour, "centre"));
    }

    shape({ kind, at, box, centre: middle, points, radius, text, size, colour, align, turned, width, outline }) {
        if (kind === "Rect") this.box(box, css(colour), radius, outline);
        else if (kind === "Line") this.path(points, css(colour), width);
        else if (kind === "Disc") this.disc(middle, radius, css(colour), outline);
        else if (kind === "Polygon") this.path(points, css(colour));
        else this.text(at, text, size, css(colour), align, { turned });
    }

    ground(pane) {
        if (pane.title) {
            this.box(pane.box, EDGE, 8);
            this.box(inset(pane.box, 1.5), GROUND, 7);
            this.text([pane.box[0] + 14, pane.box[1] + 18], pane.title, 18, FAINT_INK);
        }
        pane.shapes.forEach((shape) => this.shape(shape));
        pane.parts.forEach((part) => DRAWN[part.kind].dark?.(this, part));
    }

    /** Light a soft spot. */
    glow([x, y], radius, inner, colour, alpha) {
        const { c } = this;
        const gradient = c.createRadialGradient(x, y, 0, x, y, radius);
        gradient.addColorStop(0, css(inner, alpha));
        gradient.addColorStop(0.3, css(colour, alpha));
        gradient.addColorStop(0.42, css(colour, alpha * 0.4));
        gradient.addColorStop(1, css(colour, 0));
        c.fillStyle = gradient;
        c.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    }
}

// ---------------------------------------------------------------- boards

/** Return the room round the cells, for their names. */
const marginOf = ({ margin, style, row_names, column_names }) =>
    margin ?? (style === "go" ? 30 : row_names.length + column_names.length ? 20 : 0);

/** Return a board with as many columns and rows as the value of its game has: Board.played of host/ui/parts.py. */
function asPlayed(board, shown) {
    const { cells, columns = board.columns, stars = [] } = shown ?? {};
    return columns === board.columns ? board : { ...board, columns, rows: cells.length / columns, stars };
}

/** Return where the cells are: the middles of a Go board's outermost lines, or the edge of squares and pits. */
function fieldOf(board) {
    const { box, rows, columns, style } = board;
    const isGo = style === "go";
    const [x, y, w, h] = inset(box, marginOf(board));
    const [across, down] = [columns - isGo, rows - isGo];
    const step = Math.min(w / across, h / down);
    const field = [x + (w - step * across) / 2, y + (h - step * down) / 2, step * across, step * down];
    const squareOf = (cell) => {
        const half = isGo ? 0.5 : 0;
        return [field[0] + ((cell % columns) - half) * step, field[1] + (Math.floor(cell / columns) - half) * step, step, step];
    };
    return { field, step, squareOf, placeOf: (cell) => centre(squareOf(cell)) };
}

const WOOD = "#d6aa64";
const WOOD_LINE = "#483218";
const LIGHT_SQUARE = "#dec69a";
const DARK_SQUARE = "#60462e";

function drawWood(pen, board) {
    const { box, columns, stars } = board;
    const [{ placeOf }, [x, y, w, h]] = [fieldOf(board), box];
    pen.box(box, WOOD_LINE, 6);
    pen.box(inset(box, 1.5), WOOD, 5);
    for (let line = 0; line < Math.floor(h / 9); line++) {
        const [at, sway] = [y + 6 + line * 9, ((line * 7) % 5) - 2];
        pen.path([[x + 4, at], [x + w / 2, at + sway], [x + w - 4, at - sway]], "#d0a35d", 1.5);
    }
    const last = columns - 1;
    for (let line = 0; line < columns; line++) {
        pen.path([placeOf(line), placeOf(last * columns + line)], WOOD_LINE, 1.1);
        pen.path([placeOf(line * columns), placeOf(line * columns + last)], WOOD_LINE, 1.1);
    }
    stars.forEach((cell) => pen.disc(placeOf(cell), 3.6, WOOD_LINE));
}

function drawBoard(pen, board) {
    const { box, rows, columns, style } = board;
    const { field, squareOf, placeOf } = fieldOf(board);
    const isGo = style === "go";
    if (isGo) {
        drawWood(pen, board);
    } else if (style === "squares") {
        pen.box(inset(field, -4), "#54504e", 4);
        pen.box(field, LIGHT_SQUARE);
        for (let cell = 0; cell < rows * columns; cell++) {
            const isDark = (Math.floor(cell / columns) + (cell % columns) + rows + columns) % 2;
            const [x, y, w] = squareOf(cell);
            if (isDark) pen.box(squareOf(cell), DARK_SQUARE);
            if (board.names[cell]) pen.text([x + 3, y + 7], board.names[cell], Math.min(11, w * 0.31), isDark ? LIGHT_SQUARE : DARK_SQUARE);
        }
    } else {
        pen.box(box, WOOD_LINE, 14);
        pen.box(inset(box, 1.5), WOOD, 13);
    }
    const ink = style === "squares" ? FAINT_INK : WOOD_LINE;
    const margin = marginOf(board);
    const [size, away] = [Math.min(14, margin), isGo ? 0.3 * margin : 0.6 * margin];
    board.row_names.forEach((name, row) =>
        pen.text([isGo ? box[0] + away : field[0] - away, placeOf(row * columns)[1]], name, size, ink, "centre"));
    board.column_names.forEach((name, column) =>
        pen.text([placeOf(column)[0], style === "squares" ? field[1] + field[3] + away : box[1] + away], name, size, ink, "centre"));
}

function drawMan(pen, what, [x, y, w], style) {
    const at = (u, v) => [x + u * w, y + v * w];
    const isBlack = what.length === 1 ? what === what.toLowerCase() : what.startsWith("black");
    const [face, rim] = isBlack ? ["#222020", "#54504e"] : ["#ece6d6", "#a89e88"];
    if (style === "go") {
        const radius = w * 0.47;
        pen.disc([x + w / 2 + 1.3, y + w / 2 + 1.6], radius, "#785c34");
        pen.disc(at(0.5, 0.5), radius, isBlack ? "#18181a" : "#f0eee6");
        pen.disc(at(0.35, 0.34), radius * 0.22, isBlack ? "#545458" : "#fff");
    } else if (what.length === 1) {
        const edge = isBlack ? "#a89e88" : "#222020";
        for (const shape of pen.glyphs.MEN[what.toUpperCase()]) {
            if (Array.isArray(shape[0])) {
                const points = [...shape, shape[0]].map(([u, v]) => at(u, v));
                pen.path(points, face);
                pen.path(points, edge, w * 0.025);
            } else {
                const [u, v, radius] = shape;
                pen.disc(at(u, v), radius * w, edge);
                pen.disc(at(u, v), (radius - 0.02) * w, face);
            }
        }
    } else {
        pen.disc(at(0.5, 0.53), w * 0.4, "#141210");
        pen.disc(at(0.5, 0.5), w * 0.4, rim);
        pen.disc(at(0.5, 0.5), w * 0.36, face);
        pen.disc(at(0.5, 0.5), w * 0.26, rim, w * 0.02);
        if (what.endsWith("king")) pen.path(pen.glyphs.CROWN.map(([u, v]) => at(u, v)), "#d6a434");
    }
}

function drawMen(pen, board, shown, { hover }) {
    if (!shown) return;
    const { cells, marks = [], chosen = -1 } = shown;
    const { box, style, columns, men, row_names, column_names } = board;
    const { step, squareOf, placeOf } = fieldOf(board);
    const isFree = hover >= 0 && cells[hover] !== "-" && (style !== "go" || cells[hover] === " ");
    if (style === "squares") {
        const frames = [...(isFree ? [[hover, FAINT_INK]] : []), ...marks.map((mark) => [mark, "#d6a434"]), [chosen, FOCUS]];
        for (const [cell, colour] of frames) if (cell >= 0) pen.box(squareOf(cell), colour, 2, 3);
    }
    [...cells].forEach((sign, cell) => {
        if (style === "pits" && sign !== "-") {
            pen.disc(placeOf(cell), step * 0.42, cell === hover || cell === chosen ? FOCUS : WOOD_LINE);
            pen.disc(placeOf(cell), step * 0.42 - 2.5, marks.includes(cell) ? "#96703e" : "#b0864a");
            pen.text(placeOf(cell), sign, step * 0.42, "#18181a", "centre");
        } else if (men[sign]) {
            drawMan(pen, men[sign], squareOf(cell), style);
            if (style === "go" && marks.includes(cell)) pen.disc(placeOf(cell), step * 0.2, men[sign] === "white" ? "#6e8cc8" : "#d63024", 2.2);
        }
    });
    if (style === "go" && isFree) {
        pen.disc(placeOf(hover), step * 0.42, "#f0eee6", 2);
        const name = `${row_names[Math.floor(hover / columns)] ?? ""}${column_names[hover % columns] ?? ""}`;
        pen.text([box[0] + box[2] - 8, box[1] + box[3] - 9], name, 17, WOOD_LINE, "right");
    }
}

// ---------------------------------------------------------------- keys and buttons

function drawKey(pen, key, isDown, corner, isWorded) {
    const { box, style, colour, ink, label } = key;
    const [x, y, w, h] = box;
    if (style === "slide") {
        pen.box(inset(box, -1.5), "#18191b", 5);
        const size = Math.min(h * 0.33, w * 0.3);
        pen.text([x + 3, y + h * 0.24], label || key.name, size, css(ink));
        pen.text([x + w - 3, y + h * 0.24], "ON", size, isDown ? "#ff3a22" : css(ink), "right");
        const slot = [x + 3, y + h * 0.5, w - 6, h * 0.44];
        pen.box(inset(slot, -1.5), "#5a5a5c", 5);
        pen.box(slot, "#080809", 4);
        const knob = [slot[0] + (isDown ? slot[2] / 2 : 2), slot[1] + 2, slot[2] / 2 - 2, slot[3] - 4];
        pen.box(knob, "#d8d4ca", 3);
    } else if (style === "toggle") {
        pen.box(inset(box, -1.5), "#18191b", 4);
        if (label && w > h) {
            pen.box(inset(box, 0.5), isDown ? LIT : css(colour), 3);
            pen.letter(centre(box), label, w - 6, h + 4, isDown ? DARK : css(ink));
        } else if (label) {
            const cap = [x + 2, y + (isDown ? h * 0.3 : 2), w - 4, h * 0.7 - 2];
            const lit = isDown ? [255, 132, 44] : colour;
            pen.box(cap, shaded(lit, 0.6), 4);
            pen.box([cap[0] + 1, cap[1] + 1, cap[2] - 2, cap[3] - 5], css(lit), 3);
            pen.letter([x + w / 2, cap[1] + cap[3] / 2 - 1], label, cap[2] - 4, cap[3] + 6, css(ink));
        } else if (isDown) {
            pen.box([x, y + 12, w, h - 12], shaded(colour, 0.55), 3);
            pen.box([x + 1, y + 17, w - 2, h - 18], shaded(colour, 0.82), 3);
            pen.box([x + 3, y + h - 10, w - 6, 3], LIT, 1);
        } else {
            pen.box([x, y, w, h - 6], shaded(colour, 0.55), 3);
            pen.box([x + 1, y + 1, w - 2, h - 13], css(colour), 3);
        }
    } else {
        const depth = Math.min(5, h * 0.1);
        pen.box(box, shaded(colour, 0.35), 6);
        const cap = [x + 1, y + (isDown ? depth : 1), w - 2, h - depth - 1];
        pen.box(cap, shaded(colour, isDown ? 0.7 : 1.3), 6);
        pen.box(inset(cap, 1.5), isDown ? shaded(colour, 0.78) : css(colour), 5);
        const [u, v] = centre(cap);
        pen.letter([u, v - (corner ? 4 : 0)], label || key.name, cap[2] - 6, cap[3], isDown ? shaded(ink, 0.75) : css(ink), isWorded);
        if (corner) pen.text([cap[0] + cap[2] - 6, cap[1] + cap[3] - 8], corner, 12, "#e8c478", "right");
    }
}

function drawKeys(pen, { keys, name, isWorded = keys.some(({ label }) => label.includes(" ")) }, down, { controller }) {
    const pc = Object.entries(controller.panel.keys).toReversed();
    for (const key of keys) {
        const [sign] = pc.find(([, [part, each]]) => part === name && each === key.name) ?? [""];
        const corner = key.box[2] >= 60 ? sign.charAt(0).toUpperCase() + sign.slice(1) : "";
        drawKey(pen, key, (down ?? []).includes(key.name), corner, isWorded);
    }
}

function drawButtons(pen, { places }, changed, { controller, hover }) {
    for (const [name, box] of Object.entries(places)) {
        const command = controller.commands.find((each) => each.name === name);
        if (!command) continue;
        const isLit = controller.isLit(name);
        pen.box(box, isLit ? LIT_BUTTON : hover === name ? HOVER : BUTTON, 5);
        const label = changed?.[name] ?? controller.label(command);
        pen.text(centre(box), label, Math.min(18, box[3] * 0.64), isLit ? DARK : INK, "centre", { width: box[2] - 4 });
    }
}

// ---------------------------------------------------------------- paper, cards, tubes

/** Return a line in pieces that fit. */
const cutUp = (text, across) => (text.length > across ? text.trimEnd().match(new RegExp(`.{1,${across}}`, "g")) : null) ?? [text];

function drawPaper(pen, part, _, { controller }) {
    const { box, line, glass, columns, across = columns, name } = part;
    const [x, y, w, h] = box;
    const rows = Math.floor((h - 12) / line);
    const { first, lines: whole } = controller.paper.visible(rows, controller.back);
    const lines = whole.flatMap((text, number) => cutUp(text, across).map((each) => [each, first + number])).slice(-rows);
    const { c } = pen;
    c.save();
    c.beginPath();
    c.rect(x, y, w, h);
    c.clip();
    pen.box(box, glass ? "#08160c" : "#282725", glass ? 10 : 0);
    const top = glass ? y + 6 : y + h - 6 - lines.length * line;
    const edge = glass ? 8 : 20;
    if (!glass) {
        pen.box([x, Math.max(y - 20, top - 8), w, h], "#f6f4ea");
        lines.forEach(([, at], number) => {
            const row = top + number * line;
            if (Math.floor((controller.paper.scrolled + at) / 3) % 2) pen.box([x + edge, row, w - 2 * edge, line], "#deeade");
            for (const hole of [x + edge / 2, x + w - edge / 2]) pen.disc([hole, row + line / 2], 2.4, "#686662");
            if (controller.paper.folds.includes(controller.paper.scrolled + at)) pen.path([[x, row], [x + w, row]], "#c4c0b4", 1.2);
        });
    }
    const width = (w - 2 * edge - 4) / across;
    c.font = `${Math.min(line * 0.86, width * 1.72)}px ${MONO}`;
    [c.fillStyle, c.textAlign, c.textBaseline] = [glass ? "#62ff8a" : "#222028", "left", "middle"];
    lines.forEach(([text], row) => {
        for (let column = 0; column < text.length; column++) {
            if (text[column] !== " ") c.fillText(text[column], x + edge + 2 + column * width, top + (row + 0.5) * line);
        }
    });
    if (controller.focus === name) {
        const at = [x + edge + 2 + (Math.min(controller.paper.column, columns - 1) % across) * width, top + (lines.length - 0.95) * line];
        if (!controller.back) pen.box([...at, width, line * 0.9], glass ? "rgba(98,255,138,0.6)" : "rgba(34,32,40,0.35)");
        if (controller.hasTurns) pen.box(box, FOCUS, glass ? 10 : 0, 2);
    }
    c.restore();
}

function drawCards(pen, { box }, shown) {
    const [x, y, w] = box;
    const { count = 0, texts = [], columns = [], empty = "no cards" } = shown ?? {};
    const wide = Math.min(318, w - 96);
    const card = [x + 96, y, wide, (wide * 102) / 318];
    const bottom = y + 68;
    const height = count ? Math.min(60, Math.max(2, count * 0.35)) : 0;
    pen.box([x, bottom, 86, 4], EDGE, 2);
    if (height) pen.box([x + 4, bottom - height, 78, height], "#c4ac7a", 1);
    for (let at = 0.5; at < height; at += 3) pen.path([[x + 5, bottom - height + at], [x + 80, bottom - height + at]], "#eedaac", 1.2);
    pen.text([x + 43, bottom + 18], WORDS.grouped(count), 20, INK, "centre");
    pen.text([x + 43, bottom + 33], count === 1 ? "card" : "cards", 14, FAINT_INK, "centre");
    if (!count) {
        pen.box(card, EDGE, 6, 1);
        pen.text(centre(card), empty, 16, FAINT_INK, "centre", { width: wide - 10 });
        return;
    }
    const { c } = pen;
    c.save();
    c.translate(card[0], card[1]);
    c.scale(wide / 318, wide / 318);
    const [step, row] = [306 / 80, 86 / 12];
    pen.path([[11, 0], [318, 0], [318, 102], [0, 102], [0, 11]], "#eedaac");
    [...(texts[0] ?? "")].forEach((sign, column) => pen.text([6 + (column + 0.5) * step, 6], sign, 8.5, "#463c5a", "centre"));
    for (let column = 0; column < 80; column++) {
        for (let line = 0; line < 12; line++) {
            const isHole = Math.floor((columns[column] ?? 0) / 2 ** (11 - line)) % 2;
            if (isHole) pen.box([6.6 + column * step, 12.6 + line * row, step - 1, row - 1.6], "#2c2824");
            else if (line > 1) pen.text([6 + (column + 0.5) * step, 12 + (line + 0.5) * row], String(line - 2), 5.5, "#c4aa78", "centre");
        }
    }
    c.restore();
}

function drawTube(pen, { box, dots, name, isSquare }, shown, { controller, glyphs }) {
    const [x, y, w] = box;
    const unit = w / (isSquare ? dots : (dots * 624) / 512); // round glass cuts the corners of the square of dots
    const rim = (w - dots * unit) / 2;
    const { c } = pen;
    const stroke = (width, colour) => {
        c.beginPath();
        for (const [left, top, size, text] of shown) {
            if (size === 1) {
                const [across, down] = [x + rim + (left + 0.5) * unit, y + rim + (top + 0.5) * unit];
                c.moveTo(across, down);
                c.lineTo(across + 0.01, down);
                continue;
            }
            [...text].forEach((sign, place) => {
                for (const points of glyphs.STROKES[sign] ?? []) {
                    points.forEach(([u, v], number) => {
                        const across = x + rim + (left + place * size + size * (0.16 + (0.68 * u) / 6)) * unit;
                        const down = y + rim + (top + size * (0.92 - (0.75 * v) / 6)) * unit;
                        if (number) c.lineTo(across, down);
                        else c.moveTo(across, down);
                    });
                }
            });
        }
        [c.strokeStyle, c.lineWidth, c.lineJoin, c.lineCap] = [colour, width * unit, "round", "round"];
        c.stroke();
    };
    if (shown) {
        stroke(4.2, "rgba(32,150,105,0.28)");
        stroke(1.3, "#9effce");
    }
    if (controller.hasTurns && controller.focus === name && !isSquare) pen.disc(centre(box), w / 2 + 8, "rgba(226,170,70,0.7)", 1.5);
}

function drawPoints(pen, { box, dots }, shown) {
    const [x, y, w, h] = inset(box, 16);
    const unit = w / dots;
    for (const [across, up, level] of shown ?? []) {
        pen.glow([x + (across + 0.5) * unit, y + h - (up + 0.5) * unit], 5, [220, 255, 228], [150, 255, 170], level / 12);
    }
}

// ---------------------------------------------------------------- lamps and digits

function segment([x, y, w, h], points, { SEGMENT_WIDTH, SEGMENT_HEIGHT, SLANT }) {
    const unit = Math.min((h * 0.64) / SEGMENT_HEIGHT, (w * 0.64) / SEGMENT_WIDTH);
    const [left, top] = [x + (w - unit * SEGMENT_WIDTH) / 2, y + (h - unit * SEGMENT_HEIGHT) / 2];
    return points.map(([u, v]) => [left + unit * (u + SLANT * (SEGMENT_HEIGHT / 2 - v)), top + unit * v]);
}

function drawDigits(pen, { boxes, levels }, shown, { glyphs }) {
    pen.c.save();
    boxes.forEach((box, digit) => {
        glyphs.SEGMENTS.forEach((points, number) => {
            const level = (shown?.[digit * 7 + number] ?? 0) / levels;
            if (!level) return;
            pen.c.shadowColor = css([255, 58, 34], level * 0.8);
            pen.c.shadowBlur = box[2] * 0.12 * pen.scale;
            pen.path(segment(box, points, glyphs), css([255, 58, 34], level));
        });
    });
    pen.c.restore();
}

// ---------------------------------------------------------------- text

/** Write text; the status line also has the notice, or the meaning of the place under the mouse, at its right end. */
function drawLabel(pen, { name, at, size, colour, width, align }, text, { controller }) {
    const told = name === "status" ? controller.notice || controller.pointed : "";
    const most = 0.55 * width;
    if (told) pen.text([at[0] + width, at[1]], told, size, FOCUS, "right", { width: most });
    const room = told ? width - Math.min(most, pen.width(told, size)) - 20 : width;
    pen.text(at, text ?? "", size, css(colour), align, { width: room });
}

// ---------------------------------------------------------------- kinds of parts

/** For each kind: `dark` draws the background, `lit` the value; `hit` finds the item under a point. */
const DRAWN = {
    Label: {
        lit: drawLabel,
    },
    Digits: {
        dark(pen, { boxes }) {
            boxes.forEach((box) => {
                pen.box(box, "#2c0e0e", 2);
                pen.glyphs.SEGMENTS.forEach((points) => pen.path(segment(box, points, pen.glyphs), "#421614"));
            });
        },
        lit: drawDigits,
    },
    Lamps: {
        dark(pen, { rows, radius, dark }) {
            for (const at of rows.flatMap(({ places }) => places)) {
                pen.disc(at, radius, "#54504c");
                pen.disc(at, radius - 1.1, css(dark));
                pen.disc([at[0] - radius * 0.25, at[1] - radius * 0.3], radius * 0.22, "#705c50");
            }
        },
        lit(pen, { rows, radius, lit, levels }, shown) {
            rows.forEach(({ places }, row) =>
                places.forEach((at, place) => {
                    const level = (shown?.[row]?.[place] ?? 0) / levels;
                    if (level) pen.glow(at, radius * 2.8, [255, 240, 200], lit, level);
                }),
            );
        },
        hit: ({ rows, radius }, point) => {
            for (const { places, meanings } of rows) {
                const place = places.findIndex(([x, y]) => Math.hypot(x - point[0], y - point[1]) <= radius + 2);
                if (place >= 0) return { meaning: meanings[place] ?? meanings[0] ?? "" };
            }
            return null;
        },
    },
    Keys: {
        lit: drawKeys,
        hit: ({ keys }, point) => keys.find(({ box }) => holds(inset(box, -1), point)),
    },
    Paper: { lit: drawPaper, hit: ({ box }, point) => holds(box, point) && {} },
    Tube: {
        dark(pen, { box, isSquare }) {
            if (isSquare) return pen.box(box, "#071310", 8);
            const [middle, radius] = [centre(box), box[2] / 2];
            const glass = pen.c.createRadialGradient(...middle, 0, ...middle, radius);
            glass.addColorStop(0, "#0a1a17");
            glass.addColorStop(1, "#040b0a");
            return pen.disc(middle, radius, glass);
        },
        lit: drawTube,
        hit: ({ box }, point) => holds(box, point) && {},
    },
    Points: {
        dark(pen, { box }) {
            pen.box(box, "#606262", 26);
            pen.box(inset(box, 3), "#9ea09e", 24);
            pen.box(inset(box, 10), "#121214", 30);
            pen.box(inset(box, 12), "#0a0e0c", 28);
        },
        lit: drawPoints,
    },
    Board: {
        dark: drawBoard,
        lit: drawMen,
        hit(board, point) {
            const { squareOf } = fieldOf(board);
            for (let cell = 0; cell < board.rows * board.columns; cell++) if (holds(squareOf(cell), point)) return { cell };
            return null;
        },
    },
    Cards: { lit: drawCards },
    Buttons: {
        lit: drawButtons,
        hit({ places }, point) {
            const found = Object.entries(places).find(([, box]) => holds(box, point));
            return found ? { command: found[0] } : null;
        },
    },
};
