"""``python -m raccord.cli``."""

from raccord.cli import main

main()
