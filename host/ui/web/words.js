// The functions of host/ui/words.py in JavaScript, and others where the two languages differ: see script.py.
(() => {
    const is_small = (a) => (a | 0) === a; // as bit operators of JavaScript take numbers
    const wide = (operation, a, b) => Number(operation(BigInt(a), BigInt(b)));
    // [the lower 32 bits, the upper 32] of an element: of a record's array, or of a list of numbers
    const halves = (words, index) =>
        words.halves ? words.halves(index) : [words[index] % 2 ** 32, Math.floor(words[index] / 2 ** 32)];
    const cut = ([low, high], shift, width) =>
        ((BigInt(high) << 32n) | BigInt(low)) >> BigInt(shift) & ((1n << BigInt(width)) - 1n);
    const fraction = (x) => x - Math.floor(x);
    const rounded = (x) => {
        const whole = Math.floor(x);
        return fraction(x) === 0.5 ? whole + (whole % 2 ? 1 : 0) : Math.round(x);
    };

    return {
        bits: (words, index, shift, width) => {
            const [low, high] = halves(words, index);
            if (high >= 2 ** 21) return Number(cut([low, high], shift, width));
            return Math.floor((high * 2 ** 32 + low) / 2 ** shift) % 2 ** width;
        },
        octal_word: (words, index, digits) => cut(halves(words, index), 0, 3 * digits).toString(8).padStart(digits, "0"),
        octal: (number, digits) => number.toString(8).padStart(digits, "0"),
        hexadecimal: (number, digits) => number.toString(16).toUpperCase().padStart(digits, "0"),
        decimal: (number, digits = 1) => (number < 0 ? "-" : "") + String(Math.abs(number)).padStart(digits - (number < 0), "0"),
        grouped: (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ","),
        fixed: (number, decimals) => {
            const [sign, size] = [number < 0 ? "-" : "", Math.abs(number)];
            const scaled = size * 10 ** decimals; // a half goes to the even neighbour, if it is one exactly
            const half = fraction(scaled) === 0.5 && Number.isInteger(size * 2 ** (decimals + 1));
            return sign + (half ? rounded(scaled) / 10 ** decimals : size).toFixed(decimals);
        },
        left: (text, width) => text.padEnd(width),
        right: (text, width) => text.padStart(width),
        count_bits: (counts, word) => {
            for (let place = counts.length - 1; word > 0; place--) {
                counts[place] += word % 2;
                word = Math.floor(word / 2);
            }
        },
        is_text: (value) => typeof value === "string",
        scan: (form, text) =>
            [...text.matchAll(form)].map((found) => [
                Object.keys(found.groups).find((name) => found.groups[name] !== undefined), found[0], found.index,
            ]),

        // operators: numbers are integers of up to 53 bits with sign
        modulo: (a, b) => a - b * Math.floor(a / b),
        bit_and: (a, b) => (is_small(a) && (is_small(b) || a >= 0)) || (is_small(b) && b >= 0) ? a & b : wide((x, y) => x & y, a, b),
        bit_or: (a, b) => (is_small(a) && is_small(b) ? a | b : wide((x, y) => x | y, a, b)),
        bit_xor: (a, b) => (is_small(a) && is_small(b) ? a ^ b : wide((x, y) => x ^ y, a, b)),
        shift_left: (a, b) => a * 2 ** b,
        shift_right: (a, b) => Math.floor(a / 2 ** b),
        times: (a, b) => {
            if (typeof a === "string" || Array.isArray(a)) [a, b] = [b, a];
            if (typeof b === "string") return b.repeat(Math.max(0, a));
            if (Array.isArray(b)) return Array.from({ length: Math.max(0, a) * b.length }, (_, i) => b[i % b.length]);
            return a * b;
        },

        // functions of Python
        is_true: (x) => (x !== null && typeof x === "object" ? (x.length ?? Object.keys(x).length) > 0 : Boolean(x)),
        each_of: (x) => (typeof x === "object" && !Array.isArray(x) ? Object.keys(x) : x),
        length: (x) => (x.length === undefined ? Object.keys(x).length : x.length),
        rounded,
        sum_of: (list, start = 0) => list.reduce((a, b) => a + b, start),
        text_of: (x) => (x === true ? "True" : x === false ? "False" : x === null ? "None" : String(x)),
    };
})()
