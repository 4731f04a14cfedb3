// First version: every slot, every subset of the rack.
#include "solver.hpp"

#include <algorithm>
#include <stdexcept>

namespace raccord {
namespace {

struct Lane {
  std::uint8_t letters[kSide + 1];
  std::uint8_t points[kSide + 1];
  std::uint32_t crosses[kSide];
  int cross_points[kSide];  // -1: no crossing word
};

struct Position {
  Lane lanes[2 * kSide];
  bool empty = true;
};

constexpr std::uint8_t kEmpty = 26;

std::uint32_t cross_mask(const Image& image, const std::vector<std::uint8_t>& before,
                         const std::vector<std::uint8_t>& after) {
  const int length = int(before.size() + after.size()) + 1;
  if (length <= kPatternSquares) {
    std::uint64_t pattern = 0;
    int at = 0;
    for (auto c : before) pattern |= (c + 1ull) << 5 * at++;
    pattern |= kHole << 5 * at++;
    for (auto c : after) pattern |= (c + 1ull) << 5 * at++;
    return image.fillers(pattern);
  }
  std::uint32_t mask = 0;
  Key key = 0;
  std::vector<std::uint8_t> word = before;
  word.push_back(0);
  word.insert(word.end(), after.begin(), after.end());
  for (auto c : before) key += kLetterKeys[c];
  for (auto c : after) key += kLetterKeys[c];
  for (int c = 0; c < kLetters; ++c) {
    if (!image.may_have(key + kLetterKeys[c], length)) continue;
    word[before.size()] = static_cast<std::uint8_t>(c);
    for (const Record* r = image.find(key + kLetterKeys[c], length); r; r = r->last() ? nullptr : r + 1)
      if (std::equal(word.begin(), word.end(), r->letters)) mask |= 1u << c;
  }
  return mask;
}

Position read_position(const Image& image, std::string_view cells, const Rules& rules) {
  if (cells.size() != kSide * kSide) throw std::invalid_argument("board: expected 225 cells");
  Position position;
  for (int i = 0; i < kSide * kSide; ++i) {
    const char c = cells[i];
    std::uint8_t letter = kEmpty, points = 0;
    if (c >= 'A' && c <= 'Z') {
      letter = c - 'A';
      points = rules.values[letter];
    } else if (c >= 'a' && c <= 'z') {
      letter = c - 'a';
    } else if (c != '.') {
      throw std::invalid_argument("board: expected '.', 'A'-'Z' or 'a'-'z' in each cell");
    }
    if (letter != kEmpty) position.empty = false;
    const int row = i / kSide, column = i % kSide;
    position.lanes[row].letters[column] = position.lanes[kSide + column].letters[row] = letter;
    position.lanes[row].points[column] = position.lanes[kSide + column].points[row] = points;
  }
  for (int lane = 0; lane < 2 * kSide; ++lane)
    for (int i = 0; i < kSide; ++i) {
      Lane& own = position.lanes[lane];
      const Lane& other = position.lanes[lane < kSide ? kSide + i : i];
      const int at = lane % kSide;
      own.crosses[i] = kAnyLetter;
      own.cross_points[i] = -1;
      if (own.letters[i] != kEmpty) continue;
      int first = at, last = at, sum = 0;
      while (first > 0 && other.letters[first - 1] != kEmpty) sum += other.points[--first];
      while (last < kSide - 1 && other.letters[last + 1] != kEmpty) sum += other.points[++last];
      if (first == last) continue;
      own.cross_points[i] = sum;
      own.crosses[i] = cross_mask(image, {other.letters + first, other.letters + at},
                                  {other.letters + at + 1, other.letters + last + 1});
    }
  return position;
}

struct Rack {
  int counts[kLetters] = {}, jokers = 0, tiles = 0;
};

Rack read_rack(std::string_view text) {
  if (text.empty() || text.size() > kSide) throw std::invalid_argument("rack: expected 1 to 15 tiles");
  Rack rack;
  for (char c : text) {
    if (c == '?')
      ++rack.jokers;
    else if (c >= 'A' && c <= 'Z')
      ++rack.counts[c - 'A'];
    else
      throw std::invalid_argument("rack: expected 'A'-'Z' or '?'");
  }
  if (rack.jokers > 2) throw std::invalid_argument("rack: expected at most 2 jokers");
  rack.tiles = int(text.size());
  return rack;
}

struct Subset {
  Key key;
};

struct Generator {
  const Image& image;
  const Rules& rules;
  const Position& position;
  Rack rack;
  std::vector<Play>& out;
  std::vector<Key> subsets[kSide + 1];

  void enumerate(int letter, Key key, int size, int jokers) {
    if (letter == kLetters) {
      joker(0, key, size, jokers);
      return;
    }
    for (int n = 0; n <= rack.counts[letter]; ++n) enumerate(letter + 1, key + n * kLetterKeys[letter], size + n, jokers);
  }
  void joker(int letter, Key key, int size, int jokers) {
    subsets[size].push_back(key);
    if (!jokers) return;
    for (int c = letter; c < kLetters; ++c) joker(c, key + kLetterKeys[c], size + 1, jokers - 1);
  }

