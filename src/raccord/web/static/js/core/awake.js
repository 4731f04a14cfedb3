/** Keep the screen from going to sleep, where the browser lets a page ask for it. */
export function stayAwake() {
  const ask = () => navigator.wakeLock?.request("screen").catch(() => {});
  ask();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
}
