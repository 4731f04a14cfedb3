// The letters of a board, lane by lane.
#include "position.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

// The squares of a board side by side, padded so that a row can be read as sixteen bytes.
struct Grid {
  alignas(64) std::uint8_t cells[kSide * kSide + 31];
  alignas(64) std::uint8_t letters[kSide * kSide + 31];
};

// Fills the letters; false if a cell is none.
bool read_letters(Grid& grid) {
  std::uint8_t bad = 0;
  for (std::size_t i = 0; i < sizeof grid.cells; ++i) {
    const std::uint8_t cell = grid.cells[i];
    const auto letter = static_cast<std::uint8_t>((cell & 0xdf) - 'A');
    const bool is_letter = letter < kLetters && cell >= 'A';
    bad |= static_cast<std::uint8_t>(!is_letter & (cell != '.'));
    grid.letters[i] = is_letter ? letter : kEmpty;
  }
  return !bad;
}

std::uint32_t occupied_squares(const std::uint8_t* letters) {
#ifdef __SSE2__
  const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(letters));
  return ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(row, _mm_set1_epi8(kEmpty)))) &
         kLaneMask;
#else
  std::uint32_t occupied = 0;
  for (int i = 0; i < kSide; ++i) occupied |= std::uint32_t{letters[i] != kEmpty} << i;
  return occupied;
#endif
}

constexpr Letters5 kAllHoles = [] {
  Letters5 packed = 0;
  for (int i = 0; i < kSide; ++i) packed = packed << 5 | kHole;
  return packed;
}();

void clear(Lane& lane) {
  std::memset(lane.letters, kEmpty, sizeof lane.letters);
  std::memset(lane.inside, 0, sizeof lane.inside);
  std::memset(lane.crosses, 0xff, sizeof lane.crosses);
  std::memset(lane.points_before, 0, sizeof lane.points_before);
  std::memset(lane.bars, 0, sizeof lane.bars);
  lane.occupied = lane.crossed = 0;
  lane.packed = kAllHoles;
}

void put(Lane& lane, int at, std::uint8_t letter, std::uint8_t points) {
  lane.letters[at] = letter;
  lane.inside[at] = 255;
  lane.points_before[at + 1] = points;  // summed up by `add_up`
  lane.occupied |= 1u << at;
  lane.packed ^= Letters5{(letter + 1u) ^ kHole} << (5 * at);
}

void add_up(Lane& lane) {
  lane.first = lane.last = kEmpty;
  if (!lane.occupied) {
    std::memset(lane.keys_before, 0, sizeof lane.keys_before);
    return;
  }
  lane.first = lane.letters[std::countr_zero(lane.occupied)];
  lane.last = lane.letters[31 - std::countl_zero(lane.occupied)];
  Key key = 0;
  std::int16_t points = 0;
  for (int i = 0; i <= kSide; ++i) {
    lane.keys_before[i] = key;
    key += kLetterKeys[lane.letters[i]];
    points = static_cast<std::int16_t>(points + lane.points_before[i]);
    lane.points_before[i] = points;
  }
}

}  // namespace

void place_letters(Position& position, std::string_view cells, const Rules& rules) {
  auto& [lanes, empty] = position;
  if (cells.size() != kSide * kSide) throw std::invalid_argument("board: expected 225 cells");
  Grid grid;
  std::memset(grid.cells + kSide * kSide, '.', sizeof grid.cells - kSide * kSide);
  std::memcpy(grid.cells, cells.data(), kSide * kSide);
  if (!read_letters(grid))
    throw std::invalid_argument("board: expected '.', 'A'-'Z' or 'a'-'z' in each cell");
  empty = true;
  for (Lane& lane : lanes) clear(lane);
  for (int rows = 0; rows < kSide; rows += kLanesAtOnce) {
    std::uint64_t left = 0;
    for (int i = 0; i < kLanesAtOnce && rows + i < kSide; ++i)
      left |= std::uint64_t{occupied_squares(grid.letters + (rows + i) * kSide)} << (16 * i);
    for (; left; left &= left - 1) {
      const int bit = std::countr_zero(left), row = rows + bit / 16, column = bit % 16,
                at = row * kSide + column;
      const std::uint8_t points = rules.cell_points[grid.cells[at]];
      put(lanes[row], column, grid.letters[at], points);
      put(lanes[kSide + column], row, grid.letters[at], points);
      empty = false;
    }
  }
  for (Lane& lane : lanes) add_up(lane);
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
