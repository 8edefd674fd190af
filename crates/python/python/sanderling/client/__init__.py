"""A client of `sanderling serve`, which runs as a child process and loads, plays and analyses nets.

    with Sanderling() as server:
        net = server.net_load(uri="nets/copy-shop.pnml")["net"]
        analysis = server.analysis_start(net=net, question="deadlock")
        print(analysis.result(timeout=60)["verdict"])
"""

from .analysis import Analysis
from .client import Sanderling
from .errors import RequestFailed, ServerGone

__all__ = ["Analysis", "RequestFailed", "Sanderling", "ServerGone"]
