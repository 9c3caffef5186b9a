// The controller in a page: what host/ui/controller.py does, by the same steps at the same cycles.

const FAR = 2 ** 62;
const NONE = 0; // of Stop
const LOOKING = 50; // times as long as a look takes until the next one

class Controller {
    /**
     * @param {Hand} hand the machine
     * @param {object} page what page.py has put into the file
     * @param {object} views the translated functions: look act ready standing sample give printed run, "game look" ...
     */
    constructor(hand, page, views, now) {
        Object.assign(this, { hand, page, views, now, front: page.front, constants: page.constants });
        this.commands = page.commands;
        this.start = hand.bytes.slice();
        this.ui = { at: {}, light: [], focus: "", ...structuredClone(page.ui) };
        this.printed = page.printed;
        this.paper = new Screen(this.paperPart?.columns ?? 72, !this.paperPart?.glass);
        this.given = []; // [cycle, kind, value] of all inputs ...
        this.isWhole = true; // ... since the page's beginning; else since a state that was gone to
        this.tape = []; // inputs that are still to come of a recording
        this.steps = [];
        this.remembered = [];
        Object.assign(this, { torn: 0, back: 0, due: 0, since: null, held: null, kept: null, notice: "", noticeUntil: 0 });
        this.trip = null; // to where a link leads
        Object.assign(this, { error: "", pointed: "", showsHelp: false, stop: NONE, isPaused: false, speed: page.speed, sound: false });
        this.slice = this.constants.FIRST_SLICE;
        this.seenAt = now();
        this.samples = [];
        this.light = (page.widths ?? []).map((width) => Array(width).fill(0));
        this.turn = 0;
        this.restartClock();
        this.refresh(true);
        this.beginning = this.moment();
    }

    get cycles() {
        return this.hand.m.cycles;
    }

    get paperPart() {
        return this.front.panes.flatMap((pane) => pane.parts).find((part) => part.kind === "Paper");
    }

    view(name, ...given) {
        return this.views[name] ? this.views[name](this.hand.m, this.ui, ...given) : null;
    }

    // ------------------------------------------------------------ time

    get paused() {
        return this.isPaused || this.stop !== NONE;
    }

    restartClock() {
        this.startTime = this.now();
        this.startCycle = this.cycles;
        this.pace = [[this.startTime, this.startCycle]];
    }

    /** Let the machine run to where it should be now, do what is due, and look at what it shows; return whether it did. */
    advance() {
        if (!this.trip) this.goOn();
        if (this.notice && this.now() >= this.noticeUntil) this.notice = "";
        const isTime = this.now() - this.seenAt >= LOOKING * this.looked;
        if (isTime) this.refresh();
        return isTime;
    }

    goOn() {
        const before = this.stop;
        if (this.standing()) {
            this.playTape();
            this.doSteps();
            this.restartClock();
        } else if (!this.paused) {
            if (!this.attempt(() => this.keepPace())) this.isPaused = true;
        }
        if (this.standing()) this.stop = NONE; // a hand lets it go on, not the pacer
        if (this.stop !== before && this.stop !== NONE) this.stopped();
    }

    keepPace() {
        const { BUDGET, SLICE, LATE, SPAN } = this.constants;
        const began = this.now();
        const pace = this.speed * this.page.clock;
        const target = this.speed === Infinity ? FAR : this.startCycle + Math.round((began - this.startTime) * pace);
        let now = began;
        while (this.cycles < target && now - began < BUDGET - SLICE / 2 && this.stop === NONE) {
            [this.stop, now] = this.runSlice(target, now, (end) => this.runTo(end));
        }
        const late = now - this.startTime - (this.cycles - this.startCycle) / pace;
        if (this.speed !== Infinity && late > LATE) this.startTime += late - LATE;
        this.pace.push([now, this.cycles]);
        while (this.pace.length > 2 && this.pace[1][0] <= now - SPAN) this.pace.shift();
    }

    /** Run to a cycle, or for about SLICE seconds from now on; return why it stopped, and the time. */
    runSlice(cycle, now, run) {
        const { SLICE, FIRST_SLICE } = this.constants;
        const first = this.cycles;
        const stop = run(Math.min(cycle, first + this.slice));
        const later = this.now();
        if (this.cycles - first >= this.slice) {
            const fitting = ((this.cycles - first) * SLICE) / Math.max(later - now, 1e-9);
            this.slice = Math.max(FIRST_SLICE / 10, Math.min(2 * this.slice, Math.floor(fitting)));
        }
        return [stop, later];
    }

