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
  std::uint16_t subset;
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
  std::uint32_t call;
  std::uint16_t tiles;
  bool dead;  // nothing passed and nothing is left to probe
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
  std::uint32_t worthy, worthy_end;  // nodes to look into, then hits to try, in Scratch::queue
  int multiplier;
  int base, first_weight, next_weight;  // bound of a subset: base + its sum and two dearest tiles, weighted
};

struct Scratch {
  Position position;
  Rack rack;
  Slots slots;
  Limits limits;
  std::vector<Hit> hits;
  std::uint32_t hit_count = 0;
  std::vector<Node> nodes;
  Memo memos[kMemos];
  std::uint32_t call = 0, memo_count = 0;
  std::vector<std::uint32_t> queue;
  std::uint16_t heads[kBuckets];
  std::uint32_t items[kLanes * kSide * kStarts];  // bound and name of a slot
  std::uint16_t nexts[kLanes * kSide * kStarts];
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
  const Limits& limits;
  Opened ring[kRing];

  Search(const Image& i, const Rules& r, Scratch& s, std::vector<Play>& o)
      : image(i), rules(r), scratch(s), position(s.position), rack(s.rack), out(o), limits(s.limits) {
    set_limits(s.limits, i, s.rack, r);
  }

  Memo& memo(const Frame& frame) {
    const Key key = frame.slot.key;
    std::uint32_t at = static_cast<std::uint32_t>(key >> 40) + static_cast<std::uint32_t>(frame.tiles) * 0x9e37u;
    for (;; ++at) {
      Memo& m = scratch.memos[at % kMemos];
      if (m.call != scratch.call) return open_memo(m, frame);
      if (m.key == key && m.tiles == frame.tiles) return m;
    }
  }

  Memo& open_memo(Memo& m, const Frame& frame) {
    STAT(entries);
    ++scratch.memo_count;
    m.key = frame.slot.key;
    m.call = scratch.call;
    m.tiles = static_cast<std::uint16_t>(frame.tiles);
    m.dead = !frame.helped(limits);
    for (int j = 0; j <= std::min(rack.jokers, frame.tiles); ++j) m.parts[j] = {rack.first[frame.tiles - j], kNone, kNone};
    return m;
  }

  // First stage. False if the slot is hopeless.
  bool probe(Opened& o, int name, int bound) {
    STAT(opened);
    static_cast<Frame&>(o) = Frame(scratch.slots.slot(position, name), position);
    o.memo = &memo(o);
    if (o.memo->dead) {
      STAT(nohelp);
      return false;
    }
    o.multiplier = scratch.slots.multiplier(name);
    const int flags = scratch.slots.premiums(name), doubles = flags & 15, triples = flags >> 4;
    o.first_weight = o.multiplier * ((doubles > 0) + rules.triple_weight * (triples > 0));
    o.next_weight = o.multiplier * ((doubles - (doubles > 0)) + rules.triple_weight * (triples - (triples > 0)));
    const int highest = bound - o.multiplier * limits(o.length - o.tiles, o.tiles);
    o.base = highest - o.first_weight * rack.dearest[0] - o.next_weight * rack.dearest[1];
    // Runs are a memory access; so are the subsets, but they may be few.
    const bool few = rack.first[o.tiles + 1] - rack.first[o.tiles] <= kFew && !rack.jokers;
    if (!few && !o.runs_possible(image)) {
      STAT(norun);
      return false;
    }
    bool any = false, left = false;
    const int most = std::min(rack.jokers, o.tiles);
    for (int jokers = 0; jokers <= most; ++jokers) {
      Memo::Part& part = o.memo->parts[jokers];
      if (part.next < rack.first[o.tiles - jokers + 1]) left |= sift(o, part, jokers, highest);
      any |= part.head != kNone;
    }
    if (!any) {
      o.memo->dead = !left;
      return false;
    }
    if (few && !o.runs_possible(image)) return false;
    o.crossings = 0;
    for (std::uint32_t left = o.crossed; left; left &= left - 1)
      o.crosses[o.crossings++] = o.lane->crosses[o.start + std::countr_zero(left)];
    o.worthy = static_cast<std::uint32_t>(scratch.queue.size());
    for (int jokers = 0; jokers <= most; ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone; at = scratch.nodes[at].next) {
        Node& node = scratch.nodes[at];
        if (reach(o, node.subset) < best || !suits(o, node.letters | rack.subsets[node.subset].letters)) continue;
        if (!node.listed) expand(o, node, jokers);
        scratch.queue.push_back(at);
      }
    o.worthy_end = static_cast<std::uint32_t>(scratch.queue.size());
    return o.worthy != o.worthy_end;
  }

