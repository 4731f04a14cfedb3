// Any text may be given as a word list, a pattern, letters or the lines of a mat: the first byte says which.
#include "anagram.hpp"
#include "common.hpp"
#include "jarnac_choice.hpp"

using namespace raccord;
using namespace raccord::fuzz;

namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts{""};
  for (char c : text) c == '\n' ? void(parts.emplace_back()) : void(parts.back() += c);
  return parts;
}

void check_order(const std::vector<std::uint32_t>& ranks, const Image& image) {
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (ranks[i] >= image.words() || (i && ranks[i] <= ranks[i - 1])) fail("ranks");
}

void compile(std::string_view text) {
  const auto image = image_of(split(text));
  for (std::uint32_t i = 0; i < image->words(); ++i)
    if (rank_of(*image, word_at(*image, i)) != i) fail("rank of a word");
  for (const std::string& word : split(text))
    if (!word.empty() && rank_of(*image, word) < 0) fail("a word is lost");
}

// The strongest player's choice can be made with the letters there are; both players have the same mat.
void choose(const std::shared_ptr<const Image>& image, unsigned kind, const std::vector<std::string>& lines,
            const std::string& loose) {
  static const MatWords words(image, {}, {});
  const Camp camp{lines, loose, 0, 0, true};
  Effort effort;
  effort.trials = 12;
  effort.turns = kind % 2 ? 30 : 12;  // as the champion looks, by formula
  const Position position{camp, camp, "AEEIRSTTLN", 0, 0};
  const Advice advice = advise(words, position, static_cast<Moment>(kind / 6 % 4), effort, kind);
  if (advice.act != Act::kLay && advice.act != Act::kRob) return;
  const MatPlays plays = mat_plays(words, lines, loose);
  for (std::size_t i = 0; i < plays.size(); ++i)
    if (plays.line(i) == advice.line && word_at(*plays.image, plays.rank(i)) == advice.word) return;
  fail("no such play");
}

void ask(unsigned kind, std::string_view text) {
  static const auto image = image_of(invented_words(300));
  if (kind % 6 == 0) return compile(text);
  if (kind % 6 == 1) return check_order(matching(*image, text), *image);
  if (kind % 6 == 2) return check_order(anagrams(*image, text, kind & 128), *image);
  if (kind % 6 == 3) return void(rank_of(*image, text));
  std::vector<std::string> lines = split(text);
  const std::string loose = lines.back();
  lines.pop_back();
  if (kind % 6 == 4) return choose(image, kind, lines, loose);
  const MatPlays plays = mat_plays(image, lines, loose);
  for (std::size_t i = 0; i < plays.size(); ++i)
    if (plays.rank(i) >= image->words() || plays.gain(i) <= 0) fail("a play of the mat");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (!size) return 0;
  try {
    ask(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const std::invalid_argument&) {
    // refused, as it should
  }
  return 0;
}
