"""Loads a net, plays a step, checks for a deadlock and prints the path to it, and checks two standard properties.

    python3 questions.py nets/philosophers-3.pnml [PROGRAM]
"""

import sys

from sanderling.client import RequestFailed, Sanderling


def main(file, program="sanderling"):
    with Sanderling(program, timeout=60) as server:
        loaded = server.net_load(uri=file)
        net = loaded["net"]
        print(f"{loaded['id']}: {loaded['places']} places, {loaded['transitions']} transitions")

        game = server.simulation_enabled(net=net)
        print("enabled:", " ".join(step["event"] for step in game["enabled"]))
        if game["enabled"]:
            first = game["enabled"][0]
            game = server.simulation_fire(net=net, transition=first["event"], binding=first["binding"])
            print("fired:", game["fired"]["event"])

        def show(progress):
            print(f"{progress['states']} states so far", file=sys.stderr)

        analysis = server.analysis_start(show, net=net, question="deadlock", options={"order": "bfs"})
        report = analysis.result(timeout=60)
        print("free of deadlocks:", report["verdict"])
        for step in report["trace"]["steps"] if report["trace"] else []:
            print("  ", step["event"])

        analysis = server.analysis_standard(show, net=net, only=["bounded", "live"], options={"time": "10s"})
        for answer in analysis.result()["answers"]:
            print(f"{answer['property']}: {answer['verdict']}, {answer['text']}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except RequestFailed as error:
        for diagnostic in error.diagnostics:
            print(f"line {diagnostic.get('line')}: {diagnostic['message']}", file=sys.stderr)
        sys.exit(str(error))
