// What the solver must know of a game: premium squares, tile values, tiles playable, bonuses.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "letters.hpp"

namespace raccord {

struct Rules {
  // [0] as given, [1] transposed, so that a column reads like a row.
  std::array<std::array<std::uint8_t, kSide * kSide>, 2> letter_multipliers, word_multipliers;
  std::array<std::uint8_t, kLetters + 6> values{};  // padded: a record's padding is worth nothing
  std::array<int, kSide + 1> bonuses{};             // by tiles played
  int playable;

  // Throws std::invalid_argument.
  Rules(std::span<const std::uint8_t> letters, std::span<const std::uint8_t> words,
        std::span<const std::uint8_t> points, int playable,
        std::span<const std::pair<int, int>> table);
};

}  // namespace raccord
