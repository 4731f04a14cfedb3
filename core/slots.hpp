// Slots: stretches of a lane that a word could fill, each with an upper bound of its score.
//
// In a lane only the empty squares are counted: a slot is named by the rank of its first empty square
// and the number of tiles it takes. For a given number of tiles all the starts of a lane are then one
// vector, and their bounds cost a few vector operations.
#pragma once
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "position.hpp"
#include "rack.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr int kStarts = 16;  // starts of a lane, one spare
constexpr std::uint32_t kPadding = 8;
constexpr std::uint32_t kAllLanes = (1u << kLanes) - 1;

// The most that the tiles of a slot can be worth; -1 where no word exists.
struct Limits {
  std::int16_t sums[3][kSide + 1];  // by letters of the board inside (2: or more), by tiles

  // By letter of the board, bit i: i tiles may make a word with it alone; with it and another one. Any with
  // kEmpty, which stands for no letter.
  std::uint16_t alone[32], paired[32];

  // By subset of the rack: the letters of the board that may complete it. Padded: eight are read at once.
  std::vector<std::uint32_t> completing;

  int operator()(int through, int tiles) const { return sums[through < 2 ? through : 2][tiles]; }
};

void set_limits(Limits& limits, const Image& image, const Rack& rack, const Rules& rules);

struct Slot {
  std::uint8_t lane, tiles, start, end;
  Key key;  // of the board letters inside
};

// By number of tiles - 1, then all the starts of a lane.
struct SlotTable {
  alignas(64) std::int16_t bounds[kLanes][kSide + 1][kStarts];    // bound + 1; 0: no slot; one row spare
  alignas(64) std::uint16_t multipliers[kLanes][kSide][kStarts];  // of the word
  alignas(64) std::int16_t highest_of[kLanes][kStarts];           // over the numbers of tiles
  std::int16_t squares[kLanes][3 * kStarts];                      // -1, then the empty squares, then 15
  std::int8_t count[kLanes];                                      // of rows
  int highest, highest_plain;                                     // of all slots; of those without a bonus
};

class Slots {
 public:
  // No bound is higher; no bound of a slot without a bonus is higher.
  int highest() const { return table.highest - 1; }
  int highest_plain() const { return table.highest_plain - 1; }

  // Calls visit(bound, name) for every slot with 0 <= low <= bound < high.
  template <typename Visit>
  void between(int low, int high, Visit visit) const {
    assert(0 <= low && low <= high);
    for (int lane = 0; lane < kLanes; ++lane) {
      if (!above(table.highest_of[lane], low)) continue;
      const std::int16_t* const bounds = table.bounds[lane][0];
      for (int row = 0; row < table.count[lane]; row += 4) {
        std::uint64_t bits = 0;
        for (int i = 0; i < 4; ++i)
          bits |= std::uint64_t{above(bounds + (row + i) * kStarts, low)} << (kStarts * i);
        bits &= ~0ull >> std::max(64 - kStarts * (table.count[lane] - row), 0);  // rows there are
        for (; bits; bits &= bits - 1) {
          const int slot = row * kStarts + std::countr_zero(bits), bound = bounds[slot] - 1;
          if (bound < high) visit(bound, lane << 8 | slot);
        }
      }
    }
  }

  // The slot of a name given to `visit`.
  Slot slot(const Position& position, int name) const {
    const int index = name >> 8, tiles = (name >> 4 & 15) + 1, rank = name & 15;
    assert(index < kLanes && tiles <= table.count[index] && bound(name) >= 0);
    const Lane& lane = position.lanes[index];
    const int start = table.squares[index][rank] + 1, end = table.squares[index][rank + tiles + 1];
    return {static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(tiles),
            static_cast<std::uint8_t>(start), static_cast<std::uint8_t>(end),
            lane.keys_before[end] - lane.keys_before[start]};
  }

  int bound(int name) const { return table.bounds[name >> 8][name >> 4 & 15][name & 15] - 1; }
  int multiplier(int name) const { return table.multipliers[name >> 8][name >> 4 & 15][name & 15]; }

  SlotTable table;

 private:
  // Bit i: bounds[i] > low.
  static std::uint32_t above(const std::int16_t* bounds, int low) {
#ifdef __SSE2__
    const __m128i limit = _mm_set1_epi16(static_cast<short>(low));
    const auto* halves = reinterpret_cast<const __m128i*>(bounds);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(
        _mm_cmpgt_epi16(_mm_load_si128(halves), limit), _mm_cmpgt_epi16(_mm_load_si128(halves + 1), limit))));
#else
    std::uint32_t bits = 0;
    for (int i = 0; i < kStarts; ++i) bits |= std::uint32_t{bounds[i] > low} << i;
    return bits;
#endif
  }
};

// Fills the table for this rack. Bit i of `lanes`: lane i is asked for.
void list_slots(Slots& slots, const Position& position, const Rack& rack, const Rules& rules,
                const Limits& limits, std::uint32_t lanes);

}  // namespace RACCORD_ENGINE
}  // namespace raccord
