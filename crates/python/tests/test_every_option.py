"""Every option that the command has for `explore`, `deadlock` and `check` is a keyword, or the page gives the reason why not."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sanderling
from sanderling import Net, _sanderling, options

PAGE = Path(__file__).resolve().parents[3] / "docs" / "python.md"
#: What is no keyword, and what there is instead.
ELSEWHERE = {
    "from": "`format` of `load`",
    "format": "answers are objects, and `to_json()` is the text",
    "color": "nothing is printed",
    "stats": "nothing is printed",
    "names": "answers have ids; `net.label(id)` is the name",
    "property": "the arguments before all keywords",
    "bound": "`bounds` of `analyse`",
    "processes": "only in the command",
    "hosts": "only in the command",
    "host": "only in the command",
    "timely": "only in the command",
    "help": "`help(net.check)`",
}
#: Only programs that are built with a feature have these.
OF_FEATURES = {"processes", "hosts", "host", "timely"}


def options_of(command: str) -> set[str]:
    """The options of a command, by its own help, which is made of the table of options."""
    run = [sys.executable, "-m", "sanderling", "help", command]
    help_text = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^ {2,}(?:-\w, )?--([a-z][a-z-]*)", help_text, re.MULTILINE))


def keywords(*functions: object) -> set[str]:
    """The keywords of functions, as the command would call them."""
    names = {
        name
        for function in functions
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    return {name.rstrip("_").replace("_", "-") for name in names}


def standard_properties() -> set[str]:
    return {name.replace("_", "-") for name, _ in json.loads(_sanderling.standard_properties())}


@pytest.mark.parametrize("command", ["explore", "deadlock", "check"])
def test_every_option_is_a_keyword_or_has_a_reason(command: str) -> None:
    found = options_of(command)
    assert {"time", "store", "trace", "certificate", "dve-semantics"} <= found
    table = {name.replace("_", "-") for name in options.Options.__annotations__}
    # `explore` looks for no run.
    assert table - ({"shortest"} if command == "explore" else set()) <= found
    known = table | keywords(getattr(Net, command), sanderling.load)
    if command == "check":
        # Properties of the net as a whole are computed by `analyse`.
        known |= standard_properties() | keywords(Net.analyse)
    assert found - known - set(ELSEWHERE) == set()


def test_reasons_are_about_options_that_there_are_and_that_are_no_keywords() -> None:
    found = {option for command in ("explore", "deadlock", "check") for option in options_of(command)}
    assert set(ELSEWHERE) - OF_FEATURES <= found
    assert not set(ELSEWHERE) & (keywords(Net.explore, Net.deadlock, Net.check) | set(options.Options.__annotations__))


def test_the_page_shows_the_reasons() -> None:
    rows = {row.strip() for row in PAGE.read_text().splitlines() if row.startswith("| `--")}
    by_reason = {reason: [f"`--{name}`" for name, why in ELSEWHERE.items() if why == reason] for reason in ELSEWHERE.values()}
    for reason, names in by_reason.items():
        assert f"| {', '.join(names)} | {reason} |" in rows
