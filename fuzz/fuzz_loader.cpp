// libFuzzer target: any bytes may be given to the loader. See fuzz/README.md.
#include "loader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::uint8_t> bytes(data, data + size);
  raccord::fuzz::open_and_use(bytes);
  raccord::fuzz::forge(bytes);
  raccord::fuzz::open_and_use(bytes);
  return 0;
}
