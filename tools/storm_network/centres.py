"""A run of an event with centres, from the first slip to the checks after it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from storm_network.checks import counted, missing_or_double, turns_twice
from storm_network.faults import FAULTS
from storm_network.plan import TURNS, Plan
from storm_network.result import Result
from storm_network.scene import NAMES, Scene

_MOST_STEPS = 900


def play(plan: Plan, empty: Path) -> Result:
    """Play a run in a folder of its own and check it."""
    with tempfile.TemporaryDirectory(prefix="raccord-storm-") as name:
        scene = Scene(plan, Path(name), empty)
        try:
            harm = FAULTS[plan.fault](scene)
            _played(scene, harm)
            scene.findings += list(_findings(scene))
        finally:
            scene.stop()
        slips = sum(len(one.acknowledged) for one in scene.laptops.values())
        deaths = scene.hub.deaths + sum(one.deaths for one in scene.laptops.values())
        return Result(plan, slips, deaths, scene.wire.harmed, tuple(scene.findings))


def _played(scene: Scene, harm: Iterator[float]) -> None:
    """Everybody takes his steps in any order; the fault comes at its moments."""
    for laptop in scene.laptops.values():
        laptop.begin()
    expected = sum(2 * TURNS * (5 + tables) for tables in scene.plan.tables) / 2
    moment = next(harm)
    for step in range(_MOST_STEPS):
        while step >= moment * expected:
            moment = next(harm, float("inf"))
        playing = [one for one in scene.laptops.values() if not one.is_told]
        if not playing and moment == float("inf"):
            break
        if playing:
            scene.chance.choice(playing).step()
    scene.wire.is_bad = scene.wire.is_cut = False
    for laptop in (*scene.laptops.values(), *(other for _, other in scene.others)):
        for _ in range(3):
            laptop.insist("sync", laptop.name)


def _findings(scene: Scene) -> Iterator[str]:
    hub, logs = scene.hub, {}
    for (centre, laptop), name in zip(scene.laptops.items(), NAMES, strict=True):
        install, _ = hub.insist("installs", centre)
        if install != laptop.insist("install", laptop.name):
            yield f"{centre}: another laptop counts"
        logs[name] = hub.events(centre, install)
        yield from missing_or_double(centre, logs[name], laptop.acknowledged)
        yield from turns_twice(centre, logs[name])
        if not hub.insist("is_complete", centre):
            yield f"{centre}: nothing proves that it is complete"
        yield from (f"{centre}: {fault}" for fault in laptop.insist("check"))
    for centre, laptop in scene.others:
        install = laptop.insist("install", laptop.name)
        yield from missing_or_double(centre, hub.events(centre, install), laptop.acknowledged)
    shown, provisional = hub.insist("ranking")
    if sorted(shown) != counted(logs) or provisional:
        yield f"ranking shown {sorted(shown)}, provisional {provisional}; counted {counted(logs)}"
    yield from (f"hub: {fault}" for fault in hub.insist("check"))
