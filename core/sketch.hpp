// A duplicate game played to choose among many: draws, tops, the tie that is kept. No rule is stated here for
// the first time: `raccord.duplicate` states them, and its games and these are held together by tests.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "image.hpp"
#include "opening.hpp"
#include "rules.hpp"
#include "solver.hpp"

namespace raccord {

// What a formula and an edition say of draws, ties and ends.
struct Terms {
  int rack_size;
  int early_turns, early_minimum, late_minimum;  // vowels and consonants of a draw
  int last_letters;                              // so many left, or fewer, end the game
  int least_score;
  bool joker_free, joker_preserved;
};

// Where the tiles are. The bag is alphabetical, jokers last; the leave in drawing order; the reserve holds
// the jokers of the joker formula, the first of which comes with every draw.
struct Deal {
  std::string cells, bag, leave, reserve;

  std::string_view serving() const { return std::string_view(reserve).substr(0, 1); }
  int letters() const { return static_cast<int>(bag.size() + leave.size() + serving().size()); }
  int needed(int rack_size) const;
};

struct SketchedTurn {
  int number;
  std::string draw, move;
  int points, ties;
  bool is_scrabble;
  int letters;  // that could still come before the draw
};

class Sketch {
 public:
  // Whether some draw from here has a move: asked only where the draws made tell nothing.
  using CanPlay = std::function<bool(const Deal&, int turn)>;

  // `secret` and `luck`: the keys of the draws and of the sampled ones.
  Sketch(std::shared_ptr<const Image> image, const Rules& rules, const Terms& terms, Deal start,
         std::string secret, std::string luck, int samples);

  // The next turn, or none at the end of the game.
  std::optional<SketchedTurn> next(const CanPlay& can_play);

 private:
  struct Choice;

  std::optional<Moves> draw(std::string& rack, const CanPlay& can_play);
  bool is_valid(std::string_view draw, const Deal& deal, int turn) const;
  bool is_over(const Deal& deal) const;
  bool goes_on_surely(const Deal& deal, int turn) const;
  Choice choose(Moves& found, const std::string& rack, const CanPlay& can_play) const;
  void rank(std::vector<Choice>& ties, const std::string& rack, const CanPlay& can_play) const;

  std::shared_ptr<const Image> image_;
  Rules rules_;
  Terms terms_;
  Deal deal_;
  std::string secret_, luck_;
  int samples_, turn_ = 1, draws_ = 0;
  bool over_ = false;
};

}  // namespace raccord
