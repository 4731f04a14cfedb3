// The core's answers, to be compared between machines: every move and every top of positions, one a line.
// Arguments: number of positions to invent, then inputs of fuzz_solver.
#include <filesystem>
#include <fstream>

#include "anagram.hpp"
#include "jarnac.hpp"
#include "situation.hpp"

using namespace raccord;
using namespace raccord::fuzz;

namespace {

void print(const char* kind, Moves moves) {
  for (std::size_t i = 0; i < moves.plays.size(); ++i) {
    const auto [row, column, across, word, score] = moves.get(i);
    std::printf("%s %d %d %c %s %d\n", kind, row, column, across ? 'H' : 'V', word.c_str(), score);
  }
}

void answer(const Bytes& bytes) {
  Input input(bytes);
  const Situation situation = any_situation(input);
  const auto& [lexicon, numbers, cells, rack] = situation;
  std::printf("board %s rack %s\n", cells.c_str(), rack.c_str());
  try {
    const Rules rules = numbers.rules();
    print("move", find_moves(lexicon->image, cells, rack, rules));
    print("top", find_tops(lexicon->image, cells, rack, rules));
    for (int score : find_top_scores(*lexicon->image, {cells}, {rack, "AEST?", "QI"}, rules))
      std::printf("score %d\n", score);
  } catch (const std::invalid_argument& refused) {
    std::printf("refused: %s\n", refused.what());
  }
}

// Images are part of the answer: a cache may be carried from one machine to another.
void print_images() {
  for (std::size_t count : {12, 400, 5000}) {
    const Bytes bytes = compile_image(lines(invented_words(count)), "extra");
    std::printf("image %zu bytes, checksum %016llx\n", bytes.size(),
                static_cast<unsigned long long>(checksum(bytes.data(), bytes.size())));
  }
  const auto image = image_of(invented_words(5000));
  for (std::uint32_t rank : matching(*image, "*A[RST].*")) std::printf("match %u\n", rank);
  for (std::uint32_t rank : anagrams(*image, "AERSTINE??", true)) std::printf("anagram %u\n", rank);
  const MatPlays plays = mat_plays(image, {"RATE", "SINE", "ASTER"}, "AERSTINLE");
  for (std::size_t i = 0; i < plays.size(); ++i)
    std::printf("mat %d %u %d\n", plays.line(i), plays.rank(i), plays.gain(i));
}

// A list on disk is opened as the system opens files.
void print_mapped() {
  const std::string path = (std::filesystem::temp_directory_path() / "raccord-answers.image").string();
  const Bytes bytes = compile_image(lines(invented_words(400)), "extra");
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (std::uint32_t rank : matching(*Image::map(path), "*A*")) std::printf("mapped %u\n", rank);
  for (const char* wrong : {"no such folder/list", "."}) {
    try {
      Image::map(wrong);
    } catch (const Damaged&) {
      std::printf("nothing to map\n");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int positions = argc > 1 ? std::atoi(argv[1]) : 400;
  print_images();
  print_mapped();
  std::mt19937 random(11);
  for (int i = 0; i < positions; ++i) {
    Bytes bytes(4 + random() % 120);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    if (i % 2) bytes[1] = 0;  // the usual rules
    answer(bytes);
  }
  for (int i = 2; i < argc; ++i) answer(read_file(argv[i]));
}
