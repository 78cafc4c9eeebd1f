import type { BatchCase, BatchEvent, Case, Step, Suite } from "./suite.js";

/** All cases of a suite, in order: the hand-written ones, then those of its batches, event by event. */
export function casesOf({ cases, batches = [] }: Pick<Suite, "cases" | "batches">): readonly Case[] {
  const byEvent = new Map<string, Case[]>();
  for (const { on, common, cases: shared } of batches) {
    for (const event of on) {
      const own = byEvent.get(event.prefix) ?? [];
      byEvent.set(event.prefix, own);
      own.push(...shared.map((each) => caseFor(event, { ...common, ...each } as BatchCase)));
    }
  }
  return [...cases, ...[...byEvent.values()].flat()];
}

function caseFor(event: BatchEvent, { name, ...rest }: BatchCase): Case {
  return { id: `${event.prefix}/${name}`, ...rest, steps: rest.steps.map((step) => stepFor(event, step)) };
}

function stepFor({ example }: BatchEvent, step: Step): Step {
  if (!("deliver" in step) || step.deliver.example || step.deliver.event) return step;
  return { ...step, deliver: { example, ...step.deliver } };
}
