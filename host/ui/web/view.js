// The view: it draws what a controller shows, and gives it what mouse, touch and keyboard do.
//
// It knows neither kernel nor record: a controller may run its machine here (controller.js) or elsewhere. It has
//
//     panel commands panes shown paper back        what there is to see, and its values by the names of parts
//     focus hasTurns notice pointed error showsHelp    who has the keyboard, and what is told
//     label(command) isLit(name)                   of buttons
//     press(part, key) release() act(what, value) command(name) key(name) type(text)
//     scroll(lines) takeFocus(part) endTrip()      hands

const NAMES = { Enter: "enter", Escape: "escape", Backspace: "backspace", Delete: "delete", " ": "space" };
const SENT = { enter: "\r", backspace: "\b", delete: "\x7f", escape: "\x1b", space: " " };

const SMALL = [700, 500]; // CSS pixels: on a smaller screen the panel is reflowed
const OF_SHEET = ["Enter", " ", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];
const WHOLE = "Whole panel"; // the tab that shows it as it is
const LEAST_WHOLE = 0.6; // its scale at least, on a small screen
const CALM = 250; // milliseconds between two pictures, for those who want less motion
const WIDER = " (wider than the screen: drag it sideways)";
const TAP = 10; // CSS pixels that a finger may move in a tap

class PanelView {
    /** @param {HTMLElement} stage is filled: with the canvas, tabs and the line of actions on a small screen, the text layer */
    constructor(controller, glyphs, stage) {
        Object.assign(this, { controller, glyphs, stage, painted: new Map(), grounds: new Map(), resized: new Map(), hover: null, tab: "", seenAt: 0 });
        this.furnish();
        this.pen = new Pen(this.canvas.getContext("2d", { alpha: false }));
        this.pen.glyphs = glyphs;
        this.layer = new TextLayer(this, this.stage.querySelector(".layer"));
        this.calm = matchMedia("(prefers-reduced-motion: reduce)");
        this.listen();
        new ResizeObserver(() => this.fit()).observe(stage);
        this.fit();
    }

    furnish() {
        const sheet = new CSSStyleSheet(); // panel.css
        sheet.replaceSync(STYLE);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        this.canvas = element("canvas", { "aria-hidden": "true" });
        const off = { autocapitalize: "off", autocomplete: "off", autocorrect: "off", spellcheck: "false" };
        this.keyboard = element("textarea", { ...off, hidden: "" }); // takes what is typed, a soft keyboard's, too
        this.ground = element("div", { class: "ground" }, this.canvas, element("div", { class: "layer" }), this.keyboard);
        this.field = element("div", { class: "field" }, this.ground);
        this.tabs = element("div", { class: "tabs", role: "tablist", "aria-label": "parts of the panel" });
        this.now = element("p", { class: "now", "aria-hidden": "true" }); // `live` says it
        this.live = element("p", { class: "live", role: "status" });
        this.sheet = element("div", { class: "sheet", tabindex: "-1", hidden: "" });
        this.sheet.addEventListener("click", () => this.closeSheet());
        this.stage.classList.add("panel");
        this.stage.tabIndex = -1;
        this.stage.replaceChildren(this.tabs, this.now, this.field, this.live, this.sheet);
    }

    /** Show the panel that the controller has now: another machine's, or another program's. */
    equip(glyphs) {
        Object.assign(this, { glyphs, tabList: null, hover: null });
        this.resized.clear();
        this.pen.glyphs = glyphs;
        this.tabs.replaceChildren();
        this.fit();
    }

    // ------------------------------------------------------------ places

    /** The panes as they are drawn now: the panel's own, or those made for a small screen. */
    get panes() {
        return this.made?.panes ?? this.controller.panes.map((pane) => this.played(pane));
    }

    /** Return a pane with its board as large as the game's. */
    played(pane) {
        const { shown } = this.controller;
        const boards = pane.parts.map((part) => (part.kind === "Board" ? asPlayed(part, shown[part.name]) : part));
        if (boards.every((board, number) => board === pane.parts[number])) return pane;
        const lines = boards.map(({ columns = 0 }) => columns).join();
        if (this.resized.get(pane.name)?.lines !== lines) this.resized.set(pane.name, { ...pane, parts: boards, lines });
        return this.resized.get(pane.name);
    }

