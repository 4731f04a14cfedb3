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
typedef std::uint16_t Anywhere __attribute__((vector_size(32), aligned(2), may_alias));
constexpr int kWide = 3 * kStarts;

// Premium letters, crossings and blocked squares of a slot are counted in one number, 4 bits each.
constexpr std::int16_t kCrossed = 256;
constexpr std::uint16_t kPremiums = 15, kTripleShift = 4, kAnyCrossed = 15 << 8, kAnyBlocked = 15 << 12;

#define RACCORD_INLINE inline __attribute__((always_inline))

RACCORD_INLINE void copy(std::int16_t* to, const std::int16_t* from) {
  *reinterpret_cast<Anywhere*>(to) = *reinterpret_cast<const Anywhere*>(from);
}
RACCORD_INLINE void fill(std::uint16_t* to, std::uint16_t value) {
  *reinterpret_cast<Anywhere*>(to) = Anywhere{} + value;
}
RACCORD_INLINE void load(Unsigned& to, const std::uint16_t* from) {
  to = *reinterpret_cast<const Anywhere*>(from);
}
RACCORD_INLINE void load(Unsigned& to, const std::int16_t* from) {
  to = *reinterpret_cast<const Anywhere*>(from);
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
  std::int16_t multiplier[kWide], flags[kWide], crossing[kWide], points[kWide], bars_from[kWide], bars_to[kWide];
  std::uint16_t alone[kWide], first[kWide], last[kWide];
};

// Eight masks of letters, and as many numbers.
typedef std::uint32_t Masks __attribute__((vector_size(32)));
typedef std::uint16_t Eight __attribute__((vector_size(16)));

RACCORD_INLINE void join(Unsigned& to, const Eight& low, const Eight& high) {
#if __has_builtin(__builtin_shufflevector)
  to = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  for (int i = 0; i < kStarts / 2; ++i) to[i] = low[i], to[kStarts / 2 + i] = high[i];
#endif
}

// Of eight squares: whether letters suit them, and the value of the dearest letter of the rack that does.
RACCORD_INLINE void suit(Eight& suits, Eight& dearest, const std::uint32_t* crosses, std::uint32_t letters,
                         const Rack& rack) {
  Masks masks, values{};
  std::memcpy(&masks, crosses, sizeof masks);
  for (int rank = 0; rank < rack.ranks; ++rank) {
    const Masks value = reinterpret_cast<Masks>((masks & rack.letters_of[rank]) != 0) & rack.values_of[rank];
    values = value > values ? value : values;
  }
  dearest = __builtin_convertvector(values, Eight);
  suits = __builtin_convertvector(reinterpret_cast<Masks>((masks & letters) != 0), Eight);
}

constexpr Unsigned kBits = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

