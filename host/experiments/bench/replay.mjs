// Plays tapes (host/experiments/bench/wasm.py) on kernels in Node: `node replay.mjs FOLDER`, FOLDER as --target wasm32 makes it.
//
// A line of standard input is {"tape": FILE, "check": true or false}, a line of the answer {"seconds": CPU time,
// "calls": how many, "difference": the first one in words, or ""}. Without `check` nothing is compared.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { Kernel } = await import(pathToFileURL(join(folder, "kernel.mjs")));
const { kernels } = JSON.parse(readFileSync(join(folder, "kernels.json"), "utf-8"));
const DIGEST = 0xffffffff; // instead of a number of changes: too many of them
const machines = new Map(); // kernel -> machine, compiled once
const tapes = new Map(); // file -> parsed

async function machine(name, size) {
    if (!machines.has(name)) {
        const module = await WebAssembly.compile(readFileSync(join(folder, kernels[name].file)));
        machines.set(name, await Kernel.create(module, kernels[name], (size - kernels[name].size) / 8));
    }
    return machines.get(name);
}

function parsed(file) {
    const data = readFileSync(file);
    let at = 0;
    const u32 = () => data.readUInt32LE((at += 4) - 4);
    const i64 = () => data.readBigInt64LE((at += 8) - 8);
    const bytes = (length) => data.subarray(at, (at += length));
    const list = (count, item) => Array.from({ length: count }, item);
    const piece = () => ({ offset: u32(), bytes: bytes(u32()) });
    const head = JSON.parse(bytes(u32()).toString("utf-8"));
    const start = bytes(head.size);
    const steps = [];
    while (u32()) {
        const patches = list(u32(), piece);
        const entry = head.entry_points[u32()];
        const given = list(u32(), i64);
        const result = u32() ? i64() : undefined;
        const number = u32();
        const changes = number === DIGEST ? null : list(number, piece);
        steps.push({ patches, entry, given, result, changes, digest: changes ? null : bytes(16) });
    }
    return { kernel: head.kernel, start, steps, end: bytes(head.size) };
}

function play(machine, { start, steps, end }, check) {
    machine.bytes.set(start);
    const before = process.cpuUsage();
    let number = 0;
    for (const { patches, entry, given, result, changes, digest } of steps) {
        for (const { offset, bytes } of patches) machine.bytes.set(bytes, offset);
        const returned = machine.call(entry, ...given);
        if (check) {
            const wrong =
                returned !== result
                    ? `it returned ${returned} instead of ${result}`
                    : changes
                      ? changes.map((each) => difference(machine.bytes, each)).find(Boolean)
                      : createHash("md5").update(machine.bytes).digest().equals(digest)
                        ? ""
                        : "the record differs";
            if (wrong) return { seconds: 0, calls: number, difference: `after ${entry}(${given}), call ${number}: ${wrong}` };
        }
        number += 1;
    }
    const { user, system } = process.cpuUsage(before);
    const wrong = check ? difference(machine.bytes, { offset: 0, bytes: end }) : "";
    return { seconds: (user + system) / 1e6, calls: number, difference: wrong && `at the end: ${wrong}` };
}

function difference(record, { offset, bytes }) {
    const found = Buffer.from(record.buffer, record.byteOffset + offset, bytes.length);
    if (found.equals(bytes)) return "";
    const first = found.findIndex((each, index) => each !== bytes[index]);
    return `byte ${offset + first} of the record is ${found[first]} instead of ${bytes[first]}`;
}

for await (const line of createInterface({ input: process.stdin })) {
    const { tape, check } = JSON.parse(line);
    if (check || !tapes.has(tape)) {
        tapes.clear();
        tapes.set(tape, parsed(tape));
    }
    const content = tapes.get(tape);
    console.log(JSON.stringify(play(await machine(content.kernel, content.start.length), content, check)));
}
