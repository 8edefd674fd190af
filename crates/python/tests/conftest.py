"""Tests run at the root of the project, where the nets are."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
#: All nets of the project that come with known answers.
NETS = sorted(
    str(path.with_suffix(suffix).relative_to(ROOT))
    for path in (ROOT / "nets").rglob("*.toml")
    for suffix in (".pnml", ".dve")
    if path.with_suffix(suffix).exists()
)


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
