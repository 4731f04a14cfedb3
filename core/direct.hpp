// Groups of anagrams that letters of the board and subsets of a rack without joker make. Of the subsets of
// one size, bit i of a set is the i-th, dearest first.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "remembered.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

// What is known of the subsets that may join some letters of the board.
struct Trials {
  Key key;
  std::uint32_t tiles, sets, groups;  // where they lie in Direct
};

class Direct {
 public:
  void start(const Image& image, const Rack& rack, const Limits& limits) {
    image_ = &image;
    rack_ = &rack;
    limits_ = &limits;
    forget();
    const std::uint32_t count = rack.first[kMaxRack + 1];
    if (sums_.size() < count + kAtOnce)
      for (auto* column : {&sums_, &dearest_, &nexts_}) column->resize(count + kAtOnce);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Subset& s = rack.subsets[i];
      sums_[i] = static_cast<std::int16_t>(s.sum);
      dearest_[i] = static_cast<std::int16_t>(s.dearest);
      nexts_[i] = static_cast<std::int16_t>(s.next);
    }
  }
  bool is_full() const { return trials_.is_full() || set_count_ > kMostSets || group_count_ > kMostGroups; }
  void forget() {
    trials_.forget();
    set_count_ = group_count_ = 0;
  }

  Trials& trials(const Frame& frame) {
    return trials_.of(frame, [this](Trials& t) { open(t); });
  }

  // Calls visit(i) for each subset that is worth `best`, has a letter for each crossing and may make a group.
  template <typename Visit>
  void probe(const Frame& frame, const Trials& t, const Worth& worth, int best, Visit visit) {
    const std::uint32_t first = rack_->first[frame.tiles], count = size(t);
    for (std::uint32_t from = 0; from < count; from += 64) {
      if (worth.most(sums_[first + from]) < best) break;
      const std::uint64_t reaching = worth_it(first + from, std::min(count - from, 64u), worth, best);
      const std::uint64_t wanted = suiting(frame, reaching, first + from);
      Sets& sets = sets_[t.sets + from / 64];
      sets.passed |= passing(frame, wanted & ~sets.probed, first + from);
      sets.probed |= wanted;
      for (std::uint64_t left = wanted & sets.passed; left; left &= left - 1) {
        const std::uint32_t i = from + static_cast<std::uint32_t>(std::countr_zero(left));
        image_->prefetch(t.key + rack_->subsets[first + i].key, frame.length);
        visit(i);
      }
    }
  }

  // The group of a subset, or null.
  const Record* group(const Frame& frame, const Trials& t, std::uint32_t i) {
    Sets& sets = sets_[t.sets + i / 64];
    const std::uint64_t bit = 1ull << (i % 64);
    const Record*& group = groups_[t.groups + i];
    if (!(sets.sought & bit))
      group = image_->find(t.key + rack_->subsets[rack_->first[t.tiles] + i].key, frame.length);
    sets.sought |= bit;
    return group;
  }

 private:
  static constexpr std::uint32_t kAtOnce = 8;
  static constexpr std::uint32_t kMostSets = 1 << 10, kMostGroups = 1 << 13;
  static constexpr std::uint32_t kMostOfASize = 6435;  // seven letters out of fifteen

  struct Sets {
    std::uint64_t probed, passed, sought;
  };

  std::uint32_t size(const Trials& t) const { return rack_->first[t.tiles + 1] - rack_->first[t.tiles]; }

  void open(Trials& t) {
    t.sets = set_count_;
    t.groups = group_count_;
    for (std::uint32_t i = 0; i < size(t); i += 64) sets_[set_count_++] = {};
    group_count_ += size(t);
  }

  // Which of up to 64 subsets are worth `best`. Dearer ones come first.
  std::uint64_t worth_it(std::uint32_t first, std::uint32_t count, const Worth& worth, int best) const {
    std::uint64_t bits = 0;
    for (std::uint32_t from = 0; from < count; from += kAtOnce) {
      if (worth.most(sums_[first + from]) < best) break;
      bits |= std::uint64_t{eight_worth_it(first + from, worth, best)} << from;
    }
    return bits & (~0ull >> (64 - count));
  }

  std::uint32_t eight_worth_it(std::uint32_t at, const Worth& worth, int best) const {
#ifdef __SSE2__
    const auto weighted = [at](std::int16_t weight, const std::vector<std::int16_t>& column) {
      const auto* values = reinterpret_cast<const __m128i*>(column.data() + at);
      return _mm_mullo_epi16(_mm_set1_epi16(weight), _mm_loadu_si128(values));
    };
    const __m128i dearest = _mm_add_epi16(weighted(worth.first, dearest_), weighted(worth.next, nexts_));
    const __m128i sum = _mm_add_epi16(_mm_set1_epi16(worth.base), weighted(worth.multiplier, sums_));
    const __m128i enough =
        _mm_cmpgt_epi16(_mm_add_epi16(sum, dearest), _mm_set1_epi16(static_cast<short>(best - 1)));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(enough, _mm_setzero_si128())));
#else
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < kAtOnce; ++i) {
      const int dearest = worth.first * dearest_[at + i] + worth.next * nexts_[at + i];
      bits |= std::uint32_t{worth.base + dearest + worth.multiplier * sums_[at + i] >= best} << i;
    }
    return bits;
#endif
  }

  // Those that have a letter for each crossing.
  std::uint64_t suiting(const Frame& frame, std::uint64_t wanted, std::uint32_t first) const {
    for (std::uint32_t crossed = frame.crossed; crossed; crossed &= crossed - 1) {
      const std::uint32_t letters = frame.lane->crosses[frame.start + std::countr_zero(crossed)];
      for (std::uint64_t left = wanted; left; left &= left - 1) {
        const int i = std::countr_zero(left);
        const bool lacks = !(rack_->subsets[first + static_cast<std::uint32_t>(i)].letters & letters);
        wanted &= ~(std::uint64_t{lacks} << i);
      }
    }
    return wanted;
  }

  // Those that may make a group.
  std::uint64_t passing(const Frame& frame, std::uint64_t wanted, std::uint32_t first) const {
    const Filter filter = image_->groups(frame.length);
    const bool alone = frame.length == frame.tiles + 1;  // the letter of the board: its completions are known
    const std::uint32_t letter = 1u << frame.lane->letters[frame.start + std::countr_one(frame.open)];
    std::uint64_t passed = 0;
    for (; wanted; wanted &= wanted - 1) {
      const int i = std::countr_zero(wanted);
      const std::uint32_t at = first + static_cast<std::uint32_t>(i);
      const bool passes = alone ? (limits_->completing[at] & letter) != 0
                                : filter.passes(frame.slot.key + rack_->subsets[at].key);
      passed |= std::uint64_t{passes} << i;
    }
    return passed;
  }

  const Image* image_ = nullptr;
  const Rack* rack_ = nullptr;
  const Limits* limits_ = nullptr;
  std::vector<std::int16_t> sums_, dearest_, nexts_;  // of the subsets; padded
  std::vector<Sets> sets_ = std::vector<Sets>(kMostSets + kMostOfASize / 64 + 1);
  std::vector<const Record*> groups_ = std::vector<const Record*>(kMostGroups + kMostOfASize);
  std::uint32_t set_count_ = 0, group_count_ = 0;
  Remembered<Trials> trials_;
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