  // The most that a subset can score in the slot.
  int reach(const Opened& o, int subset) const {
    const Subset& s = rack.subsets[static_cast<std::size_t>(subset)];
    return o.base + o.multiplier * s.sum + o.first_weight * s.dearest + o.next_weight * s.next;
  }

  // Whether each crossing can be given one of the letters.
  static bool suits(const Opened& o, std::uint32_t letters) {
    for (int i = 0; i < o.crossings; ++i)
      if (!(o.crosses[i] & letters)) return false;
    return true;
  }

  // Probes the subsets that can still reach the best, sixty-four at a time. True if some are left.
  bool sift(const Opened& o, Memo::Part& part, int jokers, int highest) {
    const std::uint32_t end = rack.first[o.tiles - jokers + 1];
    const Filter filter = image.groups(o.length);
    const std::uint32_t only = 1u << o.lane->letters[o.start + std::countr_one(o.open)];  // if there is one
    const Completions completions = jokers == 2 ? image.by_two(o.length) : image.by_one(o.length);
    while (part.next < end) {
      const Subset* subsets = rack.subsets.data() + part.next;
      const std::uint32_t most = std::min(end - part.next, 64u);
      const std::uint32_t* completing = limits.completing.data() + part.next;
      std::uint32_t n = 0, letters[64];
      std::uint64_t passed = 0;
      if (jokers == 0 && o.length == o.tiles + 1)
        for (; n < most && highest + o.multiplier * subsets[n].sum >= best; ++n)
          passed |= std::uint64_t{(completing[n] & only) != 0} << n;
      else if (jokers == 0)
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
      if (n < most) return true;
    }
    return false;
  }

  void expand(const Opened& o, Node& node, int jokers) {
    STAT(expanded);
    const Key key = o.slot.key + rack.subsets[node.subset].key;
    node.hits = scratch.hit_count;
    node.count = 0;
    node.listed = true;
    const std::uint32_t letters = rack.subsets[node.subset].letters;
    if (scratch.hits.size() < scratch.hit_count + kLetters * kLetters) scratch.hits.resize(2 * scratch.hits.size() + 2 * kLetters * kLetters);
    if (jokers == 0) {
      if (!image.groups(o.length).passes(key)) return;
      image.prefetch(key, o.length);
      scratch.hits[scratch.hit_count++] = {key, nullptr, letters, node.subset, {kNoJoker, kNoJoker}, false};
    } else if (jokers == 1) {
      complete(o, key, node.letters, kNoJoker, letters, node.subset);
    } else {
      expand_two(o, key, node.letters, letters, node.subset);
    }
    node.count = static_cast<std::uint16_t>(scratch.hit_count - node.hits);
  }

  // Each of the two letters must do with some other one.
  void expand_two(const Opened& o, Key key, std::uint32_t letters, std::uint32_t own, std::uint16_t subset) {
    const Completions by_one = image.by_one(o.length);
    for (std::uint32_t left = letters; left; left &= left - 1) by_one.prefetch(key + kLetterKeys[std::countr_zero(left)]);
    for (std::uint32_t left = letters; left; left &= left - 1) {
      const int b = std::countr_zero(left);
      const Key more = key + kLetterKeys[b];
      complete(o, more, by_one(more) & letters & (~0u << b), static_cast<std::uint8_t>(b), own | 1u << b, subset);
    }
  }

