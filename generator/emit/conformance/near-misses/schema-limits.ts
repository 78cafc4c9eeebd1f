import { fromPointer, toPointer, valueAt, valueAtPointer } from "@oipkit/runtime/json-pointer";
import { changed } from "../../../../commands/conform/request/change.js";
import type { Change, Delivery } from "../../../../commands/conform/suite/delivery.js";
import { readLevel } from "../event-cases.js";
import type { Field } from "../fields.js";
import { delivering, type Family, frequent, type NearFacts, type NearMiss, variations } from "./near-miss.js";

/** Numbers at and beyond the bounds of their schema, and other values that a careless reader takes for numbers. */
export const numberFamily: Family = {
  name: "number",
  member: "event",
  rule: "A number is valid only within its bounds and in its own type.",
  on: "families",
  cases: (facts) =>
    facts.fields
      .filter(({ schemas }) => schemas.some(({ type }) => type === "integer" || type === "number"))
      .flatMap((field) => numberCases(facts, field)),
};

const values: readonly (readonly [string, unknown])[] = [
  ["true", true],
  ["false", false],
  ["text", "1"],
  ["padded-text", " 1"],
  ["empty-text", ""],
  ["fraction", 1.5],
  ["tiny-fraction", 1.000001],
  ["negative", -1],
  ["array", [1]],
  ["object", {}],
];

function numberCases(facts: NearFacts, field: Field): readonly NearMiss[] {
  const { schemas, label, pointer } = field;
  const bounds = schemas.flatMap(({ minimum, maximum }) => {
    const near: (readonly [string, unknown])[] = [];
    if (typeof minimum === "number")
      near.push(["at-minimum", minimum], ["below-minimum", minimum - 1], ["far-below", -(2 ** 31)]);
    if (typeof maximum === "number")
      near.push(["at-maximum", maximum], ["above-maximum", maximum + 1], ["far-above", 1e300]);
    return near;
  });
  const tried = facts.isMain ? [...values, ...bounds] : [...values.slice(0, 3), ...bounds.slice(0, 2)];
  return tried.flatMap(([name, to]) => {
    const places = linkedTo(facts, pointer);
    const change = places.map((set): Change => ({ set, to }));
    return judged(facts, field, { name: `${label.replaceAll(/[._]/g, "-")}-${name}`, change });
  });
}

/** A case whose answer is what the schema says of the event. */
function judged(
  facts: NearFacts,
  { clause, level, path }: Field,
  { name, change }: { readonly name: string; readonly change: readonly Change[] },
): readonly NearMiss[] {
  if (valueAt(facts.event, path.slice(0, -1)) === undefined) return [];
  const common = { name, ...(clause !== undefined && { clause }), level: readLevel(level) };
  if (facts.isValid(changed(facts.event, change)))
    return [
      {
        ...common,
        why: "The bounds themselves are valid; an event that is refused isn't sent again.",
        cause: "The bound is probably excluded, or the number has too few bits.",
        steps: [delivering({ change }, ["accepted"])],
      },
    ];
  return [
    {
      ...common,
      why: "The value isn't one that the schema allows; it must not be converted or cut.",
      cause: "The value is probably converted to a number, or only one bound is checked.",
      steps: [delivering({ change }, ["unprocessable"])],
    },
  ];
}

/** A place, and those that must be equal to it. */
function linkedTo({ equal }: NearFacts, pointer: string): readonly string[] {
  const places = new Set([pointer]);
  for (const [a, b] of [...equal, ...equal]) if (places.has(a) || places.has(b)) places.add(a).add(b);
  return [...places];
}

/** Values that a careless comparison takes for a text of digits; none if the text isn't one. */
function nearInteger(text: string): readonly (readonly [string, unknown])[] {
  if (!/^\d+$/.test(text)) return [];
  return [
    ["number", Number(text)],
    ["fraction", `${text}.0`],
    ["leading-zero", `0${text}`],
    ["ten", `${text}0`],
    ["plus", `+${text}`],
    ["next", String(Number(text) + 1)],
    ["true", true],
    ["array-of-number", [Number(text)]],
  ];
}

