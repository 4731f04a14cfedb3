// Every move tied for the best score: slots best first, subsets dearest first.
//
// Opening a slot has three stages, a few slots apart, so that memory answers one while another is
// worked on: probe the filters, find the groups that exist, try their words.
#include <algorithm>
#include <bit>
#include <cstring>

#include "slots.hpp"
#include "solver.hpp"

#ifdef RACCORD_STATS
#include <cstdio>
#define STAT(name) ++stats.name
struct Stats { long positions, slots, opened, norun, entries, probes, probes1, probes2, hits0, finds, groups, tries, fits; } stats;
void print_stats() {
  double n = double(stats.positions);
  printf("slots %.1f opened %.1f norun %.1f entries %.1f probes %.1f probes1 %.1f probes2 %.1f hits0 %.1f finds %.1f groups %.1f tries %.1f fits %.1f\n", stats.slots/n, stats.opened/n, stats.norun/n, stats.entries/n, stats.probes/n, stats.probes1/n,  stats.probes2/n, stats.hits0/n, stats.finds/n, stats.groups/n, stats.tries/n, stats.fits/n);
  stats = {};
}
#else
#define STAT(name) (void)0
#endif

namespace raccord {
namespace {

constexpr std::uint32_t kNone = ~0u;
constexpr std::uint8_t kNoJoker = 255;

// A group of anagrams that may be made of some letters of the board and a subset of the rack.
struct Hit {
  Key key;
  const Record* group;  // null until found; still null if there is none
  std::uint32_t next;
  std::uint16_t sum;
  std::uint8_t jokers[2];  // letters that jokers stand for
};

// The groups seen so far for some letters of the board and a number of tiles.
struct Memo {
  Key key;
  std::uint32_t call, tiles;
  struct Part {
    std::uint32_t next;        // next subset to try
    std::uint32_t head, tail;  // list of hits
    std::uint32_t found;       // last of them that was looked for
  } parts[kMaxJokers + 1];     // by jokers used
};

constexpr int kMemos = 1024, kMostMemos = 900;
constexpr int kBuckets = 1024;
constexpr std::uint16_t kLast = 0xffff;

struct Opened {
  Slot slot;
  const Lane* lane;
  Memo* memo;
  int start, length, tiles, multiplier, base;
  std::uint32_t open_squares, crossed;
};

struct Scratch {
  Position position;
  Rack rack;
  Slots slots;
  std::vector<Hit> hits;
  Memo memos[kMemos];
  std::uint32_t call = 0, memo_count = 0;
  std::uint16_t heads[kBuckets];
  std::uint16_t names[kLanes * kSide * kStarts], nexts[kLanes * kSide * kStarts];
};

constexpr int kAhead = 2;  // slots between two stages
constexpr int kRing = 8;

struct Search {
  const Image& image;
  const Rules& rules;
  Scratch& scratch;
  const Position& position;
  const Rack& rack;
  std::vector<Play>& out;
  int best = 1;
  Limits limits;
  Opened ring[kRing];

  Search(const Image& i, const Rules& r, Scratch& s, std::vector<Play>& o)
      : image(i), rules(r), scratch(s), position(s.position), rack(s.rack), out(o) {}

  // Value of the dearest subset of this size that passes, if it beats `sum`.
  template <typename Test>
  int dearest(int sum, int size, Test test) const {
    if (size < 0 || rack.best[size] <= sum) return sum;
    for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1] && rack.subsets[i].sum > sum; ++i)
      if (test(rack.subsets[i].key)) return rack.subsets[i].sum;
    return sum;
  }

  // `free` letters, jokers or of the board, complete a subset to a word.
  int dearest_with(int sum, int size, int free, int length) const {
    if (length > kMaxWord) return -1;
    switch (free) {
      case 0: return dearest(sum, size, [&](Key key) { return STAT(probes), image.may_have(key, length); });
      case 1: return dearest(sum, size, [&](Key key) { return STAT(probes1), image.may_have_with_one(key, length); });
      case 2: return dearest(sum, size, [&](Key key) { return STAT(probes2), image.may_have_with_two(key, length); });
      default: return dearest(sum, size, [](Key) { return true; });
    }
  }

