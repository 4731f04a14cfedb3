// Letters and the additive key of a multiset of letters.
//
// A letter is 0..25. Each has a fixed random 64-bit constant and the key of a multiset is the sum of
// its letters' constants, so that joining two multisets is one addition and letter order is forgotten.
// A key only finds candidates: Tally, which is exact, confirms them.
#pragma once
#include <array>
#include <cassert>
#include <cstdint>

namespace raccord {

constexpr int kLetters = 26;
constexpr int kSide = 15;
constexpr int kLanes = 2 * kSide;  // rows, then columns
constexpr int kMaxWord = 15;
constexpr std::uint32_t kAnyLetter = (1u << kLetters) - 1;

constexpr bool is_vowel(int letter) {
  return 1u << letter &
         (1u << ('A' - 'A') | 1u << ('E' - 'A') | 1u << ('I' - 'A') | 1u << ('O' - 'A') | 1u << ('U' - 'A'));
}

using Key = std::uint64_t;

constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// One spare row so that an empty square (letter 26) adds nothing.
constexpr std::array<Key, kLetters + 1> kLetterKeys = [] {
  std::array<Key, kLetters + 1> keys{};
  for (int i = 0; i < kLetters; ++i) keys[i] = mix(0x52414343ull + i) | 1;
  return keys;
}();

// Exact counts of each letter, four bits a letter: enough for the 15 letters of a word.
struct Tally {
  std::uint64_t low = 0, high = 0;

  constexpr void add(int letter) {
    assert(letter >= 0 && letter < kLetters);
    (letter < 13 ? low : high) += 1ull << (4 * (letter < 13 ? letter : letter - 13));
  }
  friend constexpr bool operator==(const Tally&, const Tally&) = default;
};

}  // namespace raccord
