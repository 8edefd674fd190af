"""Searches run beside other threads, report progress, and can be stopped."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

import sanderling



def counters(number: int = 24) -> sanderling.Net:
    """Places that fill and empty by themselves: 3^24 markings."""
    places = [{"id": f"p{at}", "capacity": 2} for at in range(number)]
    arcs = [{"place": at, "transition": at, "kind": "output"} for at in range(number)]
    transitions = [{"id": f"t{at}"} for at in range(number)]
    return sanderling.load({"sanderling_net": 1, "places": places, "transitions": transitions, "arcs": arcs})


def test_other_threads_go_on_meanwhile() -> None:
    beats: list[float] = []
    over = threading.Event()

    def beat() -> None:
        while not over.is_set():
            beats.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=beat)
    thread.start()
    counters().explore(time="2s", threads=1)
    over.set()
    thread.join()
    pauses = [after - before for before, after in zip(beats, beats[1:])]
    assert len(beats) > 20 and max(pauses) < 1.5


def test_progress_is_reported() -> None:
    received: list[sanderling.Progress] = []
    report = counters().explore(time="900ms", threads=1, progress=received.append)
    assert report.reason == "time_limit"
    assert len(received) >= 2 and received[-1].states > received[0].states > 0
    assert received[-1].elapsed_s <= 5 and received[-1].memory_bytes > 0


def test_an_exception_of_the_listener_ends_the_search() -> None:
    class Enough(Exception):
        pass

    def stop(progress: sanderling.Progress) -> None:
        raise Enough

    began = time.monotonic()
    with pytest.raises(Enough) as raised:
        counters().explore(progress=stop, time="60s")
    assert time.monotonic() - began < 30
    answer = raised.value.answer  # type: ignore[attr-defined]
    assert isinstance(answer, sanderling.Report) and answer.reason == "cancelled" and answer.states > 0


def test_a_signal_ends_the_search_with_what_it_has() -> None:
    program = f"""
import os, signal, threading, sys
sys.path[:0] = {sys.path!r}
from test_control import counters
received = []
def interrupt(progress):
    if not received:
        threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    received.append(progress)
try:
    counters().explore(time="50s", progress=interrupt)
except KeyboardInterrupt as stop:
    print(stop.answer.reason, stop.answer.states > 0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["cancelled", "True"], done.stderr


def test_several_searches_go_on_side_by_side() -> None:
    net = sanderling.load("nets/philosophers-5.pnml")
    answers: list[sanderling.Report] = []
    threads = [threading.Thread(target=lambda: answers.append(net.explore(threads=1))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.states for answer in answers} == {net.explore().states} and len(answers) == 8


def test_progress_can_be_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    counters().explore(time="500ms", threads=1, progress=True)
    assert "states" in capsys.readouterr().err