  void limit() {
    const int playable = std::min(rules.playable, rack.tiles);
    for (int k = 1; k <= playable; ++k) {
      int sums[3] = {-1, -1, -1};
      for (int through = 0; through < 3; ++through)
        for (int jokers = 0; jokers <= rack.jokers; ++jokers)
          sums[through] = dearest_with(sums[through], k - jokers, jokers + through, k + through);
      limits.alone[k] = static_cast<std::int16_t>(sums[0]);
      limits.with_one[k] = static_cast<std::int16_t>(sums[1]);
      limits.with_two[k] = static_cast<std::int16_t>(sums[2]);
      limits.any[k] = static_cast<std::int16_t>(rack.best[k]);
    }
  }

  int tiles_limit(int through, int tiles) const {
    return through == 0 ? limits.alone[tiles] : through == 1 ? limits.with_one[tiles] : through == 2 ? limits.with_two[tiles] : limits.any[tiles];
  }

  // Whether the longer runs of board letters inside may stand where they do in a word.
  bool runs_possible(const Lane& lane, int start, int length, std::uint32_t occupied) const {
    std::uint32_t runs = occupied & occupied >> 1;
    for (runs &= runs >> 2; runs;) {
      const int place = std::countr_zero(runs), letters = std::countr_one(occupied >> place);
      const Letters5 run = lane.packed >> (5 * (start + place)) & ((Letters5{1} << (5 * letters)) - 1);
      if (!image.may_hold(run, place, length)) return false;
      runs &= ~0u << (place + letters);
    }
    return true;
  }

  Memo& memo(Key key, int tiles) {
    std::uint32_t at = (static_cast<std::uint32_t>(key >> 40) + static_cast<std::uint32_t>(tiles) * 0x9e37u) % kMemos;
    for (;; at = (at + 1) % kMemos) {
      Memo& m = scratch.memos[at];
      if (m.call == scratch.call) {
        if (m.key == key && m.tiles == static_cast<std::uint32_t>(tiles)) return m;
        continue;
      }
      STAT(entries);
      ++scratch.memo_count;
      m.key = key;
      m.call = scratch.call;
      m.tiles = static_cast<std::uint32_t>(tiles);
      for (int j = 0; j <= rack.jokers; ++j) m.parts[j] = {tiles >= j ? rack.first[tiles - j] : 0, kNone, kNone, kNone};
      return m;
    }
  }

