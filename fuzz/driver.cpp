// The core on its own, to be built with sanitizers: solves positions, then feeds the loader the kept
// corpus and mutated images. Arguments: number of mutations, corpus files.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "loader.hpp"

using namespace raccord;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string word_list(std::mt19937& random, std::size_t count) {
  static const char* syllables[] = {"A", "E", "RA", "TE", "SI", "NE", "ZO", "AS", "ER", "IN", "S", "T"};
  std::set<std::string> words;
  while (words.size() < count) {
    std::string word;
    for (unsigned n = 1 + random() % 6; n; --n) word += syllables[random() % 12];
    if (word.size() >= 2 && word.size() <= 15) words.insert(word);
  }
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "\n") + word;
  return text;
}

std::string random_board(std::mt19937& random) {
  std::string cells(225, '.');
  const unsigned density = random() % 60;
  for (char& cell : cells)
    if (random() % 100 < density) cell = "AERSTNIOZaers"[random() % 13];
  return cells;
}

void solve(std::mt19937& random) {
  const std::string words = word_list(random, 800);
  const Bytes bytes = compile_image(words, "extra");
  const auto copy = fuzz::aligned(bytes);
  const auto image = Image::adopt({copy.get(), bytes.size()}, copy);
  const Rules rules = fuzz::standard_rules();
  for (int i = 0; i < 150; ++i) {
    std::string rack;
    for (unsigned n = 1 + random() % (i % 25 ? 9 : 13); n; --n) rack += "AERSTNIOZ"[random() % 9];
    for (unsigned n = random() % 3; n; --n) rack += '?';
    const std::string cells = random_board(random);
    const Moves moves = find_moves(image, cells, rack, rules);
    const Moves tops = find_tops(image, cells, rack, rules);
    const int best = find_top_scores(*image, cells, {rack}, rules)[0];
    const int top = moves.plays.empty() ? 0 : moves.plays.front().score;
    if (best != top || moves.plays.empty() != tops.plays.empty()) {
      std::fprintf(stderr, "tops and moves disagree on %s %s\n", cells.c_str(), rack.c_str());
      std::exit(1);
    }
    fuzz::use(image, cells, rack);
  }
}

void mutate(Bytes& bytes, std::mt19937& random) {
  for (unsigned n = 1 + random() % 4; n && !bytes.empty(); --n) {
    // The header is small and full of offsets: half of the blows fall there.
    const std::size_t reach = random() % 2 ? std::min(bytes.size(), sizeof(Header)) : bytes.size();
    const std::size_t at = random() % reach;
    switch (random() % 5) {
      case 0: bytes[at] = static_cast<std::uint8_t>(random()); break;
      case 1: bytes[at] ^= static_cast<std::uint8_t>(1u << random() % 8); break;
      case 2: bytes[at] = 255; break;
      case 3: bytes.resize(at); break;
      default: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), random() % 64, 0); break;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937 random(7);
  solve(random);
  const int mutations = argc > 1 ? std::atoi(argv[1]) : 1000;
  for (int i = 2; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    Bytes bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    fuzz::open_and_use(bytes);
    fuzz::forge(bytes);
    fuzz::open_and_use(bytes);
  }
  const Bytes images[] = {compile_image("", ""), compile_image("AS\nES\nRATE\nTARE\nTARES", "x"),
                          compile_image(word_list(random, 60), "")};
  int accepted = 0;
  for (int i = 0; i < mutations; ++i) {
    Bytes bytes = images[i % 3];
    mutate(bytes, random);
    if (i % 8) fuzz::forge(bytes);
    accepted += fuzz::open_and_use(bytes);
  }
  std::printf("%d mutations, %d accepted\n", mutations, accepted);
}
