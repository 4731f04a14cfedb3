"""Links, PINs and sessions, with a clock and secrets of the test's own."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Connection, text

from raccord.store import schema
from raccord.store.access import Access
from raccord.store.attempts import Limit
from raccord.store.credentials import RandomSecrets, Role, Session
from raccord.store.errors import (
    DeniedError,
    NoStreamError,
    NotANameError,
    TooManyAttemptsError,
)
from raccord.store.records import NewEvent
from raccord.store.schema import attempts, invitations, sessions
from raccord.store.store import Store

START = datetime(2024, 5, 3, 20, 0, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **spell: float) -> None:
        self.now += timedelta(**spell)


class Counting:
    def __init__(self) -> None:
        self._tokens, self._pins = count(1), count(1111)

    def token(self) -> str:
        return f"token-{next(self._tokens)}"

    def pin(self) -> str:
        return str(next(self._pins))


class Club:
    """A store with one game, and its doors."""

    def __init__(self, address: str) -> None:
        self.clock = Clock()
        self.store = Store.open(address, clock=self.clock)
        self.access = self.new_access()
        self.store.blocking.append("game", 0, [NewEvent("begun", "{}")], kind="duplicate")

    def new_access(self) -> Access:
        return Access(self.store, source=Counting(), pin_cost=2)

    def play(self, scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
        asyncio.run(scene())


@pytest.fixture
def club(address: str) -> Iterator[Club]:
    club = Club(address)
    yield club
    club.store.close()


def test_the_organisers_link_is_made_once_and_can_be_renewed(club: Club) -> None:
    async def scene() -> None:
        access = club.access
        first = await access.ensure_organiser()
        assert first is not None
        assert await access.ensure_organiser() is None
        session, token = await access.redeem(first)
        assert (session.role, session.stream) == (Role.ORGANISER, None)
        second = await access.renew_organiser()
        assert await access.session(token) is None
        with pytest.raises(DeniedError):
            await access.redeem(first)
        assert (await access.redeem(second))[0].role is Role.ORGANISER

    club.play(scene)


def test_an_invitation_opens_its_role_in_its_game(club: Club) -> None:
    async def scene() -> None:
        invitation, link = await club.access.invite("game", Role.MARKER, "Tables 1 à 20")
        assert await club.access.recognise(link) == invitation
        session, token = await club.access.redeem(link)
        assert session == Session(Role.MARKER, "game", None, START + timedelta(hours=16))
        assert await club.access.session(token) == session
        assert await club.access.session(link) is None
        assert await club.access.invitations("game") == [invitation]
        assert await club.access.invitations("other") == []

    club.play(scene)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.PLAYER])
def test_organisers_and_players_are_not_invited_by_link(club: Club, role: Role) -> None:
    async def scene() -> None:
        with pytest.raises(ValueError, match="role in one game"):
            await club.access.invite("game", role)

    club.play(scene)


def test_nothing_opens_for_a_game_that_does_not_exist(club: Club) -> None:
    async def scene() -> None:
        with pytest.raises(NoStreamError):
            await club.access.invite("nowhere", Role.MARKER)
        with pytest.raises(NoStreamError):
            await club.access.set_pins("nowhere", ["1"])
        with pytest.raises(DeniedError):
            await club.access.join("nowhere", "1", "0000")

    club.play(scene)


def test_a_revoked_invitation_closes_its_sessions_even_if_they_were_cached(club: Club) -> None:
    async def scene() -> None:
        kept, _ = await club.access.invite("game", Role.PROJECTOR)
        invitation, link = await club.access.invite("game", Role.REFEREE)
        _, token = await club.access.redeem(link)
        assert await club.access.session(token) is not None
        await club.access.revoke(invitation.id)
        assert await club.access.session(token) is None
        for open_ in (club.access.redeem, club.access.recognise):
            with pytest.raises(DeniedError):
                await open_(link)
        revoked = {item.id: item.revoked for item in await club.access.invitations("game")}
        assert revoked == {kept.id: None, invitation.id: START}

    club.play(scene)


def test_an_invitation_opens_nothing_after_its_end(club: Club) -> None:
    async def scene() -> None:
        _, link = await club.access.invite("game", Role.PUBLIC, expires=START + timedelta(hours=1))
        club.clock.pass_(minutes=59)
        await club.access.redeem(link)
        club.clock.pass_(minutes=1)
        with pytest.raises(DeniedError):
            await club.access.redeem(link)

    club.play(scene)


def test_a_session_ends_with_its_time_or_by_hand(club: Club) -> None:
    async def scene() -> None:
        _, link = await club.access.invite("game", Role.MARKER)
        _, one = await club.access.redeem(link)
        _, two = await club.access.redeem(link)
        await club.access.end_session(one)
        assert await club.access.session(one) is None
        assert await club.access.session(two) is not None
        club.clock.pass_(hours=16)
        assert await club.access.session(two) is None
        await club.access.sweep()
        left = club.store.blocking.read(lambda c: c.scalar(text("SELECT count(*) FROM sessions")))
        assert left == 0

    club.play(scene)


def test_sessions_survive_a_restart(club: Club) -> None:
    async def scene() -> None:
        pins = await club.access.set_pins("game", ["7"])
        session, token = await club.access.join("game", "7", pins["7"])
        assert session.seat == "7"
        assert await club.new_access().session(token) == session

    club.play(scene)


def test_the_right_pin_opens_its_table_only(club: Club) -> None:
    async def scene() -> None:
        pins = await club.access.set_pins("game", ["1", "2"])
        assert pins == {"1": "1111", "2": "1112"}
        session, _ = await club.access.join("game", "1", "1111")
        assert (session.role, session.seat) == (Role.PLAYER, "1")
        for seat, pin in (("1", "1112"), ("2", "1111"), ("3", "1111"), ("1", ""), ("1", "é\ud800")):
            with pytest.raises(DeniedError):
                await club.access.join("game", seat, pin)

    club.play(scene)


def test_a_new_pin_closes_the_sessions_of_the_old_one(club: Club) -> None:
    async def scene() -> None:
        old = (await club.access.set_pins("game", ["1"]))["1"]
        _, token = await club.access.join("game", "1", old)
        new = (await club.access.set_pins("game", ["1"]))["1"]
        assert await club.access.session(token) is None
        with pytest.raises(DeniedError):
            await club.access.join("game", "1", old)
        await club.access.join("game", "1", new)

    club.play(scene)


def test_wrong_pins_make_the_table_wait_longer_and_longer(club: Club) -> None:
    async def scene() -> None:
        pin = (await club.access.set_pins("game", ["1", "2"]))["1"]
        for _ in range(5):
            with pytest.raises(DeniedError):
                await club.access.join("game", "1", "0000")
        with pytest.raises(TooManyAttemptsError) as caught:
            await club.access.join("game", "1", pin)
        assert caught.value.seconds == 30
        await club.access.join("game", "2", "1112")
        club.clock.pass_(seconds=29.5)
        with pytest.raises(TooManyAttemptsError) as caught:
            await club.access.join("game", "1", pin)
        assert caught.value.seconds == 1
        club.clock.pass_(seconds=0.5)
        with pytest.raises(DeniedError):
            await club.access.join("game", "1", "0000")
        club.clock.pass_(seconds=59)
        with pytest.raises(TooManyAttemptsError):
            await club.access.join("game", "1", pin)
        club.clock.pass_(seconds=1)
        await club.access.join("game", "1", pin)
        for _ in range(5):
            with pytest.raises(DeniedError):
                await club.access.join("game", "1", "0000")

    club.play(scene)


def test_many_guesses_at_once_gain_nothing(club: Club) -> None:
    async def scene() -> None:
        await club.access.set_pins("game", ["1"])
        tries = (club.access.join("game", "1", f"{pin:04}") for pin in range(60))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(result, DeniedError) for result in results) == 5
        assert sum(isinstance(result, TooManyAttemptsError) for result in results) == 55

    club.play(scene)


def test_one_origin_cannot_try_every_table(club: Club) -> None:
    async def scene() -> None:
        seats = [str(seat) for seat in range(80)]
        pins = await club.access.set_pins("game", seats)
        for seat in seats[:60]:
            with pytest.raises(DeniedError):
                await club.access.join("game", seat, "0000", "192.0.2.7")
        with pytest.raises(TooManyAttemptsError):
            await club.access.join("game", "70", pins["70"], "192.0.2.7")
        await club.access.join("game", "70", pins["70"], "192.0.2.8")

    club.play(scene)


def test_a_club_behind_one_address_gets_in(club: Club) -> None:
    async def scene() -> None:
        seats = [str(seat) for seat in range(100)]
        pins = await club.access.set_pins("game", seats)
        for seat in seats:
            await club.access.join("game", seat, pins[seat], "192.0.2.7")

    club.play(scene)


def test_wrong_pins_are_forgotten_after_an_hour(club: Club) -> None:
    async def scene() -> None:
        pins = await club.access.set_pins("game", ["1"])
        for _ in range(5):
            with pytest.raises(DeniedError):
                await club.access.join("game", "1", "0000")
        club.clock.pass_(hours=1, seconds=1)
        for _ in range(4):
            with pytest.raises(DeniedError):
                await club.access.join("game", "1", "0000")
        await club.access.join("game", "1", pins["1"])
        await club.access.sweep()

    club.play(scene)


def test_a_player_alone_needs_no_pin(club: Club) -> None:
    async def scene() -> None:
        session, token = await club.access.open_player("game", "moi")
        assert await club.access.session(token) == session

    club.play(scene)


def test_no_secret_is_in_the_database_in_clear(club: Club) -> None:
    async def scene() -> None:
        made = [await club.access.renew_organiser()]
        made.append((await club.access.invite("game", Role.MARKER))[1])
        made.append((await club.access.redeem(made[1]))[1])
        pins = await club.access.set_pins("game", ["9"])
        made.append((await club.access.join("game", "9", pins["9"]))[1])

        def values(connection: Connection) -> set[str]:
            tables = (invitations, sessions, schema.pins, attempts)
            rows = [row for table in tables for row in connection.execute(table.select())]
            assert len(rows) == 5
            return {str(value) for row in rows for value in row}

        assert not club.store.blocking.read(values) & {*made, *pins.values()}

    club.play(scene)


@pytest.mark.parametrize("odd", ["", "\0", "x" * 300, "\ud800"])
def test_odd_names_are_refused_alike_on_both_databases(club: Club, odd: str) -> None:
    async def scene() -> None:
        with pytest.raises(DeniedError):
            await club.access.join("game", odd, "0000", odd)
        with pytest.raises(DeniedError):
            await club.access.join(odd, "1", "0000")
        with pytest.raises(NoStreamError):
            await club.access.invite(odd, Role.MARKER)
        with pytest.raises(NotANameError):
            await club.access.set_pins("game", [odd])
        with pytest.raises(DeniedError):
            await club.access.redeem(odd)
        assert await club.access.session(odd) is None
        assert await club.access.invitations(odd) == []
        await club.access.revoke(odd)
        assert await club.store.load(odd) == []
        assert await club.store.stream(odd) is None

    club.play(scene)


def test_the_wait_doubles_up_to_its_longest() -> None:
    limit = Limit(free=2, first=10, longest=60)
    assert [limit.wait(n) for n in (0, 1, 2, 3, 4, 5, 500)] == [0, 0, 10, 20, 40, 60, 60]


def test_real_secrets_are_long_or_four_digits_and_differ() -> None:
    source = RandomSecrets()
    assert len({source.token() for _ in range(100)}) == 100
    assert all(len(source.token()) == 43 for _ in range(10))
    assert all(len(pin) == 4 and pin.isdigit() for pin in (source.pin() for _ in range(50)))
