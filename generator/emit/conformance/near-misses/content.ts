import { fromPointer, toPointer, valueAt, valueAtPointer } from "@oipkit/runtime/json-pointer";
import { changed } from "../../../../commands/conform/request/change.js";
import type { ByteEdit, Change, Delivery } from "../../../../commands/conform/suite/delivery.js";
import { readLevel } from "../event-cases.js";
import {
  delivering,
  type Family,
  frequent,
  type NamedVariation,
  type NearFacts,
  type NearMiss,
  variations,
  versioned,
} from "./near-miss.js";

/** The same content in another form, delivered again. */
export const sameContentFamily: Family = {
  name: "same-content",
  ruledBy: "duplicates",
  member: "event",
  rule: "An event is the same if its JSON says the same, whatever its form.",
  on: "main",
  cases(facts) {
    const place = additionTo(facts);
    if (place === undefined) return [];
    const again = (name: string, value: unknown, body: readonly ByteEdit[]): NearMiss => ({
      name,
      why: "An event is the same if its content is the same; a retry that is refused is sent again and again.",
      cause: "Events are probably compared as texts, not as parsed content.",
      causeIf: ["refused"],
      steps: [
        delivering({ change: [{ set: place, to: value }] }, ["accepted"]),
        delivering(
          { change: [{ set: place, to: value }], body },
          ["accepted"],
          [{ inbox: { of: "a", records: 1 } }],
        ),
      ],
    });
    const number = (name: string, written: string, other: string): NearMiss =>
      again(name, { n: JSON.parse(written) }, [{ replace: `{"n":${written}}`, with: `{"n":${other}}` }]);
    return [
      number("fraction-zero", "1", "1.0"),
      number("exponent-zero", "1", "1e0"),
      number("exponent", "100", "1E+2"),
      number("minus-zero", "0", "-0"),
      number("trailing-zero", "0.5", "0.50"),
      again("null-member", { a: null, b: [null] }, [{ members: "reversed" }]),
      again("number-in-array", [1, [2]], [{ replace: "[1,[2]]", with: "[1.0,[2.0]]" }]),
      again("escaped-text", "a/b", [{ replace: '"a/b"', with: String.raw`"\u0061\/b"` }]),
      again("escaped-name", { name: 1 }, [{ replace: '{"name":1}', with: String.raw`{"n\u0061me":1}` }]),
      again("nested-order", { a: 1, b: { c: 2, d: 3 } }, [{ members: "reversed" }]),
      again("order-in-array", [{ a: 1, b: 2 }], [{ members: "reversed" }]),
      again("white-space", [{ a: 1 }], [{ indent: 3 }]),
    ];
  },
};

/** Another content under the same id. */
export const otherContentFamily: Family = {
  name: "other-content",
  ruledBy: "duplicates",
  member: "event",
  rule: "Another content under the same id is refused.",
  on: "main",
  cases(facts) {
    const place = additionTo(facts);
    if (place === undefined || facts.protocol.event?.changedContent === "retry") return [];
    return differences.map(([name, before, after]) => ({
      name,
      level: "info",
      why: "Two different contents with the same id are an error, which an acknowledgement would hide.",
      cause:
        "Only a part of the content is probably compared with the stored event, or values are converted before.",
      causeIf: ["accepted"],
      steps: [
        delivering({ change: added(place, before) }, ["accepted"]),
        delivering({ change: added(place, after) }, ["unprocessable"]),
      ],
    }));
  },
};

/** Stands for a member that is absent. */
const absent = Symbol("absent");

function added(place: string, value: unknown): readonly Change[] {
  if (value === absent) return [];
  return [{ set: place, to: value }];
}

const differences: readonly (readonly [name: string, before: unknown, after: unknown])[] = [
  ["other-text", "one", "two"],
  ["other-case", "one", "One"],
  ["longer-text", "one", "one "],
  ["decomposed", "caf\u00e9", "cafe\u0301"],
  ["other-number", 1, 2],
  ["fraction", 1, 1.5],
  ["number-as-text", 1, "1"],
  ["zero-as-false", 0, false],
  ["one-as-true", 1, true],
  ["empty-as-null", "", null],
  ["null-as-absent", null, absent],
  ["false-as-absent", false, absent],
  ["empty-as-absent", {}, absent],
  ["absent-before", absent, 1],
  ["array-as-object", [], {}],
  ["array-as-null", [], null],
  ["other-element", [1, 2], [1, 3]],
  ["more-elements", [1], [1, 1]],
  ["fewer-elements", [1, 2], [1]],
  ["other-order", [1, 2], [2, 1]],
  ["element-in-array", [[1]], [[2]]],
  ["member-in-array", [{ a: 1 }], [{ a: 2 }]],
  ["nested-member", { a: { b: 1 } }, { a: { b: 2 } }],
  ["nested-name", { a: 1 }, { b: 1 }],
  ["exchanged-values", { a: 1, b: 2 }, { a: 2, b: 1 }],
  ["joined-array", ["a", "b"], ["a,b"]],
  ["text-of-array", [1], "[1]"],
];

/** An undeclared member of the deepest open object; `undefined` also if events have no ids. */
function additionTo(facts: NearFacts): string | undefined {
  if ((facts.protocol.event?.id ?? facts.protocol.headers?.eventId) === undefined) return undefined;
  const open = facts.objects.filter(
    ({ open: isOpen, path }) =>
      isOpen && path.length <= 1 && valueAtPointer(facts.event, toPointer(path)) !== undefined,
  );
  const [deepest] = open.slice(-1);
  if (deepest === undefined) return undefined;
  return toPointer([...deepest.path, "added_later"]);
}

/** A known version again, with another content under another id. */
export const otherEventFamily: Family = {
  name: "same-version",
  ruledBy: "ordering",
  member: "event/ordering",
  rule: "A second event of one version is recorded, and not applied.",
  on: "main",
  cases(facts) {
    const [one, two] = [versioned(facts, 1), versioned(facts, 2)];
    if (one === undefined || two === undefined || facts.protocol.event?.id === undefined) return [];
    return [
      {
        name: "recorded",
        why: "A second event of one version is another event: it is recorded, and changes nothing.",
        cause: "Duplicates are probably recognized by resource and version.",
        causeIf: ["accepted"],
        steps: [
          delivering({ change: one }, ["accepted"]),
          delivering(
            { as: "b", change: one },
            ["accepted"],
            [{ inbox: { of: "a", records: 1 } }, { inbox: { of: "b", records: 1 } }],
          ),
          delivering({ as: "c", change: two }, ["accepted"], [{ resource: { applied: 2, pending: [] } }]),
        ],
      },
    ];
  },
};

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
  cases: (facts) => equalRules(facts).flatMap((rule) => ruleCases(facts, rule)),
};

function equalRules({ objects, event }: NearFacts): readonly EqualRule[] {
  return objects.flatMap(({ path, schemas }) =>
    schemas
      .flatMap((schema) => {
        if (!Array.isArray(schema["x-rules"])) return [];
        return schema["x-rules"] as EqualRule[];
      })
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
    level: readLevel(level),
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
  const misses: NearMiss[] = [
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
  ];
  if (facts.isMain)
    misses.push(
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
    );
  return misses;
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
