// From a word list to an image.
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "image.hpp"

namespace raccord {
namespace {

// Tables half or twice as big made no measurable difference to the solver.
constexpr double kDirectoryLoad = 0.65;
constexpr int kRunBits = 2;  // most runs occur in several words

// Bits a key in the tables of one word length: short words are asked for most, long ones are most numerous.
struct Bits {
  int filter, joker, pair;
};
constexpr Bits bits_for(int length) {
  if (length <= 9) return {16, 28, 12};
  if (length <= 11) return {12, 16, 4};
  return {10, 10, 2};
}
constexpr double kCrossLoad = 0.5;

struct Entry {
  Key key;
  Record record;
  std::uint32_t rank;
};

[[noreturn]] void refuse(std::string_view word, const char* reason) {
  throw std::invalid_argument("'" + std::string(word.substr(0, 40)) + "': " + reason);
}

Entry entry_of(std::string_view word, std::uint32_t rank) {
  if (word.size() < 2 || word.size() > kMaxWord) refuse(word, "expected 2 to 15 letters");
  Entry entry{0, {}, rank};
  std::memset(entry.record.letters, kNoLetter, sizeof entry.record.letters);
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] < 'A' || word[i] > 'Z') refuse(word, "expected letters A to Z only");
    entry.record.letters[i] = static_cast<std::uint8_t>(word[i] - 'A');
    entry.key += kLetterKeys[word[i] - 'A'];
  }
  entry.record.tail = static_cast<std::uint8_t>(word.size());
  return entry;
}

std::vector<Entry> read(std::string_view text) {
  std::vector<Entry> entries;
  entries.reserve(text.size() / 8);
  std::string_view previous;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (entries.size() + 1 >= kMaxWords) refuse(word, "too many words");
    entries.push_back(entry_of(word, static_cast<std::uint32_t>(entries.size())));
    if (previous >= word) refuse(word, "expected words sorted and without repeats");
    previous = word;
  }
  return entries;
}

Tally tally(const Record& record) {
  Tally result;
  for (int i = 0; i < record.length(); ++i) result.add(record.letters[i]);
  return result;
}

// Sorts by length then key, flags the last of each group and refuses two groups under one key.
void group(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    const int la = a.record.length(), lb = b.record.length();
    return la != lb ? la < lb : a.key != b.key ? a.key < b.key : a.rank < b.rank;
  });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool last = i + 1 == entries.size() || entries[i + 1].key != entries[i].key ||
                      entries[i + 1].record.length() != entries[i].record.length();
    if (!last && tally(entries[i].record) != tally(entries[i + 1].record))
      throw std::invalid_argument("two groups of letters share a key");
    if (last) entries[i].record.tail |= kLastOfGroup;
  }
}

using Cells = std::vector<std::uint64_t>;

// Tables of one section, one for each word length.
struct Tables {
  Cells cells;
  Range* ranges;  // by length

  explicit Tables(Range* where) : ranges(where) {}

  std::uint64_t* open(int length, std::size_t size) {
    ranges[length] = {static_cast<std::uint32_t>(cells.size()), static_cast<std::uint32_t>(size)};
    cells.resize(cells.size() + size);
    return cells.data() + ranges[length].first;
  }
};

// A group's letters sorted, the same letter once or as often as it occurs.
struct Sorted {
  std::array<std::uint8_t, kMaxWord> letters{};
  int length;

  explicit Sorted(const Record& record) : length(record.length()) {
    std::copy_n(record.letters, length, letters.begin());
    std::stable_sort(letters.begin(), letters.begin() + length);
  }
  bool repeats(int i) const { return i && letters[i] == letters[i - 1]; }
};

// Calls visit(key less one letter, letter) for each distinct letter of each group.
template <typename Visit>
void less_one(const std::vector<Entry>& entries, std::size_t first, std::size_t end, Visit visit) {
  for (std::size_t at = first; at < end; ++at) {
    if (!entries[at].record.last()) continue;
    const Sorted sorted(entries[at].record);
    for (int i = 0; i < sorted.length; ++i)
      if (!sorted.repeats(i))
        visit(entries[at].key - kLetterKeys[sorted.letters[i]], 1u << sorted.letters[i]);
  }
}

