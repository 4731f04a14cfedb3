// Letters and words are counted first: shares of whole numbers are the same on every machine.
#include "census.hpp"

#include <algorithm>
#include <string_view>

#include "image.hpp"

namespace raccord {
namespace {

using Counts = std::array<std::array<std::uint32_t, kPlaces>, kLetters>;

double share(std::uint32_t part, std::uint32_t whole) {
  return static_cast<double>(part) / std::max<std::uint32_t>(1, whole);
}

}  // namespace

Census take_census(const Record* records, const std::uint32_t* first) {
  Census census;
  Counts counts{};
  for (int length = 2; length <= kMaxWord; ++length) {
    const auto n = static_cast<std::size_t>(length);
    census.words[n] = first[n + 1] - first[n];
    if (length > kCounted) continue;
    for (const Record *r = records + first[n], *end = records + first[n + 1]; r != end; ++r)
      for (std::size_t i = 0; i < n; ++i)
        ++counts[r->letters[i]][i == 0 ? kFirst : i + 1 < n ? kInner : kLast];
  }
  std::array<std::uint32_t, kPlaces> totals{};
  for (const auto& line : counts)
    for (std::size_t place = 0; place < kPlaces; ++place) totals[place] += line[place];
  const std::uint32_t total = totals[kFirst] + totals[kInner] + totals[kLast];
  std::uint32_t vowels = 0;
  for (std::size_t letter = 0; letter < kLetters; ++letter) {
    const auto& line = counts[letter];
    const std::uint32_t count = line[kFirst] + line[kInner] + line[kLast];
    for (std::size_t place = 0; place < kPlaces; ++place)
      census.at[letter][place] = share(line[place], totals[place]);
    census.shares[letter] = share(count, total);
    if (is_vowel(static_cast<int>(letter))) vowels += count;
  }
  census.vowels = share(vowels, total);
  return census;
}

}  // namespace raccord
