// Opens any bytes and, if they are accepted, uses everything.
#pragma once
#include "anagram.hpp"
#include "common.hpp"
#include "jarnac.hpp"

namespace raccord::fuzz {

// Writes the checksum that the header should have, so that the checks behind it are reached.
inline void forge(std::span<std::uint8_t> bytes) {
  if (bytes.size() < sizeof(Header)) return;
  constexpr std::size_t summed = offsetof(Header, checksum) + sizeof(Header::checksum);
  const std::uint64_t sum = checksum(bytes.data() + summed, bytes.size() - summed);
  std::memcpy(bytes.data() + offsetof(Header, checksum), &sum, sizeof sum);
}

inline void use(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack) {
  static const Rules rules = usual_numbers().rules();
  Moves moves = find_moves(image, cells, rack, rules);
  for (std::size_t i = 0; i < moves.plays.size() && i < 50; ++i) moves.get(i);
  Moves tops = find_tops(image, cells, rack, rules);
  for (std::size_t i = 0; i < tops.plays.size() && i < 50; ++i) tops.get(i);
  find_top_scores(*image, {cells}, {rack, "ZE?"}, rules);
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
  const MatPlays plays = mat_plays(image, {"TARE", "RATES"}, "AERSTTE");
  for (std::size_t i = 0; i < plays.size() && i < 50; ++i) word_at(*image, plays.rank(i));
  return true;
}

}  // namespace raccord::fuzz
