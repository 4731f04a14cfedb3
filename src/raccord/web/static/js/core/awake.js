const ask = () => navigator.wakeLock?.request("screen").catch(() => {});

/** Keep the screen from going to sleep, where the browser lets a page ask for it. */
export function stayAwake() {
  ask();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
}