// What the squares of a lane add: crossings count, and bar where no letter suits.
RACCORD_INLINE void weigh(Squares& squares, const Lane& lane, int index, std::uint32_t letters, const Rack& rack,
                          const Rules& rules) {
  Eight suits_low, suits_high, dearest_low, dearest_high;
  suit(suits_low, dearest_low, lane.crosses, letters, rack);
  suit(suits_high, dearest_high, lane.crosses + kStarts / 2, letters, rack);
  Unsigned suits, dearest, letter, word, points, premiums;
  join(suits, suits_low, suits_high);
  join(dearest, dearest_low, dearest_high);
  load(letter, rules.letter_vectors[index].data());
  load(word, rules.word_vectors[index].data());
  load(premiums, rules.premium_vectors[index].data());
  load(points, lane.cross_points);
  const auto crossed = reinterpret_cast<Unsigned>((kBits & static_cast<std::uint16_t>(lane.crossed)) != 0);
  const Unsigned blocked = crossed & ~suits;
  const Unsigned crossing = crossed & ((points + dearest * letter) * word);
  const Unsigned flags = (blocked & kBlocked[0]) | (~blocked & (premiums + (crossed & kCrossed)));
  std::memcpy(squares.crossing, &crossing, sizeof crossing);
  std::memcpy(squares.flags, &flags, sizeof flags);
  copy(squares.crossing + kStarts, kZeros);
  copy(squares.flags + kStarts, kZeros);
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
  const bool narrow = !rack.jokers;
  Squeezed squeezed{};
  for (int index = 0; index < kLanes; ++index) {
    const Lane& lane = position.lanes[index];
    table.count[index] = 0;
    copy(table.highest_of[index], kZeros);
    if (position.empty ? index != kSide / 2 : !(lane.occupied | lane.crossed)) continue;

    Squares squares;
    weigh(squares, lane, index, letters, rack, rules);
    if (position.empty) squares.flags[kSide / 2] += kCrossed;
    std::int16_t* const square = table.squares[index];
    square[0] = -1;
    squeezed.points[0] = 0;
    squeezed.bars_from[0] = lane.bars_from[0];
    const int first = lane.first;
    squeezed.alone[0] = limits.alone[first];
    squeezed.first[0] = limits.paired[first];
    int last = kEmpty;
    int n = 1;
    for (std::uint32_t left = ~lane.occupied & kLaneMask; left;) {
      const int from = std::countr_zero(left), run = std::countr_one(left >> from);
      copy(squeezed.multiplier + n, rules.word_vectors[index].data() + from);
      copy(squeezed.flags + n, squares.flags + from);
      copy(squeezed.crossing + n, squares.crossing + from);
      copy(squeezed.points + n, lane.points_before + from);
      copy(squeezed.bars_from + n, lane.bars_from + from + 1);
      copy(squeezed.bars_to + n, lane.bars_to + from);
      copy(square + n, kIndices + from);
      const int following = lane.letters[from + run];
      if (from) last = lane.letters[from - 1];
      fill(squeezed.alone + n, limits.alone[following]);
      fill(squeezed.first + n, limits.paired[following]);
      fill(squeezed.last + n, limits.paired[last]);
      n += run;
      left &= ~0u << (from + run);
    }
    for (int half = 0; half < 2; ++half) {
      copy(squeezed.multiplier + n + half * kStarts, kZeros);
      copy(squeezed.flags + n + half * kStarts, kBlocked);
      copy(squeezed.crossing + n + half * kStarts, kZeros);
      copy(squeezed.points + n + half * kStarts, kZeros);
      copy(squeezed.bars_to + n + half * kStarts, kZeros);
      copy(square + n + half * kStarts, kZeros);
    }
    square[n] = kSide;
    squeezed.last[n] = limits.paired[lane.last];
    squeezed.bars_to[n] = lane.bars_to[kSide];
    squeezed.points[n] = lane.points_before[kSide];

    Unsigned starts, bars_from, alone, firsts, points_before, multiplier = Unsigned{} + 1, flags{}, crossing{};
    Vector here{};
    load(starts, square);
    load(bars_from, squeezed.bars_from);
    load(alone, squeezed.alone);
    load(firsts, squeezed.first);
    load(points_before, squeezed.points);
    const int limit = std::min(playable, n - 1);
    for (int k = 1; k <= limit; ++k) {
      Unsigned step, ends, bars_to, points;
      load(step, squeezed.multiplier + k);
      multiplier *= step;
      load(step, squeezed.flags + k);
      flags += step;
      load(step, squeezed.crossing + k);
      crossing += step;
      load(ends, square + k + 1);
      load(bars_to, squeezed.bars_to + k + 1);
      load(points, squeezed.points + k + 1);
      const auto through = reinterpret_cast<Vector>(ends - starts - static_cast<std::uint16_t>(k + 1));
      const Vector tiles = ((through == 0) & limits.sums[0][k]) | ((through == 1) & limits.sums[1][k]) |
                           ((through > 1) & limits.sums[2][k]);
      // The dearest tile on the first premium letter, the next on the others.
      const Unsigned doubles = flags & kPremiums, triples = flags >> kTripleShift & kPremiums;
      const Unsigned extra = (reinterpret_cast<Unsigned>(doubles > 0) & gap) + doubles * next +
                             ((reinterpret_cast<Unsigned>(triples > 0) & gap) + triples * next) * weight;
      const Vector crossings = (flags & kAnyCrossed) != 0;
      Vector valid = ((flags & kAnyBlocked) == 0) & ((bars_from & bars_to) == 0) & (tiles >= 0) & (crossings | (through > 0));
      const auto bit = static_cast<std::uint16_t>(1u << k);
      valid &= (through != 1) | ((alone & bit) != 0);
      if (narrow && k + 1 >= playable) {
        Unsigned lasts;
        load(lasts, squeezed.last + k + 1);
        valid &= (through != 2) | ((firsts & lasts & bit) != 0);
      }
      if (k == 1) {
        valid &= through > 0;
        // A one-tile play that also makes a word across is listed across.
        if (index >= kSide) valid &= ~crossings;
      }
      const Unsigned bound = multiplier * (points - points_before + reinterpret_cast<Unsigned>(tiles) + extra) +
                             crossing + static_cast<std::uint16_t>(rules.bonuses[k] + 1);
      const Vector kept = reinterpret_cast<Vector>(bound) & valid;
      std::memcpy(table.bounds[index][k - 1], &kept, sizeof kept);
      std::memcpy(table.multipliers[index][k - 1], &multiplier, sizeof multiplier);
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
