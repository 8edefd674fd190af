"""The keywords are those of the engine's table: `UPDATE_TYPES=1 pytest tests/test_options.py` writes `options.py` anew."""

from __future__ import annotations

import json
import os
import textwrap
from pathlib import Path

import pytest

import sanderling
from sanderling import _sanderling

WRITTEN = Path(__file__).resolve().parents[1] / "python" / "sanderling" / "options.py"
#: What means something where no search is chosen.
COMMON = ["time", "memory", "threads", "max_states", "self_check", "explain_plan"]
#: What means something besides for standard properties.
STANDARD = ["engine", "diagram_order"]
#: What means something besides where a state space is kept.
GRAPH = ["model_errors"]


def kind(option: dict) -> str:
    """The type of an option's values."""
    if option["kind"] == "flag":
        return "bool"
    if option["kind"] == "name":
        return f"Literal[{', '.join(json.dumps(name) for name in option['names'])}]"
    if option["kind"] == "directory":
        return "Union[str, os.PathLike[str]]"
    return "Union[str, float, timedelta]" if option["name"] in ("time", "checkpoint_every") else "Union[str, int, float]"


def entry(option: dict) -> str:
    default = f" [default: {option['default']}]" if option["default"] and "default:" not in option["help"] else ""
    text = textwrap.fill(f'"""{option["help"]}{default}"""', 110, initial_indent="    ", subsequent_indent="    ")
    return f"    {option['name']}: Optional[{kind(option)}]\n{text}\n"


def written() -> str:
    groups = json.loads(_sanderling.options())
    options = [option for group in groups for option in group["options"]]
    body = "\n".join(
        f"    # {group['heading']}.\n\n" + "\n".join(entry(option) for option in group["options"]) for group in groups
    )
    common, standard, graph = (
        "\n".join(entry(option) for name in names for option in options if option["name"] == name)
        for names in (COMMON, STANDARD, GRAPH)
    )
    properties = "\n".join(f'    "{name}",  # {meaning}' for name, meaning in json.loads(_sanderling.standard_properties()))
    return f'''"""The keywords of searches, written from the engine's table of options by `tests/test_options.py`: not to be edited."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Literal, Optional, TypedDict, Union

StandardProperty = Literal[
{properties}
]
"""A property that `analyse` knows."""


class Options(TypedDict, total=False):
    """Keywords of `explore`, `deadlock` and `check`, as `docs/cli.md` describes them; what is `None` is not chosen."""

{body}

class CommonOptions(TypedDict, total=False):
    """Keywords of `analyse` and `graph`, which have more."""

{common}

class StandardOptions(CommonOptions, total=False):
    """Keywords of `analyse`."""

{standard}

class GraphOptions(CommonOptions, total=False):
    """Keywords of `graph`."""

{graph}'''


def test_the_keywords_are_those_of_the_table() -> None:
    if os.environ.get("UPDATE_TYPES"):
        WRITTEN.write_text(written())
    assert WRITTEN.read_text() == written(), "UPDATE_TYPES=1 pytest tests/test_options.py writes it anew"


def test_every_option_of_the_table_is_a_keyword(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    # A directory for checkpoints is made.
    monkeypatch.chdir(tmp_path)
    for group in json.loads(_sanderling.options()):
        for option in group["options"]:
            try:
                net.explore(**{option["name"]: "no such value" if option["kind"] != "flag" else "no flag"})
            except (sanderling.UsageError, sanderling.InputError) as error:
                # Its value is refused, and not its name.
                assert "unknown option" not in str(error), option["name"]


def test_keywords_that_are_none_are_not_chosen() -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    some = net.explore(order=None, levels=False, max_states=None, memory="1G")
    assert some.options == net.explore(memory="1G").options


def test_errors_name_the_keywords() -> None:
    with pytest.raises(sanderling.UsageError, match="for `max_states`"):
        sanderling.load("nets/copy-shop.pnml").explore(max_states=-1)
