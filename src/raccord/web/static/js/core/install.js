// The worker that keeps study usable without a network; pages of a hall never ask for it.
const STUDY = /^\/($|solo(\/|$)|mots?(\/|$)|analyse$|hors-ligne$)/;

if (STUDY.test(location.pathname) && "serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/travailleur.js", { updateViaCache: "none" }).catch(() => {});
}
