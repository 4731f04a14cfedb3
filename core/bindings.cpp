// The face that Python sees of the native core: parsing of arguments, errors, the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "anagram.hpp"
#include "image.hpp"
#include "jarnac.hpp"
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

// The characters of an ASCII str without a copy; anything else has no place in a board or a rack.
std::string_view ascii(nb::handle str, const char* what) {
  if (!PyUnicode_IS_ASCII(str.ptr()))
    throw std::invalid_argument(std::string(what) + ": expected plain ASCII characters");
  return {reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(str.ptr())),
          static_cast<std::size_t>(PyUnicode_GET_LENGTH(str.ptr()))};
}

std::shared_ptr<std::uint8_t> aligned_copy(std::span<const std::uint8_t> bytes) {
  constexpr std::align_val_t alignment{64};
  auto* copy = static_cast<std::uint8_t*>(::operator new(bytes.size() + 1, alignment));
  std::memcpy(copy, bytes.data(), bytes.size());
  return {copy, [](std::uint8_t* p) { ::operator delete(p, std::align_val_t{64}); }};
}

Automaton automaton_of(const nb::bytes& bytes) {
  const auto source = view(bytes);
  nb::gil_scoped_release release;
  const auto copy = aligned_copy(source);
  return {Image::adopt({copy.get(), source.size()}, copy)};
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
  if (!PyUnicode_IS_ASCII(word.ptr())) return -1;
  return rank_of(*automaton.image, ascii(word, "word"));
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
  return find_top_scores(*automaton.image, board, racks, rules);
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

  nb::class_<MatPlays>(m, "MatPlays")
      .def("__len__", [](const MatPlays& plays) { return plays.size(); })
      .def("get", &play_at, nb::arg("index"));
  m.def("jarnac_plays", &jarnac_plays, nb::arg("automaton"), nb::arg("lines"), nb::arg("loose"));
}