  void place(int lane, int start, const Record* record, int at, int length, int jokers, int left, int placed) {
    if (at == length) {
      emit(lane, start, record, length, jokers, placed);
      return;
    }
    const Lane& own = position.lanes[lane];
    const int c = record->letters[at], square = start + at;
    if (own.letters[square] != kEmpty) {
      if (own.letters[square] == c) place(lane, start, record, at + 1, length, jokers, left, placed);
      return;
    }
    if (!(own.crosses[square] >> c & 1)) return;
    if (rack.counts[c]) {
      --rack.counts[c];
      place(lane, start, record, at + 1, length, jokers, left, placed + 1);
      ++rack.counts[c];
    }
    if (left) place(lane, start, record, at + 1, length, jokers | 1 << at, left - 1, placed + 1);
  }

  void emit(int lane, int start, const Record* record, int length, int jokers, int placed) {
    const Lane& own = position.lanes[lane];
    int points = 0, multiplier = 1, crossing = 0;
    for (int i = 0; i < length; ++i) {
      const int square = start + i;
      if (own.letters[square] != kEmpty) {
        points += own.points[square];
        continue;
      }
      const int value = jokers >> i & 1 ? 0 : rules.values[record->letters[i]] * rules.letter_multipliers[lane][square];
      points += value;
      multiplier *= rules.word_multipliers[lane][square];
      if (own.cross_points[square] >= 0)
        crossing += (own.cross_points[square] + value) * rules.word_multipliers[lane][square];
    }
    const int score = points * multiplier + crossing + rules.bonuses[placed];
    out.push_back({std::uint32_t(record - &image.record(0)), std::uint16_t(score), std::uint16_t(jokers),
                   std::uint8_t(lane), std::uint8_t(start)});
  }

  void run() {
    enumerate(0, 0, 0, rack.jokers);
    for (auto& keys : subsets) {
      std::sort(keys.begin(), keys.end());
      keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    }
    for (int lane = 0; lane < (position.empty ? kSide : 2 * kSide); ++lane)
      for (int start = 0; start < kSide; ++start) slots(lane, start);
  }

  void slots(int lane, int start) {
    const Lane& own = position.lanes[lane];
    if (start && own.letters[start - 1] != kEmpty) return;
    int tiles = 0;
    bool touches = false;
    Key key = 0;
    for (int end = start + 1; end <= kSide; ++end) {
      const int square = end - 1;
      if (own.letters[square] == kEmpty) {
        if (++tiles > std::min(rack.tiles, rules.playable)) return;
        if (!own.crosses[square]) return;
        touches |= own.cross_points[square] >= 0 || (position.empty && lane == 7 && square == 7);
      } else {
        touches = true;
        key += kLetterKeys[own.letters[square]];
      }
      if (end < kSide && own.letters[end] != kEmpty) continue;
      if (!touches || !tiles || end - start < 2) continue;
      if (lane >= kSide && tiles == 1 && single_across(lane, start, end)) continue;
      for (Key subset : subsets[tiles]) {
        if (!image.may_have(key + subset, end - start)) continue;
        for (const Record* r = image.find(key + subset, end - start); r; r = r->last() ? nullptr : r + 1)
          place(lane, start, r, 0, end - start, 0, rack.jokers, 0);
      }
    }
  }
  // A one-tile play that also makes a word across is listed across.
  bool single_across(int lane, int start, int end) const {
    for (int i = start; i < end; ++i)
      if (position.lanes[lane].letters[i] == kEmpty) return position.lanes[lane].cross_points[i] >= 0;
    return false;
  }
};

int row_of(const Play& p) { return p.lane < kSide ? p.lane : p.start; }
int column_of(const Play& p) { return p.lane < kSide ? p.start : p.lane - kSide; }

}  // namespace

std::tuple<int, int, bool, std::string, int> Moves::get(std::size_t index) const {
  const Play& play = plays.at(index);
  const Record& record = image->record(play.record);
  std::string word;
  for (int i = 0; i < record.length(); ++i)
    word += char((play.jokers >> i & 1 ? 'a' : 'A') + record.letters[i]);
  return {row_of(play), column_of(play), play.lane < kSide, word, play.score};
}

std::tuple<int, int, int, bool, std::uint32_t, int> Moves::order(const Play& p) const {
  return {-int(p.score), row_of(p), column_of(p), p.lane >= kSide, image->rank(p.record), p.jokers};
}

Moves find_moves(std::shared_ptr<const Image> image, std::string_view cells, std::string_view rack,
                 const Rules& rules) {
  const Position position = read_position(*image, cells, rules);
  Moves moves{image, {}};
  Generator{*image, rules, position, read_rack(rack), moves.plays, {}}.run();
  std::sort(moves.plays.begin(), moves.plays.end(), [&](auto& a, auto& b) { return moves.order(a) < moves.order(b); });
  return moves;
}

std::vector<int> find_top_scores(const Image& image, std::string_view cells,
                                 const std::vector<std::string>& racks, const Rules& rules) {
  const std::shared_ptr<const Image> borrowed(std::shared_ptr<const Image>(), &image);
  std::vector<int> scores;
  for (const std::string& rack : racks) {
    const Moves moves = find_tops(borrowed, cells, rack, rules);
    scores.push_back(moves.plays.empty() ? 0 : moves.plays[0].score);
  }
  return scores;
}

}  // namespace raccord
