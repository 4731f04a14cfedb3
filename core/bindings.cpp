// The face that Python sees of the native core: parsing of arguments, errors, the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>

#include "anagram.hpp"
#include "image.hpp"
#include "jarnac.hpp"
#include "jarnac_choice.hpp"
#include "opening.hpp"
#include "sketch.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace raccord;

namespace {

struct Automaton {
  std::shared_ptr<const Image> image;
};

std::span<const std::uint8_t> view(const nb::bytes& bytes) {
  return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

std::string_view text(const nb::bytes& bytes) {
  return {static_cast<const char*>(bytes.data()), bytes.size()};
}

// The characters of an ASCII str without a copy, or nothing where it has others.
//
// CPython keeps ASCII as it stands in UTF-8 and lends it; what has other characters is longer there.
// (The macros that read a str in place are not in the stable ABI.)
std::optional<std::string_view> ascii_of(nb::handle str) {
  Py_ssize_t size = 0;
  const char* characters = PyUnicode_AsUTF8AndSize(str.ptr(), &size);
  if (!characters) {
    // A lone surrogate cannot be encoded; a lack of memory is told by whatever asks for some next.
    PyErr_Clear();
    return {};
  }
  if (PyUnicode_GetLength(str.ptr()) != size) return {};
  return std::string_view{characters, static_cast<std::size_t>(size)};
}

// The same where a board or a rack is expected, in which nothing else has a place.
std::string_view ascii(nb::handle str, const char* what) {
  if (const auto characters = ascii_of(str)) return *characters;
  throw std::invalid_argument(std::string(what) + ": expected plain ASCII characters");
}

Automaton automaton_of(const nb::bytes& bytes) {
  const auto source = view(bytes);
  nb::gil_scoped_release release;
  return {Image::copy(source)};
}

nb::bytes compile(const nb::bytes& words, const nb::bytes& extra) {
  std::vector<std::uint8_t> image;
  {
    nb::gil_scoped_release release;
    image = compile_image(text(words), text(extra));
  }
  return nb::bytes(image.data(), image.size());
}

std::int64_t index_of(const Automaton& automaton, nb::str word) {
  const auto letters = ascii_of(word);
  return letters ? rank_of(*automaton.image, *letters) : -1;
}

std::string word_of(const Automaton& automaton, std::int64_t index) {
  if (index < 0 || index >= automaton.image->words()) throw nb::index_error("no word of this index");
  return word_at(*automaton.image, static_cast<std::uint32_t>(index));
}

// The automaton's buffer is its `extra` section, so that a view of it keeps the automaton alive.
int extra_buffer(PyObject* self, Py_buffer* view, int flags) {
  const auto bytes = nb::inst_ptr<Automaton>(nb::handle(self))->image->extra();
  return PyBuffer_FillInfo(view, self, const_cast<std::uint8_t*>(bytes.data()),
                           static_cast<Py_ssize_t>(bytes.size()), 1, flags);
}

PyType_Slot automaton_slots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void*>(&extra_buffer)},
    {0, nullptr},
};

nb::object extra_of(nb::handle self) { return nb::steal(PyMemoryView_FromObject(self.ptr())); }

Rules make_rules(const nb::bytes& letters, const nb::bytes& words, const nb::bytes& values, int playable,
                 const std::vector<std::pair<int, int>>& bonuses) {
  return Rules(view(letters), view(words), view(values), playable, bonuses);
}

Moves tops(const Automaton& automaton, nb::str cells, nb::str rack, const Rules& rules) {
  const auto board = ascii(cells, "board"), tiles = ascii(rack, "rack");
  nb::gil_scoped_release release;
  return find_tops(automaton.image, board, tiles, rules);
}

Moves all_moves(const Automaton& automaton, nb::str cells, nb::str rack, const Rules& rules) {
  const auto board = ascii(cells, "board"), tiles = ascii(rack, "rack");
  nb::gil_scoped_release release;
  return find_moves(automaton.image, board, tiles, rules);
}

std::vector<int> top_scores(const Automaton& automaton, nb::str cells, const std::vector<std::string>& racks,
                            const Rules& rules) {
  const auto board = ascii(cells, "board");
  nb::gil_scoped_release release;
  return find_top_scores(*automaton.image, {board}, {racks.begin(), racks.end()}, rules);
}

using AfterOf = std::tuple<std::string, std::string, std::string, int>;

std::vector<std::int64_t> openings(const Automaton& automaton, const nb::bytes& key, const std::string& label,
                                   const std::vector<AfterOf>& given, int samples, const Rules& rules) {
  const auto secret = text(key);
  nb::gil_scoped_release release;
  std::vector<After> moves;
  for (const auto& [cells, kept, bag, needed] : given) moves.push_back({cells, kept, bag, needed});
  std::vector<std::int64_t> found;
  for (const Opening& opening : measure_openings(*automaton.image, secret, label, moves, samples, rules))
    found.push_back(opening.hundredths);
  return found;
}

