// The opening measure: the top scores of draws sampled from a bag, on the boards that tied moves would leave.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "image.hpp"
#include "rules.hpp"

namespace raccord {

// What a tied move would leave: `needed` tiles of the bag complete the letters kept.
struct After {
  std::string cells, kept, bag;
  int needed;
};

// A sampled draw, how many times it came up, and its top score (0: none).
struct Sample {
  std::string rack;
  int times, score;
};

// Samples for each of the moves, all with the luck of one key and label. Throws std::invalid_argument.
std::vector<std::vector<Sample>> sample_tops(const Image& image, std::string_view key, std::string_view label,
                                             const std::vector<After>& moves, int samples,
                                             const Rules& rules);

inline std::int64_t sum_of(const std::vector<Sample>& samples) {
  std::int64_t sum = 0;
  for (const Sample& s : samples) sum += std::int64_t{s.times} * s.score;
  return sum;
}

}  // namespace raccord
