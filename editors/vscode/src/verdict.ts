// The text of a report: a line for a lens, and a longer text for the output.

/** The used members of a report (docs/json.md). */
export interface Report {
  question: string;
  verdict: "holds" | "violated" | "unknown" | "computed";
  reason: string | null;
  reason_text?: string;
  states: number | string | null;
  firings?: number | string | null;
  deadlocks?: number | string | null;
  trace?: Trace | null;
  answers?: { property: string; verdict: Report["verdict"]; reason: string | null; trace?: Trace | null }[];
  names?: Record<string, string>;
  model_error?: { message: string; trace?: Trace | null };
}

/** A run. */
export interface Trace {
  initial: Record<string, unknown>;
  steps: Step[];
  shortest?: boolean;
  repeated_from?: number;
}

export interface Step {
  event: string;
  name?: string;
  changed?: { place: string; before: unknown; after: unknown }[];
  error?: string;
}

const SIGNS = { holds: "✓", violated: "✗", unknown: "?", computed: "✓" };

/** Returns the verdict in a line. */
export function line(report: Report): string {
  const why = report.reason === null ? "" : `: ${words(report.reason)}`;
  const sign = SIGNS[report.verdict];
  const run = runOf(report);
  const steps = run && report.verdict === "violated" ? `, shown by ${steps_(run.steps.length)}` : "";
  if (report.question === "explore" && report.verdict === "computed") {
    return `${sign} ${report.states} states, ${report.firings} firings, ${report.deadlocks} deadlocks${why}`;
  }
  return `${sign} ${report.verdict}${why}${steps}`;
}

/** Returns the verdict with its trace. */
export function text(report: Report): string {
  const lines = [line(report)];
  if (report.reason_text) lines.push(`  ${report.reason_text}`);
  const run = runOf(report);
  if (run) {
    const called = (id: string) => report.names?.[id] ?? id;
    lines.push(`${run.shortest ? "a shortest run" : "a run"} of ${steps_(run.steps.length)}:`);
    lines.push(`  start: ${marking(run.initial, called)}`);
    run.steps.forEach((step, at) => {
      if (at === run.repeated_from) lines.push("  from here on for ever:");
      lines.push(`  ${at + 1}  ${called(step.event)}  ${changes(step, called)}`.trimEnd());
    });
  }
  return lines.join("\n");
}

/** Returns the trace of a report. */
export function runOf(report: Report): Trace | undefined {
  return report.trace ?? report.model_error?.trace ?? undefined;
}

function marking(initial: Trace["initial"], called: (id: string) => string): string {
  const places = Object.entries(initial).map(([id, value]) => (value === 1 ? called(id) : `${called(id)}=${shown(value)}`));
  return places.join(", ") || "nothing";
}

function changes(step: Step, called: (id: string) => string): string {
  if (step.error) return step.error;
  const changed = step.changed ?? [];
  return changed.map(({ place, before, after }) => `${called(place)} ${shown(before)}→${shown(after)}`).join(", ");
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function steps_(count: number): string {
  return count === 1 ? "1 step" : `${count} steps`;
}

function words(reason: string): string {
  return reason.replaceAll("_", " ");
}
