"""The command in the wheel searches in several processes and serves agents, as the usual build of the program does."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from conftest import ROOT


def command(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-m", "sanderling", *words]
    return subprocess.run(run, input=given, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("processes", [2, 3])
@pytest.mark.parametrize(
    ("net", "states"),
    [("philosophers-3", 27), ("philosophers-5", 243), ("counter-8", 256)],
)
def test_processes_find_all_states(net: str, states: int, processes: int) -> None:
    done = command("explore", str(ROOT / "nets" / f"{net}.pnml"), "--processes", str(processes), "--format", "json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["states"] == states
    assert len(report["processes"]) == processes


def test_a_verdict_of_two_processes_has_its_exit_code() -> None:
    done = command("deadlock", str(ROOT / "nets" / "philosophers-5.pnml"), "--processes", "2")
    assert done.returncode == 1, done.stderr
    assert "violated" in done.stdout


def test_agents_are_served_until_the_input_ends() -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
    }
    done = command("serve", "--mcp", given=json.dumps(hello) + "\n")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "sanderling"
