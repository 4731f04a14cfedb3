// Checks of the rules' numbers, so that no score can exceed 16 bits.
#include "rules.hpp"

#include <algorithm>
#include <stdexcept>

namespace raccord {
namespace {

constexpr double kMaxScore = 65535;

void require(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

// The most that one lane could ever score, crossings included.
double most(const std::array<std::uint8_t, kSide * kSide>& words, int lane, double tile, int bonus) {
  double product = 1, widest = 1;
  for (int i = 0; i < kSide; ++i) {
    product *= words[lane * kSide + i];
    widest = std::max<double>(widest, words[lane * kSide + i]);
  }
  return product * kSide * tile + kSide * widest * kSide * tile + bonus;
}

}  // namespace

Rules::Rules(std::span<const std::uint8_t> letters, std::span<const std::uint8_t> words,
             std::span<const std::uint8_t> points, int playable_tiles,
             std::span<const std::pair<int, int>> table)
    : playable(playable_tiles) {
  require(letters.size() == kSide * kSide, "letter_multipliers: expected 225 bytes");
  require(words.size() == kSide * kSide, "word_multipliers: expected 225 bytes");
  require(points.size() == kLetters, "values: expected 26 bytes");
  require(playable >= 1 && playable <= kSide, "playable: expected 1 to 15 tiles");
  for (std::size_t i = 0; i < letters.size(); ++i) {
    require(letters[i] >= 1 && words[i] >= 1, "multipliers: expected 1 or more");
    const std::size_t transposed = i % kSide * kSide + i / kSide;
    letter_multipliers[0][i] = letter_multipliers[1][transposed] = letters[i];
    word_multipliers[0][i] = word_multipliers[1][transposed] = words[i];
  }
  std::copy(points.begin(), points.end(), values.begin());
  for (const auto& [tiles, bonus] : table) {
    require(tiles >= 1 && tiles <= kSide, "bonuses: expected 1 to 15 tiles");
    require(bonus >= 0 && bonus <= 10000, "bonuses: expected 0 to 10000 points");
    bonuses[static_cast<std::size_t>(tiles)] = bonus;
  }
  const double tile = double(*std::max_element(points.begin(), points.end())) *
                      *std::max_element(letters.begin(), letters.end());
  const int bonus = *std::max_element(bonuses.begin(), bonuses.end());
  for (int lane = 0; lane < kSide; ++lane)
    for (const auto& grid : word_multipliers)
      require(most(grid, lane, tile, bonus) <= kMaxScore, "scores above 65535 would be possible");
}

}  // namespace raccord
