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
#include "promise.hpp"
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

// Asks for top scores, and is told them one by one: what it asks next may depend on them.
class Inquiry {
 public:
  virtual ~Inquiry() = default;
  // Before the first question: the chances of a rack on the board, if the top to expect is asked for.
  virtual const Chances* chances(std::size_t) const { return nullptr; }
  virtual void expect(std::size_t, double) {}
  // The next question, whose rack stays where it is until the one after; false at the end.
  virtual bool ask(Question& question) = 0;
  // Whether it is asked of this board; does not change before the next question.
  virtual bool wants(std::size_t board) const = 0;
  // A score of no more than this need not be known exactly, and is told as this; it does not go down before
  // the next question.
  virtual int floor() const { return -1; }
  // The best score of the rack on the board; 0 where there is no move.
  virtual void tell(std::size_t board, int score) = 0;
};

// Boards that are nearly alike are the sooner done together.
void find_top_scores(const Image& image, const std::vector<std::string_view>& boards, Inquiry& inquiry,
                     const Rules& rules);
// Of each rack on each of the boards, rack by rack.
std::vector<int> find_top_scores(const Image& image, const std::vector<std::string_view>& boards,
                                 const std::vector<std::string_view>& racks, const Rules& rules);

}  // namespace raccord
