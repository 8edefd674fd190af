"""The command `sanderling`, as `docs/cli.md` describes it: `python -m sanderling deadlock net.pnml`."""

from __future__ import annotations

import sys

from ._sanderling import run


def main() -> None:
    """Runs the command line, and exits with its code."""
    launcher = [sys.executable, "-m", "sanderling"] if sys.executable else []
    sys.exit(run(launcher, ["sanderling", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
