// Every move tied for the best score: slots best first, subsets dearest first.
#include <algorithm>
#include <bit>
#include <cstring>

#include "slots.hpp"
#include "solver.hpp"

#ifdef RACCORD_STATS
#include <cstdio>
#define STAT(name) ++stats.name
struct Stats { long positions, slots, opened, entries, probes, probes1, hits0, finds, words, tries, fits; } stats;
void print_stats() {
  double n = double(stats.positions);
  printf("slots %.1f opened %.1f entries %.1f probes %.1f probes1 %.1f hits0 %.1f finds %.1f words %.1f tries %.1f fits %.1f\n", stats.slots/n, stats.opened/n, stats.entries/n, stats.probes/n, stats.probes1/n, stats.hits0/n, stats.finds/n, stats.words/n, stats.tries/n, stats.fits/n);
  stats = {};
}
#else
#define STAT(name) (void)0
#endif

namespace raccord {
namespace {

constexpr std::uint32_t kNone = ~0u;
constexpr std::uint8_t kNoJoker = 255;

// A word of the lexicon made of some letters of the board and a subset of the rack.
struct Hit {
  Record record;
  std::uint32_t index, next;
  std::uint16_t sum;
  std::uint8_t jokers[2];  // letters that jokers stand for
};

// The words found so far for some letters of the board and a number of tiles.
struct Memo {
  Key key;
  std::uint32_t call, tiles;
  struct Part {
    std::uint32_t next, head, tail;  // next subset to try; list of hits
  } parts[kMaxJokers + 1];           // by jokers used
};

constexpr int kMemos = 1024;

struct Scratch {
  Position position;
  Rack rack;
  Slots slots;
  std::vector<Hit> hits;
  Memo memos[kMemos];
  std::uint32_t call = 0, memo_count = 0;
  std::vector<std::uint32_t> order;
};

struct Search {
  const Image& image;
  const Rules& rules;
  Scratch& scratch;
  const Position& position;
  const Rack& rack;
  std::vector<Play>& out;
  int best = 1;
  Limits limits;

  Search(const Image& i, const Rules& r, Scratch& s, std::vector<Play>& o)
      : image(i), rules(r), scratch(s), position(s.position), rack(s.rack), out(o) {}

  template <typename Test>
  int dearest(int size, Test test) const {
    for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1]; ++i)
      if (test(rack.subsets[i].key)) return rack.subsets[i].sum;
    return -1;
  }

  void limit() {
    const int playable = std::min(rules.playable, rack.tiles);
    for (int k = 1; k <= playable; ++k) {
      int alone = -1, with_one;
      alone = dearest(k, [&](Key key) { return STAT(probes), image.may_have(key, k); });
      if (rack.jokers)
        alone = std::max(alone, dearest(k - 1, [&](Key key) { return STAT(probes1), image.may_have_with_joker(key, k); }));
      if (rack.jokers > 1 && k > 1) alone = std::max<int>(alone, rack.best[k - 2]);
      if (rack.jokers)
        with_one = rack.best[k];
      else
        with_one = k < kMaxWord ? dearest(k, [&](Key key) { return STAT(probes1), image.may_have_with_joker(key, k + 1); }) : -1;
      limits.alone[k] = static_cast<std::int16_t>(alone);
      limits.with_one[k] = static_cast<std::int16_t>(with_one);
      limits.any[k] = static_cast<std::int16_t>(rack.best[k]);
    }
  }

  // --- one slot opened
  const Lane* lane;
  int start, length, tiles;
  Slot slot;
  std::uint32_t open_squares, crossed;
  int multiplier, base;

  void weigh(int bound) {
    const std::uint32_t range = (1u << length) - 1;
    const std::uint32_t occupied = lane->occupied >> start & range;
    open_squares = ~occupied & range;
    crossed = lane->crossed >> start & range;
    const auto& wm = rules.word_multipliers[slot.lane];
    multiplier = 1;
    for (std::uint32_t o = open_squares; o; o &= o - 1) multiplier *= wm[start + std::countr_zero(o)];
    const int through = length - tiles;
    const int limit = through == 0 ? limits.alone[tiles] : through == 1 ? limits.with_one[tiles] : limits.any[tiles];
    base = bound - multiplier * limit;
  }

