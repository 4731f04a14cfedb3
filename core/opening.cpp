// A race of tied moves: all meet the same draws, and one that is clearly behind the best meets no more.
#include "opening.hpp"

#include <algorithm>
#include <stdexcept>

#include "luck.hpp"
#include "solver.hpp"

namespace raccord {
namespace {

constexpr int kForAll = 8;            // draws that all meet
constexpr std::size_t kGoingOn = 10;  // moves that meet more
constexpr int kMost = 20;             // points that a draw may put a move behind the best
constexpr std::int64_t kClear = 2;  // behind: the square of the sum of differences, in sums of their squares
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
};

// A move of the race. By draw: what its top counts, the rack, and the top where it is known exactly.
struct Runner {
  bool is_running = true;
  std::int64_t sum = 0;
  std::vector<int> counted;
  std::vector<std::string> racks;
  std::vector<int> exact;
};

class Race final : public Inquiry {
 public:
  Race(std::string_view key, std::string_view label, const std::vector<After>& moves, int samples)
      : moves_(moves), samples_(samples), runners_(moves.size()) {
    int most = 0;
    for (const After& move : moves) most = std::max(most, move.needed);
    std::vector<bool> listed(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (listed[i]) continue;
      const std::size_t first = order_.size();
      for (std::size_t j = i; j < moves.size(); ++j)
        if (!listed[j] && draw_alike(moves[i], moves[j])) {
          listed[j] = true;
          order_.push_back(j);
        }
      const auto bag = std::find_if(bags_.begin(), bags_.end(),
                                    [&](const Handfuls& h) { return h.bag() == moves[i].bag; });
      groups_.push_back({first, order_.size(), static_cast<std::size_t>(bag - bags_.begin())});
      if (bag == bags_.end()) bags_.emplace_back(key, label, moves[i].bag, most);
    }
    group_ = groups_.size();
  }

  std::vector<std::string_view> boards() const {
    std::vector<std::string_view> boards;
    for (const std::size_t move : order_) boards.push_back(moves_[move].cells);
    return boards;
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

  int floor() const override { return top_ - kMost; }

  void tell(std::size_t board, int score) override {
    note(runners_[order_[board]], score, floor() < 0 || score > floor());
  }

  // A move that left is as far behind the best as it was over the draws that both met.
  std::vector<Opening> finish() {
    std::vector<Opening> openings(runners_.size());
    if (!drawn_) return openings;
    const Runner& best = runners_[leader()];
    const auto whole = static_cast<std::int64_t>(best.counted.size());
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      const Runner& runner = runners_[i];
      const auto met = static_cast<std::int64_t>(runner.counted.size());
      const std::int64_t parts = whole * met, mean = best.sum * met - behind(runner, best).sum * whole;
      openings[i].hundredths = std::max<std::int64_t>(0, 200 * mean + parts) / (2 * parts);
      for (std::size_t draw = 0; draw < runner.racks.size(); ++draw)
        if (runner.exact[draw] > 0) openings[i].playable.push_back(runner.racks[draw]);
    }
    return openings;
  }

 private:
  struct Behind {
    std::int64_t sum = 0, squares = 0;
  };

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
    if (drawn_ >= kForAll) leave();
    const auto running =
        std::count_if(runners_.begin(), runners_.end(), [](auto& r) { return r.is_running; });
    if (drawn_ == samples_ || moves_.empty() || (moves_.size() > 1 && running == 1)) return false;
    for (Handfuls& bag : bags_) bag.next();
    ++drawn_;
    top_ = kUnknown;
    group_ = 0;
    return true;
  }

  // One draw that suits a single move does not decide: no top counts much less than the best.
  void count() {
    for (Runner& runner : runners_)
      if (runner.is_running) {
        runner.counted.back() = std::max(runner.counted.back(), top_ - kMost);
        runner.sum += runner.counted.back();
      }
  }

  void leave() {
    const Runner& best = runners_[leader()];
    std::vector<Runner*> left;
    for (Runner& runner : runners_) {
      if (!runner.is_running) continue;
      const auto [sum, squares] = behind(runner, best);
      runner.is_running = &runner == &best || sum * sum < kClear * squares;
      if (runner.is_running) left.push_back(&runner);
    }
    if (drawn_ > kForAll) return;
    std::stable_sort(left.begin(), left.end(), [](auto* a, auto* b) { return a->sum > b->sum; });
    for (std::size_t i = kGoingOn; i < left.size(); ++i) left[i]->is_running = false;
  }

  // Over the draws that both met.
  static Behind behind(const Runner& runner, const Runner& best) {
    Behind behind;
    for (std::size_t i = 0; i < runner.counted.size(); ++i) {
      const std::int64_t difference = best.counted[i] - runner.counted[i];
      behind.sum += difference;
      behind.squares += difference * difference;
    }
    return behind;
  }

  // The first of those that are still running and have the most.
  std::size_t leader() const {
    std::size_t best = runners_.size();
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (runners_[i].is_running && (best == runners_.size() || runners_[i].sum > runners_[best].sum))
        best = i;
    return best;
  }

  const std::vector<After>& moves_;
  int samples_, drawn_ = 0, top_ = kUnknown;  // the best of the draw so far
  std::vector<std::size_t> order_;            // by board: its move
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
  Race race(key, label, moves, samples);
  find_top_scores(image, race.boards(), race, rules);
  return race.finish();
}

}  // namespace raccord
