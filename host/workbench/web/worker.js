// The worker: starts Python, and takes messages between the page and it. host/workbench/worker.py has the messages.
// @ts-check
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ARCHIVE = "python.tgz";
const LOCK = { info: { arch: "wasm32", abi_version: "2026_0", platform: "emscripten_5_0_3", python: "3.14.0", version: "0" }, packages: {} };

/** Python's side: `hear(text)`, `turn()`. */
let python = null;

/** Unpack an archive (tar, compressed) and yield its files. */
async function* unpacked(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} is not there: ${response.status}`);
  const bytes = new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const text = (at, length) => new TextDecoder().decode(bytes.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; bytes[at]; ) {
    const before = text(at + 345, 155), size = parseInt(text(at + 124, 12), 8);
    yield { path: before ? `${before}/${text(at, 100)}` : text(at, 100), content: bytes.subarray(at + 512, at + 512 + size) };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Put the files of an archive where Python looks for packages. */
async function install(FS, folder, name) {
  for await (const { path, content } of unpacked(name)) {
    const file = `${folder}/${path}`;
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    FS.writeFile(file, content, { canOwn: true });
  }
}

async function boot({ version }) {
  const pyodide = await loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    lockFileContents: LOCK,
    env: { HOME: "/home/user", PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: (FS, { sitePackages }) => install(FS, sitePackages, ARCHIVE),
  });
  pyodide.FS.mkdirTree("/work");
  pyodide.FS.chdir("/work");
  const module = pyodide.pyimport(`${version.package}host.workbench.browser`);
  python = module.Browser((text) => postMessage(JSON.parse(text)));
}

// The machine runs in turns, and messages are heard between them. A message of a channel follows at once, where a timer
// would wait for 4 ms.
const soon = new MessageChannel();
let waiting = 0;
soon.port1.onmessage = () => turn();

// Where the browser can switch stacks, messages are heard during a turn, too: they are answered at its end, and one
// that pauses ends a long journey of the debugger.
const canSwitch = "Suspending" in WebAssembly;
let isTurning = false;
let isAsked = false; // for another turn during one

async function turn() {
  isAsked = isTurning;
  if (isTurning) return;
  clearTimeout(waiting);
  isTurning = true;
  let seconds = -1;
  try {
    seconds = canSwitch ? await python.turn.callPromising() : python.turn();
  } finally {
    isTurning = false;
  }
  if (seconds > 0 && !isAsked) waiting = setTimeout(turn, seconds * 1000);
  else if (seconds === 0 || isAsked) soon.port2.postMessage(0);
}

onmessage = async ({ data }) => {
  try {
    if (data.channel === "boot") {
      await boot(data);
      postMessage({ channel: "boot", ready: true });
    } else {
      python.hear(JSON.stringify(data));
      await turn();
    }
  } catch (error) {
    postMessage({ channel: "boot", error: String(error?.message ?? error) });
  }
};
