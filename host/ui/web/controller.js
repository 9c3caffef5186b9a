// The controller in a page. What it shares with host/ui/controller.py are the functions of host/ui/operating.py, translated.

const NONE = 0; // of Stop
const LOOKING = 50; // times as long as a look takes until the next one

class Controller {
    /**
     * @param {Hand} hand the machine
     * @param {object} page the data that page.py has put into the file
     * @param {object} views the translated functions: look act give printed run, "game look", do_steps ...
     */
    constructor(hand, page, views, now) {
        Object.assign(this, { hand, page, views, now, panel: page.panel, constants: page.constants });
        this.commands = page.commands;
        this.start = hand.bytes.slice();
        this.ui = { at: {}, light: [], focus: "", ...structuredClone(page.ui) };
        this.printed = page.printed;
        this.paper = new Screen(views, this.paperPart?.columns ?? 72, !this.paperPart?.glass, this.constants.HISTORY);
        this.given = []; // [cycle, kind, value] of all inputs ...
        this.isWhole = true; // ... since the page's beginning; else since a state that was gone to
        this.tape = []; // inputs that are still to come of a recording
        this.steps = [];
        this.remembered = [];
        Object.assign(this, { torn: 0, back: 0, due: 0, since: null, held: null, kept: null, notice: "", noticeUntil: 0 });
        this.trip = null; // to where a link leads
        this.undone = ""; // why all since the moment remembered last is to be undone
        Object.assign(this, { error: "", pointed: "", showsHelp: false, sound: false });
        this.seenAt = now();
        this.samples = [];
        this.light = (page.widths ?? []).map((width) => Array(width).fill(0));
        this.turn = 0;
        this.pacer = paced(this, page.speed);
        this.refresh(true);
        this.beginning = this.moment();
    }

    get m() {
        return this.hand.m;
    }

    get cycles() {
        return this.m.cycles;
    }

    get clock() {
        return this.page.clock;
    }

    get paperPart() {
        return this.panel.panes.flatMap((pane) => pane.parts).find((part) => part.kind === "Paper");
    }

    view(name, ...given) {
        return this.views[name] ? this.views[name](this.hand.m, this.ui, ...given) : null;
    }

    // ------------------------------------------------------------ time

    get paused() {
        return this.pacer.paused;
    }

    /** Run the machine to the cycle that is due, do the steps that are due, update `shown`; return whether it did. */
    advance() {
        if (!this.trip) this.goOn();
        if (this.undone) this.undo();
        if (this.notice && this.now() >= this.noticeUntil) this.notice = "";
        const isTime = this.now() - this.seenAt >= LOOKING * this.looked;
        if (isTime) this.refresh();
        return isTime;
    }

    goOn() {
        const { pacer } = this;
        const before = pacer.stop;
        if (this.standing()) {
            this.playTape();
            this.doSteps();
            pacer.restart();
        } else if (!this.attempt(() => pacer.advance())) {
            pacer.pause();
        }
        if (this.standing()) pacer.stop = NONE; // a hand lets it go on, not the pacer
        if (pacer.stop !== before && pacer.stop !== NONE) this.stopped();
    }

    /** Run the machine to a cycle, with the steps that are due before. */
    runTo(cycle) {
        let stop = NONE;
        while (stop === NONE && this.cycles < cycle && !this.standing()) {
            this.playTape();
            this.doSteps();
            let end = this.views.next_end(this, cycle);
            if (this.tape.length) end = Math.max(this.cycles + 1, Math.min(end, this.tape[0][0]));
            stop = this.views.sample ? this.views.run_lit(this, end) : this.run(end);
        }
        return stop;
    }

