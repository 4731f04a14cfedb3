// Sampled draws and their tops, without a trip to Python for each.
#include "opening.hpp"

#include <algorithm>
#include <stdexcept>

#include "luck.hpp"
#include "solver.hpp"

namespace raccord {
namespace {

constexpr std::size_t kAtOnce = 16;  // boards, which should stay in the nearest memory

std::vector<Sample> draw(Luck& luck, const After& move, int samples) {
  luck.rewind();
  std::vector<std::string> racks;
  std::string row;
  for (int i = 0; i < samples; ++i) {
    row = move.bag;
    std::string& rack = racks.emplace_back(move.kept);
    luck.draw(row, move.needed, rack);
    std::sort(rack.begin(), rack.end());
  }
  // Near the end of a game the same draw comes up again and again: it is solved once.
  std::sort(racks.begin(), racks.end());
  std::vector<Sample> drawn;
  for (std::string& rack : racks) {
    if (drawn.empty() || drawn.back().rack != rack) drawn.push_back({std::move(rack), 0, 0});
    ++drawn.back().times;
  }
  return drawn;
}

void check(const After& move, int samples) {
  if (move.needed < 0 || static_cast<std::size_t>(move.needed) > move.bag.size() || samples < 0)
    throw std::invalid_argument("opening: the bag does not hold so many tiles");
}

bool draw_alike(const After& a, const After& b) {
  return a.needed == b.needed && a.bag == b.bag &&
         std::is_permutation(a.kept.begin(), a.kept.end(), b.kept.begin(), b.kept.end());
}

// The moves in an order in which those that keep the same letters, and meet the same draws, are side by side.
std::vector<std::size_t> in_order(const std::vector<After>& moves) {
  std::vector<std::size_t> order;
  std::vector<bool> listed(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i)
    for (std::size_t j = i; j < moves.size() && !listed[i] | (j > i); ++j)
      if (!listed[j] && draw_alike(moves[i], moves[j])) {
        listed[j] = true;
        order.push_back(j);
      }
  return order;
}

}  // namespace

std::vector<std::vector<Sample>> sample_tops(const Image& image, std::string_view key, std::string_view label,
                                             const std::vector<After>& moves, int samples,
                                             const Rules& rules) {
  for (const After& move : moves) check(move, samples);
  Luck luck(key, label);
  const std::vector<std::size_t> order = in_order(moves);
  std::vector<std::vector<Sample>> found(moves.size());
  for (std::size_t start = 0; start < order.size(); start += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, order.size() - start);
    std::vector<std::string_view> boards;
    std::vector<Question> questions;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = order[start + i];
      boards.push_back(moves[at].cells);
      const bool again = i && draw_alike(moves[order[start + i - 1]], moves[at]);
      if (again) {
        found[at] = found[order[start + i - 1]];
        for (auto q = questions.rbegin(); q != questions.rend() && q->end == i; ++q) q->end = i + 1;
      } else {
        found[at] = draw(luck, moves[at], samples);
        for (const Sample& s : found[at]) questions.push_back({s.rack, i, i + 1});
      }
    }
    const std::vector<int> scores = find_top_scores(image, boards, questions, rules);
    std::vector<std::size_t> next(count);
    std::size_t answer = 0;
    for (const Question& q : questions)
      for (std::size_t i = q.first; i < q.end; ++i)
        found[order[start + i]][next[i]++].score = scores[answer++];
  }
  return found;
}

}  // namespace raccord
