// Groups of anagrams that letters of the board, subsets of a rack and its jokers may make. They are found
// step by step, only as far as the search needs them, and remembered for the slots with the same letters.
#pragma once
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "remembered.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

constexpr std::uint32_t kNone = ~0u;

// A group that may exist.
struct Hit {
  Key key;
  const Record* group;    // null if there is none
  std::uint32_t letters;  // it has beside those of the board
  std::uint16_t subset;
  std::uint8_t jokers[2];  // letters that jokers stand for
  bool sought;
};

// A subset of the rack, with jokers or not, whose hits are listed once it is worth it.
struct Node {
  std::uint32_t next, hits;
  std::uint32_t letters;  // that jokers may stand for
  std::uint16_t count, subset;
  bool listed;
};

// The subsets that may make words with some letters of the board, by number of tiles.
struct Memo {
  Key key;
  std::uint32_t tiles;
  bool dead;  // nothing passed and nothing is left to probe
  struct Part {
    std::uint32_t next;        // next subset to probe
    std::uint32_t head, tail;  // nodes of those that passed
  } parts[kMaxJokers + 1];     // by jokers used
};

// What a slot asks of a subset and its jokers: for each square a letter it may take.
struct Demand {
  std::uint32_t letters;         // that may be laid down at all
  std::uint32_t squares[kSide];  // letters that each square may take
  int count;                     // of squares

  bool met_by(std::uint32_t given) const {
    for (int i = 0; i < count; ++i)
      if (!(squares[i] & given)) return false;
    return true;
  }
  // Lists the squares that the letters leave without any; how many.
  int unmet(std::uint32_t given, std::uint32_t* left) const {
    int n = 0;
    for (int i = 0; i < count; ++i) {
      left[n] = squares[i];
      n += !(squares[i] & given);
    }
    return n;
  }
};

class Candidates {
 public:
  std::vector<Node> nodes;
  std::vector<Hit> hits;

  void start(const Image& image, const Rules& rules, const Rack& rack, const Limits& limits) {
    image_ = &image;
    rules_ = &rules;
    rack_ = &rack;
    limits_ = &limits;
    forget();
  }
  bool is_full() const { return memos_.is_full(); }
  void forget() {
    hit_count_ = 0;
    nodes.clear();
    memos_.forget();
  }

  Memo& memo(const Frame& frame) {
    return memos_.of(frame, [&](Memo& m) { open(m, frame); });
  }

  int most_jokers(const Frame& frame) const { return std::min(rack_->jokers, frame.tiles); }

  // Asks for what the first probes with jokers will read.
  void prefetch(const Frame& frame, const Memo& memo) const {
    for (int jokers = 1; jokers <= most_jokers(frame); ++jokers) {
      const std::uint32_t from = memo.parts[jokers].next;
      const std::uint32_t end = std::min(from + kEager, rack_->first[frame.tiles - jokers + 1]);
      const Completions table = completions(frame.length, jokers);
      for (std::uint32_t i = from; i < end; ++i) table.prefetch(frame.slot.key + rack_->subsets[i].key);
    }
  }

  // Probes the subsets that can still reach `best`. False if nothing passed, now or before.
  bool probe(const Frame& frame, Memo& memo, const Worth& worth, int best) {
    bool any = false, left = false;
    for (int jokers = 0; jokers <= most_jokers(frame); ++jokers) {
      Memo::Part& part = memo.parts[jokers];
      if (part.next < rack_->first[frame.tiles - jokers + 1]) left |= sift(frame, part, jokers, worth, best);
      any |= part.head != kNone;
    }
    memo.dead = !any && !left;
    return any;
  }

  // Asks for what listing the hits of a node will read.
  void prefetch(const Frame& frame, const Node& node, const Demand& demand) const {
    if (node.listed || frame.tiles - rack_->subsets[node.subset].size != 2) return;
    const Completions by_one = image_->by_one(frame.length);
    const Key key = frame.slot.key + rack_->subsets[node.subset].key;
    std::uint32_t unmet[kSide], letters = node.letters & demand.letters;
    if (demand.unmet(rack_->subsets[node.subset].letters, unmet)) letters &= unmet[0];
    for (; letters; letters &= letters - 1) by_one.prefetch(key + kLetterKeys[std::countr_zero(letters)]);
  }

  // The node with its hits, or one made for this slot with those that meet its demand; kNone if none can.
  std::uint32_t listed(const Frame& frame, std::uint32_t at, const Demand& demand) {
    assert(at < nodes.size());
    Node& node = nodes[at];
    const Subset& subset = rack_->subsets[node.subset];
    std::uint32_t unmet[kSide];
    const int count = demand.unmet(subset.letters, unmet), jokers = frame.tiles - subset.size;
    if (node.listed) return node.count ? at : kNone;
    if (count && !jokers) return kNone;
    Node made = node;
    if (count) made.letters &= demand.letters;
    made.listed = true;
    made.hits = hit_count_;
    make_room();
    const Key key = frame.slot.key + subset.key;
    if (jokers == 0) note_group(frame, key, node.subset);
    if (jokers == 1)
      complete(frame, key, common(made.letters, unmet, count), kNoJoker, subset.letters, node.subset);
    if (jokers == 2) complete_twice(frame, key, made, unmet, count);
    made.count = static_cast<std::uint16_t>(hit_count_ - made.hits);
    if (!count) {
      node = made;
      return made.count ? at : kNone;
    }
    if (!made.count) return kNone;
    nodes.push_back(made);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }

 private:
  static constexpr std::uint32_t kEager = 6;  // subsets asked for ahead: 2 % less time with two jokers

