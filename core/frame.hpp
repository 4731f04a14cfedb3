// A slot with all that is needed to try words in it.
#pragma once
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "slots.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr std::uint8_t kNoJoker = 255;

struct Frame {
  Slot slot;
  const Lane* lane;
  int start, length, tiles;
  std::uint32_t open, crossed;  // bit i: square i of the slot is to be filled; and has a crossing

  Frame() = default;
  Frame(const Slot& s, const Position& position)
      : slot(s), lane(&position.lanes[s.lane]), start(s.start), length(s.end - s.start), tiles(s.tiles) {
    assert(s.start < s.end && s.end <= kSide && length >= 2 && tiles >= 1);
    const std::uint32_t range = (1u << length) - 1;
    open = ~(lane->occupied >> start) & range;
    crossed = lane->crossed >> start & range;
    assert(std::popcount(open) == tiles && !(crossed & ~open));
  }

  // Bit i: square i of the slot holds a letter of the board.
  std::uint32_t occupied() const { return ~open & ((1u << length) - 1); }
};

// Letters that each square of a slot may hold, given its crossings and the letters of the board.
struct Domains {
  alignas(32) std::uint32_t letters[16];

  Domains(const Frame& frame, const Image& image) {
    typedef std::uint32_t Half __attribute__((vector_size(32)));
    Half low, high, more;
    std::memcpy(&low, frame.lane->crosses + frame.start, sizeof low);
    std::memcpy(&high, frame.lane->crosses + frame.start + 8, sizeof high);
    for (std::uint32_t left = frame.occupied(); left; left &= left - 1) {
      const int i = std::countr_zero(left);
      const std::uint32_t* company = image.company(frame.length, i, frame.lane->letters[frame.start + i]);
      std::memcpy(&more, company, sizeof more);
      low &= more;
      std::memcpy(&more, company + 8, sizeof more);
      high &= more;
    }
    std::memcpy(letters, &low, sizeof low);
    std::memcpy(letters + 8, &high, sizeof high);
  }

  // Whether the letters of the board go together.
  bool agree(const Frame& frame) const {
    for (std::uint32_t left = frame.occupied(); left; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (!(letters[i] >> frame.lane->letters[frame.start + i] & 1)) return false;
    }
    return true;
  }
};

// Compares words with the letters and crossings of a slot.
class Fit {
 public:
  explicit Fit(const Frame& frame)
      : board_(*frame.lane, frame.start, frame.length),
        crossed_(frame.crossed),
        crosses_(frame.lane->crosses + frame.start) {}
  bool operator()(const Record& record) const { return board_.matches(record) && crossings(record); }
  bool crossings(const Record& record) const {
    for (std::uint32_t left = crossed_; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (!(crosses_[i] >> record.letters[i] & 1)) return false;
    }
    return true;
  }

 private:
  Stretch board_;
  std::uint32_t crossed_;
  const std::uint32_t* crosses_;
};

// The score of a word in a slot is fixed + the sum over the squares filled of value * weight.
struct Weights {
  int fixed = 0;
  std::uint16_t square[16];

  Weights() = default;
  Weights(const Frame& frame, const Rules& rules) {
    const auto& letters = rules.letter_multipliers[frame.slot.lane];
    const auto& words = rules.word_multipliers[frame.slot.lane];
    int multiplier = 1;
    for (std::uint32_t left = frame.open; left; left &= left - 1)
      multiplier *= words[frame.start + std::countr_zero(left)];
    fixed =
        multiplier * (frame.lane->points_before[frame.slot.end] - frame.lane->points_before[frame.start]) +
        rules.bonuses[frame.tiles];
    for (std::uint32_t left = frame.open; left; left &= left - 1) {
      const int i = std::countr_zero(left), at = frame.start + i;
      const int word = frame.crossed >> i & 1 ? words[at] : 0;
      fixed += word * (word ? frame.lane->cross_points[at] : 0);
      square[i] = static_cast<std::uint16_t>(letters[at] * (multiplier + word));
    }
  }

  // Of a word without a joker.
  int score(const Frame& frame, const Rules& rules, const Record& record) const {
    int sum = fixed;
    for (std::uint32_t left = frame.open; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      sum += rules.values[record.letters[i]] * square[i];
    }
    return sum;
  }
};

// The most that a subset can score in a slot: base + its sum and its two dearest tiles, weighted.
struct Worth {
  std::int16_t base, multiplier, first, next;
  std::int16_t highest;  // with the dearest tiles of the rack on the premium letters

  Worth() = default;
  // `dearest` and `others`: how many times more the premium letters count the dearest tile, the others.
  Worth(const Rack& rack, int most, int times, int dearest, int others)
      : multiplier(narrow(times)),
        first(narrow(times * dearest)),
        next(narrow(times * others)),
        highest(narrow(most)) {
    base = narrow(most - first * rack.dearest[0] - next * rack.dearest[1]);
  }

  // Of any subset of that sum.
  int most(int sum) const { return highest + multiplier * sum; }
  int operator()(const Subset& s) const {
    return base + multiplier * s.sum + first * s.dearest + next * s.next;
  }

 private:
  static std::int16_t narrow(int value) {
    assert(value == static_cast<std::int16_t>(value));
    return static_cast<std::int16_t>(value);
  }
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
