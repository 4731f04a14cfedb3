"""Documents to print: Typst sources of the package, filled with data, as PDF."""

import json
from pathlib import Path

import typst

FOLDER = Path(__file__).parent / "documents"


def typeset(name: str, data: object) -> bytes:
    """Compile ``documents/<name>.typ``; it reads ``data`` with ``json.decode(sys.inputs.data)``."""
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    made: bytes = typst.compile(str(FOLDER / f"{name}.typ"), sys_inputs=inputs, format="pdf")
    return made
