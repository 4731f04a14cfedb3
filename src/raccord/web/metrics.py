"""Measures of this process, in Prometheus's own words."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from raccord.duplicate import events as ev
from raccord.hall import Hall
from raccord.hall.games import GameChange
from raccord.network.station import Station
from raccord.web.services import Services
from raccord.web.station import station_of
from raccord.web.watch import Watch

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0)


class Metrics:
    """Counts slips as they come to the disk; the rest is looked at when it is asked for."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._registry = CollectorRegistry()
        self._slips = Counter(
            "raccord_slips", "Slips this process took in", ["late"], registry=self._registry
        )
        self._waits = Histogram(
            "raccord_slip_seconds",
            "From the last byte of a slip to its receipt",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._registry.register(_Present(services))
        services.get(Hall).games.repository.subscribe(self._committed)

    def text(self) -> bytes:
        """Everything, as it is gathered."""
        return generate_latest(self._registry)

    def _committed(self, change: GameChange) -> None:
        handed = [event for event in change.events if isinstance(event, ev.SlipHandedIn)]
        # What another process wrote is counted there.
        if not handed or change.foreign:
            return
        now = self._services.now_ms()
        late = str(len(change.events) > len(handed)).lower()
        for slip in handed:
            self._slips.labels(late).inc()
            self._waits.observe(max(0, now - slip.at) / 1000)


class _Present(Collector):
    """What is so at the moment of asking."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        view = self._services.get(Watch).view()
        yield _gauge("raccord_loop_delay_seconds", "Delay of the event loop", view.delay / 1000)
        worst = "Worst delay of the event loop within a minute"
        yield _gauge("raccord_loop_delay_worst_seconds", worst, view.worst / 1000)
        yield _gauge("raccord_streams", "Live streams open", view.streams)
        yield _gauge("raccord_connections", "Connections open", view.connections)
        queued = self._services.store.unsettled
        yield _gauge("raccord_store_queue", "Writes queued or on their way to disk", queued)
        if self._services.store.is_shared:
            yield from _of_several(self._services.get(station_of))


def _of_several(station: Station) -> Iterator[Metric]:
    bell, leases = station.doorbell, station.leases
    lags = list(bell.lags) or [0.0]
    yield _gauge("raccord_doorbell_listening", "Whether others are heard", float(bell.is_listening))
    yield _gauge("raccord_doorbell_lag_seconds", "From a telling to its hearing", lags[-1])
    worst = "Worst lag of the doorbell within a minute"
    yield _gauge("raccord_doorbell_lag_worst_seconds", worst, max(lags))
    unheard = "Streams that had grown without being heard of"
    yield CounterMetricFamily("raccord_doorbell_unheard", unheard, value=bell.unheard)
    yield _gauge("raccord_clock_offset_seconds", "The database's clock less ours", station.offset)
    yield _gauge("raccord_sections_held", "Sections this process writes", len(leases.sections))
    moved = CounterMetricFamily("raccord_sections_moved", "Sections taken and left", labels=["how"])
    for how, count in vars(leases.counts).items():
        moved.add_metric([how], count)
    yield moved


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)
