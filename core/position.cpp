// Reading a board and working out its crossings.
#include "position.hpp"

#include <algorithm>
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
  return ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(row, _mm_set1_epi8(kEmpty)))) & kLaneMask;
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
  std::memset(lane.bars_from, 0, sizeof lane.bars_from);
  std::memset(lane.bars_to, 0, sizeof lane.bars_to);
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

// A crossing to look up.
struct Crossing {
  std::uint64_t pattern;  // 0 when it is too long for the table
  std::uint8_t lane, hole, first, end;

  int length() const { return end - first; }
  // The squares of the lane across.
  int across() const { return lane < kSide ? kSide + hole : hole; }
  int at() const { return lane < kSide ? lane : lane - kSide; }
};

Key key_of(const Crossing& c, const Lane& lane) { return lane.keys_before[c.end] - lane.keys_before[c.first]; }

// A letter that may fill the hole of a pattern too long for the table, since it has anagrams.
struct Guess {
  const Crossing* crossing;
  Key key;
  const Record* group;
  int letter;
};

// Whether one of the anagrams is the pattern with the letter in its hole.
bool proves(const Guess& guess, const Lane& lane) {
  const Crossing& c = *guess.crossing;
  const Stretch board(lane, c.first, c.length());
  for (const Record* r = guess.group; r; r = r->last() ? nullptr : r + 1)
    if (r->letters[c.hole - c.first] == guess.letter && board.matches(*r)) return true;
  return false;
}

// Crossings too long for the table, by way of the anagrams: one pass for each thing that memory is asked for.
struct LongCrossings {
  const Crossing* crossings[kLanes * kSide];
  Guess guesses[kLanes * kSide];
  int count = 0, guessed = 0;

  void look_up(Position& position, const Image& image) {
    for (int i = 0; i < count; ++i) guess(position, image, *crossings[i]);
    check(position, image);
  }

 private:
  void guess(Position& position, const Image& image, const Crossing& c) {
    const Key key = key_of(c, position.lanes[c.lane]);
    for (std::uint32_t left = image.by_one(c.length())(key); left; left &= left - 1) {
      const int letter = std::countr_zero(left);
      const Key whole = key + kLetterKeys[letter];
      if (!image.groups(c.length()).passes(whole)) continue;
      if (guessed == kLanes * kSide) check(position, image);
      image.prefetch(whole, c.length());
      guesses[guessed++] = {&c, whole, nullptr, letter};
    }
  }
  void check(Position& position, const Image& image) {
    for (int i = 0; i < guessed; ++i) {
      guesses[i].group = image.find(guesses[i].key, guesses[i].crossing->length());
      if (guesses[i].group) __builtin_prefetch(guesses[i].group);
    }
    for (int i = 0; i < guessed; ++i) {
      const Crossing& c = *guesses[i].crossing;
      if (proves(guesses[i], position.lanes[c.lane]))
        position.lanes[c.across()].crosses[c.at()] |= 1u << guesses[i].letter;
    }
    guessed = 0;
  }
};

// Lists the crossings that the words of a lane offer to the lanes across it.
int list_crossings(const Image& image, const Lane& lane, int index, Crossing* crossings) {
  int count = 0;
  for (std::uint32_t hooks = ~lane.occupied & (lane.occupied << 1 | lane.occupied >> 1) & kLaneMask; hooks;
       hooks &= hooks - 1) {
    const int hole = std::countr_zero(hooks);
    const int first = hole ? hole - std::countl_one(lane.occupied << (32 - hole)) : 0;
    const int end = hole + 1 + std::countr_one(lane.occupied >> (hole + 1));
    Crossing& c = crossings[count++];
    c = {0, static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(hole), static_cast<std::uint8_t>(first),
         static_cast<std::uint8_t>(end)};
    if (c.length() <= kPatternSquares) {
      c.pattern = static_cast<std::uint64_t>(lane.packed >> (5 * first)) & ((1ull << (5 * c.length())) - 1);
      image.prefetch_fillers(c.pattern);
    } else {
      image.by_one(c.length()).prefetch(key_of(c, lane));
    }
  }
  return count;
}

// A run of letters on the board.
struct Run {
  std::uint8_t lane, first, end;
  std::uint8_t rank;  // in its lane
  Key head, tail;     // keys of its beginning and its end, the same unless it is long

