// Every move tied for the best score: slots best first, subsets dearest first.
#include <memory>

#include "engine.hpp"
#include "reading.hpp"
#include "with_jokers.hpp"
#include "without_jokers.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

// Kept by each thread: no memory is asked for once it is large enough.
struct TopsScratch {
  Position position;
  Rack rack;
  Slots slots;
  Limits limits;
  Agenda agenda;
  LetterScratch letters;
  JokerScratch jokers;
};

TopsScratch& tops_scratch() {
  thread_local TopsScratch scratch;
  return scratch;
}

// Lists the tops of the position and rack in `scratch`.
void search(const Image& image, const Rules& rules, TopsScratch& scratch, std::vector<Play>& out) {
  auto& [position, rack, slots, limits, agenda, letters, jokers] = scratch;
  list_slots(slots, position, rack, rules, limits);
  const Task task{image, rules, position, rack, limits, slots};
  Best best(task, out);
  if (rack.jokers) {
    WithJokers method(task, jokers, best);
    Search(task, agenda, method, best).run();
  } else {
    WithoutJokers method(task, letters, best);
    Search(task, agenda, method, best).run();
  }
}

}  // namespace

namespace engine {

Moves tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view text,
           const Rules& rules) {
  TopsScratch& scratch = tops_scratch();
  Reading reading(scratch.position, *image, cells, rules);
  read_rack(scratch.rack, text, rules);
  reading.look_up();
  set_limits(scratch.limits, *image, scratch.rack, rules);
  reading.finish();
  Moves found{image, {}, {}};
  search(*image, rules, scratch, found.plays);
  return found;
}

std::vector<int> top_scores(const Image& image, std::string_view cells, const std::vector<std::string>& racks,
                            const Rules& rules) {
  TopsScratch& scratch = tops_scratch();
  read_position(scratch.position, image, cells, rules);
  std::vector<int> scores;
  std::vector<Play> plays;
  for (const std::string& text : racks) {
    read_rack(scratch.rack, text, rules);
    set_limits(scratch.limits, image, scratch.rack, rules);
    plays.clear();
    search(image, rules, scratch, plays);
    scores.push_back(plays.empty() ? 0 : plays.front().score);
  }
  return scores;
}

}  // namespace engine
}  // namespace RACCORD_ENGINE
}  // namespace raccord
