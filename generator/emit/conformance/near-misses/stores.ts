import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { PauseStep, ProbeCheck, Step } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";

/** What passes between the first use of a key and the second one. */
interface Interval {
  readonly name: string;
  readonly pause: (others: Delivery) => PauseStep["pause"];
  readonly cause: string;
  readonly isSlow?: true;
}

/** Accepted requests in between, of which some repeat an event: a thousand others, more than a small cache holds. */
const volume = 1200;

const intervals: readonly Interval[] = [
  {
    name: "seconds-later",
    pause: () => ({ seconds: 2 }),
    // Other cases run meanwhile.
    cause: "It is probably forgotten within seconds, or as soon as some others have come.",
  },
  {
    name: "minute-later",
    pause: () => ({ seconds: 61 }),
    cause: "It is probably forgotten within a minute.",
    isSlow: true,
  },
  {
    name: "after-thousand",
    pause: (deliver) => ({ others: { times: volume, deliver } }),
    cause: "Probably only the latest ones are remembered.",
  },
];

/** A field beside a key that might wrongly be part of it, changed; everything is signed properly. */
interface Companion {
  readonly name: string;
  readonly words: string;
  readonly delivery: Delivery;
  readonly needs?: NearMiss["needs"];
}

/** Fields beside a nonce. */
function nonceCompanions(facts: NearFacts): readonly Companion[] {
  const { protocol, another } = facts;
  const { headers, timestamp, event } = protocol;
  const companions: Companion[] = [
    { name: "body", words: "body", delivery: { body: [{ append: " " }] } },
    { name: "resource", words: "event's resource", delivery: { as: "b", resource: "other" } },
    {
      name: "secret",
      words: "signature",
      delivery: { as: "b", signature: { secret: "previous" } },
      needs: ["previous-secret"],
    },
  ];
  if (timestamp !== undefined)
    companions.push(
      { name: "timestamp", words: "timestamp", delivery: { timestamp: { offset: -1 } } },
      {
        name: "far-timestamp",
        words: "timestamp or a part of it",
        delivery: { timestamp: { offset: -Math.floor(timestamp.toleranceSeconds / 2) } },
      },
    );
  if (headers?.deliveryId !== undefined)
    companions.push({
      name: "delivery",
      words: "delivery's id",
      delivery: { headers: [{ fresh: "deliveryId" }] },
    });
  if (another !== undefined)
    companions.push({ name: "type", words: "event's type", delivery: { as: "b", example: another } });
  if (event?.testIdPrefix !== undefined)
    companions.push({ name: "test", words: "kind of event", delivery: { as: "b", test: true } });
  return companions;
}

/** A nonce stays taken: for long, among many others, and whatever else of the request changes. */
export const nonceStoreFamily: Family = {
  name: "nonce-store",
  ruledBy: "replay",
  member: "nonce",
  rule: "A nonce stays taken for long, among many others, and whatever else of the request differs.",
  on: "main",
  cases(facts) {
    const { nonce, headers } = facts.protocol;
    if (nonce === undefined || headers?.nonce === undefined) return [];
    const first = delivering({ nonce: "n" }, ["accepted"]);
    return [
      ...intervals.map(({ name, pause, cause, isSlow }) =>
        atTime(name, isSlow, {
          why: "A nonce stays taken while others come and time passes, or a recorded request can be sent again.",
          cause,
          steps: [
            first,
            { pause: pause({ example: facts.example, bind: true }) },
            { repeat: 1, expect: { status: ["unauthenticated"] } },
          ],
        }),
      ),
      ...nonceCompanions(facts).map(
        ({ name, words, delivery, needs }): NearMiss => ({
          name: `other-${name}`,
          why: "A nonce is used up whatever else of the request differs.",
          cause: `The nonce is probably unique only together with the ${words}.`,
          ...(needs && { needs }),
          steps: [first, delivering({ nonce: "n", ...delivery }, ["unauthenticated"])],
        }),
      ),
    ];
  },
};

function atTime(name: string, isSlow: boolean | undefined, rest: Omit<NearMiss, "name">): NearMiss {
  if (isSlow !== true) return { name, ...rest };
  return { name, ...rest, needs: ["slow"] };
}

const one: readonly ProbeCheck[] = [{ inbox: { of: "a", records: 1 } }];

/** The event again: if the delivery's id shows which one brought it, with another id, so that the record must be the first one. */
function retry({ protocol: { headers, signature } }: NearFacts): Step {
  const content: readonly unknown[] = signature?.content ?? [];
  if (headers?.deliveryId === undefined || content.includes("deliveryId"))
    return delivering({}, ["accepted"], one);
  return delivering(
    { headers: [{ fresh: "deliveryId" }] },
    ["accepted"],
    [{ inbox: { of: "a", records: 1, identified: true } }],
  );
}

/** Fields beside an event's id. */
function eventCompanions({ protocol: { headers, timestamp } }: NearFacts): readonly Companion[] {
  const companions: Companion[] = [
    {
      name: "secret",
      words: "signature",
      delivery: { signature: { secret: "previous" } },
      needs: ["previous-secret"],
    },
    { name: "form", words: "text of the body", delivery: { body: [{ append: " " }] } },
  ];
  if (timestamp !== undefined)
    companions.push({ name: "timestamp", words: "timestamp", delivery: { timestamp: { offset: -1 } } });
  if (headers?.deliveryId !== undefined)
    companions.push({
      name: "delivery",
      words: "delivery's id",
      delivery: { headers: [{ fresh: "deliveryId" }] },
    });
  return companions;
}

/** An event stays known: for long, among many others, and whatever else of its delivery changes. */
export const eventStoreFamily: Family = {
  name: "event-store",
  ruledBy: "duplicates",
  member: "event",
  rule: "An event stays known for long, among many others, and whatever else of its delivery differs.",
  on: "main",
  cases(facts) {
    const { protocol, event } = facts;
    if (protocol.event?.id === undefined || valueAtPointer(event, protocol.event.id) === undefined) return [];
    const first = delivering({}, ["accepted"]);
    const again = (delivery: Delivery): Step => delivering(delivery, ["accepted"], one);
    const later = retry(facts);
    return [
      ...intervals.map(({ name, pause, cause, isSlow }) =>
        atTime(name, isSlow, {
          why: "An event stays known while others come and time passes, or its handlers run twice.",
          cause,
          causeIf: ["accepted", "refused"],
          steps: [first, { pause: pause({ example: facts.example, bind: true }) }, later],
        }),
      ),
      ...eventCompanions(facts).map(
        ({ name, words, delivery, needs }): NearMiss => ({
          name: `other-${name}`,
          why: "An event that is delivered again is known by its id, whatever else of the delivery differs.",
          cause: `The event's id is probably unique only together with the ${words}.`,
          causeIf: ["accepted", "refused"],
          ...(needs && { needs }),
          steps: [first, again(delivery)],
        }),
      ),
    ];
  },
};
