// What the user is told when changes cannot be kept, or the machines have died, and what can be done then.

/** @param {import("./app.js").App} app */
export function tellTrouble(app) {
  let told = "";
  const notice = (text, actions) => {
    app.unsay(told);
    told = text;
    app.notice(text, actions);
  };
  app.on("trouble", (error) => {
    const kind = error?.kind ?? "";
    if (!kind) {
      if (told) app.status("What you write is kept again.");
      app.unsay(told);
      told = "";
      return;
    }
    /** @type {HTMLElement} */ (document.getElementById("saved")).textContent = "not kept";
    const save = { "Download all": () => app.files.downloadAll() };
    if (kind === "taken")
      notice("This project is open in another tab: what you change here is not kept.", {
        "Go on with a copy": () => app.project.keepCopy(),
        "Take it over": () => app.project.takeOver(),
      });
    else if (kind === "full") notice("The browser's storage is full: what you change now is not kept. Download your files, or delete projects.", { ...save, Projects: () => app.projects.choose() });
    else notice(`What you write is lost when the page closes: ${error.message}. Download your files to keep them.`, save);
  });
  app.on("project", () => {
    if (app.project.trouble) return;
    app.unsay(told);
    told = "";
  });
}

/**
 * Say that the machines have died; the notice goes when others are there, and `again` gives them what the page has.
 * @param {import("./app.js").App} app
 * @param {() => Promise<void>} again
 */
export function tellDeath(app, again) {
  let told = "";
  app.client.on("boot", ({ dead, kind, again: isAgain }) => {
    if (dead || isAgain) app.unsay(told);
    if (dead && kind === "Stopped") app.status(dead);
    else if (dead) app.notice((told = `${dead} What you write is kept.`), { "Reload the page": () => location.reload() });
    if (isAgain) void again();
  });
}
