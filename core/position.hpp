// A board as the solver sees it: thirty lanes with their letters and crossings.
#pragma once
#include <cassert>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine.hpp"
#include "image.hpp"
#include "rules.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr std::uint8_t kEmpty = 26;
constexpr std::uint32_t kLaneMask = (1u << kSide) - 1;

// Lanes are walked four at a time, sixteen bits each: loops of few rounds end by surprise, which costs more.
constexpr int kLanesAtOnce = 4;

struct Lane {
  std::uint8_t letters[32];         // padded: a slot reads 16 from its start
  std::uint8_t inside[32];          // 255 where there is a letter
  std::uint8_t first, last;         // letters, kEmpty if there is none
  std::uint32_t occupied, crossed;  // bit i: square i holds a tile; is empty but has a neighbour across
  std::uint32_t crosses[32];        // letters that suit the crossing word, on crossed squares; any elsewhere
  std::int16_t cross_points[kSide + 1];  // points of the crossing word's tiles on the board
  std::int16_t points_before[32];        // padded: read as vectors
  Key keys_before[kSide + 1];
  Letters5 packed;  // letters five bits each, a hole where it is empty
  // By square before a slot in the low byte, by square after it in the high one: a bit in common, and a run
  // of letters inside has no such room in any word. From one square before the lane; padded, read as vectors.
  std::uint16_t bars[33];
};

// The letters of a stretch of a lane, for words to be compared with.
class Stretch {
 public:
  Stretch(const Lane& lane, int first, int length) {
    assert(first >= 0 && length >= 1 && first + length <= kSide);
    std::memcpy(board_, lane.letters + first, 16);
    std::memcpy(inside_, lane.inside + first, 16);
    inside_[0] &= length >= 8 ? ~0ull : ~(~0ull << (8 * length));
    inside_[1] &= length <= 8 ? 0 : ~(~0ull << (8 * (length - 8)));
  }
  bool matches(const Record& record) const {
    std::uint64_t word[2];
    std::memcpy(word, record.letters, 16);
    return !(((word[0] ^ board_[0]) & inside_[0]) | ((word[1] ^ board_[1]) & inside_[1]));
  }

 private:
  std::uint64_t board_[2], inside_[2];
};

struct Position {
  Lane lanes[kLanes];
  bool empty;
};

// Fills the lanes but for what the lexicon says of them. Throws std::invalid_argument if the cells are not a
// board.
void place_letters(Position& position, std::string_view cells, const Rules& rules);

}  // namespace RACCORD_ENGINE
}  // namespace raccord
