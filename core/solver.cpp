// Moves decoded and put in order.
#include "solver.hpp"

#include <algorithm>

namespace raccord {
namespace {

int row_of(const Play& play) { return play.lane < kSide ? play.lane : play.start; }
int column_of(const Play& play) { return play.lane < kSide ? play.start : play.lane - kSide; }

}  // namespace

std::tuple<int, int, bool, std::string, int> Moves::get(std::size_t index) {
  settle(index);
  const Play& play = plays[index];
  const Record& record = image->record(play.record);
  std::string word(static_cast<std::size_t>(record.length()), ' ');
  for (std::size_t i = 0; i < word.size(); ++i)
    word[i] = static_cast<char>((play.jokers >> i & 1 ? 'a' : 'A') + record.letters[i]);
  return {row_of(play), column_of(play), play.lane < kSide, std::move(word), play.score};
}

void Moves::settle(std::size_t index) {
  const auto by_score = [](const Play& a, const Play& b) { return a.score > b.score; };
  const auto [first, end] = std::equal_range(plays.begin(), plays.end(), plays[index], by_score);
  if (settled.empty()) settled.resize(plays.size());
  const auto start = static_cast<std::size_t>(first - plays.begin());
  if (settled[start]) return;
  settled[start] = true;
  const auto order = [&](const Play& p) {
    return std::tuple(row_of(p), column_of(p), p.lane >= kSide, image->rank(p.record), p.jokers);
  };
  std::sort(first, end, [&](const Play& a, const Play& b) { return order(a) < order(b); });
}

}  // namespace raccord
