// What subsets of the rack can be worth at most, given that a word must exist.
#include <algorithm>
#include <cassert>

#include "slots.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {
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

// Letters that complete some subset of `size` letters, together with a joker or a letter more, to a word.
std::uint32_t helpful_with_another(const Image& image, const Rack& rack, int size, int length) {
  if (size < 0 || length > kMaxWord) return 0;
  std::uint32_t letters = 0;
  for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1]; ++i)
    letters |= image.by_two(length)(rack.subsets[i].key);
  return letters;
}

// The same without another; keeps what it learns of each subset.
std::uint32_t helpful(Limits& limits, const Image& image, const Rack& rack, int size) {
  const bool fits = size + 1 <= kMaxWord;
  std::uint32_t letters = 0;
  for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1]; ++i)
    letters |= limits.completing[i] = fits ? image.by_one(size + 1)(rack.subsets[i].key) : 0;
  return letters;
}

// Sets the bit of a number of tiles for each of the letters.
void note(std::uint32_t* table, std::uint32_t letters, int tiles) {
  for (int letter = 0; letter < 32; ++letter) table[letter] |= (letters >> letter & 1) << tiles;
}

}  // namespace

void set_limits(Limits& limits, const Image& image, const Rack& rack, const Rules& rules) {
  const int playable = std::min(rules.playable, rack.tiles);
  assert(playable >= 1 && playable <= kMaxRack && rack.first[0] == 0 && rack.first[1] == 1);
  const std::size_t padded = rack.first[kMaxRack + 1] + kPadding;
  if (limits.completing.size() < padded) limits.completing.resize(padded);
  std::uint32_t alone[32] = {}, paired[32] = {};
  for (int tiles = 1; tiles <= playable; ++tiles) {
    std::uint32_t letters = helpful(limits, image, rack, tiles);
    if (rack.jokers) letters |= helpful_with_another(image, rack, tiles - 1, tiles + 1);
    if (rack.jokers > 1) letters = kAnyLetter;
    note(alone, letters, tiles);
    const bool few = tiles + 1 >= playable && !rack.jokers;
    note(paired, few ? helpful_with_another(image, rack, tiles, tiles + 2) : kAnyLetter, tiles);
    for (int through = 0; through < 3; ++through) {
      int sum = -1;
      for (int jokers = 0; jokers <= rack.jokers; ++jokers)
        sum = dearest(image, rack, sum, tiles - jokers, jokers + through, tiles + through);
      limits.sums[through][tiles] = static_cast<std::int16_t>(sum);
    }
  }
  for (int letter = 0; letter < 32; ++letter) {
    limits.alone[letter] = static_cast<std::uint16_t>(alone[letter]);
    limits.paired[letter] = static_cast<std::uint16_t>(paired[letter]);
  }
  limits.alone[kEmpty] = limits.paired[kEmpty] = 0xffff;
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
