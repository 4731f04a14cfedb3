// Light or dark, before anything is painted: a classic script in the head, so that no page flashes.
// The choice is the browser's, one for the pages and one for the projector; without a choice the
// dark sheet keeps the media that the page gave it, which follows the system.
{
  const KEY = `rc-theme-${document.documentElement.dataset.place}`;
  const MEDIA = { light: "not all", dark: "screen" };

  // Storage may be forbidden by the browser: the page then follows the system.
  const chosen = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  };

  const keep = (choice) => {
    try {
      if (choice) localStorage.setItem(KEY, choice);
      else localStorage.removeItem(KEY);
    } catch {
      // The page still changes; the next one will not know.
    }
  };

  const paint = (choice) => {
    for (const element of document.querySelectorAll("[data-dark]")) {
      element.dataset.given ??= element.media;
      element.media = MEDIA[choice] ?? element.dataset.given;
    }
  };

  const show = (choice) => {
    paint(choice);
    const select = document.getElementById("theme");
    if (select) select.value = choice in MEDIA ? choice : "";
  };

  paint(chosen());
  addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) show(chosen());
  });
  document.addEventListener("DOMContentLoaded", () => {
    show(chosen());
    const select = document.getElementById("theme");
    // The page that is shown without the server has no foot.
    if (!select) return;
    document.getElementById("foot").hidden = false;
    select.addEventListener("change", ({ target }) => {
      keep(target.value);
      paint(target.value);
    });
  });
}
