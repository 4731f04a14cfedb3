// A game of the stock as its wishes tell it: pure, the same as the server's `decide` for one player.
import { _ } from "../core/i18n.js";
import { readMove, score } from "../core/scoring.js";
import { award } from "./together.js";

const GRACE_MS = 3000;

/** A wish the game does not grant as it stands. */
export class Refused extends Error {}

/** The state before the first wish; `admits(word)` asks the word list. */
export function begin(kept, play, admits) {
  const { game, ways, rules } = kept;
  return {
    game,
    play,
    rules,
    admits,
    way: ways[play.way],
    phase: "running",
    turn: 1,
    started: play.at,
    paused: 0,
    interrupted: null,
    hints: new Set(),
    results: [],
    tried: "",
  };
}

/** Every wish in turn, then what the player sees: `{...state, view}`. */
export function fold(state) {
  for (const wish of state.play.wishes) WISHES[wish.do](state, wish);
  state.view = view(state);
  return state;
}

const limit = ({ way }) => way.seconds * 1000;
const deadline = (s) => (s.way.seconds === null ? null : s.started + limit(s) + s.paused);
const drawn = (s) => s.game.turns[s.turn - 1];

function needRunning(s, wish) {
  if (s.phase !== "running" || wish.turn !== s.turn) throw new Refused();
}

/** What a move is worth here, and the words the list does not admit. */
function worth(s, text) {
  const { index, direction, word } = readMove(text);
  const counted = score(drawn(s).before, index, direction, word, s.rules);
  const words = counted?.words.map((formed) => formed.word) ?? [];
  const wrong = words.filter((formed) => !s.admits(formed));
  const legal = Boolean(counted) && !wrong.length;
  const points = legal ? counted.total : 0;
  return { points, wrong, main: word.toUpperCase(), legal, words, tiles: counted?.tiles ?? "" };
}

/** A move of the stock, « H4 LUSTRE 24 ». */
export function told(text) {
  const [reference, word, points] = text.split(" ");
  return { reference, word, points: Number(points) };
}

/** What a turn's points are compared with: the top, in multitops the best set of solutions. */
function goal(s) {
  const best = s.way.solutions > 1 ? drawn(s).sets[s.way.solutions - 2].map(told) : [];
  return { best, reference: sum(best, (move) => move.points) || drawn(s).top.points };
}

const WISHES = {
  answer(s, wish) {
    needRunning(s, wish);
    if (s.way.topping) propose(s, wish);
    else rule(s, wish);
  },
  pass(s, wish) {
    needRunning(s, wish);
    if (s.way.topping) close(s, wish.at, missed(s, wish.at));
    else rule(s, { ...wish, move: null });
  },
  next(s, wish) {
    if (s.phase !== "result") throw new Refused();
    draw(s, wish.at);
  },
  hint(s, wish) {
    needRunning(s, wish);
    if (s.play.competition) throw new Refused();
    s.hints.add(s.turn);
  },
  pause(s, wish) {
    needRunning(s, wish);
    if (s.play.competition || s.way.topping) throw new Refused();
    s.phase = "paused";
    s.interrupted = wish.at;
  },
  resume(s, wish) {
    if (s.phase !== "paused") throw new Refused();
    s.phase = "running";
    s.paused += wish.at - s.interrupted;
    s.interrupted = null;
  },
  stop(s) {
    if (s.phase === "over") throw new Refused();
    s.phase = "over";
  },
};

function rule(s, wish) {
  const moves = [wish.move, ...(wish.more ?? [])].filter(Boolean);
  const late = deadline(s) !== null && wish.at > deadline(s) + GRACE_MS;
  if (!moves.length || late) {
    const said = moves.length
      ? { verdict: _("Trop tard."), reasons: [_("mot proposé hors délai")] }
      : { verdict: _("Pas de mot joué."), reasons: [] };
    close(s, wish.at, { yours: "", points: 0, ...said });
    return;
  }
  close(s, wish.at, { yours: moves.join(" + "), ...ruled(s, moves.map((move) => worth(s, move))) });
}