/** Texts that are nearly a constant of the schema. */
export const constantFamily: Family = {
  name: "constant",
  member: "event",
  rule: "Only the very same value is the constant that the schema requires.",
  on: "families",
  cases: (facts) =>
    facts.fields.flatMap((field) => {
      const { schemas, pointer, label } = field;
      const value = schemas.map(({ const: constant }) => constant).find((each) => typeof each === "string");
      if (typeof value !== "string" || pointer === facts.protocol.event?.type) return [];
      const others = nearInteger(value);
      const tried = facts.isMain ? variations : frequent;
      const miss = (name: string, delivery: Delivery): NearMiss => ({
        name: `${label.replaceAll("_", "-")}-${name}`,
        ...(field.clause !== undefined && { clause: field.clause }),
        level: readLevel(field.level),
        why: "Another version is another format and must not be read as this one.",
        cause: "The constant is probably converted, trimmed, or compared only in part.",
        steps: [delivering(delivery, ["unprocessable"])],
      });
      return [
        ...[
          ["empty", ""],
          ["null", null],
        ].map(([name, to]) => miss(String(name), { change: [{ set: pointer, to }] })),
        ...others.map(([name, to]) => miss(name, { change: [{ set: pointer, to }] })),
        ...tried
          .filter(({ as }) => applicable(value, as))
          .map(({ name, as }) => miss(name, { body: [{ vary: pointer, as }] })),
      ];
    }),
};

/** Digits have no case, no accent, and no look-alike; a text of one character has nothing to swap. */
function applicable(value: string, as: unknown): boolean {
  const lettered = ["other-case", "look-alike"];
  if (typeof as === "string" && lettered.includes(as)) return /[aceopxy]/.test(value);
  if (
    as === "prefix" ||
    as === "suffix" ||
    as === "swapped" ||
    as === "altered-first" ||
    as === "altered-middle"
  )
    return value.length > 2;
  return true;
}

/** Two times of which one must be later. */
export const laterFamily: Family = {
  name: "later",
  member: "event",
  rule: "Times are compared as times, whatever their offset.",
  on: "main",
  cases: (facts) =>
    facts.objects.flatMap(({ path, schemas }) =>
      schemas
        .flatMap((schema) => {
          if (!Array.isArray(schema["x-rules"])) return [];
          return schema["x-rules"] as LaterRule[];
        })
        .flatMap(({ rule, later, clause, level }): NearMiss[] => {
          if (later === undefined) return [];
          const [end, start] = later.map((place) => toPointer(path) + place) as [string, string];
          if ([end, start].some((place) => typeof valueAtPointer(facts.event, place) !== "string")) return [];
          if (fromPointer(end).length === 0) return [];
          return pairs.map(([name, from, to, valid]) => ({
            name: `${rule}-${name}`,
            clause,
            level: readLevel(level),
            why: `The end ${valid ? "is" : "isn't"} later than the start, whatever the texts look like.`,
            cause: "The times are probably compared as texts, or rounded before they are compared.",
            steps: [
              delivering(
                {
                  change: [
                    { set: start, to: from },
                    { set: end, to },
                  ],
                },
                [valid ? "accepted" : "unprocessable"],
              ),
            ],
          }));
        }),
    ),
};

interface LaterRule {
  readonly rule: string;
  readonly later?: readonly [string, string];
  readonly clause: string;
  readonly level: unknown;
}

const pairs: readonly (readonly [name: string, start: string, end: string, valid: boolean])[] = [
  ["one-second-more", "2026-01-05T10:00:00Z", "2026-01-05T10:00:01Z", true],
  ["one-millisecond-more", "2026-01-05T10:00:00.000Z", "2026-01-05T10:00:00.001Z", true],
  ["smaller-text", "2026-01-05T10:00:00Z", "2026-01-05T09:00:00-05:00", true],
  ["smaller-day", "2026-01-05T00:30:00+10:00", "2026-01-04T20:00:00Z", true],
  ["across-1970", "1969-12-31T23:30:00Z", "1970-01-01T00:30:00Z", true],
  ["across-2000", "1999-12-31T23:30:00Z", "2000-01-01T00:30:00Z", true],
  ["across-2038", "2038-01-19T03:14:07Z", "2038-01-19T03:14:08Z", true],
  ["across-2400", "2399-12-31T23:59:30Z", "2400-01-01T00:00:00Z", true],
  ["largest-offset", "2026-01-05T10:00:00+23:59", "2026-01-05T10:00:00Z", true],
  ["before-1970", "1969-12-31T23:30:00Z", "1969-12-31T23:00:00Z", false],
  ["same-time", "2026-01-05T10:00:00Z", "2026-01-05T10:00:00Z", false],
  ["same-time-other-offset", "2026-01-05T10:00:00Z", "2026-01-05T11:00:00+01:00", false],
  ["same-time-fraction", "2026-01-05T10:00:00Z", "2026-01-05T10:00:00.000Z", false],
  ["same-time-lower-case", "2026-01-05T10:00:00Z", "2026-01-05t10:00:00z", false],
  ["larger-text", "2026-01-05T10:00:00Z", "2026-01-05T14:00:00+05:00", false],
  ["larger-day", "2026-01-05T23:30:00Z", "2026-01-06T00:30:00+02:00", false],
  ["one-second-less", "2026-01-05T10:00:01Z", "2026-01-05T10:00:00Z", false],
  ["one-millisecond-less", "2026-01-05T10:00:00.001Z", "2026-01-05T10:00:00.000Z", false],
];
