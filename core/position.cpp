// Reading a board and working out its crossings.
#include "position.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>

namespace raccord {
namespace {

constexpr std::uint8_t kInvalid = 255;

constexpr std::array<std::uint8_t, 256> kCellLetters = [] {
  std::array<std::uint8_t, 256> letters{};
  letters.fill(kInvalid);
  letters['.'] = kEmpty;
  for (int i = 0; i < kLetters; ++i) letters['A' + i] = letters['a' + i] = static_cast<std::uint8_t>(i);
  return letters;
}();

// Letters that fill the hole of a pattern too long for the table: by way of the anagrams.
std::uint32_t long_fillers(const Image& image, const std::uint8_t* squares, int length, Key key) {
  if (!image.may_have_with_joker(key, length)) return 0;
  std::uint32_t mask = 0;
  for (int letter = 0; letter < kLetters; ++letter) {
    const Key whole = key + kLetterKeys[letter];
    if (!image.may_have(whole, length)) continue;
    for (const Record* r = image.find(whole, length); r; r = r->last() ? nullptr : r + 1) {
      bool fits = true;
      for (int i = 0; i < length; ++i)
        fits &= r->letters[i] == (squares[i] == kEmpty ? letter : squares[i]);
      if (fits) mask |= 1u << letter;
    }
  }
  return mask;
}

// A lane's squares five bits each, a hole where it is empty: a pattern is a slice of it.
unsigned __int128 pack(const std::uint8_t* letters) {
  unsigned __int128 packed = 0;
  for (int i = kSide - 1; i >= 0; --i) packed = packed << 5 | (letters[i] + 1u);
  return packed;
}

// The crossings that the words of `lane` offer to the lanes across it.
void cross(const Image& image, const Lane& lane, int index, Lane* across) {
  std::uint32_t hooks = ~lane.occupied & (lane.occupied << 1 | lane.occupied >> 1) & kLaneMask;
  if (!hooks) return;
  const unsigned __int128 packed = pack(lane.letters);
  for (; hooks; hooks &= hooks - 1) {
    const int hole = std::countr_zero(hooks);
    const int first = hole ? hole - std::countl_one(lane.occupied << (32 - hole)) : 0;
    const int end = hole + 1 + std::countr_one(lane.occupied >> (hole + 1));
    const int length = end - first;
    std::uint32_t mask;
    if (length <= kPatternSquares)
      mask = image.fillers(static_cast<std::uint64_t>(packed >> (5 * first)) & ((1ull << (5 * length)) - 1));
    else
      mask = long_fillers(image, lane.letters + first, length, lane.keys_before[end] - lane.keys_before[first]);
    Lane& other = across[hole];
    other.crossed |= 1u << index;
    other.crosses[index] = mask;
    other.cross_points[index] =
        static_cast<std::int16_t>(lane.points_before[end] - lane.points_before[first]);
  }
}

}  // namespace

void Position::read(const Image& image, std::string_view cells, const Rules& rules) {
  if (cells.size() != kSide * kSide) throw std::invalid_argument("board: expected 225 cells");
  std::uint8_t points[kLanes][kSide];
  std::uint8_t bad = 0;
  for (Lane& lane : lanes) lane.occupied = lane.crossed = 0;
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      const auto cell = static_cast<std::uint8_t>(cells[row * kSide + column]);
      const std::uint8_t letter = kCellLetters[cell];
      bad |= letter & 128;
      lanes[row].letters[column] = lanes[kSide + column].letters[row] = letter;
      points[row][column] = points[kSide + column][row] = rules.cell_points[cell];
    }
  }
  if (bad) throw std::invalid_argument("board: expected '.', 'A'-'Z' or 'a'-'z' in each cell");
  empty = true;
  for (int index = 0; index < kLanes; ++index) {
    Lane& lane = lanes[index];
    std::memset(lane.letters + kSide, kEmpty, sizeof lane.letters - kSide);
    lane.points_before[0] = 0;
    lane.keys_before[0] = 0;
    for (int i = 0; i < kSide; ++i) {
      lane.occupied |= std::uint32_t{lane.letters[i] != kEmpty} << i;
      lane.inside[i] = lane.letters[i] != kEmpty ? 255 : 0;
      lane.points_before[i + 1] = static_cast<std::int16_t>(lane.points_before[i] + points[index][i]);
      lane.keys_before[i + 1] = lane.keys_before[i] + kLetterKeys[lane.letters[i]];
    }
    if (lane.occupied) empty = false;
  }
  for (int i = 0; i < kSide; ++i) {
    cross(image, lanes[i], i, lanes + kSide);
    cross(image, lanes[kSide + i], i, lanes);
  }
}

}  // namespace raccord
