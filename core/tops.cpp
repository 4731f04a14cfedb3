// Every move tied for the best score: slots best first, subsets dearest first.
//
// Slots are opened by batches. A batch goes through stages, so that memory answers one slot while others are
// worked on: what will be read is asked for, subsets are probed, with a joker their hits listed, the groups
// found, their words tried.
#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "candidates.hpp"
#include "direct.hpp"
#include "engine.hpp"
#include "frame.hpp"
#include "reading.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

constexpr int kBeyond = 32767;  // more than any score
constexpr int kBuckets = 1024;
constexpr int kBatch = 8, kFirstBatch = 3;  // while there is no score to beat, every subset is probed
constexpr int kFewLetters = 12;             // a square that takes more hardly ever decides

struct Opened : Frame {
  Memo* memo;      // with a joker in the rack
  Trials* trials;  // without
  Demand demand;
  Worth worth;
  std::uint32_t first, end;  // in TopsScratch::queue: nodes to look into, then hits to try; or subsets
  int bound;
};

struct TopsScratch {
  Position position;
  Rack rack;
  Slots slots;
  Limits limits;
  Candidates candidates;
  Direct direct;
  std::vector<std::uint32_t> queue;
  std::uint16_t places[kBuckets];
  // Bound and name of a slot.
  std::uint32_t items[kLanes * kSide * kStarts], sorted[kLanes * kSide * kStarts];
};

class Search {
 public:
  Search(const Image& image, const Rules& rules, TopsScratch& scratch, std::vector<Play>& out)
      : image_(image),
        rules_(rules),
        scratch_(scratch),
        candidates_(scratch.candidates),
        direct_(scratch.direct),
        rack_(scratch.rack),
        limits_(scratch.limits),
        out_(out) {
    list_slots(scratch.slots, scratch.position, scratch.rack, rules, limits_);
  }

  void run() {
    if (scratch_.slots.highest() < 0) return;
    if (rack_.jokers) candidates_.start(image_, rules_, rack_, limits_);
    else direct_.start(image_, rack_, limits_);
    scratch_.queue.clear();
    // In stretches, so that few slots are listed in vain: those that need a bonus, then the others.
    const int plain = scratch_.slots.highest_plain() + 1, low = plain * 7 / 16;
    wave(plain, kBeyond);
    if (best_ < plain) wave(std::max(best_, low), plain);
    if (best_ < low) wave(best_, low);
  }

 private:
  // Opens the slots with low <= bound < high, best first.
  void wave(int low, int high) {
    const std::uint32_t count = sort(low, high);
    for (std::uint32_t at = 0; at < count; ++at) {
      const std::uint32_t item = scratch_.sorted[at];
      const int bound = static_cast<int>(item >> 16);
      if (bound < best_ && bound < kBuckets - 1) break;  // those beyond are in any order
      if (rack_.jokers ? candidates_.is_full() : direct_.is_full()) forget();
      waiting_ += enter(opened_[waiting_], static_cast<int>(item & 0xffff), bound);
      if (waiting_ >= (best_ ? kBatch : kFirstBatch)) finish();
    }
    finish();
  }

  // Lists the slots with low <= bound < high, best first, by counting; the last bucket holds all that is
  // beyond.
  std::uint32_t sort(int low, int high) {
    const int top = std::min({high - 1, scratch_.slots.highest(), kBuckets - 1}),
              last = std::min(low, kBuckets - 1);
    if (top < last) return 0;
    std::uint16_t* const places = scratch_.places;
    std::memset(places + last, 0, static_cast<std::size_t>(top - last + 1) * sizeof *places);
    std::uint32_t count = 0;
    scratch_.slots.between(low, high, [&](int bound, int name) {
      scratch_.items[count++] = static_cast<std::uint32_t>(bound << 16 | name);
      ++places[std::min(bound, kBuckets - 1)];
    });
    std::uint32_t before = 0;
    for (int bucket = top; bucket >= last; --bucket) {
      const std::uint32_t here = places[bucket];
      places[bucket] = static_cast<std::uint16_t>(before);
      before += here;
    }
    for (std::uint32_t i = 0; i < count; ++i)
      scratch_.sorted[places[std::min<std::uint32_t>(scratch_.items[i] >> 16, kBuckets - 1)]++] =
          scratch_.items[i];
    return count;
  }

  void forget() {
    finish();
    if (rack_.jokers) candidates_.forget();
    else direct_.forget();
    scratch_.queue.clear();
  }

  // Takes the batch through the other stages.
  void finish() {
    Opened* kept[kBatch];
    int n = 0;
    for (int i = 0; i < waiting_; ++i)
      if (rack_.jokers ? probe(opened_[i]) : probe_directly(opened_[i])) kept[n++] = &opened_[i];
    waiting_ = 0;
    if (!rack_.jokers) {
      for (int i = 0; i < n; ++i) find_directly(*kept[i]);
      for (int i = 0; i < n; ++i) attempt_directly(*kept[i]);
      return;
    }
    for (int i = 0; i < n; ++i) list(*kept[i]);
    for (int i = 0; i < n; ++i) find(*kept[i]);
    for (int i = 0; i < n; ++i) attempt(*kept[i]);
  }

