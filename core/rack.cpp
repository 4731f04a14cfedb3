// Reading a rack and listing its subsets.
#include "rack.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

// Counts the tiles. Throws std::invalid_argument if the text is not a rack.
void count_tiles(Rack& rack, std::string_view text) {
  if (text.empty() || text.size() > kMaxRack) throw std::invalid_argument("rack: expected 1 to 15 tiles");
  std::memset(rack.counts, 0, sizeof rack.counts);
  rack.mask = 0;
  rack.jokers = 0;
  rack.tiles = static_cast<int>(text.size());
  for (char c : text) {
    if (c == '?') {
      ++rack.jokers;
    } else if (c >= 'A' && c <= 'Z') {
      ++rack.counts[c - 'A'];
      rack.mask |= 1u << (c - 'A');
    } else {
      throw std::invalid_argument("rack: expected 'A'-'Z' or '?'");
    }
  }
  if (rack.jokers > kMaxJokers) throw std::invalid_argument("rack: expected at most 2 jokers");
}

// Lists the letters and the values of the tiles, dearest first.
void rank_letters(Rack& rack, const Rules& rules) {
  rack.distinct = rack.ranks = 0;
  std::uint8_t by_value[kLetters];
  int distinct = 0;
  for (const std::uint8_t letter : rules.dearest_first) {
    by_value[distinct] = letter;
    distinct += rack.counts[letter] != 0;  // without a branch: nothing foretells which letters there are
  }
  rack.distinct = distinct;
  std::copy_n(by_value, kMaxRack, rack.by_value);
  int placed = 0;
  rack.best[0] = 0;
  for (int i = 0; i < distinct; ++i) {
    const int letter = by_value[i];
    const std::uint8_t value = rules.values[letter];
    if (!rack.ranks || rack.values_of[rack.ranks - 1] != value) {
      rack.letters_of[rack.ranks] = 0;
      rack.values_of[rack.ranks++] = value;
    }
    rack.letters_of[rack.ranks - 1] |= 1u << letter;
    for (int copies = rack.counts[letter]; copies; --copies, ++placed) {
      rack.dearest[placed] = value;
      rack.best[placed + 1] = static_cast<std::uint16_t>(rack.best[placed] + value);
    }
  }
  for (; placed <= kMaxRack; ++placed) {
    rack.dearest[placed] = 0;
    rack.best[placed + 1] = rack.best[placed];
  }
}

// The subset with some copies more of a letter that is no dearer than those it has.
Subset joined(Subset s, int letter, int copies, std::uint16_t value, bool all) {
  s.key += static_cast<std::uint64_t>(copies) * kLetterKeys[letter];
  s.sum = static_cast<std::uint16_t>(s.sum + copies * value);
  if (!s.size) {
    s.dearest = value;
    s.next = copies > 1 ? value : 0;
  } else if (s.size == 1) {
    s.next = value;
  }
  s.size = static_cast<std::uint16_t>(s.size + copies);
  s.letters |= 1u << letter;
  if (all) s.spare &= ~(1u << letter);
  return s;
}

// Lists the subsets in `unsorted`; how many.
std::size_t list_subsets(Rack& rack, const Rules& rules) {
  std::size_t total = 1;
  for (int i = 0; i < rack.distinct; ++i) total *= rack.counts[rack.by_value[i]] + 1u;
  if (rack.unsorted.size() < total) {
    rack.unsorted.resize(total);
    rack.subsets.resize(total);
    rack.order.resize(total);
  }
  Subset* const list = rack.unsorted.data();
  list[0] = Subset{};
  list[0].spare = rack.mask;
  std::size_t n = 1;
  for (int i = 0; i < rack.distinct; ++i) {
    const int letter = rack.by_value[i], most = rack.counts[letter];
    const std::size_t before = n;
    for (int copies = 1; copies <= most; ++copies)
      for (std::size_t j = 0; j < before; ++j)
        list[n++] = joined(list[j], letter, copies, rules.values[letter], copies == most);
  }
  assert(n == total);
  return n;
}

// Puts the subsets in order of size, dearest first, by counting: by value, then by size, which keeps what
// comes first. Insertion, which branches on what nothing foretells, took 3 % more of a top.
void sort_subsets(Rack& rack, std::size_t n) {
  const std::size_t total = rack.best[kMaxRack];
  rack.places.assign(total + 1, 0);
  std::uint16_t* const places = rack.places.data();
  std::uint32_t sizes[kMaxRack + 1] = {};
  for (std::size_t i = 0; i < n; ++i) {
    ++places[total - rack.unsorted[i].sum];
    ++sizes[rack.unsorted[i].size];
  }
  std::uint16_t before = 0;
  for (std::size_t i = 0; i <= total; ++i) {
    const std::uint16_t here = places[i];
    places[i] = before;
    before = static_cast<std::uint16_t>(before + here);
  }
  for (std::size_t i = 0; i < n; ++i)
    rack.order[places[total - rack.unsorted[i].sum]++] = static_cast<std::uint16_t>(i);
  rack.first[0] = 0;
  for (int i = 0; i <= kMaxRack; ++i) rack.first[i + 1] = rack.first[i] + sizes[i];
  std::uint32_t end[kMaxRack + 1];
  std::copy_n(rack.first, kMaxRack + 1, end);
  for (std::size_t i = 0; i < n; ++i) {
    const Subset& s = rack.unsorted[rack.order[i]];
    rack.subsets[end[s.size]++] = s;
  }
}

}  // namespace

void read_rack(Rack& rack, std::string_view text, const Rules& rules) {
  count_tiles(rack, text);
  rank_letters(rack, rules);
  sort_subsets(rack, list_subsets(rack, rules));
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
