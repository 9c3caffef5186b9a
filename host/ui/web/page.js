// The page: it draws the controller, takes mouse, touch and keyboard, keeps moments in links.

const NAMES = { Enter: "enter", Escape: "escape", Backspace: "backspace", Delete: "delete", Tab: "tab", " ": "space" };
const SENT = { enter: "\r", backspace: "\b", delete: "\x7f", escape: "\x1b", space: " " };
const MOST_STATE = 8192; // characters of a link; beyond it has the inputs instead
const MOST_REST = 1 << 24; // bytes beside the record
const LONGEST_LIFE = 86400; // seconds of the machine's time that the inputs of a link may take
const FRAME = 40; // milliseconds between two looks

// ---------------------------------------------------------------- bytes as text

const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const toBase64 = (bytes) =>
    btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const inflated = (bytes) => through(bytes, new DecompressionStream("deflate-raw"));

/** Unpack the data of a link, unless there is more than a link can have. */
async function unpacked(bytes, most) {
    const pieces = [];
    let length = 0;
    try {
        for await (const piece of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))) {
            pieces.push(piece);
            length += piece.length;
            if (length > most) break;
        }
    } catch {
        throw new Error("it is damaged");
    }
    if (length > most) throw new Error("it is too long");
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
const deflated = (bytes) => through(bytes, new CompressionStream("deflate-raw"));

/** Make the controller from the pieces that page.py has put into the file: data, module and record, deflated. */
async function open(now, ...packed) {
    const [data, wasm, record] = await Promise.all(packed.map((each) => inflated(fromBase64(each))));
    const page = JSON.parse(new TextDecoder().decode(data));
    const kernel = await Kernel.create(await WebAssembly.compile(wasm), page.kernel, page.room);
    kernel.bytes.set(record);
    const hand = new Hand(kernel, page.kernel, page.room);
    hand.outside = structuredClone(page.outside);
    return new Controller(hand, page, VIEWS(WORDS), now);
}

// ---------------------------------------------------------------- links

/** Return the end of a link that leads here: the state if it is short enough, else the inputs. */
async function linkTo(controller, most = MOST_STATE) {
    const { start, hand, given, cycles, printed, torn, ui } = controller;
    const change = start.map((byte, place) => byte ^ hand.bytes[place]);
    const rest = new TextEncoder().encode(JSON.stringify({ outside: hand.outside, printed, torn, ui }));
    const both = new Uint8Array(4 + rest.length + change.length);
    new DataView(both.buffer).setUint32(0, rest.length);
    both.set(rest, 4);
    both.set(change, 4 + rest.length);
    const state = toBase64(await deflated(both));
    if (state.length <= most || !controller.isWhole) return `#state=${state}`;
    return `#inputs=${toBase64(await deflated(new TextEncoder().encode(JSON.stringify([given, cycles]))))}`;
}

/** Go to where the end of a link leads; raises an error if it is not of this page. */
async function followLink(controller, hash) {
    const [, kind, text] = /^#(state|inputs)=(.*)$/.exec(hash) ?? [];
    if (!kind) return;
    let there = null;
    try {
        const bytes = await unpacked(fromBase64(text), controller.start.length + MOST_REST);
        there = [controller.moment(), controller.paused, controller.pacer.speed];
        await goAlong(controller, kind, bytes);
    } catch (error) {
        if (there) {
            const [before, isPaused, speed] = there;
            controller.goTo(before);
            if (isPaused) controller.pacer.pause();
            controller.pacer.set_speed(speed);
        }
        throw error.constructor === Error ? error : new Error("it is damaged"); // JavaScript's own words help nobody
    }
}

/** Go to the moment of a link. */
async function goAlong(controller, kind, bytes) {
    if (kind === "inputs") {
        const [inputs, cycle] = JSON.parse(new TextDecoder().decode(bytes));
        const times = [0, ...inputs.map(([at]) => at), cycle];
        const isTime = (at, number) => Number.isInteger(at) && at >= (times[number - 1] ?? 0);
        if (!times.every(isTime) || !inputs.every(([, kind]) => typeof kind === "string")) throw new Error("it is damaged");
        if (cycle > LONGEST_LIFE * controller.page.clock) throw new Error("it is too far away");
        await controller.relive(inputs, cycle);
        return;
    }
    const length = new DataView(bytes.buffer).getUint32(0);
    const change = bytes.subarray(4 + length);
    if (change.length !== controller.start.length) throw new Error("this link is of another page");
    const moment = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    const state = controller.start.map((byte, place) => byte ^ change[place]);
    const stray = strayField(state, controller.start, controller.page.kernel);
    if (stray) throw new Error(`no machine can be in its state: ${stray}`);
    if (typeof moment.printed !== "string" || typeof moment.ui !== "object") throw new Error("this link is of another page");
    const present = controller.hand.bytes.slice();
    controller.hand.bytes.set(state);
    const isRight = controller.views.holds ? controller.views.holds(controller.hand) : true;
    controller.hand.bytes.set(present);
    if (!isRight) throw new Error("no machine can be in its state");
    controller.goTo({ ...moment, bytes: state, given: [], isWhole: false });
}

