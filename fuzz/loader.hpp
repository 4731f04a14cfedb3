// What the fuzzers and the sanitized driver share: open any bytes and, if accepted, use everything.
#pragma once
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "anagram.hpp"
#include "solver.hpp"

namespace raccord::fuzz {

inline Rules standard_rules() {
  std::vector<std::uint8_t> letters(225, 1), words(225, 1);
  for (int i = 0; i < 225; ++i) {
    if (i % 4 == 1) letters[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(2 + i % 2);
    if (i % 7 == 0) words[static_cast<std::size_t>(i)] = 2;
  }
  const std::vector<std::uint8_t> values{1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 10, 1, 2,
                                         1, 1, 3, 8, 1, 1, 1, 1, 4, 10, 10, 10, 10};
  const std::pair<int, int> bonuses[] = {{7, 50}, {8, 75}, {9, 100}};
  return Rules(letters, words, values, 9, bonuses);
}

// A copy aligned as the loader wants it, of exactly the right size so that any overrun is seen.
inline std::shared_ptr<std::uint8_t> aligned(std::span<const std::uint8_t> bytes) {
  const std::size_t size = bytes.size() ? bytes.size() : 1;
  std::shared_ptr<std::uint8_t> copy(static_cast<std::uint8_t*>(::operator new(size, std::align_val_t{64})),
                                     [](std::uint8_t* p) { ::operator delete(p, std::align_val_t{64}); });
  if (!bytes.empty()) std::memcpy(copy.get(), bytes.data(), bytes.size());
  return copy;
}

// Writes the checksum that the header should have, so that the checks behind it are reached.
inline void forge(std::span<std::uint8_t> bytes) {
  if (bytes.size() < sizeof(Header)) return;
  constexpr std::size_t summed = offsetof(Header, checksum) + sizeof(Header::checksum);
  const std::uint64_t sum = checksum(bytes.data() + summed, bytes.size() - summed);
  std::memcpy(bytes.data() + offsetof(Header, checksum), &sum, sizeof sum);
}

inline void use(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack) {
  static const Rules rules = standard_rules();
  Moves moves = find_moves(image, cells, rack, rules);
  for (std::size_t i = 0; i < moves.plays.size() && i < 50; ++i) moves.get(i);
  find_tops(image, cells, rack, rules);
  for (std::uint32_t i = 0; i < image->words() && i < 50; ++i) rank_of(*image, word_at(*image, i));
  anagrams(*image, "AERST?", true);
  matching(*image, "*A[ERS].*");
}

// True if the bytes were accepted.
inline bool open_and_use(std::span<const std::uint8_t> bytes) {
  const auto copy = aligned(bytes);
  std::shared_ptr<const Image> image;
  try {
    image = Image::adopt({copy.get(), bytes.size()}, copy);
  } catch (const Damaged&) {
    return false;
  }
  std::string cells(225, '.');
  use(image, cells, "AERSTN?");
  cells.replace(110, 5, "RATEs");
  cells[125] = 'A';
  cells[140] = 'S';
  use(image, cells, "EST??");
  return true;
}

}  // namespace raccord::fuzz
