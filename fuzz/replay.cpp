// Runs a target over files, then over what becomes of them when bytes go astray. Without libFuzzer: any
// compiler can build it. Arguments: number of mutations, files.
#include "common.hpp"

using raccord::fuzz::Bytes;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void mutate(Bytes& bytes, std::mt19937& random) {
  for (unsigned n = 1 + random() % 4; n && !bytes.empty(); --n) {
    // The start is what most depends on: half of the blows fall there.
    const std::size_t reach = random() % 2 ? (bytes.size() + 7) / 8 : bytes.size(), at = random() % reach;
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random() % 6) {
      case 0: *place = static_cast<std::uint8_t>(random()); break;
      case 1: *place ^= static_cast<std::uint8_t>(1u << random() % 8); break;
      case 2: *place = 255; break;
      case 3:
        bytes.erase(place, place + static_cast<std::ptrdiff_t>(
                                       std::min<std::size_t>(random() % 64, bytes.size() - at)));
        break;
      case 4: bytes.insert(place, 1 + at % 64, static_cast<std::uint8_t>(random())); break;
      default: std::swap(*place, bytes[random() % bytes.size()]); break;
    }
  }
}

void run(const Bytes& bytes) { LLVMFuzzerTestOneInput(bytes.data(), bytes.size()); }

}  // namespace

int main(int argc, char** argv) {
  const int mutations = argc > 1 ? std::atoi(argv[1]) : 0;
  std::vector<Bytes> inputs;
  for (int i = 2; i < argc; ++i) {
    std::fprintf(stderr, "%s\n", argv[i]);  // a fault comes after the name of its file
    inputs.push_back(raccord::fuzz::read_file(argv[i]));
    run(inputs.back());
  }
  std::mt19937 random(7);
  for (int i = 0; i < mutations && !inputs.empty(); ++i) {
    Bytes bytes = inputs[random() % inputs.size()];
    mutate(bytes, random);
    bytes.shrink_to_fit();
    run(bytes);
  }
  std::printf("%zu inputs, %d mutations\n", inputs.size(), mutations);
}
