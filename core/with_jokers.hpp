// The search for a rack with jokers.
#pragma once
#include "candidates.hpp"
#include "search.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

// Kept between searches for its memory.
struct JokerScratch {
  Candidates candidates;
  std::vector<std::uint32_t> queue;
};

class WithJokers {
 public:
  WithJokers(const Task& task, JokerScratch& scratch, Best& best)
      : task_(task), candidates_(scratch.candidates), queue_(scratch.queue), best_(best) {
    assert(task.rack.jokers >= 1 && task.rack.jokers <= kMaxJokers);
    candidates_.start(task.image, task.rules, task.rack, task.limits);
    queue_.clear();
  }

  int waiting() const { return waiting_; }

  // Stage::opening. A hopeless slot does not join the batch.
  void open(int name, int bound) {
    if (candidates_.is_full()) forget();
    assert(stage_ == Stage::opening && waiting_ < kBatch);
    Joined& o = batch_[waiting_];
    static_cast<Opened&>(o) = Opened(task_, name, bound);
    o.memo = &candidates_.memo(o);
    if (o.memo->dead) return;
    candidates_.prefetch(o, *o.memo);
    ++waiting_;
  }

  void finish() {
    Joined* kept[kBatch];
    int n = 0;
    stage_ = Stage::probing;
    for (int i = 0; i < waiting_; ++i)
      if (probe(batch_[i])) kept[n++] = &batch_[i];
    stage_ = Stage::listing;
    for (int i = 0; i < n; ++i) list(*kept[i]);
    stage_ = Stage::finding;
    for (int i = 0; i < n; ++i) find(*kept[i]);
    stage_ = Stage::trying;
    for (int i = 0; i < n; ++i) attempt(*kept[i]);
    stage_ = Stage::opening;
    waiting_ = 0;
  }

 private:
  struct Joined : Opened {
    Memo* memo;
    Demand demand;
    std::uint32_t first, end;  // in the queue: nodes to look into; once they are listed, hits to try
  };

  void forget() {
    finish();
    candidates_.forget();
    queue_.clear();
  }

  std::uint32_t queued() const { return static_cast<std::uint32_t>(queue_.size()); }

  // Queues the nodes worth looking into; false if there is none.
  bool probe(Joined& o) {
    assert(stage_ == Stage::probing);
    if (o.bound < best_.score() || o.memo->dead || !narrow(o)) return false;
    if (!candidates_.probe(o, *o.memo, o.worth, best_.score())) return false;
    o.first = queued();
    for (int jokers = 0; jokers <= candidates_.most_jokers(o); ++jokers)
      for (std::uint32_t at = o.memo->parts[jokers].head; at != kNone; at = candidates_.nodes[at].next) {
        const Node& node = candidates_.nodes[at];
        const Subset& subset = task_.rack.subsets[node.subset];
        if (o.worth(subset) < best_.score() || subset.letters & ~o.demand.letters) continue;
        if (!o.demand.met_by((node.letters & o.demand.letters) | subset.letters)) continue;
        queue_.push_back(at);
        candidates_.prefetch(o, node, o.demand);
      }
    o.end = queued();
    return o.first != o.end;
  }

  // Demands what the crossings and the letters of the board leave possible; false if that is too little. It
  // pays with jokers, which fit anywhere until one looks closer.
  bool narrow(Joined& o) const {
    const Domains domains(o, task_.image);
    if (!domains.agree(o)) return false;
    o.demand.letters = 0;
    int forced = 0;
    o.demand.count = 0;
    for (std::uint32_t left = o.open; left; left &= left - 1) {
      const std::uint32_t letters = domains.letters[std::countr_zero(left)];
      if (!(letters & kAnyLetter)) return false;
      forced += !(letters & task_.rack.mask);
      o.demand.letters |= letters;
      o.demand.squares[o.demand.count++] = letters;
    }
    return forced <= task_.rack.jokers;
  }

  // Queues the nodes again, with their hits.
  void list(Joined& o) {
    assert(stage_ == Stage::listing);
    const std::uint32_t first = queued();
    for (std::uint32_t i = o.first; i < o.end; ++i) {
      const std::uint32_t node = candidates_.listed(o, queue_[i], o.demand);
      if (node != kNone) queue_.push_back(node);
    }
    o.first = first;
    o.end = queued();
  }

  // Queues the hits worth trying.
  void find(Joined& o) {
    assert(stage_ == Stage::finding);
    const std::uint32_t first = queued();
    for (std::uint32_t at = o.first; at < o.end; ++at) {
      const Node& node = candidates_.nodes[queue_[at]];
      if (reach(o, node.subset) < best_.score()) continue;
      for (std::uint32_t i = node.hits, end = i + node.count; i != end; ++i) {
        Hit& hit = candidates_.hits[i];
        if (!o.demand.met_by(hit.letters)) continue;
        if (!hit.sought) {
          hit.sought = true;
          hit.group = task_.image.find(hit.key, o.length);
        }
        if (!hit.group) continue;
        __builtin_prefetch(hit.group);
        queue_.push_back(i);
      }
    }
    o.first = first;
    o.end = queued();
  }

  void attempt(const Joined& o) {
    assert(stage_ == Stage::trying);
    if (o.first == o.end) return;
    Fitting fitting(o, task_.rules);
    for (std::uint32_t at = o.first; at < o.end; ++at) {
      const Hit& hit = candidates_.hits[queue_[at]];
      if (reach(o, hit.subset) < best_.score()) continue;
      fitting.each(hit.group, [&](const Record& r, int score, const Weights& weights) {
        if (score >= best_.score()) place(o, weights, hit, r, score);
      });
    }
  }

  // The most that a subset can score in the slot.
  int reach(const Opened& o, std::uint32_t subset) const { return o.worth(task_.rack.subsets[subset]); }

  // Every way to lay the jokers.
  void place(const Opened& o, const Weights& weights, const Hit& hit, const Record& r, int score) {
    const auto worth = [&](int i) { return task_.rules.values[r.letters[i]] * weights.square[i]; };
    const int c1 = hit.jokers[0], c2 = hit.jokers[1];
    if (c1 == kNoJoker) return best_.offer(o, r, score, 0);
    for (std::uint32_t left = o.open; left; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (r.letters[i] != c1) continue;
      if (c2 == kNoJoker) {
        best_.offer(o, r, score - worth(i), 1u << i);
        continue;
      }
      // Two jokers for the same letter are one pair, not two.
      for (std::uint32_t others = c1 == c2 ? left & (left - 1) : o.open; others; others &= others - 1) {
        const int j = std::countr_zero(others);
        if (r.letters[j] == c2) best_.offer(o, r, score - worth(i) - worth(j), 1u << i | 1u << j);
      }
    }
  }

  const Task& task_;
  Candidates& candidates_;
  std::vector<std::uint32_t>& queue_;
  Best& best_;
  Stage stage_ = Stage::opening;
  int waiting_ = 0;
  Joined batch_[kBatch];
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