  // First stage. False if the slot is hopeless.
  bool probe(Opened& o, int name, int bound) {
    STAT(opened);
    o.slot = scratch.slots.slot(position, name);
    const Lane& lane = position.lanes[o.slot.lane];
    o.lane = &lane;
    o.start = o.slot.start;
    o.tiles = o.slot.tiles;
    o.length = o.slot.end - o.slot.start;
    const std::uint32_t range = (1u << o.length) - 1;
    const std::uint32_t occupied = lane.occupied >> o.start & range;
    if (!runs_possible(lane, o.start, o.length, occupied)) {
      STAT(norun);
      return false;
    }
    o.open_squares = ~occupied & range;
    o.crossed = lane.crossed >> o.start & range;
    o.memo = &memo(o.slot.key, o.tiles);
    const auto& wm = rules.word_multipliers[o.slot.lane];
    o.multiplier = 1;
    for (std::uint32_t left = o.open_squares; left; left &= left - 1) o.multiplier *= wm[o.start + std::countr_zero(left)];
    o.base = bound - o.multiplier * tiles_limit(o.length - o.tiles, o.tiles);
    bool any = false;
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers) {
      Memo::Part& part = o.memo->parts[jokers];
      extend(o, part, jokers);
      any |= part.head != kNone;
    }
    return any;
  }

  void note(const Opened& o, Memo::Part& part, Key key, int sum, int c1, int c2) {
    STAT(finds);
    image.prefetch(key, o.length);
    const auto at = static_cast<std::uint32_t>(scratch.hits.size());
    (part.tail == kNone ? part.head : scratch.hits[part.tail].next) = at;
    part.tail = at;
    scratch.hits.push_back({key, nullptr, kNone, static_cast<std::uint16_t>(sum),
                            {static_cast<std::uint8_t>(c1), static_cast<std::uint8_t>(c2)}});
  }

  void extend(const Opened& o, Memo::Part& part, int jokers) {
    const std::uint32_t end = rack.first[o.tiles - jokers + 1];
    std::uint32_t next = part.next;
    for (; next < end; ++next) {
      const Subset& s = rack.subsets[next];
      if (o.base + o.multiplier * s.sum < best) break;
      const Key key = o.slot.key + s.key;
      if (jokers == 0) {
        STAT(probes);
        if (image.may_have(key, o.length)) note(o, part, key, s.sum, kNoJoker, kNoJoker);
      } else if (jokers == 1) {
        STAT(probes1);
        if (image.may_have_with_one(key, o.length)) extend_one(o, part, key, s.sum);
      } else {
        STAT(probes2);
        if (image.may_have_with_two(key, o.length)) extend_two(o, part, key, s.sum);
      }
    }
    part.next = next;
  }

  void extend_one(const Opened& o, Memo::Part& part, Key key, int sum) {
    STAT(hits0);
    for (int c = 0; c < kLetters; ++c)
      if (STAT(probes), image.may_have(key + kLetterKeys[c], o.length)) note(o, part, key + kLetterKeys[c], sum, c, kNoJoker);
  }

  // Two jokers: each of the two letters must do with any other one.
  void extend_two(const Opened& o, Memo::Part& part, Key key, int sum) {
    std::uint8_t letters[kLetters];
    int count = 0;
    for (int c = 0; c < kLetters; ++c) {
      STAT(probes1);
      letters[count] = static_cast<std::uint8_t>(c);
      count += image.may_have_with_one(key + kLetterKeys[c], o.length);
    }
    for (int i = 0; i < count; ++i)
      for (int j = i; j < count; ++j) {
        STAT(probes);
        const Key whole = key + kLetterKeys[letters[i]] + kLetterKeys[letters[j]];
        if (image.may_have(whole, o.length)) note(o, part, whole, sum, letters[i], letters[j]);
      }
  }

  // Second stage.
  void find(const Opened& o) {
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers) {
      Memo::Part& part = o.memo->parts[jokers];
      std::uint32_t at = part.found == kNone ? part.head : scratch.hits[part.found].next;
      for (; at != kNone; at = scratch.hits[at].next) {
        Hit& hit = scratch.hits[at];
        part.found = at;
        hit.group = image.find(hit.key, o.length);
        if (hit.group) STAT(groups);
        if (hit.group) __builtin_prefetch(hit.group);
      }
    }
  }

  // Third stage.
  void attempt(const Opened& o) {
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone;) {
        const Hit& hit = scratch.hits[at];
        if (o.base + o.multiplier * hit.sum < best) break;
        for (const Record* r = hit.group; r; r = r->last() ? nullptr : r + 1)
          if (STAT(tries), fits(o, *r)) STAT(fits), place(o, hit, *r);
        at = hit.next;
      }
  }

  bool fits(const Opened& o, const Record& r) const {
    std::uint64_t w[2], board[2], inside[2];
    std::memcpy(w, r.letters, 16);
    std::memcpy(board, o.lane->letters + o.start, 16);
    std::memcpy(inside, o.lane->inside + o.start, 16);
    const std::uint64_t low = o.length >= 8 ? ~0ull : ~(~0ull << (8 * o.length));
    const std::uint64_t high = o.length <= 8 ? 0 : ~(~0ull << (8 * (o.length - 8)));
    if (((w[0] ^ board[0]) & inside[0] & low) | ((w[1] ^ board[1]) & inside[1] & high)) return false;
    for (std::uint32_t c = o.crossed; c; c &= c - 1) {
      const int i = std::countr_zero(c);
      if (!(o.lane->crosses[o.start + i] >> r.letters[i] & 1)) return false;
    }
    return true;
  }

  int weight(const Opened& o, int i) const {
    const int at = o.start + i;
    const int word = o.crossed >> i & 1 ? rules.word_multipliers[o.slot.lane][at] : 0;
    return rules.letter_multipliers[o.slot.lane][at] * (o.multiplier + word);
  }

  void place(const Opened& o, const Hit& hit, const Record& r) {
    int score = o.multiplier * (o.lane->points_before[o.slot.end] - o.lane->points_before[o.start]) + rules.bonuses[o.tiles];
    for (std::uint32_t c = o.crossed; c; c &= c - 1) {
      const int at = o.start + std::countr_zero(c);
      score += o.lane->cross_points[at] * rules.word_multipliers[o.slot.lane][at];
    }
    for (std::uint32_t q = o.open_squares; q; q &= q - 1) {
      const int i = std::countr_zero(q);
      score += rules.values[r.letters[i]] * weight(o, i);
    }
    if (score < best) return;
    const int c1 = hit.jokers[0], c2 = hit.jokers[1];
    if (c1 == kNoJoker) {
      record(o, r, score, 0);
      return;
    }
    for (std::uint32_t q = o.open_squares; q; q &= q - 1) {
      const int i = std::countr_zero(q);
      if (r.letters[i] != c1) continue;
      const int less = score - rules.values[c1] * weight(o, i);
      if (less < best) continue;
      if (c2 == kNoJoker) {
        record(o, r, less, 1u << i);
        continue;
      }
      for (std::uint32_t p = o.open_squares; p; p &= p - 1) {
        const int j = std::countr_zero(p);
        if (r.letters[j] != c2 || j == i || (c1 == c2 && j < i)) continue;
        record(o, r, less - rules.values[c2] * weight(o, j), 1u << i | 1u << j);
      }
    }
  }

  void record(const Opened& o, const Record& r, int score, std::uint32_t jokers) {
    if (score < best || !makeable(o, r, jokers)) return;
    if (score > best) {
      best = score;
      out.clear();
    }
    out.push_back({static_cast<std::uint32_t>(&r - &image.record(0)), static_cast<std::uint16_t>(score),
                   static_cast<std::uint16_t>(jokers), o.slot.lane, o.slot.start});
  }

  // Keys only suggest: the letters laid down must be in the rack.
  bool makeable(const Opened& o, const Record& r, std::uint32_t jokers) const {
    std::uint8_t left[kLetters];
    std::memcpy(left, rack.counts, kLetters);
    for (std::uint32_t q = o.open_squares & ~jokers; q; q &= q - 1)
      if (!left[r.letters[std::countr_zero(q)]]--) return false;
    return true;
  }

  void forget() {
    scratch.hits.clear();
    scratch.memo_count = 0;
    if (++scratch.call) return;
    for (Memo& m : scratch.memos) m.call = 0;
    scratch.call = 1;
  }

  int entered = 0, sought = 0, tried = 0;

  void advance(int keep) {
    for (; sought < entered - keep; ++sought) find(ring[sought % kRing]);
    for (; tried < sought - keep; ++tried) attempt(ring[tried % kRing]);
  }

  void run() {
    STAT(positions);
    limit();
    scratch.slots.list(position, rack, rules, limits);
    forget();
    std::uint64_t used[kBuckets / 64] = {};
    int count = 0;
    scratch.slots.between(1, 32767, [&](int bound, int name) {
      STAT(slots);
      const int bucket = std::min(bound, kBuckets - 1);
      const std::uint64_t bit = 1ull << (bucket % 64);
      scratch.nexts[count] = used[bucket / 64] & bit ? scratch.heads[bucket] : kLast;
      scratch.names[count] = static_cast<std::uint16_t>(name);
      used[bucket / 64] |= bit;
      scratch.heads[bucket] = static_cast<std::uint16_t>(count++);
    });
    for (int word = kBuckets / 64 - 1; word >= 0; --word)
      for (std::uint64_t bits = used[word]; bits;) {
        const int bit = 63 - std::countl_zero(bits), bucket = word * 64 + bit;
        bits ^= 1ull << bit;
        if (bucket < best && bucket < kBuckets - 1) {
          advance(0);
          return;
        }
        for (std::uint16_t at = scratch.heads[bucket]; at != kLast; at = scratch.nexts[at]) {
          if (scratch.memo_count > kMostMemos) {
            advance(0);
            forget();
          }
          const int name = scratch.names[at];
          if (probe(ring[entered % kRing], name, scratch.slots.bound(name))) ++entered;
          advance(kAhead);
        }
      }
    advance(0);
  }
};

}  // namespace

Moves find_tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view text,
                const Rules& rules) {
  thread_local Scratch scratch;
  scratch.rack.read(text, rules);
  scratch.position.read(*image, cells, rules);
  Moves moves{image, {}};
  Search(*image, rules, scratch, moves.plays).run();
  if (moves.plays.size() > 1)
    std::sort(moves.plays.begin(), moves.plays.end(), [&](const Play& a, const Play& b) { return moves.order(a) < moves.order(b); });
  return moves;
}

}  // namespace raccord
