// What subsets of the rack can be worth at most, given that a word must exist.
#include <algorithm>

#include "slots.hpp"

namespace raccord {
namespace {

// Value of the dearest subset of `size` letters that `free` more letters, jokers or of the board,
// may complete to a word of `length`; `sum` if none beats it.
int dearest(const Image& image, const Rack& rack, int sum, int size, int free, int length) {
  if (size < 0 || length > kMaxWord || rack.best[size] <= sum) return sum;
  if (free > 2) return rack.first[size] < rack.first[size + 1] ? rack.best[size] : sum;
  const Filter filter = free == 0   ? image.groups(length)
                        : free == 1 ? image.groups_less_one(length)
                                    : image.groups_less_two(length);
  for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1] && rack.subsets[i].sum > sum; ++i)
    if (filter.passes(rack.subsets[i].key)) return rack.subsets[i].sum;
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
