// What the user is told when changes cannot be kept, and what can be done then.

/** @param {import("./app.js").App} app */
export function tellTrouble(app) {
  let told = "";
  app.on("trouble", (error) => {
    const kind = error?.kind ?? "";
    if (!kind) {
      if (told) app.notice("What you write is kept again.");
      told = "";
      return;
    }
    document.getElementById("saved").textContent = "not kept";
    if (told === kind) return;
    told = kind;
    const save = { "Download all": () => app.files.downloadAll() };
    if (kind === "taken")
      app.notice("This project is open in another tab: what you change here is not kept.", {
        "Go on with a copy": () => app.project.keepCopy(),
        "Take it over": () => app.project.takeOver(),
      });
    else if (kind === "full") app.notice("The browser's storage is full: what you change now is not kept. Download your files, or delete projects.", { ...save, Projects: () => app.projects.choose() });
    else app.notice(`What you write is lost when the page closes: ${error.message}. Download your files to keep them.`, save);
  });
  app.on("project", () => (told = app.project.trouble?.kind ?? ""));
}
