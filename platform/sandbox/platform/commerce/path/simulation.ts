import type { View } from "../../draft.js";
import { createMemoryPlatform, type MemoryPlatform } from "../../memory-platform.js";
import type { Time } from "../../records/common.js";
import type { Kind } from "../../records/records.js";
import { Refusal } from "../../refusal.js";
import type { Commerce } from "../commerce.js";
import { setTimers } from "../timers.js";
import { commandOf, type PathStep, type PathSubject, pathTimers } from "./path-step.js";

/** A copy of what a path is about, in which steps can be tried. */
export interface Simulation {
  readonly platform: MemoryPlatform;
  readonly subject: PathSubject;
}

/** Copies what decides about an organization's subscription; of its members only one, who may be assigned. */
export function simulationOf(
  commerce: Commerce,
  view: View,
  { subject, now }: { readonly subject: PathSubject; readonly now: Time },
): Simulation {
  const { organization } = subject;
  const platform = createMemoryPlatform({ start: now });
  platform.run((draft) => {
    const copy = <K extends Kind>(kind: K, records: ReturnType<typeof view.list<K>>) => {
      for (const record of records) draft.put(kind, record);
    };
    copy("application", view.list("application", { id: subject.application }));
    copy("organization", view.list("organization", { id: organization }));
    copy("catalogProduct", view.list("catalogProduct"));
    copy("membership", view.list("membership", { organization, status: "active" }).slice(0, 1));
    copy("operation", view.list("operation", { organization, status: "pending" }));
    for (const kind of ["subscription", "productAccess", "entitlement", "memberAccess"] as const) {
      copy(kind, view.list<typeof kind>(kind, { organization }));
    }
    const own =
      subject.subscription === undefined ? undefined : view.get("subscription", subject.subscription);
    if (own) setTimers(draft, commerce.rules, own);
  }, undefined);
  return { platform, subject };
}

/** What a step leads to, or `undefined` if it isn't possible. The simulation itself stays as it is. */
export function tryStep(
  commerce: Commerce,
  { platform: before, subject }: Simulation,
  step: PathStep,
): Simulation | undefined {
  const platform = before.copy();
  if (step.kind === "advance") {
    const timer = pathTimers(commerce, platform, subject).find(({ name }) => name === step.timer);
    if (!timer) return undefined;
    platform.advanceTo(timer.at, commerce.timerCommands);
    return { platform, subject };
  }
  try {
    return { platform, subject: platform.run(commandOf(commerce, step), subject) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