// The same for each pair of letters; visit(key less both, both).
template <typename Visit>
void less_two(const std::vector<Entry>& entries, std::size_t first, std::size_t end, Visit visit) {
  for (std::size_t at = first; at < end; ++at) {
    if (!entries[at].record.last()) continue;
    const Sorted sorted(entries[at].record);
    for (int i = 0; i < sorted.length; ++i) {
      if (sorted.repeats(i)) continue;
      const Key less = entries[at].key - kLetterKeys[sorted.letters[i]];
      for (int j = i + 1; j < sorted.length; ++j)
        if (j == i + 1 || !sorted.repeats(j))
          visit(less - kLetterKeys[sorted.letters[j]], 1u << sorted.letters[i] | 1u << sorted.letters[j]);
    }
  }
}

void fill_filter(Tables& tables, int length, const std::vector<Key>& keys, int bits) {
  const std::size_t size = keys.size() * static_cast<std::size_t>(bits) / 64 + 1;
  std::uint64_t* cells = tables.open(length, size);
  for (Key key : keys) cells[spread(key, static_cast<std::uint32_t>(size))] |= bloom(key);
}

// `walk` calls its argument with every (key, mask) of the table.
template <typename Walk>
void fill_completions(Tables& tables, int length, int bits, Walk walk) {
  std::size_t pairs = 0;
  walk([&](Key, std::uint32_t) { ++pairs; });
  const auto lines = static_cast<std::uint32_t>(pairs * static_cast<std::size_t>(bits) / 512 + 1);
  auto* masks = reinterpret_cast<std::uint32_t*>(tables.open(length, std::size_t{lines} * 8));
  walk([&](Key key, std::uint32_t mask) {
    masks[Completions::first(key, lines)] |= mask;
    masks[Completions::second(key, lines)] |= mask;
  });
}

// The first empty cell from `at` on, round the end.
std::size_t free_cell(const std::uint64_t* cells, std::size_t size, std::size_t at) {
  while (cells[at]) at = at + 1 == size ? 0 : at + 1;
  return at;
}

std::vector<Key> fill_directory(Tables& tables, int length, const std::vector<Entry>& entries,
                                std::size_t first, std::size_t end) {
  std::vector<Key> keys;
  std::vector<std::uint64_t> firsts;
  for (std::size_t i = first; i < end; ++i) {
    if (i != first && !entries[i - 1].record.last()) continue;
    keys.push_back(entries[i].key);
    firsts.push_back(i + 1);
  }
  const std::size_t size = static_cast<std::size_t>(static_cast<double>(keys.size()) / kDirectoryLoad) + 1;
  std::uint64_t* cells = tables.open(length, size);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t home = spread(keys[i], static_cast<std::uint32_t>(size));
    cells[free_cell(cells, size, home)] = directory_tag(keys[i]) | firsts[i];
  }
  return keys;
}

// Calls visit(key, room) for every run of letters that is known.
template <typename Visit>
void each_run(const Record& record, Visit visit) {
  const int length = record.length();
  for (int place = 0; place + kRunLetters <= length; ++place) {
    std::uint64_t run = 0;
    for (int i = 0; i < kMaxRunLetters && place + i < length; ++i) {
      run |= std::uint64_t{record.letters[place + i] + 1u} << (5 * i);
      if (i + 1 >= kRunLetters) visit(run_key(run), room(place, length - place - i - 1));
    }
  }
}

std::vector<std::uint32_t> company_table(const std::vector<Entry>& entries) {
  std::vector<std::uint32_t> masks(kCompanyLines * kCompanyMasks);
  for (const Entry& entry : entries) {
    const int length = entry.record.length();
    std::uint32_t letters[kCompanyMasks] = {};
    for (int i = 0; i < length; ++i) letters[i] = 1u << entry.record.letters[i];
    for (int i = 0; i < length; ++i) {
      std::uint32_t* line = masks.data() + company_line(length, i, entry.record.letters[i]) * kCompanyMasks;
      for (int j = 0; j < kCompanyMasks; ++j) line[j] |= letters[j];
    }
  }
  return masks;
}

