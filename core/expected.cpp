// Slots by what a word there would score with tiles of average value. A slot holds so many words: those of
// its length, by the share that has the letters of the board and suits the crossings, by the share that a
// rack makes. The top is in a band of scores or above by w / (1 + w), where w are the words there and above.
#include "expected.hpp"

#include <algorithm>
#include <bit>

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

constexpr int kBand = 8, kBands = 26;  // points of a band; the last one has all that is above

// A square of a lane: the share of words that suit it by place, and what it scores in hundredths.
struct Square {
  std::array<double, kPlaces> suits;
  int points, across, multiplier;
};

class Expectation {
 public:
  Expectation(const Census& census, const Rules& rules, const Chances& chances)
      : census_(census), rules_(rules), chances_(chances) {}

  void add(const Lane& lane, int index) {
    const std::uint32_t touching = lane.occupied | lane.crossed;
    if (!touching) return;
    for (int i = 0; i < kSide; ++i) weigh(squares_[i], lane, index, i);
    for (int start = 0; touching >> start; ++start) {
      const int touched = start + std::countr_zero(touching >> start);
      if (touched - start > chances_.tiles) continue;
      if (!start || !(lane.occupied >> (start - 1) & 1)) add_from(start, touched, lane.occupied);
    }
  }

  double top() const {
    double top = 0, words = 0;
    for (int band = kBands - 1; band >= 0; --band) {
      words += words_[band];
      top += kBand * (words / (1 + words));
    }
    return top;
  }

 private:
  void weigh(Square& square, const Lane& lane, int index, int at) const {
    if (lane.occupied >> at & 1) {
      square = {census_.at[lane.letters[at]], 100 * (lane.points_before[at + 1] - lane.points_before[at]), 0,
                1};
      return;
    }
    const int points =
        chances_.face *
        rules_.letter_multipliers[static_cast<std::size_t>(index)][static_cast<std::size_t>(at)];
    const int multiplier =
        rules_.word_multipliers[static_cast<std::size_t>(index)][static_cast<std::size_t>(at)];
    square = {{1, 1, 1, 1}, points, 0, multiplier};
    if (!(lane.crossed >> at & 1)) return;
    square.suits = {};
    for (std::uint32_t left = lane.crosses[at] & kAnyLetter; left; left &= left - 1) {
      const auto& shares = census_.at[static_cast<std::size_t>(std::countr_zero(left))];
      for (std::size_t place = 0; place < kPlaces; ++place) square.suits[place] += shares[place];
    }
    square.across = multiplier * (100 * lane.cross_points[at] + points);
  }

  // The slots from a square on; `touched`: the first square that touches the board.
  void add_from(int start, int touched, std::uint32_t occupied) {
    double suits = 1;
    int tiles = 0, points = 0, across = 0, multiplier = 1;
    for (int i = start; i < kSide; ++i) {
      const Square& square = squares_[i];
      tiles += !(occupied >> i & 1);
      if (tiles > chances_.tiles) return;
      points += square.points;
      across += square.across;
      multiplier *= square.multiplier;
      if (i >= touched && i > start && tiles && !(occupied >> (i + 1) & 1)) {
        const int score =
            (multiplier * points + across) / 100 + rules_.bonuses[static_cast<std::size_t>(tiles)];
        words_[std::min(score / kBand, kBands - 1)] +=
            chances_.ways[static_cast<std::size_t>(tiles)] *
            census_.words[static_cast<std::size_t>(i + 1 - start)] * (suits * square.suits[kLast]);
      }
      suits *= square.suits[i == start ? kFirst : kInner];
      if (suits == 0) return;
    }
  }

  const Census& census_;
  const Rules& rules_;
  const Chances& chances_;
  Square squares_[kSide];
  double words_[kBands] = {};  // by band
};

}  // namespace

double expected_top(const Position& position, const Census& census, const Rules& rules,
                    const Chances& chances) {
  Expectation expectation(census, rules, chances);
  for (int index = 0; index < kLanes; ++index) expectation.add(position.lanes[index], index);
  return expectation.top();
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
