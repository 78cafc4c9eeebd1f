import { fromPointer, toPointer, valueAt, valueAtPointer } from "@oipkit/runtime/json-pointer";
import { changed } from "../../../../commands/conform/request/change.js";
import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import { levelOf } from "../case-draft.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";
import { frequent, type NamedVariation, variations } from "./variations.js";

interface EqualRule {
  readonly rule: string;
  readonly equal: readonly [string, string];
  readonly clause: string;
  readonly level: unknown;
}

/** Two fields that must be equal, from `x-rules`. */
export const linkedFamily: Family = {
  name: "linked",
  member: "event",
  rule: "Fields that must be equal are compared exactly.",
  on: "families",
  cases: (facts) => rulesOf(facts).flatMap((rule) => ruleCases(facts, rule)),
};

function rulesOf({ objects, event }: NearFacts): readonly EqualRule[] {
  return objects.flatMap(({ path, schemas }) =>
    schemas
      .flatMap((schema) => (Array.isArray(schema["x-rules"]) ? (schema["x-rules"] as EqualRule[]) : []))
      .filter(({ equal }) => equal !== undefined)
      .map((rule) => {
        const base = toPointer(path);
        return { ...rule, equal: [base + rule.equal[0], base + rule.equal[1]] as const };
      })
      .filter(({ equal }) => equal.every((place) => valueAt(event, fromPointer(place)) !== undefined)),
  );
}

function ruleCases(facts: NearFacts, { rule, equal, clause, level }: EqualRule): readonly NearMiss[] {
  const miss = (name: string, cause: string, delivery: Delivery): NearMiss => ({
    name: `${rule}-${name}`,
    clause,
    level: levelOf(level),
    why: "Two fields contradict each other, so the receiver can't know which one is right.",
    cause,
    steps: [delivering(delivery, ["unprocessable"])],
  });
  const value = valueAtPointer(facts.event, equal[0]);
  const sides = equal.map((place) => [place, place.slice(place.lastIndexOf("/") + 1)] as const);
  if (typeof value === "number")
    return sides.flatMap(([place], side) =>
      numbersNear(value)
        .filter(([, to]) =>
          facts.isValid(
            changed(
              facts.event,
              equal.map((set) => ({ set, to })),
            ),
          ),
        )
        .map(([name, to]) =>
          miss(
            `${ends[side]}-${name}`,
            "Two numbers are probably compared as texts, or only in one direction.",
            {
              change: [{ set: place, to }],
            },
          ),
        ),
    );
  if (typeof value !== "string") return [];
  const tried: readonly NamedVariation[] = facts.isMain ? variations : frequent.slice(0, 5);
  return [
    ...sides.flatMap(([place], side) =>
      tried.map(({ name, as, mistake }) =>
        miss(`${ends[side]}-${name}`, `A text of the two is probably ${mistake}.`, {
          body: [{ vary: place, as }],
        }),
      ),
    ),
    ...sides.flatMap(([place], side) =>
      [
        ["empty", ""],
        ["null", null],
      ].map(([name, value]) =>
        miss(`${ends[side]}-${name}`, "Two fields are probably compared only if both have a value.", {
          body: [{ put: place, value }],
        }),
      ),
    ),
    ...(facts.isMain
      ? [
          miss("decomposed", "A text of the two is probably normalized before it is compared.", {
            change: [
              { set: equal[0], to: "caf\u00e9" },
              { set: equal[1], to: "cafe\u0301" },
            ],
          }),
          miss("both-empty-but-space", "A text of the two is probably trimmed before it is compared.", {
            change: [
              { set: equal[0], to: "" },
              { set: equal[1], to: " " },
            ],
          }),
        ]
      : []),
  ];
}

const ends = ["first", "second"] as const;

function numbersNear(value: number): readonly (readonly [string, number])[] {
  return [
    ["one-more", value + 1],
    ["one-less", value - 1],
    ["ten-times", value * 10],
    ["beyond-32-bits", value + 2 ** 32],
  ];
}
