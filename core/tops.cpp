// Every move tied for the best score: slots best first, subsets dearest first.
#include <bit>
#include <cstring>
#include <algorithm>

#include "slots.hpp"
#include "solver.hpp"

#ifdef RACCORD_STATS
#include <cstdio>
#define STAT(name) ++stats.name
struct Stats { long positions, slots, opened, probes, probes1, hits0, finds, words, fits; } stats;
void print_stats() {
  double n = double(stats.positions);
  printf("slots %.1f opened %.1f probes %.1f probes1 %.1f hits0 %.1f finds %.1f words %.1f fits %.1f\n", stats.slots/n, stats.opened/n, stats.probes/n, stats.probes1/n, stats.hits0/n, stats.finds/n, stats.words/n, stats.fits/n);
  stats = {};
}
#else
#define STAT(name) (void)0
#endif

namespace raccord {
namespace {

constexpr int kBuckets = 2048;
constexpr std::uint16_t kNone = 0xffff;

struct Search {
  const Image& image;
  const Rules& rules;
  const Position& position;
  const Rack& rack;
  std::vector<Play>& out;
  int best = 1;
  int playable;
  std::uint32_t letters;  // that the rack can put down
  std::uint16_t buckets[kBuckets];
  std::uint64_t used[kBuckets / 64];
  Slot slots[2048];
  int count = 0;

  Search(const Image& i, const Rules& r, const Position& p, const Rack& k, std::vector<Play>& o)
      : image(i), rules(r), position(p), rack(k), out(o) {}

  void list_lane(int index) {
    const Lane& lane = position.lanes[index];
    std::uint32_t anchors = lane.occupied | lane.crossed;
    if (position.empty) anchors = index == kSide / 2 ? 1u << (kSide / 2) : 0;
    if (!anchors) return;
    const auto& lm = rules.letter_multipliers[index];
    const auto& wm = rules.word_multipliers[index];
    std::uint16_t cross[kSide + 1];
    std::uint32_t blocked = 0;
    for (std::uint32_t c = lane.crossed; c; c &= c - 1) {
      const int i = std::countr_zero(c);
      const std::uint32_t suits = lane.crosses[i] & letters;
      if (!suits) {
        blocked |= 1u << i;
        continue;
      }
      int value = 0;
      const std::uint32_t own = suits & rack.mask;
      for (int j = 0; j < rack.distinct; ++j)
        if (own >> rack.by_value[j] & 1) {
          value = rules.values[rack.by_value[j]];
          break;
        }
      cross[i] = static_cast<std::uint16_t>((lane.cross_points[i] + value * lm[i]) * wm[i]);
    }
    std::uint8_t empties[kSide + 8];
    int n = 0;
    for (std::uint32_t e = ~lane.occupied & kLaneMask; e; e &= e - 1) empties[n++] = static_cast<std::uint8_t>(std::countr_zero(e));
    empties[n] = kSide;
    // Starts: the first square, or any square after an empty one. `rank` is the first empty at or after it.
    for (int rank = 0; rank < n; ++rank) {
      const int first_empty = empties[rank];
      const int start = rank ? empties[rank - 1] + 1 : 0;
      // A start is each square after an empty one: the run of tiles before this empty square, if any,
      // must be taken whole.
      list(lane, index, start, rank, n, empties, anchors, cross, blocked, lm.data(), wm.data());
      (void)first_empty;
    }
  }