Cells cross_table(const std::vector<Entry>& entries) {
  std::vector<std::uint64_t> patterns;
  for (const Entry& entry : entries) {
    const int length = entry.record.length();
    if (length > kPatternSquares) break;
    for (int hole = 0; hole < length; ++hole) {
      std::uint64_t pattern = 0;
      for (int i = length - 1; i >= 0; --i)
        pattern = pattern << 5 | (i == hole ? kHole : entry.record.letters[i] + 1u);
      patterns.push_back(pattern << 5 | entry.record.letters[hole]);
    }
  }
  std::sort(patterns.begin(), patterns.end());
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < patterns.size(); ++i)
    distinct += i == 0 || patterns[i] >> 5 != patterns[i - 1] >> 5;
  const std::size_t buckets =
      static_cast<std::size_t>(static_cast<double>(distinct) / kCrossLoad / kCrossBucket) + 1;
  const std::size_t size = buckets * kCrossBucket;
  Cells cells(size);
  for (std::size_t i = 0; i < patterns.size();) {
    const std::uint64_t pattern = patterns[i] >> 5;
    std::uint64_t mask = 0;
    for (; i < patterns.size() && patterns[i] >> 5 == pattern; ++i) mask |= 1ull << (patterns[i] & 31);
    const std::size_t cell =
        std::size_t{spread(pattern_hash(pattern), static_cast<std::uint32_t>(buckets))} * kCrossBucket;
    cells[free_cell(cells.data(), size, cell)] = pattern << kLetters | mask;
  }
  return cells;
}

class Writer {
 public:
  Writer() { bytes_.resize(sizeof(Header)); }

  void section(Header& header, Section section, const void* data, std::size_t size) {
    bytes_.resize((bytes_.size() + 63) / 64 * 64);
    header.sections[section] = {bytes_.size(), size};
    const auto* begin = static_cast<const std::uint8_t*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  std::vector<std::uint8_t> finish(Header& header) {
    header.size = bytes_.size();
    std::memcpy(bytes_.data(), &header, sizeof header);
    constexpr std::size_t summed = offsetof(Header, checksum) + sizeof header.checksum;
    header.checksum = checksum(bytes_.data() + summed, bytes_.size() - summed);
    std::memcpy(bytes_.data(), &header, sizeof header);
    return std::move(bytes_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::vector<std::uint8_t> compile_image(std::string_view words, std::string_view extra) {
  std::vector<Entry> entries = read(words);
  group(entries);
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.format = kFormat;
  header.words = static_cast<std::uint32_t>(entries.size());

  std::vector<Record> records(entries.size());
  std::vector<std::uint32_t> ranks(entries.size()), order(entries.size());
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    records[i] = entries[i].record;
    ranks[i] = entries[i].rank;
    order[entries[i].rank] = i;
  }
  Ranges& ranges = header.ranges;
  Tables directory(ranges.directory), filter(ranges.filter), joker(ranges.joker), pair(ranges.pair);
  std::size_t at = 0;
  for (int length = 0; length <= kMaxWord; ++length) {
    const std::size_t first = at;
    header.first_record[length] = static_cast<std::uint32_t>(first);
    while (at < entries.size() && entries[at].record.length() == length) ++at;
    fill_filter(filter, length, fill_directory(directory, length, entries, first, at),
                bits_for(length).filter);
    fill_completions(joker, length, bits_for(length).joker,
                     [&](auto visit) { less_one(entries, first, at, visit); });
    fill_completions(pair, length, bits_for(length).pair,
                     [&](auto visit) { less_two(entries, first, at, visit); });
  }
  header.first_record[kMaxWord + 1] = header.words;
  const std::vector<std::uint32_t> company = company_table(entries);
  Range all{};
  Tables runs(&all);  // one for all lengths
  fill_completions(runs, 0, kRunBits, [&](auto visit) {
    for (const Entry& entry : entries) each_run(entry.record, visit);
  });
  const Cells crosses = cross_table(entries);

  Writer writer;
  writer.section(header, kRecords, records.data(), records.size() * sizeof(Record));
  writer.section(header, kRanks, ranks.data(), ranks.size() * 4);
  writer.section(header, kOrder, order.data(), order.size() * 4);
  writer.section(header, kDirectory, directory.cells.data(), directory.cells.size() * 8);
  writer.section(header, kFilter, filter.cells.data(), filter.cells.size() * 8);
  writer.section(header, kJoker, joker.cells.data(), joker.cells.size() * 8);
  writer.section(header, kPair, pair.cells.data(), pair.cells.size() * 8);
  writer.section(header, kCompany, company.data(), company.size() * 4);
  writer.section(header, kRuns, runs.cells.data(), runs.cells.size() * 8);
  writer.section(header, kCrosses, crosses.data(), crosses.size() * 8);
  writer.section(header, kExtra, extra.data(), extra.size());
  return writer.finish(header);
}

}  // namespace raccord
