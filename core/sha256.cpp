// FIPS 180-4 and RFC 2104.
#include "sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace raccord {
namespace {

constexpr std::size_t kBlock = 64;

constexpr std::uint32_t kRounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void write_word(std::uint8_t* b, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) b[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

void compress(std::array<std::uint32_t, 8>& state, const std::uint8_t* block) {
  std::uint32_t w[64];
  for (int i = 0; i < 16; ++i) w[i] = big_endian(block + 4 * i);
  for (int i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::uint32_t added[8] = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += added[i];
}

std::string_view text(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

void Sha256::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t held = size_ % kBlock, taken = std::min(kBlock - held, bytes.size());
    std::memcpy(waiting_.data() + held, bytes.data(), taken);
    size_ += taken;
    bytes.remove_prefix(taken);
    if (size_ % kBlock == 0) compress(state_, waiting_.data());
  }
}

Digest Sha256::digest() const {
  Sha256 end = *this;
  const std::size_t held = size_ % kBlock;
  std::uint8_t padding[2 * kBlock] = {0x80};
  const std::size_t zeros = (held < kBlock - 8 ? kBlock : 2 * kBlock) - 8 - held;
  for (int i = 0; i < 8; ++i)
    padding[zeros + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>((8 * size_) >> (56 - 8 * i));
  end.add(text(padding, zeros + 8));
  Digest digest;
  for (std::size_t i = 0; i < 8; ++i) write_word(digest.data() + 4 * i, end.state_[i]);
  return digest;
}

Hmac::Hmac(std::string_view key) {
  std::array<std::uint8_t, kBlock> padded{};
  if (key.size() > kBlock) {
    Sha256 hash;
    hash.add(key);
    const Digest digest = hash.digest();
    std::copy(digest.begin(), digest.end(), padded.begin());
  } else {
    std::copy(key.begin(), key.end(), padded.begin());
  }
  for (auto& byte : padded) byte ^= 0x36;
  inner_.add(text(padded.data(), kBlock));
  for (auto& byte : padded) byte ^= 0x36 ^ 0x5c;
  outer_.add(text(padded.data(), kBlock));
}

Digest Hmac::digest(std::string_view more) const {
  Sha256 inner = inner_, outer = outer_;
  inner.add(more);
  const Digest first = inner.digest();
  outer.add(text(first.data(), first.size()));
  return outer.digest();
}

}  // namespace raccord
