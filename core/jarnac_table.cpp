// The moves on the mats of a game that is tried out.
#include "jarnac_table.hpp"

#include <utility>

namespace raccord {

void TableBag::put_back(int side, int letter, Chance& chance) {
  const int place = side ? back++ : --front;
  letters[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(letter);
  std::swap(letters[static_cast<std::size_t>(place)],
            letters[static_cast<std::size_t>(front + chance.below(size()))]);
}

TableMat table_mat(const TableWords& words, const std::vector<std::string>& lines, std::string_view loose) {
  check_mat(lines, loose);
  TableMat mat;
  for (const std::string& text : lines) {
    TableLine& line = mat.lines[static_cast<std::size_t>(mat.count++)];
    line.length = static_cast<std::int8_t>(text.size());
    for (const char c : text) line.key += kLetterKeys[static_cast<std::size_t>(c - 'A')];
    line.word = words.words().find(text);
    line.grows = words.grows(line.key, line.length);
    mat.points += line.length * line.length;
  }
  for (const char c : loose) mat.take(c - 'A');
  mat.drew = true;
  return mat;
}

namespace {

void write(const TableWords& words, TableMat& mat, int line, const TablePlay& play) {
  TableLine& at = mat.lines[static_cast<std::size_t>(line)];
  mat.points += play.length * play.length - at.length * at.length;
  at = {play.key, words.words().word(play.record), words.grows(play.key, play.length),
        static_cast<std::int8_t>(play.length), true};
  if (line == mat.count) mat.lines[static_cast<std::size_t>(++mat.count)] = {};
}

}  // namespace

int best_gain(const TableWords& words, const TableMat& mat, std::uint32_t first) {
  int most = 0;
  const auto weigh = [&](const TablePlay& play) {
    const int old = mat.lines[static_cast<std::size_t>(play.line)].length;
    most = std::max(most, play.length * play.length - old * old);
  };
  for (int line = 0; line < mat.playable(); ++line)
    for (int size = 1; size <= mat.most(); ++size) words.plays(mat, line, size, first, weigh);
  return most;
}

double prospect(const TableWords& words, const TableMat& mat, std::string_view bag) {
  const int now = best_gain(words, mat, mat.mask);
  std::array<int, kLetters> counts{};
  for (const char c : bag) ++counts[static_cast<std::size_t>(c - 'A')];
  long sum = 0;
  for (int letter = 0; letter < kLetters; ++letter) {
    if (!counts[static_cast<std::size_t>(letter)]) continue;
    TableMat then = mat;
    then.take(letter);
    sum += static_cast<long>(std::max(now, best_gain(words, then, 1u << letter))) *
           counts[static_cast<std::size_t>(letter)];
  }
  return bag.empty() ? now : static_cast<double>(sum) / static_cast<double>(bag.size());
}

void lay(const TableWords& words, TableMat& mat, const TablePlay& play) {
  for (int i = 0; i < play.size; ++i) mat.give(play.letters[static_cast<std::size_t>(i)]);
  write(words, mat, play.line, play);
}

void rob(const TableWords& words, TableMat& victim, TableMat& taker, const TablePlay& play) {
  for (int i = 0; i < play.size; ++i) victim.give(play.letters[static_cast<std::size_t>(i)]);
  if (play.line < victim.count) {
    const int length = victim.lines[static_cast<std::size_t>(play.line)].length;
    victim.points -= length * length;
    for (int i = play.line; i < victim.count - 1; ++i)
      victim.lines[static_cast<std::size_t>(i)] = victim.lines[static_cast<std::size_t>(i) + 1];
    victim.lines[static_cast<std::size_t>(--victim.count)] = {};
  }
  write(words, taker, taker.count, play);
  ++taker.jarnacs;
}

}  // namespace raccord
