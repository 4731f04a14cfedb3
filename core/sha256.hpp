// SHA-256 and HMAC-SHA256, of which fair draws are made. A hash can be copied half way: labels that begin
// alike are read once.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace raccord {

using Digest = std::array<std::uint8_t, 32>;

inline std::uint32_t big_endian(const std::uint8_t* b) {
  return std::uint32_t{b[0]} << 24 | std::uint32_t{b[1]} << 16 | std::uint32_t{b[2]} << 8 | b[3];
}

class Sha256 {
 public:
  void add(std::string_view bytes);
  // Of all that was added; more can be added after.
  Digest digest() const;

 private:
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> waiting_{};
  std::uint64_t size_ = 0;
};

class Hmac {
 public:
  explicit Hmac(std::string_view key);
  void add(std::string_view bytes) { inner_.add(bytes); }
  // Of all that was added and of some bytes more, which are not kept.
  Digest digest(std::string_view more) const;

 private:
  Sha256 inner_, outer_;
};

}  // namespace raccord
