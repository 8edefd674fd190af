"""Certificates of answers, checked by a program that shares nothing with the one that found them."""

from __future__ import annotations

import json
import os
from typing import Literal, Union

from ._sanderling import certified
from .record import Record

File = Union[str, "os.PathLike[str]", bytes]
"""The path of a file, or what is in it."""


class Claim(Record):
    """A claim of a certificate, and its judgement."""

    name: str
    judgement: Literal["accepted", "not_proved", "refused"]
    why: str


class Certified(Record):
    """The result of a check: `accepted` is whether every claim is true, `claims` has the judgement of each. If the certificate is invalid, or
    about another file, there are no claims, and `problem` says why. If the claims are about a net derived from the one in the file,
    `derived_by` names the derivation.
    """

    accepted: bool
    problem: str | None
    derived_by: str | None
    claims: list[Claim]

    def __bool__(self) -> bool:
        return self.accepted


def certify(net: File, certificate: File, *, repeat: int = 0) -> Certified:
    """Checks a certificate that `check`, `deadlock` or `explore` has written about the net in a file, as `sanderling-certify` does.

    Where the certificate has only hashes of the markings, up to `repeat` of them are explored anew.

    >>> import sanderling, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "answer.json")
    ...     verdict = sanderling.load("nets/copy-shop.pnml").deadlock(certificate=path).verdict
    ...     verdict, sanderling.certify("nets/copy-shop.pnml", path).accepted
    ('violated', True)

    :raises OSError: where there is no such file.
    """
    return Certified(json.loads(certified(_content(net), _content(certificate), repeat)))


def _content(file: File) -> bytes:
    if isinstance(file, (bytes, bytearray, memoryview)):
        return bytes(file)
    with open(file, "rb") as opened:
        return opened.read()
