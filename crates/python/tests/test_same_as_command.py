"""The module and the command give the same results for every net of the project."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import NETS

import sanderling

#: What depends on the clock and on the memory of the machine. How far a sample goes does, too.
_OF_THE_MACHINE = {"time_s", "peak_memory_bytes", "store_bytes", "bytes", "bytes_per_state", "memory_bytes", "self_check"}
OPTIONS = {"threads": 1, "max_states": 20000, "time": "60s"}
WORDS = ["--threads", "1", "--max-states", "20000", "--time", "60s"]


def command(*words: str) -> dict[str, Any]:
    """The output of the command."""
    run = [sys.executable, "-m", "sanderling", *words, "--format", "json", "--progress", "none"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1, 2, 3), done.stderr
    return json.loads(done.stdout)


def without_the_machine(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: without_the_machine(value) for key, value in data.items() if key not in _OF_THE_MACHINE}
    return [without_the_machine(one) for one in data] if isinstance(data, list) else data


def output(query: Any) -> dict[str, Any]:
    """The output of the module."""
    try:
        return query().to_dict()
    except sanderling.SanderlingError as error:
        return error.failure.to_dict()


@pytest.mark.parametrize("path", NETS)
def test_the_module_and_the_command_agree(path: str) -> None:
    net = sanderling.load(path)
    seconds = {"time": "60s"}
    for words, query in [
        (["explore", path, "--bounds", *WORDS], lambda: net.explore(bounds=True, **OPTIONS)),
        (["deadlock", path, *WORDS], lambda: net.deadlock(**OPTIONS)),
        (["info", path, "--time", "60s"], lambda: net.info(**seconds)),
        (["analyse", path, "--threads", "1", "--time", "60s"], lambda: net.analyse(threads=1, **seconds)),
    ]:
        expected, found = without_the_machine(command(*words)), without_the_machine(output(query))
        # The texts of errors differ.
        if "error" in expected:
            assert found["error"] == expected["error"], words
            assert found["diagnostics"] == expected["diagnostics"], words
        else:
            assert found == expected, words


def test_properties_are_the_same_too() -> None:
    for path, properties in [
        ("nets/copy-shop.pnml", ["always tokens(p1) <= 1", "reach deadlock", "ctl AG EF deadlock", "ltl F deadlock"]),
        ("nets/peterson-2.pnml", ["always not deadlock"]),
        ("nets/coloured/philosophers-3.pnml", ["always not deadlock", "reach deadlock"]),
    ]:
        options = [word for text in properties for word in ("--property", text)]
        expected = command("check", path, *options, *WORDS)
        found = sanderling.load(path).check(*properties, **OPTIONS).to_dict()
        assert without_the_machine(found) == without_the_machine(expected)


def test_the_meaning_of_divine_2_is_the_same_too() -> None:
    path = "nets/division-by-zero.dve"
    expected = command("explore", path, "--dve-semantics", "divine2", *WORDS)
    found = sanderling.load(path, dve_semantics="divine2").explore(**OPTIONS).to_dict()
    assert without_the_machine(found) == without_the_machine(expected)


def test_the_command_is_installed() -> None:
    result = subprocess.run([sys.executable, "-m", "sanderling", "--version"], capture_output=True, text=True)
    assert result.stdout.strip() == f"sanderling {sanderling.__version__}"
    wrong = subprocess.run([sys.executable, "-m", "sanderling", "deadlock"], capture_output=True, text=True)
    assert wrong.returncode == 3 and "Usage" in wrong.stderr
    with contextlib.suppress(ImportError):
        from importlib.metadata import entry_points

        (script,) = entry_points(group="console_scripts", name="sanderling")
        assert script.load().__module__ == "sanderling.__main__"


def test_the_command_knows_its_own_words_and_not_those_of_python(tmp_path: Path) -> None:
    words = ["explore", "nets/kanban-2.pnml", "--checkpoint", str(tmp_path / "kept"), "--max-states", "100"]
    assert command(*words)["reason"] == "state_limit"
    assert command("resume", str(tmp_path / "kept"), "--info")["command"][:6] == ["sanderling", *words[:5]]
    # What the module begins, the module ends.
    options = {"checkpoint": tmp_path / "module", "resume": "newest"}
    net = sanderling.load("nets/kanban-2.pnml")
    assert net.explore(max_states=100, **options).reason == "state_limit"
    assert net.explore(**options).states == 4600