    /** The sizes of all boards: with others everything has other places. */
    get lines() {
        const { panel, shown } = this.controller;
        const boards = panel.panes.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "Board"));
        return boards.map(({ name, columns }) => shown[name]?.columns ?? columns).join();
    }

    get isNarrow() {
        const { clientWidth, clientHeight } = this.stage;
        return clientWidth < SMALL[0] || clientHeight < SMALL[1];
    }

    fit() {
        const { stage, field } = this;
        stage.classList.toggle("narrow", this.isNarrow);
        stage.classList.toggle("side", this.isNarrow && stage.clientWidth > 1.3 * stage.clientHeight);
        this.showTabs();
        this.fitted = this.lines;
        Object.assign(this.ground.style, { width: "", height: "" });
        this.arrange();
        this.size();
        if (this.made && field.clientWidth < this.made.size[0]) { // a bar to scroll by has taken some of it
            this.arrange();
            this.size();
        }
        this.grounds.clear();
        this.names = "";
        this.repaint();
    }

    /** Make the canvas as large as what is drawn, or the field if that is larger. */
    size() {
        const { field, canvas, controller } = this;
        const ratio = window.devicePixelRatio || 1;
        const [w, h] = this.made?.size ?? controller.panel.size;
        const fitting = Math.min(field.clientWidth / w, field.clientHeight / h);
        this.factor = this.made ? 1 : Math.max(this.isNarrow ? LEAST_WHOLE : 0.05, fitting);
        const width = Math.max(field.clientWidth, Math.floor(w * this.factor));
        const height = Math.max(field.clientHeight, Math.floor(h * this.factor));
        Object.assign(this.ground.style, { width: `${width}px`, height: `${height}px` });
        this.scrolls = width > field.clientWidth || height > field.clientHeight;
        [canvas.width, canvas.height] = [width * ratio, height * ratio];
        this.left = (width - w * this.factor) / 2;
        this.scale = this.factor * ratio;
        this.pen.scale = this.scale;
    }

    /** Make the panes of the tab for this screen. */
    arrange() {
        const { controller, field } = this;
        const found = this.isNarrow && this.tab !== WHOLE ? this.tabList.find(([title]) => title === this.tab) : null;
        this.made = found ? reflowed(found[1].map((pane) => this.played(pane)), controller.commands, [field.clientWidth, field.clientHeight]) : null;
    }

    showTabs() {
        this.tabList ??= tabsOf(this.controller.panel, this.controller.commands);
        const titles = [...this.tabList.map(([title]) => title), WHOLE];
        if (!titles.includes(this.tab)) this.tab = titles[0];
        if (this.tabs.children.length === titles.length) return this.markTab();
        this.tabs.replaceChildren(...titles.map((title) => {
            const tab = element("button", { type: "button", role: "tab", textContent: title });
            tab.addEventListener("click", () => this.turnTo(title));
            return tab;
        }));
        return this.markTab();
    }

    markTab() {
        for (const each of this.tabs.children) {
            const isChosen = each.textContent === this.tab;
            each.setAttribute("aria-selected", isChosen);
            each.tabIndex = isChosen ? 0 : -1;
        }
    }

    /** Show a tab of the small screen, and its pane where it shares the place of others. */
    turnTo(title) {
        const { controller } = this;
        this.tab = title;
        for (const pane of this.tabList.find(([each]) => each === title)?.[1] ?? []) {
            if (pane.group && !controller.panes.includes(pane)) controller.command(`show ${pane.name}`);
        }
        this.field.scrollTo(0, 0);
        this.fit();
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

    /** Paint what has changed since the last picture; those who want less motion get fewer. */
    frame() {
        if (this.calm.matches && performance.now() - this.seenAt < CALM) return;
        this.paint();
    }

    /** Paint the panes in which something has changed; they do not overlap. */
    paint() {
        if (this.lines !== this.fitted) return this.fit(); // which paints
        this.seenAt = performance.now();
        const { panes } = this;
        const names = panes.map(({ name }) => name).join();
        if (names !== this.names) {
            this.painted.clear();
            this.layer.build(panes);
            this.placeKeyboard();
        }
        this.names = names;
        for (const pane of panes) {
            const value = JSON.stringify(pane.parts.map((part) => this.valueOf(part)));
            if (this.painted.get(pane.name) === value) continue;
            this.painted.set(pane.name, value);
            this.paintPane(pane);
        }
        this.layer.follow();
        this.tell();
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

    /** Tell what can be done now, notices and errors; numbers that run do not speak. */
    tell() {
        const { controller } = this;
        const isWide = this.made?.size[0] > this.field.clientWidth;
        const now = [controller.notice, controller.shown.now].filter(Boolean).join(". ") + (isWide ? WIDER : "");
        if (this.now.textContent !== now) this.now.textContent = now;
        const said = now.replace(/\d+/g, "");
        if (said !== this.said) this.live.textContent = now;
        this.said = said;
        const sheet = controller.error ? `!${controller.error}` : controller.showsHelp ? "help" : "";
        if (sheet !== this.sheetOf) this.showSheet(sheet);
        this.sheetOf = sheet;
    }

    /** Show an error or the help over the panel, or neither. */
    showSheet(what) {
        const { sheet, controller } = this;
        const had = this.before;
        this.before = what ? (had ?? document.activeElement) : null;
        sheet.hidden = !what;
        sheet.classList.toggle("wrong", what.startsWith("!"));
        if (!what) return had?.focus?.();
        const close = element("button", { type: "button", textContent: "Close (Esc)" });
        sheet.setAttribute("role", what === "help" ? "dialog" : "alertdialog");
        sheet.setAttribute("aria-label", what === "help" ? "help" : "error");
        sheet.replaceChildren(...(what === "help" ? this.help() : [element("p", { textContent: controller.error })]), close);
        sheet.scrollTop = 0;
        return sheet.focus({ preventScroll: true });
    }

    help() {
        const { controller } = this;
        const keys = controller.commands.filter(({ key, help, label }) => key && (help || label));
        const sections = [...controller.panel.help, ["Keys of this keyboard", keys.map(({ key, help, label }) => [key, help || label])]];
        return sections.flatMap(([title, rows]) => [
            element("h2", { textContent: title }),
            element("dl", {}, ...rows.flatMap(([sign, meaning]) => [element("dt", { textContent: sign }), element("dd", { textContent: meaning })])),
        ]);
    }

    closeSheet() {
        const { controller } = this;
        const was = controller.error || controller.showsHelp;
        [controller.error, controller.showsHelp] = ["", false];
        this.tell();
        return Boolean(was);
    }

    // ------------------------------------------------------------ hands

    listen() {
        const { canvas, controller, keyboard } = this;
        canvas.addEventListener("pointerdown", (event) => {
            if (this.waits(event)) return void (this.tap = event);
            canvas.setPointerCapture(event.pointerId);
            this.down(event);
            this.paint();
        });
        canvas.addEventListener("mousedown", (event) => {
            event.preventDefault(); // of a page with nothing else the body has the keyboard, and so the machine
            const { activeElement } = document;
            if (activeElement !== document.body && activeElement !== keyboard) this.stage.focus({ preventScroll: true });
        });
        canvas.addEventListener("pointerup", (event) => {
            if (this.tap) this.endTap(event);
            else controller.release();
        });
        canvas.addEventListener("pointercancel", () => {
            this.tap = null;
            controller.release();
        });
        canvas.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.move(this.point(event)));
        canvas.addEventListener("wheel", (event) => {
            const under = this.under(this.point(event));
            if (under?.part.kind === "Paper") controller.scroll(event.deltaY < 0 ? 3 : -3);
            else if (under?.part.kind === "Tube") controller.act(`${under.part.name} wheel`, event.deltaY < 0 ? 1 : -1);
            else if (this.scrolls) return;
            event.preventDefault();
        }, { passive: false });
        this.tabs.addEventListener("keydown", ({ key, target }) => {
            const next = { ArrowRight: target.nextSibling, ArrowLeft: target.previousSibling }[key];
            if (next) (next.click(), next.focus());
        });
        window.addEventListener("keydown", (event) => this.keyDown(event));
        window.addEventListener("keyup", () => controller.release());
        window.addEventListener("blur", () => controller.release());
        keyboard.addEventListener("focus", () => {
            controller.takeFocus(this.typedPart.name);
            this.paint();
        });
        keyboard.addEventListener("input", () => {
            controller.type(keyboard.value.replaceAll("\n", "\r"));
            keyboard.value = "";
        });
    }

    get typedPart() {
        return this.panes.flatMap((pane) => pane.parts).find((part) => part.typed);
    }

    /** Put the field that takes typed text over the part that it is for. */
    placeKeyboard() {
        const { typedPart: part, keyboard } = this;
        keyboard.hidden = !part;
        if (!part) return;
        this.layer.place(keyboard, part.box);
        keyboard.setAttribute("aria-label", `type at the ${part.kind === "Tube" ? "console" : part.name}`);
    }

    /** Return whether a touch counts only when it ends where it began: elsewhere it scrolls. */
    waits(event) {
        if (event.pointerType !== "touch") return false;
        const under = this.under(this.point(event));
        return this.scrolls || under?.part.kind !== "Keys";
    }

    endTap(event) {
        const { tap, controller } = this;
        this.tap = null;
        if (Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) > TAP) return;
        this.down(event);
        setTimeout(() => controller.release(), 150);
        this.paint();
    }

    point(event) {
        const area = this.canvas.getBoundingClientRect();
        return [(event.clientX - area.left - this.left) / this.factor, (event.clientY - area.top) / this.factor];
    }

    /** Return the part under a point and its item; the last one that was drawn. */
    under(point) {
        for (const pane of this.panes.toReversed()) {
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
        if (controller.endTrip() || this.closeSheet()) return;
        const under = this.under(this.point(event));
        if (!under) return;
        const { part, hit } = under;
        if (part.typed) controller.takeFocus(part.name);
        else if (controller.hasTurns && (part.kind === "Keys" || part.kind === "Board")) controller.takeFocus("");
        if (part.typed && event.pointerType === "touch") this.keyboard.focus({ preventScroll: true });
        else if (!part.typed && document.activeElement === this.keyboard) this.keyboard.blur();
        if (part.kind === "Keys") controller.press(part.name, hit.name);
        else if (part.kind === "Board") controller.act(part.name, hit.cell);
        else if (part.kind === "Buttons") controller.command(hit.command);
    }

    keyDown(event) {
        const { controller } = this;
        const isHere = this.stage.contains(event.target) && event.target.role !== "tab";
        if ((event.target !== document.body && !isHere) || event.key === "Tab") return; // Tab leads on to the next part
        const { key } = event;
        if (!this.sheet.hidden && OF_SHEET.includes(key)) { // other keys than those that close it move its text
            if ((key === "Enter" || key === " ") && this.closeSheet()) event.preventDefault();
            return;
        }
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
        if (name === "escape" && this.closeSheet()) return true;
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
