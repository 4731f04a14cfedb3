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
  std::uint32_t mask = 0;
  for (std::uint32_t left = image.by_one(length)(key); left; left &= left - 1) {
    const int letter = std::countr_zero(left);
    const Key whole = key + kLetterKeys[letter];
    for (const Record* r = image.find(whole, length); r; r = r->last() ? nullptr : r + 1) {
      bool fits = true;
      for (int i = 0; i < length; ++i)
        fits &= r->letters[i] == (squares[i] == kEmpty ? letter : squares[i]);
      if (fits) mask |= 1u << letter;
    }
  }
  return mask;
}

// A crossing to look up.
struct Crossing {
  std::uint64_t pattern;  // 0 when it is too long for the table
  std::uint8_t lane, hole, first, end;
};

// Lists the crossings that the words of a lane offer to the lanes across it.
int list_crossings(const Image& image, const Lane& lane, int index, Crossing* crossings) {
  int count = 0;
  for (std::uint32_t hooks = ~lane.occupied & (lane.occupied << 1 | lane.occupied >> 1) & kLaneMask; hooks;
       hooks &= hooks - 1) {
    const int hole = std::countr_zero(hooks);
    const int first = hole ? hole - std::countl_one(lane.occupied << (32 - hole)) : 0;
    const int end = hole + 1 + std::countr_one(lane.occupied >> (hole + 1));
    std::uint64_t pattern = 0;
    if (end - first <= kPatternSquares) {
      pattern = static_cast<std::uint64_t>(lane.packed >> (5 * first)) & ((1ull << (5 * (end - first))) - 1);
      image.prefetch_fillers(pattern);
    }
    crossings[count++] = {pattern, static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(hole),
                          static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(end)};
  }
  return count;
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
    lane.packed = 0;
    for (int i = kSide - 1; i >= 0; --i) lane.packed = lane.packed << 5 | (lane.letters[i] + 1u);
    if (lane.occupied) empty = false;
  }
  Crossing crossings[kLanes * kSide];
  int count = 0;
  for (int index = 0; index < kLanes; ++index)
    count += list_crossings(image, lanes[index], index, crossings + count);
  for (int i = 0; i < count; ++i) {
    const Crossing& c = crossings[i];
    const Lane& lane = lanes[c.lane];
    Lane& across = lanes[c.lane < kSide ? kSide + c.hole : c.hole];
    const int at = c.lane < kSide ? c.lane : c.lane - kSide;
    across.crossed |= 1u << at;
    across.crosses[at] = c.pattern ? image.fillers(c.pattern)
                                   : long_fillers(image, lane.letters + c.first, c.end - c.first,
                                                  lane.keys_before[c.end] - lane.keys_before[c.first]);
    across.cross_points[at] =
        static_cast<std::int16_t>(lane.points_before[c.end] - lane.points_before[c.first]);
  }
}

}  // namespace raccord