  // First stage. False if the slot is hopeless.
  bool enter(Opened& o, int name, int bound) {
    static_cast<Frame&>(o) = Frame(scratch_.slots.slot(scratch_.position, name), scratch_.position);
    o.bound = bound;
    weigh(o, name);
    if (!rack_.jokers) {
      o.trials = &direct_.trials(o);
      return true;
    }
    o.memo = &candidates_.memo(o);
    if (o.memo->dead) return false;
    candidates_.prefetch(o, *o.memo);
    return true;
  }

  void weigh(Opened& o, int name) const {
    const int multiplier = scratch_.slots.multiplier(name);
    const int doubles = std::popcount(rules_.doubles[o.slot.lane] & o.open << o.start);
    const int triples = std::popcount(rules_.triples[o.slot.lane] & o.open << o.start);
    const int first = multiplier * ((doubles > 0) + rules_.triple_weight * (triples > 0));
    const int next =
        multiplier * ((doubles - (doubles > 0)) + rules_.triple_weight * (triples - (triples > 0)));
    const int highest = o.bound - multiplier * limits_(o.length - o.tiles, o.tiles);
    const int base = highest - first * rack_.dearest[0] - next * rack_.dearest[1];
    const auto narrow = [](int value) { return static_cast<std::int16_t>(value); };
    o.worth = {narrow(base), narrow(multiplier), narrow(first), narrow(next), narrow(highest)};
  }

  // Second stage: the nodes worth looking into are queued.
  bool probe(Opened& o) {
    if (o.bound < best_ || o.memo->dead || !narrow(o)) return false;
    if (!candidates_.probe(o, *o.memo, o.worth, best_)) return false;
    o.first = queued();
    for (int jokers = 0; jokers <= candidates_.most_jokers(o); ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone; at = candidates_.nodes[at].next) {
        const Node& node = candidates_.nodes[at];
        const Subset& subset = rack_.subsets[node.subset];
        if (o.worth(subset) < best_ || subset.letters & ~o.demand.letters) continue;
        if (!o.demand.met_by((node.letters & o.demand.letters) | subset.letters)) continue;
        scratch_.queue.push_back(at);
        candidates_.prefetch(o, node, o.demand);
      }
    o.end = queued();
    return o.first != o.end;
  }

  // The same without a joker: subsets are queued.
  bool probe_directly(Opened& o) {
    if (o.bound < best_) return false;
    o.first = queued();
    direct_.probe(o, *o.trials, o.worth, best_, [&](std::uint32_t i) { scratch_.queue.push_back(i); });
    o.end = queued();
    return o.first != o.end;
  }

  // Those with a group stay.
  void find_directly(Opened& o) {
    std::uint32_t end = o.first;
    for (std::uint32_t at = o.first; at < o.end; ++at) {
      const std::uint32_t i = scratch_.queue[at];
      const Record* group = direct_.group(o, *o.trials, i);
      if (!group) continue;
      __builtin_prefetch(group);
      scratch_.queue[end++] = i;
    }
    o.end = end;
  }

  void attempt_directly(const Opened& o) {
    if (o.first == o.end) return;
    std::optional<Weights> weights;
    const Fit fits(o);
    for (std::uint32_t at = o.first; at < o.end; ++at) {
      const std::uint32_t i = scratch_.queue[at];
      if (reach(o, rack_.first[o.tiles] + i) < best_) continue;
      each_fit(o, fits, weights, direct_.group(o, *o.trials, i),
               [&](const Record& r) { record(o, r, weights->score(o, rules_, r), 0); });
    }
  }

  // Calls visit(word) for the words of a group that fit, once the slot is weighed.
  template <typename Visit>
  void each_fit(const Opened& o, const Fit& fits, std::optional<Weights>& weights, const Record* group,
                Visit visit) const {
    for (const Record* r = group;; ++r) {
      if (fits(*r)) {
        if (!weights) weights.emplace(o, rules_);
        visit(*r);
      }
      if (r->last()) break;
    }
  }

  std::uint32_t queued() const { return static_cast<std::uint32_t>(scratch_.queue.size()); }

  // The most that a subset can score in the slot.
  int reach(const Opened& o, std::uint32_t subset) const { return o.worth(rack_.subsets[subset]); }

  // Demands what the crossings and the letters of the board leave possible; false if that is too little. It
  // pays with jokers, which fit anywhere until one looks closer.
  bool narrow(Opened& o) const {
    const Domains domains(o, image_);
    if (!domains.agree(o)) return false;
    o.demand.letters = 0;
    int forced = 0, n = 0;
    for (std::uint32_t left = o.open; left; left &= left - 1) {
      const std::uint32_t letters = domains.letters[std::countr_zero(left)];
      if (!(letters & kAnyLetter)) return false;
      forced += !(letters & rack_.mask);
      o.demand.letters |= letters;
      o.demand.squares[n] = letters;
      n += std::popcount(letters) < kFewLetters;
    }
    o.demand.count = n;
    return forced <= rack_.jokers;
  }

