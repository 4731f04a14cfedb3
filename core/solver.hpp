// The solver: every top, every legal move, or the top scores of many racks.
//
// A lane is a row (0..14) or a column (15..29); a slot is a stretch of a lane that a word would fill.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "image.hpp"
#include "rules.hpp"

namespace raccord {

// One move, undecoded.
struct Play {
  std::uint32_t record;
  std::uint16_t score;
  std::uint16_t jokers;  // bit i: letter i of the word is a joker of the rack
  std::uint8_t lane, start;
};

// Best first. Moves of one score are put in order (row, column, across first, word) when one of them
// is asked for.
struct Moves {
  std::shared_ptr<const Image> image;
  std::vector<Play> plays;
  std::vector<bool> settled;  // by index of the first move of a score

  std::tuple<int, int, bool, std::string, int> get(std::size_t index);

 private:
  void settle(std::size_t index);
};

// `cells`: 225 of '.', 'A'-'Z', 'a'-'z'; `rack`: 1 to 15 of 'A'-'Z', '?'.
// All throw std::invalid_argument on anything else.
Moves find_tops(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack,
                const Rules& rules);
Moves find_moves(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack,
                 const Rules& rules);
// A rack and the boards it is asked of: first to end - 1.
struct Question {
  std::string_view rack;
  std::size_t first, end;
};

// Each rack asked of all boards.
inline std::vector<Question> ask_all(const std::vector<std::string_view>& racks, std::size_t boards) {
  std::vector<Question> questions;
  for (const std::string_view rack : racks) questions.push_back({rack, 0, boards});
  return questions;
}

// Best scores, question by question, board by board; 0 where there is no move. Boards that are nearly alike,
// and few, are the sooner done together.
std::vector<int> find_top_scores(const Image& image, const std::vector<std::string_view>& boards,
                                 const std::vector<Question>& questions, const Rules& rules);

}  // namespace raccord