// ---------------------------------------------------------------- the view

class PanelView {
    constructor(controller, page, canvas, keyboard) {
        Object.assign(this, { controller, page, canvas, keyboard, painted: new Map(), grounds: new Map(), hover: null, overlay: "" });
        this.pen = new Pen(canvas.getContext("2d", { alpha: false }));
        this.pen.glyphs = page.glyphs;
        this.listen();
        new ResizeObserver(() => this.fit()).observe(canvas);
        this.fit();
    }

    fit() {
        const { canvas, controller } = this;
        const [w, h] = controller.panel.size;
        const ratio = window.devicePixelRatio || 1;
        const factor = Math.max(0.05, Math.min(canvas.clientWidth / w, canvas.clientHeight / h));
        [canvas.width, canvas.height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
        this.left = (canvas.clientWidth - w * factor) / 2;
        this.scale = factor * ratio;
        this.factor = factor;
        this.pen.scale = this.scale;
        this.grounds.clear();
        this.repaint();
    }

    repaint() {
        this.painted.clear();
        const { c } = this.pen;
        c.setTransform(1, 0, 0, 1, 0, 0);
        c.fillStyle = css(this.controller.panel.background);
        c.fillRect(0, 0, this.canvas.width, this.canvas.height);
        this.paint();
    }

    /** Return the picture of a pane's background. */
    groundOf(pane) {
        if (!this.grounds.has(pane.name)) {
            const [x, y, w, h] = pane.box;
            const picture = new OffscreenCanvas(Math.ceil(w * this.scale) + 2, Math.ceil(h * this.scale) + 2);
            const pen = new Pen(picture.getContext("2d"));
            [pen.glyphs, pen.scale] = [this.page.glyphs, this.scale];
            pen.c.scale(this.scale, this.scale);
            pen.c.translate(-x, -y);
            pen.ground(pane);
            this.grounds.set(pane.name, picture);
        }
        return this.grounds.get(pane.name);
    }

    /** Paint the panes in which something has changed; they do not overlap. */
    paint() {
        const { controller } = this;
        const panes = controller.panes;
        const names = panes.map(({ name }) => name).join();
        const overlay = this.overlayText();
        if (names !== this.names || (overlay !== this.overlay && this.overlay)) this.painted.clear();
        let hasChanged = overlay !== this.overlay;
        [this.names, this.overlay] = [names, overlay];
        for (const pane of panes) {
            const value = JSON.stringify(pane.parts.map((part) => this.valueOf(part)));
            if (this.painted.get(pane.name) === value) continue;
            this.painted.set(pane.name, value);
            this.paintPane(pane);
            hasChanged = true;
        }
        if (hasChanged) this.paintOverlay();
    }

    paintPane(pane) {
        const { c } = this.pen;
        const [x, y, w, h] = pane.box;
        const ground = this.groundOf(pane);
        c.setTransform(this.scale, 0, 0, this.scale, (this.left * this.scale) / this.factor, 0);
        c.save();
        c.beginPath();
        c.rect(x, y, w, h);
        c.clip();
        c.fillStyle = css(this.controller.panel.background);
        c.fillRect(x, y, w, h);
        c.drawImage(ground, x, y, ground.width / this.scale, ground.height / this.scale);
        pane.parts.forEach((part) => this.paintPart(part));
        c.restore();
    }

    paintPart(part) {
        const hover = this.hover?.part === part ? (this.hover.hit.cell ?? this.hover.hit.command ?? -1) : -1;
        DRAWN[part.kind].lit(this.pen, part, this.controller.shown[part.name], { controller: this.controller, glyphs: this.page.glyphs, hover });
    }

    /** Return all that the picture of a part depends on. */
    valueOf(part) {
        const { controller } = this;
        const own = [this.controller.shown[part.name]];
        if (part.kind === "Paper") own.push(controller.paper.fed, controller.back, controller.focus);
        if (part.name === "status") own.push(controller.notice || controller.pointed);
        if (part.kind === "Tube") own.push(controller.focus);
        if (part.kind === "Buttons") own.push(controller.commands.map((each) => [controller.isLit(each.name), controller.label(each)]));
        if (this.hover?.part === part) own.push(this.hover.hit.cell, this.hover.hit.command);
        return own;
    }

    // ------------------------------------------------------------ help, errors, notices

    overlayText() {
        const { controller } = this;
        return controller.error || (controller.showsHelp ? "help" : "");
    }

    paintOverlay() {
        const { controller, pen } = this;
        const [w, h] = controller.panel.size;
        pen.c.setTransform(this.scale, 0, 0, this.scale, this.left * this.scale / this.factor, 0);
        if (controller.error) this.sheet("#962a24", [controller.error, "", "Click, or Esc."]);
        else if (controller.showsHelp) this.paintHelp();
    }

    sheet(colour, lines) {
        const [w, h] = this.controller.panel.size;
        const wrapped = lines.flatMap((line) => line.match(/.{1,90}(\s|$)|\S+/g) ?? [""]);
        const height = 40 + wrapped.length * 24;
        const box = [w / 2 - 380, h / 2 - height / 2, 760, height];
        this.pen.box(inset(box, -3), EDGE, 12);
        this.pen.box(box, colour, 10);
        wrapped.forEach((line, row) => this.pen.text([box[0] + 24, box[1] + 32 + row * 24], line.trim(), 20, INK));
    }

    paintHelp() {
        const { controller, pen } = this;
        const [w, h] = controller.panel.size;
        const keys = controller.commands.filter(({ key, help, label }) => key && (help || label));
        const sections = [...controller.panel.help, ["Keys of this keyboard", keys.map(({ key, help, label }) => [key, help || label])]];
        const rows = sections.flatMap(([title, each]) => [[title], ...each, []]);
        const columns = w > 900 ? 2 : 1;
        const line = Math.min(22, ((h - 70) * columns) / (rows.length + 2));
        const perColumn = Math.ceil(rows.length / columns);
        pen.box([20, 16, w - 40, h - 32], EDGE, 12);
        pen.box([22, 18, w - 44, h - 36], DARK, 11);
        rows.forEach(([sign, meaning], number) => {
            const x = 44 + Math.floor(number / perColumn) * ((w - 60) / columns);
            const y = 44 + (number % perColumn) * line;
            if (sign && meaning === undefined) pen.text([x, y], sign, line * 0.95, FOCUS, "left", { bold: true });
            else if (sign) {
                pen.text([x, y], sign, line * 0.82, INK, "left", { width: 150 });
                pen.text([x + 160, y], meaning, line * 0.82, FAINT_INK, "left", { width: (w - 60) / columns - 190 });
            }
        });
    }

    // ------------------------------------------------------------ hands

    listen() {
        const { canvas, controller, keyboard } = this;
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            this.down(event);
            this.paint();
            event.preventDefault();
        });
        for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => controller.release());
        canvas.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.move(this.point(event)));
        canvas.addEventListener("wheel", (event) => {
            const under = this.under(this.point(event));
            if (under?.part.kind === "Paper") controller.scroll(event.deltaY < 0 ? 3 : -3);
            else if (under?.part.kind === "Tube") controller.act(`${under.part.name} wheel`, event.deltaY < 0 ? 1 : -1);
            event.preventDefault();
        }, { passive: false });
        window.addEventListener("keydown", (event) => this.keyDown(event));
        window.addEventListener("keyup", () => controller.release());
        window.addEventListener("blur", () => controller.release());
        keyboard.addEventListener("input", () => {
            controller.type(keyboard.value.replaceAll("\n", "\r"));
            keyboard.value = "";
        });
    }

    point(event) {
        const area = this.canvas.getBoundingClientRect();
        return [(event.clientX - area.left - this.left) / this.factor, (event.clientY - area.top) / this.factor];
    }

    /** Return the part under a point and its item; the last one that was drawn. */
    under(point) {
        for (const pane of this.controller.panes.toReversed()) {
            for (const part of pane.parts.toReversed()) {
                const hit = DRAWN[part.kind].hit?.(part, point);
                if (hit) return { part, hit };
            }
            if (pane.title && holds(pane.box, point)) return null;
        }
        return null;
    }

    move(point) {
        const under = this.under(point);
        this.hover = under;
        const command = this.controller.commands.find(({ name }) => name === under?.hit.command);
        const key = command?.key ? `${command.key}: ` : "";
        this.controller.pointed = command ? (command.help ? key + command.help : "") : (under?.hit.meaning ?? "");
        this.canvas.style.cursor = under && (under.hit.command || under.hit.name || under.hit.cell >= 0) ? "pointer" : "default";
    }

    down(event) {
        const { controller } = this;
        if (controller.endTrip()) return;
        if (controller.error || controller.showsHelp) {
            [controller.error, controller.showsHelp] = ["", false];
            return;
        }
        const under = this.under(this.point(event));
        if (!under) return;
        const { part, hit } = under;
        if (part.typed) controller.ui.focus = part.name;
        else if (controller.hasTurns && (part.kind === "Keys" || part.kind === "Board")) controller.ui.focus = "";
        if (part.typed && event.pointerType === "touch") this.keyboard.focus();
        if (part.kind === "Keys") controller.press(part.name, hit.name);
        else if (part.kind === "Board") controller.act(part.name, hit.cell);
        else if (part.kind === "Buttons") controller.command(hit.command);
    }

    keyDown(event) {
        const { controller } = this;
        if (event.target !== document.body && event.target !== this.keyboard) return;
        const { key } = event;
        const plain = NAMES[key] ?? key.toLowerCase().replace(/^arrow/, "").replace(/^page(up|down)$/, "page $1");
        const name = event.ctrlKey || event.metaKey ? `ctrl+${plain}` : plain;
        if (event.target === this.keyboard && key.length === 1 && !event.ctrlKey) return; // comes as input
        if (event.repeat && !controller.focus) return event.preventDefault();
        if (this.take(name, key)) event.preventDefault();
        this.paint();
    }

    /** Do the action of a key of the PC; return whether it has one. */
    take(name, key) {
        const { controller } = this;
        if (name === "escape" && controller.endTrip()) return true;
        if (name === "escape" && (controller.error || controller.showsHelp)) {
            [controller.error, controller.showsHelp] = ["", false];
            return true;
        }
        const command = controller.commands.find((each) => each.key === name);
        const sent = SENT[name] ?? (key.length === 1 && !name.startsWith("ctrl+") ? key : "");
        const control = /^ctrl\+[a-z]$/.test(name) && !command ? String.fromCharCode(name.charCodeAt(5) - 96) : "";
        const isCommand = command && (!controller.focus || name.length > 1) && !SENT[name];
        if (controller.focus && !isCommand && (sent || control)) controller.type(sent || control);
        else if (isCommand || command) controller.command(command.name);
        else if (name === "page up" || name === "page down") controller.scroll(name === "page up" ? 20 : -20);
        else return controller.key(name);
        return true;
    }
}

