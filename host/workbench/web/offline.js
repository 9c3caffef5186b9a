// Keeps the workbench in the browser (sw.js), and says when it cannot, and when there is a new version.
// @ts-check

const NEEDED = "The workbench works, but needs the network each time";

/** Say something below the header until it is closed. @param {string} text @param {{ [title: string]: () => void }} [actions] */
function bar(text, actions = {}) {
  const row = document.createElement("p");
  row.className = "cannot";
  row.setAttribute("role", "status");
  row.append(text);
  for (const [title, action] of Object.entries({ ...actions, Close: () => {} })) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
    button.addEventListener("click", () => (row.remove(), action()));
    row.append(" ", button);
  }
  (document.querySelector("header") ?? document.body).after(row);
}

/** Keep the documents, where the site has any; without them the workbench lacks nothing. */
const keepDocuments = () =>
  "documents" in document.documentElement.dataset && navigator.serviceWorker.register("../sw.js", { updateViaCache: "none" }).catch(() => {});

/** Keep the workbench in this browser. A first visit fetches all its files: what the user waits for is before. */
export async function keepOffline() {
  const container = navigator.serviceWorker;
  if (!container) return bar(`${NEEDED}: ${isSecureContext ? "this browser keeps no pages in private windows" : "its address is not secure (https)"}.`);
  try {
    let hadOne = Boolean(container.controller); // or else the first one takes this page over in silence
    const registration = await container.register("sw.js", { updateViaCache: "none" });
    void container.ready.then(keepDocuments); // last
    let isReloading = false;
    const offer = () =>
      bar("A new version of the workbench is ready. Your programs are kept.", {
        "Reload now": () => {
          isReloading = true;
          registration.waiting?.postMessage("activate");
        },
      });
    container.addEventListener("controllerchange", () => {
      if (isReloading) location.reload();
      else if (hadOne) bar("Another tab has loaded a new version of the workbench: reload this page, too.", { "Reload now": () => location.reload() });
      hadOne = true;
    });
    if (registration.waiting && hadOne) offer();
    registration.addEventListener("updatefound", () => {
      const found = registration.installing;
      found?.addEventListener("statechange", () => {
        if (found.state === "installed" && container.controller) offer();
        if (found.state === "redundant" && !registration.active) bar(`${NEEDED}: the browser has no room for it, or the network was interrupted.`);
      });
    });
  } catch (error) {
    bar(`${NEEDED}: the browser does not keep it (${error.message}).`);
  }
}
