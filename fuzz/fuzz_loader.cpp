// Any bytes may be given to the loader, with the checksum they have and with the right one. After a first
// byte of zero come the bytes themselves; after another, patches to an image made here, which outlive its
// format: where (of the header if the first bit is set), then a byte, or if the second bit is set the end of
// it all.
#include "loader.hpp"

namespace raccord::fuzz {
namespace {

void patch(Bytes& image, Input& input) {
  while (!input.empty() && !image.empty()) {
    const unsigned kind = input.byte();
    std::size_t place = input.pair() << 8;
    place |= input.byte();
    place %= kind & 1 ? std::min(sizeof(Header), image.size()) : image.size();
    const unsigned value = input.byte();
    if (kind & 2) image.resize(place);
    else image[place] = static_cast<std::uint8_t>(value);
  }
}

Bytes image_for(std::span<const std::uint8_t> bytes) {
  static const Bytes whole = compile_image(lines(invented_words(60)), "extra");
  Input input(bytes);
  if (!input.byte()) return bytes.empty() ? Bytes() : Bytes(bytes.begin() + 1, bytes.end());
  Bytes image = whole;
  patch(image, input);
  return image;
}

}  // namespace
}  // namespace raccord::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  raccord::fuzz::Bytes bytes = raccord::fuzz::image_for({data, size});
  raccord::fuzz::open_and_use(bytes);
  raccord::fuzz::forge(bytes);
  raccord::fuzz::open_and_use(bytes);
  return 0;
}
