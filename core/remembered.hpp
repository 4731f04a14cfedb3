// What is remembered of slots with the same letters of the board and the same number of tiles.
#pragma once
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "frame.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

// `Entry` has `key` and `tiles`. Up to kMost entries lie side by side, found by way of a table of places,
// which is small enough to be cleared at once and never fuller than three quarters.
template <typename Entry, std::uint16_t kMost>
class Remembered {
 public:
  bool is_full() const { return count_ == kMost; }
  void forget() {
    count_ = 0;
    std::memset(places_, 0, sizeof places_);
  }

  // The entry of a slot; the first time `open` is given it to fill.
  template <typename Open>
  Entry& of(const Frame& frame, Open open) {
    const Key key = frame.slot.key;
    const auto tiles = static_cast<std::uint32_t>(frame.tiles);
    for (std::uint32_t at = static_cast<std::uint32_t>(key >> 40) + tiles * 0x9e37u;; ++at) {
      std::uint16_t& place = places_[at % kPlaces];
      if (!place) {
        assert(!is_full());
        place = ++count_;
        Entry& entry = entries_[place];
        entry.key = key;
        entry.tiles = tiles;
        open(entry);
        return entry;
      }
      Entry& entry = entries_[place];
      if (entry.key == key && entry.tiles == tiles) return entry;
    }
  }

 private:
  static constexpr std::uint32_t kPlaces = std::bit_ceil(kMost * 4u / 3u);

  std::uint16_t count_ = 0;
  std::uint16_t places_[kPlaces] = {};                           // 0: none
  std::vector<Entry> entries_ = std::vector<Entry>(kMost + 1u);  // from 1 on
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
