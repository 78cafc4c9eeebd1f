import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Delivery, EventChange } from "../../../../commands/conform/suite/delivery.js";
import type { Case, StatusRef, Step } from "../../../../commands/conform/suite/suite.js";
import {
  delivering,
  type Family,
  incomplete,
  type NearFacts,
  type NearMiss,
  unreadable,
  versioned,
} from "./near-miss.js";

/** One check of a delivery, as a request that fails it. */
interface Check {
  readonly name: string;
  readonly delivery: Delivery;
  readonly status: readonly StatusRef[];
  readonly needs?: Case["needs"];
  /** What is checked: whether the documentation requires it also of a callback. */
  readonly about: "signature" | "decryption" | "rest";
  readonly level?: NonNullable<NearMiss["level"]>;
}

const unauthenticated: readonly StatusRef[] = ["unauthenticated"];
const unprocessable: readonly StatusRef[] = ["unprocessable"];

/** A request for each check of a delivery. */
function checkRequests(facts: NearFacts): readonly Check[] {
  const { protocol } = facts;
  const beyond = Math.ceil(protocol.timestamp?.toleranceSeconds ?? 0) + 10;
  const signed: readonly unknown[] = protocol.signature?.content ?? [];
  const differing = (role: string): readonly StatusRef[] => {
    if (signed.includes(role)) return ["unprocessable", "unauthenticated"];
    return unprocessable;
  };
  const check = (
    name: string,
    delivery: Delivery,
    [status, about = "rest"]: readonly [readonly StatusRef[], Check["about"]?],
  ): Check => ({ name, delivery, status, about });
  const { headers, token, timestamp } = protocol;
  const { id, type } = protocol.event ?? {};
  const shown = (role: "eventId" | "eventType", place: string | undefined): boolean =>
    headers?.[role] !== undefined && place !== undefined && valueAtPointer(facts.event, place) !== undefined;
  const checks: Check[] = [
    check("forged", { signature: { secret: "other" } }, [unauthenticated, "signature"]),
    check("altered-signature", { signature: { altered: true } }, [unauthenticated, "signature"]),
    check("altered-body", { wire: [{ append: " " }] }, [unauthenticated, "signature"]),
    check("unsigned", { headers: [{ remove: "signature" }] }, [incomplete, "signature"]),
  ];
  if (timestamp !== undefined)
    checks.push(
      check("stale", { timestamp: { offset: -beyond } }, [unauthenticated]),
      check("future", { timestamp: { offset: beyond } }, [unauthenticated]),
    );
  if (token !== undefined)
    checks.push(
      check("token-other", { token: "other" }, [unauthenticated]),
      check("token-missing", { token: "missing" }, [["unauthenticated", "unprocessable"]]),
      check("token-null", { token: { value: null } }, [["unauthenticated", "unprocessable"]]),
    );
  if (headers?.nonce !== undefined)
    checks.push(check("without-nonce", { headers: [{ remove: "nonce" }] }, [incomplete]));
  if (headers?.deliveryId !== undefined)
    checks.push(check("without-delivery-id", { headers: [{ remove: "deliveryId" }] }, [incomplete]));
  if (shown("eventId", id))
    checks.push(
      check("event-id-differs", { body: [{ vary: id ?? "", as: { after: "x" } }] }, [unprocessable]),
    );
  if (shown("eventType", type))
    checks.push(
      check("event-type-differs", { headers: [{ vary: "eventType", as: { after: "x" } }] }, [
        differing("eventType"),
      ]),
    );
  checks.push(
    check("not-json", { body: [{ content: "hello" }] }, [unreadable]),
    check("followed-by-text", { body: [{ append: "x" }] }, [unreadable]),
  );
  if (protocol.encryption !== undefined)
    checks.push(
      {
        ...check("plaintext", { encryption: { off: true } }, [unprocessable, "decryption"]),
        needs: ["encryption"],
      },
      {
        ...check("broken-padding", { encryption: { padding: "broken" } }, [unprocessable, "decryption"]),
        needs: ["encryption"],
      },
    );
  return checks;
}

