import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { ProtocolHeaders } from "@oipkit/runtime/webhook";
import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef, Step } from "../../../../commands/conform/suite/suite.js";
import type { ProtocolParts } from "../protocol/part.js";
import {
  delivering,
  type Family,
  frequent,
  incomplete,
  isText,
  type NamedVariation,
  type NearFacts,
  type NearMiss,
  variations,
} from "./near-miss.js";

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
  const place = rolePlace(facts.protocol, role);
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
  const refusals: StatusRef[] = ["unprocessable"];
  // A signature that covers the header no longer fits.
  if (signed.includes(role)) refusals.push("unauthenticated");
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
  if (role === "eventId" || name === undefined) return [];
  return [{ headers: [{ set: "eventType", to: name }] }];
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

function rolePlace({ event }: ProtocolParts, role: Role): string | undefined {
  if (role === "eventId") return event?.id;
  return event?.type;
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
      .map((variation) => ({
        name: variation.name,
        why: "Only the very same name is a known event's; another one must not be handled as that event.",
        cause: `The event's name is probably ${variation.mistake}.`,
        steps: [misnamed(variation, { place, type, inHeaders })],
      }));
  },
};

/** A delivery of an event by a variation of its name, also in the header if it can have it. */
function misnamed(
  { as, inHeader }: NamedVariation,
  { place, type, inHeaders }: { readonly place: string; readonly type: string; readonly inHeaders: boolean },
): Step {
  const change = [{ vary: place, as }];
  if (inHeader === undefined && inHeaders)
    return delivering({ change, headers: [{ set: "eventType", to: type }] }, ["unprocessable"]);
  if (inHeader !== "utf8") return delivering({ change }, ["unprocessable"]);
  if (!inHeaders) return delivering({ change }, incomplete);
  return delivering({ body: [{ vary: place, as }], headers: [{ vary: "eventType", as }] }, incomplete);
}

const roles = ["deliveryId", "eventId", "eventType", "timestamp", "nonce", "signature"] as const;

const names: Readonly<Record<(typeof roles)[number], string>> = {
  deliveryId: "delivery-id",
  eventId: "event-id",
  eventType: "event-type",
  timestamp: "timestamp",
  nonce: "nonce",
  signature: "signature",
};

function presentRoles(headers: Partial<ProtocolHeaders> = {}): readonly (typeof roles)[number][] {
  return roles.filter((role) => headers[role] !== undefined);
}

/** Headers that are sent twice with different values. */
export const repeatedHeaderFamily: Family = {
  name: "repeated-header",
  member: "headers",
  rule: "A header with two values is refused.",
  on: "main",
  cases: ({ protocol: { headers, signature } }) =>
    presentRoles(headers)
      // The signatures of an HTTP message are a list, which may be in several lines.
      .filter((role) => role !== "signature" || signature?.form === undefined)
      .flatMap((role) =>
        (["first", "last"] as const).map((position) => ({
          name: `${names[role]}-other-${position}`,
          level: "info",
          why: "With two different values, it is ambiguous which one counts.",
          cause: "The first or the last of several values is probably used.",
          steps: [
            delivering(
              { headers: [{ double: role, with: "another", ...(position === "first" && { first: true }) }] },
              incomplete,
            ),
          ],
        })),
      ),
};

/** Names of headers in other letters, as proxies write them. */
export const headerNameFamily: Family = {
  name: "header-name",
  member: "headers",
  rule: "The case of a header's name has no meaning.",
  on: "main",
  cases: ({ protocol: { headers } }) =>
    (["lower", "upper"] as const).map((letters) => ({
      name: `${letters}-case`,
      level: "should",
      why: "HTTP ignores the case of header names, and proxies change it.",
      cause: "Headers are probably looked up by their exact name.",
      steps: [
        delivering(
          { headers: [...presentRoles(headers), "content-type"].map((spell) => ({ spell, in: letters })) },
          ["accepted"],
        ),
      ],
    })),
};

/** Media types that contain the name of JSON's. */
export const mediaTypeFamily: Family = {
  name: "media-type",
  member: "responses",
  rule: "Only JSON's own media type declares JSON.",
  on: "main",
  cases: () =>
    [
      ["longer", "application/jsonx"],
      ["sequence", "application/json-seq"],
      ["other-tree", "x-application/json"],
      ["in-parameter", "text/plain; application/json"],
      ["subtype-alone", "json"],
      ["text", "text/json"],
    ].map(([name = "", to = ""]) => ({
      name,
      level: "info",
      why: "A body that isn't declared as JSON must not be read as JSON.",
      cause: "The media type is probably searched for in the header.",
      steps: [delivering({ headers: [{ set: "content-type", to }] }, [415, ...incomplete])],
    })),
};

/** Ways to write JSON's media type. */
export const mediaTypeFormFamily: Family = {
  name: "media-type-form",
  member: "responses",
  rule: "JSON's media type is recognized however it is written.",
  on: "main",
  cases: () =>
    (
      [
        ["upper-case", { set: "content-type", to: "Application/JSON" }],
        ["space-before-parameter", { set: "content-type", to: "application/json ; charset=utf-8" }],
        ["no-space", { set: "content-type", to: "application/json;charset=UTF-8" }],
        ["quoted-parameter", { set: "content-type", to: 'application/json; charset="utf-8"' }],
        ["two-parameters", { set: "content-type", to: "application/json; charset=utf-8; version=1" }],
        ["identity", { set: "content-encoding", to: "identity" }],
      ] as const
    ).map(([name, change]) => ({
      name,
      level: "should",
      why: "HTTP defines these as the same media type, and proxies rewrite headers.",
      cause: "The header is probably compared as a whole.",
      steps: [delivering({ headers: [change] }, ["accepted"])],
    })),
};
