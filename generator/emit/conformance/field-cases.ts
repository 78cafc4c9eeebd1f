import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Change } from "../../../commands/conform/suite/delivery.js";
import type { Level } from "../../../commands/conform/suite/suite.js";
import { allowsNull } from "../../../reader/documents/dialects/older-schemas.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import { type CaseDraft, readLevel } from "./event-cases.js";
import type { Field, ObjectField } from "./fields.js";

/** The cases of one field: missing, of another type, null even if it is required, each listed value, another constant. */
export function fieldCases(field: Field, event: EventFacts): CaseDraft[] {
  return [
    ...missing(field, event),
    ...otherType(field, event),
    ...asNull(field, event),
    ...listedValues(field, event),
    ...otherConstant(field, event),
  ];
}

/** What the cases of a field need to know of its event. */
interface EventFacts {
  /** Section that describes the event. */
  readonly clause: string;
  /** JSON Pointer of the field that holds the event's name. */
  readonly type: string;
  /** JSON Pointers of the fields that bind an event to its receiver; only the receiver's own values pass. */
  readonly bound: ReadonlySet<string>;
}

const unchecked = "The event is probably not validated against its schema, or not before it is acknowledged.";

function missing({ required, pointer, label, clause }: Field, event: EventFacts): CaseDraft[] {
  if (!required) return [];
  return [
    {
      name: `missing-${label}`,
      clause: clause ?? event.clause,
      level: "must",
      why: "A required field is missing, so the event doesn't match its schema.",
      cause: unchecked,
      change: [{ remove: pointer }],
      valid: false,
    },
  ];
}

/** One value of each type; the first that a field doesn't allow replaces its own. */
const sampleValues: readonly (readonly [type: string, value: unknown])[] = [
  ["number", 42],
  ["string", "1"],
  ["boolean", true],
  ["object", {}],
];

function otherType({ schemas, pointer, label, clause, level }: Field, event: EventFacts): CaseDraft[] {
  const types = commonTypes(schemas);
  const sample = sampleValues.find(([type]) => !types?.has(type));
  if (types === undefined || sample === undefined) return [];
  return [
    {
      name: `type-${label}`,
      clause: clause ?? event.clause,
      level: readLevel(level),
      why: "A field doesn't have the type that its schema requires; values must not be coerced.",
      cause: "The type is probably not checked, or the value is converted to the required type.",
      change: [{ set: pointer, to: sample[1] }],
      valid: false,
    },
  ];
}

const nullRequired = [
  "A required field is null, which is no value of its type.",
  "The field is probably declared as nullable, or only its presence is checked.",
] as const;

const nullOptional = [
  "An optional field may be absent, but is never null.",
  "Optional fields are probably declared as nullable, or nulls are dropped before validation.",
] as const;

function asNull({ schemas, required, pointer, label, clause, level }: Field, event: EventFacts): CaseDraft[] {
  const types = commonTypes(schemas);
  if (types === undefined || types.has("null") || schemas.some(allowsNull)) return [];
  const [why, cause] = required ? nullRequired : nullOptional;
  return [
    {
      name: `null-${label}`,
      clause: clause ?? event.clause,
      level: readLevel(level),
      why,
      cause,
      change: [{ set: pointer, to: null }],
      valid: false,
    },
  ];
}

/** Values that are in all lists are allowed; those that are only in some are forbidden here. */
function listedValues(field: Field, event: EventFacts): CaseDraft[] {
  const { schemas, pointer, label, required } = field;
  const lists = schemas.flatMap((schema) => {
    if (!Array.isArray(schema.enum)) return [];
    return [schema.enum as unknown[]];
  });
  if (lists.length === 0 || !lists.flat().every((value) => typeof value === "string")) return [];
  const allowed = [...new Set(lists.flat())].filter((value) => lists.every((list) => list.includes(value)));
  const forbidden = [...new Set(lists.flat())].filter((value) => !allowed.includes(value));
  const common = {
    clause: lists.length > 1 ? event.clause : (field.clause ?? event.clause),
    level: readLevel(field.level),
  };
  const change = (to: unknown): readonly Change[] => [{ set: pointer, to }];
  const accepted = allowed.map((value) => ({
    ...common,
    name: `${label}-${value}`,
    why: "The event allows this value; a rejected event isn't retried and is lost.",
    cause: "The list of allowed values is probably incomplete.",
    change: change(value),
    valid: true,
  }));
  const refused = forbidden.map((value) => ({
    ...common,
    name: `${label}-${value}`,
    why: "The value exists, but this event never has it.",
    cause: "The value is probably checked against all known values, not against those of the event.",
    change: change(value),
    valid: false,
  }));
  const unlisted = {
    ...common,
    name: `${label}-unlisted`,
    clause: field.clause ?? event.clause,
    why: "The value isn't one that the schema lists.",
    cause: "The list of values is probably not checked.",
    change: change("unlisted_value"),
    valid: false,
  };
  // A list that no event narrows is tested in full only if the field is always present.
  if (required && !event.bound.has(pointer)) return [...accepted, ...refused, unlisted];
  return [unlisted];
}

function otherConstant(field: Field, event: EventFacts): CaseDraft[] {
  const { schemas, pointer, label } = field;
  const value = schemas.find((schema) => typeof schema.const === "string")?.const as string | undefined;
  if (value === undefined) return [];
  const isType = pointer === event.type;
  return [
    {
      name: isType ? "major-version" : `other-${label}`,
      clause: isType ? event.clause : (field.clause ?? event.clause),
      level: readLevel(field.level),
      why: "Another version is another format and must not be read as this one.",
      cause: "Probably only the beginning of the value is compared, or nothing at all.",
      change: [{ set: pointer, to: nextVersion(value) }],
      valid: false,
    },
  ];
}

/** The text with its last number incremented, or with a 2 appended. */
function nextVersion(text: string): string {
  const number = /(?<!\d)\d+$/.exec(text);
  if (number === null) return `${text}2`;
  return `${text.slice(0, number.index)}${Number(number[0]) + 1}`;
}

/** The types that every schema allows, or `undefined` if none restricts the type. */
function commonTypes(schemas: readonly SchemaObject[]): ReadonlySet<string> | undefined {
  const said = schemas.flatMap(({ type }) => {
    if (type === undefined) return [];
    return [[type].flat() as string[]];
  });
  const [first, ...rest] = said;
  if (first === undefined) return undefined;
  const common = first.filter((type) => rest.every((types) => types.includes(type)));
  return new Set(
    common.flatMap((type) => {
      if (type === "integer") return ["integer", "number"];
      return [type];
    }),
  );
}

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
  const rules = schemas.flatMap((schema) => {
    if (!Array.isArray(schema["x-rules"])) return [];
    return schema["x-rules"] as Rule[];
  });
  return rules.flatMap((rule) => {
    const change = breaking(rule, toPointer(path), event);
    if (change === undefined) return [];
    return [
      {
        name: `rule-${rule.rule}`,
        clause: rule.clause,
        level: readLevel(rule.level),
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
  if (typeof value === "string") return { set: first, to: `other_${value}` };
  return undefined;
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
