// Every move tied for the best score: slots best first, subsets dearest first.
//
// Opening a slot has three stages, a few slots apart, so that memory answers one while another is
// worked on: probe the filters, find the groups that exist, try their words.
#include <algorithm>
#include <bit>
#include <cstring>

#include "frame.hpp"
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
  std::uint32_t letters;  // that jokers may stand for
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

constexpr int kBeyond = 32767;  // more than any score
constexpr int kMemos = 1024, kMostMemos = 900;
constexpr int kBuckets = 1024;
constexpr std::uint16_t kLast = 0xffff;

struct Opened : Frame {
  Memo* memo;
  int multiplier;
  int base, first_weight, next_weight;  // bound of a subset: base + its sum and two dearest tiles, weighted
};

struct Scratch {
  Position position;
  Rack rack;
  Slots slots;
  std::vector<Hit> hits;
  std::uint32_t hit_count = 0;
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
  int best = 0;
  const Limits limits;
  Opened ring[kRing];

  Search(const Image& i, const Rules& r, Scratch& s, std::vector<Play>& o)
      : image(i), rules(r), scratch(s), position(s.position), rack(s.rack), out(o), limits(i, s.rack, r) {}

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
    static_cast<Frame&>(o) = Frame(scratch.slots.slot(position, name), position);
    if (!o.runs_possible(image)) {
      STAT(norun);
      return false;
    }
    o.memo = &memo(o.slot.key, o.tiles);
    const auto& wm = rules.word_multipliers[o.slot.lane];
    const auto& premiums = rules.premium_vectors[o.slot.lane];
    int flags = 0;
    o.multiplier = 1;
    for (std::uint32_t left = o.open; left; left &= left - 1) {
      const int at = o.start + std::countr_zero(left);
      o.multiplier *= wm[at];
      flags += premiums[at];
    }
    const int doubles = flags & 15, triples = flags >> 4;
    o.first_weight = o.multiplier * ((doubles > 0) + rules.triple_weight * (triples > 0));
    o.next_weight = o.multiplier * ((doubles - (doubles > 0)) + rules.triple_weight * (triples - (triples > 0)));
    o.base = bound - o.multiplier * limits(o.length - o.tiles, o.tiles) - o.first_weight * rack.dearest[0] - o.next_weight * rack.dearest[1];
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
    const Filter filter = image.groups(o.length);
    const Completions completions = jokers == 2 ? image.by_two(o.length) : image.by_one(o.length);
    const int highest = o.base + o.first_weight * rack.dearest[0] + o.next_weight * rack.dearest[1];
    while (part.next < end) {
      const Subset* subsets = rack.subsets.data() + part.next;
      const std::uint32_t most = std::min(end - part.next, 64u);
      std::uint32_t n = 0, letters[64];
      std::uint64_t passed = 0;
      if (jokers == 0)
        for (; n < most && highest + o.multiplier * subsets[n].sum >= best; ++n)
          passed |= std::uint64_t{filter.passes(o.slot.key + subsets[n].key)} << n;
      else
        for (; n < most && highest + o.multiplier * subsets[n].sum >= best; ++n) {
          letters[n] = completions(o.slot.key + subsets[n].key);
          passed |= std::uint64_t{letters[n] != 0} << n;
        }
      for (; passed; passed &= passed - 1) {
        STAT(nodes);
        const auto at = static_cast<std::uint32_t>(scratch.nodes.size());
        (part.tail == kNone ? part.head : scratch.nodes[part.tail].next) = at;
        part.tail = at;
        const auto i = static_cast<std::uint32_t>(std::countr_zero(passed));
        scratch.nodes.push_back({kNone, 0, jokers ? letters[i] : 0, 0, static_cast<std::uint16_t>(part.next + i), Node::kPassed});
      }
      part.next += n;
      if (n < most) return;
    }
  }

  void expand(const Opened& o, Node& node, int jokers) {
    STAT(expanded);
    const Key key = o.slot.key + rack.subsets[node.subset].key;
    node.hits = scratch.hit_count;
    node.state = Node::kListed;
    if (scratch.hits.size() < scratch.hit_count + kLetters * kLetters) scratch.hits.resize(2 * scratch.hits.size() + 2 * kLetters * kLetters);
    if (jokers == 0) {
      image.prefetch(key, o.length);
      scratch.hits[scratch.hit_count++] = {key, nullptr, {kNoJoker, kNoJoker}};
    } else if (jokers == 1) {
      complete(o, key, node.letters, kNoJoker);
    } else {
      expand_two(o, key, node.letters);
    }
    node.count = static_cast<std::uint16_t>(scratch.hit_count - node.hits);
  }

  // Each of the two letters must do with some other one.
  void expand_two(const Opened& o, Key key, std::uint32_t letters) {
    const Completions by_one = image.by_one(o.length);
    for (std::uint32_t left = letters; left; left &= left - 1) by_one.prefetch(key + kLetterKeys[std::countr_zero(left)]);
    for (std::uint32_t left = letters; left; left &= left - 1) {
      const int b = std::countr_zero(left);
      const Key more = key + kLetterKeys[b];
      complete(o, more, by_one(more) & letters & (~0u << b), static_cast<std::uint8_t>(b));
    }
  }

  // Notes the groups that exist of the key and one of the letters, without branching on it.
  void complete(const Opened& o, Key key, std::uint32_t letters, std::uint8_t other) {
    const Filter filter = image.groups(o.length);
    Hit* hits = scratch.hits.data();
    std::uint32_t count = scratch.hit_count;
    for (; letters; letters &= letters - 1) {
      const int c = std::countr_zero(letters);
      const Key whole = key + kLetterKeys[c];
      hits[count] = {whole, nullptr, {static_cast<std::uint8_t>(c), other}};
      const bool exists = filter.passes(whole);
      count += exists;
      STAT(finds);
    }
    for (std::uint32_t i = scratch.hit_count; i < count; ++i) image.prefetch(hits[i].key, o.length);
    scratch.hit_count = count;
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
    const Fit fits(o);
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone; at = scratch.nodes[at].next) {
        const Node& node = scratch.nodes[at];
        if (reach(o, node) < best) continue;
        for (const Hit* hit = &scratch.hits[node.hits], *end = hit + node.count; hit != end; ++hit) {
          if (!hit->group) continue;
          for (const Record* r = hit->group;; ++r) {
            if (STAT(tries), fits(*r)) STAT(fits), place(o, *hit, *r);
            if (r->last()) break;
          }
        }
      }
  }

  void place(const Opened& o, const Hit& hit, const Record& r) {
    const Weights weights(o, rules);
    int score = weights.fixed, worth[16];
    for (std::uint32_t left = o.open; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      score += worth[i] = rules.values[r.letters[i]] * weights.square[i];
    }
    if (score < best) return;
    const int c1 = hit.jokers[0], c2 = hit.jokers[1];
    if (c1 == kNoJoker) return record(o, r, score, 0);
    for (std::uint32_t left = o.open; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (r.letters[i] != c1) continue;
      if (c2 == kNoJoker) {
        record(o, r, score - worth[i], 1u << i);
        continue;
      }
      // Two jokers for the same letter are one pair, not two.
      for (std::uint32_t others = c1 == c2 ? left & (left - 1) : o.open; others; others &= others - 1) {
        const int j = std::countr_zero(others);
        if (r.letters[j] == c2) record(o, r, score - worth[i] - worth[j], 1u << i | 1u << j);
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
    for (std::uint32_t q = o.open & ~jokers; q; q &= q - 1)
      if (!left[r.letters[std::countr_zero(q)]]--) return false;
    return true;
  }

  void forget() {
    scratch.hit_count = 0;
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
    scratch.slots.list(position, rack, rules, limits);
    if (scratch.slots.highest() < 0) return;
    forget();
    const int low = scratch.slots.highest() / 3;
    wave(low, kBeyond);
    if (best < low) wave(best, low);
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

Scratch& scratch_of_thread() {
  thread_local Scratch scratch;
  return scratch;
}

}  // namespace

Moves find_tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view text,
                const Rules& rules) {
  Scratch& scratch = scratch_of_thread();
  scratch.rack.read(text, rules);
  scratch.position.read(*image, cells, rules);
  Moves moves{image, {}, {}};
  Search(*image, rules, scratch, moves.plays).run();
  return moves;
}

std::vector<int> find_top_scores(const Image& image, std::string_view cells,
                                 const std::vector<std::string>& racks, const Rules& rules) {
  Scratch& scratch = scratch_of_thread();
  scratch.position.read(image, cells, rules);
  std::vector<int> scores;
  std::vector<Play> plays;
  for (const std::string& text : racks) {
    scratch.rack.read(text, rules);
    plays.clear();
    Search(image, rules, scratch, plays).run();
    scores.push_back(plays.empty() ? 0 : plays.front().score);
  }
  return scores;
}

}  // namespace raccord
