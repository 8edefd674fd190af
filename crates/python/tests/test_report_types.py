"""The classes of reports are those of `docs/report.schema.json`: `UPDATE_TYPES=1 pytest tests/test_report_types.py` writes `reports.py` anew."""

from __future__ import annotations

import json
import keyword
import os
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
WRITTEN = ROOT / "crates" / "python" / "python" / "sanderling" / "reports.py"
DEFINITIONS: dict[str, Any] = json.loads((ROOT / "docs" / "report.schema.json").read_text())["$defs"]
# In Python there is one class for both forms of progress.
DEFINITIONS["Progress"] = {
    "description": "The progress of a search, or of the unfolding before it.",
    "oneOf": [DEFINITIONS["Progress"], DEFINITIONS["UnfoldingProgress"]],
}
#: The results of functions. Other classes are parts of them.
RESULTS = ["Report", "AnalysisReport", "StructureReport", "ReplayReport", "ComparisonReport", "Failure", "Progress"]
#: Names that are not those of the schema.
NAMES = {
    "AnalysisReport": "Analysis",
    "AspectDifference": "Aspect",
    "ChannelStructure": "Channel",
    "ColouredStructure": "Coloured",
    "ComparisonReport": "Comparison",
    "GreatestValue": "Greatest",
    "ListedCountById": "TransitionInvariants",
    "ListedInvariant": "PlaceInvariants",
    "ListedPlaceSet": "PlaceSets",
    "OnDisk": "Disk",
    "Process": "SearchProcess",
    "ProcessStructure": "Process",
    "ProgramStructure": "Program",
    "ReplayReport": "Replay",
    "RuleStatistics": "Rule",
    "SortStructure": "Sort",
    "StructuralReduction": "Reduction",
    "StructureReport": "Structure",
    "TraceBranch": "Branch",
    "UnboundedProof": "Unbounded",
    "UnfoldingFound": "Found",
    "UnitTree": "Units",
    "VariableStructure": "Variable",
}
#: Types that `record.py` reads, or that have no class.
TYPES = {"Count": "Count", "Greatest": "Count", "Natural": "Count", "Tokens": "Any"}
#: Classes with methods, or with the methods of results.
BASES = {"Trace": "OfTrace", "AnalysisReport": "OfAnalysis"}


def referred(schema: Any) -> Iterator[str]:
    """The definitions that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix("#/$defs/")
        for inner in schema.values():
            yield from referred(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from referred(inner)


def reached() -> list[str]:
    """The definitions that results consist of."""
    found, to_read = set(), list(RESULTS)
    while to_read:
        name = to_read.pop()
        if name not in found and name not in TYPES:
            found.add(name)
            to_read += referred(DEFINITIONS[name])
    return sorted(found, key=class_name)


def class_name(definition: str) -> str:
    return NAMES.get(definition, definition)


def kind(schema: Any) -> str:
    """The type of a schema's values, without `None`."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return TYPES.get(name, class_name(name))
    if "anyOf" in schema:
        (only,) = [one for one in schema["anyOf"] if one != {"type": "null"}]
        return kind(only)
    if "const" in schema:
        return f"Literal[{json.dumps(schema['const'])}]"
    names = schema.get("type", [])
    (name,) = [one for one in ([names] if isinstance(names, str) else names) if one != "null"]
    if name == "array":
        return f"list[{kind(schema['items'])}]"
    if name == "object":
        values = schema["additionalProperties"]
        of = "Any" if values is True else kind(values)
        return "Marking" if "Tokens" in str(values) else f"dict[str, {of}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}[name]


def is_nullable(schema: Any) -> bool:
    return "null" in schema.get("type", []) or {"type": "null"} in schema.get("anyOf", [])


def members(definition: Any) -> dict[str, tuple[str, str]]:
    """The types and descriptions of keys. Those that only some forms of an object have may be `None`."""
    forms = definition.get("oneOf", [definition])
    required = set.intersection(*(set(form["required"]) for form in forms))
    order = {key: None for form in forms for key in [*form["required"], *form["properties"]]}
    found = {}
    for key in order:
        schemas = [form["properties"][key] for form in forms if key in form["properties"]]
        kinds = list(dict.fromkeys(kind(schema) for schema in schemas))
        if len(kinds) > 1:
            kinds = [f"Literal[{', '.join(json.dumps(schema['const']) for schema in schemas)}]"]
        optional = " | None" if key not in required or any(map(is_nullable, schemas)) else ""
        found[key] = (kinds[0] + optional, schemas[0].get("description", ""))
    return found


def attribute(key: str) -> str:
    """The name of a key as an attribute, which `record.py` reads."""
    return f"{key}_" if keyword.iskeyword(key) or hasattr(Mapping, key) else key


def docstring(text: str, indent: str = "") -> str:
    text = f'"""{" ".join(text.split())}"""'
    return textwrap.fill(text, 110, initial_indent=indent, subsequent_indent=indent) + "\n"


def is_texts(definition: Any) -> bool:
    return all("const" in one for one in definition.get("oneOf", [{}]))


def texts(name: str, definition: Any) -> str:
    values = "".join(f"    {json.dumps(one['const'])},\n" for one in definition["oneOf"])
    return f"{class_name(name)} = Literal[\n{values}]\n{docstring(definition['description'])}"


def written_class(name: str, definition: Any) -> str:
    keys = members(definition)
    base = BASES.get(name, "Result" if {"file", "question"} <= keys.keys() else "Record")
    text = f"class {class_name(name)}({base}):\n{docstring(definition['description'], '    ')}\n"
    for key, (of, description) in keys.items():
        # A key called `list` hides the type from the lines below it.
        of = of.replace("list[", "typing.List[") if "list" in keys else of
        text += f"    {attribute(key)}: {of}\n" + (docstring(description, "    ") if description else "")
    return text


def written() -> str:
    definitions = [(name, DEFINITIONS[name]) for name in reached()]
    enumerations = [texts(name, one) for name, one in definitions if is_texts(one)]
    classes = [written_class(name, one) for name, one in definitions if not is_texts(one)]
    return f'''"""Answers as objects, written from `docs/report.schema.json` by `tests/test_report_types.py`: not to be edited."""

from __future__ import annotations

import typing
from typing import Any, Literal

from ._methods import OfAnalysis, OfTrace, Result
from .record import Count, Record

Marking = dict[str, Any]
"""The contents of places by id: a number of tokens, numbers by colour, or the value of a program's place. Places that
are left out are empty."""

{chr(10).join(enumerations)}

{(chr(10) * 2).join(classes)}'''


def test_the_classes_are_those_of_the_schema() -> None:
    if os.environ.get("UPDATE_TYPES"):
        WRITTEN.write_text(written())
    assert WRITTEN.read_text() == written(), "UPDATE_TYPES=1 pytest tests/test_report_types.py writes it anew"
