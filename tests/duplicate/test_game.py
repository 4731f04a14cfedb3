import pytest

from raccord.duplicate import (
    EndReason,
    Phase,
    Refusal,
    fold,
    is_timely,
    record,
    score_table,
    state_at,
    survey_of,
    tops_of,
)
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.files.audit import audit
from raccord.duplicate.files.replay import Replay
from raccord.lexicon import Lexicon
from raccord.regulation import Citation, EditionId, Slip
from tests.duplicate.helpers import SECRET, Hall, frame, ruling

MINUTE = 60_000


def refused(hall: Hall, command: cmd.Command) -> Refusal:
    with pytest.raises(Refusal) as caught:
        hall.do(command)
    return caught.value


def audited(hall: Hall) -> Replay:
    read = record.loads(record.dumps(hall.events))
    return audit(read, frame(hall.lexicon, formula=read.opened.formula.name))


def test_a_turn_goes_from_draw_to_clock_to_top(french: Lexicon) -> None:
    hall = Hall(french)
    phases = [hall.state.phase]
    for command in (
        cmd.DrawBySoftware(secret=SECRET),
        cmd.Start(at=1000),
        cmd.EndTime(at=181_000),
        cmd.Retain(at=190_000),
    ):
        phases.append(hall.do(command).phase)
    assert phases == [Phase.DRAWING, Phase.DRAWN, Phase.RUNNING, Phase.TIME_UP, Phase.DRAWING]
    (turn,) = hall.state.turns
    assert (turn.started, turn.ended, turn.retained_at) == (1000, 181_000, 190_000)


def test_the_top_cannot_be_kept_while_the_time_runs(french: Lexicon) -> None:
    hall = Hall(french)
    hall.draw()
    hall.do(cmd.Start())
    assert "temps court encore" in refused(hall, cmd.Retain()).reason


def test_a_command_out_of_order_says_what_to_do(french: Lexicon) -> None:
    hall = Hall(french)
    assert "tirez d'abord" in refused(hall, cmd.Start()).reason
    assert "tirez d'abord" in refused(hall, cmd.Retain()).reason
    hall.draw()
    assert "tirage est en jeu" in refused(hall, cmd.DrawBySoftware(secret=SECRET)).reason


def test_a_move_that_is_no_top_is_refused(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.DrawLetters(letters="RETINAS"))
    assert "n'est pas un top" in refused(hall, cmd.Retain(move="H8 RA")).reason
    assert "illisible" in refused(hall, cmd.Retain(move="partout")).reason


def test_the_referee_may_keep_another_eligible_tie(french: Lexicon) -> None:
    hall = Hall(french)
    hall.draw()
    default = hall.do(cmd.Retain()).turns[0]
    assert len(default.ties) > 1
    other = Hall(french)
    other.draw()
    chosen = other.do(cmd.Retain(move=default.ties[1].move)).turns[0]
    assert str(chosen.move) == default.ties[1].move
    assert chosen.points == default.points


def test_an_ineligible_tie_is_refused_with_its_article() -> None:
    hall = Hall(Lexicon.of(["OSE"], "essai"), formula={"tiles": {"values": {"E": 0}}})
    hall.do(cmd.DrawLetters(letters="OSEBCA?"))
    error = refused(hall, cmd.Retain(move="H8 OS(E)"))
    assert "n'utilise pas de joker" in error.reason
    assert error.citation == Citation("2017", "3.4")


def test_letters_typed_by_hand_may_be_rejected_and_drawn_again(french: Lexicon) -> None:
    hall = Hall(french)
    state = hall.do(cmd.DrawLetters(letters="bcdfghj"))
    assert state.phase is Phase.DRAWING
    assert state.rejected == ("BCDFGHJ",)
    rejected = hall.events[-1]
    assert isinstance(rejected, ev.DrawRejected)
    assert rejected.citation.article == "3.2"
    assert hall.do(cmd.DrawLetters(letters="retinas")).rack == "RETINAS"


