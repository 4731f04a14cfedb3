// Slots: stretches of a lane that a word could fill, each with an upper bound of its score.
#pragma once
#include <cstdint>

#include "position.hpp"
#include "rack.hpp"

namespace raccord {

struct Slot {
  Key key;               // of the board letters inside
  std::uint16_t bound;   // no move here scores more
  std::uint16_t next;    // in its bucket
  std::uint16_t multiplier;
  std::uint16_t rest;    // bound without what depends on the tiles' values
  std::uint8_t lane, start, end, tiles;
  std::uint8_t doubles, triples;  // squares of the slot to fill whose letter counts 2+, 3+ times
};

// The most that each crossed square can add, given the rack; and the squares no tile of it suits.
struct LaneLimits {
  std::uint16_t cross[kSide + 1];
  std::uint32_t blocked;
};

}  // namespace raccord
