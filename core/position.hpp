// A board as the solver sees it: thirty lanes with their letters and crossings.
#pragma once
#include <cstdint>
#include <string_view>

#include "engine.hpp"
#include "image.hpp"
#include "rules.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr std::uint8_t kEmpty = 26;
constexpr std::uint32_t kLaneMask = (1u << kSide) - 1;

struct Lane {
  std::uint8_t letters[32];              // padded: a slot reads 16 from its start
  std::uint8_t inside[32];               // 255 where there is a letter
  std::uint32_t occupied, crossed;       // bit i: square i holds a tile; is empty but has a neighbour across
  std::uint32_t crosses[32];             // letters that suit the crossing word, on crossed squares; any elsewhere
  std::int16_t cross_points[kSide + 1];  // points of the crossing word's tiles on the board
  std::int16_t points_before[32];  // padded: read as vectors
  Key keys_before[kSide + 2];
  Letters5 packed;  // letters five bits each, a hole where it is empty
};

struct Position {
  Lane lanes[kLanes];
  bool empty;
};

// Throws std::invalid_argument if the cells are not a board.
void read_position(Position& position, const Image& image, std::string_view cells, const Rules& rules);

}  // namespace RACCORD_ENGINE
}  // namespace raccord
