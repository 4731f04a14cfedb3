// Plays of a mat. A handful of loose letters has few distinct subsets: the key of each, added to the
// key of a line, is looked up in the anagram index. A heap of letters has too many subsets, and then
// reading the whole index costs less.
#include "jarnac.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace raccord {
namespace {

constexpr std::size_t kManySubsets = 1u << 16;

struct Subset {
  Key key;
  int size;
};

struct Line {
  Counts counts{};
  Key key = 0;
  int length = 0, number = 0;
};

Line parse_line(std::string_view word, int number) {
  if (number && (word.size() < kShortestLine || word.size() > kLongestLine))
    throw std::invalid_argument("mat: expected lines of 3 to 9 letters");
  Line line{count_letters(word), 0, static_cast<int>(word.size()), number};
  for (char c : word) line.key += kLetterKeys[static_cast<std::size_t>(c - 'A')];
  return line;
}

std::vector<Line> parse_lines(const std::vector<std::string>& words) {
  if (words.size() > kMatLines) throw std::invalid_argument("mat: expected at most 8 lines");
  std::vector<Line> lines;
  for (std::size_t i = 0; i < words.size(); ++i)
    lines.push_back(parse_line(words[i], static_cast<int>(i) + 1));
  if (words.size() < kMatLines) lines.push_back(Line{});
  return lines;
}

Counts parse_loose(std::string_view letters) {
  if (letters.size() > 255) throw std::invalid_argument("mat: expected at most 255 loose letters");
  return count_letters(letters);
}

// Every distinct non-empty subset of at most `longest` letters; nothing when there are too many.
std::vector<Subset> subsets(const Counts& loose, int longest) {
  std::vector<Subset> all{{0, 0}};
  for (std::size_t letter = 0; letter < kLetters; ++letter) {
    const std::size_t before = all.size();
    for (int n = 1; n <= loose[letter]; ++n)
      for (std::size_t i = 0; i < before; ++i)
        if (all[i].size + n <= longest)
          all.push_back({all[i].key + kLetterKeys[letter] * static_cast<Key>(n), all[i].size + n});
    if (all.size() > kManySubsets) return {};
  }
  all.erase(all.begin());
  return all;
}

bool fits(const Record& record, const Line& line, const Counts& loose) {
  Counts used{};
  for (int i = 0; i < record.length(); ++i) ++used[record.letters[i]];
  for (std::size_t c = 0; c < kLetters; ++c)
    if (used[c] < line.counts[c] || used[c] > line.counts[c] + loose[c]) return false;
  return true;
}

class Collector {
 public:
  Collector(const Image& image, std::vector<std::uint64_t>& out) : image_(image), out_(out) {}

  void add(std::uint32_t record, const Line& line) {
    const int length = image_.record(record).length();
    const auto gain = static_cast<std::uint64_t>(127 - (length * length - line.length * line.length));
    out_.push_back(gain << 36 | static_cast<std::uint64_t>(image_.rank(record)) << 4 |
                   static_cast<std::uint64_t>(line.number));
  }
  void add_group(const Record* record, const Line& line) {
    for (;; ++record) {
      add(image_.index(*record), line);
      if (record->last()) return;
    }
  }

 private:
  const Image& image_;
  std::vector<std::uint64_t>& out_;
};

void by_subsets(const Image& image, const Line& line, const Counts& loose, const std::vector<Subset>& subsets,
                Collector& found) {
  for (const Subset& subset : subsets) {
    const int length = line.length + subset.size;
    if (length < kShortestLine || length > kLongestLine) continue;
    const Key key = line.key + subset.key;
    if (!image.groups(length).passes(key)) continue;
    const Record* record = image.find(key, length);
    if (record && fits(*record, line, loose)) found.add_group(record, line);
  }
}

void by_reading(const Image& image, const Line& line, const Counts& loose, Collector& found) {
  const int shortest = std::max(kShortestLine, line.length + 1);
  const std::uint32_t end = image.first_record(kLongestLine + 1);
  for (std::uint32_t i = image.first_record(shortest); i < end; ++i)
    if (fits(image.record(i), line, loose)) found.add(i, line);
}

}  // namespace

Counts count_letters(std::string_view text) {
  Counts counts{};
  for (char c : text) {
    if (c < 'A' || c > 'Z') throw std::invalid_argument("mat: expected letters 'A'-'Z'");
    ++counts[static_cast<std::size_t>(c - 'A')];
  }
  return counts;
}

void check_mat(const std::vector<std::string>& lines, std::string_view loose) {
  parse_lines(lines);
  parse_loose(loose);
}

MatPlays mat_plays(std::shared_ptr<const Image> image, const std::vector<std::string>& words,
                   std::string_view letters) {
  const std::vector<Line> lines = parse_lines(words);
  const Counts loose = parse_loose(letters);
  MatPlays plays{std::move(image), {}};
  if (letters.empty() || !plays.image->words()) return plays;
  Collector found(*plays.image, plays.packed);
  const std::vector<Subset> parts = subsets(loose, kLongestLine);
  for (const Line& line : lines)
    if (parts.empty()) by_reading(*plays.image, line, loose, found);
    else by_subsets(*plays.image, line, loose, parts, found);
  std::sort(plays.packed.begin(), plays.packed.end());
  return plays;
}

MatPlays mat_plays(const MatWords& words, const std::vector<std::string>& lines, std::string_view loose) {
  MatPlays plays = mat_plays(words.image(), lines, loose);
  std::array<std::uint32_t, kMatLines + 1> old{kNoWord};
  for (std::size_t i = 0; i < lines.size(); ++i) old[i + 1] = words.find(lines[i]);
  std::erase_if(plays.packed, [&](std::uint64_t packed) {
    const auto line = static_cast<std::size_t>(MatPlays::line_of(packed));
    return !words.follows(old[line], words.ranked(MatPlays::rank_of(packed)));
  });
  return plays;
}

}  // namespace raccord
