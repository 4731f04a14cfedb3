// A game of the stock answered in the browser, as the server would: its wishes are kept, and the
// state is worked out of them. The server rules on the same wishes again when it gets them.
import { $ } from "../core/dom.js";
import { _, formulaName } from "../core/i18n.js";
import { ApiError } from "../core/api.js";
import { ownTime } from "../core/time.js";
import { has, unpack } from "../offline/list.js";
import { begin, fold, Refused, told } from "./fold.js";
import { keepPlay, plays, send, stocked } from "./stock.js";

/** The words of the list a game goes with; they are on this device. */
async function wordsOf(address) {
  const reply = await fetch(address);
  return reply.ok ? unpack(await reply.text()) : null;
}

/** A game in one line, as the server's history has it. */
const line = ({ turn, you, total, sheet, seconds }) => ({
  turn,
  you,
  total,
  found: sheet.filter((row) => row.found).length,
  turns: sheet.length,
  ms: sheet.reduce((all, { took }) => all + Math.min(took, (seconds ?? Infinity) * 1000), 0),
});

const conflict = () =>
  new ApiError(409, { code: "refused", message: _("La situation a changé entre-temps.") });
const full = () =>
  new ApiError(507, { code: "full", message: _("Ce navigateur n'a plus de place.") });

/** Begin a game of the stock as it was chosen; its play is kept from now on. */
export function beginLocal({ game, ways }, { way, checks = true, competition = false }) {
  return keepPlay(game.id, {
    digest: game.digest,
    label: ways[way].label,
    way,
    checks: checks && !competition,
    competition,
    at: Date.now(),
    wishes: [],
  });
}

/** A game of the stock that was begun: `{kept, admits, view()}`; null where it is not here. */
export async function openLocal(id) {
  const kept = await stocked(id);
  if (!kept || !plays()[id]?.digest) return null;
  const words = await wordsOf(kept.list).catch(() => null);
  if (!words) return null;
  const admits = (word) => has(words, word);
  let last;
  /** As it stands, also for another tab that plays it; once it is sent only this page knows it. */
  const view = (play = plays()[id]) => {
    if (play.digest) last = fold(begin(kept, play, admits)).view;
    return last;
  };
  return { kept, admits, view };
}

export async function localHost(id) {
  const found = await openLocal(id);
  if (!found) return null;
  ownTime();
  const { kept, admits, view } = found;

  /** Add a wish, unless the game refuses it as it stands. */
  function wish(what, { more = [], ...body }) {
    const asked = more.length ? { ...body, more } : body;
    const play = plays()[id];
    if (!play.digest) throw conflict();
    const last = play.wishes.at(-1);
    // A clock that is put back meanwhile must not make time run back.
    const at = Math.max(Date.now(), play.at, last?.at ?? 0);
    // In topping only the last of a turn's proposals tells anything: the others are not kept.
    const again = what === "answer" && last?.do === what && last.turn === asked.turn;
    const before = again ? play.wishes.slice(0, -1) : play.wishes;
    const next = { ...play, wishes: [...before, { do: what, at, ...asked }] };
    try {
      const after = view(next);
      next.over = after.phase === "over";
      next.line = line(after);
      if (!keepPlay(id, next)) throw full();
      if (next.over) send().catch(() => {});
      return after;
    } catch (error) {
      throw error instanceof Refused ? conflict() : error;
    }
  }
  $("h1").textContent = `${_("Jouer seul")} — ${formulaName(plays()[id].label)}`;
  return {
    state: view(),
    play: kept.rules,
    balance: `/solo/reserve/bilan#${id}`,
    read: async () => view(),
    post: async (what, body) => answered(what, wish(what, body), kept),
    solutions: async (turn) => listed(kept.game.turns[turn - 1]),
    check: async (asked) => Object.fromEntries(asked.map((word) => [word, admits(word)])),
  };
}

/** A hint has an answer of its own; every other wish, the state. */
const answered = (what, view, { game }) =>
  what === "hint" ? { scrabble: game.turns[view.turn - 1].scrabble } : view;

const listed = ({ count, moves }) => ({
  count,
  moves: moves.map(told),
});