def test_letters_that_cannot_be_read_are_refused(french: Lexicon) -> None:
    assert "illisibles" in refused(Hall(french), cmd.DrawLetters(letters="AB3DEFG")).reason


def test_letters_typed_wrongly_can_be_put_right(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.DrawLetters(letters="RETINAS"))
    state = hall.do(cmd.CorrectDraw(letters="RETINAT", reason="T lu S"))
    assert state.rack == "RETINAT"
    assert state.position.bag.count("S") == 6
    assert "motif" in refused(hall, cmd.CorrectDraw(letters="RETINAS", reason=" ")).reason


def test_a_corrected_draw_may_turn_out_to_be_a_rejected_one(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.DrawLetters(letters="RETINAS"))
    state = hall.do(cmd.CorrectDraw(letters="BCDFGHJ", reason="mal lu"))
    assert state.phase is Phase.DRAWING
    assert state.rejected == ("BCDFGHJ",)
    assert len(state.position.bag) == 102


def test_the_referee_may_reject_a_draw_that_counts_on_y_or_a_joker(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.DrawLetters(letters="RTLSNAY"))
    state = hall.do(cmd.RejectDraw())
    assert (state.phase, state.rejected) == (Phase.DRAWING, ("RTLSNAY",))
    assert len(state.position.bag) == 102
    declined = hall.events[-1]
    assert isinstance(declined, ev.DrawDeclined)
    assert declined.citation.article == "3.2"
    hall.do(cmd.DrawLetters(letters="RTLSAEY"))
    assert "sans compter" in refused(hall, cmd.RejectDraw()).reason
    hall.do(cmd.Retain())
    assert hall.state.turns[0].rejected == ("RTLSNAY",)
    assert audited(hall).failures == []


def test_a_draw_rejected_after_letters_put_right_is_audited(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.DrawLetters(letters="RETINAS"))
    hall.do(cmd.CorrectDraw(letters="BCDFGHJ", reason="mal lu"))
    assert audited(hall).failures == []


def test_a_software_draw_rejected_at_will_keeps_its_secret(french: Lexicon) -> None:
    hall = Hall(french, formula="joker")
    for _ in range(60):
        hall.draw()
        if is_timely(hall.state, cmd.RejectDraw):
            break
        hall.do(cmd.Retain())
    hall.do(cmd.RejectDraw())
    hall.play()
    hall.do(cmd.Stop(reason="assez"), cmd.Reveal(secret=SECRET))
    assert audited(hall).failures == []


def test_a_software_draw_is_never_corrected(french: Lexicon) -> None:
    hall = Hall(french)
    hall.draw()
    assert "annulez" in refused(hall, cmd.CorrectDraw(letters="RETINAS", reason="x")).reason


def test_another_secret_than_the_one_committed_to_is_refused(french: Lexicon) -> None:
    hall = Hall(french)
    assert "engagée" in refused(hall, cmd.DrawBySoftware(secret="0" * 64)).reason
    assert "64 chiffres" in refused(hall, cmd.DrawBySoftware(secret="abc")).reason


def test_another_lexicon_is_refused(french: Lexicon) -> None:
    hall = Hall(french)
    hall.lexicon = Lexicon.of(["OS"], "petite")
    assert "petite" in refused(hall, cmd.DrawBySoftware(secret=SECRET)).reason


def test_the_secret_is_published_after_the_end_only(french: Lexicon) -> None:
    hall = Hall(french)
    assert "après la fin" in refused(hall, cmd.Reveal(secret=SECRET)).reason
    hall.do(cmd.Stop(reason="salle fermée"), cmd.Reveal(secret=SECRET))
    assert hall.state.secret == SECRET
    assert hall.state.end is not None
    assert hall.state.end.reason is EndReason.STOPPED


def test_a_game_without_any_possible_move_ends_at_once() -> None:
    hall = Hall(Lexicon.of(["ABCDEFGHIJK"], "essai"))
    assert hall.state.end is not None
    assert hall.state.end.reason is EndReason.NOTHING_FITS


# Players


