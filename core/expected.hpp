// The next top that a board leads one to expect, whatever is drawn.
#pragma once
#include "position.hpp"
#include "promise.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

double expected_top(const Position& position, const Census& census, const Rules& rules,
                    const Chances& chances);

}  // namespace RACCORD_ENGINE
}  // namespace raccord
