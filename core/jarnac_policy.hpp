// How a game that is tried out goes on: plays that take few letters first, so that a turn lasts.
#pragma once
#include <array>

#include "jarnac_table.hpp"

namespace raccord {

struct TableGame {
  std::array<TableMat, 2> mats;
  TableBag bag;
  Chance chance{0};
  int turn = 0;                   // whose; 0 is the player who is advised
  int extra = 0, swap_extra = 0;  // letters that come with the next draw, or the next swap
  int idle = 0;                   // turns in a row without effect
  bool left = false;              // the bag comes with a play that its last holder left
};

// What ends a game without a move: turns without effect, with an empty bag and with mere swaps.
constexpr int kIdleEmpty = 2, kIdle = 20;
// Points ahead that win without a Jarnac more.
constexpr int kMargin = 70;
constexpr int kFirstLetters = 6;
// 1: the player of `mat` wins, 0: nobody does, -1: he loses.
int outcome(const TableMat& mat, const TableMat& other);

// How often each letter is drawn, and how often one of a set is.
class Odds {
 public:
  explicit Odds(const std::array<int, kLetters>& bag);
  float of(std::uint32_t mask) const { return low_[mask & 8191] + high_[mask >> 13]; }
  float of_letter(int letter) const { return of(1u << letter); }

 private:
  std::array<float, 8192> low_{}, high_{};
};

// Chosen by games of this policy against the perfect eye, thousands for each number.
struct Weights {
  float grow = 30;          // points that a line is worth which the next letter is sure to lengthen
  float any = 100;          // and a mat of which it is sure to lengthen one
  int longest = 3;          // letters added to a line at once
  int opening = 5;          // letters of a new word
  float swap_below = 0.7f;  // chance of lengthening a line under which letters are changed
  int swap_from = 5;        // letters held
  int settle = -20;         // points ahead under which a drawn game is welcome
  float bold = 0.3f;        // chance of lengthening a line from which the other player opens his eighth
};

class Policy {
 public:
  Policy(const TableWords& words, const Odds& odds, const Weights& weights)
      : words_(words), odds_(odds), weights_(weights) {}

  // Plays the rest of the turn of who has just drawn; then the bag passes.
  void finish_turn(TableGame& game) const;
  // Takes a Jarnac if there is one, then draws or changes letters.
  void receive(TableGame& game) const;
  void draw(TableGame& game, int count) const;
  void swap(TableGame& game, const std::array<int, 3>& given) const;
  // Plays until the end, or as many turns; `over` tells which.
  bool run(TableGame& game, int turns) const;
  // After a pass: the next player's Jarnac in the last seconds, or the end.
  bool ends(TableGame& game) const;
  bool best_jarnac(const TableMat& victim, TablePlay& found) const;

 private:
  bool choose(TableGame& game, TablePlay& best) const;
  bool opens(const TableGame& game) const;
  bool wants_swap(const TableMat& mat) const;
  std::array<int, 3> least_wanted(const TableMat& mat) const;

  const TableWords& words_;
  const Odds& odds_;
  Weights weights_;
};

}  // namespace raccord
