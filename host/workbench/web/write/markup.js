// Texts of the language server are Markdown, which may quote a program: only harmless elements of it are shown.

const KEPT = new Set(["A", "B", "BLOCKQUOTE", "BR", "CODE", "DEL", "EM", "H1", "H2", "H3", "H4", "HR", "LI", "OL", "P", "PRE", "SPAN", "STRONG", "TABLE", "TBODY", "TD", "TH", "THEAD", "TR", "UL"]);

/** The same markup without elements and attributes that could do anything. @param {string} html @returns {string} */
export function sanitized(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html"); // nothing in it is loaded or run
  for (const element of [...body.querySelectorAll("*")]) {
    if (!KEPT.has(element.tagName)) element.replaceWith(element.textContent ?? "");
    else for (const { name } of [...element.attributes]) if (name !== "class") element.removeAttribute(name);
  }
  return body.innerHTML;
}