  Completions completions(int length, int jokers) const {
    return jokers == 2 ? image_->by_two(length) : image_->by_one(length);
  }

  void open(Memo& m, const Frame& frame) const {
    m.dead = false;
    for (int j = 0; j <= most_jokers(frame); ++j) m.parts[j] = {rack_->first[frame.tiles - j], kNone, kNone};
  }

  // Probes sixty-four at a time. True if some are left.
  bool sift(const Frame& frame, Memo::Part& part, int jokers, const Worth& worth, int best) {
    const std::uint32_t end = rack_->first[frame.tiles - jokers + 1];
    const Filter filter = image_->groups(frame.length);
    const std::uint32_t only =
        1u << frame.lane->letters[frame.start + std::countr_one(frame.open)];  // if one
    const Completions table = completions(frame.length, jokers);
    const Key key = frame.slot.key;
    const auto reaches = [&](const Subset& s) { return worth.most(s.sum) >= best; };
    while (part.next < end) {
      const Subset* subsets = rack_->subsets.data() + part.next;
      const std::uint32_t most = std::min(end - part.next, 64u);
      const std::uint32_t* completing = limits_->completing.data() + part.next;
      std::uint32_t n = 0, letters[64];
      std::uint64_t passed = 0;
      if (jokers == 0 && frame.length == frame.tiles + 1)
        for (; n < most && reaches(subsets[n]); ++n)
          passed |= std::uint64_t{(completing[n] & only) != 0} << n;
      else if (jokers == 0)
        for (; n < most && reaches(subsets[n]); ++n)
          passed |= std::uint64_t{filter.passes(key + subsets[n].key)} << n;
      else
        for (; n < most && reaches(subsets[n]); ++n) {
          // A joker for a letter that the rack still has would be worth less than the letter.
          letters[n] = table(key + subsets[n].key) & (~subsets[n].spare | rules_->worthless);
          passed |= std::uint64_t{letters[n] != 0} << n;
        }
      for (; passed; passed &= passed - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(passed));
        append(part, jokers ? letters[i] : 0, static_cast<std::uint16_t>(part.next + i));
      }
      part.next += n;
      if (n < most) return true;
    }
    return false;
  }

  void append(Memo::Part& part, std::uint32_t letters, std::uint16_t subset) {
    const auto at = static_cast<std::uint32_t>(nodes.size());
    (part.tail == kNone ? part.head : nodes[part.tail].next) = at;
    part.tail = at;
    nodes.push_back({kNone, 0, letters, 0, subset, false});
  }

  void make_room() {
    constexpr std::uint32_t pairs = kLetters * kLetters;
    if (hits.size() < hit_count_ + pairs) hits.resize(2 * hits.size() + 2 * pairs);
  }

  static std::uint32_t common(std::uint32_t letters, const std::uint32_t* masks, int count) {
    for (int i = 0; i < count; ++i) letters &= masks[i];
    return letters;
  }

  void note_group(const Frame& frame, Key key, std::uint16_t subset) {
    if (!image_->groups(frame.length).passes(key)) return;
    image_->prefetch(key, frame.length);
    hits[hit_count_++] = {key, nullptr, rack_->subsets[subset].letters, subset, {kNoJoker, kNoJoker}, false};
  }

  // Each of two letters must do with the other. A square left without a letter takes one of them: the first
  // such square the first, so that few are looked up.
  void complete_twice(const Frame& frame, Key key, const Node& node, const std::uint32_t* unmet, int count) {
    const Completions by_one = image_->by_one(frame.length);
    const std::uint32_t own = rack_->subsets[node.subset].letters;
    const std::uint32_t firsts = count ? node.letters & unmet[0] : node.letters;
    // All are looked up before any is used: which of them lead on is hard to foresee.
    std::uint32_t seconds[kLetters];
    int n = 0;
    for (std::uint32_t left = firsts; left; left &= left - 1) {
      const int b = std::countr_zero(left);
      std::uint32_t others = node.letters & ~(firsts & ((1u << b) - 1));  // a pair once
      for (int i = 1; i < count; ++i) others &= unmet[i] >> b & 1 ? ~0u : unmet[i];
      seconds[n++] = by_one(key + kLetterKeys[b]) & others;
    }
    n = 0;
    for (std::uint32_t left = firsts; left; left &= left - 1) {
      const int b = std::countr_zero(left);
      complete(frame, key + kLetterKeys[b], seconds[n++], static_cast<std::uint8_t>(b), own | 1u << b,
               node.subset);
    }
  }

  // Notes the groups that exist of the key and one of the letters, without branching on it.
  void complete(const Frame& frame, Key key, std::uint32_t letters, std::uint8_t other, std::uint32_t own,
                std::uint16_t subset) {
    const Filter filter = image_->groups(frame.length);
    Hit* list = hits.data();
    std::uint32_t count = hit_count_;
    for (; letters; letters &= letters - 1) {
      const int c = std::countr_zero(letters);
      const Key whole = key + kLetterKeys[c];
      list[count] = {whole, nullptr, own | 1u << c, subset, {static_cast<std::uint8_t>(c), other}, false};
      count += filter.passes(whole);
    }
    for (std::uint32_t i = hit_count_; i < count; ++i) image_->prefetch(list[i].key, frame.length);
    hit_count_ = count;
  }

  const Image* image_ = nullptr;
  const Rules* rules_ = nullptr;
  const Rack* rack_ = nullptr;
  const Limits* limits_ = nullptr;
  std::uint32_t hit_count_ = 0;
  Remembered<Memo, 700> memos_;
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
