// A slot with all that is needed to try words in it.
#pragma once
#include <bit>
#include <cstring>

#include "slots.hpp"

namespace raccord {

struct Frame {
  Slot slot;
  const Lane* lane;
  int start, length, tiles;
  std::uint32_t open, crossed;  // bit i: square i of the slot is to be filled; and has a crossing

  Frame() = default;
  Frame(const Slot& s, const Position& position)
      : slot(s), lane(&position.lanes[s.lane]), start(s.start), length(s.end - s.start), tiles(s.tiles) {
    const std::uint32_t range = (1u << length) - 1;
    open = ~(lane->occupied >> start) & range;
    crossed = lane->crossed >> start & range;
  }

  // Whether the letters of the board inside, if one or two, may help the rack to make a word.
  bool helped(const Limits& limits) const {
    const int through = length - tiles;
    if (through == 0 || through > 2) return true;
    const std::uint32_t occupied = ~open & ((1u << length) - 1);
    const std::uint8_t* letters = lane->letters + start;
    const std::uint32_t mask = 1u << letters[std::countr_zero(occupied)];
    if (through == 1) return limits.alone[tiles] & mask;
    const std::uint32_t both = mask | 1u << letters[31 - std::countl_zero(occupied)];
    return (limits.paired[tiles] & both) == both;
  }

  // Whether the longer runs of board letters inside may stand where they do in some word.
  bool runs_possible(const Image& image) const {
    const std::uint32_t occupied = ~open & ((1u << length) - 1);
    std::uint32_t runs = occupied & occupied >> 1;
    for (runs &= runs >> 2; runs;) {
      const int place = std::countr_zero(runs), letters = std::countr_one(occupied >> place);
      const Letters5 run = lane->packed >> (5 * (start + place)) & ((Letters5{1} << (5 * letters)) - 1);
      if (!image.may_hold(run, place, length)) return false;
      runs &= ~0u << (place + letters);
    }
    return true;
  }
};
static_assert(kRunLetters == 4, "runs_possible looks for runs of four");

// Compares words with the letters and crossings of a slot.
class Fit {
 public:
  explicit Fit(const Frame& frame) : crossed_(frame.crossed), crosses_(frame.lane->crosses + frame.start) {
    std::memcpy(board_, frame.lane->letters + frame.start, 16);
    std::memcpy(inside_, frame.lane->inside + frame.start, 16);
    inside_[0] &= frame.length >= 8 ? ~0ull : ~(~0ull << (8 * frame.length));
    inside_[1] &= frame.length <= 8 ? 0 : ~(~0ull << (8 * (frame.length - 8)));
  }
  bool operator()(const Record& record) const {
    std::uint64_t word[2];
    std::memcpy(word, record.letters, 16);
    if (((word[0] ^ board_[0]) & inside_[0]) | ((word[1] ^ board_[1]) & inside_[1])) return false;
    return crossings(record);
  }
  bool crossings(const Record& record) const {
    for (std::uint32_t left = crossed_; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (!(crosses_[i] >> record.letters[i] & 1)) return false;
    }
    return true;
  }

 private:
  std::uint64_t board_[2], inside_[2];
  std::uint32_t crossed_;
  const std::uint32_t* crosses_;
};

// The score of a word in a slot is fixed + the sum over the squares filled of value * weight.
struct Weights {
  int fixed;
  std::uint16_t square[16];

  Weights(const Frame& frame, const Rules& rules) {
    const auto& letters = rules.letter_multipliers[frame.slot.lane];
    const auto& words = rules.word_multipliers[frame.slot.lane];
    int multiplier = 1;
    for (std::uint32_t left = frame.open; left; left &= left - 1)
      multiplier *= words[frame.start + std::countr_zero(left)];
    fixed = multiplier * (frame.lane->points_before[frame.slot.end] - frame.lane->points_before[frame.start]) +
            rules.bonuses[frame.tiles];
    for (std::uint32_t left = frame.open; left; left &= left - 1) {
      const int i = std::countr_zero(left), at = frame.start + i;
      const int word = frame.crossed >> i & 1 ? words[at] : 0;
      fixed += word * (word ? frame.lane->cross_points[at] : 0);
      square[i] = static_cast<std::uint16_t>(letters[at] * (multiplier + word));
    }
  }
};

}  // namespace raccord
