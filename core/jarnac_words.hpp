// The words that a formula of Jarnac lets a player lay: a lexicon of its own, and which of them share an
// entry.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "image.hpp"

namespace raccord {

constexpr std::uint32_t kNoWord = ~0u;

struct Formula {
  bool conjugations = true, chains = true;
};

// Where the entries of a lexicon's words lie in the bytes of its caller, counted in bytes: for each word the
// first of its links, and the end; then the links, `entry << 8 | tags`. See `sheet.py`.
struct Entries {
  std::size_t starts = 0, links = 0, count = 0;
};

class MatWords {
 public:
  // Throws std::invalid_argument where the entries do not lie in the bytes of the image.
  MatWords(std::shared_ptr<const Image> full, Entries entries, Formula formula);

  // Words of 3 to 9 letters; those of which only an arbiter could tell are left out.
  const std::shared_ptr<const Image>& image() const { return allowed_; }
  const Image& full() const { return *full_; }
  // The rank, in the whole lexicon, of a record of `image()`.
  std::uint32_t word(std::uint32_t record) const { return ranked(allowed_->rank(record)); }
  // The same of one of its ranks.
  std::uint32_t ranked(std::uint32_t rank) const { return words_[rank]; }
  // The rank, in the whole lexicon, of what lies on a line; it may be no word.
  std::uint32_t find(std::string_view text) const;
  // Whether a line that holds the word `old` may become this one; both are ranks in the whole lexicon.
  bool follows(std::uint32_t old, std::uint32_t word) const {
    return formula_.chains || old == kNoWord || differs(old, word);
  }

 private:
  std::span<const std::uint32_t> links(std::uint32_t word) const;
  bool only_conjugated_or_unknown(std::uint32_t word) const;
  bool differs(std::uint32_t old, std::uint32_t word) const;
  void read(Entries entries);
  void compile();

  std::shared_ptr<const Image> full_, allowed_;
  Formula formula_;
  std::vector<std::uint32_t> starts_, links_;  // of the whole lexicon
  std::vector<std::uint32_t> words_;           // by rank in `allowed_`
};

}  // namespace raccord
