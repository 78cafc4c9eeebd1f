import { toPointer, valueAtPointer } from "@oipkit/runtime/json-pointer";
import { changed } from "../../../../commands/conform/request/change.js";
import type { Change } from "../../../../commands/conform/suite/delivery.js";
import type { ResourceState, Step } from "../../../../commands/conform/suite/suite.js";
import type { Field } from "../fields.js";
import { delivering, type Family, type NearFacts, type NearMiss, versioned } from "./near-miss.js";

/** Every event of the contract is accepted and recorded. */
export const recordedFamily: Family = {
  name: "recorded",
  member: "event",
  rule: "Each event that the contract names is accepted and recorded.",
  on: "events",
  cases: ({ named }) => [
    {
      name: "kept",
      ...(!named && { level: "info" as const }),
      why: "An event that is refused, or acknowledged without being stored, is lost: it isn't sent again.",
      cause: "Only some of the platform's events are probably known, or stored.",
      causeIf: ["accepted", "refused"],
      steps: [
        delivering(
          {},
          ["accepted"],
          [{ inbox: { of: "a", records: 1, test: false, tokenFree: true, identified: true } }],
        ),
      ],
    },
  ],
};

const texts: readonly (readonly [string, string])[] = [
  ["empty", ""],
  ["space", " "],
  ["spaces-around", "  a  "],
  ["newline", "a\nb\r\n"],
  ["tab", "\ta"],
  ["zero", "0"],
  ["leading-zeros", "007"],
  ["exponent", "1e3"],
  ["long-number", "12345678901234567890"],
  ["true", "true"],
  ["null", "null"],
  ["date", "2026-01-05"],
  ["composed", "caf\u00e9"],
  ["decomposed", "cafe\u0301"],
  ["full-width", "\uff21\uff42\uff11"],
  ["ligature", "\ufb01"],
  ["zero-width", "a\u200bb\ufeffc"],
  ["soft-hyphen", "a\u00adb"],
  ["right-to-left", "\u202eabc\u05d0"],
  ["emoji", "\u{1f469}\u200d\u{1f4bb}"],
  ["replacement", "\ufffd"],
  ["quotes", "'\"`\\"],
  ["markup", "<b>&amp;</b>"],
  ["template", "{{x}} $x %s %00"],
  ["statement", "'); DROP TABLE inbox; --"],
  ["controls", "\u0001\u001f\u007f\u0085"],
  ["long", "x".repeat(3000)],
];

const values: readonly (readonly [string, unknown])[] = [
  ["zero", 0],
  ["false", false],
  ["null", null],
  ["empty-text", ""],
  ["empty-array", []],
  ["empty-object", {}],
  ["array-of-null", [null]],
  ["array-of-mixed", [0, "", false, null, [], {}]],
  ["fraction", 0.1],
  ["small-number", 1e-9],
  ["large-number", 1e21],
  ["safe-limit", Number.MAX_SAFE_INTEGER],
  ["negative", -1],
  ["nested", { a: { b: { c: [{ d: null }] } } }],
  ["empty-name", { "": 1 }],
  ["odd-names", { "a.b": 1, "a/b": 2, "a~b": 3, "a b": 4, $ref: 5, "0": 6 }],
  ["inherited-names", { constructor: 1, toString: 2, length: 3 }],
  ["similar-names", { name: 1, Name: 2, NAME: 3 }],
];

/** What is stored is what was received. */
export const storedFamily: Family = {
  name: "stored",
  member: "event",
  rule: "An event is stored as it was received.",
  on: "main",
  cases: (facts) =>
    [...declared(facts), ...optional(facts), ...identities(facts)].filter((each) => isAllowed(facts, each)),
};

/** Fields that the contract doesn't declare are stored as they were received. */
export const storedAdditionsFamily: Family = {
  name: "stored-additions",
  member: "event",
  rule: "Fields that the contract doesn't declare are stored as they were received.",
  on: "main",
  cases: (facts) => {
    const { objects, event } = facts;
    const open = objects.filter(
      ({ open: isOpen, path }) => isOpen && valueAtPointer(event, toPointer(path)) !== undefined,
    );
    const [deepest] = open.slice(-1);
    if (deepest === undefined) return [];
    const place = toPointer([...deepest.path, "added_later"]);
    return [
      ...values.map(([name, to]) => kept(name, [{ set: place, to }])),
      ...open.map(({ path }) =>
        kept(`at-${path.join("-") || "root"}`, [{ set: toPointer([...path, "added_later"]), to: "kept" }]),
      ),
    ];
  },
};

function kept(name: string, change: readonly Change[]): NearMiss {
  const holds = change.flatMap((each) => {
    if (!("set" in each)) return [];
    return [{ at: each.set, is: each.to }];
  });
  return {
    name,
    why: "An event is stored as it was received; later code relies on every value of it.",
    cause:
      "The event is probably stored from a typed object, or its values are converted, trimmed or tested for truth.",
    causeIf: ["accepted"],
    steps: [delivering({ change }, ["accepted"], [{ inbox: { of: "a", records: 1, holds } }])],
  };
}

