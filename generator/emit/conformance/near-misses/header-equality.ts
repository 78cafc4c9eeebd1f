import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import type { ProtocolParts } from "../protocol/part.js";
import { delivering, type Family, incomplete, type NearFacts, type NearMiss } from "./near-miss.js";
import { frequent, isText, type NamedVariation, variations } from "./variations.js";

type Role = "eventId" | "eventType";

/** The event's id, in its header and in the body. */
export const eventIdFamily: Family = equality(
  "event-id",
  "eventId",
  "The id in the event is the id in its header.",
);

/** The event's name, in its header and in the body. */
export const eventTypeFamily: Family = equality(
  "event-type",
  "eventType",
  "The name in the event is the name in its header.",
);

function equality(name: string, role: Role, rule: string): Family {
  return { name, member: "headers", rule, on: "families", cases: (facts) => inBodyAndHeader(facts, role) };
}

function inBodyAndHeader(facts: NearFacts, role: Role): readonly NearMiss[] {
  const place = placeOf(facts.protocol, role);
  const header = facts.protocol.headers?.[role];
  if (place === undefined || header === undefined) return [];
  if (typeof valueAtPointer(facts.event, place) !== "string") return [];
  const tried = facts.isMain ? variations : frequent;
  const subject = role === "eventId" ? "event's id" : "event's name";
  const miss = (
    side: string,
    { name, mistake }: Pick<NamedVariation, "name" | "mistake">,
    [delivery, status]: readonly [Delivery, readonly StatusRef[]],
  ): NearMiss => ({
    name: `${side}-${name}`,
    why: `The ${subject} in the body must be the very same text as in the header.`,
    cause: `The ${subject} is probably ${mistake}.`,
    steps: [delivering(delivery, status)],
  });
  const signed: readonly unknown[] = facts.protocol.signature?.content ?? [];
  // A signature that covers the header no longer fits.
  const refusals: readonly StatusRef[] = signed.includes(role)
    ? ["unprocessable", "unauthenticated"]
    : ["unprocessable"];
  return [
    ...tried.map((each) => miss("body", each, [{ body: [{ vary: place, as: each.as }] }, ["unprocessable"]])),
    ...tried
      .filter(({ inHeader }) => inHeader !== undefined)
      .map((each) =>
        miss("header", each, [
          { headers: [{ vary: role, as: each.as }] },
          each.inHeader === "utf8" ? incomplete : refusals,
        ]),
      ),
    ...callbackName(facts, role).map((delivery) =>
      miss("header", { name: "of-callback", mistake: "not compared if the header names a callback" }, [
        delivery,
        refusals,
      ]),
    ),
    miss("body", { name: "empty", mistake: "compared only if there is one" }, [
      { body: [{ put: place, value: "" }] },
      ["unprocessable"],
    ]),
    ...composed(place, role).map(([name, delivery]) =>
      miss("body", { name, mistake: "normalized before it is compared" }, [delivery, ["unprocessable"]]),
    ),
  ];
}

/** The header of a callback with the body of an event. */
function callbackName({ protocol: { callbacks } }: NearFacts, role: Role): readonly Delivery[] {
  const [name] = callbacks?.eventTypes ?? [];
  return role === "eventId" || name === undefined ? [] : [{ headers: [{ set: "eventType", to: name }] }];
}

/** One letter with an accent: as one character in the header, as two in the body; no text of ASCII has two such forms. */
function composed(place: string, role: Role): readonly (readonly [string, Delivery])[] {
  if (role === "eventType") return [];
  return [
    [
      "decomposed",
      { change: [{ vary: place, as: { after: "\u00e9" } }], body: [{ replace: "\u00e9", with: "e\u0301" }] },
    ],
  ];
}

function placeOf({ event }: ProtocolParts, role: Role): string | undefined {
  return role === "eventId" ? event?.id : event?.type;
}

/** The major version at the end of an event's name. */
export const eventVersionFamily: Family = {
  name: "event-version",
  member: "event",
  rule: "An event of another major version is refused.",
  on: "main",
  cases({ protocol, event }) {
    const place = protocol.event?.type;
    const type = place === undefined ? undefined : valueAtPointer(event, place);
    const [, name, sign, number] = typeof type === "string" ? (/^(.*\.)(v)(\d+)$/.exec(type) ?? []) : [];
    if (place === undefined || name === undefined || sign === undefined) return [];
    const versions: readonly (readonly [string, string])[] = [
      ["upper-case", `V${number}`],
      ["fraction", `${sign}${number}.0`],
      ["leading-zero", `${sign}0${number}`],
      ["ten", `${sign}${number}0`],
      ["eleven", `${sign}${number}1`],
      ["plus", `${sign}+${number}`],
      ["minus", `${sign}-${number}`],
      ["suffix", `${sign}${number}-beta`],
      ["letter", `${sign}${number}a`],
      ["next-of-other", `${sign}${number}.v${Number(number) + 1}`],
      ["zero", `${sign}0`],
      ["none", sign],
      ["without-sign", `${number}`],
    ];
    return versions.map(([each, version]) => ({
      name: each,
      why: "A name with another version is another event's, and must not be read as this one.",
      cause:
        "The version is probably read by a lenient parser, or only the beginning of the name is compared.",
      steps: [delivering({ change: [{ set: place, to: `${name}${version}` }] }, ["unprocessable"])],
    }));
  },
};

/** Names that a careless lookup takes for a known event's. */
export const eventNameFamily: Family = {
  name: "event-name",
  member: "event",
  rule: "Only the very same name is an event's.",
  on: "main",
  cases({ protocol, event }) {
    const place = protocol.event?.type;
    const type = place === undefined ? undefined : valueAtPointer(event, place);
    if (place === undefined || typeof type !== "string") return [];
    const inHeaders = protocol.headers?.eventType !== undefined;
    return variations
      .filter((each) => isText(each))
      .map(({ name, as, mistake, inHeader }) => ({
        name,
        why: "Only the very same name is a known event's; another one must not be handled as that event.",
        cause: `The event's name is probably ${mistake}.`,
        steps: [
          delivering(
            inHeader === "utf8" && inHeaders
              ? { body: [{ vary: place, as }], headers: [{ vary: "eventType", as }] }
              : {
                  change: [{ vary: place, as }],
                  ...(inHeader === undefined && inHeaders && { headers: [{ set: "eventType", to: type }] }),
                },
            inHeader === "utf8" ? incomplete : ["unprocessable"],
          ),
        ],
      }));
  },
};
