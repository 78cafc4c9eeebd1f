import type { Change } from "../../../commands/conform/suite/delivery.js";
import { allowsNull } from "../../../reader/documents/dialects/nullable.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import { type CaseDraft, levelOf } from "./case-draft.js";
import type { Field } from "./fields.js";

/** The cases of one field: missing, of another type, null, each listed value, another constant. */
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
export interface EventFacts {
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
  const types = typesOf(schemas);
  const sample = sampleValues.find(([type]) => !types?.has(type));
  if (types === undefined || sample === undefined) return [];
  return [
    {
      name: `type-${label}`,
      clause: clause ?? event.clause,
      level: levelOf(level),
      why: "A field doesn't have the type that its schema requires; values must not be coerced.",
      cause: "The type is probably not checked, or the value is converted to the required type.",
      change: [{ set: pointer, to: sample[1] }],
      valid: false,
    },
  ];
}

function asNull({ schemas, required, pointer, label, clause, level }: Field, event: EventFacts): CaseDraft[] {
  const types = typesOf(schemas);
  if (required || types === undefined || types.has("null") || schemas.some(allowsNull)) return [];
  return [
    {
      name: `null-${label}`,
      clause: clause ?? event.clause,
      level: levelOf(level),
      why: "An optional field may be absent, but is never null.",
      cause: "Optional fields are probably declared as nullable, or nulls are dropped before validation.",
      change: [{ set: pointer, to: null }],
      valid: false,
    },
  ];
}

/** Values that are in all lists are allowed; those that are only in some are forbidden here. */
function listedValues(field: Field, event: EventFacts): CaseDraft[] {
  const { schemas, pointer, label, required } = field;
  const lists = schemas.flatMap((schema) => (Array.isArray(schema.enum) ? [schema.enum as unknown[]] : []));
  if (lists.length === 0 || !lists.flat().every((value) => typeof value === "string")) return [];
  const allowed = [...new Set(lists.flat())].filter((value) => lists.every((list) => list.includes(value)));
  const forbidden = [...new Set(lists.flat())].filter((value) => !allowed.includes(value));
  const common = {
    clause: lists.length > 1 ? event.clause : (field.clause ?? event.clause),
    level: levelOf(field.level),
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
  return required && !event.bound.has(pointer) ? [...accepted, ...refused, unlisted] : [unlisted];
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
      level: levelOf(field.level),
      why: "Another version is another format and must not be read as this one.",
      cause: "Probably only the beginning of the value is compared, or nothing at all.",
      change: [{ set: pointer, to: nextVersion(value) }],
      valid: false,
    },
  ];
}

/** The text with its last number incremented, or with a 2 appended. */
function nextVersion(text: string): string {
  const [, head, number] = /^(.*?)(\d+)$/s.exec(text) ?? [];
  return number === undefined ? `${text}2` : `${head}${Number(number) + 1}`;
}

/** The types that every schema allows, or `undefined` if none restricts the type. */
function typesOf(schemas: readonly SchemaObject[]): ReadonlySet<string> | undefined {
  const said = schemas.flatMap(({ type }) => (type === undefined ? [] : [[type].flat() as string[]]));
  const [first, ...rest] = said;
  if (first === undefined) return undefined;
  const common = first.filter((type) => rest.every((types) => types.includes(type)));
  return new Set(common.flatMap((type) => (type === "integer" ? ["integer", "number"] : [type])));
}
