// The compiled lexicon: one block of bytes, mapped read-only and shared by every thread.
//
// Layout: header, section table, then the sections, each aligned to 64 bytes:
//   records    16 bytes a word (letters, then length), anagrams side by side, by length
//   ranks      record -> rank in alphabetical order
//   order      rank -> record
//   directory  hash tables, one a word length: key of an anagram group -> its first record
//   filter     Bloom filters, one a word length: keys of the groups
//   joker      completions, one table a word length: keys less one letter -> that letter
//   pair       completions, one table a word length: keys less two letters -> those letters
//   company    by word length, place and letter: the letters at every place of the words that have it there
//   runs       completions: runs of letters inside words -> how many letters may come before and after
//   crosses    hash table: short pattern with one hole -> letters that fill it
//   extra      bytes of the caller, not looked at
// All integers are little-endian. Nothing in the bytes is trusted: `Image::adopt` checks them all.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "census.hpp"
#include "letters.hpp"

namespace raccord {

constexpr std::uint32_t kFormat = 5;
constexpr std::uint8_t kNoLetter = 31;      // padding after a record's letters
constexpr std::uint8_t kLastOfGroup = 128;  // flag in a record's tail
constexpr std::uint32_t kMaxWords = 1u << 22;

struct Record {
  std::uint8_t letters[15];
  std::uint8_t tail;

  int length() const { return tail & 15; }
  bool last() const { return tail & kLastOfGroup; }
};
static_assert(sizeof(Record) == 16);

struct Damaged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum Section {
  kRecords,
  kRanks,
  kOrder,
  kDirectory,
  kFilter,
  kJoker,
  kPair,
  kCompany,
  kRuns,
  kCrosses,
  kExtra,
  kSections
};

// Where the table of one word length lies inside its section, counted in 64-bit cells.
struct Range {
  std::uint32_t first, size;
};

// By word length.
struct Ranges {
  Range directory[kMaxWord + 1], filter[kMaxWord + 1], joker[kMaxWord + 1], pair[kMaxWord + 1];
};

constexpr char kMagic[8] = {'R', 'A', 'C', 'C', 'O', 'R', 'D', '\n'};

struct Header {
  char magic[8];
  std::uint32_t format;
  std::uint32_t words;
  std::uint64_t checksum;  // of every byte after this field
  std::uint64_t size;
  struct {
    std::uint64_t offset, size;
  } sections[kSections];
  Ranges ranges;
  std::uint32_t first_record[kMaxWord + 2];  // records by length; [n + 1] ends length n
  std::uint32_t reserved;
};

std::uint64_t checksum(const std::uint8_t* bytes, std::size_t size);

// Spread a key evenly over `size` cells without a division.
inline std::uint32_t spread(Key key, std::uint32_t size) {
  return static_cast<std::uint32_t>(((key >> 32) * size) >> 32);
}

// The bits that a key sets in its one cell of a Bloom filter.
inline std::uint64_t bloom(Key key) {
  return 1ull << (key & 63) | 1ull << (key >> 6 & 63) | 1ull << (key >> 12 & 63);
}

// A Bloom filter; never wrong when it says no.
struct Filter {
  const std::uint64_t* cells;
  std::uint32_t size;

  bool passes(Key key) const {
    const std::uint64_t bits = bloom(key);
    return (cells[spread(key, size)] & bits) == bits;
  }
};

// Letters that may complete a key: the common bits of two masks in one line of memory. Each mask is shared
// by several keys, so that there may be letters too many, never too few.
struct Completions {
  const std::uint32_t* masks;
  std::uint32_t lines;

  static constexpr std::uint32_t kPerLine = 16;
  // Where the two masks of a key lie.
  static std::size_t first(Key key, std::uint32_t lines) {
    return std::size_t{spread(key, lines)} * kPerLine + (key & 15);
  }
  static std::size_t second(Key key, std::uint32_t lines) {
    return std::size_t{spread(key, lines)} * kPerLine + ((key ^ (key >> 4 | 8)) & 15);
  }
  void prefetch(Key key) const { __builtin_prefetch(masks + first(key, lines)); }
  std::uint32_t operator()(Key key) const { return masks[first(key, lines)] & masks[second(key, lines)]; }
};

// A directory cell: 42 bits of the key, 22 bits of the first record. Zero is an empty cell.
constexpr int kRecordBits = 22;
inline std::uint64_t directory_tag(Key key) { return key << kRecordBits; }

// A crosses cell: letters of a pattern of at most 7 squares, 5 bits each (hole 27), above its mask.
constexpr int kPatternSquares = 7;
constexpr int kCrossBucket = 4;  // cells looked at together
constexpr std::uint64_t kHole = 27;
inline std::uint64_t pattern_hash(std::uint64_t pattern) { return pattern * 0x9e3779b97f4a7c15ull; }

// Letters (1..26) packed five bits each, the first lowest.
using Letters5 = unsigned __int128;
constexpr int kRunLetters = 3;     // shorter runs are not known
constexpr int kMaxRunLetters = 6;  // of longer ones the beginning and the end are

inline Key run_key(std::uint64_t run) {
  const std::uint64_t hash = run * 0x9e3779b97f4a7c15ull;
  return (hash ^ hash >> 29) * 0x94d049bb133111ebull;
}

// Where a run may stand in a word: 13 bits by letters after it, above them 13 bits by letters before it, from
// the most to none.
constexpr int kRoomBits = kMaxWord - kRunLetters + 1;
static_assert(2 * kRoomBits == kLetters);
constexpr std::uint32_t room(int before, int after) {
  assert(before >= 0 && after >= 0 && before + after < kRoomBits);
  return 1u << after | 1u << (2 * kRoomBits - 1 - before);
}

// Masks of letters of one word length, place and letter.
constexpr int kCompanyMasks = 16;
constexpr std::size_t company_line(int length, int place, int letter) {
  return static_cast<std::size_t>((length * (length - 1) / 2 + place) * kLetters + letter);
}
constexpr std::size_t kCompanyLines = company_line(kMaxWord + 1, 0, 0);

class Image {
 public:
  // Verifies every byte and keeps `owner` alive. Throws Damaged.
  static std::shared_ptr<const Image> adopt(std::span<const std::uint8_t> bytes,
                                            std::shared_ptr<const void> owner);
  // The same of a copy, wherever the bytes lie.
  static std::shared_ptr<const Image> copy(std::span<const std::uint8_t> bytes);
  static std::shared_ptr<const Image> map(const std::string& path);

