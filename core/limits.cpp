// What subsets of the rack can be worth at most, given that a word must exist.
#include <algorithm>

#include "slots.hpp"

namespace raccord {
namespace {

// Whether `free` letters, jokers or of the board, may complete the key to a word.
bool completes(const Image& image, Key key, int free, int length) {
  if (free == 0) return image.groups(length).passes(key);
  if (free == 1) {
    for (std::uint32_t left = image.by_one(length)(key); left; left &= left - 1)
      if (image.groups(length).passes(key + kLetterKeys[std::countr_zero(left)])) return true;
    return false;
  }
  if (free == 2) {
    const std::uint32_t letters = image.by_two(length)(key);
    for (std::uint32_t left = letters; left; left &= left - 1)
      if (image.by_one(length)(key + kLetterKeys[std::countr_zero(left)]) & letters) return true;
    return false;
  }
  return true;
}

// Value of the dearest subset of `size` letters that `free` others may complete; `sum` if none beats it.
int dearest(const Image& image, const Rack& rack, int sum, int size, int free, int length) {
  if (size < 0 || length > kMaxWord || rack.best[size] <= sum) return sum;
  for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1] && rack.subsets[i].sum > sum; ++i)
    if (completes(image, rack.subsets[i].key, free, length)) return rack.subsets[i].sum;
  return sum;
}

}  // namespace

Limits::Limits(const Image& image, const Rack& rack, const Rules& rules) {
  const int playable = std::min(rules.playable, rack.tiles);
  for (int tiles = 1; tiles <= playable; ++tiles)
    for (int through = 0; through < 4; ++through) {
      int sum = -1;
      for (int jokers = 0; jokers <= rack.jokers; ++jokers)
        sum = dearest(image, rack, sum, tiles - jokers, through < 3 ? jokers + through : 3, tiles + through);
      sums[through][tiles] = static_cast<std::int16_t>(sum);
    }
}

}  // namespace raccord
