// Any text may be given as board and rack (the last line): refused in so many words, or read as it stands.
#include "oracle.hpp"
#include "rack.hpp"
#include "reading.hpp"

using namespace raccord;
using namespace raccord::fuzz;

namespace {

const std::vector<std::string> kList = invented_words(300);
const Words kWords(kList);

char upper(char c) { return static_cast<char>(c & 0xdf); }

void check_lane(const Lane& lane, std::string_view cells, int index, const Numbers& numbers) {
  int points = 0;
  for (int i = 0; i < kSide; ++i) {
    const bool row = index < kSide;
    const int at = row ? index * kSide + i : i * kSide + index - kSide;
    const char cell = cells[static_cast<std::size_t>(at)];
    const bool full = cell != '.';
    if (lane.letters[i] != (full ? upper(cell) - 'A' : kEmpty)) fail("letter");
    if (lane.inside[i] != (full ? 255 : 0) || (lane.occupied >> i & 1) != full) fail("occupied");
    if (lane.occupied && lane.points_before[i] != points) fail("points");
    if (cell >= 'A' && cell <= 'Z') points += numbers.values[static_cast<std::size_t>(cell - 'A')];
    const Cross cross(kWords, cells, at, !row);
    const bool crossed = !full && !cross.none();
    if ((lane.crossed >> i & 1) != crossed) fail("crossed");
    if (crossed && lane.crosses[i] != cross.letters) fail("crosses");
  }
}

void read_cells(const Image& image, std::string_view cells) {
  static const Numbers numbers = usual_numbers();
  static const Rules rules = numbers.rules();
  const auto position = std::make_unique<Position>();
  try {
    read_position(*position, image, cells, rules);
  } catch (const std::invalid_argument&) {
    return;
  }
  if (position->empty != (cells.find_first_not_of('.') == std::string_view::npos)) fail("empty");
  for (int index = 0; index < kLanes; ++index) check_lane(position->lanes[index], cells, index, numbers);
}

void read_tiles(std::string_view text) {
  static const Rules rules = usual_numbers().rules();
  Rack rack;
  try {
    read_rack(rack, text, rules);
  } catch (const std::invalid_argument&) {
    return;
  }
  if (rack.tiles != static_cast<int>(text.size()) || rack.jokers != std::count(text.begin(), text.end(), '?'))
    fail("tiles");
  for (char c = 'A'; c <= 'Z'; ++c)
    if (rack.counts[c - 'A'] != std::count(text.begin(), text.end(), c)) fail("counts");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto image = image_of(kList);
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = text.rfind('\n');
  std::string cells = text.substr(0, line);
  read_tiles(line == std::string::npos ? text : std::string_view(text).substr(line + 1));
  read_cells(*image, cells);
  cells.resize(kSide * kSide, '.');
  read_cells(*image, cells);
  return 0;
}
