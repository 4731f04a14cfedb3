// Every play of a Jarnac mat: new words from the loose letters, and lines lengthened by some of them.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "image.hpp"

namespace raccord {

constexpr int kMatLines = 8;
constexpr int kShortestLine = 3, kLongestLine = 9;

// Plays best first: points gained, then alphabetical, then line. Line 0 is a new line.
struct MatPlays {
  std::shared_ptr<const Image> image;
  std::vector<std::uint64_t> packed;  // 127 - gain, rank, line

  std::size_t size() const { return packed.size(); }
  int gain(std::size_t index) const { return 127 - static_cast<int>(packed[index] >> 36); }
  int line(std::size_t index) const { return static_cast<int>(packed[index] & 15); }
  std::uint32_t rank(std::size_t index) const { return static_cast<std::uint32_t>(packed[index] >> 4); }
};

// `lines`: at most 8 words of 3 to 9 letters. With all 8 filled no new line can be opened.
MatPlays mat_plays(std::shared_ptr<const Image> image, const std::vector<std::string>& lines,
                   std::string_view loose);

}  // namespace raccord
