// Nothing but sums, products and roots in a stated order: every machine finds the same.
#include "promise.hpp"

#include <algorithm>
#include <cmath>

#include "promise_weights.hpp"

namespace raccord {
namespace {

// Of the letters; jokers are left out.
struct Count {
  std::array<int, kLetters> letters{};
  int vowels = 0;

  explicit Count(std::string_view tiles) {
    for (const char c : tiles)
      if (c >= 'A' && c <= 'Z') {
        ++letters[static_cast<std::size_t>(c - 'A')];
        vowels += is_vowel(c - 'A');
      }
  }
};

// How many of some tiles of the bag a handful brings on average.
double drawn(int tiles, std::string_view bag, int needed) {
  return bag.empty() ? 0.0 : static_cast<double>(needed * tiles) / static_cast<double>(bag.size());
}

}  // namespace

Chances chances_of(const Census& census, std::string_view kept, std::string_view bag, int needed,
                   const Rules& rules) {
  const Count own(kept), left(bag);
  double at_hand = 0, face = 0;
  for (std::size_t i = 0; i < kLetters; ++i) {
    at_hand += census.shares[i] * std::min(1.0, own.letters[i] + drawn(left.letters[i], bag, needed));
    face += census.shares[i] * rules.values[i];
  }
  const int rack = static_cast<int>(kept.size()) + needed;
  Chances chances{std::min(rules.playable, rack), static_cast<int>(std::floor(100 * face + 0.5)), {1.0}};
  for (int k = 1; k <= chances.tiles; ++k) {
    const auto at = static_cast<std::size_t>(k);
    chances.ways[at] = chances.ways[at - 1] * (rack - k + 1) * (kMade * at_hand);
  }
  return chances;
}

std::int64_t promise_of(double expected, const Census& census, std::string_view kept, std::string_view bag,
                        int needed, const Rules& rules) {
  const Count own(kept), left(bag);
  int letters = 0, points = 0, alike = 0;
  double common = 0;
  for (std::size_t i = 0; i < kLetters; ++i) {
    const int n = own.letters[i];
    letters += n;
    points += n * rules.values[i];
    alike += n * (n - 1) / 2;
    common += n * std::sqrt(census.shares[i]);
  }
  const int rack = static_cast<int>(kept.size()) + needed;
  const double beside = own.vowels + drawn(left.vowels, bag, needed) - census.vowels * rack;
  const double worth = kExpected * expected + kLetter * letters + kCommon * common + kPoint * points +
                       kAlike * alike + kOneSided * (beside * beside);
  return static_cast<std::int64_t>(std::floor(100 * worth + 0.5));
}

}  // namespace raccord
