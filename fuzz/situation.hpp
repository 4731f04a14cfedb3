// A position of any kind made of any bytes: words, rules, rack and board. See fuzz/README.md for the bytes.
#pragma once
#include "oracle.hpp"

namespace raccord::fuzz {

struct Lexicon {
  Words words;
  std::shared_ptr<const Image> image;

  explicit Lexicon(const std::vector<std::string>& list) : words(list), image(image_of(list)) {}
};

inline const Lexicon& lexicon(unsigned index) {
  static const Lexicon all[] = {Lexicon(invented_words(90)), Lexicon(invented_words(400, 2)),
                                Lexicon(invented_words(12, 3)), Lexicon(std::vector<std::string>{})};
  return all[index % std::size(all)];
}

struct Situation {
  const Lexicon* lexicon;
  Numbers numbers;
  std::string cells, rack;
};

// Rules that need not look like any game's; a seed of 0 is the usual ones.
inline Numbers any_numbers(unsigned seed, unsigned playable) {
  Numbers numbers = usual_numbers();
  numbers.playable = 1 + static_cast<int>(playable % kSide);
  if (!seed) return numbers;
  std::mt19937 random(seed);
  const auto one_of = [&](std::initializer_list<unsigned> choices) {
    return choices.begin()[random() % choices.size()];
  };
  const unsigned dear = one_of({0, 1, 10, 30, 99}), letter = one_of({1, 2, 3, 3, 4, 9}),
                 word = one_of({1, 2, 3, 4, 255}), often = one_of({2, 10, 30, 100});
  for (auto& value : numbers.values) value = static_cast<std::uint8_t>(random() % (dear + 1));
  for (auto& premium : numbers.letters)
    premium = static_cast<std::uint8_t>(1 + (random() % 100 < often ? random() % letter : 0));
  for (auto& premium : numbers.words)
    premium = static_cast<std::uint8_t>(1 + (random() % 400 < often ? random() % word : 0));
  numbers.bonuses.clear();
  for (int tiles = 1; tiles <= kSide; ++tiles) {
    const unsigned most = one_of({1, 60, 1000}), bonus = random() % most;
    if (random() % 4 == 0) numbers.bonuses.emplace_back(tiles, static_cast<int>(bonus));
  }
  return numbers;
}

inline std::string any_rack(Input& input) {
  static constexpr unsigned sizes[] = {7, 7, 7, 7, 8, 8,  9,  9,  7,  1,  2, 3,
                                       4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15};
  constexpr unsigned count = std::size(sizes);
  const unsigned head = input.byte(), size = sizes[head % count], jokers = std::min(size, head / count % 3);
  // Racks of many different letters have so many subsets that few are tried.
  const unsigned variety = size > 11 && head < 200 ? 9 : 35;
  std::string rack(jokers, '?');
  for (unsigned n = jokers; n < size; ++n)
    rack += "AEIRSTNLZOQUAEESTRINABCDFGHJKMPVWXY"[input.byte() % variety];
  return rack;
}

inline void place(std::string& cells, const Move& move) {
  const auto& [row, column, across, word, score] = move;
  for (std::size_t i = 0; i < word.size(); ++i) {
    char& cell = cells[static_cast<std::size_t>(row * kSide + column) + i * (across ? 1 : kSide)];
    if (cell == '.') cell = word[i];
  }
}

// Letters thrown anywhere: 4 bits a letter, 1 for a joker, 3 for the way to the next one.
inline void scatter(std::string& cells, Input& input) {
  for (std::size_t at = 0; at < cells.size() && !input.empty();) {
    const unsigned byte = input.byte(), skip = byte >> 5;
    cells[at] = (byte & 16 ? "aerstnizoqulaesx" : "AERSTNIZOQULAESX")[byte & 15];
    at += skip == 7 ? 14 : 1 + skip;
  }
}

// Moves chosen among those of racks drawn at random.
inline void play(std::string& cells, const Situation& situation, Input& input) {
  const Rules rules = usual_numbers().rules();
  for (int turn = 0; turn < 14 && !input.empty(); ++turn) {
    std::mt19937 random(input.byte());
    std::string rack;
    for (int n = 0; n < 7; ++n) rack += "AAEEEIIRSSTTNNLUOZQ?"[random() % 20];
    if (std::count(rack.begin(), rack.end(), '?') > 2) continue;
    Moves moves = find_moves(situation.lexicon->image, cells, rack, rules);
    if (!moves.plays.empty()) place(cells, moves.get(input.pair() % moves.plays.size()));
  }
}

inline Situation any_situation(Input& input) {
  const unsigned head = input.byte(), seed = input.byte(), playable = input.byte();
  Situation situation{&lexicon(head), any_numbers(seed, playable), std::string(kSide * kSide, '.'),
                      any_rack(input)};
  if (head & 4) play(situation.cells, situation, input);
  else scatter(situation.cells, input);
  return situation;
}

}  // namespace raccord::fuzz
