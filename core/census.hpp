// What the words of a list are made of, as far as estimates ask.
#pragma once
#include <array>
#include <cstdint>

#include "letters.hpp"

namespace raccord {

struct Record;

constexpr int kCounted = 8;  // letters of the longest words whose letters are counted

// Where a letter stands in a word; the last entry pads a line.
enum Place { kFirst, kInner, kLast, kPlaces = 4 };

struct Census {
  std::array<double, kMaxWord + 1> words{};                // by length: how many
  std::array<std::array<double, kPlaces>, kLetters> at{};  // by letter and place: its share there
  std::array<double, kLetters> shares{};                   // wherever it stands
  double vowels = 0;                                       // their share
};

// `first`: records by length; first[n + 1] ends length n.
Census take_census(const Record* records, const std::uint32_t* first);

}  // namespace raccord
