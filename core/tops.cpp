// Every move tied for the best score: slots best first, subsets dearest first.
//
// Opening a slot has three stages, a few slots apart, so that memory answers one while another is
// worked on: probe the filters, find the groups that exist, try their words.
#include <algorithm>
#include <bit>
#include <cstring>

#include "dispatch.hpp"
#include "frame.hpp"
#include "solver.hpp"

#ifdef RACCORD_STATS
#include <cstdio>
#define STAT(name) ++stats.name
struct Stats { long positions, slots, opened, nohelp, norun, entries, probes, probes1, probes2, nodes, expanded, finds, groups, tries, fits; } stats;
void print_stats() {
  double n = double(stats.positions);
  printf("slots %.1f opened %.1f nohelp %.1f norun %.1f entries %.1f probes %.1f probes1 %.1f probes2 %.1f nodes %.1f expanded %.1f finds %.1f groups %.1f tries %.1f fits %.1f\n", stats.slots/n, stats.opened/n, stats.nohelp/n, stats.norun/n, stats.entries/n, stats.probes/n, stats.probes1/n,  stats.probes2/n, stats.nodes/n, stats.expanded/n, stats.finds/n, stats.groups/n, stats.tries/n, stats.fits/n);
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
  const Record* group;     // null if there is none
  std::uint32_t letters;   // it has beside those of the board
  std::uint8_t jokers[2];  // letters that jokers stand for
  bool sought;
};

// A subset of the rack, with jokers or not, whose groups are listed once it is worth it.
struct Node {
  std::uint32_t next, hits;
  std::uint32_t letters;  // that jokers may stand for
  std::uint16_t count, subset;
  bool listed;
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

constexpr std::uint32_t kFew = 7;  // subsets so few are probed before the runs
constexpr int kBeyond = 32767;  // more than any score
constexpr int kMemos = 1024, kMostMemos = 900;
constexpr int kBuckets = 1024;
constexpr std::uint16_t kLast = 0xffff;

struct Opened : Frame {
  Memo* memo;
  std::uint32_t crosses[kSide];  // letters that each crossing takes
  int crossings;
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
    if (!o.helped(limits)) {
      STAT(nohelp);
      return false;
    }
    const bool few = rack.first[o.tiles + 1] - rack.first[o.tiles] <= kFew && !rack.jokers;
    if (!few && !o.runs_possible(image)) {
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
    o.crossings = 0;
    for (std::uint32_t left = o.crossed; left; left &= left - 1)
      o.crosses[o.crossings++] = o.lane->crosses[o.start + std::countr_zero(left)];
    bool any = false;
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers) {
      Memo::Part& part = o.memo->parts[jokers];
      sift(o, part, jokers);
      for (std::uint32_t at = part.head; at != kNone; at = scratch.nodes[at].next)
        if (worth_it(o, scratch.nodes[at])) {
          any = true;
          if (!scratch.nodes[at].listed) expand(o, scratch.nodes[at], jokers);
        }
    }
    return any && (!few || o.runs_possible(image));
  }

  // The most that a subset can score in the slot.
  int reach(const Opened& o, const Node& node) const {
    const Subset& s = rack.subsets[node.subset];
    return o.base + o.multiplier * s.sum + o.first_weight * s.dearest + o.next_weight * s.next;
  }

  // Whether each crossing can be given one of the letters.
  static bool suits(const Opened& o, std::uint32_t letters) {
    for (int i = 0; i < o.crossings; ++i)
      if (!(o.crosses[i] & letters)) return false;
    return true;
  }

