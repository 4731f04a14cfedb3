// Every legal move: the words that some letters of the board and the rack can make are listed once,
// then tried in every slot with those letters.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "engine.hpp"
#include "frame.hpp"
#include "reading.hpp"
#include "remembered.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

// A word, and the letters of it that only jokers can supply.
struct Word {
  Record record;
  std::uint32_t index;
  std::uint8_t jokers[2];
};

// The words made of some letters of the board and a number of tiles.
struct Words {
  Key key;
  std::uint32_t tiles;
  std::uint32_t first, count;  // in MovesScratch::words
};

struct Pending {
  Key key;
  std::uint8_t jokers[2];
};

struct MovesScratch {
  Position position;
  Rack rack;
  Slots slots;
  Limits limits;
  std::vector<Word> words;
  std::vector<Pending> pending;
  std::vector<const Record*> groups;
  Remembered<Words, 6000> lists;
};

class Generator {
 public:
  Generator(const Image& image, const Rules& rules, MovesScratch& scratch, std::vector<Play>& out)
      : image_(image), rules_(rules), scratch_(scratch), rack_(scratch.rack), out_(out) {}

  void run() {
    set_limits(scratch_.limits, image_, rack_, rules_);
    list_slots(scratch_.slots, scratch_.position, rack_, rules_, scratch_.limits, kAllLanes);
    forget();
    scratch_.slots.between(0, 32767, [&](int, int name) {
      fill(Frame(scratch_.slots.slot(scratch_.position, name), scratch_.position));
    });
  }

 private:
  void forget() {
    scratch_.words.clear();
    scratch_.lists.forget();
  }

  const Words& words(const Frame& frame) {
    if (scratch_.lists.is_full()) forget();
    return scratch_.lists.of(frame, [&](Words& words) {
      words.first = static_cast<std::uint32_t>(scratch_.words.size());
      list(frame);
      words.count = static_cast<std::uint32_t>(scratch_.words.size()) - words.first;
    });
  }

  // Lists the words; each once, with as few jokers as it needs.
  void list(const Frame& frame) {
    scratch_.pending.clear();
    for (int jokers = 0; jokers <= std::min(rack_.jokers, frame.tiles); ++jokers) {
      const int size = frame.tiles - jokers;
      for (std::uint32_t i = rack_.first[size]; i < rack_.first[size + 1]; ++i)
        expand(frame, rack_.subsets[i], jokers);
    }
    std::int8_t given[kLetters + 6];  // letters of the rack and of the board inside
    std::memcpy(given, rack_.counts, sizeof given);
    for (int i = 0; i < frame.length; ++i)
      if (!(frame.open >> i & 1)) ++given[frame.lane->letters[frame.start + i]];
    scratch_.groups.clear();
    for (const Pending& p : scratch_.pending) {
      scratch_.groups.push_back(image_.find(p.key, frame.length));
      __builtin_prefetch(scratch_.groups.back());
    }
    for (std::size_t i = 0; i < scratch_.groups.size(); ++i) {
      const Record* r = scratch_.groups[i];
      if (!r || !makeable(given, *r, frame.length, scratch_.pending[i])) continue;
      for (bool last = false; !last; last = r->last(), ++r)
        scratch_.words.push_back(
            {*r, image_.index(*r), {scratch_.pending[i].jokers[0], scratch_.pending[i].jokers[1]}});
    }
  }

  void expand(const Frame& frame, const Subset& subset, int jokers) {
    const Key key = frame.slot.key + subset.key;
    // A joker stands for a letter only once the rack's own are used up.
    const std::uint32_t allowed = kAnyLetter & ~subset.spare;
    const Completions by_one = image_.by_one(frame.length);
    if (jokers == 0) {
      note(frame, key, kNoJoker, kNoJoker);
    } else if (jokers == 1) {
      for (std::uint32_t left = by_one(key) & allowed; left; left &= left - 1) {
        const int c = std::countr_zero(left);
        note(frame, key + kLetterKeys[c], c, kNoJoker);
      }
    } else {
      const std::uint32_t letters = image_.by_two(frame.length)(key) & allowed;
      for (std::uint32_t left = letters; left; left &= left - 1) {
        const int b = std::countr_zero(left);
        const Key more = key + kLetterKeys[b];
        for (std::uint32_t others = by_one(more) & letters & (~0u << b); others; others &= others - 1) {
          const int c = std::countr_zero(others);
          note(frame, more + kLetterKeys[c], b, c);
        }
      }
    }
  }

