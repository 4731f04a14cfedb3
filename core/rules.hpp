// What the solver must know of a game: premium squares, tile values, tiles playable, bonuses.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "letters.hpp"

namespace raccord {

struct Rules {
  // By lane: rows 0..14, then columns 15..29; padded, since Slots reads sixteen from any square.
  std::array<std::array<std::int16_t, 2 * (kSide + 1)>, kLanes> letter_multipliers{}, word_multipliers{};
  std::array<std::uint8_t, kLetters + 6> values{};  // padded: a record's padding is worth nothing
  std::array<std::uint8_t, kLetters> dearest_first{};
  std::uint32_t worthless = 0;                  // letters of no value
  std::array<std::uint8_t, 256> cell_points{};  // by character of a board: jokers are worth 0
  std::array<int, kSide + 1> bonuses{};         // by tiles played
  // By lane, bit i: the letter multiplier of square i is at least double, at least triple.
  std::array<std::uint32_t, kLanes> doubles{}, triples{};
  int triple_weight = 1;  // what a triple or dearer letter adds at most to a double one
  int playable;

  // Throws std::invalid_argument.
  Rules(std::span<const std::uint8_t> letters, std::span<const std::uint8_t> words,
        std::span<const std::uint8_t> points, int playable, std::span<const std::pair<int, int>> table);
};

}  // namespace raccord
