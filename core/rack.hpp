// A rack and its subsets, grouped by size, dearest first.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine.hpp"
#include "rules.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr int kMaxRack = 15;
constexpr int kMaxJokers = 2;

// A multiset of the rack's letters, jokers apart.
struct Subset {
  Key key;
  std::uint16_t sum;  // value of its tiles
  std::uint16_t size;
  std::uint16_t dearest, next;  // values of its two dearest tiles
  std::uint32_t letters;        // it has
  std::uint32_t spare;          // letters of which the rack has more
};

struct Rack {
  std::uint8_t counts[kLetters + 6];
  std::uint32_t mask;  // letters present
  int tiles, jokers;
  std::int16_t dearest[kMaxRack + 1];  // values of the tiles, dearest first, then zeros
  std::uint16_t best[kMaxRack + 2];    // best[n]: value of the n dearest tiles
  std::uint32_t first[kMaxRack + 2];   // subsets of n letters: first[n] .. first[n + 1]
  std::vector<Subset> subsets;
  std::vector<Subset> unsorted;
  std::vector<std::uint16_t> order, places;
  int distinct;
  std::uint8_t by_value[kMaxRack];     // distinct letters, dearest first
  int ranks;                           // distinct values
  std::uint32_t letters_of[kMaxRack];  // by rank of value, dearest first
  std::uint8_t values_of[kMaxRack];
};

// Throws std::invalid_argument if the text is not a rack.
void read_rack(Rack& rack, std::string_view text, const Rules& rules);

}  // namespace RACCORD_ENGINE
}  // namespace raccord
