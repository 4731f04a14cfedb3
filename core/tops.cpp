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
struct Stats { long positions, slots, opened, norun, entries, probes, probes1, probes2, nodes, expanded, finds, groups, tries, fits; } stats;
void print_stats() {
  double n = double(stats.positions);
  printf("slots %.1f opened %.1f norun %.1f entries %.1f probes %.1f probes1 %.1f probes2 %.1f nodes %.1f expanded %.1f finds %.1f groups %.1f tries %.1f fits %.1f\n", stats.slots/n, stats.opened/n, stats.norun/n, stats.entries/n, stats.probes/n, stats.probes1/n,  stats.probes2/n, stats.nodes/n, stats.expanded/n, stats.finds/n, stats.groups/n, stats.tries/n, stats.fits/n);
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
  const Record* group;     // null until found; still null if there is none
  std::uint8_t jokers[2];  // letters that jokers stand for
};

// A subset of the rack, with jokers or not, whose groups are listed once it is worth it.
struct Node {
  std::uint32_t next, hits;
  std::uint16_t count, subset;
  enum : std::uint8_t { kPassed, kListed, kFound } state;
};

// The subsets that may make words with some letters of the board, by number of tiles.
struct Memo {
  Key key;
  std::uint32_t call, tiles;
  struct Part {
    std::uint32_t next;        // next subset to probe
    std::uint32_t head, tail;  // nodes of those that passed
  } parts[kMaxJokers + 1];     // by jokers used
};

constexpr int kMemos = 1024, kMostMemos = 900;
constexpr int kBuckets = 1024;
constexpr std::uint16_t kLast = 0xffff;

struct Opened {
  Slot slot;
  const Lane* lane;
  Memo* memo;
  int start, length, tiles, multiplier;
  int base, first_weight, next_weight;  // bound of a subset: base + its sum and two dearest tiles, weighted
  std::uint32_t open_squares, crossed;
};

