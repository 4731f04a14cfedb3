// Opening an image: every offset, index and letter is verified before anything is read through it.
#include "image.hpp"

#include <bit>
#include <cstring>

#include "mapped.hpp"

namespace raccord {

static_assert(std::endian::native == std::endian::little, "the image format is little-endian");

namespace {

constexpr std::size_t kAlign = 64;

void require(bool condition, const char* what) {
  if (!condition) throw Damaged(what);
}

std::uint64_t cells(std::uint64_t bytes) { return bytes / sizeof(std::uint64_t); }

void check_header(const Header& header, std::size_t size) {
  require(std::memcmp(header.magic, kMagic, sizeof kMagic) == 0, "not a compiled lexicon");
  require(header.format == kFormat, "compiled in another format");
  require(header.size == size, "truncated or overlong");
  std::uint64_t end = sizeof(Header);
  for (const auto& section : header.sections) {
    require(section.offset % kAlign == 0 && section.offset >= end && section.offset <= size,
            "section out of place");
    require(section.size <= size - section.offset, "section too long");
    end = section.offset + section.size;
  }
  require(header.words < kMaxWords, "too many words");
  const auto size_of = [&](Section section) { return header.sections[section].size; };
  require(size_of(kRecords) == std::uint64_t{header.words} * sizeof(Record), "wrong record count");
  require(size_of(kRanks) == std::uint64_t{header.words} * 4, "wrong rank count");
  require(size_of(kOrder) == std::uint64_t{header.words} * 4, "wrong order count");
  for (const Section table : {kRuns, kCrosses})
    require(size_of(table) >= 8 && size_of(table) % 8 == 0 && cells(size_of(table)) < 1ull << 31,
            "wrong table size");
  require(size_of(kCrosses) % (kCrossBucket * sizeof(std::uint64_t)) == 0, "cross table out of range");
  require(size_of(kRuns) >= Completions::kPerLine * sizeof(std::uint32_t), "run table out of range");
}

void check_ranges(const Header& header) {
  const auto inside = [&](const Range& range, Section section) {
    return range.size >= 1 && std::uint64_t{range.first} + range.size <= cells(header.sections[section].size);
  };
  for (int n = 0; n <= kMaxWord; ++n) {
    require(inside(header.ranges.directory[n], kDirectory), "directory out of range");
    require(inside(header.ranges.filter[n], kFilter), "filter out of range");
    require(header.ranges.joker[n].size >= 8 && inside(header.ranges.joker[n], kJoker),
            "joker table out of range");
    require(header.ranges.pair[n].size >= 8 && inside(header.ranges.pair[n], kPair),
            "pair table out of range");
    require(header.first_record[n] <= header.first_record[n + 1], "lengths out of order");
  }
  require(header.sections[kCompany].size == kCompanyLines * kCompanyMasks * sizeof(std::uint32_t),
          "company table of another size");
  require(header.first_record[2] == 0, "words shorter than two letters");
  require(header.first_record[kMaxWord + 1] == header.words, "wrong length table");
}

// Bytes 0..length-1 are letters, the rest padding: seen as two 64-bit halves.
void check_records(const Header& header, const Record* records) {
  for (int n = 2; n <= kMaxWord; ++n) {
    const std::uint32_t first = header.first_record[n], end = header.first_record[n + 1];
    if (first == end) continue;
    std::uint8_t bad = 0;
    for (std::uint32_t i = first; i < end; ++i) {
      const Record& record = records[i];
      for (int j = 0; j < kMaxWord; ++j)
        bad |= j < n ? record.letters[j] >= kLetters : record.letters[j] != kNoLetter;
      bad |= (record.tail & ~kLastOfGroup) != n;
    }
    require(!bad, "malformed word");
    require(records[end - 1].last(), "unfinished group");
  }
}

void check_directory(const Header& header, const std::uint64_t* table) {
  for (int n = 0; n <= kMaxWord; ++n) {
    const std::uint64_t first = header.first_record[n], end = header.first_record[n + 1];
    for (std::uint32_t i = 0; i < header.ranges.directory[n].size; ++i) {
      const std::uint64_t entry = table[header.ranges.directory[n].first + i];
      const std::uint64_t record = entry & ((1ull << kRecordBits) - 1);
      require(!entry || (record > first && record <= end), "directory entry out of range");
    }
  }
}

// Completions are masks of letters, two a cell.
void check_masks(const Header& header, Section section, const std::uint64_t* table) {
  constexpr std::uint64_t letters = std::uint64_t{kAnyLetter} << 32 | kAnyLetter;
  std::uint64_t all = 0;
  for (std::uint64_t i = 0; i < cells(header.sections[section].size); ++i) all |= table[i];
  require(!(all & ~letters), "completion out of range");
}

void check_order(std::uint32_t words, const std::uint32_t* ranks, const std::uint32_t* order) {
  for (std::uint32_t i = 0; i < words; ++i)
    require(ranks[i] < words && order[ranks[i]] == i, "order is not a permutation");
}

}  // namespace

std::uint64_t checksum(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::uint64_t prime = 0x9fb21c651e98df25ull;
  std::uint64_t lanes[4] = {1, 2, 3, 4};
  const auto absorb = [&](const std::uint8_t* block) {
    for (int i = 0; i < 4; ++i) {
      std::uint64_t word;
      std::memcpy(&word, block + 8 * i, 8);
      lanes[i] = std::rotl((lanes[i] ^ word) * prime, 29);
    }
  };
  std::size_t at = 0;
  for (; at + 32 <= size; at += 32) absorb(bytes + at);
  std::uint8_t tail[32] = {};
  std::memcpy(tail, bytes + at, size - at);
  absorb(tail);
  std::uint64_t sum = size;
  for (std::uint64_t lane : lanes) sum = mix(sum ^ lane);
  return sum;
}

std::shared_ptr<const Image> Image::adopt(std::span<const std::uint8_t> bytes,
                                          std::shared_ptr<const void> owner) {
  require(bytes.size() >= sizeof(Header), "too short for a compiled lexicon");
  require(reinterpret_cast<std::uintptr_t>(bytes.data()) % kAlign == 0, "misaligned");
  auto image = std::make_shared<Image>();
  const auto* header = reinterpret_cast<const Header*>(bytes.data());
  check_header(*header, bytes.size());
  constexpr std::size_t summed = offsetof(Header, checksum) + sizeof header->checksum;
  require(checksum(bytes.data() + summed, bytes.size() - summed) == header->checksum,
          "damaged: the checksum does not match");
  check_ranges(*header);

  const auto at = [&](Section section) { return bytes.data() + header->sections[section].offset; };
  image->owner_ = std::move(owner);
  image->header_ = header;
  image->records_ = reinterpret_cast<const Record*>(at(kRecords));
  image->ranks_ = reinterpret_cast<const std::uint32_t*>(at(kRanks));
  image->order_ = reinterpret_cast<const std::uint32_t*>(at(kOrder));
  image->directories_ = reinterpret_cast<const std::uint64_t*>(at(kDirectory));
  image->filters_ = reinterpret_cast<const std::uint64_t*>(at(kFilter));
  image->jokers_ = reinterpret_cast<const std::uint64_t*>(at(kJoker));
  image->pairs_ = reinterpret_cast<const std::uint64_t*>(at(kPair));
  image->company_ = reinterpret_cast<const std::uint32_t*>(at(kCompany));
  image->runs_ = reinterpret_cast<const std::uint64_t*>(at(kRuns));
  image->runs_size_ = static_cast<std::uint32_t>(cells(header->sections[kRuns].size));
  image->crosses_ = reinterpret_cast<const std::uint64_t*>(at(kCrosses));
  image->crosses_size_ = static_cast<std::uint32_t>(cells(header->sections[kCrosses].size));
  image->ranges_ = header->ranges;
  image->extra_ = {at(kExtra), header->sections[kExtra].size};

  check_records(*header, image->records_);
  check_directory(*header, image->directories_);
  check_masks(*header, kJoker, image->jokers_);
  check_masks(*header, kPair, image->pairs_);
  check_masks(*header, kRuns, image->runs_);
  check_order(header->words, image->ranks_, image->order_);
  image->census_ = take_census(image->records_, header->first_record);
  return image;
}

std::shared_ptr<const Image> Image::copy(std::span<const std::uint8_t> bytes) {
  constexpr std::align_val_t alignment{kAlign};
  auto* raw = static_cast<std::uint8_t*>(::operator new(bytes.size() + 1, alignment));
  const std::shared_ptr<std::uint8_t> owned(
      raw, [](std::uint8_t* p) { ::operator delete(p, std::align_val_t{kAlign}); });
  std::memcpy(raw, bytes.data(), bytes.size());
  return adopt({raw, bytes.size()}, owned);
}

std::shared_ptr<const Image> Image::map(const std::string& path) {
  auto mapped = MappedFile::open(path);
  return adopt(mapped->bytes(), mapped);
}

}  // namespace raccord