  void list(const Lane& lane, int index, int start, int rank, int n, const std::uint8_t* empties,
            std::uint32_t anchors, const std::uint16_t* cross, std::uint32_t blocked,
            const std::uint8_t* lm, const std::uint8_t* wm) {
    int multiplier = 1, crossing = 0, doubles = 0, triples = 0;
    const int limit = std::min(playable, n - rank);
    const int touch = start + std::countr_zero(anchors >> start | 0x10000u);
    for (int k = 1; k <= limit; ++k) {
      const int square = empties[rank + k - 1];
      if (blocked >> square & 1) return;
      multiplier *= wm[square];
      doubles += lm[square] > 1;
      triples += lm[square] > 2;
      if (lane.crossed >> square & 1) crossing += cross[square];
      const int end = empties[rank + k];
      if (end <= touch || end - start < 2) continue;
      if (k == 1 && index >= kSide && lane.crossed >> square & 1) continue;
      const int points = lane.points_before[end] - lane.points_before[start];
      const int tiles = rack.best[k] + rack.best[doubles] + rack.best[triples];
      const int rest = multiplier * points + crossing + rules.bonuses[k];
      const int bound = rest + multiplier * tiles;
      Slot& slot = slots[count];
      slot.key = lane.keys_before[end] - lane.keys_before[start];
      slot.bound = static_cast<std::uint16_t>(bound);
      slot.multiplier = static_cast<std::uint16_t>(multiplier);
      slot.rest = static_cast<std::uint16_t>(rest);
      slot.lane = static_cast<std::uint8_t>(index);
      slot.start = static_cast<std::uint8_t>(start);
      slot.end = static_cast<std::uint8_t>(end);
      slot.tiles = static_cast<std::uint8_t>(k);
      slot.doubles = static_cast<std::uint8_t>(doubles);
      slot.triples = static_cast<std::uint8_t>(triples);
      const int bucket = std::min(bound, kBuckets - 1);
      slot.next = used[bucket / 64] >> (bucket % 64) & 1 ? buckets[bucket] : kNone;
      used[bucket / 64] |= 1ull << (bucket % 64);
      buckets[bucket] = static_cast<std::uint16_t>(count++);
      STAT(slots);
    }
  }

  // --- one slot opened
  const Lane* lane;
  int start, length;
  std::uint64_t board[2], inside[2];
  std::uint32_t open_squares, crossed;
  std::uint16_t weights[16];
  int fixed;

  void prepare(const Slot& slot) {
    lane = &position.lanes[slot.lane];
    start = slot.start;
    length = slot.end - slot.start;
    std::memcpy(board, lane->letters + start, 16);
    const std::uint32_t range = (1u << length) - 1;
    const std::uint32_t occupied = lane->occupied >> start & range;
    open_squares = ~occupied & range;
    crossed = lane->crossed >> start & range;
    std::uint8_t bytes[16];
    for (int i = 0; i < 16; ++i) bytes[i] = occupied >> i & 1 ? 255 : 0;
    std::memcpy(inside, bytes, 16);
    const auto& lm = rules.letter_multipliers[slot.lane];
    const auto& wm = rules.word_multipliers[slot.lane];
    fixed = slot.multiplier * (lane->points_before[slot.end] - lane->points_before[start]) + rules.bonuses[slot.tiles];
    for (std::uint32_t o = open_squares; o; o &= o - 1) {
      const int i = std::countr_zero(o), at = start + i;
      if (crossed >> i & 1) {
        fixed += lane->cross_points[at] * wm[at];
        weights[i] = static_cast<std::uint16_t>(lm[at] * (slot.multiplier + wm[at]));
      } else {
        weights[i] = static_cast<std::uint16_t>(lm[at] * slot.multiplier);
      }
    }
  }

  bool fits(const Record& r) const {
    std::uint64_t w[2];
    std::memcpy(w, r.letters, 16);
    if (((w[0] ^ board[0]) & inside[0]) | ((w[1] ^ board[1]) & inside[1])) return false;
    for (std::uint32_t c = crossed; c; c &= c - 1) {
      const int i = std::countr_zero(c);
      if (!(lane->crosses[start + i] >> r.letters[i] & 1)) return false;
    }
    return true;
  }

  void record(const Slot& slot, const Record& r, int score, std::uint32_t jokers) {
    if (score < best) return;
    if (!makeable(r, jokers)) return;
    if (score > best) {
      best = score;
      out.clear();
    }
    out.push_back({static_cast<std::uint32_t>(&r - &image.record(0)), static_cast<std::uint16_t>(score),
                   static_cast<std::uint16_t>(jokers), slot.lane, slot.start});
  }

  // Keys only suggest: the letters laid down must be in the rack.
  bool makeable(const Record& r, std::uint32_t jokers) const {
    std::uint8_t left[kLetters];
    std::memcpy(left, rack.counts, kLetters);
    for (std::uint32_t o = open_squares & ~jokers; o; o &= o - 1)
      if (!left[r.letters[std::countr_zero(o)]]--) return false;
    return true;
  }