/** The checks of the event itself, for events with a published payload. */
function contentChecks(facts: NearFacts, isBound: boolean): readonly Check[] {
  if (!facts.specified) return [];
  const bound = Object.values(facts.protocol.event?.binding ?? {}).flat();
  const taken = new Set([
    ...bound,
    ...facts.equal.flat(),
    facts.protocol.event?.id,
    facts.protocol.event?.type,
  ]);
  const required = facts.fields.filter((field) => field.required && !taken.has(field.pointer));
  const [gone] = required.slice(-1);
  const place = (facts.protocol.event?.binding?.application ?? [])[0];
  const unlisted = facts.fields.find(
    ({ pointer, schemas }) => bound.includes(pointer) && schemas.some((schema) => "enum" in schema),
  );
  const [link] = facts.equal.filter(([first]) => typeof valueAtPointer(facts.event, first) === "string");
  const check = (name: string, delivery: Delivery, level?: Check["level"]): Check => {
    return { name, delivery, status: unprocessable, about: "rest", ...(level && { level }) };
  };
  const checks: Check[] = [];
  if (gone !== undefined) checks.push(check("incomplete-event", { body: [{ drop: gone.pointer }] }));
  if (link !== undefined)
    checks.push(check("contradictory-event", { body: [{ vary: link[1], as: { after: "x" } }] }));
  // A receiver that compares no binding may take any value for a synthetic one.
  if (!isBound && unlisted !== undefined)
    checks.push(
      check(
        `unlisted-${unlisted.label}`,
        { change: [{ set: unlisted.pointer, to: "another_one" }] },
        "should",
      ),
    );
  if (isBound && place !== undefined && facts.fields.some(({ pointer }) => pointer === place))
    checks.push(check("other-application", { change: [{ set: place, to: "other_one" }] }));
  return checks;
}

interface Circumstance {
  readonly name: string;
  readonly rule: string;
  readonly why: string;
  readonly cause: string;
  readonly on: Family["on"];
  /** Whether it applies to an event. */
  readonly applies: (facts: NearFacts) => boolean;
  /** Whether the binding is compared. */
  readonly bound: boolean;
  /** The steps up to the request that fails a check; what they accept has the nonce `n`. */
  readonly steps: (facts: NearFacts, wrong: (with_: Delivery) => Step) => readonly Step[];
  /** The answer to a right request. */
  readonly accepted?: StatusRef;
  readonly level?: NonNullable<NearMiss["level"]>;
  /** Default: every check. */
  readonly includes?: (check: Check) => boolean;
}

const accepted = (delivery: Delivery): Step => delivering({ nonce: "n", ...delivery }, ["accepted"]);