Terms make_terms(int rack_size, std::tuple<int, int, int> draws, int last_letters, int least_score,
                 bool joker_free, bool joker_preserved) {
  const auto [turns, early, late] = draws;
  return {rack_size, turns, early, late, last_letters, least_score, joker_free, joker_preserved};
}

Sketch make_sketch(const Automaton& automaton, const Rules& rules, const Terms& terms, nb::str bag,
                   nb::str reserve, const nb::bytes& secret, const nb::bytes& luck, int samples) {
  Deal start{std::string(kSide * kSide, '.'),
             std::string(ascii(bag, "bag")),
             {},
             std::string(ascii(reserve, "reserve"))};
  return Sketch(automaton.image, rules, terms, std::move(start), std::string(text(secret)),
                std::string(text(luck)), samples);
}

using TurnOf = std::tuple<int, std::string, std::string, int, int, bool, int>;

std::optional<TurnOf> next_turn(Sketch& sketch, const nb::callable& can_play) {
  const auto ask = [&](const Deal& deal, int turn) {
    nb::gil_scoped_acquire acquire;
    return nb::cast<bool>(can_play(deal.cells, deal.bag, deal.leave, deal.reserve, turn));
  };
  std::optional<SketchedTurn> turn;
  {
    nb::gil_scoped_release release;
    turn = sketch.next(ask);
  }
  if (!turn) return {};
  return TurnOf{turn->number, turn->draw,        turn->move,   turn->points,
                turn->ties,   turn->is_scrabble, turn->letters};
}

std::size_t checked(const Moves& moves, std::int64_t index) {
  if (index < 0 || static_cast<std::size_t>(index) >= moves.plays.size())
    throw nb::index_error("no move of this index");
  return static_cast<std::size_t>(index);
}

MatPlays jarnac_plays(const Automaton& automaton, const std::vector<std::string>& lines, nb::str loose) {
  const auto letters = ascii(loose, "loose");
  nb::gil_scoped_release release;
  return mat_plays(automaton.image, lines, letters);
}

std::tuple<int, std::string, int> play_at(const MatPlays& plays, std::int64_t index) {
  if (index < 0 || static_cast<std::size_t>(index) >= plays.size())
    throw nb::index_error("no play of this index");
  const auto i = static_cast<std::size_t>(index);
  return {plays.line(i), word_at(*plays.image, plays.rank(i)), plays.gain(i)};
}

void make_words(MatWords* self, const Automaton& automaton,
                std::tuple<std::size_t, std::size_t, std::size_t> at, bool conjugations, bool chains) {
  nb::gil_scoped_release release;
  const auto [starts, links, count] = at;
  new (self) MatWords(automaton.image, Entries{starts, links, count}, Formula{conjugations, chains});
}

MatPlays words_plays(const MatWords& words, const std::vector<std::string>& lines, nb::str loose) {
  const auto letters = ascii(loose, "loose");
  nb::gil_scoped_release release;
  return mat_plays(words, lines, letters);
}

double words_prospect(const MatWords& words, const std::vector<std::string>& lines, nb::str loose,
                      nb::str bag) {
  const auto letters = ascii(loose, "loose"), next = ascii(bag, "bag");
  nb::gil_scoped_release release;
  count_letters(next);
  const TableWords table(words);
  return prospect(table, table_mat(table, lines, letters), next);
}

struct Halt {
  std::atomic<bool> asked{false};
};

using CampOf = std::tuple<std::vector<std::string>, std::string, int, int, bool>;

Camp camp_of(const CampOf& given) {
  const auto& [lines, loose, jarnacs, bonus, drew] = given;
  return {lines, loose, jarnacs, bonus, drew};
}

// In the order of `Moment` and of `Act`.
constexpr std::array kMoments{"play", "draw", "jarnac", "last"};
constexpr std::array kActs{"lay", "pass", "draw", "swap", "rob", "leave"};

Moment moment_of(std::string_view name) {
  const auto found = std::find(kMoments.begin(), kMoments.end(), name);
  if (found == kMoments.end())
    throw std::invalid_argument("moment: expected 'play', 'draw', 'jarnac' or 'last'");
  return static_cast<Moment>(found - kMoments.begin());
}

std::tuple<std::string, int, std::string, std::string> words_advise(
    const MatWords& words, const std::string& moment, const CampOf& mine, const CampOf& theirs,
    const std::string& bag, std::pair<int, int> extra, std::pair<int, int> effort, std::uint64_t seed,
    const Halt* halt) {
  nb::gil_scoped_release release;
  const Position position{camp_of(mine), camp_of(theirs), bag, extra.first, extra.second};
  Effort spent;
  spent.trials = effort.first;
  spent.turns = effort.second;
  const Advice advice =
      advise(words, position, moment_of(moment), spent, seed, halt ? &halt->asked : nullptr);
  return {kActs[static_cast<std::size_t>(advice.act)], advice.line, advice.word, advice.letters};
}

}  // namespace

