// The strongest player: which choices it compares, and how it tries them out.
#include "jarnac_choice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "anagram.hpp"
#include "jarnac_race.hpp"

namespace raccord {
namespace {

// Points ahead at which a game is about three quarters of the way to won, where it was not tried out to its
// end.
constexpr double kSlope = 200.0;
// The weight of the points in a game that was: they tell two wins apart, and a win at hand from one far off.
constexpr double kPoints = 0.5;
// A drawn game is worth less than half a won one to who expects to be the stronger.
constexpr double kContempt = 0.4;

class Search {
 public:
  Search(const TableWords& words, const Odds& odds, Effort effort, std::uint64_t seed)
      : words_(words), odds_(odds), policy_(words, odds, Weights{}), effort_(effort), seed_(seed) {}

  std::vector<Action> actions(const TableGame& game, Moment moment) const;
  std::size_t best(const TableGame& game, const std::vector<Action>& actions, Moment moment,
                   const std::atomic<bool>* stop) const;

 private:
  std::vector<Action> plays(const TableMat& mat, Act act, int most) const;
  std::vector<Action> draws(const TableGame& game) const;
  TableGame shuffled(const TableGame& game, std::uint64_t sample) const;
  double try_out(const Action& action, TableGame game, Moment moment) const;
  void begin(const Action& action, TableGame& game) const;