def test_a_table_that_comes_late_plays_from_the_turn_under_way(french: Lexicon) -> None:
    hall = Hall(french)
    hall.play(2)
    hall.do(cmd.Register(table=3, players=("Ada", "Blaise")))
    registered = hall.events[-1]
    assert isinstance(registered, ev.Registered)
    assert registered.first_turn == 3
    assert registered.citation is not None
    assert registered.citation.article == "6.1"


@pytest.mark.parametrize(
    ("table", "players"), [(0, ("A",)), (1, ()), (1, ("A", "B", "C")), (1, (" ",))]
)
def test_a_table_without_number_or_names_is_refused(
    french: Lexicon, table: int, players: tuple[str, ...]
) -> None:
    refused(Hall(french), cmd.Register(table=table, players=players))


def test_a_table_is_entered_once(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(1)
    assert "déjà" in refused(hall, cmd.Register(table=1, players=("X",))).reason


def test_a_table_hands_in_one_slip_a_turn(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(1)
    hall.draw()
    slip = Slip(word="OS", reference="H8", score=4)
    hall.do(cmd.HandIn(turn=1, table=1, slip=slip))
    assert "échangé" in refused(hall, cmd.HandIn(turn=1, table=1, slip=slip)).reason
    assert hall.state.mark(1, 1).slip == slip


def test_a_slip_needs_a_table_and_a_turn(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(1)
    assert "pas tiré" in refused(hall, cmd.HandIn(turn=1, table=1, slip=Slip())).reason
    hall.draw()
    assert "pas inscrite" in refused(hall, cmd.HandIn(turn=1, table=2, slip=Slip())).reason


def test_a_table_that_withdrew_hands_in_nothing_more(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(2)
    hall.play()
    hall.do(cmd.Withdraw(table=2))
    hall.draw()
    assert "ne joue pas" in refused(hall, cmd.HandIn(turn=2, table=2, slip=Slip())).reason
    assert "déjà abandonné" in refused(hall, cmd.Withdraw(table=2)).reason


def test_a_ruling_changes_only_with_its_reason(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(1)
    hall.play()
    hall.do(cmd.Rule(turn=1, table=1, ruling=ruling(20)))
    change = cmd.Rule(turn=1, table=1, ruling=ruling(0))
    assert "motif" in refused(hall, change).reason
    hall.do(cmd.Rule(turn=1, table=1, ruling=ruling(0), reason="mot non admis"))
    assert hall.state.mark(1, 1).ruling == ruling(0)


# Seen as it was


def test_any_turn_can_be_seen_as_it_was(french: Lexicon) -> None:
    hall = Hall(french)
    states = [hall.play() for _ in range(4)]
    for number, then in enumerate(states, 1):
        assert state_at(hall.events, number) == then
    drawn = state_at(hall.events, 3, "drawn")
    assert drawn.phase is Phase.DRAWN
    assert drawn.rack == hall.state.turns[2].draw
    with pytest.raises(Refusal, match="coup 9"):
        state_at(hall.events, 9)


def test_the_state_is_a_fold_of_the_events(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(2)
    hall.play(3)
    assert fold(hall.events) == hall.state


# Interruptions


@pytest.mark.parametrize(("edition", "limit"), [("2023", 30), ("2017", 15), ("2010", 15)])
def test_a_long_interruption_ends_the_game_only_where_the_referee_says_so(
    french: Lexicon, edition: EditionId, limit: int
) -> None:
    hall = Hall(french, edition)
    hall.play(2)
    hall.do(cmd.Interrupt(at=0))
    assert "interrompue" in refused(hall, cmd.DrawBySoftware(secret=SECRET)).reason
    assert "limite" in refused(hall, cmd.EndInterrupted(at=limit * MINUTE)).reason
    too_late = cmd.Resume(at=limit * MINUTE + 1)
    assert "dépasse la limite" in refused(hall, too_late).reason
    assert hall.do(cmd.EndInterrupted(at=limit * MINUTE + 1)).phase is Phase.OVER


def test_a_referee_goes_on_beyond_the_limit_with_a_reason_that_is_kept(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.Interrupt(at=0), cmd.Resume(at=16 * MINUTE, reason=" reprise non notée "))
    assert hall.state.phase is Phase.DRAWING
    assert hall.events[-1] == ev.Resumed(at=16 * MINUTE, reason="reprise non notée")


def test_the_undated_text_knows_no_limit(french: Lexicon) -> None:
    hall = Hall(french, "undated")
    hall.do(cmd.Interrupt(at=0))
    assert "ne limite pas" in refused(hall, cmd.EndInterrupted(at=90 * MINUTE)).reason
    assert hall.do(cmd.Resume(at=90 * MINUTE)).phase is Phase.DRAWING


def test_an_interruption_of_fifteen_minutes_is_not_too_long(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.Interrupt(at=0))
    assert hall.do(cmd.Resume(at=15 * MINUTE)).phase is Phase.DRAWING


@pytest.mark.parametrize(
    ("formula", "turns", "void"),
    [("classic", 14, True), ("classic", 15, False), ("7et8", 9, True), ("7et8", 10, False)],
)
def test_an_interrupted_game_stands_from_a_number_of_turns(
    french: Lexicon, formula: str, turns: int, void: bool
) -> None:
    hall = Hall(french, formula=formula)
    hall.play(turns)
    hall.do(cmd.Interrupt(at=0), cmd.EndInterrupted(at=16 * MINUTE))
    assert hall.state.end is not None
    assert hall.state.end.void is void
    assert hall.state.end.citation is not None
    assert hall.state.end.citation.article == "3.6"


def test_in_2023_a_game_stands_whatever_the_turns_after_thirty_minutes(french: Lexicon) -> None:
    hall = Hall(french, "2023")
    hall.play(1)
    state = hall.do(cmd.Interrupt(at=0), cmd.Resume(at=30 * MINUTE))
    assert state.phase is Phase.DRAWING
    state = hall.do(cmd.Interrupt(at=0), cmd.EndInterrupted(at=30 * MINUTE + 1))
    assert state.end is not None
    assert not state.end.void
    assert str(state.end.citation) == "art. 3.7 (2023)"
    assert len(state.turns) == 1


def test_a_turn_already_collected_counts_after_an_interruption(french: Lexicon) -> None:
    hall = Hall(french)
    hall.play(14)
    hall.draw()
    hall.do(cmd.Start(), cmd.EndTime(), cmd.Interrupt(at=0))
    hall.do(cmd.EndInterrupted(at=16 * MINUTE))
    assert len(hall.state.turns) == 15
    assert hall.state.end is not None
    assert not hall.state.end.void


# Questions a screen asks


def test_the_tops_shown_are_those_decided_upon(french: Lexicon) -> None:
    hall = Hall(french)
    hall.draw()
    shown = tops_of(hall.state, french, samples=0)
    retained = hall.do(cmd.Retain()).turns[0]
    assert shown is not None
    assert shown.ties == retained.ties


def test_there_is_nothing_to_show_before_the_draw(french: Lexicon) -> None:
    hall = Hall(french)
    with pytest.raises(Refusal, match="aucun tirage"):
        tops_of(hall.state, french)
    with pytest.raises(Refusal, match="aucun tirage"):
        survey_of(hall.state, french)


def test_an_entry_can_be_put_right(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(1)
    hall.play()
    hall.do(cmd.Withdraw(table=1))
    state = hall.do(cmd.Register(table=1, players=("Ada", "Blaise"), replaces=True))
    entrant = state.entrants[1]
    assert entrant.players == ("Ada", "Blaise")
    assert entrant.first_turn == 1
    assert entrant.plays(2)


def test_in_multitops_the_reference_is_the_best_set(french: Lexicon) -> None:
    hall = Hall(french, formula="multitops3")
    hall.enter(1)
    turn = hall.play().turns[0]
    assert len(turn.best) == 3
    assert turn.reference == sum(points for _, points in turn.best)
    assert score_table(hall.state)[0].top_total == turn.reference > turn.points
