// Keeps the workbench in the browser (sw.js), and says when it cannot, and when there is a new version.
// @ts-check

const NEEDED = "The workbench works, but needs the network each time";

/**
 * Keep the workbench in this browser.
 * @param {(text: string, actions?: { [title: string]: () => void }) => void} notice says something to the user, with buttons
 */
export async function keepOffline(notice) {
  const container = navigator.serviceWorker;
  if (!container) return notice(`${NEEDED}: ${isSecureContext ? "this browser keeps no pages in private windows" : "its address is not secure (https)"}.`);
  try {
    const hadOne = Boolean(container.controller);
    const registration = await container.register(new URL("sw.js", import.meta.url), { updateViaCache: "none" });
    let isReloading = false;
    const offer = () =>
      notice("A new version of the workbench is ready. Your programs are kept.", {
        "Reload now": () => {
          isReloading = true;
          registration.waiting?.postMessage("activate");
        },
      });
    container.addEventListener("controllerchange", () => {
      if (isReloading) location.reload();
      else if (hadOne) notice("Another tab has loaded a new version of the workbench: reload this page, too.", { "Reload now": () => location.reload() });
    });
    if (registration.waiting && hadOne) offer();
    registration.addEventListener("updatefound", () => {
      const found = registration.installing;
      found?.addEventListener("statechange", () => {
        if (found.state === "installed" && container.controller) offer();
        if (found.state === "redundant" && !registration.active) notice(`${NEEDED}: the browser has no room for it, or the network was interrupted.`);
      });
    });
  } catch (error) {
    notice(`${NEEDED}: the browser does not keep it (${error.message}).`);
  }
}
