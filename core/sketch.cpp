// The turns of a sketched game, in the order of `raccord.duplicate`: draw, tops, ties, what is left.
#include "sketch.hpp"

#include <algorithm>
#include <cassert>

#include "luck.hpp"

namespace raccord {
namespace {

constexpr char kJoker = '?', kFree = '.';
constexpr int kEvidence = 1;   // draws that tell whether a game goes on, where none are sampled
constexpr int kPatience = 40;  // draws in vain before it is asked whether any would do

char upper(char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; }

// Letters in order, jokers last.
std::string alphabetical(std::string letters) {
  std::sort(letters.begin(), letters.end(),
            [](char a, char b) { return std::pair(a == kJoker, a) < std::pair(b == kJoker, b); });
  return letters;
}

// Of equal letters the last one goes.
void take(std::string& letters, char letter) {
  const std::size_t at = letters.rfind(letter);
  assert(at != std::string::npos);
  letters.erase(at, 1);
}

struct Kinds {
  int vowels = 0, consonants = 0, wild = 0;

  void add(std::string_view letters) {
    for (const char c : letters) {
      const bool is_wild = c == kJoker || c == 'Y';
      ++(is_wild ? wild : is_vowel(c - 'A') ? vowels : consonants);
    }
  }
};

Kinds kinds_of(const Deal& deal) {
  Kinds kinds;
  for (const std::string_view letters :
       {std::string_view(deal.bag), std::string_view(deal.leave), deal.serving()})
    kinds.add(letters);
  return kinds;
}

bool has_minimum(Kinds draw, const Kinds& pool, int least) {
  if ((pool.vowels == 0) != (pool.consonants == 0)) {
    (pool.vowels == 0 ? draw.vowels : draw.consonants) += draw.wild;
    draw.wild = 0;
  }
  return std::max(0, least - draw.vowels) + std::max(0, least - draw.consonants) <= draw.wild;
}

struct Placed {
  int row, column;
  bool across;
  std::string word;  // lower case: a joker

