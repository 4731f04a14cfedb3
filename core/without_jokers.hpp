// The search for a rack without jokers. What there is to probe, to find and to try lies in one list for the
// whole batch, so that a stage is one loop: loops of few rounds end by surprise, which costs more.
#pragma once
#include "search.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

// The subsets of a rack in columns, of which eight are read at once.
class Columns {
 public:
  static constexpr std::uint32_t kAtOnce = kPadding;

  void fill(const Rack& rack) {
    const std::uint32_t count = rack.first[kMaxRack + 1];
    if (sums_.size() < count + kAtOnce) {
      for (auto* column : {&sums_, &dearest_, &nexts_}) column->resize(count + kAtOnce);
      letters_.resize(count + kAtOnce);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const Subset& s = rack.subsets[i];
      sums_[i] = static_cast<std::int16_t>(s.sum);
      dearest_[i] = static_cast<std::int16_t>(s.dearest);
      nexts_[i] = static_cast<std::int16_t>(s.next);
      letters_[i] = s.letters;
    }
  }

  int sum(std::uint32_t at) const { return sums_[at]; }

  // Bit i: subset at + i is worth `best`, has a letter for each crossing and, with the one letter of the
  // board inside, may make a word.
  std::uint32_t suiting(std::uint32_t at, const Opened& o, int best, const Limits& limits) const {
    Shorts sums, dearest, nexts;
    load(sums, &sums_[at]);
    load(dearest, &dearest_[at]);
    load(nexts, &nexts_[at]);
    const Shorts worth =
        o.worth.multiplier * sums + o.worth.first * dearest + o.worth.next * nexts + o.worth.base;
    Masks letters, lacking{};
    load(letters, &letters_[at]);
    for (std::uint32_t crossed = o.crossed; crossed; crossed &= crossed - 1) {
      const std::uint32_t cross = o.lane->crosses[o.start + std::countr_zero(crossed)];
      lacking |= reinterpret_cast<Masks>((letters & cross) == 0);
    }
    if (o.length == o.tiles + 1) {
      const std::uint32_t inside = 1u << o.lane->letters[o.start + std::countr_one(o.open)];
      load(letters, &limits.completing[at]);
      lacking |= reinterpret_cast<Masks>((letters & inside) == 0);
    }
    const Shorts enough = worth >= static_cast<std::int16_t>(best);
    return bits(enough & ~__builtin_convertvector(lacking, Shorts));
  }

 private:
  typedef std::int16_t Shorts __attribute__((vector_size(2 * kAtOnce)));
  typedef std::uint32_t Masks __attribute__((vector_size(4 * kAtOnce)));

  // By reference, since machines without AVX do not return such vectors alike.
  template <typename Vector>
  static void load(Vector& to, const void* from) {
    std::memcpy(&to, from, sizeof to);
  }
  static std::uint32_t bits(const Shorts& truths) {
#ifdef __SSE2__
    const __m128i bytes = _mm_packs_epi16(reinterpret_cast<__m128i>(truths), _mm_setzero_si128());
    return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
#else
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < kAtOnce; ++i) bits |= std::uint32_t{truths[i] != 0} << i;
    return bits;
#endif
  }

  std::vector<std::int16_t> sums_, dearest_, nexts_;  // padded, as letters_ is
  std::vector<std::uint32_t> letters_;
};

// A subset of the rack in a slot of the batch.
struct Trial {
  Key key;  // of the word's letters
  std::uint16_t subset, slot;
};

struct FoundGroup {
  const Record* group;
  std::uint16_t subset, slot;
};

// Kept between searches for its memory.
struct LetterScratch {
  Columns columns;
  std::vector<Trial> trials;
  std::vector<FoundGroup> found;
};

class WithoutJokers {
 public:
  WithoutJokers(const Task& task, LetterScratch& scratch, Best& best)
      : task_(task), columns_(scratch.columns), trials_(scratch.trials), found_(scratch.found), best_(best) {
    assert(task.rack.jokers == 0);
    scratch.columns.fill(task.rack);
  }

