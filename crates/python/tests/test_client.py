"""The client with the real program. It needs no native module.

    SANDERLING=target/debug/sanderling PYTHONPATH=crates/python/python python3 -m unittest discover crates/python/tests -p test_client.py
"""

import os
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from sanderling.client import RequestFailed, Sanderling, ServerGone, protocol

#: The program, or the command of the installed package.
PROGRAM = os.environ.get("SANDERLING", str(Path(sys.executable).with_name("sanderling")))
NETS = Path(__file__).resolve().parents[3] / "nets"


def switches(count):
    """A net with 2^count markings."""
    places, transitions = [], []
    for i in range(count):
        places += [f'<place id="off{i}"><initialMarking><text>1</text></initialMarking></place><place id="on{i}"/>']
        arcs = [("off", "up"), ("up", "on"), ("on", "down"), ("down", "off")]
        transitions += [f'<transition id="up{i}"/><transition id="down{i}"/>']
        transitions += [f'<arc id="{a}{b}{i}" source="{a}{i}" target="{b}{i}"/>' for a, b in arcs]
    kind = "http://www.pnml.org/version-2009/grammar/ptnet"
    nodes = "".join(places + transitions)
    return f'<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="{kind}"><page id="g">{nodes}</page></net></pnml>'


class Client(unittest.TestCase):
    def setUp(self):
        self.server = Sanderling(PROGRAM, ["--memory", "512M"], timeout=60)
        self.addCleanup(self.server.close)

    def load(self, file):
        return self.server.net_load(uri=str(NETS / file))["net"]

    def load_large(self):
        return self.server.net_load(text=switches(400), name="switches.pnml")["net"]

    def test_the_class_has_a_method_for_each_method_of_the_server(self):
        capabilities = self.server.initialize(client="a test")
        self.assertEqual((capabilities["name"], capabilities["protocol"]), ("sanderling", protocol.PROTOCOL))
        for method in capabilities["methods"]:
            if not method.startswith("$/"):
                self.assertTrue(callable(getattr(self.server, method.replace("/", "_"))), method)

    def test_questions_are_answered_with_reports(self):
        net = self.load("copy-shop.pnml")
        analysis = self.server.analysis_start(net=net, question="check", properties=["reach tokens(p5) == 1"])
        self.assertEqual(analysis.result(60)["verdict"], "holds")
        self.assertTrue(analysis.is_done)
        self.assertEqual(analysis.result(), analysis.result())
        page = self.server.analysis_standard(net=net, only=["live"]).result(60)
        self.assertEqual([answer["property"] for answer in page["answers"]], ["live"])

    def test_the_token_game_is_played(self):
        net = self.load("copy-shop.pnml")
        fired = self.server.simulation_fire(net=net, transition="t1")
        self.assertEqual((fired["steps"], fired["fired"]["event"]), (1, "t1"))
        self.assertEqual(self.server.simulation_undo(net=net)["steps"], 0)

    def test_a_wrong_file_is_an_error_with_diagnostics(self):
        with self.assertRaises(RequestFailed) as caught:
            self.server.net_load(text="process P { state a; init b; }", name="wrong.dve")
        self.assertEqual((caught.exception.code, caught.exception.method), (1, "net/load"))
        self.assertIn("line", caught.exception.diagnostics[0])
        with self.assertRaises(RequestFailed) as caught:
            self.server.simulation_fire(net=self.load("copy-shop.pnml"), transition="t3")
        self.assertEqual((caught.exception.code, caught.exception.diagnostics), (4, []))

    def test_the_function_that_receives_progress_can_cancel_the_analysis(self):
        received = []

        def receive(progress):
            received.append(progress["states"])
            analysis.cancel()

        analysis = self.server.analysis_start(receive, net=self.load_large(), question="explore")
        self.assertFalse(analysis.is_done)
        report = analysis.result(60)
        self.assertEqual((report["verdict"], report["reason"]), ("unknown", "cancelled"))
        self.assertGreater(received[0], 0)
        analysis.cancel()
        self.assertEqual(self.server._analyses, {})

    def test_after_a_timeout_the_result_can_be_requested_again(self):
        analysis = self.server.analysis_start(net=self.load_large(), question="explore")
        with self.assertRaises(TimeoutError):
            analysis.result(0.05)
        threading.Timer(0.05, analysis.cancel).start()
        self.assertEqual(analysis.result(60)["reason"], "cancelled")

    def test_a_request_that_takes_too_long_is_cancelled(self):
        net = self.load_large()
        self.server.timeout = 0.05
        begun = time.monotonic()
        with self.assertRaises(TimeoutError):
            self.server.graph_states(net=net, max_states=2000)
        self.assertLess(time.monotonic() - begun, 5)
        self.server.timeout = 60
        self.assertEqual(self.server.simulation_enabled(net=net)["steps"], 0)

    def test_threads_send_requests_at_the_same_time(self):
        net, states = self.load("copy-shop.pnml"), []

        def explore():
            states.append(self.server.analysis_start(net=net, question="explore").result(60)["states"])

        threads = [threading.Thread(target=explore) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(states), len(set(states))), (8, 1))

    def test_the_end_of_the_program_is_an_error_of_all_requests_and_analyses(self):
        analysis = self.server.analysis_start(net=self.load_large(), question="explore")
        self.server._process.kill()
        with self.assertRaises(ServerGone):
            analysis.result(60)
        with self.assertRaises(ServerGone):
            self.server.initialize()
        self.assertTrue(analysis.is_done)
        with self.assertRaises(ServerGone):
            Sanderling("there-is-no-such-program")

    def test_the_end_of_a_with_statement_ends_the_program_and_its_analyses(self):
        with Sanderling(PROGRAM) as server:
            net = server.net_load(text=switches(60), name="switches.pnml")["net"]
            analysis = server.analysis_start(net=net, question="explore")
        self.assertEqual(server._process.returncode, 0)
        self.assertEqual(analysis.result(1)["reason"], "cancelled")


class Import(unittest.TestCase):
    def printed(self, code):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        command = [sys.executable, "-W", "always", "-c", code]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran

    def test_the_native_module_is_not_needed(self):
        code = """import sys
sys.modules["sanderling._sanderling"] = None
import sanderling, sanderling.client
try:
    sanderling.load
except AttributeError as error:
    print(sanderling.client.Sanderling.__name__, error)
"""
        stdout = self.printed(code).stdout
        self.assertTrue(stdout.startswith("Sanderling `sanderling.load` needs the native module"), stdout)

    def test_the_former_name_has_the_same_classes(self):
        code = """import sanderling.client
from sanderling_client import Sanderling, protocol
from sanderling_client.errors import RequestFailed
print(Sanderling is sanderling.client.Sanderling, RequestFailed is sanderling.client.RequestFailed, protocol.PROTOCOL)
"""
        ran = self.printed(code)
        self.assertEqual(ran.stdout, f"True True {protocol.PROTOCOL}\n")
        self.assertIn("DeprecationWarning: `sanderling_client` is now `sanderling.client`", ran.stderr)


if __name__ == "__main__":
    unittest.main()
