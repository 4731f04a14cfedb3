// What the searches with and without jokers share: the position they search, the slots they open, the plays
// they keep, and the order of it all.
#pragma once
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <vector>

#include "agenda.hpp"
#include "frame.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr int kBeyond = 32767;  // more than any score
// Sixteen at once took 1 % more: the first of them raise the score that the others must reach. Fewer at
// first, since every subset is probed while there is no score to beat.
constexpr int kBatch = 8, kFirstBatch = 3;

// Slots are opened by batches, and a batch goes through stages, so that memory answers one slot while others
// are worked on.
enum class Stage : std::uint8_t {
  opening,  // slots are weighed, and the subsets of the rack that are worth trying in them chosen
  probing,  // which of those may make a word
  listing,  // with jokers only: the letters they may stand for
  finding,  // the groups of anagrams
  trying,   // their words, one by one
};

// What is searched.
struct Task {
  const Image& image;
  const Rules& rules;
  const Position& position;
  const Rack& rack;
  const Limits& limits;
  const Slots& slots;
};

struct Opened : Frame {
  Worth worth;
  int bound;

  Opened() = default;
  Opened(const Task& task, int name, int most)
      : Frame(task.slots.slot(task.position, name), task.position), bound(most) {
    assert(bound == task.slots.bound(name));
    const Rules& rules = task.rules;
    const int multiplier = task.slots.multiplier(name);
    const int doubles = std::popcount(rules.doubles[slot.lane] & open << start);
    const int triples = std::popcount(rules.triples[slot.lane] & open << start);
    const int first = (doubles > 0) + rules.triple_weight * (triples > 0);
    const int others = doubles + rules.triple_weight * triples - first;
    const int highest = bound - multiplier * task.limits(length - tiles, tiles);
    worth = Worth(task.rack, highest, multiplier, first, others);
  }
};

// Which plays are kept: all that are tied for the best score, or each that is better than those before.
enum class Keep : std::uint8_t { ties, one };

// The best plays so far.
class Best {
 public:
  // `least`: what a play must reach from the beginning.
  Best(const Task& task, std::vector<Play>& out, Keep keep, int least)
      : task_(task), out_(out), keep_(keep), score_(least) {}

  // What a play must reach: the best score so far, or where one play is enough a better one.
  int score() const { return score_; }

  void offer(const Opened& o, const Record& r, int score, std::uint32_t jokers) {
    if (score < score_ || !is_makeable(o, r, jokers)) return;
    assert(score <= o.bound);
    if (keep_ == Keep::one) {
      score_ = score + 1;
    } else if (score > score_) {
      score_ = score;
      out_.clear();
    }
    out_.push_back({task_.image.index(r), static_cast<std::uint16_t>(score),
                    static_cast<std::uint16_t>(jokers), o.slot.lane, o.slot.start});
  }

 private:
  // Keys only suggest: the letters laid down must be in the rack.
  bool is_makeable(const Opened& o, const Record& r, std::uint32_t jokers) const {
    std::uint8_t left[kLetters];
    std::memcpy(left, task_.rack.counts, kLetters);
    for (std::uint32_t q = o.open & ~jokers; q; q &= q - 1)
      if (!left[r.letters[std::countr_zero(q)]]--) return false;
    return true;
  }

  const Task& task_;
  std::vector<Play>& out_;
  Keep keep_;
  int score_;
};

// Words tried in one slot, whose squares are weighed only once a word fits.
class Fitting {
 public:
  Fitting(const Opened& opened, const Rules& rules) : opened_(opened), rules_(rules), fits_(opened) {}

  // Calls visit(word, score, weights) for the words of the group that fit; the score is that without a joker.
  template <typename Visit>
  void each(const Record* group, Visit visit) {
    for (const Record* r = group;; ++r) {
      if (fits_(*r)) {
        if (!weighed_) weights_ = Weights(opened_, rules_);
        weighed_ = true;
        visit(*r, weights_.score(opened_, rules_, *r), weights_);
      }
      if (r->last()) return;
    }
  }

 private:
  const Opened& opened_;
  const Rules& rules_;
  Fit fits_;
  bool weighed_ = false;
  Weights weights_;
};

// Opens the slots best first until none can reach the best score. A Method takes batches of them through its
// stages: `open` adds one to the batch, `finish` takes the batch through the rest, `waiting` is its size.
template <typename Method>
class Search {
 public:
  Search(const Task& task, Agenda& agenda, Method& method, const Best& best)
      : slots_(task.slots), agenda_(agenda), method_(method), best_(best) {}

  void run() {
    if (slots_.highest() < 0) return;
    // In stretches, so that few slots are listed in vain: those that need a bonus, then the others. Most tops
    // lie above 7/16 of what is possible without a bonus: 0 or 9/16 take 2 to 3 % more time, 5/16 1 %.
    const int plain = slots_.highest_plain() + 1, low = plain * 7 / 16;
    wave(plain, kBeyond);
    if (best_.score() < plain) wave(std::max(best_.score(), low), plain);
    if (best_.score() < low) wave(best_.score(), low);
  }

 private:
  void wave(int low, int high) {
    for (const Item& item : agenda_.between(slots_, low, high)) {
      if (item.bound < best_.score() && !Agenda::is_out_of_order(item.bound)) break;
      method_.open(item.name, item.bound);
      if (method_.waiting() >= (best_.score() ? kBatch : kFirstBatch)) method_.finish();
    }
    method_.finish();
  }

  const Slots& slots_;
  Agenda& agenda_;
  Method& method_;
  const Best& best_;
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