    /** Run the machine alone, and take its output. */
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
        return this.views.stands_still(this);
    }

    // ------------------------------------------------------------ showing

    refresh(still = false) {
        const now = this.now();
        const { views } = this;
        const { speed, paused, megahertz } = this.pacer;
        // the eye follows the lamps lit since the last call; in a still picture, as long as it takes
        const part = still ? 1 : 1 - Math.exp((this.seenAt - now) / this.constants.PERSISTENCE);
        if (views.sample) views.follow_light(this, part);
        views.follow_time(this, now, still);
        Object.assign(this.ui, { paused, speed: speed === Infinity ? "turbo" : `x${speed}`, megahertz });
        this.seenAt = now;
        views.follow_paper(this, this.printed.slice(this.torn));
        views.refresh?.(this.hand, this.ui);
        this.shown = views.look_at(this);
        this.looked = this.now() - now;
    }

    get panes() {
        return this.views.panes_shown(this);
    }

    // ------------------------------------------------------------ steps

    /** Append steps to the pending ones, and do those that are due. */
    add(steps) {
        this.views.queue_steps(this, steps);
        this.attempt(() => this.doSteps());
        this.refresh();
    }

    doSteps() {
        this.views.do_steps(this);
    }

    /** Do a step now. */
    perform([kind, ...rest]) {
        if (kind === "give") this.give(...rest);
        else if (kind === "say") this.tell(rest[0]);
        else if (kind === "wrong") throw new Error(rest[0]);
        else if (kind === "undo") this.undone = rest[0];
        else if (kind === "ask") this.ask(...rest);
        else if (kind === "step") this.step(rest[0]);
        else if (kind === "speed") this.pacer.set_speed(rest[0] || Infinity);
        else if (kind === "command") this.command(rest[0]);
    }

    /** Ask for a line, which goes to act. */
    ask(title, what, hint) {
        const line = globalThis.prompt(`${title}\n${hint}`);
        if (line) this.act(what, line);
    }

    /** Go back to the moment remembered last, and say why. */
    undo() {
        this.goTo(this.remembered.pop());
        [this.error, this.undone] = [this.undone, ""];
    }

    /** Return the game on the board as a file has it. */
    save() {
        this.refresh();
        const text = this.view("game save");
        if (!text) this.error = "there is no game to save";
        return text;
    }

    /** Take up the game of a file. */
    open(name, text) {
        if (this.endTrip()) return;
        this.error = "";
        this.refresh();
        this.add(this.view("game open", name, text));
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
        if (this.pacer.stop !== NONE) this.pacer.resume();
    }

    // ------------------------------------------------------------ hands

    act(what, value) {
        if (this.endTrip()) return;
        this.add(this.views.steps_for(this, what, value) ?? []);
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
        return this.views.take_key(this, name);
    }

    type(text) {
        this.back = 0;
        this.act("type", text);
    }

    get typedParts() {
        return this.views.typed_parts(this);
    }

    get focus() {
        return this.views.focus(this);
    }

    /** Give the keyboard to a part that is typed at, or with "" to the keys of the machine. */
    takeFocus(part) {
        this.ui.focus = part;
    }

    /** Whether keys of the machine have the keyboard, too, so that it matters who has it. */
    get hasTurns() {
        return this.views.has_turns(this);
    }

    scroll(lines) {
        this.views.scroll(this, lines);
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
            if (this.paused) this.pacer.resume();
            else this.pacer.pause();
        },
        step() {
            this.step(1);
        },
        slower() {
            this.pacer.slower();
        },
        faster() {
            this.pacer.faster();
        },
        speed() {
            this.pacer.set_speed(1);
        },
        turbo() {
            this.pacer.set_speed(this.pacer.speed === Infinity ? 1 : Infinity);
        },
        rerun() {
            this.goTo(this.beginning);
        },
        tear_off() {
            [this.torn, this.back] = [this.printed.length, 0];
        },
        focus() {
            this.views.next_focus(this);
        },
        sound() {
            this.sound = !this.sound;
            this.tell(this.sound ? "sound on" : "sound off");
        },
        help() {
            this.showsHelp = !this.showsHelp;
        },
    };

    /** Return the label of a command's button, and below whether it is lit. */
    label({ name, label }) {
        if (name === "pause") return this.paused ? "GO ON" : label;
        if (name === "speed") return this.ui.speed;
        return label;
    }

    isLit(name) {
        if (name === "pause") return this.paused;
        if (name === "turbo") return this.pacer.speed === Infinity;
        if (name === "help") return this.showsHelp;
        if (name === "sound") return this.sound;
        return (this.shown.lit ?? []).includes(name) || this.panes.some((pane) => pane.group && `show ${pane.name}` === name);
    }

    step(count) {
        const { pacer } = this;
        pacer.resume();
        pacer.pause();
        for (let i = 0; i < count; i++) {
            for (const [kind, value] of this.views.start?.(this.hand) ?? []) this.give(kind, value);
            pacer.pause();
            pacer.stop = this.run(this.cycles + 1);
            if (pacer.stop !== NONE) return this.stopped();
        }
    }

    /** Show a pane of a group; the next one of the group if it is shown already. */
    show(name) {
        this.views.show_pane(this, name);
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
        this.tell(`stopped at ${place}: ${stops[this.pacer.stop]}`);
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
        this.pacer.resume();
        this.refresh(true);
        this.view("hear"); // the events of that past are not heard again
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
        this.tell(inputs.length === 1 ? "an input is played" : `${inputs.length} inputs are played`);
    }

    /**
     * Go to where inputs lead, in pieces between which the browser has its turn, with a line that says how far it is.
     * Raises an error when a hand ends it.
     */
    async relive(inputs, cycle) {
        this.goTo(this.beginning);
        const trip = (this.trip = { isOver: false });
        const first = this.cycles;
        const { pacer } = this;
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
                for (pacer.stop = NONE; this.cycles < at && !this.standing() && pacer.stop === NONE; await pause()) {
                    now = pacer.run_slice((end) => this.run(end), at, now);
                }
                pacer.stop = NONE;
                if (input.length) this.give(...input);
                now = this.now();
                await pause();
            }
        } finally {
            [this.trip, this.notice] = [null, ""];
        }
        pacer.restart();
        this.refresh(true);
    }

    /** End a trip to where inputs lead; return whether there was one. */
    endTrip() {
        if (this.trip) this.trip.isOver = true;
        return Boolean(this.trip);
    }
}

