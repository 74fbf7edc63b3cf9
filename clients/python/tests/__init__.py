"""Tests of the client as it is in ``src``: ``python3 -m unittest``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
