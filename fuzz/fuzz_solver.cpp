// Any position under any rules: the solver must agree with the slow generator, move for move.
#include "situation.hpp"

using namespace raccord;
using namespace raccord::fuzz;

namespace {

std::vector<Move> listed(Moves moves) {
  std::vector<Move> all;
  for (std::size_t i = 0; i < moves.plays.size(); ++i) all.push_back(moves.get(i));
  for (std::size_t i = 1; i < all.size(); ++i)
    if (std::get<4>(all[i]) > std::get<4>(all[i - 1])) fail("moves are not best first");
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input({data, size});
  const Situation situation = any_situation(input);
  const auto& [lexicon, numbers, cells, rack] = situation;
  std::unique_ptr<const Rules> rules;
  try {
    rules = std::make_unique<Rules>(numbers.rules());
  } catch (const std::invalid_argument&) {
    return 0;  // scores too high for the core
  }
  const std::string where = cells + " " + rack;
  const std::vector<Move> expected = Oracle(lexicon->words, cells, rack, numbers).moves();
  if (listed(find_moves(lexicon->image, cells, rack, *rules)) != expected) fail("moves of " + where);
  int best = 0;
  for (const Move& move : expected) best = std::max(best, std::get<4>(move));
  std::vector<Move> tops = expected;
  std::erase_if(tops, [&](const Move& move) { return std::get<4>(move) != best; });
  if (listed(find_tops(lexicon->image, cells, rack, *rules)) != tops) fail("tops of " + where);
  const std::vector<int> scores = find_top_scores(*lexicon->image, cells, {rack, "E?", rack}, *rules);
  if (scores.size() != 3 || scores[0] != best || scores[2] != best) fail("top scores of " + where);
  return 0;
}