struct Scratch {
  Position position;
  Rack rack;
  Slots slots;
  std::vector<Hit> hits;
  std::vector<Node> nodes;
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
      case 0: return dearest(sum, size, [&](Key key) { return STAT(probes), image.groups(length).passes(key); });
      case 1: return dearest(sum, size, [&](Key key) { return STAT(probes1), image.groups_less_one(length).passes(key); });
      case 2: return dearest(sum, size, [&](Key key) { return STAT(probes2), image.groups_less_two(length).passes(key); });
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
      for (int j = 0; j <= rack.jokers; ++j) m.parts[j] = {tiles >= j ? rack.first[tiles - j] : 0, kNone, kNone};
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
    const auto& premiums = rules.premium_vectors[o.slot.lane];
    int flags = 0;
    o.multiplier = 1;
    for (std::uint32_t left = o.open_squares; left; left &= left - 1) {
      const int at = o.start + std::countr_zero(left);
      o.multiplier *= wm[at];
      flags += premiums[at];
    }
    const int doubles = flags & 15, triples = flags >> 4;
    o.first_weight = o.multiplier * ((doubles > 0) + rules.triple_weight * (triples > 0));
    o.next_weight = o.multiplier * ((doubles - (doubles > 0)) + rules.triple_weight * (triples - (triples > 0)));
    o.base = bound - o.multiplier * tiles_limit(o.length - o.tiles, o.tiles) - o.first_weight * rack.dearest[0] - o.next_weight * rack.dearest[1];
    bool any = false;
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers) {
      Memo::Part& part = o.memo->parts[jokers];
      sift(o, part, jokers);
      for (std::uint32_t at = part.head; at != kNone; at = scratch.nodes[at].next)
        if (reach(o, scratch.nodes[at]) >= best) {
          any = true;
          if (scratch.nodes[at].state == Node::kPassed) expand(o, scratch.nodes[at], jokers);
        }
    }
    return any;
  }

  // The most that a subset can score in the slot.
  int reach(const Opened& o, const Node& node) const {
    const Subset& s = rack.subsets[node.subset];
    return o.base + o.multiplier * s.sum + o.first_weight * s.dearest + o.next_weight * s.next;
  }

  // Probes the subsets that can still reach the best, sixty-four at a time.
  void sift(const Opened& o, Memo::Part& part, int jokers) {
    const std::uint32_t end = rack.first[o.tiles - jokers + 1];
    const Filter filter = jokers == 0 ? image.groups(o.length) : jokers == 1 ? image.groups_less_one(o.length) : image.groups_less_two(o.length);
    const int highest = o.base + o.first_weight * rack.dearest[0] + o.next_weight * rack.dearest[1];
    while (part.next < end) {
      const Subset* subsets = rack.subsets.data() + part.next;
      const std::uint32_t most = std::min(end - part.next, 64u);
      std::uint32_t n = 0;
      std::uint64_t passed = 0;
      for (; n < most && highest + o.multiplier * subsets[n].sum >= best; ++n)
        passed |= std::uint64_t{filter.passes(o.slot.key + subsets[n].key)} << n;
      for (; passed; passed &= passed - 1) {
        STAT(nodes);
        const auto at = static_cast<std::uint32_t>(scratch.nodes.size());
        (part.tail == kNone ? part.head : scratch.nodes[part.tail].next) = at;
        part.tail = at;
        scratch.nodes.push_back({kNone, 0, 0, static_cast<std::uint16_t>(part.next + static_cast<std::uint32_t>(std::countr_zero(passed))), Node::kPassed});
      }
      part.next += n;
      if (n < most) return;
    }
  }

  void expand(const Opened& o, Node& node, int jokers) {
    STAT(expanded);
    const Key key = o.slot.key + rack.subsets[node.subset].key;
    const Filter whole = image.groups(o.length);
    node.hits = static_cast<std::uint32_t>(scratch.hits.size());
    node.state = Node::kListed;
    if (jokers == 0) {
      note(o, key, kNoJoker, kNoJoker);
    } else if (jokers == 1) {
      for (std::uint32_t left = whole.letters(key); left; left &= left - 1) {
        const int c = std::countr_zero(left);
        note(o, key + kLetterKeys[c], c, kNoJoker);
      }
    } else {
      expand_two(o, key, whole);
    }
    node.count = static_cast<std::uint16_t>(scratch.hits.size() - node.hits);
  }

  // Two jokers: each of the two letters must do with any other one.
  void expand_two(const Opened& o, Key key, const Filter& whole) {
    std::uint8_t letters[kLetters];
    int count = 0;
    for (std::uint32_t left = image.groups_less_one(o.length).letters(key); left; left &= left - 1)
      letters[count++] = static_cast<std::uint8_t>(std::countr_zero(left));
    for (int i = 0; i < count; ++i) {
      const Key first = key + kLetterKeys[letters[i]];
      std::uint32_t passed = 0;
      for (int j = i; j < count; ++j) passed |= std::uint32_t{whole.passes(first + kLetterKeys[letters[j]])} << j;
      for (; passed; passed &= passed - 1) {
        const int c = letters[std::countr_zero(passed)];
        note(o, first + kLetterKeys[c], letters[i], c);
      }
    }
  }

  void note(const Opened& o, Key key, int c1, int c2) {
    STAT(finds);
    image.prefetch(key, o.length);
    scratch.hits.push_back({key, nullptr, {static_cast<std::uint8_t>(c1), static_cast<std::uint8_t>(c2)}});
  }

  // Second stage.
  void find(const Opened& o) {
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone; at = scratch.nodes[at].next) {
        Node& node = scratch.nodes[at];
        if (node.state != Node::kListed || reach(o, node) < best) continue;
        node.state = Node::kFound;
        for (Hit* hit = &scratch.hits[node.hits], *end = hit + node.count; hit != end; ++hit) {
          hit->group = image.find(hit->key, o.length);
          if (hit->group) STAT(groups), __builtin_prefetch(hit->group);
        }
      }
  }

  // Third stage.
  void attempt(const Opened& o) {
    std::memcpy(board, o.lane->letters + o.start, 16);
    std::memcpy(inside, o.lane->inside + o.start, 16);
    inside[0] &= o.length >= 8 ? ~0ull : ~(~0ull << (8 * o.length));
    inside[1] &= o.length <= 8 ? 0 : ~(~0ull << (8 * (o.length - 8)));
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone; at = scratch.nodes[at].next) {
        const Node& node = scratch.nodes[at];
        if (reach(o, node) < best) continue;
        for (const Hit* hit = &scratch.hits[node.hits], *end = hit + node.count; hit != end; ++hit) {
          if (!hit->group) continue;
          for (const Record* r = hit->group;; ++r) {
            if (STAT(tries), fits(o, *r)) STAT(fits), place(o, *hit, *r);
            if (r->last()) break;
          }
        }
      }
  }

  std::uint64_t board[2], inside[2];

  bool fits(const Opened& o, const Record& r) const {
    std::uint64_t w[2];
    std::memcpy(w, r.letters, 16);
    if (((w[0] ^ board[0]) & inside[0]) | ((w[1] ^ board[1]) & inside[1])) return false;
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
    scratch.nodes.clear();
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
    for (int high = 32767, low; high > best; high = low) {
      low = std::max(best, high == 32767 ? scratch.slots.highest() / 3 : 1);
      wave(low, high);
    }
  }

  // Opens the slots with low <= bound < high, best first.
  void wave(int low, int high) {
    std::uint64_t used[kBuckets / 64] = {};
    int count = 0;
    scratch.slots.between(low, high, [&](int bound, int name) {
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
