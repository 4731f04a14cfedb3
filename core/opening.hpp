// The opening measure: the mean next top over draws sampled from the bag, on the boards that tied moves would
// leave. `raccord.duplicate.rules.tops` says what it is.
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

// The measure in hundredths of a point, and draws that were found to have a move.
struct Opening {
  std::int64_t hundredths = 0;
  std::vector<std::string> playable;
};

// Of each of the moves, by `samples` draws at most, all with the luck of one key and label. Throws
// std::invalid_argument.
std::vector<Opening> measure_openings(const Image& image, std::string_view key, std::string_view label,
                                      const std::vector<After>& moves, int samples, const Rules& rules);

}  // namespace raccord
