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

// The board, and what some of the moves make of it: boards that are nearly alike.
std::vector<std::string> with_each(const std::string& cells, const std::vector<Move>& moves) {
  std::vector<std::string> boards{cells};
  for (std::size_t i = 0; i < moves.size() && i < 5; ++i) {
    const auto& [row, column, across, word, points] = moves[i];
    std::string& board = boards.emplace_back(cells);
    for (std::size_t at = static_cast<std::size_t>(row * kSide + column); const char letter : word) {
      if (board[at] == '.') board[at] = letter;
      at += across ? 1 : kSide;
    }
  }
  return boards;
}

// Whether racks asked of all boards at once get the answers they get one by one.
bool agree_together(const std::shared_ptr<const Image>& image, const std::vector<std::string>& boards,
                    const std::vector<std::string_view>& racks, const Rules& rules) {
  std::vector<int> expected;
  for (const std::string_view rack : racks)
    for (const std::string& board : boards) {
      const Moves tops = find_tops(image, board, rack, rules);
      expected.push_back(tops.plays.empty() ? 0 : tops.plays.front().score);
    }
  return find_top_scores(*image, {boards.begin(), boards.end()}, racks, rules) == expected;
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
  if (!agree_together(lexicon->image, with_each(cells, tops), {rack, "E?", "AERST", rack}, *rules))
    fail("top scores of " + where);
  return 0;
}
