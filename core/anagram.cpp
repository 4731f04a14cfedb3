// Words by rank, by letters, by pattern.
#include "anagram.hpp"

#include <algorithm>
#include <stdexcept>

namespace raccord {
namespace {

struct Letters {
  std::array<int, kLetters> counts{};
  int jokers = 0, total = 0;
};

Letters parse_letters(std::string_view text) {
  Letters letters;
  for (char c : text) {
    if (c == '?') ++letters.jokers;
    else if (c >= 'A' && c <= 'Z') ++letters.counts[static_cast<std::size_t>(c - 'A')];
    else throw std::invalid_argument("letters: expected 'A'-'Z' or '?'");
    ++letters.total;
  }
  return letters;
}

// Whether the letters, jokers standing for any, hold the word.
bool holds(const Letters& letters, const Record& record) {
  std::array<int, kLetters> left = letters.counts;
  int jokers = letters.jokers;
  for (int i = 0; i < record.length(); ++i)
    if (--left[record.letters[i]] < 0 && --jokers < 0) return false;
  return true;
}

using Pattern = std::vector<std::uint32_t>;  // a mask of letters a square; 0 for any run

Pattern parse_pattern(std::string_view text) {
  Pattern pattern;
  const auto letter = [](char c) {
    if (c < 'A' || c > 'Z') throw std::invalid_argument("pattern: expected 'A'-'Z', '.', '*' or '[ABC]'");
    return 1u << (c - 'A');
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '*') {
      if (pattern.empty() || pattern.back()) pattern.push_back(0);
    } else if (text[i] == '.') {
      pattern.push_back(kAnyLetter);
    } else if (text[i] == '[') {
      std::uint32_t mask = 0;
      while (++i < text.size() && text[i] != ']') mask |= letter(text[i]);
      if (i == text.size() || !mask) throw std::invalid_argument("pattern: expected '[ABC]'");
      pattern.push_back(mask);
    } else {
      pattern.push_back(letter(text[i]));
    }
  }
  return pattern;
}

// The usual glob match: on failure go back to the last run and let it swallow one letter more.
bool matches(const Pattern& pattern, const Record& record) {
  const std::size_t length = static_cast<std::size_t>(record.length());
  std::size_t p = 0, i = 0, run = pattern.size(), resume = 0;
  while (i < length) {
    if (p < pattern.size() && !pattern[p]) {
      run = p++;
      resume = i;
    } else if (p < pattern.size() && pattern[p] >> record.letters[i] & 1) {
      ++p;
      ++i;
    } else if (run < pattern.size()) {
      p = run + 1;
      i = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && !pattern[p]) ++p;
  return p == pattern.size();
}

template <typename Test>
std::vector<std::uint32_t> scan(const Image& image, int shortest, int longest, Test test) {
  std::vector<std::uint32_t> ranks;
  if (shortest > longest) return ranks;
  const std::uint32_t end = image.first_record(longest + 1);
  for (std::uint32_t i = image.first_record(shortest); i < end; ++i)
    if (test(image.record(i))) ranks.push_back(image.rank(i));
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

}  // namespace

std::string word_at(const Image& image, std::uint32_t rank) {
  const Record& record = image.record(image.at_rank(rank));
  std::string word(static_cast<std::size_t>(record.length()), 'A');
  for (std::size_t i = 0; i < word.size(); ++i) word[i] = static_cast<char>('A' + record.letters[i]);
  return word;
}

std::int64_t rank_of(const Image& image, std::string_view word) {
  if (word.size() < 2 || word.size() > kMaxWord) return -1;
  Key key = 0;
  for (char c : word) {
    if (c < 'A' || c > 'Z') return -1;
    key += kLetterKeys[static_cast<std::size_t>(c - 'A')];
  }
  const Record* record = image.find(key, static_cast<int>(word.size()));
  for (; record; record = record->last() ? nullptr : record + 1) {
    std::size_t i = 0;
    while (i < word.size() && record->letters[i] == word[i] - 'A') ++i;
    if (i == word.size()) return image.rank(image.index(*record));
  }
  return -1;
}

std::vector<std::uint32_t> anagrams(const Image& image, std::string_view text, bool sub) {
  const Letters letters = parse_letters(text);
  const int longest = std::min(letters.total, kMaxWord);
  const int shortest = sub ? 2 : std::max(letters.total, 2);
  return scan(image, shortest, longest, [&](const Record& record) { return holds(letters, record); });
}

std::vector<std::uint32_t> matching(const Image& image, std::string_view text) {
  const Pattern pattern = parse_pattern(text);
  const bool run = std::find(pattern.begin(), pattern.end(), 0u) != pattern.end();
  const int squares = static_cast<int>(std::min<std::size_t>(pattern.size() - run, kMaxWord + 1));
  return scan(image, std::max(run ? 2 : squares, 2), run ? kMaxWord : std::min(squares, kMaxWord),
              [&](const Record& record) { return matches(pattern, record); });
}

}  // namespace raccord
