// Crossings of a board, and the room that its runs of letters have in words.
#include "reading.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

Key key_of(const Crossing& c, const Lane& lane) {
  return lane.keys_before[c.end] - lane.keys_before[c.first];
}

// The letters of a stretch of at most twelve squares, five bits each.
std::uint64_t packed(const Lane& lane, int first, int length) {
  assert(first >= 0 && length >= 1 && length <= 12 && first + length <= kSide);
  return static_cast<std::uint64_t>(lane.packed >> (5 * first)) & ((1ull << (5 * length)) - 1);
}

// Whether one of the anagrams is the pattern with the letter in its hole.
bool proves(const Guess& guess, const Lane& lane) {
  const Crossing& c = *guess.crossing;
  const Stretch board(lane, c.first, c.length());
  for (const Record* r = guess.group; r; r = r->last() ? nullptr : r + 1)
    if (r->letters[c.hole - c.first] == guess.letter && board.matches(*r)) return true;
  return false;
}

}  // namespace

Reading::Reading(Position& position, const Image& image, std::string_view cells, const Rules& rules)
    : position_(position), image_(image) {
  place_letters(position, cells, rules);
  for (int index = 0; index < kLanes; index += kLanesAtOnce) {
    std::uint64_t occupied = 0;
    for (int i = 0; i < kLanesAtOnce && index + i < kLanes; ++i)
      occupied |= std::uint64_t{position.lanes[index + i].occupied} << (16 * i);
    list_crossings(index, occupied);
    list_runs(index, occupied);
  }
}

// The crossings that the words of some lanes offer to the lanes across them.
void Reading::list_crossings(int index, std::uint64_t occupied) {
  constexpr std::uint64_t squares = 0x7fff7fff7fff7fff;
  for (std::uint64_t hooks = ~occupied & (occupied << 1 | occupied >> 1) & squares; hooks;
       hooks &= hooks - 1) {
    const int bit = std::countr_zero(hooks), hole = bit % 16;
    const auto at = static_cast<std::uint8_t>(index + bit / 16);
    const Lane& lane = position_.lanes[at];
    const int first = hole ? hole - std::countl_one(lane.occupied << (32 - hole)) : 0;
    const int end = hole + 1 + std::countr_one(lane.occupied >> (hole + 1));
    Crossing& c = crossings_[crossing_count_++];
    c = {0, at, static_cast<std::uint8_t>(hole), static_cast<std::uint8_t>(first),
         static_cast<std::uint8_t>(end)};
    if (c.length() <= kPatternSquares) {
      c.pattern = packed(lane, first, c.length());
      image_.prefetch_fillers(c.pattern);
    } else {
      image_.by_one(c.length()).prefetch(key_of(c, lane));
    }
  }
}

void Reading::list_runs(int index, std::uint64_t occupied) {
  const std::uint64_t inside = occupied & occupied >> 1 & occupied >> 2;
  for (std::uint64_t left = inside & ~(inside << 1); left; left &= left - 1) {
    const int bit = std::countr_zero(left), first = bit % 16, length = std::countr_one(occupied >> bit);
    const auto at = static_cast<std::uint8_t>(index + bit / 16);
    const Lane& lane = position_.lanes[at];
    const int letters = std::min(length, kMaxRunLetters);
    Run& run = runs_[run_count_++];
    run = {at, static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(first + length),
           run_key(packed(lane, first, letters)), run_key(packed(lane, first + length - letters, letters))};
    image_.runs().prefetch(run.head);
    image_.runs().prefetch(run.tail);
  }
}

void Reading::look_up() {
  for (int i = 0; i < crossing_count_; ++i) {
    const Crossing& c = crossings_[i];
    const Lane& lane = position_.lanes[c.lane];
    Lane& across = position_.lanes[c.across()];
    across.crossed |= 1u << c.at();
    across.crosses[c.at()] = c.pattern ? image_.fillers(c.pattern) : 0;
    across.cross_points[c.at()] =
        static_cast<std::int16_t>(lane.points_before[c.end] - lane.points_before[c.first]);
    if (!c.pattern) guess(c);
  }
  for (int i = 0; i < run_count_; ++i) bar(runs_[i]);
  find();
}

// Lists the letters that make anagrams of some words. Runs of letters around the hole tell most of them.
void Reading::guess(const Crossing& c) {
  const Lane& lane = position_.lanes[c.lane];
  const Key key = key_of(c, lane);
  const int first = std::clamp(c.hole - kMaxRunLetters / 2, int{c.first}, c.end - kMaxRunLetters);
  const int shift = 5 * (c.hole - first);
  const std::uint64_t around = packed(lane, first, kMaxRunLetters) & ~(31ull << shift);
  const std::uint32_t needed = room(first - c.first, c.end - first - kMaxRunLetters);
  for (std::uint32_t left = image_.by_one(c.length())(key); left; left &= left - 1) {
    const auto letter = static_cast<std::uint64_t>(std::countr_zero(left));
    const Key run = run_key(around | (letter + 1) << shift);
    if (guess_count_ == kLanes * kSide) {
      find();
      finish();
    }
    image_.runs().prefetch(run);
    guesses_[guess_count_++] = {&c,     key + kLetterKeys[letter], run, nullptr,
                                needed, static_cast<int>(letter)};
  }
}

void Reading::find() {
  int kept = 0;
  for (int i = 0; i < guess_count_; ++i) {
    guesses_[kept] = guesses_[i];
    kept += (image_.runs()(guesses_[i].run) & guesses_[i].needed) == guesses_[i].needed;
  }
  guess_count_ = kept;
  for (int i = 0; i < guess_count_; ++i) image_.prefetch(guesses_[i].key, guesses_[i].crossing->length());
  for (int i = 0; i < guess_count_; ++i) {
    guesses_[i].group = image_.find(guesses_[i].key, guesses_[i].crossing->length());
    if (guesses_[i].group) __builtin_prefetch(guesses_[i].group);
  }
}

void Reading::finish() {
  for (int i = 0; i < guess_count_; ++i) {
    const Crossing& c = *guesses_[i].crossing;
    if (proves(guesses_[i], position_.lanes[c.lane]))
      position_.lanes[c.across()].crosses[c.at()] |= 1u << guesses_[i].letter;
  }
  guess_count_ = 0;
}

// Bars the slots that would leave a run too little or too much room.
void Reading::bar(const Run& run) {
  constexpr std::uint32_t any = (1u << kRoomBits) - 1;
  const std::uint32_t head = image_.runs()(run.head), tail = image_.runs()(run.tail);
  const int beyond = std::max(run.end - run.first - kMaxRunLetters, 0);
  const std::uint32_t before = head >> kRoomBits & tail >> kRoomBits << beyond & any;
  const std::uint32_t after = tail & head >> beyond & any;
  // Bit i: a slot may start, may end at square i.
  const std::uint32_t starts = before << run.first >> (kRoomBits - 1), ends = after << run.end;
  // Two bits a run. A slot around it has the lower one by its start and the upper one by its end; a start or
  // an end that leaves the wrong room has both.
  const std::uint32_t lower = 1u << (2 * (run.first / kRunApart)), upper = 2 * lower;
  std::uint16_t* const bars = position_.lanes[run.lane].bars;
  for (int start = 0; start <= run.first; ++start)
    bars[start] |= static_cast<std::uint16_t>(starts >> start & 1 ? lower : lower | upper);
  for (int end = run.end; end <= kSide; ++end)
    bars[end + 1] |= static_cast<std::uint16_t>((ends >> end & 1 ? upper : lower | upper) << 8);
}

}  // namespace RACCORD_ENGINE
}  // namespace raccord