    get megahertz() {
        const [[firstTime, first], [lastTime, last]] = [this.pace[0], this.pace.at(-1)];
        return this.paused || lastTime <= firstTime ? 0 : (last - first) / (lastTime - firstTime) / 1e6;
    }

    /** Run the machine to a cycle, with the steps that are due before. */
    runTo(cycle) {
        let stop = NONE;
        while (stop === NONE && this.cycles < cycle && !this.standing()) {
            this.playTape();
            this.doSteps();
            let end = this.steps.length ? Math.min(cycle, Math.max(this.due, this.cycles + 1)) : cycle;
            if (this.steps[0]?.[0] === "until") end = Math.min(cycle, this.cycles + this.constants.CHECK);
            if (this.tape.length) end = Math.max(this.cycles + 1, Math.min(end, this.tape[0][0]));
            stop = this.views.sample ? this.runLit(end) : this.run(end);
        }
        return stop;
    }

    runLit(cycle) {
        const { PIECES, LONG, FEWER, GOLDEN } = this.constants;
        const first = this.cycles;
        const pieces = cycle - first < LONG ? PIECES : FEWER;
        let stop = NONE;
        for (let piece = 0; piece < pieces && stop === NONE; piece++) {
            this.turn = (this.turn + GOLDEN) % 1;
            const share = piece === pieces - 1 ? pieces : piece + this.turn;
            const end = first + Math.round((share * (cycle - first)) / pieces);
            if (end > this.cycles) {
                stop = this.run(end);
                this.samples.push(this.view("sample"));
            }
        }
        return stop;
    }

    /** Run the machine alone, and take what it has printed. */
    run(cycle) {
        const { hand, views } = this;
        let stop = NONE;
        if (views.run) {
            stop = views.run(hand, cycle);
        } else {
            while (this.cycles < cycle && stop === NONE) {
                hand.call("run", cycle);
                stop = hand.m.stop;
                this.takePrinted();
            }
        }
        this.takePrinted();
        return stop;
    }

    takePrinted() {
        if (this.views.printed) this.printed += this.views.printed(this.hand);
    }

    standing() {
        return this.view("standing");
    }

    // ------------------------------------------------------------ what is shown

    refresh(still = false) {
        const now = this.now();
        if (this.views.sample) this.followLight(still ? null : now - this.seenAt);
        const speed = this.speed === Infinity ? "turbo" : `x${this.speed}`;
        const megahertz = this.megahertz;
        Object.assign(this.ui, { wall: now, waiting: this.steps.length, still, paused: this.paused, speed, megahertz });
        this.ui.seconds = this.cycles / this.page.clock;
        this.seenAt = now;
        const lines = this.paper.lines.length + this.paper.scrolled;
        this.paper.follow(this.printed.slice(this.torn));
        if (this.back) this.scroll(this.paper.lines.length + this.paper.scrolled - lines);
        this.views.refresh?.(this.hand, this.ui);
        const own = this.view("look");
        this.shown = { ...own, ...this.view("game look"), ...(this.paused ? { now: own.now } : {}) };
        this.views.follow(this.ui, this.shown);
        this.looked = this.now() - now;
    }

    /** Let the eye follow what has been lit since the last time; null: as long as it takes. */
    followLight(seconds) {
        const { PERSISTENCE, LEVELS, DIMMEST } = this.constants;
        const samples = this.samples.length ? this.samples : [this.view("sample")];
        this.samples = [];
        const part = seconds === null ? 1 : 1 - Math.exp(-seconds / PERSISTENCE);
        this.light.forEach((light, number) => {
            for (let place = 0; place < light.length; place++) {
                const weight = 2 ** (light.length - 1 - place);
                const lit = samples.filter((sample) => Math.floor(sample[number] / weight) % 2).length;
                light[place] += (lit / samples.length - light[place]) * part;
            }
        });
        const brightness = (share) => (share < DIMMEST ? 0 : Math.max(1, WORDS.rounded(LEVELS * Math.sqrt(Math.min(1, share)))));
        this.ui.light = this.light.map((light) => light.map(brightness));
    }

    get panes() {
        const first = {};
        for (const { group, name } of this.front.panes) first[group] ??= name;
        return this.front.panes.filter(({ group, name }) => !group || (this.ui[`pane ${group}`] ?? first[group]) === name);
    }

    // ------------------------------------------------------------ steps

