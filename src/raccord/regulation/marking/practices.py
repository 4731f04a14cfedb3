"""The practice of each edition. A new edition is one more entry here."""

from raccord.regulation.citation import EditionId
from raccord.regulation.marking import both, first, wrong_places
from raccord.regulation.marking.practice import Practice

PRACTICES: dict[EditionId, Practice] = {
    "undated": Practice(
        # Undated 3.2.2 ignores the reference for any extended word.
        shortest_extension=2,
        links_at_each_end=True,
        first_turn=first.any_possible_score,
        last_letter=wrong_places.last_letter_void,
        turned_tile_stands=True,
        # Before 2017 a valid reference stands whatever the score: S11 is new in 2017 5.3.2.
        elsewhere=None,
        wrong_reference=wrong_places.misplaced_void,
        wrong_links=wrong_places.misplaced_void,
        modes_apart=both.lower_of_the_two,
        one_mode_wrong=both.lower_of_the_two,
        both_modes_wrong=both.harsher_of_the_two,
        score_picks_solution=False,
    ),
    "2010": Practice(
        shortest_extension=3,
        links_at_each_end=False,
        first_turn=first.any_possible_score,
        last_letter=wrong_places.last_letter_forgotten,
        turned_tile_stands=True,
        elsewhere=None,
        wrong_reference=wrong_places.reference_off_by_one,
        wrong_links=wrong_places.links_nearly_right,
        modes_apart=both.score_picks_mode,
        one_mode_wrong=both.right_mode_counts,
        both_modes_wrong=both.void_when_both_wrong,
        score_picks_solution=False,
    ),
    "2017": Practice(
        # Three letters since 2010 (2010 3.2.2 · 2017 4.2.2).
        shortest_extension=3,
        links_at_each_end=False,
        first_turn=first.best_score_only,
        last_letter=wrong_places.last_letter_astray,
        turned_tile_stands=False,
        elsewhere=wrong_places.score_names_another_place,
        wrong_reference=wrong_places.score_tells_place,
        wrong_links=wrong_places.score_tells_place,
        modes_apart=both.score_picks_mode,
        one_mode_wrong=both.right_mode_counts,
        both_modes_wrong=both.milder_of_the_two,
        score_picks_solution=True,
    ),
}