const circumstances: readonly Circumstance[] = [
  {
    name: "test-event",
    rule: "A test event passes the same checks as any other.",
    why: "A test event passes the same checks as any other; otherwise its id would be a way around them.",
    cause: "Test events probably skip this check.",
    on: "main",
    applies: ({ protocol }) => protocol.event?.testIdPrefix !== undefined,
    bound: false,
    steps: (_, wrong) => [wrong({ test: true })],
  },
  {
    name: "duplicate",
    rule: "An event that is delivered again passes the same checks as the first time.",
    why: "A duplicate is acknowledged only after the checks; otherwise anybody who knows an id learns that it is known.",
    cause: "A known event id is probably acknowledged before this check.",
    on: "main",
    applies: () => true,
    bound: true,
    steps: (_, wrong) => [accepted({}), wrong({})],
  },
  {
    name: "gap",
    rule: "An event that arrives too early passes the same checks as any other.",
    why: "An event that arrives too early passes the same checks as any other.",
    cause: "Events that arrive too early are probably kept before this check.",
    on: "main",
    applies: (facts) => versioned(facts, 1) !== undefined,
    bound: true,
    steps: (facts, wrong) => [
      accepted({ change: versioned(facts, 1) ?? [] }),
      wrong({ as: "b", change: versioned(facts, 3) ?? [] }),
    ],
  },
  {
    name: "late",
    rule: "An event that arrives too late passes the same checks as any other.",
    why: "An event that arrives too late passes the same checks as any other.",
    cause: "Events that arrive too late are probably acknowledged before this check.",
    on: "main",
    applies: (facts) => versioned(facts, 1) !== undefined,
    bound: true,
    steps: (facts, wrong) => [
      accepted({ change: versioned(facts, 1) ?? [] }),
      delivering({ as: "b", change: versioned(facts, 2) ?? [] }, ["accepted"]),
      wrong({ as: "c", change: versioned(facts, 1) ?? [] }),
    ],
  },
  {
    name: "unspecified",
    rule: "An event whose payload isn't specified passes the same checks of its sender as any other.",
    why: "An event with an unpublished payload passes the same checks as any other, except those of the payload.",
    cause: "Events without a published payload probably skip this check.",
    on: "families",
    applies: ({ specified, isMain }) => !specified && !isMain,
    bound: false,
    steps: (_, wrong) => [wrong({})],
  },
  {
    name: "callback",
    rule: "A callback is verified and decrypted like an event.",
    why: "A callback is verified like an event; it acts at once, and nobody looks at it again.",
    cause: "Callbacks probably skip this check.",
    on: "callbacks",
    applies: () => true,
    bound: false,
    steps: (_, wrong) => [wrong({})],
    includes: ({ about }) => about !== "rest",
  },
  {
    name: "callback-content",
    rule: "A callback passes the checks of its time, nonce and token like an event.",
    why: "A callback that is old, repeated or not for this receiver would act at the wrong time or place.",
    cause: "Callbacks probably skip this check.",
    on: "callbacks",
    applies: () => true,
    bound: false,
    steps: (_, wrong) => [wrong({})],
    accepted: 200,
    level: "info",
    includes: ({ about }) => about === "rest",
  },
];

/** Each check again where implementations branch. */
export const againFamilies: readonly Family[] = circumstances.map(
  ({
    name,
    rule,
    why,
    cause,
    on,
    applies,
    bound,
    steps,
    level,
    includes = () => true,
    accepted: status = "accepted",
  }): Family => ({
    name,
    member: "event",
    rule,
    on,
    cases(facts) {
      if (!applies(facts)) return [];
      // A receiver may leave the content of a callback to the code that answers it.
      const ofContent = on === "callbacks" ? [] : contentChecks(facts, bound);
      const all = [...checkRequests(facts), ...ofContent, ...replay(facts)];
      return all.filter(includes).map((check): NearMiss => {
        const wrong = (with_: Delivery): Step => delivering(merged(with_, check.delivery), check.status);
        const own = steps(facts, wrong);
        const needs = [...(check.needs ?? []), ...(on === "callbacks" ? (["callbacks"] as const) : [])];
        const before =
          check.name === "replayed" && own.length === 1 ? own.map((step) => right(step, status)) : [];
        return {
          name: check.name,
          ...(check.name === "replayed" && { ruledBy: "replay" as const }),
          why,
          cause,
          needs,
          steps: [...before, ...own],
          ...((level ?? check.level) && { level: level ?? check.level }),
        };
      });
    },
  }),
);

/** A nonce that an accepted request has used. */
function replay({ protocol }: NearFacts): readonly Check[] {
  if (protocol.nonce === undefined || protocol.headers?.nonce === undefined) return [];
  return [{ name: "replayed", delivery: { nonce: "n" }, status: unauthenticated, about: "rest" }];
}

/** The same step with the answer to a right request. */
function right(step: Step, status: StatusRef): Step {
  if ("deliver" in step) return { ...step, expect: { status: [status] } };
  return step;
}

function merged(base: Delivery, { change, ...fault }: Delivery): Delivery {
  const both: readonly EventChange[] = [...(base.change ?? []), ...(change ?? [])];
  return { ...base, ...fault, ...(both.length > 0 && { change: both }) };
}
