// A game of Jarnac to try out: two mats known by keys, a bag in the order it will be drawn, and the moves on
// them.
//
// Words are not spelled here: a line is the key of its letters, so that lengthening it is one addition.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "jarnac.hpp"
#include "jarnac_words.hpp"

namespace raccord {

// Chance that anybody can repeat.
struct Chance {
  std::uint64_t state;

  std::uint64_t next() { return mix(state += 0x9e3779b97f4a7c15ull); }
  int below(int bound) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
  }
};

// Letters of a bag that are looked at; of a greater one some are left out, which no game will draw.
constexpr int kBagLetters = 256;

// From so many loose letters on there are too many choices of more than so few.
constexpr int kHeap = 14, kShortOfHeap = 4;

struct TableLine {
  Key key = 0;
  std::uint32_t word = kNoWord;  // rank in the whole lexicon
  std::uint32_t grows = 0;       // letters that may lengthen it by one
  std::int8_t length = 0;
  bool changed = true;  // since all its plays were looked for in vain
};

// A play: `line` is `count` of the mat for a new one.
struct TablePlay {
  Key key = 0;
  std::uint32_t record = 0;
  std::uint32_t grows = 0;
  int line = 0, length = 0, size = 0;  // size: letters it takes from the loose ones
  std::array<std::uint8_t, kLongestLine> letters{};
};

struct TableMat {
  std::array<TableLine, kMatLines + 1> lines{};  // the one after the last is empty
  int count = 0, points = 0, jarnacs = 0, held = 0;
  bool drew = false;        // his first six letters
  std::uint32_t mask = 0;   // letters held
  std::uint32_t fresh = 0;  // letters that came since all plays were looked for in vain
  Counts loose{};

  void take(int letter) {
    ++loose[static_cast<std::size_t>(letter)];
    ++held;
    mask |= 1u << letter;
    fresh |= 1u << letter;
  }
  void give(int letter) {
    --held;
    if (!--loose[static_cast<std::size_t>(letter)]) mask &= ~(1u << letter);
  }
  bool full() const { return count == kMatLines; }
  // Lines that can be played on, the next free one included.
  int playable() const { return count + !full(); }
  // Letters that it is worth looking for at once: of a heap only short words are looked for.
  int most() const { return held <= kHeap ? std::min(held, kLongestLine) : kShortOfHeap; }
};

// The bag in an order: the player who is advised draws from the front, the other from the back, so that what
// one does changes as little as can be of what the other draws.
struct TableBag {
  std::array<std::uint8_t, kBagLetters> letters;
  int front = 0, back = 0;

  int size() const { return back - front; }
  int draw(int side) { return letters[static_cast<std::size_t>(side ? --back : front++)]; }
  void put_back(int side, int letter, Chance& chance);
};

// What the lexicon says of the lines of a mat.
class TableWords {
 public:
  explicit TableWords(const MatWords& words) : words_(words), image_(*words.image()) {}

  std::uint32_t grows(Key key, int length) const {
    return length < kLongestLine && exists(length + 1) ? image_.by_one(length + 1)(key) : 0;
  }
  bool exists(int length) const { return image_.first_record(length) < image_.first_record(length + 1); }
  const MatWords& words() const { return words_; }

  // Calls `visit(play)` for every play of `line` that takes `size` loose letters, some of them among `first`.
  template <class Visit>
  void plays(const TableMat& mat, int line, int size, std::uint32_t first, Visit&& visit) const;

 private:
  template <class Visit>
  void complete(const TableMat& mat, Counts& left, TablePlay& play, int last, Visit& visit) const;
  template <class Visit>
  void visit_group(const TableMat& mat, TablePlay& play, Visit& visit) const;

  const MatWords& words_;
  const Image& image_;
};

TableMat table_mat(const TableWords& words, const std::vector<std::string>& lines, std::string_view loose);

// The points that the best play gains, and their mean over the letter that comes next out of `bag`.
int best_gain(const TableWords& words, const TableMat& mat, std::uint32_t first);
double prospect(const TableWords& words, const TableMat& mat, std::string_view bag);

// Lay a play on the mat whose letters it takes, or on that of another after `rob`.
void lay(const TableWords& words, TableMat& mat, const TablePlay& play);
void rob(const TableWords& words, TableMat& victim, TableMat& taker, const TablePlay& play);

template <class Visit>
void TableWords::plays(const TableMat& mat, int line, int size, std::uint32_t first, Visit&& visit) const {
  const TableLine& at = mat.lines[static_cast<std::size_t>(line)];
  const int length = at.length + size;
  if (size > mat.held || length < kShortestLine || length > kLongestLine || !exists(length)) return;
  TablePlay play{at.key, 0, 0, line, length, 0, {}};
  Counts left = mat.loose;
  if (size == 1) {
    for (std::uint32_t rest = at.grows & first & mat.mask; rest; rest &= rest - 1) {
      const int letter = std::countr_zero(rest);
      play.key = at.key + kLetterKeys[static_cast<std::size_t>(letter)];
      play.letters[0] = static_cast<std::uint8_t>(letter);
      play.size = 1;
      visit_group(mat, play, visit);
    }
    return;
  }
  for (std::uint32_t rest = first & mat.mask; rest; rest &= rest - 1) {
    const int letter = std::countr_zero(rest);
    play.key = at.key + kLetterKeys[static_cast<std::size_t>(letter)];
    play.letters[0] = static_cast<std::uint8_t>(letter);
    play.size = 1;
    --left[static_cast<std::size_t>(letter)];
    // All letters may be the first one: then they are taken in order, each choice once.
    complete(mat, left, play, (first & mat.mask) == mat.mask ? letter : 0, visit);
    ++left[static_cast<std::size_t>(letter)];
  }
}

template <class Visit>
void TableWords::complete(const TableMat& mat, Counts& left, TablePlay& play, int last, Visit& visit) const {
  const TableLine& at = mat.lines[static_cast<std::size_t>(play.line)];
  const int missing = play.length - at.length - play.size;
  const Key key = play.key;
  std::uint32_t rest = mat.mask & (~0u << last);
  if (missing == 1) rest &= image_.by_one(play.length)(key);
  for (; rest; rest &= rest - 1) {
    const int letter = std::countr_zero(rest);
    if (!left[static_cast<std::size_t>(letter)]) continue;
    play.key = key + kLetterKeys[static_cast<std::size_t>(letter)];
    play.letters[static_cast<std::size_t>(play.size++)] = static_cast<std::uint8_t>(letter);
    if (missing == 1) {
      visit_group(mat, play, visit);
    } else {
      --left[static_cast<std::size_t>(letter)];
      complete(mat, left, play, letter, visit);
      ++left[static_cast<std::size_t>(letter)];
    }
    --play.size;
  }
  play.key = key;
}

template <class Visit>
void TableWords::visit_group(const TableMat& mat, TablePlay& play, Visit& visit) const {
  const Record* record = image_.find(play.key, play.length);
  const std::uint32_t old = mat.lines[static_cast<std::size_t>(play.line)].word;
  for (; record; record = record->last() ? nullptr : record + 1) {
    play.record = image_.index(*record);
    if (old != kNoWord && !words_.follows(old, words_.word(play.record))) continue;
    visit(play);
    return;  // anagrams have the same letters, points and future
  }
}

}  // namespace raccord
