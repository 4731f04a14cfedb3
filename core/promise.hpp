// What a move promises before any draw is made: the next top that its board leads one to expect, and the
// letters that it keeps. The numbers are those of `tools/fit_promise.py`.
#pragma once
#include <array>
#include <string_view>

#include "census.hpp"
#include "rules.hpp"

namespace raccord {

// What a rack that is not drawn yet may lay down.
struct Chances {
  int tiles;                           // at most
  int face;                            // of a tile on average, in hundredths of a point
  std::array<double, kSide + 1> ways;  // by tiles: how many of the list's words it makes, as a share
};

// Of a rack of the letters kept and of `needed` tiles of the bag.
Chances chances_of(const Census& census, std::string_view kept, std::string_view bag, int needed,
                   const Rules& rules);

// In hundredths of a point, for comparison with other moves; `expected`: the top that its board leads one to
// expect.
std::int64_t promise_of(double expected, const Census& census, std::string_view kept, std::string_view bag,
                        int needed, const Rules& rules);

}  // namespace raccord
