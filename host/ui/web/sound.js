// What a page lets one hear: the sounds that the view function `hear` tells of, by WebAudio.

class Speaker {
    /** @param {function(): BaseAudioContext} open makes the context: browsers allow it after a click or a key only */
    constructor(controller, open = () => new AudioContext()) {
        Object.assign(this, { controller, open, context: null, isFast: false, made: {}, last: {}, playing: new Set() });
    }

    /** Play the sounds since the last call; open or close the device if the sound has been switched. */
    follow() {
        const { controller } = this;
        if (controller.sound && !this.context) this.wake();
        else if (this.context && !controller.sound) this.close();
        if (!this.context) return;
        const { FASTEST, STALE, APART } = controller.constants;
        const isFast = controller.pacer.speed > FASTEST;
        if (isFast && !this.isFast) controller.tell(`sound is heard up to x${FASTEST}`);
        this.isFast = isFast;
        const pace = controller.pacer.speed * controller.page.clock;
        const now = controller.now();
        const { due } = controller.pacer;
        for (const [name, cycle] of controller.view("hear") ?? []) {
            const late = (due - cycle) / pace; // seconds; below 0: it is still to come
            if (isFast || controller.paused || late > STALE) continue;
            if (Math.abs(now - late - this.last[name]) < APART) continue;
            this.last[name] = now - late;
            this.ring(name, late);
        }
    }

    ring(name, late) {
        const { context, controller } = this;
        this.made[name] ??= this.make(controller.page.sounds[name]);
        const source = new AudioBufferSourceNode(context, { buffer: this.made[name] });
        source.connect(this.volume);
        source.start(Math.max(0, context.currentTime + controller.constants.DELAY - late));
        this.playing.add(source);
        source.onended = () => this.playing.delete(source);
    }

    make(plan) {
        const samples = this.controller.views.samples(plan);
        const buffer = this.context.createBuffer(1, samples.length, this.controller.constants.RATE);
        buffer.copyToChannel(Float32Array.from(samples), 0);
        return buffer;
    }

    /** Open the device, or wake it: a context made before a click is suspended. */
    wake() {
        if (!this.controller.sound) return;
        try {
            this.context ??= this.open();
        } catch (error) {
            this.controller.sound = false;
            return this.controller.tell(`there is no sound device here (${error.message})`);
        }
        if (this.context.state === "suspended") this.context.resume();
        if (this.volume) return;
        this.volume = new GainNode(this.context, { gain: this.controller.constants.VOLUME });
        this.volume.connect(this.context.destination);
        this.controller.view("hear"); // earlier events are not heard
    }

    close() {
        this.context.close();
        Object.assign(this, { context: null, volume: null, isFast: false, made: {}, last: {} });
        this.playing.clear();
    }
}