  std::size_t square(std::size_t i) const {
    const int along = static_cast<int>(i);
    return static_cast<std::size_t>((row + (across ? 0 : along)) * kSide + column + (across ? along : 0));
  }
  std::string text() const {
    const std::string letter(1, static_cast<char>('A' + row)), number = std::to_string(column + 1);
    std::string text = (across ? letter + number : number + letter) + " ";
    for (const char c : word) text += upper(c) == c ? std::string(1, c) : std::string{'(', upper(c), ')'};
    return text;
  }
};

// Of the tiles that a move lays down: what is left of the rack, which are jokers.
struct Laid {
  std::string left, jokers;
  std::size_t joker_square = 0;  // of the first
  int tiles = 0;
};

Laid lay(std::string& cells, std::string rack, const Placed& move) {
  Laid laid{std::move(rack), {}};
  for (std::size_t i = 0; i < move.word.size(); ++i) {
    const std::size_t at = move.square(i);
    if (cells[at] != kFree) continue;
    const char c = cells[at] = move.word[i];
    const bool is_joker = upper(c) != c;
    if (is_joker && laid.jokers.empty()) laid.joker_square = at;
    if (is_joker) laid.jokers.push_back(upper(c));
    take(laid.left, is_joker ? kJoker : c);
    ++laid.tiles;
  }
  return laid;
}

// The tiles once a move is on the board; the bag no longer holds the rack.
Deal played(const Deal& before, const std::string& rack, const Placed& move, Laid& laid) {
  Deal after = before;
  laid = lay(after.cells, rack, move);
  after.leave = laid.left;
  if (before.reserve.empty()) return after;
  if (after.leave.find(kJoker) != std::string::npos) {
    std::erase(after.leave, kJoker);
  } else if (const char letter = laid.jokers[0]; after.bag.find(letter) != std::string::npos) {
    after.cells[laid.joker_square] = letter;
    take(after.bag, letter);
  } else {
    after.reserve.erase(0, 1);
  }
  return after;
}

// A draw of tiles at even steps of the alphabet.
std::string mixed(const Deal& deal, int rack_size) {
  const std::string tiles = alphabetical(deal.bag + deal.leave);
  const std::size_t size = static_cast<std::size_t>(deal.needed(rack_size)) + deal.leave.size();
  std::string draw(deal.serving());
  for (std::size_t i = 0; i < size; ++i) draw.push_back(tiles[i * tiles.size() / size]);
  return draw;
}

std::string without_jokers(std::string letters) {
  std::erase(letters, kJoker);
  return letters;
}

}  // namespace

int Deal::needed(int rack_size) const {
  return std::min(rack_size, letters()) - static_cast<int>(leave.size() + serving().size());
}

struct Sketch::Choice {
  Placed move;
  Laid laid;
  Deal after;
  bool ends = false;
  std::int64_t opening = 0;
};

Sketch::Sketch(std::shared_ptr<const Image> image, const Rules& rules, const Terms& terms, Deal start,
               std::string secret, std::string luck, int samples)
    : image_(std::move(image)),
      rules_(rules),
      terms_(terms),
      deal_(std::move(start)),
      secret_(std::move(secret)),
      luck_(std::move(luck)),
      samples_(samples) {}

// Nothing left, too few letters, or all of one kind.
bool Sketch::is_over(const Deal& deal) const {
  const Kinds kinds = kinds_of(deal);
  return deal.letters() <= terms_.last_letters || (!kinds.wild && !(kinds.vowels && kinds.consonants));
}

bool Sketch::is_valid(std::string_view draw, const Deal& deal, int turn) const {
  const Kinds pool = kinds_of(deal);
  const bool early = turn <= terms_.early_turns &&
                     static_cast<int>(draw.size()) >= 2 * terms_.early_minimum &&
                     has_minimum(pool, pool, terms_.early_minimum);
  Kinds kinds;
  kinds.add(draw);
  return has_minimum(kinds, pool, early ? terms_.early_minimum : terms_.late_minimum);
}

// Whether a draw as mixed as the tiles are has a move, even without its jokers: it nearly always has.
bool Sketch::goes_on_surely(const Deal& deal, int turn) const {
  const std::string draw = mixed(deal, terms_.rack_size), letters = without_jokers(draw);
  return !letters.empty() && is_valid(draw, deal, turn) &&
         find_top_scores(*image_, {deal.cells}, {letters}, rules_).front() >= std::max(1, terms_.least_score);
}

std::optional<SketchedTurn> Sketch::next(const CanPlay& can_play) {
  if (over_ || is_over(deal_)) return {};
  const int letters = deal_.letters();
  std::string rack;
  std::optional<Moves> found = draw(rack, can_play);
  if (!found) {
    over_ = true;
    return {};
  }
  const int ties = static_cast<int>(found->plays.size()), points = found->plays.front().score;
  Choice kept = choose(*found, rack, can_play);
  deal_ = std::move(kept.after);
  return SketchedTurn{turn_++, rack, kept.move.text(),
                      points,  ties, rules_.bonuses[static_cast<std::size_t>(kept.laid.tiles)] > 0,
                      letters};
}

// Draws until a draw is valid and has a solution, which proves that there was one.
std::optional<Moves> Sketch::draw(std::string& rack, const CanPlay& can_play) {
  const Deal begun = deal_;
  for (int tried = 1;; ++tried) {
    std::string row = deal_.bag, drawn;
    Luck(secret_, std::to_string(draws_++)).draw(row, deal_.needed(terms_.rack_size), drawn);
    rack = deal_.leave + drawn + std::string(deal_.serving());
    if (is_valid(rack, deal_, turn_)) {
      Moves found = find_tops(image_, deal_.cells, rack, rules_);
      if (!found.plays.empty() && found.plays.front().score >= terms_.least_score) {
        deal_.bag = std::move(row);
        deal_.leave.clear();
        return found;
      }
    }
    deal_.bag = alphabetical(deal_.bag + deal_.leave);
    deal_.leave.clear();
    if (tried == kPatience && !can_play(begun, turn_)) return {};
  }
}

// Keeps those that pass, if any does.
template <typename Ties, typename Test>
void prefer(Ties& ties, Test test) {
  if (std::any_of(ties.begin(), ties.end(), test))
    std::erase_if(ties, [&](const auto& tie) { return !test(tie); });
}

Sketch::Choice Sketch::choose(Moves& found, const std::string& rack, const CanPlay& can_play) const {
  std::vector<Choice> ties(found.plays.size());
  for (std::size_t i = 0; i < ties.size(); ++i) {
    auto [row, column, across, word, score] = found.get(i);
    ties[i].move = {row, column, across, std::move(word)};
    ties[i].after = played(deal_, rack, ties[i].move, ties[i].laid);
  }
  if (terms_.joker_free) prefer(ties, [](const Choice& c) { return c.laid.jokers.empty(); });
  if (terms_.joker_preserved && !deal_.reserve.empty())
    prefer(ties, [&](const Choice& c) {
      return std::all_of(c.laid.jokers.begin(), c.laid.jokers.end(),
                         [&](char letter) { return deal_.bag.find(letter) != std::string::npos; });
    });
  if (ties.size() > 1) rank(ties, rack, can_play);
  return std::move(*std::min_element(ties.begin(), ties.end(), [](const Choice& a, const Choice& b) {
    return std::pair(a.laid.jokers.size(), -a.opening) < std::pair(b.laid.jokers.size(), -b.opening);
  }));
}

// Leaves those that end the game, if any does, or measures how far each opens it.
void Sketch::rank(std::vector<Choice>& ties, const std::string& rack, const CanPlay& can_play) const {
  std::vector<After> sampled;
  for (const Choice& c : ties)
    if (!is_over(c.after))
      sampled.push_back({c.after.cells, c.after.leave + std::string(c.after.serving()), c.after.bag,
                         c.after.needed(terms_.rack_size)});
  const auto found = measure_openings(*image_, luck_, deal_.cells + alphabetical(rack), sampled,
                                      samples_ ? samples_ : kEvidence, rules_);
  bool goes_on = true;
  std::size_t at = 0;
  for (Choice& c : ties) {
    c.ends = is_over(c.after);
    if (!c.ends) {
      const Opening& met = found[at++];
      c.ends = std::none_of(met.playable.begin(), met.playable.end(),
                            [&](const std::string& draw) { return is_valid(draw, c.after, turn_ + 1); });
      c.ends = c.ends && !goes_on_surely(c.after, turn_ + 1) && !can_play(c.after, turn_ + 1);
      if (samples_) c.opening = met.hundredths;
    }
    goes_on = goes_on && !c.ends;
  }
  if (goes_on) return;
  prefer(ties, [](const Choice& c) { return c.ends; });
  for (Choice& c : ties) c.opening = 0;
}

}  // namespace raccord