  bool worth_it(const Opened& o, const Node& node) const {
    return reach(o, node) >= best && suits(o, node.letters | rack.subsets[node.subset].letters);
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
          // A joker for a letter that the rack still has would be worth less than the letter.
          letters[n] = completions(o.slot.key + subsets[n].key) & (~subsets[n].spare | rules.worthless);
          passed |= std::uint64_t{letters[n] != 0} << n;
        }
      for (; passed; passed &= passed - 1) {
        STAT(nodes);
        const auto at = static_cast<std::uint32_t>(scratch.nodes.size());
        (part.tail == kNone ? part.head : scratch.nodes[part.tail].next) = at;
        part.tail = at;
        const auto i = static_cast<std::uint32_t>(std::countr_zero(passed));
        scratch.nodes.push_back({kNone, 0, jokers ? letters[i] : 0, 0, static_cast<std::uint16_t>(part.next + i), false});
      }
      part.next += n;
      if (n < most) return;
    }
  }

  void expand(const Opened& o, Node& node, int jokers) {
    STAT(expanded);
    const Key key = o.slot.key + rack.subsets[node.subset].key;
    node.hits = scratch.hit_count;
    node.listed = true;
    const std::uint32_t letters = rack.subsets[node.subset].letters;
    if (scratch.hits.size() < scratch.hit_count + kLetters * kLetters) scratch.hits.resize(2 * scratch.hits.size() + 2 * kLetters * kLetters);
    if (jokers == 0) {
      image.prefetch(key, o.length);
      scratch.hits[scratch.hit_count++] = {key, nullptr, letters, {kNoJoker, kNoJoker}, false};
    } else if (jokers == 1) {
      complete(o, key, node.letters, kNoJoker, letters);
    } else {
      expand_two(o, key, node.letters, letters);
    }
    node.count = static_cast<std::uint16_t>(scratch.hit_count - node.hits);
  }

  // Each of the two letters must do with some other one.
  void expand_two(const Opened& o, Key key, std::uint32_t letters, std::uint32_t own) {
    const Completions by_one = image.by_one(o.length);
    for (std::uint32_t left = letters; left; left &= left - 1) by_one.prefetch(key + kLetterKeys[std::countr_zero(left)]);
    for (std::uint32_t left = letters; left; left &= left - 1) {
      const int b = std::countr_zero(left);
      const Key more = key + kLetterKeys[b];
      complete(o, more, by_one(more) & letters & (~0u << b), static_cast<std::uint8_t>(b), own | 1u << b);
    }
  }

  // Notes the groups that exist of the key and one of the letters, without branching on it.
  void complete(const Opened& o, Key key, std::uint32_t letters, std::uint8_t other, std::uint32_t own) {
    const Filter filter = image.groups(o.length);
    Hit* hits = scratch.hits.data();
    std::uint32_t count = scratch.hit_count;
    for (; letters; letters &= letters - 1) {
      const int c = std::countr_zero(letters);
      const Key whole = key + kLetterKeys[c];
      hits[count] = {whole, nullptr, own | 1u << c, {static_cast<std::uint8_t>(c), other}, false};
      const bool exists = filter.passes(whole);
      count += exists;
      STAT(finds);
    }
    for (std::uint32_t i = scratch.hit_count; i < count; ++i)
      if (suits(o, hits[i].letters)) image.prefetch(hits[i].key, o.length);
    scratch.hit_count = count;
  }

  // Second stage.
  void find(const Opened& o) {
    for (int jokers = 0; jokers <= std::min(rack.jokers, o.tiles); ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone; at = scratch.nodes[at].next) {
        const Node& node = scratch.nodes[at];
        if (!worth_it(o, node)) continue;
        for (Hit* hit = &scratch.hits[node.hits], *end = hit + node.count; hit != end; ++hit) {
          if (hit->sought || !suits(o, hit->letters)) continue;
          hit->sought = true;
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
        if (!worth_it(o, node)) continue;
        for (const Hit* hit = &scratch.hits[node.hits], *end = hit + node.count; hit != end; ++hit) {
          if (!hit->group || !suits(o, hit->letters)) continue;
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
    list_slots(scratch.slots, position, rack, rules, limits);
    if (scratch.slots.highest() < 0) return;
    forget();
    // Few slots are listed in vain if the bounds are gone through in stretches.
    for (int high = kBeyond, low = scratch.slots.highest(); high > best; high = low) {
      low = std::max(best, low * 5 / 8);
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

void search_body(const Image& image, const Rules& rules, Scratch& scratch, std::vector<Play>& plays) {
  Search(image, rules, scratch, plays).run();
}

RACCORD_DISPATCH(void, search,
                 (const Image& image, const Rules& rules, Scratch& scratch, std::vector<Play>& plays),
                 (image, rules, scratch, plays))

Scratch& scratch_of_thread() {
  thread_local Scratch scratch;
  return scratch;
}

}  // namespace

Moves find_tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view text,
                const Rules& rules) {
  Scratch& scratch = scratch_of_thread();
  read_rack(scratch.rack, text, rules);
  read_position(scratch.position, *image, cells, rules);
  Moves moves{image, {}, {}};
  search(*image, rules, scratch, moves.plays);
  return moves;
}

std::vector<int> find_top_scores(const Image& image, std::string_view cells,
                                 const std::vector<std::string>& racks, const Rules& rules) {
  Scratch& scratch = scratch_of_thread();
  read_position(scratch.position, image, cells, rules);
  std::vector<int> scores;
  std::vector<Play> plays;
  for (const std::string& text : racks) {
    read_rack(scratch.rack, text, rules);
    plays.clear();
    search(image, rules, scratch, plays);
    scores.push_back(plays.empty() ? 0 : plays.front().score);
  }
  return scores;
}

}  // namespace raccord
