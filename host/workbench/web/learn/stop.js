// Stop, the button in the last line: it is there as long as the machines do something that takes a while.

const SHORT = 700; // milliseconds in which most work is done: a button that flashes up says nothing
const button = /** @type {HTMLElement} */ (document.getElementById("stop"));
let under = 0; // works under way

/** Have the button end what a client's worker does. @param {import("../client.js").Client} client */
export function offerStop(client) {
  button.addEventListener("click", () => void client.stop());
}

/** Do some work, which can be stopped. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
export async function stoppable(work) {
  under++;
  const timer = setTimeout(() => (button.hidden = false), SHORT);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (!--under) button.hidden = true;
  }
}
