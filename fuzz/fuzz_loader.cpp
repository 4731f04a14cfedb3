// Any bytes may be given to the loader, with the checksum they have and with the right one.
#include "loader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  raccord::fuzz::Bytes bytes(data, data + size);
  raccord::fuzz::open_and_use(bytes);
  raccord::fuzz::forge(bytes);
  raccord::fuzz::open_and_use(bytes);
  return 0;
}
