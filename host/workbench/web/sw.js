// The service worker: keeps all files of a release, so that everything works without a network after the first visit. The
// documents beside the workbench have one of their own, made of this file.
// A new release is kept whole beside the old one, and takes its place when the user reloads (offline.js).
// @ts-check
const RELEASE = "RELEASE"; // filled in when the folder is built: another release is another service worker
const NAME = "NAME"; // filled in, too: others of this name are older releases of the same pages
const CACHE = `${NAME}-${RELEASE}`;
const AT_ONCE = 4; // files that are fetched at the same time

const address = (path) => new URL(path, self.registration.scope).href;
const hex = (bytes) => [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Fetch a file as it is in this release: the browser may have an older one, and the server a newer one. */
async function fetched(path, hash) {
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(address(path), { cache });
    if (!response.ok) continue;
    const bytes = await response.arrayBuffer();
    if (hex(await crypto.subtle.digest("SHA-256", bytes)) !== hash) continue;
    const type = response.headers.get("content-type") ?? "";
    return new Response(bytes, { headers: { "content-type": type } }); // one that was redirected cannot be a page
  }
  throw new Error(`${path} is not that of release ${RELEASE}`);
}

async function keep() {
  const response = await fetch(address("version.json"), { cache: "reload" });
  const version = await response.clone().json();
  if (version.release !== RELEASE) throw new Error("the server's files are being replaced");
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map((each) => each.url));
  const missing = Object.entries(version.files).filter(([path]) => !kept.has(address(path)));
  const work = async () => {
    for (let next = missing.shift(); next; next = missing.shift()) {
      const [path, [, hash]] = next;
      await cache.put(address(path), await fetched(path, hash));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await cache.put(address("version.json"), response); // last: the release is whole
}

async function replaceOthers() {
  for (const name of await caches.keys()) if (name.startsWith(`${NAME}-`) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

/** A file of the release; one that is not of it, from the server. */
async function answer(request) {
  const [url] = request.url.split(/[?#]/u, 1);
  return (await (await caches.open(CACHE)).match(url.endsWith("/") ? `${url}index.html` : url)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(replaceOthers()));
self.addEventListener("message", ({ data }) => data === "activate" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