  int beyond() const { return std::max(end - first - kMaxRunLetters, 0); }
};

int list_runs(const Image& image, const Lane& lane, int index, Run* runs) {
  int count = 0;
  const auto key = [&](int first, int letters) {
    return run_key(static_cast<std::uint64_t>(lane.packed >> (5 * first)) & ((1ull << (5 * letters)) - 1));
  };
  for (std::uint32_t left = lane.occupied & lane.occupied >> 1 & lane.occupied >> 2; left;) {
    const int first = std::countr_zero(left), end = first + std::countr_one(lane.occupied >> first);
    const int letters = std::min(end - first, kMaxRunLetters);
    Run& run = runs[count];
    run = {static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(end),
           static_cast<std::uint8_t>(count), key(first, letters), key(end - letters, letters)};
    image.runs().prefetch(run.head);
    image.runs().prefetch(run.tail);
    ++count;
    left &= ~0u << end;
  }
  return count;
}

// Bars the slots that would leave a run of letters too little or too much room.
void bar(Lane& lane, const Image& image, const Run& run) {
  constexpr std::uint32_t any = (1u << kRoomBits) - 1;
  const std::uint32_t head = image.runs()(run.head), tail = image.runs()(run.tail);
  const std::uint32_t before = head >> kRoomBits & tail >> kRoomBits << run.beyond() & any;
  const std::uint32_t after = tail & head >> run.beyond() & any;
  // Bit i: a slot may start, may end at square i.
  const std::uint32_t starts = before << run.first >> (kRoomBits - 1), ends = after << run.end;
  const int low = 1 << (2 * run.rank), high = 2 * low;
  for (int i = 0; i <= kSide; ++i) {
    const bool from = i <= run.first, to = i >= run.end;
    lane.bars_from[i] |= static_cast<std::int16_t>(from ? low | (starts >> i & 1 ? 0 : high) : 0);
    lane.bars_to[i] |= static_cast<std::int16_t>(to ? high | (ends >> i & 1 ? 0 : low) : 0);
  }
}

}  // namespace

void read_position(Position& position, const Image& image, std::string_view cells, const Rules& rules) {
  auto& [lanes, empty] = position;
  if (cells.size() != kSide * kSide) throw std::invalid_argument("board: expected 225 cells");
  Grid grid;
  std::memset(grid.cells + kSide * kSide, '.', sizeof grid.cells - kSide * kSide);
  std::memcpy(grid.cells, cells.data(), kSide * kSide);
  if (!read_letters(grid)) throw std::invalid_argument("board: expected '.', 'A'-'Z' or 'a'-'z' in each cell");
  empty = true;
  for (Lane& lane : lanes) clear(lane);
  for (int row = 0; row < kSide; ++row)
    for (std::uint32_t left = occupied_squares(grid.letters + row * kSide); left; left &= left - 1) {
      const int column = std::countr_zero(left), at = row * kSide + column;
      const std::uint8_t points = rules.cell_points[grid.cells[at]];
      put(lanes[row], column, grid.letters[at], points);
      put(lanes[kSide + column], row, grid.letters[at], points);
      empty = false;
    }
  for (Lane& lane : lanes) add_up(lane);
  Crossing crossings[kLanes * kSide];
  int count = 0;
  for (int index = 0; index < kLanes; ++index)
    count += list_crossings(image, lanes[index], index, crossings + count);
  Run runs[kLanes * kSide / kRunLetters];
  int run_count = 0;
  for (int index = 0; index < kLanes; ++index)
    run_count += list_runs(image, lanes[index], index, runs + run_count);
  LongCrossings longer;
  for (int i = 0; i < count; ++i) {
    const Crossing& c = crossings[i];
    const Lane& lane = lanes[c.lane];
    Lane& across = lanes[c.across()];
    across.crossed |= 1u << c.at();
    across.crosses[c.at()] = c.pattern ? image.fillers(c.pattern) : 0;
    if (!c.pattern) longer.crossings[longer.count++] = &c;
    across.cross_points[c.at()] =
        static_cast<std::int16_t>(lane.points_before[c.end] - lane.points_before[c.first]);
  }
  for (int i = 0; i < run_count; ++i) bar(lanes[runs[i].lane], image, runs[i]);
  longer.look_up(position, image);
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
