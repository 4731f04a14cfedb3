"""The faults of an event with centres: each yields the shares of the game at which it goes on."""

import shutil
from collections.abc import Callable, Iterator

from raccord.network.contest import commands as asked
from storm_network.checks import identities
from storm_network.machines import Laptop
from storm_network.scene import CENTRES, Scene

OFF = 300.0
"""Seconds that a wrong clock is off."""


def _some(scene: Scene) -> tuple[str, Laptop]:
    centre = scene.chance.choice(CENTRES)
    return centre, scene.laptops[centre]


def hub(scene: Scene) -> Iterator[float]:
    """The hub is killed in the midst of its work, up to three times."""
    for _ in range(scene.chance.randint(1, 3)):
        yield scene.plan.moment * scene.chance.random()
        scene.hub.doom(scene.chance.uniform(0.001, 0.04))


def centre(scene: Scene) -> Iterator[float]:
    """Laptops are killed in the midst of their work."""
    for _ in range(scene.chance.randint(1, 3)):
        yield scene.plan.moment * scene.chance.random()
        _, laptop = _some(scene)
        laptop.doom(scene.chance.uniform(0.001, 0.06))


def wire(scene: Scene) -> Iterator[float]:
    """Messages are cut before and after they are heard, doubled, and come out of order."""
    yield scene.plan.moment * 0.3
    scene.wire.is_bad = True
    yield 0.8
    scene.wire.is_cut = scene.chance.random() < 0.5
    yield 1.2
    scene.wire.is_bad = scene.wire.is_cut = False


def backup(scene: Scene) -> Iterator[float]:
    """The hub comes back from a copy of its folder that was made earlier in the game."""
    begin = scene.chance.random() * scene.plan.moment
    yield begin
    scene.hub.stop()
    copy = scene.folder / "backup"
    shutil.copytree(scene.hub.folder, copy)
    yield max(begin, scene.chance.uniform(begin, 1.1))
    scene.hub.stop()
    shutil.rmtree(scene.hub.folder)
    shutil.copytree(copy, scene.hub.folder)
    # A laptop that was done tells it again: its beat does so every quarter of a minute.
    for laptop in scene.laptops.values():
        laptop.is_told = False


def laptops(scene: Scene) -> Iterator[float]:
    """A second laptop for one centre, with its file or with a copy of its folder."""
    yield scene.plan.moment * 0.8
    centre, first = _some(scene)
    tables = scene.plan.tables[CENTRES.index(centre)]
    second = scene.laptop("second", centre, tables)
    if scene.chance.random() < 0.5:
        first.stop()
        shutil.rmtree(second.folder)
        shutil.copytree(first.folder, second.folder)
        second.take_over(first, {one.identity for one in first.acknowledged})
    second.begin()
    scene.others.append((centre, second))
    for _ in range(scene.chance.randint(0, 12)):
        scene.chance.choice((first, second)).step()
    for laptop in (first, second):
        laptop.insist("sync", laptop.name)
    chosen = scene.chance.choice((first, second))
    if chosen is second:
        scene.laptops[centre], scene.others[-1] = second, (centre, first)
    # Of two that share one name the question may come up only later: it is answered when it does.
    for moment in range(30):
        counted, _ = scene.hub.insist("installs", centre)
        install = chosen.insist("install", chosen.name)
        if counted != install:
            scene.hub.insist("execute", asked.Choose(centre=centre, install=install))
        yield 0.1 * moment


def clock(scene: Scene) -> Iterator[float]:
    """The clock of a laptop is five minutes off, from a restart on."""
    _, laptop = _some(scene)
    yield scene.plan.moment * 0.8
    laptop.stop()
    laptop.ahead = scene.chance.choice((-OFF, OFF))


def disk(scene: Scene) -> Iterator[float]:
    """A laptop is gone with its disk; another one is filled from the hub and goes on."""
    yield scene.plan.moment
    centre, lost = _some(scene)
    former = lost.insist("install", lost.name)
    lost.stop()
    shutil.rmtree(lost.folder)
    tables = scene.plan.tables[CENTRES.index(centre)]
    new = scene.laptop("new", centre, tables)
    new.name = new.insist("join", new.invitation)
    install = new.insist("install", new.name)
    refilling = asked.Refill(centre=centre, install=install, continues=former)
    scene.hub.insist("execute", refilling)
    new.insist("refill", new.name)
    new.take_over(lost, set(identities(scene.hub.events(centre, former))))
    new.begin()
    scene.laptops[centre] = new


FAULTS: dict[str, Callable[[Scene], Iterator[float]]] = {
    "hub": hub,
    "centre": centre,
    "wire": wire,
    "backup": backup,
    "laptops": laptops,
    "clock": clock,
    "disk": disk,
}
