// Says in one sentence why a page of the workbench cannot work here. A plain script: modules do not load from a disk.
"use strict";
(() => {
  const reason =
    location.protocol === "file:"
      ? "This page was opened from a disk, where browsers load no modules. Run `ironboard workbench`, or serve the folder: python -m http.server"
      : typeof WebAssembly !== "object"
        ? "This browser has no WebAssembly, which the machines need: use a current Firefox, Chromium, Edge or Safari."
        : !("noModule" in HTMLScriptElement.prototype) || typeof CompressionStream === "undefined" || !Array.prototype.at
          ? "This browser is too old for the workbench: use a current Firefox, Chromium, Edge or Safari."
          : "";
  if (!reason) return;
  const told = document.createElement("p");
  told.className = "cannot";
  told.setAttribute("role", "alert");
  told.textContent = reason;
  document.body.prepend(told);
})();
