"""Pictures of paper slips to slips: an extra (``pip install raccord[reading]``), OpenCV and numpy.

``photographs`` finds slips by their marks, ``cells`` cuts them up, ``network`` looks at every cell,
``decoder`` weighs what the cells say against what can be played. Nothing leaves the machine.
"""

import os

# OpenCV's own bound, which it reads when it is loaded: it has the last word on what a file claims.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "40000000")
