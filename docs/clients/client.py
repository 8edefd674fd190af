"""A client of `sanderling serve`: loads a net, plays a step, checks for a deadlock and prints the path to it, and asks for two standard
properties.

    python3 client.py sanderling net.pnml
"""

import itertools
import json
import subprocess
import sys


class Sanderling:
    """The server as a child process. Notifications that come while a reply is waited for are kept."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ids = itertools.count(1)
        self.notifications = []

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = None
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if length is None:
            raise EOFError("the server has gone")
        return json.loads(self.process.stdout.read(length))

    def request(self, method, **params):
        number = next(self.ids)
        self.send({"id": number, "method": method, "params": params})
        while (message := self.receive()).get("id") != number:
            self.notifications.append(message)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    def result(self, analysis):
        """Waits until an analysis has ended. An editor would go on with its own work, and listen."""
        while True:
            message = self.notifications.pop(0) if self.notifications else self.receive()
            params = message.get("params", {})
            if params.get("analysis") != analysis:
                continue
            if message["method"] == "analysis/progress":
                print(f"{params['states']} states so far", file=sys.stderr)
            else:
                return params

    def leave(self):
        self.request("shutdown")
        self.send({"method": "exit"})
        self.process.wait()


def main(program, file):
    server = Sanderling(program)
    net = server.request("net/load", uri=file)
    print(f"{net['id']}: {net['places']} places, {net['transitions']} transitions")
    game = server.request("simulation/enabled", net=net["net"])
    print("enabled:", " ".join(step["event"] for step in game["enabled"]))
    if game["enabled"]:
        first = game["enabled"][0]
        game = server.request("simulation/fire", net=net["net"], transition=first["event"], binding=first["binding"])
        print("fired:", game["fired"]["event"])
    started = server.request("analysis/start", net=net["net"], question="deadlock", options={"order": "bfs"})
    finished = server.result(started["analysis"])
    if "error" in finished:
        print("no answer:", finished["error"]["message"])
    else:
        report = finished["report"]
        print("free of deadlocks:", report["verdict"])
        for step in (report["trace"] or {"steps": []})["steps"]:
            print("  ", step["event"])
    started = server.request("analysis/standard", net=net["net"], only=["bounded", "live"], options={"time": "10s"})
    finished = server.result(started["analysis"])
    for answer in finished.get("report", {"answers": []})["answers"]:
        print(f"{answer['property']}: {answer['verdict']}, {answer['text']}")
    server.leave()


if __name__ == "__main__":
    main(*sys.argv[1:3])
