// The words that choose tiles: HMAC-SHA256 of "label:0", "label:1"…, read as 32-bit big-endian words. What
// they mean is written down in `fair_draws`, in Python, which anybody can check.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sha256.hpp"

namespace raccord {

class Luck {
 public:
  Luck(std::string_view key, std::string_view label) : hmac_(key) {
    hmac_.add(label);
    hmac_.add(":");
  }

  // Back to the first word.
  void rewind() { at_ = 0; }

  // A number below `bound`, each as likely as any other.
  std::size_t below(std::size_t bound) {
    constexpr std::uint64_t kAll = std::uint64_t{1} << 32;
    const std::uint64_t limit = kAll - kAll % bound;
    std::uint64_t word = next();
    while (word >= limit) word = next();
    return static_cast<std::size_t>(word % bound);
  }

  // Moves so many tiles of the row to the end of `drawn`, one by one.
  void draw(std::string& row, int count, std::string& drawn) {
    for (int i = 0; i < count; ++i) {
      const std::size_t chosen = below(row.size());
      drawn.push_back(row[chosen]);
      row.erase(chosen, 1);
    }
  }

 private:
  std::uint32_t next() {
    if (at_ == words_.size()) {
      const Digest digest = hmac_.digest(std::to_string(words_.size() / kWordsOfABlock));
      for (std::size_t i = 0; i < digest.size(); i += 4) words_.push_back(big_endian(digest.data() + i));
    }
    return words_[at_++];
  }

  static constexpr std::size_t kWordsOfABlock = sizeof(Digest) / 4;
  Hmac hmac_;
  std::vector<std::uint32_t> words_;
  std::size_t at_ = 0;
};

}  // namespace raccord