// ---------------------------------------------------------------- the bar below

function furnish(controller, page) {
    const bar = document.getElementById("bar");
    const button = (label, title, action) => {
        const made = Object.assign(document.createElement("button"), { textContent: label, title, onclick: action });
        bar.append(made);
        return made;
    };
    const speeds = Object.assign(document.createElement("select"), { title: "speed, times the original's" });
    for (const times of [...page.constants.SPEEDS, Infinity]) speeds.add(new Option(times === Infinity ? "turbo" : `×${times}`, times));
    speeds.onchange = () => {
        controller.pacer.set_speed(Number(speeds.value));
        speeds.blur();
    };
    bar.append(speeds);
    const pause = button("❚❚", "stop or go on", () => controller.command("pause"));
    button("KEEP", "keep this moment", () => controller.command("keep"));
    button("BACK", "go back to the moment kept", () => controller.command("back"));
    button("RERUN", "go back to the beginning", () => controller.command("rerun"));
    if (page.recording.length) button("▶ RECORDING", "play the recording from the beginning", () => controller.play(page.recording));
    if (location.protocol !== "about:") button("LINK", "a link that leads to this moment", async () => {
        history.replaceState(null, "", await linkTo(controller));
        controller.tell("the address of this page leads to this moment now");
        await navigator.clipboard?.writeText(location.href).catch(() => null);
    });
    button("HELP", "what everything means (F12)", () => controller.command("help"));
    return () => {
        if (Number(speeds.value) !== controller.pacer.speed) speeds.value = String(controller.pacer.speed);
        const sign = controller.paused ? "▶" : "❚❚";
        if (pause.textContent !== sign) pause.textContent = sign;
    };
}

async function start(...packed) {
    const now = () => performance.now() / 1000;
    const controller = await open(now, ...packed);
    const { page } = controller;
    const panelView = new PanelView(controller, page, document.getElementById("panel"), document.getElementById("keyboard"));
    const follow = furnish(controller, page);
    const speaker = new Speaker(controller);
    for (const name of ["pointerup", "keydown"]) window.addEventListener(name, () => speaker.wake());
    let followed = Promise.resolve();
    const follows = async (hash) => {
        controller.error = "";
        await followLink(controller, hash).catch((error) => void (controller.error = `this link leads nowhere: ${error.message}`));
    };
    const go = (hash) => {
        controller.endTrip();
        return (followed = followed.then(() => follows(hash)));
    };
    window.addEventListener("hashchange", () => go(location.hash));
    Object.assign(window, { desk: controller, panelView, speaker, linkTo });
    document.title = controller.panel.title;
    panelView.repaint();
    setInterval(() => {
        const isSeen = controller.advance();
        speaker.follow();
        if (!isSeen) return;
        panelView.paint();
        follow();
    }, FRAME);
    await go(location.hash);
    if (page.recording.length && !location.hash) controller.play(page.recording);
    window.ready = now(); // seconds since the page was asked for
}
