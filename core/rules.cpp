// Checks of the rules' numbers, so that no score can exceed 16 bits.
#include "rules.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace raccord {
namespace {

constexpr double kMaxScore = 32000;

void require(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

// The most that one lane could ever score, crossings included.
double most(std::span<const std::int16_t> words, int dearest, int premium, int bonus) {
  double product = 1, sum = 0;
  for (int i = 0; i < kSide; ++i) {
    product *= words[i];
    sum += words[i];
  }
  return (product * kSide * premium + sum * (kSide + premium)) * dearest + bonus;
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
    const std::size_t row = i / kSide, column = i % kSide;
    letter_multipliers[row][column] = letter_multipliers[kSide + column][row] = letters[i];
    word_multipliers[row][column] = word_multipliers[kSide + column][row] = words[i];
  }
  std::copy(points.begin(), points.end(), values.begin());
  std::copy(points.begin(), points.end(), cell_points.begin() + 'A');
  for (int i = 0; i < kLetters; ++i)
    worthless |= std::uint32_t{points[static_cast<std::size_t>(i)] == 0} << i;
  std::iota(dearest_first.begin(), dearest_first.end(), std::uint8_t{0});
  std::stable_sort(dearest_first.begin(), dearest_first.end(),
                   [&](std::uint8_t a, std::uint8_t b) { return values[a] > values[b]; });
  for (const auto& [tiles, bonus] : table) {
    require(tiles >= 1 && tiles <= kSide, "bonuses: expected 1 to 15 tiles");
    require(bonus >= 0 && bonus <= 10000, "bonuses: expected 0 to 10000 points");
    bonuses[static_cast<std::size_t>(tiles)] = bonus;
  }
  // Multipliers must fit too where no tile is worth anything.
  const int dearest = std::max<int>(1, *std::max_element(points.begin(), points.end()));
  const int premium = *std::max_element(letters.begin(), letters.end());
  const int bonus = *std::max_element(bonuses.begin(), bonuses.end());
  for (const auto& lane : word_multipliers)
    require(most(lane, dearest, premium, bonus) <= kMaxScore, "scores above 32000 would be possible");
  triple_weight = std::max(1, premium - 2);
  for (int lane = 0; lane < kLanes; ++lane) {
    for (int i = 0; i < kSide; ++i) {
      const int multiplier = letter_multipliers[lane][i];
      doubles[lane] |= std::uint32_t{multiplier > 1} << i;
      triples[lane] |= std::uint32_t{multiplier > 2} << i;
    }
  }
}

}  // namespace raccord
