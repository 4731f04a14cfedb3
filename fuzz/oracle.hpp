// A slow generator written straight from the rules, to try the core against. It shares no idea with it:
// every word is laid at every place, every way of using jokers is tried, every score counted tile by tile.
#pragma once
#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_set>

#include "common.hpp"

namespace raccord::fuzz {

using Move = std::tuple<int, int, bool, std::string, int>;  // as Moves::get gives them

// Words by length, and all of them.
struct Words {
  std::vector<std::string> by_length[kMaxWord + 1];
  std::unordered_set<std::string> all;

  explicit Words(const std::vector<std::string>& list) : all(list.begin(), list.end()) {
    for (const std::string& word : list) by_length[word.size()].push_back(word);
  }
};

// The square `by` steps away in a direction, -1 off the board.
inline int beside(int at, bool across, int by) {
  const int place = (across ? at % kSide : at / kSide) + by;
  if (place < 0 || place >= kSide) return -1;
  return at + by * (across ? 1 : kSide);
}

// What a letter laid on a square makes in one direction with the tiles already there.
struct Cross {
  std::string before, after;
  std::uint32_t letters = 0;  // that make a word

  Cross() = default;
  Cross(const Words& words, std::string_view cells, int at, bool across) {
    const auto tile = [&](int by) {
      const int other = beside(at, across, by);
      return other < 0 || cells[static_cast<std::size_t>(other)] == '.'
                 ? '\0'
                 : cells[static_cast<std::size_t>(other)];
    };
    for (int i = -1; const char c = tile(i); --i) before.insert(before.begin(), c);
    for (int i = 1; const char c = tile(i); ++i) after += c;
    const std::size_t length = before.size() + 1 + after.size();
    if (none() || words.by_length[length].empty()) return;
    std::string text = upper(before + 'A' + after);
    for (char& c = text[before.size()]; c <= 'Z'; ++c)
      letters |= std::uint32_t{words.all.contains(text)} << (c - 'A');
  }
  bool none() const { return before.empty() && after.empty(); }
  bool takes(char letter) const { return none() || letters >> (letter - 'A') & 1; }

 private:
  static std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(c & 0xdf);
    return text;
  }
};

class Oracle {
 public:
  Oracle(const Words& words, std::string_view cells, std::string_view rack, const Numbers& numbers)
      : words_(words), cells_(cells), numbers_(numbers), empty_(cells.find_first_not_of('.') == cells.npos) {
    for (char c : rack) c == '?' ? ++jokers_ : ++left_[static_cast<std::size_t>(c - 'A')];
    most_ = std::min(rack.size(), static_cast<std::size_t>(numbers.playable));
    for (int at = 0; at < kSide * kSide; ++at)
      for (const bool across : {false, true})
        if (cell(at) == '.') crosses_[across][static_cast<std::size_t>(at)] = Cross(words, cells, at, across);
  }

  std::vector<Move> moves() {
    for (const bool across : {true, false})
      for (int at = 0; at < kSide * kSide; ++at)
        for (int length = 2; length <= kMaxWord; ++length)
          if (possible(at, across, length))
            for (const std::string& word : words_.by_length[length]) try_word(word, at, across);
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  char cell(int at) const { return at < 0 ? '.' : cells_[static_cast<std::size_t>(at)]; }
  const Cross& cross(int at, bool across) const { return crosses_[across][static_cast<std::size_t>(at)]; }

  // Whether a word may lie there: on the board, nothing before or after it, enough tiles, in touch.
  bool possible(int at, bool across, int length) {
    if (beside(at, across, length - 1) < 0) return false;
    if (cell(beside(at, across, -1)) != '.' || cell(beside(at, across, length)) != '.') return false;
    new_.clear();
    bool touches = false, centre = false;
    for (int i = 0; i < length; ++i) {
      const int square = beside(at, across, i);
      centre |= square == kSide * kSide / 2;
      if (cell(square) != '.') continue;
      new_.push_back(i);
      touches |= !cross(square, true).none() || !cross(square, false).none();
    }
    return !new_.empty() && new_.size() <= most_ && (empty_ ? across && centre : touches);
  }

  void try_word(const std::string& word, int at, bool across) {
    bool crossing = false;
    for (int i = 0; i < static_cast<int>(word.size()); ++i) {
      const int square = beside(at, across, i);
      const char letter = word[static_cast<std::size_t>(i)], there = cell(square);
      if (there == '.' ? !cross(square, !across).takes(letter) : (there & 0xdf) != letter) return;
      crossing |= there == '.' && !cross(square, !across).none();
    }
    if (new_.size() == 1 && !across && crossing) return;  // the same play is listed across
    std::string laid = word;
    lay(0, laid, at, across);
  }

  // Lays the new tiles from the n-th on, as letters of the rack or as jokers.
  void lay(std::size_t n, std::string& laid, int at, bool across) {
    if (n == new_.size()) {
      found_.emplace_back(at / kSide, at % kSide, across, laid, score(laid, at, across));
      return;
    }
    char& letter = laid[static_cast<std::size_t>(new_[n])];
    int& left = left_[static_cast<std::size_t>(letter - 'A')];
    if (left) {
      --left;
      lay(n + 1, laid, at, across);
      ++left;
    }
    if (jokers_) {
      --jokers_;
      letter = static_cast<char>(letter | 0x20);
      lay(n + 1, laid, at, across);
      letter = static_cast<char>(letter & 0xdf);
      ++jokers_;
    }
  }

  long value(char letter) const {
    return letter >= 'A' && letter <= 'Z' ? numbers_.values[static_cast<std::size_t>(letter - 'A')] : 0;
  }

  int score(const std::string& laid, int at, bool across) const {
    long total = 0, multiplier = 1, crossings = 0;
    for (std::size_t i = 0; i < laid.size(); ++i) {
      const int square = beside(at, across, static_cast<int>(i));
      if (cell(square) != '.') {
        total += value(cell(square));
        continue;
      }
      const auto index = static_cast<std::size_t>(square);
      const long worth = value(laid[i]) * numbers_.letters[index];
      total += worth;
      multiplier *= numbers_.words[index];
      const Cross& other = cross(square, !across);
      if (other.none()) continue;
      long points = worth;
      for (char c : other.before + other.after) points += value(c);
      crossings += points * numbers_.words[index];
    }
    long bonus = 0;
    for (const auto& [tiles, points] : numbers_.bonuses)
      if (tiles == static_cast<int>(new_.size())) bonus = points;
    return static_cast<int>(total * multiplier + crossings + bonus);
  }

  const Words& words_;
  const std::string_view cells_;
  const Numbers& numbers_;
  const bool empty_;
  std::array<Cross, kSide * kSide> crosses_[2];
  std::array<int, kLetters> left_{};
  int jokers_ = 0;
  std::size_t most_ = 0;
  std::vector<int> new_;
  std::vector<Move> found_;
};

}  // namespace raccord::fuzz
