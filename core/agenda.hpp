// Slots in the order in which they are opened.
#pragma once
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>

#include "slots.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr int kBuckets = 1024;  // few bounds are higher, but rules with dear letters are allowed

// A slot by its name in Slots.
struct Item {
  std::uint16_t name, bound;
};

class Agenda {
 public:
  // The slots with low <= bound < high, best first, by counting; those from kBuckets - 1 on share a bucket
  // and come first in any order.
  std::span<const Item> between(const Slots& slots, int low, int high) {
    assert(0 <= low && low <= high);
    const int top = std::min({high - 1, slots.highest(), kBuckets - 1}), last = std::min(low, kBuckets - 1);
    if (top < last) return {};
    std::memset(places_ + last, 0, static_cast<std::size_t>(top - last + 1) * sizeof *places_);
    std::size_t count = 0;
    slots.between(low, high, [&](int bound, int name) {
      items_[count++] = {static_cast<std::uint16_t>(name), static_cast<std::uint16_t>(bound)};
      ++places_[bucket(bound)];
    });
    std::uint16_t before = 0;
    for (int at = top; at >= last; --at) {
      const std::uint16_t here = places_[at];
      places_[at] = before;
      before = static_cast<std::uint16_t>(before + here);
    }
    for (std::size_t i = 0; i < count; ++i) sorted_[places_[bucket(items_[i].bound)]++] = items_[i];
    return {sorted_, count};
  }

  // Whether a slot of a lower bound may come before one of this bound.
  static bool is_out_of_order(int bound) { return bound >= kBuckets - 1; }

 private:
  static int bucket(int bound) { return std::min(bound, kBuckets - 1); }

  std::uint16_t places_[kBuckets];
  Item items_[kLanes * kSide * kStarts], sorted_[kLanes * kSide * kStarts];
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
