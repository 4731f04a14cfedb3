// A race of tied moves: all meet the same draws, and one that is clearly behind the best meets no more.
#include "opening.hpp"

#include <algorithm>
#include <stdexcept>

#include "luck.hpp"
#include "solver.hpp"

namespace raccord {
namespace {

constexpr std::size_t kGoingOn = 6;  // moves that meet more draws than one
constexpr int kLeast = 2;            // draws after which a move may leave
constexpr int kWeight = 6;           // draws that what a move promises is worth
constexpr int kMargin = 250;         // hundredths of a point a draw that may be lost
constexpr int kClear = 4;            // behind: the square of the sum of differences, in sums of their squares
constexpr int kUsual = 50;           // the largest bonus, where there is no larger one
constexpr int kUnknown = -1;

void check(const After& move, int samples) {
  if (move.needed < 0 || static_cast<std::size_t>(move.needed) > move.bag.size() || samples < 0)
    throw std::invalid_argument("opening: the bag does not hold so many tiles");
}

bool draw_alike(const After& a, const After& b) {
  return a.needed == b.needed && a.bag == b.bag &&
         std::is_permutation(a.kept.begin(), a.kept.end(), b.kept.begin(), b.kept.end());
}

// Handfuls of a bag, which is filled again where it holds less than one.
class Handfuls {
 public:
  Handfuls(std::string_view key, std::string_view label, const std::string& bag, int size)
      : bag_(bag), size_(std::min(size, static_cast<int>(bag.size()))), luck_(key, label) {}

  const std::string& bag() const { return bag_; }
  std::string_view tiles(int count) const {
    return std::string_view(handful_).substr(0, static_cast<std::size_t>(count));
  }
  void next() {
    if (row_.size() < static_cast<std::size_t>(size_)) row_ = bag_;
    handful_.clear();
    luck_.draw(row_, size_, handful_);
  }

 private:
  std::string bag_, row_, handful_;
  int size_;
  Luck luck_;
};

// Moves that keep the same letters, and so meet the same racks.
struct Group {
  std::size_t first, end;  // boards
  std::size_t bag;
  Chances chances;
};

// A move of the race. By draw: what its top counts, the rack, and the top where it is known exactly.
struct Runner {
  bool is_running = true;
  std::size_t group = 0;
  std::int64_t sum = 0, promise = 0;  // the latter in hundredths
  std::vector<int> counted;
  std::vector<std::string> racks;
  std::vector<int> exact;
};

// How far a move is behind another, in hundredths, over the draws that both met and what they promise.
struct Behind {
  std::int64_t sum, squares, draws;
};

class Race final : public Inquiry {
 public:
  Race(const Image& image, std::string_view key, std::string_view label, const std::vector<After>& moves,
       int samples, const Rules& rules)
      : census_(image.census()),
        rules_(rules),
        moves_(moves),
        samples_(samples),
        weight_(samples < kLeast || moves.size() < 2 ? 0 : kWeight),
        bonus_(std::max(kUsual, *std::max_element(rules.bonuses.begin(), rules.bonuses.end()))),
        runners_(moves.size()) {
    int most = 0;
    for (const After& move : moves) most = std::max(most, move.needed);
    std::vector<bool> listed(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (listed[i]) continue;
      const std::size_t first = order_.size();
      for (std::size_t j = i; j < moves.size(); ++j)
        if (!listed[j] && draw_alike(moves[i], moves[j])) {
          listed[j] = true;
          runners_[j].group = groups_.size();
          order_.push_back(j);
        }
      const auto bag = std::find_if(bags_.begin(), bags_.end(),
                                    [&](const Handfuls& h) { return h.bag() == moves[i].bag; });
      groups_.push_back({first, order_.size(), static_cast<std::size_t>(bag - bags_.begin()),
                         chances_of(census_, moves[i].kept, moves[i].bag, moves[i].needed, rules)});
      if (bag == bags_.end()) bags_.emplace_back(key, label, moves[i].bag, most);
    }
    group_ = groups_.size();
  }

  std::vector<std::string_view> boards() const {
    std::vector<std::string_view> boards;
    for (const std::size_t move : order_) boards.push_back(moves_[move].cells);
    return boards;
  }

  const Chances* chances(std::size_t board) const override {
    return weight_ ? &groups_[runners_[order_[board]].group].chances : nullptr;
  }

  void expect(std::size_t board, double top) override {
    const After& move = moves_[order_[board]];
    runners_[order_[board]].promise = promise_of(top, census_, move.kept, move.bag, move.needed, rules_);
  }

  bool ask(Question& question) override {
    for (;;) {
      if (group_ == groups_.size() && !go_on()) return false;
      const Group& group = groups_[group_++];
      std::size_t board = group.first;
      while (board < group.end && !wants(board)) ++board;
      if (board == group.end) continue;
      const After& move = moves_[order_[board]];
      rack_ = move.kept;
      rack_ += bags_[group.bag].tiles(move.needed);
      std::sort(rack_.begin(), rack_.end());
      question = {rack_, group.first, group.end};
      if (!has_met(group, board)) return true;
    }
  }

  bool wants(std::size_t board) const override { return runners_[order_[board]].is_running; }

  // One draw that suits a single move does not decide: no top counts much less than the best.
  int floor() const override { return top_ - 2 * bonus_ / 5; }