NB_MODULE(_core, m) {
  // Constants of Python modules outlive the interpreter's last sweep; nothing is lost by it.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const Damaged& damaged) {
      PyErr_SetString(PyExc_ValueError, damaged.what());
    }
  });
  m.attr("FORMAT") = kFormat;
  m.def("compile", &compile, nb::arg("words"), nb::arg("extra") = nb::bytes("", 0));

  nb::class_<Automaton>(m, "Automaton", nb::type_slots(automaton_slots))
      .def_static(
          "open",
          [](const std::string& path) {
            nb::gil_scoped_release release;
            return Automaton{Image::map(path)};
          },
          nb::arg("path"))
      .def_static("of", &automaton_of, nb::arg("image"))
      .def("__len__", [](const Automaton& a) { return a.image->words(); })
      .def("index", &index_of, nb::arg("word"))
      .def("word", &word_of, nb::arg("index"))
      .def_prop_ro("extra", &extra_of)
      .def(
          "anagrams",
          [](const Automaton& a, nb::str letters, bool sub) {
            const auto characters = ascii(letters, "letters");
            nb::gil_scoped_release release;
            return anagrams(*a.image, characters, sub);
          },
          nb::arg("letters"), nb::arg("sub") = false)
      .def(
          "matching",
          [](const Automaton& a, nb::str pattern) {
            const auto characters = ascii(pattern, "pattern");
            nb::gil_scoped_release release;
            return matching(*a.image, characters);
          },
          nb::arg("pattern"));

  nb::class_<Rules>(m, "Rules")
      .def(nb::new_(&make_rules), nb::arg("letter_multipliers"), nb::arg("word_multipliers"),
           nb::arg("values"), nb::arg("playable"), nb::arg("bonuses"));

  nb::class_<Moves>(m, "Moves")
      .def("__len__", [](const Moves& moves) { return moves.plays.size(); })
      .def(
          "score", [](const Moves& moves, std::int64_t i) { return moves.plays[checked(moves, i)].score; },
          nb::arg("index"))
      .def(
          "get", [](Moves& moves, std::int64_t i) { return moves.get(checked(moves, i)); }, nb::arg("index"));

  m.def("tops", &tops, nb::arg("automaton"), nb::arg("cells"), nb::arg("rack"), nb::arg("rules"));
  m.def("moves", &all_moves, nb::arg("automaton"), nb::arg("cells"), nb::arg("rack"), nb::arg("rules"));
  m.def("top_scores", &top_scores, nb::arg("automaton"), nb::arg("cells"), nb::arg("racks"),
        nb::arg("rules"));

  m.def("openings", &openings, nb::arg("automaton"), nb::arg("key"), nb::arg("label"), nb::arg("moves"),
        nb::arg("samples"), nb::arg("rules"));
  nb::class_<Terms>(m, "Terms")
      .def(nb::new_(&make_terms), nb::arg("rack_size"), nb::arg("draws"), nb::arg("last_letters"),
           nb::arg("least_score"), nb::arg("joker_free"), nb::arg("joker_preserved"));
  nb::class_<Sketch>(m, "Sketch")
      .def(nb::new_(&make_sketch), nb::arg("automaton"), nb::arg("rules"), nb::arg("terms"), nb::arg("bag"),
           nb::arg("reserve"), nb::arg("secret"), nb::arg("luck"), nb::arg("samples"))
      .def("next", &next_turn, nb::arg("can_play"));

  nb::class_<MatPlays>(m, "MatPlays")
      .def("__len__", [](const MatPlays& plays) { return plays.size(); })
      .def("get", &play_at, nb::arg("index"));
  m.def("jarnac_plays", &jarnac_plays, nb::arg("automaton"), nb::arg("lines"), nb::arg("loose"));
  nb::class_<Halt>(m, "Halt").def(nb::init<>()).def("stop", [](Halt& halt) { halt.asked = true; });
  nb::class_<MatWords>(m, "MatWords")
      .def("__init__", &make_words, nb::arg("automaton"), nb::arg("entries"), nb::arg("conjugations"),
           nb::arg("chains"))
      .def("plays", &words_plays, nb::arg("lines"), nb::arg("loose"))
      .def("prospect", &words_prospect, nb::arg("lines"), nb::arg("loose"), nb::arg("bag"))
      .def("advise", &words_advise, nb::arg("moment"), nb::arg("mine"), nb::arg("theirs"), nb::arg("bag"),
           nb::arg("extra"), nb::arg("effort"), nb::arg("seed"), nb::arg("halt") = nb::none());
}
