// A race of tied moves: all meet the same draws, and one that is clearly behind the best meets no more.
#include "opening.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "luck.hpp"
#include "solver.hpp"

namespace raccord {
namespace {

constexpr int kFirstPart = 4;         // of the draws: met by all
constexpr std::size_t kGoingOn = 10;  // moves that meet more
constexpr std::int64_t kClear = 2;    // behind: the square of the sum of differences, in sums of their squares

void check(const After& move, int samples) {
  if (move.needed < 0 || static_cast<std::size_t>(move.needed) > move.bag.size() || samples < 0)
    throw std::invalid_argument("opening: the bag does not hold so many tiles");
}

bool draw_alike(const After& a, const After& b) {
  return a.needed == b.needed && a.bag == b.bag &&
         std::is_permutation(a.kept.begin(), a.kept.end(), b.kept.begin(), b.kept.end());
}

// Handfuls of a bag, none of whose tiles comes twice before all have come once, but for the last few.
class Handfuls {
 public:
  Handfuls(std::string_view key, std::string_view label, const std::string& bag, int size)
      : bag_(bag), size_(std::min(size, static_cast<int>(bag.size()))), luck_(key, label) {}

  const std::string& bag() const { return bag_; }
  std::string_view tiles(int count) const { return std::string_view(handful_).substr(0, std::size_t(count)); }
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

class Race final : public Inquiry {
 public:
  Race(std::string_view key, std::string_view label, const std::vector<After>& moves, int samples)
      : moves_(moves), samples_(samples), openings_(moves.size()), sums_(moves.size()) {
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
      auto bag = std::find_if(bags_.begin(), bags_.end(),
                              [&](const Handfuls& h) { return h.bag() == moves[i].bag; });
      groups_.push_back({first, order_.size(), static_cast<std::size_t>(bag - bags_.begin())});
      if (bag == bags_.end()) bags_.emplace_back(key, label, moves[i].bag, most);
    }
    running_.assign(moves.size(), true);
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
      // Near the end of a game the same draw comes up again and again: it is solved once.
      const std::vector<std::string>& met = openings_[order_[board]].racks;
      const auto again = static_cast<std::size_t>(std::find(met.begin(), met.end(), rack_) - met.begin());
      if (again == met.size()) {
        question = {rack_, group.first, group.end};
        return true;
      }
      for (; board < group.end; ++board)
        if (wants(board)) tell(board, openings_[order_[board]].scores[again]);
    }
  }

  bool wants(std::size_t board) const override { return running_[order_[board]]; }

  void tell(std::size_t board, int score) override {
    Opening& opening = openings_[order_[board]];
    opening.racks.push_back(rack_);
    opening.scores.push_back(score);
    sums_[order_[board]] += score;
  }

  // A move that left is as far behind the best as it was over the draws that both met.
  std::vector<Opening> finish() {
    if (!drawn_) return std::move(openings_);
    const std::size_t best = leader();
    const auto whole = static_cast<std::int64_t>(openings_[best].scores.size());
    for (std::size_t i = 0; i < openings_.size(); ++i) {
      const auto met = static_cast<std::int64_t>(openings_[i].scores.size());
      const std::int64_t parts = whole * met, mean = sums_[best] * met - behind(i, best).sum * whole;
      openings_[i].hundredths = std::max<std::int64_t>(0, 200 * mean + parts) / (2 * parts);
    }
    return std::move(openings_);
  }

 private:
  struct Behind {
    std::int64_t sum = 0, squares = 0;
  };

  // Over the draws that both met.
  Behind behind(std::size_t move, std::size_t best) const {
    const std::vector<int>&mine = openings_[move].scores, &its = openings_[best].scores;
    Behind behind;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const std::int64_t difference = its[i] - mine[i];
      behind.sum += difference;
      behind.squares += difference * difference;
    }
    return behind;
  }

  // The first of those that are still running and have the most.
  std::size_t leader() const {
    std::size_t best = moves_.size();
    for (std::size_t i = 0; i < moves_.size(); ++i)
      if (running_[i] && (best == moves_.size() || sums_[i] > sums_[best])) best = i;
    return best;
  }

  // Makes the next draw, if there is to be one.
  bool go_on() {
    const int first = (samples_ + kFirstPart - 1) / kFirstPart;
    if (drawn_ && drawn_ >= first) leave(drawn_ == first);
    const bool is_won = moves_.size() > 1 && std::count(running_.begin(), running_.end(), true) == 1;
    if (drawn_ == samples_ || is_won || moves_.empty()) return false;
    for (Handfuls& bag : bags_) bag.next();
    ++drawn_;
    group_ = 0;
    return true;
  }

  void leave(bool the_many) {
    const std::size_t best = leader();
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (!running_[i] || i == best) continue;
      const auto [sum, squares] = behind(i, best);
      running_[i] = sum * sum < kClear * squares;
    }
    if (!the_many) return;
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < moves_.size(); ++i)
      if (running_[i]) left.push_back(i);
    std::stable_sort(left.begin(), left.end(),
                     [&](std::size_t a, std::size_t b) { return sums_[a] > sums_[b]; });
    for (std::size_t i = kGoingOn; i < left.size(); ++i) running_[left[i]] = false;
  }

  const std::vector<After>& moves_;
  int samples_, drawn_ = 0;
  std::vector<std::size_t> order_;  // by board: its move
  std::vector<Group> groups_;
  std::vector<Handfuls> bags_;
  std::size_t group_;  // whose question is next
  std::string rack_;
  std::vector<Opening> openings_;
  std::vector<std::int64_t> sums_;
  std::vector<bool> running_;
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
