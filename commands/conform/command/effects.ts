import { printable } from "../../../reader/text/printable.js";
import type { ProbeHandlers } from "../exchange/probe.js";
import { caseProofs } from "../subject.js";
import type { Case } from "../suite/suite.js";

const mostNames = 8;

/** What a run is about to do to a receiver with such handlers: a line; empty if its probe doesn't know of handlers. */
export function effectsText(mode: ProbeHandlers["mode"] | undefined, cases: readonly Case[]): string {
  if (mode === undefined) return "";
  if (mode === "skip")
    return "Handlers are left out: the receiver stores the events of this run, and does nothing else.\n";
  const valid = cases.filter((each) => caseProofs(each).includes("accepts-signed"));
  const events = new Set(
    valid.flatMap(({ steps }) =>
      steps.flatMap((step) => ("deliver" in step ? (step.deliver.example?.subject ?? []) : [])),
    ),
  );
  if (valid.length === 0) return "";
  const names = [...events].slice(0, mostNames).map(printable).join(", ");
  const more = events.size > mostNames ? `, and ${events.size - mostNames} more` : "";
  const shown = events.size === 0 ? "" : ` (${names}${more})`;
  const will = mode === "run" ? "will run" : "may run";
  const deliver = valid.length === 1 ? "1 case delivers" : `${valid.length} cases deliver`;
  return `The receiver's handlers ${will}: ${deliver} valid events with example data${shown}. \`handlers: "skip"\` of createProbe leaves handlers out; in a project of \`oipkit init\`, OIPKIT_HANDLERS=skip does.\n`;
}
