// The worker: starts Python, and takes messages between the page and it; host/workbench/worker.py describes them.
// About itself it says, on the channel "boot", how far it is, that it is ready, that a memory is kept, that it is dead.
// @ts-check
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** Files that a start loads; their bytes are the user's wait. */
const FILES = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "python.tgz"];
const LANGUAGES = "lsp.tgz"; // loaded once the machines answer
const MEMORY = "memory"; // name in the cache
// Pyodide would load a list of packages, of which none is used.
const PACKAGES = { info: { arch: "wasm32", abi_version: "2026_0", platform: "emscripten_5_0_3", python: "3.14.0", version: "0" }, packages: {} };
const [LOADING, STARTING] = ["Loading the machines", "Starting the machines"];
const PAGE = 65536; // bytes of WebAssembly's memory

const tell = (/** @type {object} */ state) => postMessage({ channel: "boot", ...state });

// ------------------------------------------------------------------------------------------------ files

/** Return an archive (tar), which is compressed. */
async function read(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok || !response.body) throw new Error(`${name} is not there (${response.status})`);
  return new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Unpack an archive into a folder of Python's. Its files are parts of the archive: nothing is copied. */
function unpack(FS, folder, tar) {
  const decoder = new TextDecoder();
  const text = (at, length) => decoder.decode(tar.subarray(at, at + length)).split("\0", 1)[0];
  const made = new Set();
  for (let at = 0; tar[at]; ) {
    const [path, before, size] = [text(at, 100), text(at + 345, 155), parseInt(text(at + 124, 12), 8)];
    const file = [folder, before, path].filter(Boolean).join("/");
    const parent = file.slice(0, file.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(file, tar.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Count the bytes of the files that a start loads, until the function that is returned is called. */
function counting(files) {
  const { fetch } = self;
  const folder = new URL(".", import.meta.url).href;
  const whole = FILES.reduce((sum, name) => sum + (files[name]?.[0] ?? 0), 0);
  let loaded = 0;
  self.fetch = async (...given) => {
    const response = await fetch(...given);
    if (!response.ok || !response.body || !FILES.includes(response.url.replace(folder, ""))) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.length;
        tell(loaded < whole ? { step: LOADING, share: loaded / whole } : { step: STARTING });
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { headers: response.headers });
  };
  return () => (self.fetch = fetch);
}

// ------------------------------------------------------------------------------------------------ memories

// Python with its modules loaded, as it is in memory: the next start takes it from the cache instead of loading them.
// It fits the files of one release only, so that it lies in the release's cache.

async function remembered(release) {
  try {
    const found = await (await caches.open(`ironboard-${release}`)).match(MEMORY);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // private windows, addresses that are not secure
  }
}

async function remember(release, memory) {
  await (await caches.open(`ironboard-${release}`)).put(MEMORY, new Response(memory));
}

async function forget(release) {
  await (await caches.open(`ironboard-${release}`)).delete(MEMORY).catch(() => {});
}

/**
 * Start Pyodide. It instantiates its module itself, and neither makes its memory as large as the one that it is to
 * restore, nor tells when it fails, nor takes a module that a server gave the wrong type: all this is done here.
 */
async function pyodideWith(options, memory) {
  const { instantiateStreaming } = WebAssembly;
  try {
    return await new Promise((resolve, reject) => {
      WebAssembly.instantiateStreaming = async (source, imports) => {
        try {
          const response = await source;
          if (!response.ok) throw new Error(`${response.url} is not there (${response.status})`);
          const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
          const made = isTyped
            ? await instantiateStreaming(response, imports)
            : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
          const missing = (memory?.length ?? 0) - made.instance.exports.memory.buffer.byteLength;
          if (missing > 0) made.instance.exports.memory.grow(Math.ceil(missing / PAGE));
          return made;
        } catch (error) {
          reject(error);
          throw error;
        }
      };
      loadPyodide(options).then(resolve, reject);
    });
  } finally {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

// ------------------------------------------------------------------------------------------------ Python

/** Start Python with our files, from a memory if there is one. */
async function python({ release }, archives, memory, isToKeep = false) {
  const tars = Promise.all(archives.map(read)); // while Pyodide is loaded
  const pyodide = await pyodideWith(
    {
      indexURL: new URL("pyodide/", import.meta.url).href,
      lockFileContents: PACKAGES,
      env: { HOME: "/home/user", PYTHONDONTWRITEBYTECODE: "1" },
      ...(memory ? { _loadSnapshot: memory } : {}),
      ...(isToKeep ? { _makeSnapshot: true } : {}),
    },
    memory,
  );
  pyodide._api.config._loadSnapshot = undefined; // it is in use now, and as large as Python's memory
  for (const each of await tars) install(pyodide, each);
  return pyodide;
}

/** Put an archive's files where Python looks for packages. */
function install(pyodide, tar) {
  unpack(pyodide.FS, pyodide.runPython("import site; site.getsitepackages()[0]"), tar);
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
}

/** What Python's side can do: take a message, and have a turn. */
let hear = null;
let turn = null;
let started = /** @type {Promise<void> | null} */ (null); // what is heard earlier waits for it
let languages = Promise.resolve(); // when the language server can be talked to

async function start(version) {
  const memory = await remembered(version.release);
  const uncounted = memory ? () => {} : counting(version.files);
  let pyodide;
  try {
    tell({ step: memory ? STARTING : LOADING });
    pyodide = await python(version, ["python.tgz"], memory);
  } catch (error) {
    if (!memory) throw error;
    await forget(version.release);
    return start(version);
  }
  uncounted();
  const browser = pyodide.pyimport(`${version.package}host.workbench.browser`).Browser((text) => postMessage(JSON.parse(text)));
  hear = browser.hear;
  // Where the browser can switch stacks, messages are heard during a turn, too: a `pause` ends a long journey.
  const canSwitch = "Suspending" in WebAssembly;
  turn = canSwitch ? ((turn) => () => turn.callPromising())(browser.turn) : browser.turn;
  languages = read(LANGUAGES).then((tar) => install(pyodide, tar));
  tell({ ready: true, fromMemory: Boolean(memory) });
}

/** Load all that a page may need, and keep the memory for the next visit; this worker is used for nothing else. */
async function rehearse(version) {
  const pyodide = await python(version, ["python.tgz", LANGUAGES], null, true);
  pyodide.runPython(`
    import gc
    from pathlib import Path
    from ${version.package}host.workbench.rehearsal import every
    every(Path("/tmp"))
    del Path, every
    gc.collect()
  `);
  await remember(version.release, pyodide.makeMemorySnapshot());
  tell({ kept: true });
}

// ------------------------------------------------------------------------------------------------ messages

// The machine runs in turns, and messages are heard between them. A message of a channel follows at once, where a timer
// would wait for 4 ms.
const soon = new MessageChannel();
soon.port1.onmessage = () => run();
let waiting = 0;
let isRunning = false;
let isHeard = false; // a message was, since the turn began

async function run() {
  if (isRunning) return;
  clearTimeout(waiting);
  [isRunning, isHeard] = [true, false];
  try {
    const seconds = await turn();
    if (seconds === 0 || isHeard) soon.port2.postMessage(0);
    else if (seconds > 0) waiting = setTimeout(run, seconds * 1000);
  } catch (error) {
    tell({ dead: String(error?.message ?? error) });
  }
  isRunning = false;
}

onmessage = async ({ data }) => {
  try {
    if (data.channel === "boot") await (started = (data.rehearsal ? rehearse : start)(data.version));
    else {
      await started;
      if (data.channel === "lsp") await languages;
      hear(JSON.stringify(data));
      isHeard = true;
      run();
    }
  } catch (error) {
    tell({ dead: String(error?.message ?? error) });
  }
};