  void note(const Frame& frame, Key key, int c1, int c2) {
    if (!image_.groups(frame.length).passes(key)) return;
    image_.prefetch(key, frame.length);
    scratch_.pending.push_back({key, {static_cast<std::uint8_t>(c1), static_cast<std::uint8_t>(c2)}});
  }

  // Keys only suggest: the letters must be those given and those of the jokers.
  static bool makeable(const std::int8_t* given, const Record& r, int length, const Pending& p) {
    std::int8_t left[kLetters + 6];
    std::memcpy(left, given, sizeof left);
    for (const std::uint8_t c : p.jokers)
      if (c != kNoJoker) ++left[c];
    std::int8_t lacking = 0;
    for (int i = 0; i < length; ++i) lacking |= --left[r.letters[i]];
    return lacking >= 0;
  }

  void fill(const Frame& frame) {
    const Words list = words(frame);
    if (!list.count) return;
    const Fit fits(frame);
    const Word *word = scratch_.words.data() + list.first, *end = word + list.count;
    const bool alone = frame.length == frame.tiles;  // no letter of the board inside
    const auto next = [&] {
      while (word != end && !(alone ? fits.crossings(word->record) : fits(word->record))) ++word;
      return word != end;
    };
    if (!next()) return;
    const Weights weights(frame, rules_);
    do {
      if (rack_.jokers) place(frame, weights, *word);
      else emit(frame, *word, weights.score(frame, rules_, word->record), 0);
      ++word;
    } while (next());
  }

  void emit(const Frame& frame, const Word& word, int score, std::uint32_t jokers) {
    assert(score >= 0 && !(jokers & ~frame.open) && std::popcount(jokers) <= rack_.jokers);
    out_.push_back({word.index, static_cast<std::uint16_t>(score), static_cast<std::uint16_t>(jokers),
                    frame.slot.lane, frame.slot.start});
  }

  // Every way to lay the jokers: those needed, then any that are left on any other square.
  void place(const Frame& frame, const Weights& weights, const Word& word) {
    int score = weights.fixed, worth[16];
    std::uint32_t first = 0, second = 0;  // squares of the letters that need a joker
    for (std::uint32_t left = frame.open; left; left &= left - 1) {
      const int i = std::countr_zero(left), c = word.record.letters[i];
      score += worth[i] = rules_.values[c] * weights.square[i];
      first |= std::uint32_t{c == word.jokers[0]} << i;
      second |= std::uint32_t{c == word.jokers[1]} << i;
    }
    const int needed = (word.jokers[0] != kNoJoker) + (word.jokers[1] != kNoJoker);
    if (needed == 0) emit(frame, word, score, 0);
    if (rack_.jokers == 0) return;
    if (needed < 2)
      for (std::uint32_t left = needed ? first : frame.open; left; left &= left - 1) {
        const int i = std::countr_zero(left);
        emit(frame, word, score - worth[i], 1u << i);
      }
    if (rack_.jokers == 1) return;
    // Pairs (i, j), i < j, that hold every letter needed.
    for (std::uint32_t left = frame.open; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      std::uint32_t others = left & (left - 1);
      if (needed == 1 && !(first >> i & 1)) others &= first;
      if (needed == 2) others &= (first >> i & 1 ? second : 0) | (second >> i & 1 ? first : 0);
      for (; others; others &= others - 1) {
        const int j = std::countr_zero(others);
        emit(frame, word, score - worth[i] - worth[j], 1u << i | 1u << j);
      }
    }
  }

  const Image& image_;
  const Rules& rules_;
  MovesScratch& scratch_;
  const Rack& rack_;
  std::vector<Play>& out_;
};

// Stable, best first; scores are few.
void sort_by_score(std::vector<Play>& plays) {
  if (plays.empty()) return;
  std::size_t highest = 0;
  for (const Play& play : plays) highest = std::max<std::size_t>(highest, play.score);
  std::vector<std::uint32_t> starts(highest + 2);
  for (const Play& play : plays) ++starts[highest - play.score + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<Play> sorted(plays.size());
  for (const Play& play : plays) sorted[starts[highest - play.score]++] = play;
  plays.swap(sorted);
}

}  // namespace

namespace engine {

Moves moves(std::shared_ptr<const Image> image, std::string_view cells, std::string_view text,
            const Rules& rules) {
  thread_local MovesScratch scratch;
  read_rack(scratch.rack, text, rules);
  read_position(scratch.position, *image, cells, rules);
  Moves found{image, {}, {}};
  Generator(*image, rules, scratch, found.plays).run();
  sort_by_score(found.plays);
  return found;
}

}  // namespace engine
}  // namespace RACCORD_ENGINE
}  // namespace raccord