  std::uint32_t words() const { return header_->words; }
  const Census& census() const { return census_; }
  const Record& record(std::uint32_t index) const {
    assert(index < words());
    return records_[index];
  }
  std::uint32_t index(const Record& record) const { return static_cast<std::uint32_t>(&record - records_); }
  std::uint32_t rank(std::uint32_t record) const {
    assert(record < words());
    return ranks_[record];
  }
  std::uint32_t at_rank(std::uint32_t rank) const {
    assert(rank < words());
    return order_[rank];
  }
  std::uint32_t first_record(int length) const { return header_->first_record[length]; }
  std::span<const std::uint8_t> extra() const { return extra_; }

  // For words of `length` letters: the groups that exist; the letters that make one of a key with one
  // letter less, with two less.
  Filter groups(int length) const {
    return {filters_ + ranges_.filter[length].first, ranges_.filter[length].size};
  }
  Completions by_one(int length) const { return completions(jokers_, ranges_.joker[length]); }
  Completions by_two(int length) const { return completions(pairs_, ranges_.pair[length]); }
  // By place: the letters of the words of `length` letters that have this letter at this place.
  const std::uint32_t* company(int length, int place, int letter) const {
    assert(is_word_length(length) && place >= 0 && place < length && letter >= 0 && letter < kLetters);
    return company_ + company_line(length, place, letter) * kCompanyMasks;
  }
  // The room that runs of letters, given as keys, have in words.
  Completions runs() const { return completions(runs_, {0, runs_size_}); }
  void prefetch(Key key, int length) const {
    const Range range = ranges_.directory[length];
    __builtin_prefetch(directories_ + range.first + spread(key, range.size));
  }
  // First record of the group, or null. Its words hold the right letters except by a freak of the keys.
  const Record* find(Key key, int length) const;
  // Letters that make a word in place of the one hole of the pattern (at most 7 squares).
  std::uint32_t fillers(std::uint64_t pattern) const;
  void prefetch_fillers(std::uint64_t pattern) const {
    const std::size_t bucket = spread(pattern_hash(pattern), crosses_size_ / kCrossBucket);
    __builtin_prefetch(crosses_ + bucket * kCrossBucket);
  }

 private:
  static bool is_word_length(int length) { return length >= 2 && length <= kMaxWord; }
  static Completions completions(const std::uint64_t* cells, Range range) {
    return {reinterpret_cast<const std::uint32_t*>(cells + range.first), range.size / 8};
  }

  std::shared_ptr<const void> owner_;
  const Header* header_ = nullptr;
  const Record* records_ = nullptr;
  const std::uint32_t *ranks_ = nullptr, *order_ = nullptr;
  const std::uint64_t *directories_ = nullptr, *filters_ = nullptr, *jokers_ = nullptr;
  const std::uint32_t* company_ = nullptr;
  const std::uint64_t *pairs_ = nullptr, *runs_ = nullptr, *crosses_ = nullptr;
  std::uint32_t runs_size_ = 0, crosses_size_ = 0;
  Ranges ranges_;
  std::span<const std::uint8_t> extra_;
  Census census_;
};

// `words`: sorted, unique, upper-case, one a line. Throws std::invalid_argument naming the culprit.
std::vector<std::uint8_t> compile_image(std::string_view words, std::string_view extra);

inline const Record* Image::find(Key key, int length) const {
  assert(is_word_length(length));
  const Range range = ranges_.directory[length];
  const std::uint64_t* table = directories_ + range.first;
  std::uint32_t cell = spread(key, range.size);
  const std::uint64_t tag = directory_tag(key);
  constexpr std::uint64_t record_mask = (1ull << kRecordBits) - 1;
  for (std::uint32_t left = range.size; left; --left) {
    const std::uint64_t entry = table[cell];
    if (!entry) return nullptr;
    if ((entry & ~record_mask) == tag) return records_ + (entry & record_mask) - 1;
    if (++cell == range.size) cell = 0;
  }
  return nullptr;
}

inline std::uint32_t Image::fillers(std::uint64_t pattern) const {
  assert(pattern && pattern >> (5 * kPatternSquares) == 0);
  std::uint32_t bucket = spread(pattern_hash(pattern), crosses_size_ / kCrossBucket);
  for (std::uint32_t left = crosses_size_ / kCrossBucket; left; --left) {
    const std::uint64_t* const cells = crosses_ + std::size_t{bucket} * kCrossBucket;
    std::uint64_t found = 0;
    for (int i = 0; i < kCrossBucket; ++i) found |= cells[i] >> kLetters == pattern ? cells[i] : 0;
    // One test for both, which is nearly always true; two are a guess each, and took 2 % of a top.
    if ((found != 0) | (cells[kCrossBucket - 1] == 0)) return found & kAnyLetter;
    if (++bucket == crosses_size_ / kCrossBucket) bucket = 0;
  }
  return 0;
}

}  // namespace raccord
