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

#define RACCORD_INLINE inline __attribute__((always_inline))

RACCORD_INLINE void copy(std::int16_t* to, const std::int16_t* from) {
  *reinterpret_cast<Anywhere*>(to) = *reinterpret_cast<const Anywhere*>(from);
}
RACCORD_INLINE void fill(std::int16_t* to, std::uint16_t value) {
  *reinterpret_cast<Anywhere*>(to) = Anywhere{} + value;
}
RACCORD_INLINE void load(Unsigned& to, const std::int16_t* from) {
  to = *reinterpret_cast<const Anywhere*>(from);
}

// A vector of truths as one of bits.
#define RACCORD_MASK(truth) reinterpret_cast<Unsigned>(truth)

RACCORD_INLINE void set(Unsigned& to, int value) { to = Unsigned{} + static_cast<std::uint16_t>(value); }

constexpr std::int16_t kIndices[2 * kStarts] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
constexpr std::int16_t kZeros[kStarts] = {};

// A slot touches the board if the letters inside and its crossings are more than none; a square that no
// letter suits outweighs them all.
constexpr std::uint16_t kBlocked = 0x10000 - 2000;  // fifteen of them do not wrap around to more than none

// What a lane adds at each of its squares; padded, since runs of squares are copied by sixteen.
struct Squares {
  std::int16_t touches[2 * kStarts], crossing[2 * kStarts];
  // Premium letters: what the second dearest tile gains there, and the dearest more than it.
  std::int16_t extra[2 * kStarts], more_if_double[2 * kStarts], more_if_triple[2 * kStarts];
};

// The same for the empty squares alone, side by side from entry 1.
struct Squeezed {
  std::int16_t multiplier[kWide], touches[kWide], crossing[kWide];
  std::int16_t extra[kWide], more_if_double[kWide], more_if_triple[kWide];
  std::int16_t points[kWide], bars[kWide];
  std::int16_t alone[kWide], first[kWide], last[kWide];  // see Limits: of the letter after, after and before
};

// What depends on the number of tiles.
struct Tiles {
  Unsigned none, one, more;  // sums by letters of the board inside, the first two less the last
  Unsigned bit, bonus;
};

struct Setting {
  const Rack& rack;
  const Rules& rules;
  const Limits& limits;
  std::uint32_t letters;  // that may be laid down
  int playable;
  Tiles tiles[kSide + 1];

