const ask = () => navigator.wakeLock?.request("screen").catch(() => {});

/** Keep the screen from going to sleep, where the browser lets a page ask for it. */
export function stayAwake() {
  ask();
  // Browsers drop the lock when the page is hidden, and do not give it back.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
}
