// Which of several choices is best.
#include "jarnac_race.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace raccord {
namespace {

// Games after which choices are compared.
constexpr std::size_t kBatch = 16;
// Standard errors by which a choice is clearly worse.
constexpr double kClearly = 3.0;
// A difference that is worth no more games.
constexpr double kNothing = 0.003;

}  // namespace

Race::Race(std::size_t choices, int trials)
    : left_(choices), brought_(choices), sums_(choices), trials_(trials) {
  std::iota(left_.begin(), left_.end(), std::size_t{0});
  for (std::size_t n = choices; n > 1; n = (n + 1) / 2) ++rounds_;
}

void Race::note(std::size_t choice, double value) {
  brought_[choice].push_back(static_cast<float>(value));
  sums_[choice] += value;
  ++spent_;
}

void Race::compare() {
  if (brought_[left_[0]].size() % kBatch && goes_on()) return;
  std::stable_sort(left_.begin(), left_.end(),
                   [&](std::size_t a, std::size_t b) { return sums_[a] > sums_[b]; });
  const std::size_t best = left_[0];
  std::erase_if(left_, [&](std::size_t one) { return one != best && may_leave(one, best); });
  const long share = std::min(30l, spent_ * rounds_ / std::max(1l, trials_));
  const std::size_t most = ((brought_.size() - 1) >> share) + 1;
  if (left_.size() > most) left_.resize(most);
}

bool Race::may_leave(std::size_t choice, std::size_t best) const {
  const std::vector<float>&mine = brought_[choice], &its = brought_[best];
  double sum = 0, squares = 0;
  for (std::size_t game = 0; game < its.size(); ++game) {
    const double more = static_cast<double>(its[game]) - static_cast<double>(mine[game]);
    sum += more;
    squares += more * more;
  }
  const double games = static_cast<double>(its.size()), mean = sum / games;
  const double error = std::sqrt(std::max(0.0, squares / games - mean * mean) / games);
  return mean > kClearly * error || mean + 2 * error < kNothing;
}

}  // namespace raccord
