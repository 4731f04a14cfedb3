// A board being read. What the lexicon says of it is looked up in steps, so that memory answers while other
// work is done between them.
#pragma once
#include "position.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {

// A word across with a hole.
struct Crossing {
  std::uint64_t pattern;  // 0 when it is too long for the table
  std::uint8_t lane, hole, first, end;

  int length() const { return end - first; }
  // The squares of the lane across.
  int across() const { return lane < kSide ? kSide + hole : hole; }
  int at() const { return lane < kSide ? lane : lane - kSide; }
};

// A letter that may fill the hole of a pattern too long for the table, since it has anagrams.
struct Guess {
  const Crossing* crossing;
  Key key, run;
  const Record* group;
  std::uint32_t needed;  // room for the run
  int letter;
};

// Runs of a lane begin so far apart.
constexpr int kRunApart = kRunLetters + 1;
static_assert(2 * (kSide / kRunApart + 1) <= 8, "bars are bytes");

// A run of letters.
struct Run {
  std::uint8_t lane, first, end;
  Key head, tail;  // of its beginning and its end, the same unless it is long
};

class Reading {
 public:
  // Throws std::invalid_argument if the cells are not a board.
  Reading(Position& position, const Image& image, std::string_view cells, const Rules& rules);
  // The next steps.
  void look_up();
  void finish();

 private:
  void list_crossings(int index, std::uint64_t occupied);
  void list_runs(int index, std::uint64_t occupied);
  void guess(const Crossing& crossing);
  void find();
  void bar(const Run& run);

  Position& position_;
  const Image& image_;
  int crossing_count_ = 0, run_count_ = 0, guess_count_ = 0;
  Crossing crossings_[kLanes * kSide];
  Run runs_[kLanes * kSide / kRunLetters];
  Guess guesses_[kLanes * kSide];
};

// All steps at once.
inline void read_position(Position& position, const Image& image, std::string_view cells,
                          const Rules& rules) {
  Reading reading(position, image, cells, rules);
  reading.look_up();
  reading.finish();
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