    /** Do these after what is still to be done, those that are due at once. */
    add(steps) {
        if (steps[0]?.[0] === "instead") {
            const waiting = this.steps.findIndex(([kind]) => kind === "until");
            if (waiting >= 0) this.steps.splice(waiting);
            this.since = null;
        }
        this.steps.push(...steps.filter(([kind]) => kind !== "instead"));
        this.attempt(() => this.doSteps());
        this.refresh();
    }

    doSteps() {
        while (this.steps.length) {
            const standing = this.standing();
            const [kind, ...rest] = this.steps[0];
            if (kind === "until" && !this.trueFor(rest[0], rest[1], standing)) return;
            if (kind !== "until" && this.cycles < this.due && !standing) return;
            this.steps.shift();
            if (kind === "wait") this.due = Math.max(this.due, this.cycles) + Math.floor(rest[0]);
            else if (kind === "give") this.give(...rest);
            else if (kind === "say") this.tell(rest[0]);
            else if (kind === "ask") this.ask(...rest);
            else if (kind === "step") this.step(rest[0]);
            else if (kind === "speed") this.setSpeed(rest[0] || Infinity);
            else if (kind === "command") this.command(rest[0]);
        }
    }

    /** Ask for a line: what is typed goes to act. */
    ask(title, what, hint) {
        const line = globalThis.prompt(`${title}\n${hint}`);
        if (line) this.act(what, line);
    }

    trueFor(name, cycles, standing) {
        const isReady = ["ready", "game ready"].every((each) => !this.views[each] || this.view(each, name));
        if (!isReady) {
            this.since = null;
            return false;
        }
        this.since ??= this.cycles;
        if (this.cycles - this.since < cycles && !standing) return false;
        this.since = null;
        return true;
    }

    /** Let something happen to the machine now; it is written down. */
    give(kind, value) {
        if (kind === "at") {
            this.tape.push(value);
            this.tape.sort(([one], [other]) => one - other);
            return;
        }
        const cycle = this.cycles;
        const wrong = this.views.give(this.hand, kind, value);
        if (wrong) throw new Error(wrong);
        this.given.push([cycle, kind, value]);
        if (this.stop !== NONE) {
            [this.stop, this.isPaused] = [NONE, false];
            this.restartClock();
        }
    }

    // ------------------------------------------------------------ hands

    act(what, value) {
        if (this.endTrip()) return;
        this.add(this.view("game act", what, value) ?? this.view("act", what, value) ?? []);
    }

    press(part, key) {
        if (this.endTrip()) return;
        this.error = "";
        this.release();
        this.held = [part, key];
        this.act(part, key);
    }

    release() {
        if (!this.held) return;
        const [part, key] = this.held;
        this.held = null;
        this.act(`${part} up`, key);
    }

    /** Take a key of the PC, by its neutral name; return whether it means something. */
    key(name) {
        const command = this.commands.find((each) => each.key === name);
        if (command) this.command(command.name);
        else if (this.front.keys[name]) this.press(...this.front.keys[name]);
        return Boolean(command || this.front.keys[name]);
    }

    type(text) {
        this.back = 0;
        this.act("type", text);
    }

    get typedParts() {
        return this.panes.flatMap((pane) => pane.parts).filter((part) => part.typed).map((part) => part.name);
    }

    get focus() {
        const typed = this.typedParts;
        if (typed.includes(this.ui.focus)) return this.ui.focus;
        return this.hasTurns || !typed.length ? "" : typed[0];
    }

    /** Whether keys of the machine have the keyboard, too, so that it matters who has it. */
    get hasTurns() {
        return Object.keys(this.front.keys).length > 0;
    }

    scroll(lines) {
        this.back = Math.max(0, Math.min(this.back + lines, this.paper.lines.length - 1));
    }

    // ------------------------------------------------------------ commands

    command(name) {
        if (this.endTrip()) return;
        this.error = "";
        const own = this.own[name];
        if (own) this.attempt(() => own.call(this));
        else if (name.startsWith("show ")) this.show(name.slice(5));
        else this.act("command", name);
        this.refresh();
    }