  const TableWords& words_;
  const Odds& odds_;
  Policy policy_;
  Effort effort_;
  std::uint64_t seed_;
};

std::vector<Action> Search::actions(const TableGame& game, Moment moment) const {
  const TableMat& mine = game.mats[0];
  if (moment == Moment::kDraw) return draws(game);
  const bool lays = moment == Moment::kPlay;
  std::vector<Action> found = lays           ? plays(mine, Act::kLay, effort_.plays)
                              : !mine.full() ? plays(game.mats[1], Act::kRob, effort_.jarnacs)
                                             : std::vector<Action>{};
  // A pass that leaves a word is worth a thought only where the eighth line would end the game.
  if (!lays || found.empty() || mine.count >= kMatLines - 1)
    found.push_back({lays ? Act::kPass : Act::kLeave, {}, {}});
  return found;
}

// Words that take many letters are dear: the run ends the sooner. A Jarnac costs its taker none.
std::vector<Action> Search::plays(const TableMat& mat, Act act, int most) const {
  std::vector<std::pair<int, Action>> found;
  for (int line = 0; line < mat.playable(); ++line)
    for (int size = 1; size <= mat.most(); ++size)
      words_.plays(mat, line, size, mat.mask, [&](const TablePlay& play) {
        const int old = mat.lines[static_cast<std::size_t>(line)].length, points = play.length * play.length;
        const int worth =
            act == Act::kRob ? points + old * old : points - old * old - effort_.dear * play.size;
        found.push_back({worth, {act, play, {}}});
      });
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (static_cast<int>(found.size()) > most) found.resize(static_cast<std::size_t>(most));
  std::vector<Action> actions;
  for (const auto& [worth, action] : found) actions.push_back(action);
  return actions;
}

std::vector<Action> Search::draws(const TableGame& game) const {
  const TableMat& mat = game.mats[0];
  std::vector<Action> actions{{Act::kDraw, {}, {}}};
  if (!mat.drew || mat.held < 3 || game.bag.size() < 3) return actions;
  std::vector<std::pair<float, int>>
      held;  // how much each is wanted: twins first, then what the bag has little of
  for (int letter = 0; letter < kLetters; ++letter)
    for (int n = 0; n < mat.loose[static_cast<std::size_t>(letter)]; ++n)
      held.push_back({(n ? 0.0f : 0.1f) + odds_.of_letter(letter), letter});
  std::sort(held.begin(), held.end());
  // Of a heap only those wanted least: the triples compared come from them anyway.
  if (held.size() > static_cast<std::size_t>(kHeap)) held.resize(static_cast<std::size_t>(kHeap));
  std::vector<std::pair<float, std::array<int, 3>>> triples;
  for (auto i = held.begin(); i != held.end(); ++i)
    for (auto j = i + 1; j != held.end(); ++j)
      for (auto k = j + 1; k != held.end(); ++k) {
        std::array<int, 3> given{i->second, j->second, k->second};
        std::sort(given.begin(), given.end());
        triples.push_back({i->first + j->first + k->first, given});
      }
  std::sort(triples.begin(), triples.end());
  triples.erase(std::unique(triples.begin(), triples.end()), triples.end());
  if (static_cast<int>(triples.size()) > effort_.swaps)
    triples.resize(static_cast<std::size_t>(effort_.swaps));
  for (const auto& [wanted, given] : triples) actions.push_back({Act::kSwap, {}, given});
  return actions;
}

void Search::begin(const Action& action, TableGame& game) const {
  TableMat& mat = game.mats[0];
  switch (action.act) {
    case Act::kLay:
      lay(words_, mat, action.play);
      policy_.draw(game, 1);
      break;
    case Act::kDraw:
      policy_.draw(game, (mat.drew ? 1 : kFirstLetters) + game.extra);
      mat.drew = true;
      break;
    case Act::kSwap:
      policy_.swap(game, action.given);
      policy_.draw(game, game.swap_extra);
      break;
    case Act::kRob: rob(words_, game.mats[1], mat, action.play); [[fallthrough]];
    case Act::kLeave: policy_.receive(game); break;
    case Act::kPass: game.left = mat.held > 0; return;
  }
  game.extra = game.swap_extra = 0;
  policy_.finish_turn(game);
}

double Search::try_out(const Action& action, TableGame game, Moment moment) const {
  // In the last seconds, leaving ends the game; who wins so has nothing better to hope for.
  if (moment == Moment::kLast && action.act == Act::kLeave) {
    const int result = outcome(game.mats[0], game.mats[1]);
    return result ? result : -kContempt;
  }
  begin(action, game);
  const bool over = policy_.ends(game) || policy_.run(game, effort_.turns);
  const TableMat &mine = game.mats[0], &theirs = game.mats[1];
  const int lead = mine.points - theirs.points;
  const double ahead = std::tanh(lead / kSlope);
  if (!over) return ahead;
  const int result = outcome(mine, theirs);
  return result ? (1 - kPoints) * result + kPoints * ahead : -kContempt;
}

TableGame Search::shuffled(const TableGame& game, std::uint64_t sample) const {
  TableGame copy = game;
  copy.chance = {mix(seed_ ^ mix(sample))};
  TableBag& bag = copy.bag;
  for (int at = bag.front; at < bag.back - 1; ++at)
    std::swap(bag.letters[static_cast<std::size_t>(at)],
              bag.letters[static_cast<std::size_t>(at + copy.chance.below(bag.back - at))]);
  return copy;
}

std::size_t Search::best(const TableGame& game, const std::vector<Action>& actions, Moment moment,
                         const std::atomic<bool>* stop) const {
  Race race(actions.size(), effort_.trials);
  for (std::uint64_t sample = 0; race.goes_on(); ++sample) {
    if (stop && stop->load(std::memory_order_relaxed)) break;
    const TableGame tried = shuffled(game, sample);
    for (const std::size_t one : race.left()) race.note(one, try_out(actions[one], tried, moment));
    race.compare();
  }
  return race.left()[0];
}

TableMat camp(const TableWords& words, const Camp& camp) {
  TableMat mat = table_mat(words, camp.lines, camp.loose);
  mat.points += camp.bonus;
  mat.jarnacs = camp.jarnacs;
  mat.drew = camp.drew;
  return mat;
}

TableBag bag_of(std::array<int, kLetters> counts, std::uint64_t seed) {
  Chance chance{seed};
  int total = std::accumulate(counts.begin(), counts.end(), 0);
  for (; total > kBagLetters; --total) {
    auto letter = counts.begin();
    for (int at = chance.below(total); at >= *letter; ++letter) at -= *letter;
    --*letter;
  }
  TableBag bag{};
  for (int letter = 0; letter < kLetters; ++letter)
    for (int n = 0; n < counts[static_cast<std::size_t>(letter)]; ++n)
      bag.letters[static_cast<std::size_t>(bag.back++)] = static_cast<std::uint8_t>(letter);
  return bag;
}

std::array<int, kLetters> counted(std::string_view bag) {
  std::array<int, kLetters> counts{};
  for (const char c : bag) {
    if (c < 'A' || c > 'Z') throw std::invalid_argument("bag: expected letters 'A'-'Z'");
    ++counts[static_cast<std::size_t>(c - 'A')];
  }
  return counts;
}

Advice told(const MatWords& words, const TableGame& game, const Action& action) {
  Advice advice{action.act, 0, {}, {}};
  if (action.act == Act::kLay || action.act == Act::kRob) {
    const TableMat& from = game.mats[action.act == Act::kRob];
    advice.line = action.play.line < from.count ? action.play.line + 1 : 0;
    advice.word = word_at(words.full(), words.word(action.play.record));
  }
  if (action.act == Act::kSwap)
    for (const int letter : action.given) advice.letters += static_cast<char>('A' + letter);
  return advice;
}

}  // namespace

Advice advise(const MatWords& words, const Position& position, Moment moment, Effort effort,
              std::uint64_t seed, const std::atomic<bool>* stop) {
  const TableWords table(words);
  const std::array<int, kLetters> counts = counted(position.bag);
  TableGame game;
  game.mats = {camp(table, position.mine), camp(table, position.theirs)};
  game.bag = bag_of(counts, seed);
  game.extra = std::clamp(position.extra, 0, kLetters);
  game.swap_extra = std::clamp(position.swap_extra, 0, kLetters);
  const Odds odds(counts);
  const Search search(table, odds, effort, seed);
  const std::vector<Action> actions = search.actions(game, moment);
  return told(words, game, actions[search.best(game, actions, moment, stop)]);
}

}  // namespace raccord
