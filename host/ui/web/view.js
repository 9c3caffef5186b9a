// The view: it draws what a controller shows, and gives it what mouse, touch and keyboard do.
//
// It knows neither kernel nor record: a controller may run its machine here (controller.js) or elsewhere. It has
//
//     panel commands panes shown paper back        what there is to see, and its values by the names of parts
//     focus hasTurns notice pointed error showsHelp    who has the keyboard, and what is told
//     label(command) isLit(name)                   of buttons
//     press(part, key) release() act(what, value) command(name) key(name) type(text)
//     scroll(lines) takeFocus(part) endTrip()      hands

const NAMES = { Enter: "enter", Escape: "escape", Backspace: "backspace", Delete: "delete", Tab: "tab", " ": "space" };
const SENT = { enter: "\r", backspace: "\b", delete: "\x7f", escape: "\x1b", space: " " };

class PanelView {
    /** @param {HTMLTextAreaElement} keyboard takes what a soft keyboard types */
    constructor(controller, glyphs, canvas, keyboard) {
        Object.assign(this, { controller, glyphs, canvas, keyboard, painted: new Map(), grounds: new Map(), hover: null, overlay: "" });
        this.pen = new Pen(canvas.getContext("2d", { alpha: false }));
        this.pen.glyphs = glyphs;
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
            [pen.glyphs, pen.scale] = [this.glyphs, this.scale];
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
        DRAWN[part.kind].lit(this.pen, part, this.controller.shown[part.name], { controller: this.controller, glyphs: this.glyphs, hover });
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
        if (part.typed) controller.takeFocus(part.name);
        else if (controller.hasTurns && (part.kind === "Keys" || part.kind === "Board")) controller.takeFocus("");
        if (part.typed && event.pointerType === "touch") this.keyboard.focus();
        if (part.kind === "Keys") controller.press(part.name, hit.name);
        else if (part.kind === "Board") controller.act(part.name, hit.cell);
        else if (part.kind === "Buttons") controller.command(hit.command);
    }

    keyDown(event) {
        const { controller } = this;
        if (![document.body, this.keyboard, this.canvas].includes(event.target)) return;
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
