// A page of one file: it runs the machine, shows it (view.js), has a bar of buttons, and keeps moments in links.

const MOST_STATE = 8192; // characters of a link; beyond it has the inputs instead
const MOST_REST = 1 << 24; // bytes beside the record
const LONGEST_LIFE = 86400; // seconds of the machine's time that the inputs of a link may take
const LONG = 3; // seconds of an answer after which TURBO is offered
const FRAME = 40; // milliseconds between two looks
const KEPT = 60000; // milliseconds for which a file that is saved is kept
const MOST_FILE = 1 << 20; // bytes of a file that are read

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

// ---------------------------------------------------------------- files

/** Have the browser save a text. */
function download(name, text) {
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    element("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEPT);
}

/** Let the user choose a file that ends as `name` does; `done` gets its name and its text. */
function choose(name, done) {
    const input = element("input", { type: "file", accept: name.slice(name.lastIndexOf(".")) });
    input.addEventListener("change", async () => {
        const [file] = input.files;
        done(file.name, await file.slice(0, MOST_FILE).text());
    });
    input.click();
}

// ---------------------------------------------------------------- the bar below

/**
 * Fill the bar. What the panel has a button for, too, is of the class `twice`: a large screen shows the panel's. On a
 * small one MORE shows those after it.
 */
function furnish(controller, page) {
    const bar = document.getElementById("bar");
    const parts = page.panel.panes.flatMap((pane) => pane.parts).filter(({ kind }) => kind === "Buttons");
    const ofPanel = new Set(parts.flatMap(({ places }) => Object.keys(places)));
    const classOf = (command) => (ofPanel.has(command) ? "twice" : "");
    const button = (label, title, action, command = "") => {
        const given = { type: "button", textContent: label, title, onclick: action, className: classOf(command) };
        const made = Object.assign(document.createElement("button"), given);
        bar.append(made);
        return made;
    };
    const commanding = (label, title, name) => button(label, title, () => controller.command(name), name);
    const speeds = Object.assign(document.createElement("select"), { title: "speed, times the original's", className: classOf("faster") });
    for (const times of [...page.constants.SPEEDS, Infinity]) speeds.add(new Option(times === Infinity ? "turbo" : `×${times}`, times));
    speeds.setAttribute("aria-label", "speed");
    speeds.onchange = () => {
        controller.pacer.set_speed(Number(speeds.value));
        speeds.blur();
    };
    const pause = commanding("❚❚", "stop or go on", "pause");
    bar.append(speeds);
    const turbo = commanding("TURBO", "as fast as this computer can", "turbo");
    const more = button("MORE", "more buttons: moments, links, sound, help", () => unfold(more.ariaExpanded === "false"));
    const unfold = (isOpen) => more.setAttribute("aria-expanded", isOpen);
    more.classList.add("more");
    unfold(false);
    bar.addEventListener("click", ({ target }) => target !== more && target !== bar && unfold(false));
    commanding("KEEP", "keep this moment", "keep");
    commanding("BACK", "go back to the moment kept", "back");
    button("RERUN", "go back to the beginning", () => controller.command("rerun"));
    if (page.recording.length) button("▶ RECORDING", "play the recording from the beginning", () => controller.play(page.recording));
    if (page.file) {
        button("SAVE", `save the game as ${page.file}`, () => {
            const text = controller.save();
            if (text) download(page.file, text);
        });
        button("OPEN", "take up the game of a file", () => choose(page.file, (name, text) => controller.open(name, text)));
    }
    if (location.protocol !== "about:") button("LINK", "a link that leads to this moment", async () => {
        history.replaceState(null, "", await linkTo(controller));
        controller.tell("the address of this page leads to this moment now");
        await navigator.clipboard?.writeText(location.href).catch(() => null);
    });
    const sound = Object.keys(page.sounds).length ? commanding("SOUND", "hear the machine, or not", "sound") : null;
    commanding("HELP", "what everything means (F12)", "help");
    const press = (made, isPressed) => {
        if (made && made.getAttribute("aria-pressed") !== String(isPressed)) made.setAttribute("aria-pressed", isPressed);
    };
    return () => {
        const { shown, ui, pacer, paused } = controller;
        if (Number(speeds.value) !== pacer.speed) speeds.value = String(pacer.speed);
        const sign = paused ? "▶" : "❚❚";
        if (pause.textContent !== sign) pause.textContent = sign;
        press(pause, paused);
        press(turbo, pacer.speed === Infinity);
        press(sound, controller.sound);
        const isLong = shown.work && pacer.speed !== Infinity && ui.seconds - ui.wait.since > LONG;
        turbo.classList.toggle("wanted", Boolean(isLong));
    };
}

/** Say above the panel what is played, by whom and to what end; the help says it, too. */
function introduce(about, panel) {
    if (!about) return;
    const [head, place, games] = ["head", "about", "games"].map((each) => document.getElementById(each));
    const { title, side, goal, document: address, games: list } = about;
    place.append(
        element("summary", {}, element("b", { textContent: title }), element("span", { textContent: ` ${side}` })),
        element("p", { textContent: `${side} ${goal} ${about.about}` }),
    );
    if (address) place.lastChild.append(" ", element("a", { href: address, target: "_blank", textContent: "More about it" }));
    if (list) Object.assign(games, { href: list, hidden: false });
    head.hidden = false;
    panel.help.unshift(["THE GAME", [["You", side], ["Goal", goal], ["Program", about.about]]]);
}

async function start(...packed) {
    const now = () => performance.now() / 1000;
    const controller = await open(now, ...packed);
    const { page } = controller;
    introduce(page.about, page.panel);
    const panelView = new PanelView(controller, page.glyphs, document.getElementById("panel"));
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
    document.title = page.about?.title ?? controller.panel.title;
    setInterval(() => {
        const isSeen = controller.advance();
        speaker.follow();
        if (!isSeen) return;
        panelView.frame();
        follow();
    }, FRAME);
    await go(location.hash);
    if (page.recording.length && !location.hash) controller.play(page.recording);
    window.ready = now(); // seconds since the page was asked for
}