  bool fits(const Record& r) const {
    std::uint64_t w[2], board[2], inside[2];
    std::memcpy(w, r.letters, 16);
    std::memcpy(board, lane->letters + start, 16);
    std::memcpy(inside, lane->inside + start, 16);
    const std::uint64_t low = length >= 8 ? ~0ull : ~(~0ull << (8 * length));
    const std::uint64_t high = length <= 8 ? 0 : ~(~0ull << (8 * (length - 8)));
    if (((w[0] ^ board[0]) & inside[0] & low) | ((w[1] ^ board[1]) & inside[1] & high)) return false;
    for (std::uint32_t c = crossed; c; c &= c - 1) {
      const int i = std::countr_zero(c);
      if (!(lane->crosses[start + i] >> r.letters[i] & 1)) return false;
    }
    return true;
  }

  int weight(int i) const {
    const int at = start + i;
    const int word = crossed >> i & 1 ? rules.word_multipliers[slot.lane][at] : 0;
    return rules.letter_multipliers[slot.lane][at] * (multiplier + word);
  }

  void record(const Hit& hit, int score, std::uint32_t jokers) {
    if (score < best) return;
    if (!makeable(hit.record, jokers)) return;
    if (score > best) {
      best = score;
      out.clear();
    }
    out.push_back({hit.index, static_cast<std::uint16_t>(score), static_cast<std::uint16_t>(jokers), slot.lane, slot.start});
  }

  // Keys only suggest: the letters laid down must be in the rack.
  bool makeable(const Record& r, std::uint32_t jokers) const {
    std::uint8_t left[kLetters];
    std::memcpy(left, rack.counts, kLetters);
    for (std::uint32_t o = open_squares & ~jokers; o; o &= o - 1)
      if (!left[r.letters[std::countr_zero(o)]]--) return false;
    return true;
  }

  void attempt(const Hit& hit) {
    STAT(tries);
    const Record& r = hit.record;
    if (!fits(r)) return;
    STAT(fits);
    int score = multiplier * (lane->points_before[slot.end] - lane->points_before[start]) + rules.bonuses[tiles];
    for (std::uint32_t c = crossed; c; c &= c - 1) {
      const int at = start + std::countr_zero(c);
      score += lane->cross_points[at] * rules.word_multipliers[slot.lane][at];
    }
    for (std::uint32_t o = open_squares; o; o &= o - 1) {
      const int i = std::countr_zero(o);
      score += rules.values[r.letters[i]] * weight(i);
    }
    if (score < best) return;
    const int c1 = hit.jokers[0], c2 = hit.jokers[1];
    if (c1 == kNoJoker) {
      record(hit, score, 0);
      return;
    }
    for (std::uint32_t o = open_squares; o; o &= o - 1) {
      const int i = std::countr_zero(o);
      if (r.letters[i] != c1) continue;
      const int less = score - rules.values[c1] * weight(i);
      if (less < best) continue;
      if (c2 == kNoJoker) {
        record(hit, less, 1u << i);
        continue;
      }
      for (std::uint32_t q = open_squares; q; q &= q - 1) {
        const int j = std::countr_zero(q);
        if (r.letters[j] != c2 || j == i || (c1 == c2 && j < i)) continue;
        record(hit, less - rules.values[c2] * weight(j), 1u << i | 1u << j);
      }
    }
  }

  Memo& memo(Key key) {
    std::uint32_t at = (static_cast<std::uint32_t>(key >> 40) + static_cast<std::uint32_t>(tiles) * 0x9e37u) % kMemos;
    for (;; at = (at + 1) % kMemos) {
      Memo& m = scratch.memos[at];
      if (m.call == scratch.call) {
        if (m.key == key && m.tiles == static_cast<std::uint32_t>(tiles)) return m;
        continue;
      }
      STAT(entries);
      m.key = key;
      m.call = scratch.call;
      m.tiles = static_cast<std::uint32_t>(tiles);
      for (int j = 0; j <= rack.jokers; ++j) m.parts[j] = {tiles >= j ? rack.first[tiles - j] : 0, kNone, kNone};
      return m;
    }
  }

