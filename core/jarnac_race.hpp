// Which of several choices is best, when each can only be tried out.
#pragma once
#include <cstddef>
#include <vector>

namespace raccord {

// The choices race: all that are left meet the same games, so that luck does not tell them apart. One that is
// clearly worse than the best leaves at once, so that the games go to those which are hard to tell apart.
class Race {
 public:
  // `trials` games in all; after each share of them half of the choices have left.
  Race(std::size_t choices, int trials);

  // The best of those compared last comes first.
  const std::vector<std::size_t>& left() const { return left_; }
  bool goes_on() const { return left_.size() > 1 && spent_ < trials_; }
  // What a game brought to a choice, from -1 to 1; each of those left has one before `compare`.
  void note(std::size_t choice, double value);
  void compare();

 private:
  bool may_leave(std::size_t choice, std::size_t best) const;

  std::vector<std::size_t> left_;
  std::vector<std::vector<float>> brought_;
  std::vector<double> sums_;
  long trials_, spent_ = 0;
  int rounds_ = 0;
};

}  // namespace raccord
