// A player's progress: the server's figures, or the copy this browser has of them.
import "../elements/plot.js";
import "./carry.js";
import { $, h, pageData } from "../core/dom.js";
import { _, formulaName, number, percent, plural } from "../core/i18n.js";
import { api } from "../core/api.js";
import { toast } from "../core/toast.js";
import { copyOf, forgetCopies, keepCopy, tellCopy } from "./copy.js";
import { figure, minutes } from "./figures.js";
import { send, waiting } from "./stock.js";

const KINDS = {
  joker: () => _("Avec un joker"),
  scrabble: () => _("Scrabbles"),
  hook: () => _("Raccords à un mot de la grille"),
  extension: () => _("Rallonges"),
};

/** What a kind of top is called. */
function named(kind) {
  const [what, value] = kind.split(":");
  if (what === "length") {
    return value === "9"
      ? _("Mots de neuf lettres et plus")
      : _("Mots de {n} lettres", { n: value });
  }
  if (what === "letter") return _("Lettre {letter}", { letter: value });
  return KINDS[what]?.() ?? kind;
}

const day = (at) =>
  new Date(at).toLocaleDateString(document.documentElement.lang, {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
let shown = null;
let every = null;
const share = (game) => (game.total ? game.you / game.total : 0);

function figures({ progress }) {
  const parts = [
    figure(number(progress.games), plural(progress.games, "partie jouée", "parties jouées")),
    figure(percent(progress.percent), _("du top")),
    figure(percent(progress.found), _("des tops trouvés")),
  ];
  if (progress.best) {
    parts.push(figure(
      percent(share(progress.best)),
      _("record, le {day}", {
        day: day(progress.best.at),
      }),
    ));
  }
  if (progress.most_found) {
    const { found, turns } = progress.most_found;
    parts.push(figure(`${found} / ${turns}`, _("record de tops en une partie")));
  }
  return h("div", { class: "figures" }, parts);
}

/** A game the server has not had yet is on this device. */
const address = (game) => (game.id ? `/solo/reserve/bilan#${game.id}` : `/solo/${game.game}`);

const row = (game) =>
  h(
    "tr",
    {},
    h("td", {}, h("a", { href: address(game) }, day(game.at))),
    h("td", {}, [formulaName(game.label), game.note].filter(Boolean).join(" · ")),
    h("td", { class: "points" }, percent(share(game))),
    h("td", { class: "points" }, `${game.found} / ${game.turns}`),
    h("td", { class: "points" }, minutes(game.ms / 1000)),
  );

const weakness = (spot) =>
  h(
    "li",
    {},
    `${named(spot.kind)} `,
    h("span", { class: "num muted" }, `${spot.found} / ${spot.seen}`),
  );

function show(overview) {
  shown = overview;
  const { progress } = overview;
  $("#due").textContent = plural(overview.due, "{n} fiche à revoir", "{n} fiches à revoir") +
    (overview.known ? ` · ${plural(overview.known, "{n} en tout", "{n} en tout")}` : "");
  const games = [...waiting(), ...(every ?? progress.recent)];
  if (!games.length) {
    $("#figures").replaceChildren(
      h("p", { class: "note" }, _("Votre première partie terminée apparaîtra ici.")),
    );
  } else if (progress.games) $("#figures").replaceChildren(figures(overview));
  $("#trend").hidden = progress.trend.length < 2;
  $("#curve").series = [{
    name: "%",
    values: progress.trend.map((value) => Math.round(value * 1000) / 10),
  }];
  $("#weak").hidden = !progress.weak.length;
  $("#weak-list").replaceChildren(...progress.weak.map(weakness));
  $("#recent").hidden = !games.length;
  $("#recent-rows").replaceChildren(...games.map(row));
  $("#every-game").hidden = Boolean(every) || progress.games <= progress.recent.length;
  $("#every-game").textContent = plural(
    progress.games,
    "Voir la partie",
    "Voir les {n} parties",
  );
}

/** The page comes with the last games; here is the whole history, the browser's copy without network. */
async function showEvery() {
  try {
    every = (await api.get("/api/progress/games")).games;
    keepCopy("games", every);
  } catch (error) {
    every = copyOf("games");
    if (!every) toast(error.message, "bad");
  }
  show(shown);
}

async function addDeck(event) {
  event.preventDefault();
  const select = $("#deck");
  try {
    const { added } = await api.post("/api/progress/decks", {
      deck: select.value,
      lexicon: select.dataset.lexicon,
    });
    toast(plural(added, "{n} fiche ajoutée", "{n} fiches ajoutées"), "", 3);
    show(await load());
  } catch (error) {
    toast(error.message, "bad");
  }
}

async function load() {
  await send();
  const overview = await api.get("/api/progress");
  keepCopy("progress", overview);
  return overview;
}

addEventListener("rc-sent", () => load().then(show, () => {}));

async function begin() {
  const told = pageData("overview");
  try {
    // The page may be one that was kept: what the server says now counts.
    show(await load());
  } catch {
    const copy = copyOf("progress") ?? told;
    show(copy);
    tellCopy(copy.now);
  }
  document.body.dataset.ready = "1";
}

$("#every-game").addEventListener("click", showEvery);
$("#decks").addEventListener("submit", addDeck);
$("#forget")?.addEventListener("submit", (event) => {
  if (confirm(_("Effacer toutes vos parties et vos révisions, pour de bon ?"))) forgetCopies();
  else event.preventDefault();
});
begin();
