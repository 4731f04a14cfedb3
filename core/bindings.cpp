// The face that Python sees of the native core.
#include <nanobind/nanobind.h>

NB_MODULE(_core, m) { m.attr("VERSION") = 1; }
