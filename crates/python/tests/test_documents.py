"""The examples of the page and of the notebook are run."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOK = ROOT / "crates/python/notebooks/soundness.ipynb"


def test_the_examples_of_the_page_run() -> None:
    page = (ROOT / "docs/python.md").read_text()
    examples = [part.split("```", 1)[0] for part in page.split("```python\n")[1:]]
    assert len(examples) >= 6
    names: dict[str, Any] = {}
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), names)


def run(cell: str, names: dict[str, Any]) -> Any:
    """Runs a cell as a notebook does: its value is that of its last line."""
    body = ast.parse(cell)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None


def test_the_notebook_runs() -> None:
    pytest.importorskip("pm4py")
    pytest.importorskip("polars")
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    assert len(cells) == 10
    names: dict[str, Any] = {}
    shown = [run("".join(cell["source"]), names) for cell in cells]
    assert "<svg" in shown[2]._repr_html_()
    assert shown[3].answer("workflow_net").verdict == "holds" and shown[3].answer("sound").verdict != "unknown"
    assert shown[5] is True
    assert shown[6].answers[0].verdict == "holds"
    assert shown[7].height == len({event for _, _, event, _ in names["graph"].firings()})
    assert all(answer is not None for answer in shown)
    for result in (shown[3], shown[4], shown[6], shown[9]):
        assert result._repr_html_().startswith("<div>")
