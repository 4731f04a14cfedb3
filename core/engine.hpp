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

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(RACCORD_NO_DISPATCH)
#define RACCORD_TWO_ENGINES
#endif

#define RACCORD_ENGINE_FUNCTIONS                                                                          \
  Moves tops(std::shared_ptr<const Image>, std::string_view cells, std::string_view rack, const Rules&);  \
  Moves moves(std::shared_ptr<const Image>, std::string_view cells, std::string_view rack, const Rules&); \
  void top_scores(const Image&, const std::vector<std::string_view>& boards, Inquiry&, const Rules&);

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace engine {
RACCORD_ENGINE_FUNCTIONS
}  // namespace engine
}  // namespace RACCORD_ENGINE
}  // namespace raccord
