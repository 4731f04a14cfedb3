// What subsets of the rack can be worth at most, given that a word must exist.
#include <algorithm>

#include "slots.hpp"

namespace raccord {
namespace {

// Value of the dearest subset of `size` letters that `free` others, jokers or of the board, may complete to
// a word of `length`; `sum` if none beats it.
int dearest(const Image& image, const Rack& rack, int sum, int size, int free, int length) {
  if (size < 0 || length > kMaxWord || rack.best[size] <= sum) return sum;
  if (free > 1) return rack.first[size] < rack.first[size + 1] ? rack.best[size] : sum;
  for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1] && rack.subsets[i].sum > sum; ++i) {
    const Key key = rack.subsets[i].key;
    if (free ? image.by_one(length)(key) != 0 : image.groups(length).passes(key)) return rack.subsets[i].sum;
  }
  return sum;
}

// Letters that complete some subset of `size` letters, together with `free` others, to a word.
std::uint32_t helpful(const Image& image, const Rack& rack, int size, int free, int length) {
  if (size < 0 || length > kMaxWord) return 0;
  if (free > 1) return kAnyLetter;
  const Completions completions = free ? image.by_two(length) : image.by_one(length);
  std::uint32_t letters = 0;
  for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1]; ++i) letters |= completions(rack.subsets[i].key);
  return letters;
}

}  // namespace

Limits::Limits(const Image& image, const Rack& rack, const Rules& rules) {
  const int playable = std::min(rules.playable, rack.tiles);
  for (int tiles = 1; tiles <= playable; ++tiles) {
    alone[tiles] = paired[tiles] = 0;
    for (int jokers = 0; jokers <= rack.jokers; ++jokers) {
      alone[tiles] |= helpful(image, rack, tiles - jokers, jokers, tiles + 1);
      paired[tiles] |= tiles + 1 < playable ? kAnyLetter : helpful(image, rack, tiles - jokers, jokers + 1, tiles + 2);
    }
    for (int through = 0; through < 3; ++through) {
      int sum = -1;
      for (int jokers = 0; jokers <= rack.jokers; ++jokers)
        sum = dearest(image, rack, sum, tiles - jokers, jokers + through, tiles + through);
      sums[through][tiles] = static_cast<std::int16_t>(sum);
    }
  }
}

}  // namespace raccord
