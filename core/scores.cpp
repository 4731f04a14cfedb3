// The top scores of many racks on boards that are nearly alike, which tell much of one another: a play found
// for one rack may suit the next, and where two boards have a lane in common they have its plays in common.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "engine.hpp"
#include "expected.hpp"
#include "tops.hpp"

namespace raccord {
inline namespace RACCORD_ENGINE {
namespace {

// Whether the same plays are possible, and worth the same.
bool are_alike(const Lane& a, const Lane& b) {
  if (a.occupied != b.occupied || a.crossed != b.crossed) return false;
  for (std::uint32_t left = a.crossed; left; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (a.crosses[i] != b.crosses[i] || a.cross_points[i] != b.cross_points[i]) return false;
  }
  return !std::memcmp(a.letters, b.letters, kSide) &&
         !std::memcmp(a.points_before, b.points_before,
                      sizeof a.keys_before / sizeof *a.keys_before * sizeof *a.points_before);
}

// Boards, and which of their lanes are alike.
class Boards {
 public:
  void read(const Image& image, const std::vector<std::string_view>& cells, const Rules& rules) {
    if (positions_.size() < cells.size()) positions_.resize(cells.size());
    kinds_.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      read_position(positions_[i], image, cells[i], rules);
      for (int lane = 0; lane < kLanes; ++lane) kinds_[i][lane] = kind(i, lane);
    }
  }

  const Position& operator[](std::size_t board) const { return positions_[board]; }

  // The same for lanes that are alike.
  std::uint16_t kind_of(std::size_t board, int lane) const { return kinds_[board][lane]; }

  // Bit i: lane i is not the same on both.
  std::uint32_t differing(std::size_t a, std::size_t b) const {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane)
      lanes |= std::uint32_t{kinds_[a][lane] != kinds_[b][lane]} << lane;
    return lanes;
  }

 private:
  static constexpr std::size_t kCompared = 3;  // with the first ones only: ties are mostly two or three

  std::uint16_t kind(std::size_t board, int lane) const {
    for (std::size_t other = 0; other < std::min(board, kCompared); ++other)
      if (are_alike(positions_[other].lanes[lane], positions_[board].lanes[lane])) return kinds_[other][lane];
    return static_cast<std::uint16_t>(board);
  }

  std::vector<Position> positions_;
  std::vector<std::array<std::uint16_t, kLanes>> kinds_;
};

// A score, and the lane of a play worth it: kLanes where there is no play.
struct Top {
  int score = -1, lane = kLanes;
};

// Plays found so far, dearest first, with the tiles they take.
class Found {
 public:
  void clear() { plays_.clear(); }

  void add(const Play& play, std::uint16_t kind, const Image& image, const Position& position) {
    if (play.jokers) return;
    Entry entry{{}, play.score, play.lane, kind};
    const Record& record = image.record(play.record);
    const std::uint8_t* const board = position.lanes[play.lane].letters + play.start;
    for (int i = 0; i < record.length(); ++i) entry.tiles[record.letters[i]] += board[i] == kEmpty;
    const auto dearer = [](const Entry& a, const Entry& b) { return a.score > b.score; };
    plays_.insert(std::upper_bound(plays_.begin(), plays_.end(), entry, dearer), entry);
    if (plays_.size() > kMost) plays_.pop_back();
  }

  // The best of those that the rack has the tiles for.
  Top best(const Rack& rack, const Boards& boards, std::size_t board) const {
    for (const Entry& entry : plays_)
      if (boards.kind_of(board, entry.lane) == entry.kind && is_in(entry.tiles, rack.counts))
        return {entry.score, entry.lane};
    return {};
  }

 private:
  static constexpr std::size_t kMost = 96;

  struct Entry {
    std::uint8_t tiles[kLetters + 6];
    std::uint16_t score;
    std::uint8_t lane;
    std::uint16_t kind;
  };

  static bool is_in(const std::uint8_t* tiles, const std::uint8_t* counts) {
    std::uint8_t lacking = 0;
    for (int i = 0; i < kLetters + 6; ++i) lacking |= static_cast<std::uint8_t>(tiles[i] > counts[i]);
    return !lacking;
  }

  std::vector<Entry> plays_;
};

struct ScoresScratch {
  Boards boards;
  Found found;
  std::vector<Play> plays;
  std::vector<Top> tops;  // by board
};

}  // namespace

namespace engine {

void top_scores(const Image& image, const std::vector<std::string_view>& cells, Inquiry& inquiry,
                const Rules& rules) {
  TopsScratch& scratch = tops_scratch();
  thread_local ScoresScratch mine;
  auto& [boards, found, plays, tops] = mine;
  boards.read(image, cells, rules);
  for (std::size_t board = 0; board < cells.size(); ++board)
    if (const Chances* chances = inquiry.chances(board))
      inquiry.expect(board, expected_top(boards[board], image.census(), rules, *chances));
  found.clear();
  tops.resize(cells.size());
  for (Question q; inquiry.ask(q);) {
    assert(q.first <= q.end && q.end <= cells.size());
    read_rack(scratch.rack, q.rack, rules);
    set_limits(scratch.limits, image, scratch.rack, rules);
    for (std::size_t board = q.first; board < q.end; ++board) {
      if (!inquiry.wants(board)) continue;
      Top& top = tops[board] = found.best(scratch.rack, boards, board);
      std::uint32_t lanes = kAllLanes;
      for (std::size_t other = q.first; other < board && lanes == kAllLanes; ++other) {
        if (!inquiry.wants(other)) continue;
        const std::uint32_t differing = boards.differing(other, board);
        if (tops[other].lane < kLanes && differing >> tops[other].lane & 1) continue;
        if (tops[other].score > top.score) top = tops[other];
        lanes = differing;
      }
      const int floor = inquiry.floor();
      // Nothing above it is then known of any lane.
      if (top.score <= floor) top = {};
      plays.clear();
      search(image, rules, boards[board], scratch, plays, Keep::one, {std::max(top.score, floor), lanes});
      for (const Play& play : plays) found.add(play, boards.kind_of(board, play.lane), image, boards[board]);
      if (!plays.empty()) top = {plays.back().score, plays.back().lane};
      inquiry.tell(board, std::max({top.score, floor, 0}));
    }
  }
}

}  // namespace engine
}  // namespace RACCORD_ENGINE
}  // namespace raccord