  void group(const Slot& slot, Key key, int c1, int c2) {
    STAT(finds);
    for (const Record* r = image.find(key, length); r; r = r->last() ? nullptr : r + 1) {
      STAT(words);
      if (!fits(*r)) continue;
      STAT(fits);
      int score = fixed;
      for (std::uint32_t o = open_squares; o; o &= o - 1) {
        const int i = std::countr_zero(o);
        score += rules.values[r->letters[i]] * weights[i];
      }
      if (score < best) continue;
      if (c1 < 0) {
        record(slot, *r, score, 0);
        continue;
      }
      for (std::uint32_t o = open_squares; o; o &= o - 1) {
        const int i = std::countr_zero(o);
        if (r->letters[i] != c1) continue;
        const int less = score - rules.values[c1] * weights[i];
        if (less < best) continue;
        if (c2 < 0) {
          record(slot, *r, less, 1u << i);
          continue;
        }
        for (std::uint32_t q = open_squares; q; q &= q - 1) {
          const int j = std::countr_zero(q);
          if (r->letters[j] != c2 || j == i || (c1 == c2 && j < i)) continue;
          record(slot, *r, less - rules.values[c2] * weights[j], 1u << i | 1u << j);
        }
      }
    }
  }

  void open(const Slot& slot) {
    STAT(opened);
    prepare(slot);
    const int extra = slot.rest + slot.multiplier * (rack.best[slot.doubles] + rack.best[slot.triples]);
    for (int jokers = 0; jokers <= std::min(rack.jokers, int(slot.tiles)); ++jokers) {
      const int size = slot.tiles - jokers;
      for (std::uint32_t i = rack.first[size]; i < rack.first[size + 1]; ++i) {
        const Subset& s = rack.subsets[i];
        if (extra + slot.multiplier * s.sum < best) break;
        const Key key = slot.key + s.key;
        if (jokers == 0) {
          STAT(probes);
          if (image.may_have(key, length)) group(slot, key, -1, -1);
        } else if (jokers == 1) {
          STAT(probes1);
          if (image.may_have_with_joker(key, length)) {
            STAT(hits0);
            for (int c = 0; c < kLetters; ++c)
              if (STAT(probes), image.may_have(key + kLetterKeys[c], length)) group(slot, key + kLetterKeys[c], c, -1);
          }
        } else {
          for (int b = 0; b < kLetters; ++b) {
            STAT(probes1);
            const Key more = key + kLetterKeys[b];
            if (!image.may_have_with_joker(more, length)) continue;
            STAT(hits0);
            for (int c = b; c < kLetters; ++c)
              if (STAT(probes), image.may_have(more + kLetterKeys[c], length)) group(slot, more + kLetterKeys[c], b, c);
          }
        }
      }
    }
  }

  void run() {
    STAT(positions);
    std::memset(used, 0, sizeof used);
    playable = std::min(rules.playable, rack.tiles);
    letters = rack.jokers ? kAnyLetter : rack.mask;
    for (int i = 0; i < kLanes; ++i) list_lane(i);
    for (int word = kBuckets / 64 - 1; word >= 0; --word)
      for (std::uint64_t bits = used[word]; bits;) {
        const int bit = 63 - std::countl_zero(bits);
        bits ^= 1ull << bit;
        const int bound = word * 64 + bit;
        if (bound < best) return;
        for (std::uint16_t at = buckets[bound]; at != kNone; at = slots[at].next)
          open(slots[at]);
      }
  }
};

}  // namespace

Moves find_tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view text,
                const Rules& rules) {
  thread_local Position position;
  thread_local Rack rack;
  rack.read(text, rules);
  position.read(*image, cells, rules);
  Moves moves{image, {}};
  Search search(*image, rules, position, rack, moves.plays);
  search.run();
  if (moves.plays.size() > 1) std::sort(moves.plays.begin(), moves.plays.end(), [&](const Play& a, const Play& b) { return moves.order(a) < moves.order(b); });
  return moves;
}

}  // namespace raccord
