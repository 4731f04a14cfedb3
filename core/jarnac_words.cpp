// Which words a formula allows. They are compiled to an image of their own: whatever asks it finds no others.
#include "jarnac_words.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "anagram.hpp"
#include "jarnac.hpp"

namespace raccord {
namespace {

constexpr std::uint32_t kTagBits = 8;
constexpr std::uint32_t kConjugated = 1;  // Tag.CONJ of `entries.py`

std::vector<std::uint32_t> copied(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t count) {
  if (at > bytes.size() || (bytes.size() - at) / sizeof(std::uint32_t) < count)
    throw std::invalid_argument("entries: outside the image");
  std::vector<std::uint32_t> numbers(count);
  if (count) std::memcpy(numbers.data(), bytes.data() + at, count * sizeof(std::uint32_t));
  return numbers;
}

}  // namespace

MatWords::MatWords(std::shared_ptr<const Image> full, Entries entries, Formula formula)
    : full_(std::move(full)), formula_(formula) {
  if (!formula_.conjugations || !formula_.chains) read(entries);
  compile();
}

std::uint32_t MatWords::find(std::string_view text) const {
  const std::int64_t rank = rank_of(*full_, text);
  return rank < 0 ? kNoWord : static_cast<std::uint32_t>(rank);
}

void MatWords::read(Entries entries) {
  starts_ = copied(full_->extra(), entries.starts, std::size_t{full_->words()} + 1);
  links_ = copied(full_->extra(), entries.links, entries.count);
  if (!std::is_sorted(starts_.begin(), starts_.end()) || starts_.back() > links_.size())
    throw std::invalid_argument("entries: out of order");
}

std::span<const std::uint32_t> MatWords::links(std::uint32_t word) const {
  return std::span(links_).subspan(starts_[word], starts_[word + 1] - starts_[word]);
}

bool MatWords::only_conjugated_or_unknown(std::uint32_t word) const {
  const auto all = links(word);
  return std::all_of(all.begin(), all.end(),
                     [](std::uint32_t link) { return (link & ((1u << kTagBits) - 1)) == kConjugated; });
}

bool MatWords::differs(std::uint32_t old, std::uint32_t word) const {
  const auto ours = links(old), theirs = links(word);
  if (ours.empty() || theirs.empty()) return false;
  for (const std::uint32_t link : ours)
    for (const std::uint32_t other : theirs)
      if (link >> kTagBits == other >> kTagBits) return false;
  return true;
}

void MatWords::compile() {
  std::string text;
  for (std::uint32_t rank = 0; rank < full_->words(); ++rank) {
    const Record& record = full_->record(full_->at_rank(rank));
    if (record.length() < kShortestLine || record.length() > kLongestLine) continue;
    if (!formula_.conjugations && only_conjugated_or_unknown(rank)) continue;
    if (!words_.empty()) text += '\n';
    text += word_at(*full_, rank);
    words_.push_back(rank);
  }
  allowed_ = Image::copy(compile_image(text, {}));
}

}  // namespace raccord