  Setting(const Rack& r, const Rules& u, const Limits& l)
      : rack(r),
        rules(u),
        limits(l),
        letters(r.jokers ? kAnyLetter : r.mask),
        playable(std::min(u.playable, r.tiles)) {
    for (int k = 1; k <= playable; ++k) {
      const auto& sums = limits.sums;
      set(tiles[k].none, sums[0][k] - sums[2][k]);
      set(tiles[k].one, sums[1][k] - sums[2][k]);
      set(tiles[k].more, sums[2][k]);
      set(tiles[k].bit, 1 << k);
      set(tiles[k].bonus, rules.bonuses[k] + 1);
    }
  }
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
RACCORD_INLINE void suit(Eight& suits, Eight& dearest, const std::uint32_t* crosses, const Setting& setting) {
  Masks masks, values{};
  std::memcpy(&masks, crosses, sizeof masks);
  for (int rank = 0; rank < setting.rack.ranks; ++rank) {
    const Masks value =
        reinterpret_cast<Masks>((masks & setting.rack.letters_of[rank]) != 0) & setting.rack.values_of[rank];
    values = value > values ? value : values;
  }
  dearest = __builtin_convertvector(values, Eight);
  suits = __builtin_convertvector(reinterpret_cast<Masks>((masks & setting.letters) != 0), Eight);
}

constexpr Unsigned kBits = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

RACCORD_INLINE void store(std::int16_t* to, const Unsigned& value) {
  std::memcpy(to, &value, sizeof value);
  copy(to + kStarts, kZeros);
}

RACCORD_INLINE void weigh(Squares& squares, const Lane& lane, int index, const Setting& setting) {
  const Rules& rules = setting.rules;
  Eight suits_low, suits_high, dearest_low, dearest_high;
  suit(suits_low, dearest_low, lane.crosses, setting);
  suit(suits_high, dearest_high, lane.crosses + kStarts / 2, setting);
  Unsigned suits, dearest, letter, word, points;
  join(suits, suits_low, suits_high);
  join(dearest, dearest_low, dearest_high);
  load(letter, rules.letter_multipliers[index].data());
  load(word, rules.word_multipliers[index].data());
  load(points, lane.cross_points);
  const Unsigned crossed = RACCORD_MASK((kBits & static_cast<std::uint16_t>(lane.crossed)) != 0);
  store(squares.touches, crossed & ((suits & 1) | (~suits & kBlocked)));
  store(squares.crossing, crossed & ((points + dearest * letter) * word));
  const auto next = static_cast<std::uint16_t>(setting.rack.dearest[1]);
  const auto gap = static_cast<std::uint16_t>(setting.rack.dearest[0] - next);
  const auto weight = static_cast<std::uint16_t>(rules.triple_weight);
  const Unsigned doubles = RACCORD_MASK(letter > 1), triples = RACCORD_MASK(letter > 2);
  store(squares.extra, (doubles & next) + (triples & static_cast<std::uint16_t>(next * weight)));
  store(squares.more_if_double, doubles & gap);
  store(squares.more_if_triple, triples & static_cast<std::uint16_t>(gap * weight));
}

// Lines up the empty squares of a lane; how many there are, and one.
RACCORD_INLINE int squeeze(Squeezed& squeezed, std::int16_t* square, const Position& position, int index,
                           const Setting& setting) {
  const Lane& lane = position.lanes[index];
  const Limits& limits = setting.limits;
  Squares squares;
  weigh(squares, lane, index, setting);
  if (position.empty) ++squares.touches[kSide / 2];
  square[0] = -1;
  squeezed.points[0] = 0;
  squeezed.bars[0] = static_cast<std::int16_t>(lane.bars[0]);
  squeezed.alone[0] = static_cast<std::int16_t>(limits.alone[lane.first]);
  squeezed.first[0] = static_cast<std::int16_t>(limits.paired[lane.first]);
  int n = 1, last = kEmpty;
  for (std::uint32_t left = ~lane.occupied & kLaneMask; left;) {
    const int from = std::countr_zero(left), run = std::countr_one(left >> from);
    copy(squeezed.multiplier + n, setting.rules.word_multipliers[index].data() + from);
    copy(squeezed.touches + n, squares.touches + from);
    copy(squeezed.crossing + n, squares.crossing + from);
    copy(squeezed.extra + n, squares.extra + from);
    copy(squeezed.more_if_double + n, squares.more_if_double + from);
    copy(squeezed.more_if_triple + n, squares.more_if_triple + from);
    copy(squeezed.points + n, lane.points_before + from);
    copy(squeezed.bars + n, reinterpret_cast<const std::int16_t*>(lane.bars + from + 1));
    copy(square + n, kIndices + from);
    const int following = lane.letters[from + run];
    if (from) last = lane.letters[from - 1];
    fill(squeezed.alone + n, limits.alone[following]);
    fill(squeezed.first + n, limits.paired[following]);
    fill(squeezed.last + n, limits.paired[last]);
    n += run;
    left &= ~0u << (from + run);
  }
  // What lies beyond is blocked; the rest of it may be anything.
  fill(squeezed.touches + n, kBlocked);
  fill(squeezed.touches + n + kStarts, kBlocked);
  square[n] = kSide;
  squeezed.points[n] = lane.points_before[kSide];
  squeezed.bars[n] = static_cast<std::int16_t>(lane.bars[kSide + 1]);
  squeezed.last[n] = static_cast<std::int16_t>(limits.paired[lane.last]);
  return n;
}

struct Highest {
  Vector all{}, plain{};
};

RACCORD_INLINE void raise(Vector& highest, const Vector& bounds) {
  highest = bounds > highest ? bounds : highest;
}

// Bounds the slots of a lane, from its n - 1 empty squares.
RACCORD_INLINE void bound_lane(SlotTable& table, Highest& highest, const Squeezed& squeezed, int index, int n,
                               const Setting& setting) {
  const std::int16_t* const square = table.squares[index];
  Unsigned starts, bars_from, alone, first, points_before;
  load(starts, square);
  load(bars_from, squeezed.bars);
  bars_from <<= 8;
  load(alone, squeezed.alone);
  load(first, squeezed.first);
  load(points_before, squeezed.points);
  Unsigned multiplier = Unsigned{} + 1, touches{}, crossing{}, extra{}, more_if_double{}, more_if_triple{};
  Vector here{};
  const int limit = std::min(setting.playable, n - 1);
  for (int k = 1; k <= limit; ++k) {
    const Tiles& tiles = setting.tiles[k];
    Unsigned step, ends, bars_to, points;
    load(step, squeezed.multiplier + k);
    multiplier *= step;
    load(step, squeezed.touches + k);
    touches += step;
    load(step, squeezed.crossing + k);
    crossing += step;
    load(step, squeezed.extra + k);
    extra += step;
    load(step, squeezed.more_if_double + k);
    more_if_double = step > more_if_double ? step : more_if_double;
    load(step, squeezed.more_if_triple + k);
    more_if_triple = step > more_if_triple ? step : more_if_triple;
    load(ends, square + k + 1);
    load(bars_to, squeezed.bars + k + 1);
    load(points, squeezed.points + k + 1);
    starts += 1;
    const auto through = reinterpret_cast<Vector>(ends - starts - 1);
    const Unsigned none = RACCORD_MASK(through == 0), one = RACCORD_MASK(through == 1);
    const Unsigned sum = tiles.more + (none & tiles.none) + (one & tiles.one);
    // The dearest tile on the first premium letter, the next on the others.
    const Unsigned inside = points - points_before + sum + (extra + more_if_double + more_if_triple);
    const auto bound = reinterpret_cast<Vector>(multiplier * inside + crossing + tiles.bonus);
    Vector valid = (reinterpret_cast<Vector>(touches) + through > 0) & (reinterpret_cast<Vector>(sum) >= 0) &
                   ((bars_from & bars_to) == 0) & ((one & ~alone & tiles.bit) == 0);
    if (!setting.rack.jokers && k + 1 >= setting.playable) {
      Unsigned last;
      load(last, squeezed.last + k + 1);
      valid &= (RACCORD_MASK(through == 2) & ~(first & last) & tiles.bit) == 0;
    }
    if (k == 1) {
      valid &= through > 0;
      // A one-tile play that also makes a word across is listed across.
      if (index >= kSide) valid &= touches == 0;
    }
    const Vector kept = bound & valid;
    std::memcpy(table.bounds[index][k - 1], &kept, sizeof kept);
    std::memcpy(table.multipliers[index][k - 1], &multiplier, sizeof multiplier);
    raise(here, kept);
    if (!setting.rules.bonuses[k]) raise(highest.plain, kept);
  }
  table.count[index] = static_cast<std::int8_t>(limit);
  std::memcpy(table.highest_of[index], &here, sizeof here);
  raise(highest.all, here);
}

RACCORD_INLINE int most(const Vector& vector) {
  int result = 0;
  for (int i = 0; i < kStarts; ++i) result = std::max<int>(result, vector[i]);
  return result;
}

}  // namespace

void list_slots(Slots& slots, const Position& position, const Rack& rack, const Rules& rules,
                const Limits& limits, std::uint32_t lanes) {
  SlotTable& table = slots.table;
  const Setting setting(rack, rules, limits);
  int active[kLanes + 1], count = 0;
  for (int index = 0; index < kLanes; ++index) {
    const Lane& lane = position.lanes[index];
    table.count[index] = 0;
    copy(table.highest_of[index], kZeros);
    active[count] = index;
    const bool offers = position.empty ? index == kSide / 2 : (lane.occupied | lane.crossed) != 0;
    count += offers & (lanes >> index & 1);
  }
  // A lane is lined up while the one before is worked on, since what was just written cannot be read at once.
  Squeezed squeezed[2]{};
  int n[2];
  Highest highest;
  for (int i = 0; i <= count; ++i) {
    if (i < count)
      n[i & 1] = squeeze(squeezed[i & 1], table.squares[active[i]], position, active[i], setting);
    if (i) bound_lane(table, highest, squeezed[(i - 1) & 1], active[i - 1], n[(i - 1) & 1], setting);
  }
  table.highest = most(highest.all);
  table.highest_plain = most(highest.plain);
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
