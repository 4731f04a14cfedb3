"""Photographs: slips found by their corner marks, and laid flat.

Three of a slip's four marks are enough; several slips may lie in one picture, any way up. A picture
comes in as the bytes of its file, from anybody: its size is bounded before it is opened.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from raccord.documents.marks import CORNERS
from raccord.documents.slip_forms import EDGE, HEIGHT, MARK, WIDTH
from raccord.reading.errors import ReadingError

# One picture, one core: the server has others to serve.
cv2.setNumThreads(1)

MOST_BYTES = 16 * 2**20
MOST_PIXELS = 40_000_000
SCALE = 6
"""Pixels a millimetre of a slip laid flat."""
MOST_SLIPS = 12
ENOUGH = 3
"""Marks by which a slip is found."""
WIDEST = 2600
"""Pixels: larger pictures are looked at smaller to find the marks."""
AWAY = 0.2
"""How far from where one mark tells it another may lie, as a part of their distance."""
_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_NO_FRAME = (0xC4, 0xC8, 0xCC)
"""Markers of a JPEG file among those of frames that are none."""
_FIRST_SEGMENT, _BARE = 0xC0, range(0xD0, 0xDA)
"""Markers without a length, or of the picture itself: none stands before its size."""

Grey = NDArray[np.uint8]
Points = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FlatSlip:
    """Bulletin redressé: as a scanner would see it, 6 pixels a millimetre; table 0 is unknown."""

    table: int
    image: Grey
    corners: Points
    """Where its four corners lie in the photograph, clockwise from the upper left."""


@dataclass(frozen=True, eq=False)
class Found:
    """Bulletins trouvés in a photograph; ``partial`` counts those with too few marks."""

    slips: tuple[FlatSlip, ...]
    partial: int = 0


@dataclass(frozen=True, eq=False)
class _Mark:
    table: int
    corner: int
    points: Points


def open_picture(data: bytes) -> Grey:
    """A picture in grey from the bytes of its file."""
    if len(data) > MOST_BYTES:
        raise ReadingError("photo trop lourde : 16 Mo au plus")
    if not data.startswith((_JPEG, _PNG)):
        raise ReadingError("image illisible : JPEG ou PNG attendu")
    width, height = _size(data)
    # A small file may claim to be vast: it is refused before anybody makes room for it.
    if not width * height:
        raise ReadingError("image illisible : le fichier est abîmé")
    if width * height > MOST_PIXELS:
        raise ReadingError("image trop grande : 40 millions de points au plus")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        image = None
    if image is None:
        raise ReadingError("image illisible : le fichier est abîmé")
    return np.asarray(image, np.uint8)


def _size(data: bytes) -> tuple[int, int]:
    """Width and height as a file claims them; 0 of one that does not, or hides where it does."""
    if data.startswith(_PNG):
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:
            # A marker may be preceded by any number of these.
            at += 1
            continue
        if 0xC0 <= kind <= 0xCF and kind not in _NO_FRAME:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        if kind < _FIRST_SEGMENT or kind in _BARE:
            break
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return 0, 0


def find_slips(picture: Grey) -> Found:
    """Every slip in a picture, from left to right and from above."""
    groups = _grouped(_marks(picture))
    whole = [group for group in groups if len(group) >= ENOUGH]
    slips = [_flat(picture, group) for group in whole[:MOST_SLIPS]]
    slips.sort(key=lambda slip: (round(float(slip.corners[:, 1].mean()) / 200), slip.corners[0, 0]))
    return Found(tuple(slips), len(groups) - len(whole))


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.minMarkerPerimeterRate = 0.02
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def _marks(picture: Grey) -> list[_Mark]:
    shrink = min(1.0, WIDEST / max(picture.shape))
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    corners, numbers, _ = _detector().detectMarkers(small if shrink < 1 else picture)
    found = [] if numbers is None else [int(number) for number in np.ravel(numbers)]
    return [
        _Mark(*divmod(number, CORNERS), np.asarray(points[0] / shrink, np.float32))
        for number, points in zip(found, corners, strict=True)
    ]


def _on_paper(corner: int) -> Points:
    """The four corners of a mark, in millimetres of its slip."""
    far_x, far_y = WIDTH - EDGE - MARK, HEIGHT - EDGE - MARK
    x, y = ((EDGE, EDGE), (far_x, EDGE), (far_x, far_y), (EDGE, far_y))[corner]
    return np.array([(x, y), (x + MARK, y), (x + MARK, y + MARK), (x, y + MARK)], np.float32)


def _grouped(marks: Sequence[_Mark]) -> list[list[_Mark]]:
    """Marks of the same slip together: same table, each where another one tells it to be."""
    groups: list[list[_Mark]] = []
    for mark in marks:
        home = next((group for group in groups if _belongs(mark, group)), None)
        if home is None:
            groups.append([mark])
        else:
            home.append(mark)
    return groups


def _belongs(mark: _Mark, group: Sequence[_Mark]) -> bool:
    first = group[0]
    if mark.table != first.table or any(mark.corner == other.corner for other in group):
        return False
    told = cv2.getPerspectiveTransform(_on_paper(first.corner), first.points)
    expected = cv2.perspectiveTransform(_on_paper(mark.corner)[None], told)[0].mean(axis=0)
    there = mark.points.mean(axis=0)
    apart = float(np.linalg.norm(there - first.points.mean(axis=0)))
    return float(np.linalg.norm(expected - there)) < AWAY * apart


def _flat(picture: Grey, group: Sequence[_Mark]) -> FlatSlip:
    paper = np.concatenate([_on_paper(mark.corner) for mark in group])
    seen = np.concatenate([mark.points for mark in group])
    # Twice as fine, then halved: thin strokes of a sharp photograph stay whole.
    fine = 2 * SCALE
    to_flat, _ = cv2.findHomography(seen, paper * fine)
    size = (round(WIDTH * fine), round(HEIGHT * fine))
    large = cv2.warpPerspective(picture, to_flat, size, borderValue=255)
    half = (size[0] // 2, size[1] // 2)
    image = cv2.resize(large, half, interpolation=cv2.INTER_AREA)
    edge = np.array([[(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]], np.float32) * fine
    corners = cv2.perspectiveTransform(edge, np.linalg.inv(to_flat))[0]
    return FlatSlip(group[0].table, np.asarray(image, np.uint8), np.asarray(corners, np.float32))


def format_picture(image: Grey, quality: int = 80) -> bytes:
    """A picture as the bytes of a JPEG file."""
    written, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert written
    return data.tobytes()
