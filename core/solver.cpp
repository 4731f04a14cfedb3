// The engine chosen for the machine; moves decoded and put in order.
#include "solver.hpp"

#include <algorithm>
#include <cassert>

#include "engine.hpp"

#ifdef RACCORD_TWO_ENGINES
namespace raccord::fast::engine {
RACCORD_ENGINE_FUNCTIONS
}  // namespace raccord::fast::engine
#endif

namespace raccord {
namespace {

int row_of(const Play& play) { return play.lane < kSide ? play.lane : play.start; }
int column_of(const Play& play) { return play.lane < kSide ? play.start : play.lane - kSide; }

// Each rack asked of all boards.
class AskAll final : public Inquiry {
 public:
  AskAll(const std::vector<std::string_view>& racks, std::size_t boards) : racks_(racks), boards_(boards) {}

  bool ask(Question& question) override {
    if (next_ == racks_.size()) return false;
    question = {racks_[next_++], 0, boards_};
    return true;
  }
  bool wants(std::size_t) const override { return true; }
  void tell(std::size_t, int score) override { scores.push_back(score); }

  std::vector<int> scores;

 private:
  const std::vector<std::string_view>& racks_;
  std::size_t boards_, next_ = 0;
};

#ifdef RACCORD_TWO_ENGINES
bool has_fast_instructions() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
                          __builtin_cpu_supports("popcnt");
  return has;
}
#define RACCORD_CHOOSE(function) (has_fast_instructions() ? fast::engine::function : plain::engine::function)
#else
#define RACCORD_CHOOSE(function) plain::engine::function
#endif

}  // namespace

Moves find_tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack,
                const Rules& rules) {
  return RACCORD_CHOOSE(tops)(std::move(image), cells, rack, rules);
}

Moves find_moves(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack,
                 const Rules& rules) {
  return RACCORD_CHOOSE(moves)(std::move(image), cells, rack, rules);
}

void find_top_scores(const Image& image, const std::vector<std::string_view>& boards, Inquiry& inquiry,
                     const Rules& rules) {
  RACCORD_CHOOSE(top_scores)(image, boards, inquiry, rules);
}

std::vector<int> find_top_scores(const Image& image, const std::vector<std::string_view>& boards,
                                 const std::vector<std::string_view>& racks, const Rules& rules) {
  AskAll all(racks, boards.size());
  find_top_scores(image, boards, all, rules);
  return std::move(all.scores);
}

std::tuple<int, int, bool, std::string, int> Moves::get(std::size_t index) {
  assert(index < plays.size());
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
