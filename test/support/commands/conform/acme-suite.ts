import type { Case, Step, Suite } from "../../../../commands/conform/index.js";
import { acme, application, credentials, thingEvent, validateAcme } from "../../runtime/webhook/acme.js";
import { type RunningSubject, startReceiver } from "./subject.js";

/** An example event of the fictional platform. */
export const thing = { subject: "acme.thing", case: "plain" };

export const deliver = (fields: object = {}) => ({ example: thing, ...fields });

export function makeCase(id: string, steps: readonly Step[], fields: Partial<Case> = {}): Case {
  return { id, clause: "§1", level: "must", why: "Because.", steps, ...fields };
}

/** A case that shows that the receiver checks the signature. */
export const forged = makeCase("0/forged", [
  { deliver: deliver({ signature: { secret: "other" } }), expect: { status: ["unauthenticated"] } },
]);

export const acmeSuite = (...cases: readonly Case[]): Suite => ({
  format: 1,
  protocol: acme,
  examples: {
    "acme.thing": {
      plain: thingEvent({ owner: { org: "org-x", app: "app-x", stage: "stage-x" }, org: "org-x" }),
      unbound: {
        meta: { id: "e", topic: "acme.thing" },
        owner: { org: "org-x" },
        thing: { id: "t", rev: 1 },
      },
    },
    "acme.call": { plain: { meta: { id: "evt-1", topic: "acme.call" } } },
  },
  cases,
});

const running: { close: () => Promise<void> }[] = [];

/** This library's receiver for that platform. */
export async function acmeSubject(): Promise<RunningSubject> {
  const subject = await startReceiver({ protocol: acme, validate: validateAcme, application, credentials });
  running.push(subject);
  return subject;
}

/** Closes a server after the test. */
export function untilClosed<Server extends { close: () => Promise<void> }>(server: Server): Server {
  running.push(server);
  return server;
}

export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map(({ close }) => close()));
}
