// Bounds of the slots, sixteen starts at a time.
#include "slots.hpp"

#include <algorithm>
#include <cstring>


namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

// Sixteen starts; the compiler makes of it what the machine has.
typedef std::int16_t Vector __attribute__((vector_size(32)));
typedef std::uint16_t Unsigned __attribute__((vector_size(32)));  // where dead slots may wrap around
constexpr int kWide = 3 * kStarts;

// Premium letters, crossings and blocked squares of a slot are counted in one number, 4 bits each.
constexpr std::int16_t kCrossed = 256;
constexpr std::uint16_t kPremiums = 15, kTripleShift = 4, kAnyCrossed = 15 << 8, kAnyBlocked = 15 << 12;

#define RACCORD_INLINE inline __attribute__((always_inline))

RACCORD_INLINE void copy(std::int16_t* to, const std::int16_t* from) {
  std::memcpy(to, from, sizeof(Vector));
}
RACCORD_INLINE void load(Unsigned& to, const std::int16_t* from) {
  std::memcpy(&to, from, sizeof(Unsigned));
}

constexpr std::int16_t kIndices[2 * kStarts] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
constexpr std::int16_t kZeros[kStarts] = {};
constexpr std::int16_t kBlocked[kStarts] = {4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096,
                                           4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096};

// What a lane adds at each of its squares; padded, since runs of squares are copied by sixteen.
struct Squares {
  std::int16_t flags[2 * kStarts], crossing[2 * kStarts];
};

// The same for the empty squares alone, side by side from entry 1.
struct Squeezed {
  std::int16_t multiplier[kWide], flags[kWide], crossing[kWide], points[kWide];
};

// The most that a crossed square can add beyond its share of the main word.
RACCORD_INLINE int crossing_limit(const Lane& lane, int i, int letter, int word, const Rack& rack) {
  int rank = 0;
  while (rank < rack.ranks && !(lane.crosses[i] & rack.letters_of[rank])) ++rank;
  return (lane.cross_points[i] + rack.values_of[rank] * letter) * word;
}

RACCORD_INLINE int most(const Vector& vector) {
  int result = 0;
  for (int i = 0; i < kStarts; ++i) result = std::max<int>(result, vector[i]);
  return result;
}

}  // namespace

void list_slots(Slots& slots, const Position& position, const Rack& rack, const Rules& rules,
                     const Limits& limits) {
  SlotTable& table = slots.table;
  const int playable = std::min(rules.playable, rack.tiles);
  const std::uint32_t letters = rack.jokers ? kAnyLetter : rack.mask;
  const auto next = static_cast<std::uint16_t>(rack.dearest[1]);
  const auto gap = static_cast<std::uint16_t>(rack.dearest[0] - rack.dearest[1]);
  const auto weight = static_cast<std::uint16_t>(rules.triple_weight);
  Vector highest{}, highest_plain{};
  for (int index = 0; index < kLanes; ++index) {
    const Lane& lane = position.lanes[index];
    table.count[index] = 0;
    copy(table.highest_of[index], kZeros);
    if (position.empty ? index != kSide / 2 : !(lane.occupied | lane.crossed)) continue;

    Squares squares;
    copy(squares.flags, rules.premium_vectors[index].data());
    copy(squares.flags + kStarts, kZeros);
    copy(squares.crossing, kZeros);
    copy(squares.crossing + kStarts, kZeros);
    if (position.empty) squares.flags[kSide / 2] += kCrossed;
    for (std::uint32_t c = lane.crossed; c; c &= c - 1) {
      const int i = std::countr_zero(c);
      const bool suits = lane.crosses[i] & letters;
      squares.flags[i] = static_cast<std::int16_t>(suits ? squares.flags[i] + kCrossed : kBlocked[0]);
      squares.crossing[i] = static_cast<std::int16_t>(
          crossing_limit(lane, i, rules.letter_multipliers[index][i],
                         rules.word_multipliers[index][i], rack));
    }

    Squeezed squeezed;
    std::int16_t* const square = table.squares[index];
    square[0] = -1;
    squeezed.points[0] = 0;
    int n = 1;
    for (std::uint32_t left = ~lane.occupied & kLaneMask; left;) {
      const int from = std::countr_zero(left), run = std::countr_one(left >> from);
      copy(squeezed.multiplier + n, rules.word_vectors[index].data() + from);
      copy(squeezed.flags + n, squares.flags + from);
      copy(squeezed.crossing + n, squares.crossing + from);
      copy(squeezed.points + n, lane.points_before + from);
      copy(square + n, kIndices + from);
      n += run;
      left &= ~0u << (from + run);
    }
    for (int half = 0; half < 2; ++half) {
      copy(squeezed.multiplier + n + half * kStarts, kZeros);
      copy(squeezed.flags + n + half * kStarts, kBlocked);
      copy(squeezed.crossing + n + half * kStarts, kZeros);
      copy(squeezed.points + n + half * kStarts, kZeros);
      copy(square + n + half * kStarts, kZeros);
    }
    square[n] = kSide;
    squeezed.points[n] = lane.points_before[kSide];

    Unsigned starts, points_before, multiplier = Unsigned{} + 1, flags{}, crossing{};
    Vector here{};
    load(starts, square);
    load(points_before, squeezed.points);
    const int limit = std::min(playable, n - 1);
    for (int k = 1; k <= limit; ++k) {
      Unsigned step, ends, points;
      load(step, squeezed.multiplier + k);
      multiplier *= step;
      load(step, squeezed.flags + k);
      flags += step;
      load(step, squeezed.crossing + k);
      crossing += step;
      load(ends, square + k + 1);
      load(points, squeezed.points + k + 1);
      const auto through = reinterpret_cast<Vector>(ends - starts - static_cast<std::uint16_t>(k + 1));
      const Vector tiles = ((through == 0) & limits.sums[0][k]) | ((through == 1) & limits.sums[1][k]) |
                           ((through > 1) & limits.sums[2][k]);
      // The dearest tile on the first premium letter, the next on the others.
      const Unsigned doubles = flags & kPremiums, triples = flags >> kTripleShift & kPremiums;
      const Unsigned extra = (reinterpret_cast<Unsigned>(doubles > 0) & gap) + doubles * next +
                             ((reinterpret_cast<Unsigned>(triples > 0) & gap) + triples * next) * weight;
      const Vector crossings = (flags & kAnyCrossed) != 0;
      Vector valid = ((flags & kAnyBlocked) == 0) & (tiles >= 0) & (crossings | (through > 0));
      if (k == 1) {
        valid &= through > 0;
        // A one-tile play that also makes a word across is listed across.
        if (index >= kSide) valid &= ~crossings;
      }
      const Unsigned bound = multiplier * (points - points_before + reinterpret_cast<Unsigned>(tiles) + extra) +
                             crossing + static_cast<std::uint16_t>(rules.bonuses[k] + 1);
      const Vector kept = reinterpret_cast<Vector>(bound) & valid;
      SlotRow& row = table.rows[index][k - 1];
      std::memcpy(row.bounds, &kept, sizeof kept);
      std::memcpy(row.multipliers, &multiplier, sizeof multiplier);
      std::memcpy(row.flags, &flags, sizeof flags);
      here = kept > here ? kept : here;
      if (!rules.bonuses[k]) highest_plain = kept > highest_plain ? kept : highest_plain;
    }
    table.count[index] = static_cast<std::int8_t>(limit);
    std::memcpy(table.highest_of[index], &here, sizeof here);
    highest = here > highest ? here : highest;
  }
  table.highest = most(highest);
  table.highest_plain = most(highest_plain);
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
