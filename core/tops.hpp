// One search: the slots of a position and a rack, listed and opened.
#pragma once
#include <vector>

#include "reading.hpp"
#include "with_jokers.hpp"
#include "without_jokers.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

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

inline TopsScratch& tops_scratch() {
  thread_local TopsScratch scratch;
  return scratch;
}

// What a search may leave out: plays of no more than a score that is already reached, lanes.
struct Known {
  int floor = -1;
  std::uint32_t lanes = kAllLanes;  // to be searched
};

// Lists the tops of a position and the rack in `scratch`; where one is enough, plays better and better.
inline void search(const Image& image, const Rules& rules, const Position& position, TopsScratch& scratch,
                   std::vector<Play>& out, Keep keep, const Known& known = {}) {
  auto& [unread, rack, slots, limits, agenda, letters, jokers] = scratch;
  list_slots(slots, position, rack, rules, limits, known.lanes);
  const Task task{image, rules, position, rack, limits, slots};
  Best best(task, out, keep, known.floor + 1);
  if (rack.jokers) {
    WithJokers method(task, jokers, best);
    Search(task, agenda, method, best).run();
  } else {
    WithoutJokers method(task, letters, best);
    Search(task, agenda, method, best).run();
  }
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