  void tell(std::size_t board, int score) override {
    note(runners_[order_[board]], score, floor() < 0 || score > floor());
  }

  std::vector<Opening> finish() {
    std::vector<Opening> openings(runners_.size());
    if (!drawn_) return openings;
    const Runner& best = runners_[leader()];
    const std::int64_t most = value(best, best);
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      const Runner& runner = runners_[i];
      openings[i].hundredths = std::max<std::int64_t>(
          0, runner.is_running ? value(runner, best) : std::min(value(runner, best), most - 1));
      for (std::size_t draw = 0; draw < runner.racks.size(); ++draw)
        if (runner.exact[draw] > 0) openings[i].playable.push_back(runner.racks[draw]);
    }
    return openings;
  }

 private:
  // In hundredths, rounded to the nearest; of two that are as near, the higher.
  std::int64_t value(const Runner& runner, const Runner& best) const {
    const Behind lack = behind(runner, best);
    const auto whole = static_cast<std::int64_t>(best.counted.size());
    const std::int64_t parts = whole * lack.draws, mean = 100 * best.sum * lack.draws - lack.sum * whole;
    return std::max<std::int64_t>(0, 2 * mean + parts) / (2 * parts);
  }

  void note(Runner& runner, int score, bool is_exact) {
    runner.counted.push_back(score);
    runner.racks.push_back(rack_);
    runner.exact.push_back(is_exact ? score : kUnknown);
    top_ = std::max(top_, score);
  }

  // Near the end of a game the same draw comes up again and again: it is solved once.
  bool has_met(const Group& group, std::size_t board) {
    const std::vector<std::string>& met = runners_[order_[board]].racks;
    const auto at = static_cast<std::size_t>(std::find(met.begin(), met.end(), rack_) - met.begin());
    if (at == met.size()) return false;
    for (std::size_t i = board; i < group.end; ++i)
      if (wants(i) && runners_[order_[i]].exact[at] == kUnknown) return false;
    for (std::size_t i = board; i < group.end; ++i)
      if (Runner& runner = runners_[order_[i]]; runner.is_running) note(runner, runner.exact[at], true);
    return true;
  }

  // Makes the next draw, if there is to be one.
  bool go_on() {
    if (drawn_) count();
    if (drawn_ == 1 && weight_) keep_best();
    if (drawn_ >= kLeast) leave();
    const auto running =
        std::count_if(runners_.begin(), runners_.end(), [](auto& r) { return r.is_running; });
    if (drawn_ == samples_ || moves_.empty() || (moves_.size() > 1 && running == 1)) return false;
    for (Handfuls& bag : bags_) bag.next();
    ++drawn_;
    top_ = kUnknown;
    group_ = 0;
    return true;
  }

  void count() {
    for (Runner& runner : runners_)
      if (runner.is_running) {
        runner.counted.back() = std::max(runner.counted.back(), floor());
        runner.sum += runner.counted.back();
      }
  }

  void keep_best() {
    std::vector<Runner*> ranked;
    for (Runner& runner : runners_) ranked.push_back(&runner);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [this](auto* a, auto* b) { return total(*a) > total(*b); });
    for (std::size_t i = kGoingOn; i < ranked.size(); ++i) ranked[i]->is_running = false;
  }

  void leave() {
    const Runner& best = runners_[leader()];
    for (Runner& runner : runners_) {
      if (!runner.is_running || &runner == &best) continue;
      const Behind lack = behind(runner, best);
      const std::int64_t sum = lack.sum + kMargin * lack.draws;
      runner.is_running = sum * sum < kClear * lack.squares;
    }
  }

  std::int64_t total(const Runner& runner) const { return 100 * runner.sum + weight_ * runner.promise; }

  Behind behind(const Runner& runner, const Runner& best) const {
    const std::int64_t usual = 100 * bonus_ / (runner.group == best.group ? 8 : 4);
    Behind behind{weight_ * (best.promise - runner.promise), weight_ * usual * usual,
                  weight_ + static_cast<std::int64_t>(runner.counted.size())};
    for (std::size_t i = 0; i < runner.counted.size(); ++i) {
      const std::int64_t difference = 100 * (best.counted[i] - runner.counted[i]);
      behind.sum += difference;
      behind.squares += difference * difference;
    }
    return behind;
  }

  // The first of those that are still running and have the most.
  std::size_t leader() const {
    std::size_t best = runners_.size();
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (runners_[i].is_running && (best == runners_.size() || total(runners_[i]) > total(runners_[best])))
        best = i;
    return best;
  }

  const Census& census_;
  const Rules& rules_;
  const std::vector<After>& moves_;
  int samples_, drawn_ = 0, top_ = kUnknown;  // the best of the draw so far
  int weight_, bonus_;
  std::vector<std::size_t> order_;  // by board: its move
  std::vector<Group> groups_;
  std::vector<Handfuls> bags_;
  std::size_t group_;  // whose question is next
  std::string rack_;
  std::vector<Runner> runners_;
};

}  // namespace

std::vector<Opening> measure_openings(const Image& image, std::string_view key, std::string_view label,
                                      const std::vector<After>& moves, int samples, const Rules& rules) {
  for (const After& move : moves) check(move, samples);
  Race race(image, key, label, moves, samples, rules);
  find_top_scores(image, race.boards(), race, rules);
  return race.finish();
}

}  // namespace raccord
