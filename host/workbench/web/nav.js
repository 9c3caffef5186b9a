// The header of all pages of the workbench.

const PAGES = [
  ["Write", "index.html"],
  ["Learn", "learn.html"],
  ["Play", "play.html"],
  ["Documents", "../index.html"],
];

/**
 * Fill the header of a page.
 * @param {HTMLElement} header
 * @param {string} current the page's name in PAGES
 */
export function fillHeader(header, current) {
  const home = Object.assign(document.createElement("a"), { href: "../index.html", className: "home", textContent: "Ironboard" });
  const nav = document.createElement("nav");
  nav.setAttribute("aria-label", "Workbench");
  for (const [name, href] of PAGES) {
    const link = Object.assign(document.createElement("a"), { href, textContent: name });
    if (name === current) link.setAttribute("aria-current", "page");
    nav.append(link);
  }
  header.replaceChildren(home, nav);
}