  // Notes the groups that exist of the key and one of the letters, without branching on it.
  void complete(const Opened& o, Key key, std::uint32_t letters, std::uint8_t other, std::uint32_t own, std::uint16_t subset) {
    const Filter filter = image.groups(o.length);
    Hit* hits = scratch.hits.data();
    std::uint32_t count = scratch.hit_count;
    for (; letters; letters &= letters - 1) {
      const int c = std::countr_zero(letters);
      const Key whole = key + kLetterKeys[c];
      hits[count] = {whole, nullptr, own | 1u << c, subset, {static_cast<std::uint8_t>(c), other}, false};
      const bool exists = filter.passes(whole);
      count += exists;
      STAT(finds);
    }
    for (std::uint32_t i = scratch.hit_count; i < count; ++i) image.prefetch(hits[i].key, o.length);
    scratch.hit_count = count;
  }

  // Second stage: the nodes in the queue give way to the hits worth trying.
  void find(Opened& o) {
    const auto first = static_cast<std::uint32_t>(scratch.queue.size());
    for (std::uint32_t at = o.worthy; at < o.worthy_end; ++at) {
      const Node& node = scratch.nodes[scratch.queue[at]];
      if (reach(o, node.subset) < best) continue;
      for (std::uint32_t i = node.hits, end = i + node.count; i != end; ++i) {
        Hit& hit = scratch.hits[i];
        if (!suits(o, hit.letters)) continue;
        if (!hit.sought) {
          hit.sought = true;
          hit.group = image.find(hit.key, o.length);
          if (hit.group) STAT(groups), __builtin_prefetch(hit.group);
        }
        if (hit.group) scratch.queue.push_back(i);
      }
    }
    o.worthy = first;
    o.worthy_end = static_cast<std::uint32_t>(scratch.queue.size());
  }

  // Third stage.
  void attempt(const Opened& o) {
    if (o.worthy == o.worthy_end) return;
    const Fit fits(o);
    for (std::uint32_t at = o.worthy; at < o.worthy_end; ++at) {
      const Hit& hit = scratch.hits[scratch.queue[at]];
      if (reach(o, hit.subset) < best) continue;
      for (const Record* r = hit.group;; ++r) {
        if (STAT(tries), fits(*r)) STAT(fits), place(o, hit, *r);
        if (r->last()) break;
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
    scratch.queue.clear();
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
    // In stretches, so that few slots are listed in vain: those that need a bonus, then the others.
    const int plain = scratch.slots.highest_plain() + 1;
    wave(plain, kBeyond);
    if (best < plain) wave(std::max(best, plain * 7 / 16), plain);
    if (best < plain * 7 / 16) wave(best, plain * 7 / 16);
  }

  // Opens the slots with low <= bound < high, best first.
  void wave(int low, int high) {
    std::memset(scratch.heads, 0xff, sizeof scratch.heads);
    std::uint16_t count = 0;
    scratch.slots.between(low, high, [&](int bound, int name) {
      STAT(slots);
      std::uint16_t& head = scratch.heads[std::min(bound, kBuckets - 1)];
      scratch.nexts[count] = head;
      scratch.items[count] = static_cast<std::uint32_t>(bound << 16 | name);
      head = count++;
    });
    // The last bucket holds all that is beyond.
    const int top = std::min({high - 1, scratch.slots.highest(), kBuckets - 1});
    for (int bucket = top; bucket >= std::min(low, kBuckets - 1); --bucket) {
      if (bucket < best && bucket < kBuckets - 1) break;
      for (std::uint16_t at = scratch.heads[bucket]; at != kLast; at = scratch.nexts[at]) {
        if (scratch.memo_count > kMostMemos) {
          advance(0);
          forget();
        }
        const std::uint32_t item = scratch.items[at];
        if (!probe(ring[entered % kRing], static_cast<int>(item & 0xffff), static_cast<int>(item >> 16))) continue;
        ++entered;
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
