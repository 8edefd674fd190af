// Loads a net, plays a step, checks for a deadlock and prints the path to it, and checks two standard properties.
//
//     node questions.mjs nets/philosophers-3.pnml [PROGRAM]

import { RequestFailed, Sanderling } from "../process.js";

const [file, program] = process.argv.slice(2);
const server = new Sanderling({ program });
try {
  const { net, id, places, transitions } = await server.request("net/load", { uri: file });
  console.log(`${id}: ${places} places, ${transitions} transitions`);

  const { enabled } = await server.request("simulation/enabled", { net });
  console.log("enabled:", ...enabled.map((step) => step.event));
  if (enabled.length > 0) {
    const [{ event, binding }] = enabled;
    const { fired } = await server.request("simulation/fire", { net, transition: event, binding });
    console.log("fired:", fired.event);
  }

  const analysis = await server.start(
    "analysis/start",
    { net, question: "deadlock", options: { order: "bfs" } },
    { onProgress: ({ states }) => console.error(`${states} states so far`), signal: AbortSignal.timeout(60_000) },
  );
  const report = await analysis.result;
  console.log("free of deadlocks:", report.verdict);
  for (const step of report.trace?.steps ?? []) console.log("  ", step.event);

  const properties = await server.start("analysis/standard", { net, only: ["bounded", "live"], options: { time: "10s" } });
  const page = await properties.result;
  for (const { property, verdict, text } of page.answers) console.log(`${property}: ${verdict}, ${text}`);
} catch (error) {
  if (!(error instanceof RequestFailed)) throw error;
  for (const { line, message } of error.diagnostics) console.error(`line ${line}: ${message}`);
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await server.close();
}