    own = {
        keep() {
            this.kept = this.moment();
            this.tell(`kept cycle ${WORDS.grouped(this.cycles)}`);
        },
        back() {
            if (!this.kept) throw new Error("no moment has been kept yet: KEEP MOMENT does");
            this.goBack(this.kept);
        },
        remember() {
            this.remembered.push(this.moment());
        },
        "take back"() {
            if (!this.remembered.length) throw new Error("there is no move to take back");
            this.goBack(this.remembered.pop());
        },
        pause() {
            if (this.paused) this.resume();
            else this.isPaused = true;
        },
        step() {
            this.step(1);
        },
        slower() {
            this.setSpeed(this.constants.SPEEDS.filter((each) => each < this.speed).at(-1) ?? this.constants.SPEEDS[0]);
        },
        faster() {
            this.setSpeed(this.constants.SPEEDS.find((each) => each > this.speed) ?? Infinity);
        },
        speed() {
            this.setSpeed(1);
        },
        turbo() {
            this.setSpeed(this.speed === Infinity ? 1 : Infinity);
        },
        rerun() {
            this.goTo(this.beginning);
        },
        tear_off() {
            [this.torn, this.back] = [this.printed.length, 0];
        },
        focus() {
            const turns = [...(this.hasTurns ? [""] : []), ...this.typedParts];
            if (turns.length) this.ui.focus = turns[(turns.indexOf(this.focus) + 1) % turns.length];
        },
        sound() {
            this.sound = !this.sound;
            this.tell(this.sound ? "sound on" : "sound off");
        },
        help() {
            this.showsHelp = !this.showsHelp;
        },
    };

    /** Return what a command's button says, and below whether it is lit. */
    label({ name, label }) {
        if (name === "pause") return this.paused ? "GO ON" : label;
        if (name === "speed") return this.ui.speed;
        return label;
    }

    isLit(name) {
        if (name === "pause") return this.paused;
        if (name === "turbo") return this.speed === Infinity;
        if (name === "help") return this.showsHelp;
        if (name === "sound") return this.sound;
        return (this.shown.lit ?? []).includes(name) || this.panes.some((pane) => pane.group && `show ${pane.name}` === name);
    }

    setSpeed(times) {
        this.speed = times;
        this.restartClock();
    }

    resume() {
        [this.stop, this.isPaused] = [NONE, false];
        this.restartClock();
    }

    step(count) {
        [this.stop, this.isPaused] = [NONE, true];
        for (let i = 0; i < count; i++) {
            for (const [kind, value] of this.views.start?.(this.hand) ?? []) this.give(kind, value);
            this.isPaused = true;
            this.stop = this.run(this.cycles + 1);
            if (this.stop !== NONE) return this.stopped();
        }
    }

    /** Show a pane of a group; the next one of the group if it is shown already. */
    show(name) {
        const { group } = this.front.panes.find((pane) => pane.name === name);
        const names = this.front.panes.filter((pane) => pane.group === group).map((pane) => pane.name);
        const here = this.ui[`pane ${group}`] ?? names[0];
        this.ui[`pane ${group}`] = here === name ? names[(names.indexOf(name) + 1) % names.length] : name;
    }

    // ------------------------------------------------------------ telling the user

    tell(text) {
        this.notice = text;
        this.noticeUntil = this.now() + this.constants.NOTICE_SECONDS;
    }

    attempt(action) {
        try {
            action();
            return true;
        } catch (error) {
            this.steps = [];
            this.error = error.message.replace(/^AssertionError: "(.*)"$/, "$1");
            return false;
        }
    }

    stopped() {
        const { counter, radix, digits, stops } = this.page;
        const place = this.hand.m[counter].toString(radix).toUpperCase().padStart(digits, "0");
        this.tell(`stopped at ${place}: ${stops[this.stop]}`);
    }

    // ------------------------------------------------------------ moments, recordings, links

    moment() {
        const { printed, torn, given, isWhole, ui } = this;
        const outside = structuredClone(this.hand.outside);
        return { bytes: this.hand.bytes.slice(), outside, printed, torn, ui: structuredClone(ui), given: given.slice(), isWhole };
    }

    goTo({ bytes, outside, printed, torn, ui, given, isWhole }) {
        const isLook = ([name]) => name === "focus" || name.startsWith("pane ");
        const look = Object.fromEntries(Object.entries(this.ui).filter(isLook));
        this.hand.bytes.set(bytes);
        this.hand.outside = structuredClone(outside);
        Object.assign(this, { printed, torn, given: given.slice(), isWhole, ui: { ...structuredClone(ui), ...look } });
        Object.assign(this, { steps: [], tape: [], held: null, due: 0, since: null });
        this.resume();
        this.refresh(true);
        this.view("hear"); // what has happened in that past is not heard again
    }