  int waiting() const { return waiting_; }

  // Stage::opening.
  void open(int name, int bound) {
    assert(stage_ == Stage::opening && waiting_ < kBatch);
    batch_[waiting_] = Opened(task_, name, bound);
    choose(batch_[waiting_], waiting_);
    ++waiting_;
  }

  void finish() {
    stage_ = Stage::probing;
    probe();
    stage_ = Stage::finding;
    find();
    stage_ = Stage::trying;
    attempt();
    stage_ = Stage::opening;
    waiting_ = 0;
    trial_count_ = 0;
  }

 private:
  // Lists the subsets that may do in a slot.
  void choose(const Opened& o, int slot) {
    const std::uint32_t first = task_.rack.first[o.tiles], end = task_.rack.first[o.tiles + 1];
    if (trials_.size() < trial_count_ + (end - first)) trials_.resize(2 * (trial_count_ + end - first));
    Trial* list = trials_.data() + trial_count_;
    // Dearer ones come first.
    for (std::uint32_t at = first; at < end && o.worth.most(columns_.sum(at)) >= best_.score();
         at += Columns::kAtOnce) {
      std::uint32_t bits = columns_.suiting(at, o, best_.score(), task_.limits);
      if (end - at < Columns::kAtOnce) bits &= (1u << (end - at)) - 1;
      for (; bits; bits &= bits - 1) {
        const std::uint32_t i = at + static_cast<std::uint32_t>(std::countr_zero(bits));
        *list++ = {o.slot.key + task_.rack.subsets[i].key, static_cast<std::uint16_t>(i),
                   static_cast<std::uint16_t>(slot)};
      }
    }
    trial_count_ = static_cast<std::size_t>(list - trials_.data());
  }

  // Keeps the trials that may make a group.
  void probe() {
    assert(stage_ == Stage::probing);
    Filter filters[kBatch];
    for (int i = 0; i < waiting_; ++i) filters[i] = task_.image.groups(batch_[i].length);
    Trial* const trials = trials_.data();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < trial_count_; ++i) {
      const Trial trial = trials[i];
      trials[kept] = trial;
      kept += filters[trial.slot].passes(trial.key);
    }
    trial_count_ = kept;
    for (std::size_t i = 0; i < kept; ++i) task_.image.prefetch(trials[i].key, batch_[trials[i].slot].length);
  }

  void find() {
    assert(stage_ == Stage::finding);
    if (found_.size() < trial_count_) found_.resize(2 * trial_count_);
    found_count_ = 0;
    for (std::size_t i = 0; i < trial_count_; ++i) {
      const Trial& trial = trials_[i];
      const Record* group = task_.image.find(trial.key, batch_[trial.slot].length);
      __builtin_prefetch(group);
      found_[found_count_] = {group, trial.subset, trial.slot};
      found_count_ += group != nullptr;
    }
  }

  void attempt() {
    assert(stage_ == Stage::trying);
    for (std::size_t at = 0; at < found_count_;) {
      const Opened& o = batch_[found_[at].slot];
      Fitting fitting(o, task_.rules);
      const std::uint16_t slot = found_[at].slot;
      for (; at < found_count_ && found_[at].slot == slot; ++at) {
        const int most = o.worth(task_.rack.subsets[found_[at].subset]);
        if (most < best_.score()) continue;
        fitting.each(found_[at].group, [&](const Record& r, int score, const Weights&) {
          assert(score <= most);
          best_.offer(o, r, score, 0);
        });
      }
    }
  }

  const Task& task_;
  const Columns& columns_;
  std::vector<Trial>& trials_;
  std::vector<FoundGroup>& found_;
  Best& best_;
  std::size_t trial_count_ = 0, found_count_ = 0;
  Stage stage_ = Stage::opening;
  int waiting_ = 0;
  Opened batch_[kBatch];
};

}  // namespace RACCORD_ENGINE
}  // namespace raccord
