// A machine's record as view functions see it: fields that are numbers, arrays of numbers. See kernel.mjs for BigInts.

const TWO32 = 2 ** 32;

/** Return the record `m`: numbers to read and assign, exact up to 53 bits, and arrays of them. */
function recordOf(kernel, { fields }, room) {
    const { buffer, byteOffset: start } = kernel.bytes;
    const low = new Uint32Array(buffer);
    const high = new Int32Array(buffer);
    const m = {};
    for (const [name, { kind, count, offset }] of Object.entries(fields)) {
        const place = (start + offset) / 4;
        // an array that grows lies where its field says, in bytes from the beginning of the record
        const first = count === 0 ? () => (start + high[place + 1] * TWO32 + low[place]) / 4 : () => place;
        const array =
            kind === "byte"
                ? arrayOf(
                      count,
                      (i) => kernel.bytes[offset + i],
                      (i, value) => void (kernel.bytes[offset + i] = value),
                      (i) => [kernel.bytes[offset + i], 0],
                  )
                : arrayOf(
                      count || room,
                      (i) => high[first() + 2 * i + 1] * TWO32 + low[first() + 2 * i],
                      (i, value) => {
                          low[first() + 2 * i] = value % TWO32;
                          high[first() + 2 * i + 1] = Math.floor(value / TWO32);
                      },
                      (i) => [low[first() + 2 * i], high[first() + 2 * i + 1] >>> 0],
                  );
        const property = count === 1 ? { get: () => array[0], set: (value) => void (array[0] = value) } : { value: array };
        Object.defineProperty(m, name, property);
    }
    return m;
}

/** Return the error of a record from outside, if any: a field out of its range, or a table of the kernel's own. */
function strayField(bytes, start, { fields }) {
    const { buffer, byteOffset } = bytes.slice();
    for (const [name, { kind, count, offset, least, most, own }] of Object.entries(fields)) {
        const size = (count || 1) * (kind === "byte" ? 1 : 8);
        if ((own || count === 0) && bytes.subarray(offset, offset + size).some((byte, i) => byte !== start[offset + i])) return name;
        if (kind === "byte") {
            if (bytes.subarray(offset, offset + size).some((byte) => byte > most)) return name;
            continue;
        }
        const [first, last] = [BigInt(least), BigInt(most)];
        // a range that ends with a power of two beyond 53 bits is one of times, with NEVER or the like at its end
        const isTime = last > 2n ** 53n && (last & (last - 1n)) === 0n; // values that view functions would see as others are refused
        const isOut = (each) => each < first || each > last || (isTime && BigInt(Number(each)) !== each);
        if (count && new BigInt64Array(buffer, byteOffset + offset, count).some(isOut)) return name;
    }
    return "";
}

/** Return an object like an array for translated functions; `halves` gives a word as two numbers of 32 bits. */
function arrayOf(length, read, write, halves) {
    const slice = (from = 0, to = length) => {
        const [first, end] = [from, to].map((i) => Math.min(i < 0 ? length + i : i, length));
        return Array.from({ length: Math.max(0, end - first) }, (_, i) => read(first + i));
    };
    const own = { length, slice, halves };
    return new Proxy([], {
        get(target, key) {
            const index = typeof key === "string" ? +key : NaN;
            if (index >= 0) return index < length ? read(index) : undefined;
            return own[key] ?? target[key];
        },
        set(target, key, value) {
            write(+key, value);
            return true;
        },
        has: (target, key) => (typeof key === "string" && +key < length) || key in own,
    });
}

/** What a machine's own functions for pages (browser.py) are given: its record, its entry points, and a place to keep. */
class Hand {
    constructor(kernel, description, room) {
        this.kernel = kernel;
        this.bytes = kernel.bytes;
        this.m = recordOf(kernel, description, room);
        this.outside = {}; // the machine's data outside its record, as plain data
    }

    /** Call an entry point with numbers, or texts such as "0o17" for integers above 53 bits. */
    call(name, ...given) {
        const result = this.kernel.call(name, ...given.map((each) => BigInt(each)));
        return result === undefined ? null : Number(result);
    }
}