    goBack(moment) {
        this.goTo(moment);
        this.tell(`back at cycle ${WORDS.grouped(this.cycles)}`);
    }

    /** Give the inputs of a recording whose cycle has come. */
    playTape() {
        while (this.tape.length && (this.tape[0][0] <= this.cycles || this.standing())) {
            const [, kind, value] = this.tape.shift();
            this.give(kind, value);
            if (!this.tape.length) this.tell("the recording is over: go on from here");
        }
    }

    /** Play inputs from the beginning on. */
    play(inputs) {
        if (this.endTrip()) return;
        this.goTo(this.beginning);
        this.tape = structuredClone(inputs);
        this.tell(`${inputs.length} inputs are played`);
    }

    /**
     * Go to where inputs lead, in pieces between which the browser has its turn, with a line that says how far it is.
     * Raises an error when a hand ends it.
     */
    async relive(inputs, cycle) {
        this.goTo(this.beginning);
        const trip = (this.trip = { isOver: false });
        const first = this.cycles;
        let [began, now] = [this.now(), this.now()];
        const pause = async () => {
            if (now - began < this.constants.BUDGET) return;
            const share = Math.floor((100 * (this.cycles - first)) / Math.max(1, cycle - first));
            const places = [this.cycles, cycle].map(WORDS.grouped);
            this.tell(`on the way: ${share} %, cycle ${places.join(" of ")}; Esc or a click ends it`);
            await new Promise((goOn) => setTimeout(goOn));
            if (trip.isOver) throw new Error("it was left on the way");
            began = now = this.now();
        };
        try {
            for (const [at, ...input] of [...inputs, [cycle]]) {
                for (let stop = NONE; this.cycles < at && !this.standing() && stop === NONE; await pause()) {
                    [stop, now] = this.runSlice(at, now, (end) => this.run(end));
                }
                if (input.length) this.give(...input);
                now = this.now();
                await pause();
            }
        } finally {
            [this.trip, this.notice] = [null, ""];
        }
        this.restartClock();
        this.refresh(true);
    }

    /** End a trip to where inputs lead; return whether there was one. */
    endTrip() {
        if (this.trip) this.trip.isOver = true;
        return Boolean(this.trip);
    }
}

// ------------------------------------------------------------ paper

const HISTORY = 2000; // lines kept
const FOLD = 66; // lines of a page

/** Lines of text with a cursor, scrolling on: what host/ui/teletype_screen.py does. */
class Screen {
    constructor(columns, returns) {
        Object.assign(this, { columns, returns });
        this.clear();
    }

    clear() {
        Object.assign(this, { lines: [""], column: 0, fed: 0, scrolled: 0, folds: new Set(), onPage: 0 });
    }

    /** Print what is new in everything received; less than before means another session. */
    follow(received) {
        if (received.length < this.fed) this.clear();
        for (; this.fed < received.length; this.fed++) this.receive(received.charCodeAt(this.fed) & 0x7f);
    }

    receive(code) {
        if (code === 13) this.column = 0;
        else if (code === 10) this.nextLine();
        else if (code === 12) this.nextLine(true);
        else if (code === 8) this.column = Math.max(0, this.column - 1);
        else if (code === 9) this.column = Math.min(this.columns - 1, Math.floor(this.column / 8) * 8 + 8);
        else if (code >= 0x20 && code < 0x7f) this.print(String.fromCharCode(code));
    }

    print(character) {
        if (this.column === this.columns) {
            this.column = 0;
            this.nextLine();
        }
        const line = this.lines.at(-1).padEnd(this.column);
        this.lines[this.lines.length - 1] = line.slice(0, this.column) + character + line.slice(this.column + 1);
        this.column += 1;
    }

    nextLine(isNewPage = false) {
        this.lines.push("");
        this.onPage += 1;
        if (this.returns) this.column = 0;
        if (this.lines.length > HISTORY) {
            this.lines.shift();
            this.scrolled += 1;
        }
        if (isNewPage || this.onPage === FOLD) {
            this.onPage = 0;
            this.folds.add(this.scrolled + this.lines.length - 1);
        }
    }

    /** Return the newest rows, or those that are `back` lines further up, and the number of the first. */
    visible(rows, back) {
        const end = Math.max(this.lines.length - back, Math.min(rows, this.lines.length));
        const first = Math.max(0, end - rows);
        return { first, lines: this.lines.slice(first, end) };
    }
}
