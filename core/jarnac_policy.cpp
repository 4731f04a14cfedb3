// How a game that is tried out goes on.
#include "jarnac_policy.hpp"

#include <algorithm>

namespace raccord {

int outcome(const TableMat& mat, const TableMat& other) {
  const int lead = mat.points - other.points, more = mat.jarnacs - other.jarnacs;
  if (lead > kMargin || lead < -kMargin) return lead > 0 ? 1 : -1;
  if (lead > 0 && more > 0) return 1;
  return lead < 0 && more < 0 ? -1 : 0;
}

Odds::Odds(const std::array<int, kLetters>& bag) {
  int total = 0;
  for (const int n : bag) total += n;
  for (std::uint32_t mask = 1; mask < 8192; ++mask) {
    const auto letter = static_cast<std::size_t>(std::countr_zero(mask));
    const float share = 1.0f / static_cast<float>(std::max(1, total));
    low_[mask] = low_[mask & (mask - 1)] + share * static_cast<float>(bag[letter]);
    high_[mask] = high_[mask & (mask - 1)] + share * static_cast<float>(bag[letter + 13]);
  }
}

namespace {

// The letters that lengthen some line.
std::uint32_t growing(const TableMat& mat) {
  std::uint32_t any = 0;
  for (int line = 0; line < mat.count; ++line) any |= mat.lines[static_cast<std::size_t>(line)].grows;
  return any;
}

// For each line, and a new one, the letters that lengthen another.
std::array<std::uint32_t, kMatLines + 1> growing_beside(const TableMat& mat) {
  std::array<std::uint32_t, kMatLines + 1> others{};
  std::uint32_t once = 0, twice = 0;
  for (const TableLine& line : mat.lines) twice |= once & line.grows, once |= line.grows;
  for (std::size_t line = 0; line < others.size(); ++line)
    others[line] = twice | (once & ~mat.lines[line].grows);
  return others;
}

}  // namespace

bool Policy::opens(const TableGame& game) const {
  const TableMat& mat = game.mats[static_cast<std::size_t>(game.turn)];
  const TableMat& other = game.mats[static_cast<std::size_t>(1 - game.turn)];
  if (mat.full()) return false;
  if (mat.count < kMatLines - 1) return true;
  // The eighth line ends the game.
  TableMat ended = mat;
  ended.points += kShortestLine * kShortestLine;
  const int result = outcome(ended, other);
  if (result > 0 || (result == 0 && ended.points - other.points < weights_.settle)) return true;
  // Who does not look so far hopes to go on.
  return game.turn && odds_.of(growing(mat)) >= weights_.bold;
}

bool Policy::choose(TableGame& game, TablePlay& best) const {
  TableMat& mat = game.mats[static_cast<std::size_t>(game.turn)];
  float most = -1e9f;
  const auto beside = growing_beside(mat);
  const auto weigh = [&](TablePlay& play) {
    const auto line = static_cast<std::size_t>(play.line);
    const int old = mat.lines[line].length;
    play.grows = words_.grows(play.key, play.length);
    const float value = static_cast<float>(play.length * play.length - old * old) +
                        weights_.grow * odds_.of(play.grows) +
                        weights_.any * odds_.of(play.grows | beside[line]);
    if (value > most) most = value, best = play;
  };
  const bool opens = this->opens(game);
  for (int size = 1; size <= std::max(weights_.longest, weights_.opening); ++size) {
    if (size <= weights_.longest)
      for (int line = 0; line < mat.count; ++line) {
        const bool changed = mat.lines[static_cast<std::size_t>(line)].changed;
        words_.plays(mat, line, size, changed ? mat.mask : mat.fresh, weigh);
      }
    if (opens && size >= kShortestLine && size <= weights_.opening) {
      const bool changed = mat.lines[static_cast<std::size_t>(mat.count)].changed;
      words_.plays(mat, mat.count, size, changed ? mat.mask : mat.fresh, weigh);
    }
    if (most > -1e9f) return true;
  }
  for (int line = 0; line < mat.count + opens; ++line)
    mat.lines[static_cast<std::size_t>(line)].changed = false;
  game.left = false;
  if (!mat.full() && !opens) {
    words_.plays(mat, mat.count, kShortestLine, mat.mask, [&](TablePlay&) { game.left = true; });
    mat.lines[static_cast<std::size_t>(mat.count)].changed = true;
  }
  mat.fresh = 0;
  return false;
}

void Policy::draw(TableGame& game, int count) const {
  TableMat& mat = game.mats[static_cast<std::size_t>(game.turn)];
  for (; count && game.bag.size(); --count) mat.take(game.bag.draw(game.turn));
}

void Policy::swap(TableGame& game, const std::array<int, 3>& given) const {
  TableMat& mat = game.mats[static_cast<std::size_t>(game.turn)];
  for (const int letter : given) mat.give(letter);
  draw(game, static_cast<int>(given.size()));
  for (const int letter : given) game.bag.put_back(game.turn, letter, game.chance);
}

void Policy::finish_turn(TableGame& game) const {
  TablePlay play;
  const int size = game.bag.size();
  bool moved = false;
  while (choose(game, play)) {
    lay(words_, game.mats[static_cast<std::size_t>(game.turn)], play);
    draw(game, 1);
    moved = true;
  }
  game.idle = moved || game.bag.size() < size ? 0 : game.idle + 1;
}

bool Policy::best_jarnac(const TableMat& victim, TablePlay& found) const {
  int most = 0;
  const auto weigh = [&](TablePlay& play) {
    const int old = victim.lines[static_cast<std::size_t>(play.line)].length;
    const int worth = play.length * play.length + old * old;
    if (worth > most) most = worth, found = play;
  };
  for (int line = 0; line < victim.playable(); ++line)
    for (int size = 1; size <= std::min(victim.most(), weights_.opening); ++size)
      words_.plays(victim, line, size, victim.mask, weigh);
  return most > 0;
}

bool Policy::wants_swap(const TableMat& mat) const {
  if (mat.held < weights_.swap_from) return false;
  return odds_.of(growing(mat)) < weights_.swap_below;
}

std::array<int, 3> Policy::least_wanted(const TableMat& mat) const {
  std::array<int, 3> given{};
  Counts left = mat.loose;
  for (int& worst : given) {
    float least = 1e9f;
    for (std::uint32_t rest = mat.mask; rest; rest &= rest - 1) {
      const int letter = std::countr_zero(rest);
      const auto n = left[static_cast<std::size_t>(letter)];
      if (!n) continue;
      const float wanted = (n > 1 ? 0.0f : 1.0f) + odds_.of_letter(letter);
      if (wanted < least) least = wanted, worst = letter;
    }
    --left[static_cast<std::size_t>(worst)];
  }
  return given;
}

void Policy::receive(TableGame& game) const {
  TableMat& mat = game.mats[static_cast<std::size_t>(game.turn)];
  TableMat& other = game.mats[static_cast<std::size_t>(1 - game.turn)];
  TablePlay play;
  bool robbed = false;
  if (game.left && !mat.full() && best_jarnac(other, play)) {
    rob(words_, other, mat, play);
    robbed = true;
  }
  game.left = false;
  // Only the first bag may come with letters won; the policy does not change any then.
  if (robbed && mat.full()) draw(game, 1 + game.extra);
  else if (!mat.drew) draw(game, kFirstLetters + game.extra);
  else if (mat.held >= 3 && game.bag.size() >= 3 && !game.extra && wants_swap(mat))
    swap(game, least_wanted(mat));
  else draw(game, 1 + game.extra);
  mat.drew = true;
  game.extra = game.swap_extra = 0;
}

bool Policy::ends(TableGame& game) const {
  TableMat& mat = game.mats[static_cast<std::size_t>(game.turn)];
  TableMat& other = game.mats[static_cast<std::size_t>(1 - game.turn)];
  game.turn = 1 - game.turn;
  if (mat.full()) {
    // Eight lines and a pass: only a Jarnac keeps the game alive, and who wins lets it end.
    TablePlay play;
    if (!game.left || other.full() || outcome(other, mat) > 0 || !best_jarnac(mat, play)) return true;
  }
  return game.idle >= kIdle || (!game.bag.size() && game.idle >= kIdleEmpty);
}

bool Policy::run(TableGame& game, int turns) const {
  for (; turns > 0; --turns) {
    receive(game);
    finish_turn(game);
    if (ends(game)) return true;
  }
  return false;
}

}  // namespace raccord
