// Every play of a Jarnac mat: new words from the loose letters, and lines lengthened by some of them.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "image.hpp"
#include "jarnac_words.hpp"

namespace raccord {

constexpr int kMatLines = 8;
constexpr int kShortestLine = 3, kLongestLine = 9;
using Counts = std::array<std::uint8_t, kLetters>;

// Plays best first: points gained, then alphabetical, then line. Line 0 is a new line.
struct MatPlays {
  std::shared_ptr<const Image> image;
  std::vector<std::uint64_t> packed;  // 127 - gain, rank, line

  std::size_t size() const { return packed.size(); }
  int gain(std::size_t index) const { return 127 - static_cast<int>(packed[index] >> 36); }
  int line(std::size_t index) const { return line_of(packed[index]); }
  std::uint32_t rank(std::size_t index) const { return rank_of(packed[index]); }

  static int line_of(std::uint64_t packed) { return static_cast<int>(packed & 15); }
  static std::uint32_t rank_of(std::uint64_t packed) { return static_cast<std::uint32_t>(packed >> 4); }
};

// `lines`: at most 8 words of 3 to 9 letters. With all 8 filled no new line can be opened.
MatPlays mat_plays(std::shared_ptr<const Image> image, const std::vector<std::string>& lines,
                   std::string_view loose);
// The same under a formula: of its words, and without a line that becomes another word of its entry.
MatPlays mat_plays(const MatWords& words, const std::vector<std::string>& lines, std::string_view loose);

// Throw std::invalid_argument for what is not letters, or no mat.
Counts count_letters(std::string_view text);
void check_mat(const std::vector<std::string>& lines, std::string_view loose);

}  // namespace raccord
