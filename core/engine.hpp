// The engine is everything below `find_tops` and `find_moves`. Where it pays it is compiled twice, for any
// machine (namespace plain) and in fast.cpp for those with AVX2 and BMI2 (namespace fast); solver.cpp chooses
// between them at run time.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver.hpp"

#ifndef RACCORD_ENGINE
#define RACCORD_ENGINE plain
#endif

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace engine {

Moves tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack, const Rules& rules);
Moves moves(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack, const Rules& rules);
std::vector<int> top_scores(const Image& image, std::string_view cells, const std::vector<std::string>& racks,
                            const Rules& rules);

}  // namespace engine
}  // namespace RACCORD_ENGINE
}  // namespace raccord
