// What the targets share: invented words, bytes taken one by one, images in memory of the right size.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver.hpp"

namespace raccord::fuzz {

using Bytes = std::vector<std::uint8_t>;

// A fault that no sanitizer sees: libFuzzer keeps the input, the replay names it.
[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "FAULT: %s\n", what.c_str());
  std::abort();
}

// Bytes given out one by one, then zeros.
class Input {
 public:
  explicit Input(std::span<const std::uint8_t> bytes) : left_(bytes) {}
  bool empty() const { return left_.empty(); }
  unsigned byte() {
    if (left_.empty()) return 0;
    const std::uint8_t first = left_.front();
    left_ = left_.subspan(1);
    return first;
  }
  unsigned pair() {
    const unsigned high = byte();
    return high << 8 | byte();
  }

 private:
  std::span<const std::uint8_t> left_;
};

inline Bytes read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::string("cannot read ") + path);
  const std::vector<char> read{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return Bytes(read.begin(), read.end());
}

// A copy aligned as the loader wants it, of exactly the right size so that any overrun is seen.
inline std::shared_ptr<std::uint8_t> aligned(std::span<const std::uint8_t> bytes) {
  const std::size_t size = bytes.size() ? bytes.size() : 1;
  std::shared_ptr<std::uint8_t> copy(static_cast<std::uint8_t*>(::operator new(size, std::align_val_t{64})),
                                     [](std::uint8_t* p) { ::operator delete(p, std::align_val_t{64}); });
  if (!bytes.empty()) std::memcpy(copy.get(), bytes.data(), bytes.size());
  return copy;
}

// Different invented words of 2 to 15 letters, sorted; the same on every machine.
inline std::vector<std::string> invented_words(std::size_t count, unsigned seed = 1) {
  static const char* syllables[] = {"A",  "E",  "RA", "TE", "SI", "NE", "ZO",
                                    "AS", "ER", "IN", "QU", "LI", "S",  "T"};
  std::mt19937 random(seed);
  std::set<std::string> words{"AS", "ET", "NE", "RE", "SA", "TE"};
  while (words.size() < count) {
    std::string word;
    for (unsigned n = 1 + random() % 8; n; --n) word += syllables[random() % std::size(syllables)];
    if (word.size() >= 2 && word.size() <= kMaxWord) words.insert(word);
  }
  return {words.begin(), words.end()};
}

inline std::string lines(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "\n") + word;
  return text;
}

inline std::shared_ptr<const Image> image_of(const std::vector<std::string>& words) {
  const Bytes bytes = compile_image(lines(words), "extra");
  const auto copy = aligned(bytes);
  return Image::adopt({copy.get(), bytes.size()}, copy);
}

// The numbers of a game as the core is given them.
struct Numbers {
  Bytes letters = Bytes(kSide * kSide, 1), words = Bytes(kSide * kSide, 1);
  Bytes values{1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 10, 1, 2, 1, 1, 3, 8, 1, 1, 1, 1, 4, 10, 10, 10, 10};
  int playable = 9;
  std::vector<std::pair<int, int>> bonuses{{7, 50}, {8, 75}, {9, 100}};

  Rules rules() const { return Rules(letters, words, values, playable, bonuses); }
};

inline Numbers usual_numbers() {
  Numbers numbers;
  for (std::size_t i = 0; i < kSide * kSide; ++i) {
    if (i % 4 == 1) numbers.letters[i] = static_cast<std::uint8_t>(2 + i % 2);
    if (i % 7 == 0) numbers.words[i] = 2;
  }
  return numbers;
}

}  // namespace raccord::fuzz
