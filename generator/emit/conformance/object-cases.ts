import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Change } from "../../../commands/conform/suite/delivery.js";
import type { Level } from "../../../commands/conform/suite/suite.js";
import { type CaseDraft, levelOf } from "./case-draft.js";
import type { ObjectField } from "./fields.js";

interface Rule {
  readonly rule: string;
  readonly equal?: readonly [string, string];
  readonly later?: readonly [string, string];
  readonly clause: string;
  readonly level: Level;
}

/** One case for each rule between fields, broken in `event`, and one with a field added to every open object. */
export function objectCases(objects: readonly ObjectField[], event: unknown, clause: string): CaseDraft[] {
  return [...objects.flatMap((object) => brokenRules(object, event)), ...addedFields(objects, event, clause)];
}

function brokenRules({ path, schemas }: ObjectField, event: unknown): CaseDraft[] {
  const rules = schemas.flatMap((schema) =>
    Array.isArray(schema["x-rules"]) ? (schema["x-rules"] as Rule[]) : [],
  );
  return rules.flatMap((rule) => {
    const change = breaking(rule, toPointer(path), event);
    if (change === undefined) return [];
    return [
      {
        name: `rule-${rule.rule}`,
        clause: rule.clause,
        level: levelOf(rule.level),
        why: "Two fields contradict each other, so the receiver can't know which one is right.",
        cause: "Each field is probably checked only on its own.",
        change: [change],
        valid: false,
      },
    ];
  });
}

/** The change of the first operand that breaks a rule, or `undefined` if the event lacks an operand. */
function breaking({ equal, later }: Rule, base: string, event: unknown): Change | undefined {
  const [first = "", second = ""] = (equal ?? later ?? []).map((pointer) => base + pointer);
  const [value, other] = [first, second].map((pointer) => valueAt(event, fromPointer(pointer)));
  if (value === undefined || other === undefined) return undefined;
  if (later !== undefined) return { set: first, to: other };
  if (typeof value === "number") return { set: first, to: value + 41 };
  return typeof value === "string" ? { set: first, to: `other_${value}` } : undefined;
}

function addedFields(objects: readonly ObjectField[], event: unknown, clause: string): CaseDraft[] {
  const change = objects
    .filter(({ open, path }) => open && valueAt(event, path) !== undefined)
    .map(({ path }) => ({ set: toPointer([...path, "added_later"]), to: { nested: [1, null, "text"] } }));
  if (change.length === 0) return [];
  const common = { clause, change, valid: true };
  return [
    {
      ...common,
      name: "added-field",
      level: "must",
      why: "Fields added within a major version must be accepted.",
      cause: "The schema is probably closed, so any field added later causes events to be lost.",
    },
    {
      ...common,
      name: "added-field-kept",
      level: "should",
      why: "The event must be stored as received, so that later code can read fields that today's code doesn't know.",
      cause: "The event is probably stored from a typed object that drops unknown fields.",
      kept: true,
    },
  ];
}
