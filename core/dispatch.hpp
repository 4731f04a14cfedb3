// Hot functions are compiled twice, for any machine and for those with AVX2 and BMI2, and chosen between
// at run time.
//
//   RACCORD_DISPATCH(void, solve, (int a, int b), (a, b))
//
// defines solve() in terms of solve_body(), which stands above it.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(RACCORD_NO_DISPATCH)

namespace raccord {
inline bool has_fast_instructions() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  return has;
}
}  // namespace raccord

#define RACCORD_DISPATCH(type, name, parameters, arguments)                                          \
  __attribute__((target("avx2,bmi,bmi2,popcnt"), flatten)) static type name##_fast parameters {        \
    return name##_body arguments;                                                                    \
  }                                                                                                  \
  __attribute__((flatten)) static type name##_plain parameters { return name##_body arguments; }    \
  type name parameters {                                                                             \
    return has_fast_instructions() ? name##_fast arguments : name##_plain arguments;                 \
  }

#else

#define RACCORD_DISPATCH(type, name, parameters, arguments) \
  type name parameters { return name##_body arguments; }

#endif