// ------------------------------------------------------------ pace

/** Return what keeps a controller at a speed: Pacer of emulators/pacing.py. */
function paced(controller, speed) {
    const { views, constants } = controller;
    const machine = { clock: controller.clock, run_to: (cycle) => controller.runTo(cycle) };
    Object.defineProperty(machine, "cycles", { get: () => controller.cycles });
    const pacer = { _machine: machine, _now: () => controller.now(), _paused: false, _slice: constants.FIRST_SLICE, stop: NONE };
    for (const [name, own] of Object.entries(views)) {
        const [kind, method] = name.split(" ");
        if (kind === "pacer") pacer[method] = own;
        if (kind === "paced") Object.defineProperty(pacer, method, { get: own });
    }
    pacer.set_speed(speed);
    return pacer;
}

// ------------------------------------------------------------ paper

/** Lines of text with a cursor, scrolling on: TeletypeScreen of host/ui/teletype_screen.py. */
class Screen {
    constructor(views, columns, returns, history) {
        Object.assign(this, { views, columns, returns, history });
        views.clean(this);
    }

    /** Print the new bytes of everything received; fewer than before mean another session. */
    follow(received) {
        if (received.length < this.fed) this.views.clean(this);
        for (; this.fed < received.length; this.fed++) this.views.receive(this, received.charCodeAt(this.fed) & 0x7f);
    }

    /** Return the newest rows, or those that are `back` lines further up, and the number of the first. */
    visible(rows, back) {
        const [first, lines] = this.views.visible(this, rows, back);
        return { first, lines };
    }
}
