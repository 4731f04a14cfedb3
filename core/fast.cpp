// The engine for machines with AVX2 and BMI2. Standard and shared headers come first: what they define may be
// shared with the rest of the program, and must run on any machine.
#define RACCORD_ENGINE fast
#include "engine.hpp"

#ifdef RACCORD_TWO_ENGINES
#include <emmintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "image.hpp"
#include "promise.hpp"
#include "rules.hpp"
#include "solver.hpp"

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include "expected.cpp"
#include "limits.cpp"
#include "moves.cpp"
#include "position.cpp"
#include "rack.cpp"
#include "reading.cpp"
#include "scores.cpp"
#include "slots.cpp"
#include "tops.cpp"
#pragma GCC pop_options
#endif
