// Every move tied for the best score: slots best first, subsets dearest first.
#include "tops.hpp"

#include <memory>

#include "engine.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {
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
  search(*image, rules, scratch.position, scratch, found.plays, Keep::ties);
  return found;
}

}  // namespace engine
}  // namespace RACCORD_ENGINE
}  // namespace raccord
