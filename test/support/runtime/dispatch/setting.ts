import type { AttemptReport, JsonObject, ReceiverOptions } from "../../../../runtime/webhook/index.js";
import { acmeNow, acmeReceiver, delivery, post, thingEvent } from "../webhook/acme.js";

/** A receiver with a clock set by the test, and what it reported. Handlers run only in `drain`, unless overridden. */
export function setting(overrides: Partial<ReceiverOptions<JsonObject, unknown, undefined>> = {}) {
  const clock = { now: acmeNow };
  const reports: AttemptReport[] = [];
  const faults: unknown[] = [];
  const { receiver, inbox } = acmeReceiver({
    now: () => clock.now,
    random: () => 0.5,
    onAttempt: (report) => reports.push(report),
    onFault: (fault) => faults.push(fault),
    ...overrides,
    dispatch: { mode: "manual", ...overrides.dispatch },
  } as Partial<ReceiverOptions<JsonObject>>);
  const deliver = async (event: JsonObject): Promise<void> => {
    const { status } = await receiver.handle(post(delivery({ event, now: () => clock.now })));
    if (status !== 202) throw new Error(`answered ${status}`);
  };
  return { clock, reports, faults, receiver, inbox, deliver };
}

/** An event for one version of a thing. */
export function thing(version: number, changes: { id?: string; thing?: string } = {}): JsonObject {
  const { id = `evt-${version}`, thing: name = "thing-1" } = changes;
  return thingEvent({ meta: { id, topic: "acme.thing", trace: "t" }, thing: { id: name, rev: version } });
}

/** The id of an event of `thing`. */
export const readEventId = (event: JsonObject): string => (event.meta as { id: string }).id;