  // Third stage: nodes with their hits take the place of the nodes in the queue.
  void list(Opened& o) {
    const std::uint32_t first = queued();
    for (std::uint32_t i = o.first; i < o.end; ++i) {
      const std::uint32_t node = candidates_.listed(o, scratch_.queue[i], o.demand);
      if (node != kNone) scratch_.queue.push_back(node);
    }
    o.first = first;
    o.end = queued();
  }

  // Fourth stage: the hits worth trying take the place of the nodes.
  void find(Opened& o) {
    const std::uint32_t first = queued();
    for (std::uint32_t at = o.first; at < o.end; ++at) {
      const Node& node = candidates_.nodes[scratch_.queue[at]];
      if (reach(o, node.subset) < best_) continue;
      for (std::uint32_t i = node.hits, end = i + node.count; i != end; ++i) {
        Hit& hit = candidates_.hits[i];
        if (!o.demand.met_by(hit.letters)) continue;
        if (!hit.sought) {
          hit.sought = true;
          hit.group = image_.find(hit.key, o.length);
        }
        if (!hit.group) continue;
        __builtin_prefetch(hit.group);
        scratch_.queue.push_back(i);
      }
    }
    o.first = first;
    o.end = queued();
  }

  // Last stage.
  void attempt(const Opened& o) {
    if (o.first == o.end) return;
    std::optional<Weights> weights;
    const Fit fits(o);
    for (std::uint32_t at = o.first; at < o.end; ++at) {
      const Hit& hit = candidates_.hits[scratch_.queue[at]];
      if (reach(o, hit.subset) < best_) continue;
      each_fit(o, fits, weights, hit.group, [&](const Record& r) { place(o, *weights, hit, r); });
    }
  }

  void place(const Opened& o, const Weights& weights, const Hit& hit, const Record& r) {
    const int score = weights.score(o, rules_, r);
    if (score < best_) return;
    const auto worth = [&](int i) { return rules_.values[r.letters[i]] * weights.square[i]; };
    const int c1 = hit.jokers[0], c2 = hit.jokers[1];
    if (c1 == kNoJoker) return record(o, r, score, 0);
    for (std::uint32_t left = o.open; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (r.letters[i] != c1) continue;
      if (c2 == kNoJoker) {
        record(o, r, score - worth(i), 1u << i);
        continue;
      }
      // Two jokers for the same letter are one pair, not two.
      for (std::uint32_t others = c1 == c2 ? left & (left - 1) : o.open; others; others &= others - 1) {
        const int j = std::countr_zero(others);
        if (r.letters[j] == c2) record(o, r, score - worth(i) - worth(j), 1u << i | 1u << j);
      }
    }
  }

  void record(const Opened& o, const Record& r, int score, std::uint32_t jokers) {
    if (score < best_ || !makeable(o, r, jokers)) return;
    if (score > best_) {
      best_ = score;
      out_.clear();
    }
    out_.push_back({static_cast<std::uint32_t>(&r - &image_.record(0)), static_cast<std::uint16_t>(score),
                    static_cast<std::uint16_t>(jokers), o.slot.lane, o.slot.start});
  }

  // Keys only suggest: the letters laid down must be in the rack.
  bool makeable(const Opened& o, const Record& r, std::uint32_t jokers) const {
    std::uint8_t left[kLetters];
    std::memcpy(left, rack_.counts, kLetters);
    for (std::uint32_t q = o.open & ~jokers; q; q &= q - 1)
      if (!left[r.letters[std::countr_zero(q)]]--) return false;
    return true;
  }

  const Image& image_;
  const Rules& rules_;
  TopsScratch& scratch_;
  Candidates& candidates_;
  Direct& direct_;
  const Rack& rack_;
  const Limits& limits_;
  std::vector<Play>& out_;
  int best_ = 0, waiting_ = 0;
  Opened opened_[kBatch];
};

TopsScratch& tops_scratch() {
  thread_local TopsScratch scratch;
  return scratch;
}

}  // namespace

namespace engine {

Moves tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view text,
           const Rules& rules) {
  TopsScratch& scratch = tops_scratch();
  Reading reading(scratch.position, *image, cells, rules);
  read_rack(scratch.rack, text, rules);
  reading.look_up();
  set_limits(scratch.limits, *image, scratch.rack, rules);
  reading.finish();
  Moves found{image, {}, {}};
  Search(*image, rules, scratch, found.plays).run();
  return found;
}

std::vector<int> top_scores(const Image& image, std::string_view cells, const std::vector<std::string>& racks,
                            const Rules& rules) {
  TopsScratch& scratch = tops_scratch();
  read_position(scratch.position, image, cells, rules);
  std::vector<int> scores;
  std::vector<Play> plays;
  for (const std::string& text : racks) {
    read_rack(scratch.rack, text, rules);
    set_limits(scratch.limits, image, scratch.rack, rules);
    plays.clear();
    Search(image, rules, scratch, plays).run();
    scores.push_back(plays.empty() ? 0 : plays.front().score);
  }
  return scores;
}

}  // namespace engine
}  // namespace RACCORD_ENGINE
}  // namespace raccord