  void found(Memo::Part& part, Key key, int sum, std::uint8_t c1, std::uint8_t c2) {
    STAT(finds);
    for (const Record* r = image.find(key, length); r; r = r->last() ? nullptr : r + 1) {
      STAT(words);
      const auto at = static_cast<std::uint32_t>(scratch.hits.size());
      (part.tail == kNone ? part.head : scratch.hits[part.tail].next) = at;
      part.tail = at;
      scratch.hits.push_back({*r, static_cast<std::uint32_t>(r - &image.record(0)), kNone, static_cast<std::uint16_t>(sum), {c1, c2}});
      attempt(scratch.hits.back());
    }
  }

  void explore(Memo::Part& part, int jokers) {
    for (std::uint32_t at = part.head; at != kNone;) {
      const Hit& hit = scratch.hits[at];
      if (base + multiplier * hit.sum < best) return;
      attempt(hit);
      at = hit.next;
    }
    const std::uint32_t end = rack.first[tiles - jokers + 1];
    for (; part.next < end; ++part.next) {
      const Subset& s = rack.subsets[part.next];
      if (base + multiplier * s.sum < best) return;
      const Key key = slot.key + s.key;
      if (jokers == 0) {
        STAT(probes);
        if (image.may_have(key, length)) found(part, key, s.sum, kNoJoker, kNoJoker);
      } else if (jokers == 1) {
        STAT(probes1);
        if (!image.may_have_with_joker(key, length)) continue;
        STAT(hits0);
        for (int c = 0; c < kLetters; ++c)
          if (STAT(probes), image.may_have(key + kLetterKeys[c], length))
            found(part, key + kLetterKeys[c], s.sum, static_cast<std::uint8_t>(c), kNoJoker);
      } else {
        for (int b = 0; b < kLetters; ++b) {
          STAT(probes1);
          const Key more = key + kLetterKeys[b];
          if (!image.may_have_with_joker(more, length)) continue;
          STAT(hits0);
          for (int c = b; c < kLetters; ++c)
            if (STAT(probes), image.may_have(more + kLetterKeys[c], length))
              found(part, more + kLetterKeys[c], s.sum, static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(c));
        }
      }
    }
  }

  void open(int name, int bound) {
    STAT(opened);
    slot = scratch.slots.slot(position, name);
    lane = &position.lanes[slot.lane];
    start = slot.start;
    tiles = slot.tiles;
    length = slot.end - slot.start;
    Memo& m = memo(slot.key);
    weigh(bound);
    for (int jokers = 0; jokers <= std::min(rack.jokers, tiles); ++jokers) explore(m.parts[jokers], jokers);
  }

  void run() {
    STAT(positions);
    limit();
    scratch.slots.list(position, rack, rules, limits);
    scratch.hits.clear();
    if (!++scratch.call) {
      for (Memo& m : scratch.memos) m.call = 0;
      scratch.call = 1;
    }
    int high = scratch.slots.highest() + 1;
    while (high > best) {
      const int low = std::max(best, high * 3 / 4 - 1);
      scratch.order.clear();
      scratch.slots.between(std::max(low, 1), high, [&](int bound, int name) {
        STAT(slots);
        scratch.order.push_back(static_cast<std::uint32_t>(bound) << 16 | static_cast<std::uint32_t>(name));
      });
      std::sort(scratch.order.begin(), scratch.order.end(), std::greater<>());
      for (std::uint32_t item : scratch.order) {
        if (static_cast<int>(item >> 16) < best) return;
        open(static_cast<int>(item & 0xffff), static_cast<int>(item >> 16));
      }
      high = low;
    }
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