function ruled(s, solutions) {
  const { reference } = goal(s);
  const legal = solutions.filter((each) => each.legal);
  const points = award(s.game.kin, legal);
  if (points === reference) return { points, verdict: _("Bien vu, c'est le top !"), reasons: [] };
  const absent = solutions.some(({ wrong, main }) => wrong.includes(main));
  return {
    points,
    verdict: legal.length
      ? `${points} / ${reference}, −${reference - points}`
      : absent
      ? _("Mot absent du lexique.")
      : _("Mal placé."),
    reasons: solutions.flatMap(({ wrong }) =>
      wrong.map((word) => _("{} n'est pas admis").replace("{}", word))
    ),
  };
}

/** Topping: the top ends the turn; anything else does not, until its time is up. */
function propose(s, wish) {
  if (!wish.move) {
    if (deadline(s) === null || wish.at < deadline(s) - GRACE_MS) {
      throw new Refused();
    }
    close(s, wish.at, missed(s, wish.at));
    return;
  }
  s.tried = wish.move;
  const top = drawn(s).top.points;
  if (worth(s, wish.move).points !== top) return;
  const took = wish.at - s.started;
  // In time or not at all: a top found after the last second was not found (2017 7.4).
  const found = s.way.seconds === null || took <= limit(s);
  close(s, wish.at, {
    ...(found ? { ms: took } : missed(s, wish.at)),
    yours: wish.move,
    points: found ? top : 0,
    verdict: found ? _("Bien vu, c'est le top !") : _("Le top est donné, 20 secondes s'ajoutent."),
    reasons: [],
  });
}

function missed(s, at) {
  const spent = s.way.seconds === null ? at - s.started : limit(s);
  return {
    yours: s.tried,
    points: 0,
    ms: spent + s.way.penalty * 1000,
    verdict: _("Le top est donné, 20 secondes s'ajoutent."),
    reasons: [],
  };
}

/** The turn is over: the top is placed; in topping the next draw follows at once. */
function close(s, at, ruling) {
  const { before, draw: letters, leave, top, ties, words, bonus } = drawn(s);
  const { best, reference } = goal(s);
  s.results.push({
    turn: s.turn,
    draw: letters,
    leave,
    before,
    top,
    ties: ties.map((tie) => ({ ...tie, note: tie.note && _(tie.note) })),
    words,
    bonus,
    best,
    reference,
    published: false,
    found: ruling.points === reference,
    seconds: ruling.ms === undefined ? null : Math.round(ruling.ms / 100) / 10,
    took: at - s.started - s.paused,
    ...ruling,
  });
  s.paused = 0;
  s.tried = "";
  if (s.turn === s.game.turns.length && s.game.at_once) s.phase = "over";
  else {
    s.phase = "result";
    if (s.way.topping) draw(s, at);
  }
}

function draw(s, at) {
  if (s.turn === s.game.turns.length) {
    s.phase = "over";
    return;
  }
  s.turn += 1;
  s.started = at;
  s.phase = "running";
}

const sum = (list, of) => list.reduce((total, item) => total + of(item), 0);

/** What the player may see now; nothing of the turn under way but its draw. */
function view(s) {
  const you = sum(s.results, (r) => r.points);
  const total = sum(s.results, (r) => r.reference);
  const thinking = s.phase === "running";
  const last = s.results.at(-1);
  const { draw: letters, leave, left } = drawn(s);
  return {
    id: s.game.id,
    phase: s.phase,
    turn: s.turn,
    draw: thinking ? letters : "",
    leave: thinking ? leave : 0,
    // In the joker formula the board is not the one before with the top on it.
    cells: s.game.turns[s.results.length]?.before ?? s.game.cells,
    last: last ? `${last.top.reference} ${last.top.word}` : "",
    seconds: s.way.seconds,
    ends: thinking ? deadline(s) : null,
    signal: s.way.signal,
    topping: s.way.topping,
    solutions: s.way.solutions ?? 1,
    you,
    total,
    percent: total ? you / total : 0,
    elapsed: s.way.topping ? sum(s.results, (r) => r.ms) / 1000 : null,
    hint_asked: s.hints.has(s.turn),
    checks: s.play.checks,
    competition: s.play.competition,
    contest: "",
    lexicon: s.game.lexicon,
    left,
    paused_left: s.phase === "paused" && s.way.seconds !== null
      ? Math.max(0, deadline(s) - s.interrupted)
      : null,
    sheet: s.results,
    result: last ?? null,
  };
}
