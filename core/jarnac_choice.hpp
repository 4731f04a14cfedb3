// The strongest player: it tries every choice out in many games that go on as chance will have it, and keeps
// the best.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "jarnac_policy.hpp"

namespace raccord {

// What is to be decided: a word or a pass; a draw or a swap; a Jarnac or none, in the last seconds too.
enum class Moment { kPlay, kDraw, kJarnac, kLast };
enum class Act { kLay, kPass, kDraw, kSwap, kRob, kLeave };

struct Action {
  Act act = Act::kPass;
  TablePlay play{};
  std::array<int, 3> given{};
};

// One side of a game as it lies there; `bonus` are points that no word brought.
struct Camp {
  std::vector<std::string> lines;
  std::string loose;
  int jarnacs = 0, bonus = 0;
  bool drew = true;
};

struct Position {
  Camp mine, theirs;
  std::string bag;
  int extra = 0, swap_extra = 0;
};

struct Effort {
  int trials = 1200;  // games tried out for a choice
  int plays = 24;     // plays compared, by points less `dear` for each letter they take
  int dear = 16;
  int swaps = 12;  // triples compared with drawing
  int jarnacs = 8;
  int turns = 12;  // of a game; then the points tell who is ahead
};

// What to do: line 0 is a new one; `letters` are the three to change.
struct Advice {
  Act act = Act::kPass;
  int line = 0;
  std::string word, letters;
};

// The same seed gives the same advice. When `stop` is set the best so far is returned at once.
// Throws std::invalid_argument for what is no position.
Advice advise(const MatWords& words, const Position& position, Moment moment, Effort effort,
              std::uint64_t seed, const std::atomic<bool>* stop = nullptr);

}  // namespace raccord