/** Whether the schema allows what a case changes. */
function isAllowed({ event, isValid }: NearFacts, { steps: [step] }: NearMiss): boolean {
  const change = step !== undefined && "deliver" in step ? (step.deliver.change ?? []) : [];
  return isValid(changed(event, change as readonly Change[]));
}

/** A declared text that nothing restricts, with contents that careless stores change. */
function declared(facts: NearFacts): readonly NearMiss[] {
  const field = freeTexts(facts).find(({ required }) => required) ?? freeTexts(facts)[0];
  if (field === undefined) return [];
  return texts.map(([name, to]) => kept(name, [{ set: field.pointer, to }]));
}

/** Optional fields with values that are false to a careless test. */
function optional(facts: NearFacts): readonly NearMiss[] {
  const [text] = freeTexts(facts).filter(({ required }) => !required);
  const flags = facts.fields.filter(
    ({ schemas, required }) => !required && schemas.some(({ type }) => type === "boolean"),
  );
  const misses: NearMiss[] = [];
  if (text !== undefined) misses.push(kept("optional-empty", [{ set: text.pointer, to: "" }]));
  misses.push(
    ...flags.map(({ pointer, label }) =>
      kept(`optional-false-${label.replaceAll("_", "-")}`, [{ set: pointer, to: false }]),
    ),
  );
  return misses;
}

/** Texts without a rule that the contract declares. */
function freeTexts({ fields, protocol, equal, isValid, event }: NearFacts): readonly Field[] {
  const { id, type, correlationId, ordering, binding } = protocol.event ?? {};
  const taken = new Set([
    id,
    type,
    correlationId,
    ordering?.resource,
    ...Object.values(binding ?? {}).flat(),
    ...equal.flat(),
  ]);
  const rules = ["const", "enum", "x-extensible-enum", "format", "pattern", "maxLength", "minLength"];
  return fields.filter(
    ({ pointer, schemas, path }) =>
      !taken.has(pointer) &&
      path.length <= 2 &&
      schemas.some(({ type: kind }) => kind === "string") &&
      schemas.every((schema) => !rules.some((rule) => rule in schema)) &&
      isValid(event),
  );
}

/** The ids of the record. */
function identities({ protocol, fields }: NearFacts): readonly NearMiss[] {
  const place = protocol.event?.correlationId;
  if (place === undefined || !fields.some(({ pointer }) => pointer === place)) return [];
  const correlations = [
    ["empty", ""],
    ["spaces", " a "],
    ["zero", "0"],
    ["upper-case", "ABC"],
  ] as const;
  return correlations.map(([name, to]) => ({
    name: `correlation-${name}`,
    why: "The record has the correlation id of the event, whatever it looks like.",
    cause:
      "The correlation id is probably tested for truth, trimmed or replaced by one of the receiver's own.",
    causeIf: ["accepted"],
    steps: [
      delivering(
        { change: [{ set: place, to }] },
        ["accepted"],
        [{ inbox: { of: "a", records: 1, identified: true } }],
      ),
    ],
  }));
}

/** Versions that sort differently as texts. */
export const versionOrderFamily: Family = {
  name: "version-order",
  ruledBy: "ordering",
  member: "event/ordering",
  rule: "Versions are compared as numbers.",
  on: "main",
  cases(facts) {
    if (versioned(facts, 1) === undefined) return [];
    const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);
    return [
      inOrder(facts, "ascending", { versions: upTo(11), resource: { applied: 11, pending: [] } }),
      inOrder(facts, "descending", {
        versions: upTo(11).toReversed(),
        resource: { applied: 11, pending: [] },
      }),
      inOrder(facts, "ten-before-nine", {
        versions: [...upTo(8), 10, 9],
        resource: { applied: 10, pending: [] },
      }),
      inOrder(facts, "ten-then-two", { versions: [1, 10, 2], resource: { applied: 2, pending: [10] } }),
      inOrder(facts, "hundred-waits", {
        versions: [1, 100, 9, 10],
        resource: { applied: 1, pending: [9, 10, 100] },
      }),
      inOrder(facts, "late-after-ten", {
        versions: [...upTo(10), 9],
        resource: { applied: 10, pending: [] },
      }),
      inOrder(facts, "late-before-gap", {
        versions: [1, 2, 5, 1, 3],
        resource: { applied: 3, pending: [5] },
      }),
      inOrder(facts, "two-gaps", { versions: [2, 4, 6, 1], resource: { applied: 2, pending: [4, 6] } }),
    ];
  },
};

function inOrder(
  facts: NearFacts,
  name: string,
  { versions, resource }: { readonly versions: readonly number[]; readonly resource: ResourceState },
): NearMiss {
  const steps = versions.map((version, at): Step => {
    const isLast = at === versions.length - 1;
    const delivery = { as: `step-${at + 1}`, change: versioned(facts, version) ?? [] };
    return delivering(delivery, ["accepted"], isLast ? [{ resource }] : undefined);
  });
  return {
    name,
    why: "Versions are numbers: 10 follows 9, and each is applied only after the one before it.",
    cause: "Versions are probably compared or sorted as texts, or only one gap is remembered.",
    causeIf: ["accepted"],
    steps,
  };
}
