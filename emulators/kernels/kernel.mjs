// A kernel as a WebAssembly module, in a page or in Node: one machine's record, and the functions that work on it.
//
//     import { Kernel } from "./kernel.mjs";
//
//     const { kernels } = await (await fetch("kernels.json")).json();
//     const description = kernels["emulators.kim1.bus"];
//     const module = await WebAssembly.compileStreaming(fetch(description.file));
//     const kim = await Kernel.create(module, description);
//     kim.bytes.set(start); // a record, as `bytes(machine.m)` is one in Python
//     kim.call("run", kim.record.cycles + 20000n);
//     kim.record.pc; // 7241n
//
// docs/wasm.md has the whole of it. `python -m emulators.kernels --target wasm32 --output FOLDER` puts modules,
// kernels.json and this file into a folder. A module imports nothing.

const PAGE = 65536; // bytes: what memory grows by
const ALIGNMENT = 16; // bytes

/** A machine: an instance of a module with a record of its own, all zero. */
export class Kernel {
    /**
     * @param {WebAssembly.Module} module compiled from the file that the description names
     * @param {object} description the kernel's entry in kernels.json
     * @param {number} room words behind the record for an array that grows, if it has one: its bytes are longer then
     * @returns {Promise<Kernel>}
     */
    static async create(module, description, room = 0) {
        return new Kernel(await WebAssembly.instantiate(module), description, room);
    }

    constructor({ exports }, { size, fields, entry_points, scratch }, room) {
        // The record lies behind what the linker has placed, and behind the arrays that are no part of the machine.
        // Memory grows here and never again: the views stay valid.
        const first = Math.ceil(exports.__heap_base.value / ALIGNMENT) * ALIGNMENT;
        const before = 8 * Object.values(scratch).reduce((sum, words) => sum + words, 0);
        this.address = first + Math.ceil(before / ALIGNMENT) * ALIGNMENT;
        const missing = this.address + size + 8 * room - exports.memory.buffer.byteLength;
        if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
        const { buffer } = exports.memory;

        /** The whole record: the same bytes as in Python and in C. */
        this.bytes = new Uint8Array(buffer, this.address, size + 8 * room);

        /** The fields by their names: a BigInt, or a live array of BigInts (kind "int") or of bytes ("byte").
            One that grows (count 0) is where its place in the record says. */
        this.record = Object.create(null);
        for (const [name, { kind, count, offset }] of Object.entries(fields)) {
            if (count === 0) {
                const place = new BigInt64Array(buffer, this.address + offset, 1);
                const get = () => new BigInt64Array(buffer, this.address + Number(place[0]), room);
                Object.defineProperty(this.record, name, { enumerable: true, get });
                continue;
            }
            const View = kind === "byte" ? Uint8Array : BigInt64Array;
            const view = new View(buffer, this.address + offset, count);
            const one = { get: () => BigInt(view[0]), set: (value) => void (view[0] = cell(view, value)) };
            Object.defineProperty(this.record, name, { enumerable: true, ...(count === 1 ? one : { value: view }) });
        }
        let place = first;
        this._scratch = Object.entries(scratch).map(([name, words]) => {
            const [at, count] = [name, `${name}_size`].map((field) => new BigInt64Array(buffer, this.address + fields[field].offset, 1));
            const distance = place - this.address;
            place += 8 * words;
            return (there) => {
                at[0] = BigInt(there && distance);
                count[0] = BigInt(there && words);
            };
        });
        this._exports = exports;
        this._entryPoints = entry_points;
    }

    /**
     * Call an entry point.
     * @param {string} name
     * @param {...(bigint|number)} given integers of 64 bits with sign, without the record
     * @returns {bigint|undefined}
     */
    call(name, ...given) {
        const expected = this._entryPoints[name];
        if (!expected) throw new RangeError(`no entry point '${name}': ${Object.keys(this._entryPoints).join(", ")}`);
        if (given.length !== expected.arguments) {
            throw new RangeError(`${name} is given ${given.length} integers: expected ${expected.arguments}`);
        }
        for (const lend of this._scratch) lend(1);
        const result = this._exports[name](this.address, ...given.map(BigInt));
        for (const lend of this._scratch) lend(0); // a record has no trace of them
        return result;
    }
}

/** Return a value as a view holds it: bytes are numbers, integers are BigInts. */
function cell(view, value) {
    return view instanceof Uint8Array ? Number(value) : BigInt(value);
}
