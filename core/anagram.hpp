// Questions to the anagram index: words by rank, by letters, by pattern.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "image.hpp"

namespace raccord {

// Rank of a word in alphabetical order, -1 when it is absent.
std::int64_t rank_of(const Image& image, std::string_view word);
std::string word_at(const Image& image, std::uint32_t rank);

// Ranks, sorted, of the words made of exactly these letters ('A'-'Z', '?'), or of some of them if `sub`.
std::vector<std::uint32_t> anagrams(const Image& image, std::string_view letters, bool sub);

// Ranks, sorted, of the words that match: a letter, '.' any letter, '*' any run, '[ABC]' one of these.
std::vector<std::uint32_t> matching(const Image& image, std::string_view pattern);

}  // namespace raccord
