// Reading a rack and listing its subsets.
#include "rack.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <stdexcept>

namespace raccord {
inline namespace RACCORD_ENGINE {
constexpr std::size_t kFewSubsets = 256;

void read_rack(Rack& rack, std::string_view text, const Rules& rules) {
  auto& [counts, mask, tiles, jokers, dearest, best, first, subsets, scratch, order, distinct, by_value,
         ranks, letters_of, values_of] = rack;
  if (text.empty() || text.size() > kMaxRack) throw std::invalid_argument("rack: expected 1 to 15 tiles");
  std::memset(counts, 0, sizeof counts);
  mask = 0;
  jokers = 0;
  distinct = 0;
  tiles = static_cast<int>(text.size());
  for (char c : text) {
    if (c == '?') {
      ++jokers;
    } else if (c >= 'A' && c <= 'Z') {
      const int letter = c - 'A';
      if (!counts[letter]++) {
        int at = distinct++;
        for (; at && rules.values[by_value[at - 1]] < rules.values[letter]; --at)
          by_value[at] = by_value[at - 1];
        by_value[at] = static_cast<std::uint8_t>(letter);
      }
      mask |= 1u << letter;
    } else {
      throw std::invalid_argument("rack: expected 'A'-'Z' or '?'");
    }
  }
  if (jokers > kMaxJokers) throw std::invalid_argument("rack: expected at most 2 jokers");

  ranks = 0;
  for (int i = 0; i < distinct; ++i) {
    const std::uint8_t value = rules.values[by_value[i]];
    if (!ranks || values_of[ranks - 1] != value) {
      letters_of[ranks] = 0;
      values_of[ranks++] = value;
    }
    letters_of[ranks - 1] |= 1u << by_value[i];
  }

  std::uint32_t sizes[kMaxRack + 2] = {};
  std::size_t total = 1;
  for (int i = 0; i < distinct; ++i) total *= counts[by_value[i]] + 1u;
  if (scratch.size() < total) {
    scratch.resize(total);
    subsets.resize(total);
  }
  scratch[0] = Subset{};
  scratch[0].spare = mask;
  std::size_t n = 1;
  int placed = 0;
  best[0] = 0;
  for (int i = 0; i < distinct; ++i) {
    const int letter = by_value[i];
    const std::uint16_t value = rules.values[letter];
    for (int copies = 1; copies <= counts[letter]; ++copies, ++placed)
      dearest[placed] = static_cast<std::int16_t>(value),
      best[placed + 1] = static_cast<std::uint16_t>(best[placed] + value);
    const std::size_t before = n;
    for (int copies = 1; copies <= counts[letter]; ++copies)
      for (std::size_t j = 0; j < before; ++j) {
        Subset s = scratch[j];
        s.key += static_cast<std::uint64_t>(copies) * kLetterKeys[letter];
        s.sum = static_cast<std::uint16_t>(s.sum + copies * value);
        // Letters come dearest first.
        if (!s.size) {
          s.dearest = value;
          s.next = copies > 1 ? value : 0;
        } else if (s.size == 1) {
          s.next = value;
        }
        s.size = static_cast<std::uint16_t>(s.size + copies);
        s.letters |= 1u << letter;
        if (copies == counts[letter]) s.spare &= ~(1u << letter);
        scratch[n++] = s;
      }
  }
  for (; placed <= kMaxRack; ++placed) dearest[placed] = 0, best[placed + 1] = best[placed];
  for (std::size_t i = 0; i < n; ++i) ++sizes[scratch[i].size];
  first[0] = 0;
  for (int i = 0; i <= kMaxRack; ++i) first[i + 1] = first[i] + sizes[i];
  // Places, dearest first; insertion suits the few of a usual rack, which come nearly in order.
  std::uint32_t end[kMaxRack + 1];
  std::copy_n(first, kMaxRack + 1, end);
  if (order.size() < n) order.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t entry = std::uint32_t{scratch[i].sum} << 16 | (0xffff - i);
    std::uint32_t at = end[scratch[i].size]++;
    if (n <= kFewSubsets)
      for (; at > first[scratch[i].size] && order[at - 1] < entry; --at) order[at] = order[at - 1];
    order[at] = entry;
  }
  if (n > kFewSubsets)
    for (int i = 0; i <= kMaxRack; ++i)
      std::sort(order.begin() + first[i], order.begin() + first[i + 1], std::greater<>());
  for (std::size_t i = 0; i < n; ++i) subsets[i] = scratch[0xffff - (order[i] & 0xffff)];
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
