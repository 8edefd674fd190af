"""A net and the questions about it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _html, _nets_of_others
from ._ask import Listener, answer, to_json
from ._sanderling import Loaded
from .errors import InputError
from .graph import Graph
from .record import Record
from .reports import Analysis, Comparison, Diagnostic, Failure, Replay, Report, Structure, Trace
from .simulation import Simulation

if TYPE_CHECKING:
    import networkx
    from typing_extensions import Unpack

    from .options import GraphOptions, Options, StandardOptions, StandardProperty


Path = Union[str, "os.PathLike[str]"]
"""Where a file is."""

Paths = Union[Path, Iterable[Path]]
Texts = Union[str, Iterable[str]]
"""One or several."""

TraceFormat = Literal["json", "tapaal", "scn", "csv"]
"""A format of `docs/traces.md`."""


def _several(one_or_several: Any) -> list[Any]:
    is_one = isinstance(one_or_several, (str, int, os.PathLike))
    return [one_or_several] if is_one else list(one_or_several)


def _files(trace: Path | None, trace_format: str | None, certificate: Path | None) -> dict[str, str | None]:
    """The files that are written besides an answer."""
    path = lambda name: None if name is None else os.fspath(name)  # noqa: E731
    return {"trace": path(trace), "trace_format": trace_format, "certificate": path(certificate)}


def _text(path: Path) -> tuple[str, str]:
    """The name of a file of properties, and what is in it."""
    name = os.fspath(path)
    with open(name, "rb") as file:
        content = file.read()
    try:
        return name, content.decode()
    except UnicodeDecodeError:
        failure = {"error": "input", "message": f"`{name}` is not UTF-8 text", "file": name, "diagnostics": []}
        raise InputError(Failure(failure)) from None


class Net:
    """A net that `sanderling.load` has read.

    Questions take the options of `docs/cli.md` as keywords (`sanderling.options` lists them): sizes and times as texts or numbers (bytes and
    seconds), flags as `True`. They go on while the interpreter does other things; Ctrl-C ends them with `KeyboardInterrupt`, whose attribute
    `answer` is what was found so far. `progress` is a function that receives the progress of a search, or `True` for a bar of `tqdm`.

    >>> import sanderling
    >>> net = sanderling.load("nets/philosophers-3.pnml")
    >>> net
    <sanderling.Net 'nets/philosophers-3.pnml': 15 places, 15 transitions>
    """

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._head = json.loads(loaded.head())

    @property
    def id(self) -> str:
        """The modeller's id; may be empty."""
        return self._head["id"]

    @property
    def name(self) -> str | None:
        """The modeller's name."""
        return self._head["name"]

    @property
    def file(self) -> str:
        """The file, as it was named."""
        return self._head["file"]

    @property
    def format(self) -> str:
        """The format that it was read from."""
        return self._head["format"]

    @property
    def kind(self) -> str:
        """`place_transition`, `coloured` or `program`."""
        return self._head["kind"]

    @property
    def places(self) -> list[str]:
        """The ids of the places."""
        return list(self._head["places"])

    @property
    def transitions(self) -> list[str]:
        """The ids of the transitions."""
        return list(self._head["transitions"])

    @property
    def warnings(self) -> list[Diagnostic]:
        """What there is to say about the file although it could be read."""
        return [Diagnostic(one) for one in self._head["warnings"]]

    def label(self, node: str) -> str | None:
        """The name of a place or a transition, where it has one; `node` is its id.

        :raises KeyError: where there is no such node.
        """
        if node not in self._head["names"] and node not in self._head["places"] + self._head["transitions"]:
            raise KeyError(node)
        return self._head["names"].get(node)

    def __repr__(self) -> str:
        places, transitions = len(self._head["places"]), len(self._head["transitions"])
        return f"<sanderling.Net {self.file!r}: {places} places, {transitions} transitions>"

    def _repr_html_(self) -> str:
        return _html.net(self)

    # Questions.

    def explore(
        self,
        *,
        trace: Path | None = None,
        trace_format: TraceFormat | None = None,
        certificate: Path | None = None,
        progress: Listener = None,
        **options: Unpack[Options],
    ) -> Report:
        """The statistics of the state space.

        >>> import sanderling
        >>> report = sanderling.load("nets/philosophers-3.pnml").explore(levels=True)
        >>> report.verdict, report.states == sum(report.levels)
        ('computed', True)
        """
        write = _files(trace, trace_format, certificate)
        return self._ask({"question": "explore", "write": write}, progress, options)

    def deadlock(
        self,
        *,
        except_: str | None = None,
        trace: Path | None = None,
        trace_format: TraceFormat | None = None,
        certificate: Path | None = None,
        progress: Listener = None,
        **options: Unpack[Options],
    ) -> Report:
        """Whether a deadlock can be reached. Dead markings that satisfy the condition `except_` are meant, and are none.

        `trace` and `certificate` are files that are written besides, as for `check`.

        >>> import sanderling
        >>> len(sanderling.load("nets/copy-shop.pnml").deadlock().trace.steps)
        2
        """
        write = _files(trace, trace_format, certificate)
        return self._ask({"question": "deadlock", "except": except_, "write": write}, progress, options)

    def check(
        self,
        *property: str,
        always: Texts = (),
        reach: Texts = (),
        ltl: Texts = (),
        ctl: Texts = (),
        response: Texts = (),
        livelock: Texts = (),
        home: Texts = (),
        properties: Paths = (),
        query: Texts = (),
        assertions: bool = False,
        property_process: bool = False,
        trace: Path | None = None,
        trace_format: TraceFormat | None = None,
        certificate: Path | None = None,
        progress: Listener = None,
        **options: Unpack[Options],
    ) -> Report:
        """Whether properties hold: those in full, as `docs/properties.md` has them, and then what the keywords say, in this order.

        Each keyword is the option of the command line, with one text or several: conditions `always` and `reach`, formulas `ltl` and `ctl`,
        `response="P leads to Q"`, what is progress for `livelock`, `home`; `properties` are files of properties, `query` the names of queries
        that the net's file keeps. `trace` is a file for the run of the answer, in the format of its name or in `trace_format`, `certificate` one
        for `sanderling.certify`.

        >>> import sanderling
        >>> net = sanderling.load("nets/philosophers-3.pnml")
        >>> [answer.verdict for answer in net.check("always tokens(eat_1, eat_2) <= 1", reach="deadlock").answers]
        ['holds', 'holds']

        :raises OSError: where a file is not there, or cannot be written.
        """
        forms = {
            "property": property,
            "always": always,
            "reach": reach,
            "ltl": ltl,
            "ctl": ctl,
            "response": response,
            "livelock": livelock,
            "home": home,
        }
        question = {
            "question": "check",
            "forms": [(form, text) for form, texts in forms.items() for text in _several(texts)],
            "files": [_text(path) for path in _several(properties)],
            "queries": [str(one) for one in _several(query)],
            "assertions": assertions,
            "property_process": property_process,
            "write": _files(trace, trace_format, certificate),
        }
        return self._ask(question, progress, options)

    def _ask(self, question: dict[str, Any], progress: Listener, options: Any) -> Report:
        return answer(Report, self._loaded.ask, question, progress, options)

    def analyse(
        self,
        *only: StandardProperty,
        bounds: Iterable[str] = (),
        source: str | None = None,
        sink: str | None = None,
        cases: int = 1,
        final: str | None = None,
        progress: Listener = None,
        **options: Unpack[StandardOptions],
    ) -> Analysis:
        """The standard properties: all of them, or `only` some, such as `net.analyse("sound", "live")`; and the greatest values of sums.

        `source`, `sink` and `cases` say which workflow is meant, `final` what holds where the process ends.

        >>> import sanderling
        >>> sanderling.load("nets/copy-shop.pnml").analyse("deadlock_free").holds("deadlock_free")
        False
        """
        question = {
            "only": list(only),
            "bounds": [bounds] if isinstance(bounds, str) else list(bounds),
            "source": source,
            "sink": sink,
            "cases": cases,
            "final": final,
        }
        return answer(Analysis, self._loaded.analyse, question, progress, options)

    def info(
        self, *, unfold: bool = False, time: str | float | None = None, memory: str | int | None = None
    ) -> Structure:
        """Returns facts that need no exploration: structure, invariants, bounds, and the packing of markings.

        >>> import sanderling
        >>> sanderling.load("nets/philosophers-3.pnml").info().arcs
        48
        """
        return Structure(json.loads(self._loaded.info(unfold, to_json({"time": time, "memory": memory}))))

    def graph(self, *, progress: Listener = None, **options: Unpack[GraphOptions]) -> Graph:
        """The state space, kept in memory: its states and edges as tables.

        >>> import sanderling
        >>> graph = sanderling.load("nets/philosophers-3.pnml").graph()
        >>> len(graph) == sanderling.load("nets/philosophers-3.pnml").explore().states
        True
        """
        from ._ask import listening

        with listening(progress) as listener:
            return Graph(self._loaded.space(to_json(options), listener))

    def simulate(self) -> Simulation:
        """A token game, which begins at the initial marking."""
        return Simulation(self._loaded.game())

    def replay(self, trace: Trace | dict[str, Any]) -> Replay:
        """Whether a trace is a run of the net."""
        text = trace.to_json() if isinstance(trace, Record) else json.dumps(trace)
        return Replay(json.loads(self._loaded.replay(text)))

    def compare(self, other: Net) -> Comparison:
        """What differs in another net."""
        return Comparison(json.loads(self._loaded.compare(other._loaded)))

    # Other nets, and other words for this one.

    def unfold(
        self,
        *,
        time: str | float | None = None,
        memory: str | int | None = None,
        progress: Listener = None,
    ) -> Net:
        """The place/transition net that a coloured net is unfolded to; of any other net the same.

        >>> import sanderling
        >>> net = sanderling.load("nets/coloured/philosophers-3.pnml")
        >>> net.kind, net.unfold().kind
        ('coloured', 'place_transition')
        """
        from ._ask import listening

        with listening(progress) as listener:
            return Net(self._loaded.unfold(to_json({"time": time, "memory": memory}), listener))

    def to_bytes(self, format: str) -> bytes:
        """The net in a format, as `convert` writes it. What the format does not keep is a `UserWarning`."""
        text, lost = self._loaded.text(format)
        if lost:
            import warnings

            warnings.warn(f"not kept in {format}: {', '.join(lost)}", stacklevel=2)
        return text

    def to_dict(self) -> dict[str, Any]:
        """The net as an object of `docs/net-json.md`."""
        return json.loads(self._loaded.text("json")[0])

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Writes the net to a file, in the format that its name ends in unless another one is given."""
        from .load import formats

        ending = os.path.splitext(os.fspath(path))[1].lstrip(".").lower()
        known = (one.name for one in formats() if one.writable and ending in one.extensions)
        text = self.to_bytes(format or next(known, ending))
        with open(path, "wb") as file:
            file.write(text)

    def to_pm4py(self) -> tuple[Any, Any, Any]:
        """The net as `(net, im, fm)` of pm4py. Transitions without a name are silent, unless none has one."""
        return _nets_of_others.to_pm4py(self._plain("pm4py"))

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The net as a graph of networkx: places and transitions are nodes with `kind`, `name` and `tokens`, arcs are edges with `kind` and `weight`.

        >>> import sanderling
        >>> net = sanderling.load("nets/philosophers-3.pnml")
        >>> graph = net.to_networkx()                                      # doctest: +SKIP
        >>> graph.number_of_edges()                                        # doctest: +SKIP
        48
        """
        import networkx

        net, graph = self._plain("networkx"), networkx.MultiDiGraph(name=self.id)
        places = [place["id"] for place in net["places"]]
        transitions = [one["id"] for one in net["transitions"]]
        for place in net["places"]:
            tokens = int(place.get("initial", {"tokens": 0})["tokens"])
            graph.add_node(place["id"], kind="place", name=place.get("name"), tokens=tokens)
        for one in net["transitions"]:
            graph.add_node(one["id"], kind="transition", name=one.get("name"))
        for arc in net["arcs"]:
            ends = (places[arc["place"]], transitions[arc["transition"]])
            ends = ends[::-1] if arc["kind"] == "output" else ends
            weight = int(arc.get("inscription", {"tokens": 1})["tokens"])
            graph.add_edge(*ends, kind=arc["kind"], weight=weight)
        return graph

    def _plain(self, library: str) -> dict[str, Any]:
        if self.kind != "place_transition":
            raise _nets_of_others._refused(
                f"a net that is {self.kind}",
                f"a place/transition net, for {library}; `unfold()` makes one of a coloured net",
            )
        return self.to_dict()

    def svg(self) -> str:
        """The picture of the net."""
        return self._loaded.picture()
